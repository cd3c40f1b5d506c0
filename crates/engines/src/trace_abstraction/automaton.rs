//! The abstraction of trace abstraction: an automaton that accepts the error
//! traces of the program that are not proved infeasible yet.
//!
//! The alphabet are the blocks. A block has one source location, so the
//! automaton is deterministic and every state belongs to one location. Each
//! state is annotated with a formula that holds whenever an execution is there;
//! annotations become the proof.

use std::collections::VecDeque;

use base::index::{IndexVec, typed_index};
use program::{BlockId, BlockProgram, LocationId, Trace};
use rustc_hash::FxHashMap;
use term::{Term, build as mk};

use crate::cegar::{Goal, goal_of};

typed_index! {
    /// A state of the abstraction.
    pub struct StateId;
}

/// A state.
#[derive(Clone, Debug)]
pub struct State {
    /// The location of the program it belongs to.
    pub location: LocationId,
    /// Holds whenever an execution is in this state.
    pub annotation: Term,
    /// Where blocks lead, in the order of the program.
    pub successors: Vec<(BlockId, StateId)>,
}

/// The automaton of the error traces that are left. It has no states when nothing is left;
/// otherwise the initial state is number 0.
#[derive(Clone, Debug, Default)]
pub struct TraceAutomaton {
    /// The states.
    pub states: IndexVec<StateId, State>,
}

impl TraceAutomaton {
    /// All error traces of a program: a state for each location, annotated `true`.
    pub fn of_program(program: &BlockProgram) -> TraceAutomaton {
        let mut automaton = TraceAutomaton::default();
        let mut ids: FxHashMap<LocationId, StateId> = FxHashMap::default();
        let mut work = VecDeque::from([program.cfg.entry]);
        let state = |location| State { location, annotation: mk::tt(), successors: Vec::new() };
        ids.insert(program.cfg.entry, automaton.states.push(state(program.cfg.entry)));
        while let Some(location) = work.pop_front() {
            for &block in &program.outgoing[location] {
                let destination = program.blocks[block].destination;
                let id = *ids.entry(destination).or_insert_with(|| {
                    work.push_back(destination);
                    automaton.states.push(state(destination))
                });
                automaton.states[ids[&location]].successors.push((block, id));
            }
        }
        automaton
    }

    /// The initial state, if any state is left.
    pub fn initial(&self) -> Option<StateId> {
        self.states.iter_enumerated().next().map(|(id, _)| id)
    }

    /// The number of transitions.
    pub fn transitions(&self) -> usize {
        self.states.iter().map(|state| state.successors.len()).sum()
    }

    /// The shortest trace to a goal of the given kind; among the shortest, the first in the order
    /// of blocks.
    pub fn shortest_trace(
        &self,
        program: &BlockProgram,
        goal: Goal,
        is_open: &dyn Fn(LocationId) -> bool,
    ) -> Option<Trace> {
        let initial = self.initial()?;
        let mut parents: IndexVec<StateId, Option<(StateId, BlockId)>> =
            IndexVec::from_elem(None, self.states.len());
        let mut is_seen = IndexVec::from_elem(false, self.states.len());
        let mut work = VecDeque::from([initial]);
        is_seen[initial] = true;
        while let Some(id) = work.pop_front() {
            let location = self.states[id].location;
            if goal_of(program, location) == Some(goal) && is_open(location) {
                return Some(trace_to(&parents, id));
            }
            for &(block, next) in &self.states[id].successors {
                if !std::mem::replace(&mut is_seen[next], true) {
                    parents[next] = Some((id, block));
                    work.push_back(next);
                }
            }
        }
        None
    }
}

fn trace_to(parents: &IndexVec<StateId, Option<(StateId, BlockId)>>, end: StateId) -> Trace {
    let mut blocks = Vec::new();
    let mut current = end;
    while let Some((parent, block)) = parents[current] {
        blocks.push(block);
        current = parent;
    }
    blocks.reverse();
    Trace { blocks }
}
