//! The refinement of a path: thresholds that exclude it.
//!
//! The path is executed again, and the intervals of some variables do not grow to thresholds. If that excludes the path,
//! the exact bounds on it become thresholds: of a single variable if one suffices, otherwise of all.

use program::{EdgeId, LocationId};

use super::RangeAnalysis;
use super::condition::State;

/// Which variables keep their exact intervals.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exact {
    All,
    Only(usize),
}

/// More states at one position of a path are not followed.
const MAX_STATES: usize = 64;

impl RangeAnalysis<'_> {
    /// Adds thresholds that exclude a path; false if there are none.
    pub(super) fn refine(&mut self, path: &[EdgeId]) -> bool {
        let Some(all) = self.excluding(path, Exact::All) else { return false };
        let mut best = None;
        for variable in 0..self.machine.variables.len() {
            let is_rounded = |state: &State| {
                let values = state[variable];
                self.thresholds.round(variable, values) != values
            };
            if all.iter().any(is_rounded) && best.is_none() {
                best = self.excluding(path, Exact::Only(variable)).map(|states| (variable, states));
            }
        }
        let mut is_finer = false;
        let (variables, states) = match best {
            Some((variable, states)) => (variable..variable + 1, states),
            None => (0..self.machine.variables.len(), all),
        };
        for state in &states {
            for variable in variables.clone() {
                is_finer |= self.thresholds.add(variable, state[variable]);
            }
        }
        is_finer
    }

    /// If a path is excluded, the states where states are kept on it.
    fn excluding(&mut self, path: &[EdgeId], exact: Exact) -> Option<Vec<State>> {
        let program = self.program;
        let (mut states, mut kept) = (vec![self.machine.anything()], Vec::new());
        for &edge in path {
            let mut after: Vec<State> = Vec::new();
            for state in states {
                after.extend(self.machine.execute(&program.cfg, edge, state));
            }
            if after.is_empty() {
                return Some(kept);
            }
            if after.len() > MAX_STATES {
                return None;
            }
            let next = self.graph.destination(edge);
            if self.graph.is_kept(next) {
                after.iter_mut().for_each(|state| self.forget_on_path(next, state, exact));
                kept.extend(after.iter().cloned());
            }
            states = after;
        }
        None
    }

    fn forget_on_path(&self, location: LocationId, state: &mut State, exact: Exact) {
        let rounded = self.rounded(location, state.clone());
        let live = &self.live[location];
        for (number, values) in rounded.into_iter().enumerate() {
            let is_live = live[number / 64] >> (number % 64) & 1 == 1;
            if !is_live || (exact != Exact::All && exact != Exact::Only(number)) {
                state[number] = values;
            }
        }
    }
}
