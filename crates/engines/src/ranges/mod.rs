//! Range analysis: states that have an interval for each integer and Boolean variable.
//!
//! Many control systems store numbers, but only ask in which of a few ranges a number is. Value analysis enumerates the
//! numbers, and predicates find one range after the other. Here a state is a location and an interval for each variable,
//! and the intervals that are told apart are those between the constants that the program compares the variable with
//! ([`thresholds`]). Conditions split states ([`transfer`]), so states are not joined: the disjunction over all states of a
//! location is the invariant. If no state reaches a violation, that is a proof. A path to one is refined ([`refinement`]):
//! if it is infeasible with exact intervals, their bounds become thresholds, too, and what was reached from the first state
//! that is smaller now is explored again. Otherwise a solver decides it.
//!
//! States are kept where paths meet, without the variables that are not read any more.

mod condition;
mod live;
mod refinement;
#[cfg(test)]
mod soundness_tests;
mod space;
mod state;
mod thresholds;
mod transfer;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use base::index::IndexVec;
use base::{Budget, Statistics};
use program::{BlockProgram, Cases, Counterexample, EdgeId, Interval, LocationId, Proof, Target};
use refine::Feasibility;
use term::{Sort, Term, build as mk};
use verdict::Reason;

use crate::cegar::execution;
use crate::engine::{Engine, EngineKind};
use crate::observer::Observer;
use crate::outcome::{Outcome, reason_of_limit};
use crate::parts::Parts;
use crate::value::Graph;
use live::live_variables;
use space::{Space, StateId};
use state::State;
use thresholds::Thresholds;
use transfer::Machine;

/// Range analysis as a kind of engine.
pub const KIND: EngineKind = EngineKind {
    name: "ranges",
    summary: "intervals between the constants that variables are compared with, path by path",
    open: |program, _, parts| Box::new(RangeAnalysis::new(program, parts)),
};

/// A turn is counted in iterations; one has as much work as so many transfers.
const WORK_OF_ITERATION: u64 = 300_000;
/// To keep a state costs as much as a transfer for each so many variables.
const VARIABLES_OF_TRANSFER: usize = 4;
/// To copy a state costs as much as a transfer for each so many variables.
const VARIABLES_OF_COPY: usize = 64;
/// After so many paths that only a solver excludes, others know better.
const MAX_UNDECIDED: usize = 4;
/// Once there is such a path, there is no proof, and violations are searched for among so many more states, and twice as
/// many as there were before.
const MORE_STATES: usize = 2000;
/// Longer paths are not given to a solver.
const MAX_SOLVED_PATH: usize = 5000;
/// So many paths are excluded by more thresholds.
const MAX_REFINEMENTS: u64 = 200;
/// States do not take more memory.
const MAX_BYTES: usize = 1 << 30;
/// With more states, a proof would take too long to check: others find shorter ones.
const MAX_STATES: usize = 20_000;

/// The engine.
struct RangeAnalysis<'p> {
    program: &'p BlockProgram,
    parts: Parts,
    graph: Graph,
    machine: Machine,
    thresholds: Thresholds,
    live: IndexVec<LocationId, Vec<u64>>,
    space: Space,
    frontier: VecDeque<StateId>,
    /// The state whose paths are being followed, and the statements that come next on them.
    current: StateId,
    paths: Vec<(EdgeId, State)>,
    /// Goals that a path reaches which decides nothing.
    closed: BTreeSet<LocationId>,
    /// Why such a path decides nothing; the first reason is reported.
    doubt: Option<Reason>,
    candidate: Option<Box<Counterexample>>,
    /// How many paths only a solver excludes.
    undecided: usize,
    /// With more states, the search for violations is over.
    most_states: usize,
    counters: Counters,
}

#[derive(Default)]
struct Counters {
    iterations: u64,
    refinements: u64,
    longest_path: u64,
    explore_time: Duration,
    trace_time: Duration,
}

impl<'p> RangeAnalysis<'p> {
    fn new(program: &'p BlockProgram, parts: Parts) -> RangeAnalysis<'p> {
        let cfg = &program.cfg;
        let machine = Machine::new(cfg);
        let mut analysis = RangeAnalysis {
            program,
            parts,
            graph: Graph::new(program),
            thresholds: Thresholds::of(cfg, &machine.variables, &machine.numbers),
            live: live_variables(cfg, &machine.numbers),
            machine,
            space: Space::default(),
            frontier: VecDeque::new(),
            current: 0,
            paths: Vec::new(),
            closed: BTreeSet::new(),
            doubt: None,
            candidate: None,
            undecided: 0,
            most_states: usize::MAX,
            counters: Counters::default(),
        };
        let entry = analysis.space.add(analysis.graph.entry, analysis.machine.anything(), None);
        analysis.frontier.extend(entry);
        analysis
    }

    /// Follows the paths from the next state to the states behind it, until there was enough work.
    fn step(&mut self, enough: u64, budget: &Budget) -> Option<Outcome> {
        if let Err(exhausted) = budget.check() {
            return Some(Outcome::Unknown(exhausted.into()));
        }
        if self.paths.is_empty() {
            let Some(state) = self.frontier.pop_front() else { return Some(self.conclude()) };
            let (location, values) = self.space.get(state);
            self.current = state;
            self.paths = self.graph.outgoing(location).iter().rev().map(|e| (*e, values.clone())).collect();
        }
        let (cfg, state) = (&self.program.cfg, self.current);
        while self.machine.work < enough
            && let Some((edge, before)) = self.paths.pop()
        {
            let next = self.graph.destination(edge);
            for after in self.machine.execute(cfg, edge, before) {
                if self.graph.goal(next).is_some() {
                    if let Some(outcome) = self.arrive(state, edge, budget) {
                        if matches!(outcome, Outcome::Unknown(Reason::Time | Reason::Cancelled)) {
                            self.frontier.push_front(state);
                            self.paths.clear();
                        }
                        return Some(outcome);
                    }
                    if self.space.is_removed(state) {
                        self.paths.clear();
                        return None;
                    }
                } else if self.graph.is_kept(next) {
                    self.machine.work += (self.machine.variables.len() / VARIABLES_OF_TRANSFER) as u64;
                    let kept = self.rounded(next, after);
                    self.frontier.extend(self.space.add(next, kept, Some((state, edge))));
                } else {
                    let outgoing = self.graph.outgoing(next);
                    let (edges, count) = (outgoing.iter().rev().copied(), outgoing.len());
                    if count > 1 {
                        self.machine.work += (self.machine.variables.len() / VARIABLES_OF_COPY) as u64;
                    }
                    self.paths.extend(edges.zip(std::iter::repeat_n(after, count)));
                }
            }
        }
        if self.space.bytes() > MAX_BYTES || self.space.len() > MAX_STATES {
            return Some(Outcome::Unknown(Reason::ValuesCannotExclude("too many ranges".into())));
        }
        (self.space.len() > self.most_states).then(|| self.conclude())
    }

    /// What is kept of a state.
    fn rounded(&self, location: LocationId, mut state: State) -> State {
        let live = &self.live[location];
        for (number, variable) in self.machine.variables.iter().enumerate() {
            let is_live = live[number / 64] >> (number % 64) & 1 == 1;
            match variable.sort() {
                sort if !is_live => state.set(number, Interval::of_sort(sort)),
                Sort::Bool => {}
                _ => state.set(number, self.thresholds.round(number, state[number])),
            }
        }
        state
    }

    /// A path to a goal.
    fn arrive(&mut self, state: StateId, edge: EdgeId, budget: &Budget) -> Option<Outcome> {
        let goal = self.graph.destination(edge);
        if self.closed.contains(&goal) {
            return None;
        }
        let path = self.path(state, edge);
        self.counters.longest_path = self.counters.longest_path.max(path.len() as u64);
        if let Some(pivot) = self.refine(state, &path, budget) {
            self.explore_again(pivot);
            return None;
        }
        if let Err(exhausted) = budget.check() {
            return Some(Outcome::Unknown(exhausted.into()));
        }
        if path.len() > MAX_SOLVED_PATH {
            return self.leave(&path);
        }
        let start = Instant::now();
        let feasibility = self.parts.feasibility.check_path(&self.program.cfg, &path, budget);
        self.counters.trace_time += start.elapsed();
        match feasibility {
            Feasibility::Unknown(reason) => {
                let reason = match budget.check() {
                    Err(exhausted) => exhausted.into(),
                    Ok(()) if budget.is_over_soon() => Reason::Time,
                    Ok(()) => Reason::SolverUnknown(reason.to_string()),
                };
                self.doubt_goal(goal, reason)
            }
            Feasibility::Infeasible(_) => self.leave(&path),
            Feasibility::Feasible(_) => {
                if let Some(Target::Limit(limit)) = self.program.target(goal) {
                    return self.doubt_goal(goal, reason_of_limit(limit));
                }
                match execution::of_path(self.program, &path, &mut self.parts.feasibility, budget) {
                    Ok(counterexample) => Some(Outcome::Unsafe(Box::new(counterexample))),
                    Err(doubt) => {
                        self.candidate = self.candidate.take().or(doubt.candidate);
                        self.doubt_goal(goal, doubt.reason)
                    }
                }
            }
        }
    }

    /// Removes a state and what was reached from it, so that what leads there is explored again.
    fn explore_again(&mut self, pivot: StateId) {
        let sources = self.space.remove(pivot);
        self.frontier.retain(|state| !self.space.is_removed(*state) && !sources.contains(state));
        sources.into_iter().rev().for_each(|state| self.frontier.push_front(state));
    }

    /// A path that only a solver excludes, if anybody does.
    fn leave(&mut self, path: &[EdgeId]) -> Option<Outcome> {
        let end = path.last().map(|edge| self.program.cfg.edges[*edge].destination);
        let end = end.map(|location| self.program.cfg.location_name(location)).unwrap_or_default();
        let what = format!("a path of {} statements to {end}", path.len());
        self.doubt.get_or_insert(Reason::ValuesCannotExclude(what));
        if self.undecided == 0 {
            self.most_states = 2 * self.space.len() + MORE_STATES;
        }
        self.undecided += 1;
        (self.undecided >= MAX_UNDECIDED).then(|| self.conclude())
    }

    /// A path that decides nothing: its goal is not looked at any more, others are.
    fn doubt_goal(&mut self, goal: LocationId, reason: Reason) -> Option<Outcome> {
        if matches!(reason, Reason::Time | Reason::Cancelled) {
            return Some(Outcome::Unknown(reason));
        }
        self.closed.insert(goal);
        self.doubt.get_or_insert(reason);
        None
    }

    /// The path from the entry to the end of an edge behind a state.
    fn path(&self, state: StateId, edge: EdgeId) -> Vec<EdgeId> {
        let mut parts = Vec::new();
        let mut step = Some((state, edge));
        while let Some((state, edge)) = step {
            parts.push(self.graph.last_path(self.space.get(state).0, edge));
            step = self.space.parent(state);
        }
        parts.into_iter().rev().flatten().collect()
    }

    /// The search is over.
    fn conclude(&self) -> Outcome {
        match self.doubt.clone() {
            // Others look at other paths to the same violation, which may be exact.
            Some(Reason::Overapproximation(why)) => {
                let what = format!("a path that may be none of the program: {why}");
                Outcome::Unknown(Reason::ValuesCannotExclude(what))
            }
            Some(reason) => Outcome::Unknown(reason),
            None => Outcome::Safe(self.proof()),
        }
    }

    /// The states as cases of the locations. What has one value in all states of a location is a place, so that the
    /// evidence can compute with it; other ranges are conditions.
    fn proof(&self) -> Proof {
        let mut at: BTreeMap<LocationId, Vec<&State>> = BTreeMap::new();
        for state in self.space.ids() {
            let (location, values) = self.space.get(state);
            at.entry(location).or_default().push(values);
        }
        let mut cases = Vec::new();
        for location in self.graph.kept() {
            let none = Cases { location, places: Vec::new(), condition: mk::tt(), rows: Vec::new() };
            match at.get(&location) {
                None => cases.push(none),
                Some(states) => cases.extend(self.cases(location, states)),
            }
        }
        Proof { cases, ..Proof::default() }
    }

    fn cases(&self, location: LocationId, states: &[&State]) -> Vec<Cases> {
        let variables = &self.machine.variables;
        let is_place = |number: &usize| states.iter().all(|state| state[*number].value().is_some());
        let (places, others): (Vec<usize>, Vec<usize>) = (0..variables.len()).partition(is_place);
        let constant = |variable: Term, value: i128| match variable.sort() {
            Sort::Bool => {
                if value == 1 {
                    mk::tt()
                } else {
                    mk::ff()
                }
            }
            _ => mk::int(value),
        };
        let mut rows: BTreeMap<Term, Vec<Box<[Term]>>> = BTreeMap::new();
        for state in states {
            let condition = mk::and(others.iter().map(|number| state[*number].formula(variables[*number])));
            let row = places
                .iter()
                .filter_map(|number| Some(constant(variables[*number], state[*number].value()?)));
            rows.entry(condition).or_default().push(row.collect());
        }
        let places: Vec<Term> = places.iter().map(|number| variables[*number]).collect();
        let group = |(condition, rows)| Cases { location, places: places.clone(), condition, rows };
        rows.into_iter().map(group).collect()
    }
}

impl Engine for RangeAnalysis<'_> {
    fn run_for(&mut self, iterations: u64, budget: &Budget, observer: &mut dyn Observer) -> Option<Outcome> {
        if !self.machine.variables.iter().any(|variable| variable.sort() == Sort::Int) {
            // Value analysis finds the same paths, and solvers may need long for them.
            return Some(Outcome::Unknown(Reason::ValuesCannotExclude("anything without integers".into())));
        }
        for _ in 0..iterations {
            self.counters.iterations += 1;
            observer.iteration(self.counters.iterations as usize, self.space.len());
            let start = Instant::now();
            let enough = self.machine.work + WORK_OF_ITERATION;
            let mut outcome = None;
            while outcome.is_none() && self.machine.work < enough {
                outcome = self.step(enough, budget);
            }
            self.counters.explore_time += start.elapsed();
            if outcome.is_some() {
                return outcome;
            }
        }
        None
    }

    fn candidate(&self) -> Option<&Counterexample> {
        self.candidate.as_deref()
    }

    fn statistics(&self) -> Statistics {
        let mut result = Statistics::default();
        let counters = &self.counters;
        result.count("iterations", counters.iterations);
        result.count("refinements", counters.refinements);
        result.peak("longest trace", counters.longest_path);
        result.count("trace/checks", self.parts.feasibility.checks);
        result.peak("ranges/states", self.space.len() as u64);
        result.peak("ranges/state bytes", self.space.bytes() as u64);
        result.count("ranges/transfers", self.machine.transfers);
        result.time("time/exploration", counters.explore_time.saturating_sub(counters.trace_time));
        result.time("time/trace checks", counters.trace_time);
        result
    }
}
