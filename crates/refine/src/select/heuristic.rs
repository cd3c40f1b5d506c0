//! Heuristics for refinement selection (Sect. 5), each ascending or descending, combined lexicographically.

use std::fmt;
use std::str::FromStr;

/// What is known about a refinement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// The length of the sliced prefix.
    pub length: u64,
    /// The product of the domain-type scores of the variables.
    pub domain: u64,
    /// How many positions there are from the first to the last where something is tracked.
    pub width: u64,
    /// The first position where something is tracked.
    pub pivot: u64,
    /// How many statements assign to the variables.
    pub assignments: u64,
    /// How many assumptions read the variables.
    pub assumptions: u64,
    /// How many assertions have quantifiers.
    pub quantifiers: u64,
    /// How large the assertions are.
    pub size: u64,
    /// How many equalities are about loop counters; they unroll loops, where inequalities need not.
    pub form: u64,
    /// 0 if the sequence is perfect, 1 if not.
    pub imperfection: u64,
}

/// A feature by its name.
struct Heuristic {
    name: &'static str,
    /// One line for people.
    summary: &'static str,
    feature: fn(&Features) -> u64,
}

const HEURISTICS: &[Heuristic] = &[
    Heuristic { name: "domain", summary: "product of the domain-type scores", feature: |f| f.domain },
    Heuristic { name: "width", summary: "positions that track something", feature: |f| f.width },
    Heuristic { name: "pivot", summary: "first position that tracks something", feature: |f| f.pivot },
    Heuristic { name: "length", summary: "length of the sliced prefix", feature: |f| f.length },
    Heuristic { name: "assignments", summary: "assignments to the variables", feature: |f| f.assignments },
    Heuristic { name: "assumptions", summary: "assumptions about the variables", feature: |f| f.assumptions },
    Heuristic { name: "quantifiers", summary: "assertions with quantifiers", feature: |f| f.quantifiers },
    Heuristic { name: "size", summary: "size of the assertions", feature: |f| f.size },
    Heuristic { name: "form", summary: "equalities about loop counters", feature: |f| f.form },
    Heuristic { name: "imperfect", summary: "1 if the sequence is not perfect", feature: |f| f.imperfection },
];

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Key {
    /// The smallest value of this heuristic, by its position.
    Smallest(usize),
    /// The largest value.
    Largest(usize),
    /// With this seed.
    Random(u64),
}

/// Which refinement is selected: the first heuristic decides, then the second, ...; at last the shortest prefix.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Selection {
    keys: Vec<Key>,
}

impl Default for Selection {
    /// The paper's best combination: good domain-type score, then narrow precision.
    fn default() -> Selection {
        "domain-min,width-min".parse().expect("known heuristics")
    }
}

impl Selection {
    /// The names of the heuristics with what they look at.
    pub fn heuristics() -> impl Iterator<Item = (&'static str, &'static str)> {
        HEURISTICS.iter().map(|heuristic| (heuristic.name, heuristic.summary))
    }

    /// The position of the best candidate; `None` if there is none.
    pub fn best(&self, candidates: &[Features]) -> Option<usize> {
        let rank = |position: &usize| {
            let features = &candidates[*position];
            let value = |key: &Key| match key {
                Key::Smallest(heuristic) => (HEURISTICS[*heuristic].feature)(features),
                Key::Largest(heuristic) => u64::MAX - (HEURISTICS[*heuristic].feature)(features),
                Key::Random(seed) => {
                    scrambled(seed.wrapping_add(*position as u64).wrapping_add(features.length << 20))
                }
            };
            let mut ranks: Vec<u64> = self.keys.iter().map(value).collect();
            ranks.push(features.length);
            ranks
        };
        (0..candidates.len()).min_by_key(rank)
    }
}

/// A number that looks random (SplitMix64).
fn scrambled(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

impl FromStr for Selection {
    type Err = String;

    fn from_str(text: &str) -> Result<Selection, String> {
        let key = |name: &str| {
            if let Some(seed) = name.strip_prefix("random") {
                let seed = seed.strip_prefix(':').unwrap_or("0").parse();
                return seed.map(Key::Random).map_err(|_| format!("`{name}` has no number behind the colon"));
            }
            let (stem, direction) = name.rsplit_once('-').unwrap_or((name, ""));
            let known = HEURISTICS.iter().position(|heuristic| heuristic.name == stem);
            match (known, direction) {
                (Some(heuristic), "min") => Ok(Key::Smallest(heuristic)),
                (Some(heuristic), "max") => Ok(Key::Largest(heuristic)),
                _ => {
                    let names: Vec<&str> = HEURISTICS.iter().map(|heuristic| heuristic.name).collect();
                    Err(format!(
                        "`{name}` is no heuristic; there is NAME-min and NAME-max for {}, and random:SEED",
                        names.join(", ")
                    ))
                }
            }
        };
        Ok(Selection { keys: text.split(',').map(key).collect::<Result<_, _>>()? })
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, key) in self.keys.iter().enumerate() {
            let separator = if position == 0 { "" } else { "," };
            match key {
                Key::Smallest(heuristic) => write!(f, "{separator}{}-min", HEURISTICS[*heuristic].name)?,
                Key::Largest(heuristic) => write!(f, "{separator}{}-max", HEURISTICS[*heuristic].name)?,
                Key::Random(seed) => write!(f, "{separator}random:{seed}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates() -> [Features; 3] {
        let one = |domain, width, length| Features { domain, width, length, ..Features::default() };
        [one(4, 9, 30), one(4, 3, 20), one(100, 1, 10)]
    }

    fn best(text: &str) -> Option<usize> {
        text.parse::<Selection>().expect("heuristics").best(&candidates())
    }

    #[test]
    fn heuristics_combine_lexicographically() {
        assert_eq!(best("domain-min,width-min"), Some(1));
        assert_eq!(best("domain-min,width-max"), Some(0));
        assert_eq!(best("width-min,domain-min"), Some(2));
        assert_eq!(best("domain-max"), Some(2));
        assert_eq!(best("length-max"), Some(0));
        // The shortest prefix is the last tie breaker.
        assert_eq!(best("domain-min"), Some(1));
        assert_eq!(best("size-min"), Some(2));
        assert_eq!("length-min".parse::<Selection>().expect("a heuristic").best(&[]), None);
    }

    #[test]
    fn selections_are_read_and_printed() {
        for text in ["domain-min,width-min", "pivot-max", "random:7,size-max"] {
            assert_eq!(
                text.parse::<Selection>().map(|selection| selection.to_string()),
                Ok(text.to_string())
            );
        }
        let why = "domain".parse::<Selection>().expect_err("no direction");
        assert!(why.contains("`domain` is no heuristic") && why.contains("width"), "{why}");
        assert!("random:x".parse::<Selection>().is_err());
    }

    #[test]
    fn random_is_the_same_every_time() {
        assert_eq!(best("random:1"), best("random:1"));
        let all: std::collections::BTreeSet<_> =
            (0..50).map(|seed| best(&format!("random:{seed}"))).collect();
        assert_eq!(all.len(), 3);
    }
}
