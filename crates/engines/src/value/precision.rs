//! The precision: which places are tracked at which location (Refinement Selection, Sect. 3).

use base::index::IndexVec;
use program::LocationId;

use super::place::PlaceId;

/// For each location, the tracked places, sorted.
pub struct Precision {
    tracked: IndexVec<LocationId, Vec<PlaceId>>,
    /// Whether a place that is tracked somewhere is tracked everywhere.
    is_global: bool,
}

impl Precision {
    /// Nothing is tracked.
    pub fn new(locations: usize, is_global: bool) -> Precision {
        Precision { tracked: IndexVec::from_elem(Vec::new(), locations), is_global }
    }

    /// What is tracked at a location.
    pub fn at(&self, location: LocationId) -> &[PlaceId] {
        &self.tracked[location]
    }

    /// Tracks a place; false if it was tracked already.
    pub fn track(&mut self, location: LocationId, place: PlaceId) -> bool {
        if !self.is_global {
            return insert(&mut self.tracked[location], place);
        }
        let mut is_new = false;
        for tracked in self.tracked.iter_mut() {
            is_new |= insert(tracked, place);
        }
        is_new
    }

    /// How many pairs of a location and a place there are.
    pub fn size(&self) -> usize {
        self.tracked.iter().map(Vec::len).sum()
    }

    /// How many places are tracked somewhere.
    pub fn width(&self) -> usize {
        let mut all: Vec<PlaceId> = self.tracked.iter().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        all.len()
    }
}

fn insert(tracked: &mut Vec<PlaceId>, place: PlaceId) -> bool {
    match tracked.binary_search(&place) {
        Ok(_) => false,
        Err(position) => {
            tracked.insert(position, place);
            true
        }
    }
}
