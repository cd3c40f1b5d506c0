//! The CEGAR loop of trace abstraction.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use base::Budget;
use logic::PredicateUnifier;
use program::{BlockProgram, Counterexample, LocationId, PathProgram, Proof, Target, Trace};
use refine::newton::Newton;
use refine::{Feasibility, FeasibilityChecker, HoareChecker, RefineFailure, Refinement};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Limits, TraceSolver};
use term::{Term, build as mk};

use super::abstraction::{Abstraction, Goal};
use super::difference::difference;
use super::execution;
use super::floyd_hoare::{FloydHoare, Generalisation, Oracle, Placed};
use super::reduce::{minimise, remove_dead_ends};
use crate::observer::Observer;
use crate::outcome::{Outcome, Reason, Statistics};

/// What the user can choose.
#[derive(Clone, Debug)]
pub struct Config {
    /// How predicates generalise to an automaton.
    pub generalisation: Generalisation,
    /// How often one path program may come back before the engine gives up on it.
    pub max_recurrences: u32,
    /// Limit of a unification query.
    pub unify_limits: Limits,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            generalisation: Generalisation::default(),
            max_recurrences: 2000,
            unify_limits: Limits::millis(1000),
        }
    }
}

/// The parts of the engine that talk to solvers.
pub struct Parts {
    /// Decides traces and gives cores.
    pub feasibility: FeasibilityChecker,
    /// Computes assertions.
    pub newton: Newton,
    /// Decides triples.
    pub hoare: HoareChecker,
    /// For unifying predicates.
    pub auxiliary: Box<dyn TraceSolver>,
}

/// Trace abstraction of one program.
pub struct TraceAbstraction<'p> {
    program: &'p BlockProgram,
    config: Config,
    parts: Parts,
    abstraction: Abstraction,
    /// Annotations of removed states, by location: they become the proof.
    fragments: FxHashMap<LocationId, Vec<Term>>,
    /// Targets that a feasible trace reaches which proves nothing.
    closed: BTreeSet<LocationId>,
    /// Why such a trace proves nothing; the first reason is reported if nothing better turns up.
    doubt: Option<Reason>,
    /// What may be an execution to such a target.
    candidate: Option<Box<Counterexample>>,
    /// Predicates come back in later refinements, so the unifier lives as long as the engine.
    unifier: PredicateUnifier,
    seen_traces: FxHashSet<Trace>,
    recurrences: FxHashMap<PathProgram, u32>,
    statistics: Counters,
}

#[derive(Default)]
struct Counters {
    iterations: u64,
    sequences: u64,
    perfect: u64,
    perfect_refinements: u64,
    quantified: u64,
    max_states: u64,
    max_transitions: u64,
    hoare_sets: u64,
    max_trace: u64,
    trace_time: Duration,
    refine_time: Duration,
    difference_time: Duration,
}

/// What to do after a trace was looked at.
enum Step {
    Continue,
    Stop(Outcome),
}

impl<'p> TraceAbstraction<'p> {
    /// An engine for a program.
    pub fn new(program: &'p BlockProgram, config: Config, parts: Parts) -> TraceAbstraction<'p> {
        TraceAbstraction {
            program,
            unifier: PredicateUnifier::new(config.unify_limits),
            config,
            parts,
            abstraction: Abstraction::of_program(program),
            fragments: FxHashMap::default(),
            closed: BTreeSet::new(),
            doubt: None,
            candidate: None,
            seen_traces: FxHashSet::default(),
            recurrences: FxHashMap::default(),
            statistics: Counters::default(),
        }
    }

    /// Runs the loop: shortest error trace, feasibility, refinement, difference.
    pub fn run(&mut self, budget: &Budget, observer: &mut dyn Observer) -> Outcome {
        loop {
            if let Some(outcome) = self.run_for(u64::MAX, budget, observer) {
                return outcome;
            }
        }
    }

    /// Runs the loop for some iterations; `None` if that is not the end. It goes on where it stopped.
    pub fn run_for(
        &mut self,
        iterations: u64,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Option<Outcome> {
        self.trim();
        for _ in 0..iterations {
            if let Err(exhausted) = budget.check() {
                return Some(Outcome::Unknown(exhausted.into()));
            }
            let Some(trace) = self.next_trace() else { return Some(self.conclude()) };
            self.statistics.iterations += 1;
            observer.iteration(self.statistics.iterations as usize, self.abstraction.states.len());
            match self.analyse(&trace, budget, observer) {
                Step::Continue => {}
                Step::Stop(outcome) => {
                    // What was interrupted is looked at again if there is more time.
                    if matches!(outcome, Outcome::Unknown(Reason::Time)) {
                        self.seen_traces.remove(&trace);
                    }
                    return Some(outcome);
                }
            }
        }
        None
    }

    fn next_trace(&self) -> Option<Trace> {
        let is_open = |location| !self.closed.contains(&location);
        let find = |goal| self.abstraction.shortest_trace(self.program, goal, &is_open);
        find(Goal::Violation).or_else(|| find(Goal::Limit))
    }

    /// No open error trace is left.
    fn conclude(&mut self) -> Outcome {
        if let Some(reason) = self.doubt.take() {
            return Outcome::Unknown(reason);
        }
        let mut locations: Vec<LocationId> = self.fragments.keys().copied().collect();
        locations.sort_unstable();
        let invariant =
            |l: &LocationId| logic::simplify_in_context(mk::or(self.fragments[l].iter().copied()));
        let mut invariants: Vec<(LocationId, Term)> = locations.iter().map(|l| (*l, invariant(l))).collect();
        // What no state belongs to is not reachable.
        let is_unreached =
            |l: &LocationId| !self.fragments.contains_key(l) && self.program.target(*l).is_none();
        invariants.extend(self.program.locations().into_iter().filter(is_unreached).map(|l| (l, mk::ff())));
        invariants.sort_unstable();
        Outcome::Safe(Proof { invariants })
    }

    fn analyse(&mut self, trace: &Trace, budget: &Budget, observer: &mut dyn Observer) -> Step {
        self.statistics.max_trace = self.statistics.max_trace.max(trace.len() as u64);
        if !self.seen_traces.insert(trace.clone()) {
            return Step::Stop(Outcome::Unknown(Reason::NoProgress(self.describe(trace))));
        }
        let start = Instant::now();
        let feasibility = self.parts.feasibility.check(self.program, trace, budget);
        self.statistics.trace_time += start.elapsed();
        match feasibility {
            Feasibility::Unknown(reason) => {
                let reason = match budget.check() {
                    Err(exhausted) => exhausted.into(),
                    Ok(()) if budget.is_over_soon() => Reason::Time,
                    Ok(()) => Reason::SolverUnknown(reason.to_string()),
                };
                self.doubt_target(trace, reason)
            }
            Feasibility::Feasible(model) => {
                observer.feasible(self.program, trace);
                let target = trace.location(self.program, trace.len());
                let execution =
                    execution::of_model(self.program, trace, &model, &mut self.parts.feasibility, budget);
                match (self.program.target(target), execution) {
                    (Some(Target::Limit(why)), _) => self.doubt_target(trace, Reason::Limit(why.clone())),
                    (_, Ok(counterexample)) => Step::Stop(Outcome::Unsafe(Box::new(counterexample))),
                    (_, Err(doubt)) => {
                        if self.doubt.is_none() {
                            self.candidate = doubt.candidate;
                        }
                        self.doubt_target(trace, doubt.reason)
                    }
                }
            }
            Feasibility::Infeasible(core) => {
                let path_program = PathProgram::of(trace);
                let recurrences = self.recurrences.entry(path_program).or_insert(0);
                *recurrences += 1;
                if *recurrences > self.config.max_recurrences {
                    return Step::Stop(Outcome::Unknown(Reason::NoProgress(self.describe(trace))));
                }
                let start = Instant::now();
                let refinement =
                    self.parts.newton.refine(self.program, trace, &core, &mut self.parts.hoare, budget);
                self.statistics.refine_time += start.elapsed();
                match refinement {
                    Ok(refinement) => {
                        observer.refined(self.program, trace, &refinement);
                        self.subtract(trace, &refinement, budget)
                    }
                    Err(RefineFailure::Time) => Step::Stop(Outcome::Unknown(Reason::Time)),
                    Err(failure) => self.doubt_target(trace, Reason::NoAssertions(failure.to_string())),
                }
            }
        }
    }

    /// A trace that decides nothing: its target is not looked at any more, other targets are.
    fn doubt_target(&mut self, trace: &Trace, reason: Reason) -> Step {
        if matches!(reason, Reason::Time | Reason::Cancelled) {
            return Step::Stop(Outcome::Unknown(reason));
        }
        self.closed.insert(trace.location(self.program, trace.len()));
        self.doubt.get_or_insert(reason);
        Step::Continue
    }

    /// Removes the traces that the refinement proves infeasible.
    fn subtract(&mut self, trace: &Trace, refinement: &Refinement, budget: &Budget) -> Step {
        let counters = &mut self.statistics;
        let is_perfect = |s: &&refine::AssertionSequence| s.is_perfect == Some(true);
        counters.sequences += refinement.sequences.len() as u64;
        counters.perfect += refinement.sequences.iter().filter(is_perfect).count() as u64;
        counters.perfect_refinements += u64::from(refinement.sequences.iter().any(|s| is_perfect(&s)));
        counters.quantified += refinement.sequences.iter().map(|s| s.quantified as u64).sum::<u64>();
        let start = Instant::now();
        let mut automaton = FloydHoare::new(self.config.generalisation);
        for sequence in &refinement.sequences {
            let place = |(position, assertion): (usize, &Term)| Placed {
                predicate: self.unifier.intern(*assertion, &mut *self.parts.auxiliary),
                location: trace.location(self.program, position),
            };
            let placed: Vec<Placed> = sequence.assertions.iter().enumerate().map(place).collect();
            automaton.add_sequence(&placed, &trace.blocks);
        }
        let mut oracle =
            Oracle { program: self.program, hoare: &mut self.parts.hoare, unifier: &self.unifier, budget };
        let difference = difference(&self.abstraction, &mut automaton, &mut oracle);
        self.statistics.difference_time += start.elapsed();
        match difference {
            Err(exhausted) => Step::Stop(Outcome::Unknown(exhausted.into())),
            Ok(difference) => {
                let counters = &mut self.statistics;
                counters.hoare_sets += automaton.len() as u64;
                counters.max_states = counters.max_states.max(difference.states.len() as u64);
                counters.max_transitions = counters.max_transitions.max(difference.transitions() as u64);
                self.abstraction = difference;
                self.trim();
                Step::Continue
            }
        }
    }

    /// Removes dead ends, keeping their annotations, and merges what is equivalent.
    fn trim(&mut self) {
        let (alive, dead) = remove_dead_ends(&self.abstraction, self.program);
        for (location, annotation) in dead {
            let fragments = self.fragments.entry(location).or_default();
            if !fragments.contains(&annotation) {
                fragments.push(annotation);
            }
        }
        self.abstraction = minimise(&alive);
    }

    /// A trace for people: where it ends, and how long it is.
    fn describe(&self, trace: &Trace) -> String {
        let end = trace.location(self.program, trace.len());
        format!("{} blocks to {}", trace.len(), self.program.cfg.location_name(end))
    }

    /// What may be a violation, if the outcome is unknown because a statement is modelled too coarsely.
    pub fn candidate(&self) -> Option<&Counterexample> {
        self.candidate.as_deref()
    }

    /// The counters of the run so far.
    pub fn statistics(&self) -> Statistics {
        let mut result = Statistics::default();
        let counters = &self.statistics;
        result.count("iterations", counters.iterations);
        result.count("sequences", counters.sequences);
        result.count("perfect sequences", counters.perfect);
        result.count("perfect refinements", counters.perfect_refinements);
        result.count("quantified assertions", counters.quantified);
        result.count("predicates", self.unifier.len() as u64);
        result.count("unify/queries", self.unifier.statistics().queries);
        result.count("longest trace", counters.max_trace);
        result.count("automaton/largest difference", counters.max_states);
        result.count("automaton/most transitions", counters.max_transitions);
        result.count("automaton/predicate sets", counters.hoare_sets);
        result.count("trace/checks", self.parts.feasibility.checks);
        result.count("trace/core queries", self.parts.feasibility.core_queries);
        let hoare = self.parts.hoare.statistics;
        result.count("hoare/syntactic", hoare.syntactic);
        result.count("hoare/implication", hoare.implication);
        result.count("hoare/cached", hoare.cached);
        result.count("hoare/model", hoare.model);
        result.count("hoare/solver", hoare.solver);
        result.count("hoare/unknown", hoare.unknown);
        let elimination = self.parts.newton.eliminator.statistics();
        result.count("quantifiers/variables to eliminate", elimination.requested);
        result.count("quantifiers/variables left", elimination.left);
        for (technique, attempts, successes) in elimination.rows().filter(|(_, attempts, _)| *attempts > 0) {
            result.count(&format!("quantifiers/{} attempts", technique.name()), attempts);
            result.count(&format!("quantifiers/{} successes", technique.name()), successes);
        }
        result.time("trace checks", counters.trace_time);
        result.time("refinement", counters.refine_time);
        result.time("difference", counters.difference_time);
        result
    }
}
