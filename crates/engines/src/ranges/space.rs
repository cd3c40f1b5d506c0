//! The states that were reached.

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

/// All states, each once.
#[derive(Default)]
pub struct Space {
    states: Vec<Reached>,
    table: HashTable<StateId>,
    bytes: usize,
}

fn hash_of(location: LocationId, values: &State) -> u64 {
    let mut hasher = FxHasher::default();
    (location, values).hash(&mut hasher);
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

    /// Adds a state, unless it is known.
    pub fn add(
        &mut self,
        location: LocationId,
        values: State,
        parent: Option<(StateId, EdgeId)>,
    ) -> Option<StateId> {
        let Space { states, table, .. } = self;
        let hash = hash_of(location, &values);
        let is_same = |id: &StateId| {
            let other = &states[*id as usize];
            other.location == location && other.values == values
        };
        if table.find(hash, is_same).is_some() {
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
