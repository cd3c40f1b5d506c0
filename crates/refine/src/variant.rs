//! The variants of Newton refinement (Craig vs. Newton, Sect. 6).
//!
//! `newton:[block-|edge-|path-][it-](sp|wp|spwp)[-lv][-keep|-drop]`: on the level of blocks or of their statements (Newton in
//! CPAchecker, Sect. 4.1), with or without the infeasible core (IT), strongest post or weakest precondition (SP, WP),
//! with or without projection to live variables (LV). `spwp` adds the backward sequence only if the forward one is not
//! perfect. Quantifiers that cannot be eliminated are kept, dropped, or whatever is better.

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

/// What a step of the computation is. On every level there is one assertion for each end of a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Level {
    /// A block: one formula for all its statements.
    #[default]
    Block,
    /// A statement; assertions are joined where the ways through a block meet.
    Edge,
    /// A statement; ways through a block are followed one by one, as a solver finds them, until none is left.
    Path,
}

/// What happens to quantifiers that cannot be eliminated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Leftover {
    /// They are dropped if that is a proof, too, and kept otherwise.
    #[default]
    Try,
    /// They are kept.
    Keep,
    /// They are dropped: over-approximation.
    Drop,
}

/// A variant of Newton refinement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    /// Blocks or their statements.
    pub level: Level,
    /// IT: work on the infeasible core of the trace instead of the trace.
    pub infeasible_core: bool,
    /// SP or WP, or both.
    pub direction: Direction,
    /// LV: project assertions to live variables.
    pub live_variables: bool,
    /// What happens to quantifiers that are left.
    pub leftover: Leftover,
}

impl Variant {
    /// How names of variants look.
    pub const FORM: &str = "[block-|edge-|path-][it-](sp|wp|spwp)[-lv][-keep|-drop]";

    /// The eight variants of the paper, in its order.
    pub fn paper() -> Vec<Variant> {
        let names = ["it-sp-lv", "it-wp-lv", "it-sp", "it-wp", "sp-lv", "wp-lv", "sp", "wp"];
        names.iter().map(|name| name.parse().expect("a variant")).collect()
    }
}

impl Default for Variant {
    fn default() -> Variant {
        Variant {
            level: Level::Block,
            infeasible_core: true,
            direction: Direction::Forward,
            live_variables: true,
            leftover: Leftover::Try,
        }
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
        let level = match self.level {
            Level::Block => "",
            Level::Edge => "edge-",
            Level::Path => "path-",
        };
        let leftover = match self.leftover {
            Leftover::Try => "",
            Leftover::Keep => "-keep",
            Leftover::Drop => "-drop",
        };
        write!(f, "{level}{it}{direction}{lv}{leftover}")
    }
}

impl FromStr for Variant {
    type Err = String;

    fn from_str(text: &str) -> Result<Variant, String> {
        let (level, rest) = match text.split_once('-') {
            Some(("block", rest)) => (Level::Block, rest),
            Some(("edge", rest)) => (Level::Edge, rest),
            Some(("path", rest)) => (Level::Path, rest),
            _ => (Level::Block, text),
        };
        let (leftover, rest) = match rest.rsplit_once('-') {
            Some((rest, "keep")) => (Leftover::Keep, rest),
            Some((rest, "drop")) => (Leftover::Drop, rest),
            _ => (Leftover::Try, rest),
        };
        let (infeasible_core, rest) = match rest.strip_prefix("it-") {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let (live_variables, rest) = match rest.strip_suffix("-lv") {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let direction = match rest {
            "sp" => Direction::Forward,
            "wp" => Direction::Backward,
            "spwp" => Direction::ForwardThenBackward,
            _ => return Err(format!("`{text}` is not of the form {}", Variant::FORM)),
        };
        Ok(Variant { level, infeasible_core, direction, live_variables, leftover })
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
        assert_eq!("block-it-sp-lv".parse(), Ok(Variant::default()));
        for name in ["edge-it-sp-lv", "path-wp", "edge-sp-keep", "it-sp-lv-drop", "path-it-spwp-lv-keep"] {
            assert_eq!(name.parse::<Variant>().map(|variant| variant.to_string()), Ok(name.to_owned()));
        }
    }

    #[test]
    fn other_names_are_rejected() {
        for name in [
            "",
            "it",
            "it-",
            "sp-it",
            "lv",
            "it-sp-lv-lv",
            "SP",
            "edge-",
            "edge",
            "it-edge-sp",
            "sp-keep-lv",
            "sp-keep-drop",
            "edge-path-sp",
        ] {
            assert!(name.parse::<Variant>().is_err(), "{name}");
        }
    }
}
