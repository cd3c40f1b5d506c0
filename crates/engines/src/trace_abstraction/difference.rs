//! The difference of the abstraction and a Floyd–Hoare automaton, computed on the
//! fly: the traces that are left when those of the automaton are removed.

use std::collections::VecDeque;

use base::Exhausted;
use rustc_hash::FxHashMap;
use term::{Term, build as mk};

use super::automaton::{State, StateId, TraceAutomaton};
use super::floyd_hoare::{FloydHoare, Oracle, SetId};

/// The states that are reachable in the product; a transition into a set with `false` is left out.
pub fn difference(
    abstraction: &TraceAutomaton,
    automaton: &mut FloydHoare,
    oracle: &mut Oracle,
) -> Result<TraceAutomaton, Exhausted> {
    let mut result = TraceAutomaton::default();
    let Some(initial) = abstraction.initial() else { return Ok(result) };
    let mut ids: FxHashMap<(StateId, SetId), StateId> = FxHashMap::default();
    let mut formulas: FxHashMap<SetId, Term> = FxHashMap::default();
    let mut work = VecDeque::new();
    let mut visit = |pair: (StateId, SetId),
                     result: &mut TraceAutomaton,
                     work: &mut VecDeque<_>,
                     automaton: &FloydHoare,
                     oracle: &Oracle| {
        *ids.entry(pair).or_insert_with(|| {
            let old = &abstraction.states[pair.0];
            let known = *formulas.entry(pair.1).or_insert_with(|| automaton.formula(pair.1, oracle.unifier));
            let annotation = mk::and2(old.annotation, known);
            let id = result.states.push(State { location: old.location, annotation, successors: Vec::new() });
            work.push_back((pair, id));
            id
        })
    };
    visit((initial, automaton.initial()), &mut result, &mut work, automaton, oracle);
    while let Some(((state, set), id)) = work.pop_front() {
        oracle.budget.check()?;
        for &(block, next) in &abstraction.states[state].successors {
            if let Some(next_set) = automaton.successor(set, block, oracle) {
                let next_id = visit((next, next_set), &mut result, &mut work, automaton, oracle);
                result.states[id].successors.push((block, next_id));
            }
        }
    }
    Ok(result)
}
