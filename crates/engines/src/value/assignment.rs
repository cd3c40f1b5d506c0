//! Abstract variable assignments: some places have known values (Refinement Selection, Sect. 3; Beyer and Löwe 2013).
//!
//! One assignment is changed in place; a trail of what was there before makes it possible to go back.

use base::index::IndexVec;

use super::place::PlaceId;
use super::word::Word;

/// The current assignment.
#[derive(Default)]
pub struct Assignment {
    values: IndexVec<PlaceId, Option<Word>>,
    trail: Vec<(PlaceId, Option<Word>)>,
}

/// A position of the trail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mark(usize);

impl Assignment {
    /// The value of a place, if it is known.
    #[inline]
    pub fn get(&self, place: PlaceId) -> Option<Word> {
        self.values.get(place).copied().flatten()
    }

    /// Makes the value of a place known or unknown.
    #[inline]
    pub fn set(&mut self, place: PlaceId, value: Option<Word>) {
        use base::Idx;
        while self.values.len() <= place.index() {
            self.values.push(None);
        }
        let old = std::mem::replace(&mut self.values[place], value);
        self.trail.push((place, old));
    }

    /// Where the trail is.
    pub fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Goes back to a mark.
    #[inline]
    pub fn undo(&mut self, mark: Mark) {
        for (place, old) in self.trail.drain(mark.0..).rev() {
            self.values[place] = old;
        }
    }

    /// The places that were written since a mark, perhaps several times.
    pub fn written(&self, mark: Mark) -> impl Iterator<Item = PlaceId> {
        self.trail[mark.0..].iter().map(|(place, _)| *place)
    }

    /// Forgets everything, also how it came about.
    pub fn clear(&mut self) {
        self.undo(Mark(0));
    }
}
