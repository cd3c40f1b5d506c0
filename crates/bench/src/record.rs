//! Records: what is known of one run, and what it is worth.
//!
//! A run is one task under one configuration. Its record is one line of JSON, complete in itself: whoever finds a
//! single line knows what was run, where, under which limits and with which answer. The classes and the scores are
//! those of SV-COMP: a wrong proof costs 32 points, a wrong alarm 16; a proof is worth 2, an alarm 1.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use task::Expected;

use crate::machine::Machine;

/// The version of the format of records.
pub const SCHEMA: u32 = 1;

/// The answer of a tool.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Verdict {
    /// The property holds.
    True,
    /// The property is violated; the part of it, where the tool says so.
    False(Option<String>),
    /// No answer.
    Unknown,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::True => f.write_str("true"),
            Verdict::False(None) => f.write_str("false"),
            Verdict::False(Some(part)) => write!(f, "false({part})"),
            Verdict::Unknown => f.write_str("unknown"),
        }
    }
}

impl From<Verdict> for String {
    fn from(verdict: Verdict) -> String {
        verdict.to_string()
    }
}

impl FromStr for Verdict {
    type Err = String;

    fn from_str(text: &str) -> Result<Verdict, String> {
        match text {
            "true" => Ok(Verdict::True),
            "false" => Ok(Verdict::False(None)),
            "unknown" => Ok(Verdict::Unknown),
            _ => {
                let part = text.strip_prefix("false(").and_then(|rest| rest.strip_suffix(')'));
                part.map(|part| Verdict::False(Some(part.to_string())))
                    .ok_or_else(|| format!("`{text}` is no verdict"))
            }
        }
    }
}

impl TryFrom<String> for Verdict {
    type Error = String;

    fn try_from(text: String) -> Result<Verdict, String> {
        text.parse()
    }
}

/// What a run is worth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A proof, and the property holds.
    CorrectTrue,
    /// An alarm, and the property is violated in this way.
    CorrectFalse,
    /// A proof, but the property is violated.
    WrongTrue,
    /// An alarm, but the property holds, or another part of it is violated.
    WrongFalse,
    /// An answer to a question whose answer is not known.
    Unchecked,
    /// No answer: the tool gave up.
    Unknown,
    /// No answer within the limit of time.
    Timeout,
    /// No answer within the limit of memory.
    OutOfMemory,
    /// No answer: the tool failed.
    Error,
}

impl Class {
    /// All classes, in the order of tables.
    pub const ALL: [Class; 9] = [
        Class::CorrectTrue,
        Class::CorrectFalse,
        Class::WrongTrue,
        Class::WrongFalse,
        Class::Unchecked,
        Class::Unknown,
        Class::Timeout,
        Class::OutOfMemory,
        Class::Error,
    ];

    /// The name for people.
    pub fn name(self) -> &'static str {
        match self {
            Class::CorrectTrue => "correct true",
            Class::CorrectFalse => "correct false",
            Class::WrongTrue => "wrong true",
            Class::WrongFalse => "wrong false",
            Class::Unchecked => "unchecked",
            Class::Unknown => "unknown",
            Class::Timeout => "timeout",
            Class::OutOfMemory => "out of memory",
            Class::Error => "error",
        }
    }

    /// Whether the task was solved.
    pub fn is_correct(self) -> bool {
        matches!(self, Class::CorrectTrue | Class::CorrectFalse)
    }

    /// Whether the answer is wrong.
    pub fn is_wrong(self) -> bool {
        matches!(self, Class::WrongTrue | Class::WrongFalse)
    }

    /// The points that SV-COMP gives.
    pub fn score(self) -> i64 {
        match self {
            Class::CorrectTrue => 2,
            Class::CorrectFalse => 1,
            Class::WrongTrue => -32,
            Class::WrongFalse => -16,
            _ => 0,
        }
    }

    /// The class of a definite verdict; `None` for unknown.
    pub fn of_verdict(verdict: &Verdict, expected: Option<&Expected>) -> Option<Class> {
        let is_as_expected = |expected: &Expected| match verdict {
            Verdict::False(Some(part)) if !expected.verdict => {
                // Only memory safety has parts by which an alarm can be the wrong one.
                let is_part = |name: &str| name.starts_with("valid-");
                expected
                    .subproperty
                    .as_ref()
                    .is_none_or(|known| known == part || !is_part(known) || !is_part(part))
            }
            Verdict::False(_) => !expected.verdict,
            _ => expected.verdict,
        };
        match (verdict, expected.map(is_as_expected)) {
            (Verdict::Unknown, _) => None,
            (_, None) => Some(Class::Unchecked),
            (Verdict::True, Some(true)) => Some(Class::CorrectTrue),
            (Verdict::True, Some(false)) => Some(Class::WrongTrue),
            (Verdict::False(_), Some(true)) => Some(Class::CorrectFalse),
            (Verdict::False(_), Some(false)) => Some(Class::WrongFalse),
        }
    }
}

/// The limits of a run.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// The processor time, in seconds.
    pub cpu_seconds: f64,
    /// The time on the clock, in seconds.
    pub wall_seconds: f64,
    /// The memory of all processes together.
    pub memory_bytes: Option<u64>,
}

impl Limits {
    /// The limit of processor time.
    pub fn cpu(&self) -> Duration {
        Duration::from_secs_f64(self.cpu_seconds)
    }

    /// The limit of time on the clock.
    pub fn wall(&self) -> Duration {
        Duration::from_secs_f64(self.wall_seconds)
    }
}

/// What the report of a tool says about the way to its answer.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Statistics {
    /// The iterations of the refinement loop.
    pub iterations: Option<u64>,
    /// The sequences of assertions that were computed.
    pub sequences: Option<u64>,
    /// How many of them were perfect.
    pub perfect_sequences: Option<u64>,
    /// What each source of assertions counted: `newton:it-sp-lv/asked`, ...
    #[serde(default)]
    pub sources: BTreeMap<String, u64>,
    /// Solver queries by purpose.
    #[serde(default)]
    pub queries: BTreeMap<String, u64>,
    /// The time of each phase, in milliseconds.
    #[serde(default)]
    pub phases_ms: BTreeMap<String, f64>,
}

/// One run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The version of this format.
    pub schema: u32,
    /// The task, by the last two parts of its path.
    pub task: String,
    /// The file that defines the task.
    pub file: String,
    /// The property.
    pub property: String,
    /// The category.
    pub category: String,
    /// The configuration.
    pub configuration: String,
    /// The answer.
    pub verdict: Verdict,
    /// The right answer, where it is known.
    pub expected: Option<Verdict>,
    /// What the run is worth.
    pub class: Class,
    /// Why there is no answer.
    pub reason: Option<String>,
    /// The processor time of all processes.
    pub cpu_seconds: f64,
    /// The time on the clock.
    pub wall_seconds: f64,
    /// The greatest memory of all processes together.
    pub memory_bytes: u64,
    /// What the tool says about the way to its answer.
    #[serde(flatten)]
    pub statistics: Statistics,
    /// The name of the tool.
    pub tool: String,
    /// Its version.
    pub version: String,
    /// Its options.
    pub options: String,
    /// How the process ended.
    pub exit: String,
    /// Processes that had to be killed after the main one had ended.
    pub left_running: u32,
    /// The limits.
    pub limits: Limits,
    /// The machine.
    pub machine: Machine,
    /// When it started, in UTC.
    pub started: String,
}

/// What identifies a run in a matrix.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct RunKey {
    /// The configuration.
    pub configuration: String,
    /// The category.
    pub category: String,
    /// The file that defines the task.
    pub file: String,
    /// The property.
    pub property: String,
}

impl Record {
    /// What identifies the run.
    pub fn key(&self) -> RunKey {
        RunKey {
            configuration: self.configuration.clone(),
            category: self.category.clone(),
            file: self.file.clone(),
            property: self.property.clone(),
        }
    }

    /// The share of perfect sequences in percent, if there were sequences.
    pub fn perfect_percent(&self) -> Option<f64> {
        let all = self.statistics.sequences.filter(|&all| all > 0)?;
        Some(100.0 * self.statistics.perfect_sequences? as f64 / all as f64)
    }
}

/// The expected answer as a verdict.
pub fn expected_verdict(expected: &Expected) -> Verdict {
    if expected.verdict { Verdict::True } else { Verdict::False(expected.subproperty.clone()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_print_as_they_are_read() {
        for text in ["true", "false", "false(valid-deref)", "unknown"] {
            assert_eq!(text.parse::<Verdict>().expect("a verdict").to_string(), text);
        }
        assert!("perhaps".parse::<Verdict>().is_err());
    }

    #[test]
    fn answers_are_classified_as_in_sv_comp() {
        let expect = |verdict, part: Option<&str>| Expected { verdict, subproperty: part.map(String::from) };
        let class = |verdict: &str, expected: Option<Expected>| {
            Class::of_verdict(&verdict.parse().expect("a verdict"), expected.as_ref())
        };
        assert_eq!(class("true", Some(expect(true, None))), Some(Class::CorrectTrue));
        assert_eq!(class("true", Some(expect(false, None))), Some(Class::WrongTrue));
        assert_eq!(class("false", Some(expect(true, None))), Some(Class::WrongFalse));
        assert_eq!(class("false(unreach-call)", Some(expect(false, None))), Some(Class::CorrectFalse));
        assert_eq!(
            class("false(valid-free)", Some(expect(false, Some("valid-free")))),
            Some(Class::CorrectFalse)
        );
        assert_eq!(
            class("false(valid-deref)", Some(expect(false, Some("valid-free")))),
            Some(Class::WrongFalse)
        );
        assert_eq!(class("false", Some(expect(false, Some("valid-free")))), Some(Class::CorrectFalse));
        assert_eq!(class("true", None), Some(Class::Unchecked));
        assert_eq!(class("unknown", Some(expect(true, None))), None);
        assert_eq!(Class::ALL.map(Class::score).iter().sum::<i64>(), 2 + 1 - 32 - 16);
    }
}
