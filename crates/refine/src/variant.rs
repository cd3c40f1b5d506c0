//! The variants of Newton refinement (Craig vs. Newton, Sect. 6).
//!
//! `newton:[it-](sp|wp|spwp)[-lv]`: with or without the infeasible core (IT),
//! strongest post or weakest precondition (SP, WP), with or without projection
//! to live variables (LV). `spwp` adds the backward sequence only if the forward
//! one is not perfect.

use std::fmt;
use std::str::FromStr;

/// In which direction assertions are computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Strongest post, from the start.
    Forward,
    /// Weakest precondition, from the end.
    Backward,
    /// Forward, and backward too if the forward sequence is not perfect.
    ForwardThenBackward,
}

/// A variant of Newton refinement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    /// IT: work on the infeasible core of the trace instead of the trace.
    pub infeasible_core: bool,
    /// SP or WP, or both.
    pub direction: Direction,
    /// LV: project assertions to live variables.
    pub live_variables: bool,
}

impl Variant {
    /// The eight variants of the paper, in its order.
    pub fn paper() -> Vec<Variant> {
        let names = ["it-sp-lv", "it-wp-lv", "it-sp", "it-wp", "sp-lv", "wp-lv", "sp", "wp"];
        names.iter().map(|name| name.parse().expect("a variant")).collect()
    }
}

impl Default for Variant {
    fn default() -> Variant {
        Variant { infeasible_core: true, direction: Direction::Forward, live_variables: true }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = match self.direction {
            Direction::Forward => "sp",
            Direction::Backward => "wp",
            Direction::ForwardThenBackward => "spwp",
        };
        let it = if self.infeasible_core { "it-" } else { "" };
        let lv = if self.live_variables { "-lv" } else { "" };
        write!(f, "{it}{direction}{lv}")
    }
}

impl FromStr for Variant {
    type Err = String;

    fn from_str(text: &str) -> Result<Variant, String> {
        let (infeasible_core, rest) = match text.strip_prefix("it-") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (live_variables, rest) = match rest.strip_suffix("-lv") {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let direction = match rest {
            "sp" => Direction::Forward,
            "wp" => Direction::Backward,
            "spwp" => Direction::ForwardThenBackward,
            _ => return Err(format!("`{text}` is not of the form [it-](sp|wp|spwp)[-lv]")),
        };
        Ok(Variant { infeasible_core, direction, live_variables })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for variant in Variant::paper() {
            assert_eq!(variant.to_string().parse(), Ok(variant));
        }
        assert_eq!("it-spwp-lv".parse::<Variant>().unwrap().direction, Direction::ForwardThenBackward);
        assert_eq!("it-sp-lv".parse(), Ok(Variant::default()));
    }

    #[test]
    fn other_names_are_rejected() {
        for name in ["", "it", "it-", "sp-it", "lv", "it-sp-lv-lv", "SP"] {
            assert!(name.parse::<Variant>().is_err(), "{name}");
        }
    }
}
