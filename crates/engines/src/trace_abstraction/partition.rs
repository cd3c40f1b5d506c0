//! Which states of an abstraction have the same future: the coarsest partition of the states such that those of a class
//! have the same location and lead, under the same blocks, to the same classes.
//!
//! A class is split when successors of some of its states got a new class; its largest part keeps the number, so that a
//! state is renumbered at most logarithmically often (Hopcroft 1971). Traces may be long: with a pass over all states
//! for each step, their number would count twice.

use std::collections::BTreeSet;

use base::index::{Idx, IndexVec};
use program::BlockId;
use rustc_hash::FxHashMap;

use super::automaton::{StateId, TraceAutomaton};

/// The class of each state.
pub fn coarsest(abstraction: &TraceAutomaton) -> IndexVec<StateId, u32> {
    let mut partition = Partition::by_location(abstraction);
    while let Some(class) = partition.dirty.pop_first() {
        partition.split(class);
    }
    partition.classes
}

struct Partition<'a> {
    abstraction: &'a TraceAutomaton,
    predecessors: IndexVec<StateId, Vec<StateId>>,
    classes: IndexVec<StateId, u32>,
    members: Vec<Vec<StateId>>,
    /// Where a state is among the members of its class.
    positions: IndexVec<StateId, usize>,
    /// For each class, the states with a successor that was renumbered since the class was looked at.
    changed: Vec<BTreeSet<StateId>>,
    /// The classes that have such states.
    dirty: BTreeSet<u32>,
}

impl Partition<'_> {
    fn by_location(abstraction: &TraceAutomaton) -> Partition<'_> {
        let count = abstraction.states.len();
        let mut partition = Partition {
            abstraction,
            predecessors: IndexVec::from_elem(Vec::new(), count),
            classes: IndexVec::from_elem(0, count),
            members: Vec::new(),
            positions: IndexVec::from_elem(0, count),
            changed: Vec::new(),
            dirty: BTreeSet::new(),
        };
        let mut numbers: FxHashMap<usize, u32> = FxHashMap::default();
        for (id, state) in abstraction.states.iter_enumerated() {
            for &(_, next) in &state.successors {
                partition.predecessors[next].push(id);
            }
            let class = *numbers.entry(state.location.index()).or_insert_with(|| partition.add_class());
            partition.put(id, class);
            partition.changed[class as usize].insert(id);
            partition.dirty.insert(class);
        }
        partition
    }

    fn add_class(&mut self) -> u32 {
        self.members.push(Vec::new());
        self.changed.push(BTreeSet::new());
        self.members.len() as u32 - 1
    }

    fn put(&mut self, state: StateId, class: u32) {
        self.classes[state] = class;
        self.positions[state] = self.members[class as usize].len();
        self.members[class as usize].push(state);
    }

    fn take(&mut self, state: StateId) {
        let members = &mut self.members[self.classes[state] as usize];
        let position = self.positions[state];
        members.swap_remove(position);
        if let Some(&moved) = members.get(position) {
            self.positions[moved] = position;
        }
    }

    /// Splits a class by the moves of its states. Those without a change have the moves that all had before, and those
    /// with one have others, because numbers are never used again.
    fn split(&mut self, class: u32) {
        let changed = std::mem::take(&mut self.changed[class as usize]);
        let mut numbers: FxHashMap<Vec<(BlockId, u32)>, usize> = FxHashMap::default();
        let mut parts: Vec<Vec<StateId>> = Vec::new();
        for &id in &changed {
            let successors = &self.abstraction.states[id].successors;
            let moves = successors.iter().map(|(block, next)| (*block, self.classes[*next])).collect();
            let part = *numbers.entry(moves).or_insert(parts.len());
            if part == parts.len() {
                parts.push(Vec::new());
            }
            parts[part].push(id);
        }
        let unchanged = self.members[class as usize].len() - changed.len();
        let largest = (0..parts.len()).max_by_key(|part| (parts[*part].len(), std::cmp::Reverse(*part)));
        if let Some(largest) = largest.filter(|part| parts[*part].len() > unchanged) {
            parts.swap_remove(largest);
            let rest = self.members[class as usize].iter().copied();
            let mut rest: Vec<StateId> = rest.filter(|id| !changed.contains(id)).collect();
            rest.sort_unstable();
            parts.push(rest);
        }
        parts.retain(|part| !part.is_empty());
        for part in &parts {
            let class = self.add_class();
            for &id in part {
                self.take(id);
                self.put(id, class);
            }
        }
        // Only now every state has its class.
        parts.concat().into_iter().for_each(|id| self.tell_predecessors(id));
    }

    /// Says that a state was renumbered.
    fn tell_predecessors(&mut self, id: StateId) {
        for &before in &self.predecessors[id] {
            let class = self.classes[before];
            self.changed[class as usize].insert(before);
            self.dirty.insert(class);
        }
    }
}

#[cfg(test)]
mod tests {
    use program::{BlockId, LocationId};
    use term::build as mk;

    use super::super::automaton::State;
    use super::*;

    /// Moore's algorithm: classes are refined in passes over all states.
    fn by_passes(abstraction: &TraceAutomaton) -> Vec<u32> {
        let mut classes: Vec<u32> =
            abstraction.states.iter().map(|state| state.location.index() as u32).collect();
        for _ in 0..abstraction.states.len() {
            let mut numbers: FxHashMap<(u32, Vec<(BlockId, u32)>), u32> = FxHashMap::default();
            let refine = |(id, state): (usize, &State)| {
                let moves = state.successors.iter().map(|(block, next)| (*block, classes[next.index()]));
                let fresh = numbers.len() as u32;
                *numbers.entry((classes[id], moves.collect())).or_insert(fresh)
            };
            classes = abstraction.states.iter().enumerate().map(refine).collect();
        }
        classes
    }

    /// Numbers in the order in which they appear.
    fn in_order(classes: impl IntoIterator<Item = u32>) -> Vec<usize> {
        let mut seen = Vec::new();
        let number = |class: u32| match seen.iter().position(|other| *other == class) {
            Some(position) => position,
            None => {
                seen.push(class);
                seen.len() - 1
            }
        };
        classes.into_iter().map(number).collect()
    }

    fn random(seed: u64, states: usize) -> TraceAutomaton {
        let mut number = seed;
        let mut below = |bound: usize| {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (number >> 33) as usize % bound
        };
        let mut abstraction = TraceAutomaton::default();
        for _ in 0..states {
            let location = LocationId::from_usize(below(3));
            let blocks = (0..below(3)).map(BlockId::from_usize);
            let successors = blocks.map(|block| (block, StateId::from_usize(below(states)))).collect();
            abstraction.states.push(State { location, annotation: mk::tt(), successors });
        }
        abstraction
    }

    #[test]
    fn the_partition_is_that_of_moore() {
        let mut merged = 0;
        for seed in 0..300 {
            let abstraction = random(seed, 4 + seed as usize % 30);
            let found = in_order(coarsest(&abstraction).iter().copied());
            assert_eq!(found, in_order(by_passes(&abstraction)), "{abstraction:?}");
            merged += usize::from(found.iter().max().is_some_and(|most| most + 1 < found.len()));
        }
        assert!(merged > 100, "states are merged in {merged} abstractions only");
    }

    #[test]
    fn long_chains_take_no_time() {
        let mut abstraction = TraceAutomaton::default();
        for number in 0..20_000 {
            let next = StateId::from_usize(number + 1);
            let successors = if number < 19_999 { vec![(BlockId::from_usize(0), next)] } else { Vec::new() };
            let location = LocationId::from_usize(0);
            abstraction.states.push(State { location, annotation: mk::tt(), successors });
        }
        let start = std::time::Instant::now();
        assert_eq!(in_order(coarsest(&abstraction).iter().copied()), (0..20_000).collect::<Vec<_>>());
        assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
    }
}
