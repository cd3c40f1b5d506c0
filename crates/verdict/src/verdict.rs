//! The answer.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::reason::Reason;

/// The answer, as in the last line on standard output.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// No violation can be reached.
    True,
    /// A violation of this property can be reached.
    False(String),
    /// Neither is known, for this reason.
    Unknown(Reason),
}

impl Verdict {
    /// The first word of the verdict line.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::True => "TRUE",
            Verdict::False(_) => "FALSE",
            Verdict::Unknown(_) => "UNKNOWN",
        }
    }

    /// The exit status of the process.
    pub fn exit_status(&self) -> u8 {
        match self {
            Verdict::True => 0,
            Verdict::False(_) => 1,
            Verdict::Unknown(_) => 3,
        }
    }

    /// Why there is no answer, if there is none.
    pub fn reason(&self) -> Option<&Reason> {
        match self {
            Verdict::Unknown(reason) => Some(reason),
            Verdict::True | Verdict::False(_) => None,
        }
    }
}

impl fmt::Display for Verdict {
    /// One line, whatever the reason contains.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::True => write!(f, "TRUE"),
            Verdict::False(property) => write!(f, "FALSE({})", one_line(property)),
            Verdict::Unknown(reason) => write!(f, "UNKNOWN({})", one_line(&reason.to_string())),
        }
    }
}

/// The text with line breaks and other control characters replaced by single spaces.
pub fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split(|c: char| c.is_control()).map(str::trim).collect();
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_one_line() {
        let verdict = Verdict::Unknown(Reason::SolverUnknown("(error\n\t\"x\")\r\n".into()));
        assert_eq!(verdict.to_string(), "UNKNOWN(solver unknown: (error \"x\"))");
        assert_eq!(Verdict::False("assert".into()).to_string(), "FALSE(assert)");
        assert_eq!(Verdict::True.to_string(), "TRUE");
        assert_eq!(verdict.exit_status(), 3);
    }
}
