//! The loop of counterexample-guided abstraction refinement, once for all engines.
//!
//! The abstraction gives an error trace. If the trace is feasible, it is an execution, or a reason to doubt its target.
//! If it is not, a source finds assertions for it, and the abstraction excludes it. When no trace is left, the
//! abstraction gives the proof, unless there was a doubt.

mod abstraction;
pub(crate) mod execution;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use base::{Budget, Exhausted, Statistics};
use program::{BlockProgram, ConjunctName, Counterexample, LocationId, PathProgram, Target, Trace};
use refine::{AssertionSequence, Feasibility, Gate, InfeasibleTrace, RefineFailure, Refinement};
use rustc_hash::FxHashMap;
use term::Model;
use verdict::Reason;

pub use abstraction::{Abstraction, Goal, Tools, goal_of};

use crate::engine::Engine;
use crate::observer::Observer;
use crate::options::EngineOptions;
use crate::outcome::{Outcome, reason_of_limit};
use crate::parts::Parts;

/// A trace that was excluded may come back so often: an abstraction that is too weak to exclude it at first may do more,
/// and another source may have other assertions.
const MAX_RETURNS: usize = 2;

/// An engine that refines an abstraction.
pub struct Cegar<'p, A> {
    program: &'p BlockProgram,
    max_recurrences: u32,
    parts: Parts,
    abstraction: A,
    /// Targets that a feasible trace reaches which proves nothing.
    closed: BTreeSet<LocationId>,
    /// Why such a trace proves nothing; the first reason is reported if nothing better turns up.
    doubt: Option<Reason>,
    /// What may be an execution to such a target.
    candidate: Option<Box<Counterexample>>,
    /// How often each trace was looked at.
    seen_traces: FxHashMap<Trace, usize>,
    recurrences: FxHashMap<PathProgram, u32>,
    counters: Counters,
}

#[derive(Default)]
struct Counters {
    iterations: u64,
    sequences: u64,
    perfect: u64,
    perfect_refinements: u64,
    quantified: u64,
    max_trace: u64,
    returns: u64,
    search_time: Duration,
    trace_time: Duration,
    refine_time: Duration,
}

/// What to do after a trace was looked at.
enum Step {
    Continue,
    Stop(Outcome),
}

impl<'p, A: Abstraction> Cegar<'p, A> {
    /// An engine for a program and its abstraction.
    pub fn new(program: &'p BlockProgram, options: &EngineOptions, parts: Parts, abstraction: A) -> Self {
        Cegar {
            program,
            max_recurrences: options.max_recurrences,
            parts,
            abstraction,
            closed: BTreeSet::new(),
            doubt: None,
            candidate: None,
            seen_traces: FxHashMap::default(),
            recurrences: FxHashMap::default(),
            counters: Counters::default(),
        }
    }

    /// The next error trace: violations first, then the ends of the model.
    fn next_trace(&mut self, budget: &Budget) -> Result<Option<Trace>, Exhausted> {
        let start = Instant::now();
        let (abstraction, closed) = (&mut self.abstraction, &self.closed);
        let is_open = |location| !closed.contains(&location);
        let Parts { feasibility, hoare, auxiliary, .. } = &mut self.parts;
        let mut tools = Tools { feasibility, hoare, auxiliary: &mut **auxiliary, budget };
        let mut find = |goal| abstraction.next_trace(goal, &is_open, &mut tools);
        let found = match find(Goal::Violation) {
            Ok(None) => find(Goal::Limit),
            found => found,
        };
        self.counters.search_time += start.elapsed();
        found
    }

    /// No open error trace is left.
    fn conclude(&mut self) -> Outcome {
        match self.doubt.take() {
            Some(reason) => Outcome::Unknown(reason),
            None => Outcome::Safe(self.abstraction.proof()),
        }
    }

    /// Decides a trace, and refines the abstraction if it is infeasible.
    fn look_at(&mut self, trace: &Trace, budget: &Budget, observer: &mut dyn Observer) -> Step {
        self.counters.max_trace = self.counters.max_trace.max(trace.len() as u64);
        let visits = self.seen_traces.entry(trace.clone()).or_insert(0);
        *visits += 1;
        let returns = *visits - 1;
        if returns > MAX_RETURNS {
            return self.give_up_on(trace);
        }
        self.counters.returns += u64::from(returns > 0);
        let start = Instant::now();
        let feasibility = self.parts.feasibility.check(self.program, trace, budget);
        self.counters.trace_time += start.elapsed();
        match feasibility {
            Feasibility::Unknown(reason) => {
                observer.doubted();
                let reason = match budget.check() {
                    Err(exhausted) => exhausted.into(),
                    Ok(()) if budget.is_over_soon() => Reason::Time,
                    Ok(()) => Reason::SolverUnknown(reason.to_string()),
                };
                self.doubt_target(trace, reason)
            }
            Feasibility::Feasible(model) => {
                observer.feasible(self.program, trace);
                observer.doubted();
                self.execute(trace, &model, budget)
            }
            Feasibility::Infeasible(core) => {
                let recurrences = self.recurrences.entry(PathProgram::of(trace)).or_insert(0);
                *recurrences += 1;
                if *recurrences > self.max_recurrences {
                    return self.give_up_on(trace);
                }
                let step = self.refine(trace, core, returns, budget, observer);
                if self.doubt.is_some() {
                    observer.doubted();
                }
                step
            }
        }
    }

    /// A feasible trace: an execution, if everything on it is modelled exactly and it reaches a violation.
    fn execute(&mut self, trace: &Trace, model: &Model, budget: &Budget) -> Step {
        let target = trace.location(self.program, trace.len());
        let execution = execution::of_model(self.program, trace, model, &mut self.parts.feasibility, budget);
        match (self.program.target(target), execution) {
            (Some(Target::Limit(limit)), _) => self.doubt_target(trace, reason_of_limit(limit)),
            (_, Ok(counterexample)) => Step::Stop(Outcome::Unsafe(Box::new(counterexample))),
            (_, Err(doubt)) => {
                if self.doubt.is_none() {
                    self.candidate = doubt.candidate;
                }
                self.doubt_target(trace, doubt.reason)
            }
        }
    }

    /// An infeasible trace: a source finds assertions for it, and the abstraction excludes it.
    fn refine(
        &mut self,
        trace: &Trace,
        core: Vec<ConjunctName>,
        returns: usize,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Step {
        let start = Instant::now();
        let infeasible = InfeasibleTrace { program: self.program, trace, core: Some(&core), returns };
        let Parts { source, hoare, .. } = &mut self.parts;
        let sequences = source.sequences(&infeasible, &mut Gate::new(hoare, budget));
        self.counters.refine_time += start.elapsed();
        let sequences = match sequences {
            Ok(sequences) => sequences,
            Err(RefineFailure::Time) => return Step::Stop(Outcome::Unknown(Reason::Time)),
            Err(failure) => return self.doubt_target(trace, Reason::NoAssertions(failure.to_string())),
        };
        self.counters.add(&sequences);
        let explanation = source.explain(&infeasible, observer.detail(), budget);
        let refinement = Refinement { core, sequences, explanation };
        observer.refined(self.program, trace, &refinement);
        let Parts { feasibility, hoare, auxiliary, .. } = &mut self.parts;
        let mut tools = Tools { feasibility, hoare, auxiliary: &mut **auxiliary, budget };
        match self.abstraction.exclude(trace, &refinement.sequences, &mut tools) {
            Ok(()) => Step::Continue,
            Err(exhausted) => Step::Stop(Outcome::Unknown(exhausted.into())),
        }
    }

    /// A trace that decides nothing: its target is not looked at any more, other targets are.
    fn doubt_target(&mut self, trace: &Trace, reason: Reason) -> Step {
        if matches!(reason, Reason::Time | Reason::Cancelled) {
            return Step::Stop(Outcome::Unknown(reason));
        }
        self.closed.insert(trace.location(self.program, trace.len()));
        // That nothing is wrong within a bound may only be said if there is no other doubt.
        if matches!(self.doubt, None | Some(Reason::Recursion | Reason::Bounded(_))) {
            self.doubt = Some(reason);
        }
        Step::Continue
    }

    /// Decides and refines so many traces.
    fn iterate(&mut self, iterations: u64, budget: &Budget, observer: &mut dyn Observer) -> Option<Outcome> {
        for _ in 0..iterations {
            if let Err(exhausted) = budget.check() {
                return Some(Outcome::Unknown(exhausted.into()));
            }
            let trace = match self.next_trace(budget) {
                Ok(Some(trace)) => trace,
                Ok(None) => return Some(self.conclude()),
                Err(exhausted) => return Some(Outcome::Unknown(exhausted.into())),
            };
            self.counters.iterations += 1;
            observer.iteration(self.counters.iterations as usize, self.abstraction.size());
            match self.look_at(&trace, budget, observer) {
                Step::Continue => {}
                Step::Stop(outcome) => {
                    // What was interrupted is looked at again if there is more time.
                    if matches!(outcome, Outcome::Unknown(Reason::Time))
                        && let Some(visits) = self.seen_traces.get_mut(&trace)
                    {
                        *visits = visits.saturating_sub(1);
                    }
                    return Some(outcome);
                }
            }
        }
        None
    }

    /// A trace that comes back although it was excluded.
    fn give_up_on(&self, trace: &Trace) -> Step {
        let end = self.program.cfg.location_name(trace.location(self.program, trace.len()));
        Step::Stop(Outcome::Unknown(Reason::NoProgress(format!("{} blocks to {end}", trace.len()))))
    }
}

impl<A: Abstraction> Engine for Cegar<'_, A> {
    fn run_for(&mut self, iterations: u64, budget: &Budget, observer: &mut dyn Observer) -> Option<Outcome> {
        let outcome = self.iterate(iterations, budget, observer);
        if outcome.is_some()
            && let Some(exploration) = self.abstraction.exploration()
        {
            observer.explored(self.program, &exploration);
        }
        outcome
    }

    fn candidate(&self) -> Option<&Counterexample> {
        self.candidate.as_deref()
    }

    fn statistics(&self) -> Statistics {
        let mut result = Statistics::default();
        let counters = &self.counters;
        result.count("iterations", counters.iterations);
        result.count("sequences", counters.sequences);
        result.count("perfect sequences", counters.perfect);
        result.count("perfect refinements", counters.perfect_refinements);
        result.count("quantified assertions", counters.quantified);
        result.peak("longest trace", counters.max_trace);
        result.count("trace/returns", counters.returns);
        result.count("trace/checks", self.parts.feasibility.checks);
        result.count("trace/core queries", self.parts.feasibility.core_queries);
        let hoare = self.parts.hoare.statistics;
        result.count("hoare/syntactic", hoare.syntactic);
        result.count("hoare/implication", hoare.implication);
        result.count("hoare/cached", hoare.cached);
        result.count("hoare/model", hoare.model);
        result.count("hoare/solver", hoare.solver);
        result.count("hoare/unknown", hoare.unknown);
        self.parts.source.count(&mut result);
        result.time("time/search", counters.search_time);
        result.time("time/trace checks", counters.trace_time);
        result.time("time/refinement", counters.refine_time);
        self.abstraction.count(&mut result);
        result
    }
}

impl Counters {
    fn add(&mut self, sequences: &[AssertionSequence]) {
        self.sequences += sequences.len() as u64;
        self.perfect += sequences.iter().filter(|sequence| sequence.is_perfect).count() as u64;
        self.perfect_refinements += u64::from(sequences.iter().any(|sequence| sequence.is_perfect));
        self.quantified += sequences.iter().map(|sequence| sequence.quantified as u64).sum::<u64>();
    }
}
