//! The states that were reached.
//!
//! A state is covered by another one of its location that allows all that it allows. Only states are compared in which the
//! same variables have the same single values: they are found by hashing.
//!
//! A refinement removes a state and all that was reached from it. What other states reached there is not covered any more,
//! so each state remembers from where it was reached.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use program::{EdgeId, LocationId};
use rustc_hash::FxHasher;

use super::state::State;

/// A state by its number. Numbers are not used again.
pub type StateId = u32;

struct Reached {
    location: LocationId,
    values: State,
    /// The state before it, and the last edge of the path from there.
    parent: Option<(StateId, EdgeId)>,
    /// All states from which it, or a state that it covers, is reached.
    sources: Vec<StateId>,
    hash: u64,
    is_removed: bool,
}

/// All states, none of which is covered by an older one.
#[derive(Default)]
pub struct Space {
    states: Vec<Reached>,
    table: HashTable<StateId>,
    removed: usize,
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
        self.states.len() - self.removed
    }

    /// How many bytes they take at most.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// All states.
    pub fn ids(&self) -> impl Iterator<Item = StateId> + '_ {
        (0..self.states.len() as StateId).filter(|id| !self.is_removed(*id))
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

    /// Whether a state is removed.
    pub fn is_removed(&self, state: StateId) -> bool {
        self.states[state as usize].is_removed
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
            other.location == location && values.is_within(&other.values)
        };
        let source = parent.map(|(state, _)| state);
        if let Some(&id) = table.find(hash, covers) {
            let sources = &mut states[id as usize].sources;
            if sources.last().copied() != source {
                sources.extend(source);
            }
            return None;
        }
        let id = states.len() as StateId;
        self.bytes += size_of::<Reached>() + values.bytes();
        let sources = source.into_iter().collect();
        states.push(Reached { location, values, parent, sources, hash, is_removed: false });
        table.insert_unique(hash, id, |id| states[*id as usize].hash);
        Some(id)
    }

    /// Removes a state and all states that were first reached from it or from them. Returns the other states from which
    /// one of them was reached.
    pub fn remove(&mut self, state: StateId) -> Vec<StateId> {
        let mut sources = Vec::new();
        // Whatever was reached from a state has a larger number.
        for id in state..self.states.len() as StateId {
            let Reached { parent, hash, is_removed, .. } = &self.states[id as usize];
            let is_behind = id == state || parent.is_some_and(|(parent, _)| self.is_removed(parent));
            if *is_removed || !is_behind {
                continue;
            }
            if let Ok(entry) = self.table.find_entry(*hash, |other| *other == id) {
                entry.remove();
            }
            let reached = &mut self.states[id as usize];
            reached.is_removed = true;
            self.removed += 1;
            self.bytes -= size_of::<Reached>() + reached.values.bytes();
            reached.values = State::from_iter([]);
            sources.append(&mut reached.sources);
        }
        sources.sort_unstable();
        sources.dedup();
        sources.retain(|source| !self.is_removed(*source));
        sources
    }
}

#[cfg(test)]
mod tests {
    use base::index::Idx;
    use program::Interval;

    use super::*;

    #[test]
    fn who_reached_a_removed_state_is_asked_again() {
        let mut space = Space::default();
        let below =
            |high| -> State { [Interval::new(None, Some(high)).expect("not empty")].into_iter().collect() };
        let (location, edge) = (LocationId::from_usize, EdgeId::from_usize(0));
        let entry = space.add(location(0), below(9), None).expect("new");
        let first = space.add(location(1), below(9), Some((entry, edge))).expect("new");
        let second = space.add(location(2), below(9), Some((first, edge))).expect("new");
        let other = space.add(location(3), below(9), Some((entry, edge))).expect("new");
        // The second one covers what the other one leads to.
        assert_eq!(space.add(location(2), below(5), Some((other, edge))), None);
        assert_eq!(space.remove(first), [entry, other]);
        assert_eq!(space.ids().collect::<Vec<_>>(), [entry, other]);
        assert!(space.is_removed(second));
        // Nothing covers it now.
        assert!(space.add(location(2), below(5), Some((other, edge))).is_some());
        assert_eq!(space.len(), 3);
    }
}
