//! The states that were reached.
//!
//! A state is covered by another one of its location that allows all that it allows. Only states are compared in which the
//! same variables have the same single values: they are found by hashing.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use program::{EdgeId, Interval, LocationId};
use rustc_hash::FxHasher;

use super::condition::State;

/// A state by its number.
pub type StateId = u32;

struct Reached {
    location: LocationId,
    values: State,
    /// The state before it, and the last edge of the path from there.
    parent: Option<(StateId, EdgeId)>,
}

/// All states, none of which is covered by an older one.
#[derive(Default)]
pub struct Space {
    states: Vec<Reached>,
    table: HashTable<StateId>,
    bytes: usize,
}

/// By what has a single value.
fn hash_of(location: LocationId, values: &State) -> u64 {
    let mut hasher = FxHasher::default();
    location.hash(&mut hasher);
    for (number, values) in values.iter().enumerate() {
        if let Some(value) = values.value() {
            (number, value).hash(&mut hasher);
        }
    }
    hasher.finish()
}

impl Space {
    /// How many states there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// A state.
    pub fn get(&self, state: StateId) -> (LocationId, &State) {
        let Reached { location, values, .. } = &self.states[state as usize];
        (*location, values)
    }

    /// From which state it was reached, and by which last edge.
    pub fn parent(&self, state: StateId) -> Option<(StateId, EdgeId)> {
        self.states[state as usize].parent
    }

    /// Adds a state, unless it is covered.
    pub fn add(
        &mut self,
        location: LocationId,
        values: State,
        parent: Option<(StateId, EdgeId)>,
    ) -> Option<StateId> {
        let Space { states, table, .. } = self;
        let hash = hash_of(location, &values);
        let covers = |id: &StateId| {
            let other = &states[*id as usize];
            other.location == location && values.iter().zip(&other.values).all(|(v, o)| v.is_within(*o))
        };
        if table.find(hash, covers).is_some() {
            return None;
        }
        let id = states.len() as StateId;
        self.bytes += size_of::<Reached>() + values.len() * size_of::<Interval>();
        states.push(Reached { location, values, parent });
        table.insert_unique(hash, id, |id| {
            let Reached { location, values, .. } = &states[*id as usize];
            hash_of(*location, values)
        });
        Some(id)
    }
}
