//! The sources that there are, by name, and how `--refine` combines them.
//!
//! `A` is a source, `A,B` the first that works, `perfect:A,B` the portfolio that stops at the first perfect sequence.
//! Whoever adds a source writes its folder and one line in [`SOURCES`].

use std::fmt;

use crate::combine::FirstThatWorks;
use crate::counted::Counted;
use crate::portfolio::UntilPerfect;
use crate::source::{Source, SourceKind, Toolbox};
use crate::{craig, newton};

/// All sources.
pub static SOURCES: &[SourceKind] = &[newton::KIND, craig::KIND];

/// What `--refine` asks for. Its names are known.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SourceChoice {
    /// One source.
    One(String),
    /// The first that works.
    FirstThatWorks(Vec<String>),
    /// Until one has a perfect sequence.
    UntilPerfect(Vec<String>),
}

const PERFECT: &str = "perfect:";

impl SourceChoice {
    /// Reads a choice among these kinds. The error is for people.
    pub fn parse(text: &str, kinds: &[SourceKind]) -> Result<SourceChoice, String> {
        let full_name = |name: &str| {
            let (kind, parameters) = name.split_once(':').unwrap_or((name, ""));
            let is_bare = name.ends_with(':');
            let known = kinds.iter().find(|known| known.name == kind && !is_bare);
            known.and_then(|kind| (kind.full_name)(parameters)).ok_or_else(|| {
                let known = kinds.iter().map(|kind| format!("{}:{}", kind.name, kind.parameters));
                let known = known.collect::<Vec<_>>().join(", ");
                format!(
                    "`{name}` is no source of assertions; there is {known}; A,B is the first that works, \
                         perfect:A,B asks until a sequence is perfect"
                )
            })
        };
        let list = |text: &str| text.split(',').map(full_name).collect::<Result<Vec<_>, _>>();
        if let Some(rest) = text.strip_prefix(PERFECT) {
            return Ok(SourceChoice::UntilPerfect(list(rest)?));
        }
        let mut names = list(text)?;
        Ok(if names.len() == 1 {
            SourceChoice::One(names.remove(0))
        } else {
            SourceChoice::FirstThatWorks(names)
        })
    }

    /// The same source, as near to the end of a trace as it can be: Newton by weakest preconditions on the core.
    pub fn backward(&self) -> SourceChoice {
        let backward = |name: &String| match name.starts_with("newton:") {
            true => "newton:it-wp-lv".to_string(),
            false => name.clone(),
        };
        let all = |names: &[String]| {
            let mut names: Vec<String> = names.iter().map(backward).collect();
            names.dedup();
            names
        };
        match self {
            SourceChoice::One(name) => SourceChoice::One(backward(name)),
            SourceChoice::FirstThatWorks(names) => SourceChoice::FirstThatWorks(all(names)),
            SourceChoice::UntilPerfect(names) => SourceChoice::UntilPerfect(all(names)),
        }
    }

    /// Makes the source. The error says what is missing.
    pub fn open(&self, kinds: &[SourceKind], toolbox: &dyn Toolbox) -> Result<Box<dyn Source>, String> {
        let open = |name: &String| -> Result<Box<dyn Source>, String> {
            let kind = name.split(':').next().unwrap_or_default();
            match kinds.iter().find(|known| known.name == kind) {
                Some(known) => Ok(Box::new(Counted::new((known.open)(name, toolbox)?))),
                None => Err(format!("there is no source `{name}`")),
            }
        };
        let all = |names: &[String]| names.iter().map(open).collect::<Result<Vec<_>, _>>();
        Ok(match self {
            SourceChoice::One(name) => open(name)?,
            SourceChoice::FirstThatWorks(names) => Box::new(FirstThatWorks::new(all(names)?)),
            SourceChoice::UntilPerfect(names) => Box::new(UntilPerfect::new(all(names)?)),
        })
    }
}

impl Default for SourceChoice {
    fn default() -> SourceChoice {
        SourceChoice::parse("newton", SOURCES).expect("a source")
    }
}

impl fmt::Display for SourceChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SourceChoice::One(name) => f.write_str(name),
            SourceChoice::FirstThatWorks(names) => f.write_str(&names.join(",")),
            SourceChoice::UntilPerfect(names) => write!(f, "{PERFECT}{}", names.join(",")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_print_as_they_are_read() {
        let parse = |text: &str| SourceChoice::parse(text, SOURCES);
        for text in [
            "newton:it-sp-lv",
            "craig:z3",
            "craig:z3-trace",
            "newton:sp,newton:it-wp",
            "perfect:newton:it-sp-lv,newton:it-wp-lv",
        ] {
            assert_eq!(parse(text).expect("a choice").to_string(), text);
        }
        assert_eq!(parse("newton").expect("the default").to_string(), "newton:it-sp-lv");
        assert_eq!(parse("craig").expect("the default").to_string(), "craig:builtin");
        assert_eq!(
            parse("newton:sp,craig").expect("two").backward().to_string(),
            "newton:it-wp-lv,craig:builtin"
        );
        assert_eq!(parse("perfect:newton").expect("one").to_string(), "perfect:newton:it-sp-lv");
        for wrong in [
            "",
            ",",
            "newton,",
            "oracle",
            "craig:",
            "craig:oracle",
            "craig:oracle-trace",
            "craig:builtin-trace",
            "craig:-trace",
            "newton:",
            "newton:lv",
            "newtonsp",
            "perfect:",
            "perfect",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
