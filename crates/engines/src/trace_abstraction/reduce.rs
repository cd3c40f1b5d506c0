//! Keeping the abstraction small: dead ends are removed, states with the same
//! future are merged.
//!
//! What is removed still counts for the proof: a state that cannot reach an error
//! any more leaves its annotation behind as a fragment of the invariant of its
//! location. Its successors are dead ends too, or were removed before, or are
//! excluded by a triple with postcondition `false`; hence the fragments are
//! inductive together. Merged states have the disjunction of the annotations.

use base::index::{Idx, IndexVec};
use program::{BlockProgram, LocationId};
use rustc_hash::FxHashMap;
use term::{Term, build as mk};

use super::automaton::{State, StateId, TraceAutomaton};
use super::partition;
use crate::cegar::goal_of;

/// Removes the states that cannot reach a target, and returns their annotations.
pub fn remove_dead_ends(
    abstraction: &TraceAutomaton,
    program: &BlockProgram,
) -> (TraceAutomaton, Vec<(LocationId, Term)>) {
    let mut predecessors: IndexVec<StateId, Vec<StateId>> =
        IndexVec::from_elem(Vec::new(), abstraction.states.len());
    let mut work = Vec::new();
    for (id, state) in abstraction.states.iter_enumerated() {
        for &(_, next) in &state.successors {
            predecessors[next].push(id);
        }
        if goal_of(program, state.location).is_some() {
            work.push(id);
        }
    }
    let mut is_alive = IndexVec::from_elem(false, abstraction.states.len());
    while let Some(id) = work.pop() {
        if !std::mem::replace(&mut is_alive[id], true) {
            work.extend(&predecessors[id]);
        }
    }
    let dead = abstraction.states.iter_enumerated().filter(|(id, _)| !is_alive[*id]);
    let fragments = dead.map(|(_, state)| (state.location, state.annotation)).collect();
    // Without the initial state nothing can be reached.
    if abstraction.initial().is_none_or(|initial| !is_alive[initial]) {
        return (TraceAutomaton::default(), fragments);
    }
    let mut new_ids = IndexVec::from_elem(None, abstraction.states.len());
    let mut result = TraceAutomaton::default();
    for (id, state) in abstraction.states.iter_enumerated().filter(|(id, _)| is_alive[*id]) {
        new_ids[id] = Some(result.states.push(state.clone()));
    }
    for state in result.states.iter_mut() {
        let kept = state.successors.iter().filter_map(|(block, next)| Some((*block, new_ids[*next]?)));
        state.successors = kept.collect();
    }
    (result, fragments)
}

/// Merges states that have the same location and accept the same traces.
pub fn minimise(abstraction: &TraceAutomaton) -> TraceAutomaton {
    quotient(abstraction, &partition::coarsest(abstraction))
}

fn quotient(abstraction: &TraceAutomaton, classes: &IndexVec<StateId, u32>) -> TraceAutomaton {
    let mut ids: FxHashMap<u32, StateId> = FxHashMap::default();
    let mut result = TraceAutomaton::default();
    let mut annotations: Vec<Vec<Term>> = Vec::new();
    for (id, state) in abstraction.states.iter_enumerated() {
        let class = *ids.entry(classes[id]).or_insert_with(|| {
            annotations.push(Vec::new());
            // The successors still name the old states; they are mapped below.
            result.states.push(State { annotation: mk::tt(), ..state.clone() })
        });
        annotations[class.index()].push(state.annotation);
    }
    for (state, parts) in result.states.iter_mut().zip(annotations) {
        state.annotation = mk::or(parts);
        for (_, next) in &mut state.successors {
            *next = ids[&classes[*next]];
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use base::index::Idx;
    use program::{BlockEncoding, encode_blocks, read_cfg};
    use term::{Sort, build as mk};

    use super::*;

    /// A diamond whose sides do the same, and a side road that ends in nothing.
    fn program() -> BlockProgram {
        let text = "
            var x: Int
            error L4 \"assert\" \"x\"
            L0 -> L1: assume (< x 0)
            L0 -> L2: assume (> x 0)
            L0 -> L3: havoc x
            L1 -> L4: assume (= x 5)
            L2 -> L4: assume (= x 5)";
        encode_blocks(&read_cfg(text).expect("a graph"), BlockEncoding::Statement)
    }

    fn annotated(abstraction: &mut TraceAutomaton) {
        let x = mk::var("x", Sort::Int);
        for (number, state) in abstraction.states.iter_mut().enumerate().skip(1) {
            state.annotation = mk::le(mk::int(number), x);
        }
    }

    #[test]
    fn dead_ends_leave_their_annotations() {
        let program = program();
        let mut abstraction = TraceAutomaton::of_program(&program);
        annotated(&mut abstraction);
        let before = abstraction.states.len();
        let (alive, fragments) = remove_dead_ends(&abstraction, &program);
        assert_eq!(alive.states.len(), before - 1);
        assert_eq!(fragments.len(), 1);
        assert_eq!(fragments[0].0.index(), 3);
        assert!(alive.states.iter().all(|state| state.location.index() != 3));
    }

    #[test]
    fn nothing_is_left_when_the_initial_state_is_dead() {
        let program = program();
        let mut abstraction = TraceAutomaton::of_program(&program);
        for state in abstraction.states.iter_mut() {
            state.successors.clear();
        }
        let (alive, fragments) = remove_dead_ends(&abstraction, &program);
        assert!(alive.states.is_empty());
        // The target counts as alive, but is not reachable any more.
        assert_eq!(fragments.len(), abstraction.states.len() - 1);
    }

    #[test]
    fn states_of_one_location_with_the_same_future_are_merged() {
        let program = program();
        let mut abstraction = TraceAutomaton::of_program(&program);
        annotated(&mut abstraction);
        // Split the target: two copies with different annotations but the same (empty) future.
        let target = abstraction.states.ids().find(|id| abstraction.states[*id].location.index() == 4);
        let target = target.expect("the target is there");
        let copy = State { annotation: mk::tt(), ..abstraction.states[target].clone() };
        let copy = abstraction.states.push(copy);
        let first = abstraction.states.ids().find(|id| abstraction.states[*id].location.index() == 1);
        abstraction.states[first.expect("L1 is there")].successors[0].1 = copy;
        let merged = minimise(&abstraction);
        assert_eq!(merged.states.len(), abstraction.states.len() - 1);
        let targets: Vec<&State> = merged.states.iter().filter(|s| s.location.index() == 4).collect();
        assert_eq!(targets.len(), 1);
        assert!(targets[0].annotation.is_true(), "the disjunction of both annotations");
    }
}
