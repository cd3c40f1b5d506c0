//! Interned identifiers.
//!
//! Every identifier of a program becomes a 32-bit [`Name`], so that syntax nodes are small and comparing names
//! costs nothing. A table belongs to one program.

use base::{IndexVec, typed_index};
use rustc_hash::FxHashMap;

typed_index! {
    /// An interned identifier.
    pub struct Name;
}

/// The identifiers of a program.
#[derive(Clone, Debug, Default)]
pub struct Names {
    texts: IndexVec<Name, Box<str>>,
    known: FxHashMap<Box<str>, Name>,
}

impl Names {
    /// The name of a text; the same text gives the same name.
    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(&name) = self.known.get(text) {
            return name;
        }
        let name = self.texts.push(text.into());
        self.known.insert(text.into(), name);
        name
    }

    /// The name of a text, if it occurs in the program.
    pub fn find(&self, text: &str) -> Option<Name> {
        self.known.get(text).copied()
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        &self.texts[name]
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there are no names.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The known name that is most like `text`, for hints: at most a third of its characters differ.
    pub fn closest<'a>(&self, text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        let limit = text.chars().count() / 3;
        let distances = candidates.filter(|candidate| *candidate != text).take(2000);
        let (distance, best) = distances
            .filter(|candidate| candidate.len().abs_diff(text.len()) <= 4 * limit)
            .map(|candidate| (edit_distance(text, candidate, limit), candidate))
            .min()?;
        (distance <= limit).then_some(best)
    }
}

/// The number of insertions, deletions and replacements between two texts; long texts count as different.
fn edit_distance(left: &str, right: &str, limit: usize) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    if left.len() > 64 || right.len() > 64 {
        return limit + 1;
    }
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, &a) in left.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &b) in right.iter().enumerate() {
            let replace = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replace.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_is_the_same_name() {
        let mut names = Names::default();
        let (x, y) = (names.intern("x"), names.intern("y"));
        assert_ne!(x, y);
        assert_eq!(names.intern("x"), x);
        assert_eq!((names.find("y"), names.find("z"), names.text(x)), (Some(y), None, "x"));
    }

    #[test]
    fn hints_are_close_names_only() {
        let names = Names::default();
        let closest = |text| names.closest(text, ["counter", "x", "balance"].into_iter());
        assert_eq!(closest("conuter"), Some("counter"));
        assert_eq!(closest("y"), None);
        assert_eq!(closest("balanced"), Some("balance"));
    }
}
