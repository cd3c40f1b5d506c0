//! The precision: which predicates are tracked where. It only grows, so that its length tells what a state knew.

use base::index::{Idx, IndexVec};
use logic::PredicateId;
use program::{BlockProgram, LocationId};

use crate::options::Scope;

/// The predicates of each location.
pub struct Precision {
    /// For each location, the number of its list.
    list_of: IndexVec<LocationId, usize>,
    lists: Vec<Vec<PredicateId>>,
}

impl Precision {
    /// No predicates anywhere.
    pub fn new(program: &BlockProgram, scope: Scope) -> Precision {
        let locations = &program.cfg.locations;
        let list_of: IndexVec<LocationId, usize> = match scope {
            Scope::Location => locations.ids().map(Idx::index).collect(),
            Scope::Function => {
                let frame =
                    |location: &program::Location| location.frame.map_or(0, |frame| frame as usize + 1);
                locations.iter().map(frame).collect()
            }
            Scope::Global => locations.iter().map(|_| 0).collect(),
        };
        let count = list_of.iter().max().map_or(0, |most| most + 1);
        Precision { list_of, lists: vec![Vec::new(); count] }
    }

    /// The predicates of a location, oldest first.
    pub fn at(&self, location: LocationId) -> &[PredicateId] {
        &self.lists[self.list_of[location]]
    }

    /// Adds predicates to a location, and returns how long its list must be to contain them.
    pub fn add(&mut self, location: LocationId, predicates: &[PredicateId]) -> usize {
        let list = &mut self.lists[self.list_of[location]];
        let mut length = 0;
        for predicate in predicates {
            let position = list.iter().position(|known| known == predicate).unwrap_or_else(|| {
                list.push(*predicate);
                list.len() - 1
            });
            length = length.max(position + 1);
        }
        length
    }

    /// How many predicates there are at all places together.
    pub fn size(&self) -> usize {
        self.lists.iter().map(Vec::len).sum()
    }
}
