//! The refinement of a path: thresholds that exclude it, and the first state that they make smaller.
//!
//! The path is executed again, and the intervals of some variables do not grow to thresholds. If that excludes the path,
//! the exact bounds on it become thresholds: of a single variable if one suffices, otherwise of all. States on the path
//! that are older than a threshold may be larger than what it allows now: the first of them is the pivot. A path may be
//! excluded without new thresholds, because another one was before.

use base::Budget;
use program::{EdgeId, LocationId};

use super::state::State;
use super::{MAX_REFINEMENTS, RangeAnalysis, StateId};

/// Which variables keep their exact intervals, and at which of the places of a path where states are kept.
#[derive(Clone)]
struct Exact {
    variables: Vec<usize>,
    places: Vec<bool>,
}

/// States on a path, each with the number of its place.
type Kept = Vec<(usize, State)>;

/// That a path is excluded.
struct Excluded {
    /// The states where states are kept on it, each with the number of its place.
    kept: Kept,
    /// No state is left after so many statements.
    length: usize,
}

/// More states at one position of a path are not followed.
const MAX_STATES: usize = 64;

/// Of more things, several are left out at once. Each attempt follows the path once.
const MAX_SINGLE: usize = 32;

impl RangeAnalysis<'_> {
    /// Excludes a path whose last state is the given one, and returns its pivot; nothing if ranges do not exclude it.
    pub(super) fn refine(&mut self, state: StateId, path: &[EdgeId], budget: &Budget) -> Option<StateId> {
        let none = Exact { variables: Vec::new(), places: Vec::new() };
        if self.excluding(path, &none).is_none() {
            if self.counters.refinements >= MAX_REFINEMENTS || !self.add_thresholds(path, budget) {
                return None;
            }
            self.counters.refinements += 1;
        }
        self.pivot(state)
    }

    /// Adds thresholds that exclude a path; false if there are none.
    fn add_thresholds(&mut self, path: &[EdgeId], budget: &Budget) -> bool {
        let is_kept = |edge: &&EdgeId| self.graph.is_kept(self.graph.destination(**edge));
        let places = vec![true; path.iter().filter(is_kept).count()];
        let all = Exact { variables: (0..self.machine.variables.len()).collect(), places };
        let Some(excluded) = self.excluding(path, &all) else { return false };
        let Some((exact, states)) = self.weakest(&path[..excluded.length], all, excluded.kept, budget) else {
            return false;
        };
        let mut is_finer = false;
        for (place, state) in &states {
            for &variable in exact.variables.iter().filter(|_| exact.places[*place]) {
                is_finer |= self.thresholds.add(variable, state[variable]);
            }
        }
        is_finer
    }

    /// Few variables and places that exclude a path, as all of the given ones do: each threshold makes more states.
    /// Nothing if there is no time.
    fn weakest(
        &mut self,
        path: &[EdgeId],
        all: Exact,
        states: Kept,
        budget: &Budget,
    ) -> Option<(Exact, Kept)> {
        let is_rounded = |variable: &usize| {
            states.iter().any(|(_, state)| {
                let values = state[*variable];
                self.thresholds.round(*variable, values) != values
            })
        };
        let relevant = self.machine.relevant(path);
        let variables: Vec<usize> = all.variables.iter().copied().filter(is_rounded).collect();
        let relevant: Vec<usize> = variables.iter().copied().filter(|v| relevant.contains(v)).collect();
        let mut best = (Exact { variables, ..all.clone() }, states);
        self.weaken(path, &mut best, |exact| exact.variables = relevant);
        let mut is_single = false;
        if best.0.variables.len() <= MAX_SINGLE {
            for variable in best.0.variables.clone() {
                budget.check().ok()?;
                is_single = self.weaken(path, &mut best, |exact| exact.variables = vec![variable]);
                if is_single {
                    break;
                }
            }
        }
        if !is_single {
            let variables = best.0.variables.clone();
            self.leave_out(path, &mut best, variables, budget, |exact, out| {
                exact.variables.retain(|variable| !out.contains(variable));
            })?;
        }
        let places = (0..best.0.places.len()).collect();
        self.leave_out(path, &mut best, places, budget, |exact, out| {
            out.iter().for_each(|place| exact.places[*place] = false);
        })?;
        Some(best)
    }

    /// Leaves things out, as many as possible: first many at once, then fewer. Nothing if there is no time.
    fn leave_out(
        &mut self,
        path: &[EdgeId],
        best: &mut (Exact, Kept),
        mut things: Vec<usize>,
        budget: &Budget,
        out: impl Fn(&mut Exact, &[usize]),
    ) -> Option<()> {
        let mut size = if things.len() <= MAX_SINGLE { 1 } else { things.len() / 2 };
        while size > 0 {
            let mut left = Vec::new();
            for some in things.chunks(size) {
                budget.check().ok()?;
                if !self.weaken(path, best, |exact| out(exact, some)) {
                    left.extend(some);
                }
            }
            things = left;
            size = if size == 1 { 0 } else { (size / 4).max(1) };
        }
        Some(())
    }

    /// Changes what is exact, if the path stays excluded.
    fn weaken(&mut self, path: &[EdgeId], best: &mut (Exact, Kept), change: impl FnOnce(&mut Exact)) -> bool {
        let mut weaker = best.0.clone();
        change(&mut weaker);
        let excluded = self.excluding(path, &weaker);
        let is_excluded = excluded.is_some();
        if let Some(excluded) = excluded {
            *best = (weaker, excluded.kept);
        }
        is_excluded
    }

    /// If a path is excluded, what shows that.
    fn excluding(&mut self, path: &[EdgeId], exact: &Exact) -> Option<Excluded> {
        let (mut states, mut kept, mut place) = (vec![self.machine.anything()], Vec::new(), 0);
        for (position, &edge) in path.iter().enumerate() {
            let mut after = self.after(states, edge);
            if after.is_empty() {
                return Some(Excluded { kept, length: position + 1 });
            }
            if after.len() > MAX_STATES {
                return None;
            }
            let next = self.graph.destination(edge);
            if self.graph.is_kept(next) {
                let is_exact = exact.places.get(place).copied().unwrap_or(false);
                let exact = if is_exact { &exact.variables[..] } else { &[] };
                after.iter_mut().for_each(|state| self.forget_on_path(next, state, exact));
                kept.extend(after.iter().map(|state| (place, state.clone())));
                place += 1;
            }
            states = after;
        }
        None
    }

    fn after(&mut self, states: Vec<State>, edge: EdgeId) -> Vec<State> {
        let program = self.program;
        let mut after = Vec::new();
        for state in states {
            after.extend(self.machine.execute(&program.cfg, edge, state));
        }
        after
    }

    fn forget_on_path(&self, location: LocationId, state: &mut State, exact: &[usize]) {
        let mut rounded = self.rounded(location, state.clone());
        let live = &self.live[location];
        for &number in exact.iter().filter(|number| live[**number / 64] >> (**number % 64) & 1 == 1) {
            rounded.set(number, state[number]);
        }
        *state = rounded;
    }

    /// The first state on the way to a state that is larger than the thresholds ask for.
    fn pivot(&mut self, state: StateId) -> Option<StateId> {
        let mut way = vec![(state, None)];
        while let Some((parent, edge)) = way.last().and_then(|(state, _)| self.space.parent(*state)) {
            way.push((parent, Some(edge)));
        }
        let mut states = vec![self.machine.anything()];
        // From each state, the edge leads to the one before it in the list.
        for position in (1..way.len()).rev() {
            let (from, edge) = way[position];
            let (next, _) = way[position - 1];
            for edge in self.graph.last_path(self.space.get(from).0, edge?) {
                states = self.after(states, edge);
            }
            let (location, stored) = self.space.get(next);
            let stored = stored.clone();
            states = states.into_iter().map(|state| self.rounded(location, state)).collect();
            if !states.iter().any(|state| stored.is_within(state)) {
                return Some(next);
            }
            // The others lead to other states.
            states.retain(|state| stored.is_within(state));
        }
        None
    }
}
