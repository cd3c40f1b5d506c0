//! Bounded model checking and k-induction (Sheeran, Singh, Stålmarck: Checking Safety Properties Using Induction and a
//! SAT-Solver, FMCAD 2000) over blocks.
//!
//! For a number of steps `k`, a solver decides whether an execution with at most `k + 1` blocks reaches a target: the
//! *base*. If there is none, and no execution goes on after `k + 1` blocks, the program is safe. Otherwise the *step* may
//! show that no execution with `k + 1` blocks from any location, in any state that the guessed facts allow, reaches a
//! target with its last block; then the program is safe, too. If neither holds, `k` grows.
//!
//! There is no refinement. Where a loop ends after few iterations, or where what an assertion needs follows from the last
//! few iterations, this decides at once what needs many assertions otherwise.

mod layers;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use base::{Budget, Statistics};
use program::{BlockProgram, Counterexample, Induction, LocationId, Proof, Target};
use refine::{Feasibility, has_memory, within};
use smt::{CheckResult, Limits, TraceSolver};
use term::{Model, Term, build as mk};
use verdict::Reason;

use crate::cegar::execution;
use crate::engine::{Engine, EngineKind};
use crate::observer::Observer;
use crate::options::EngineOptions;
use crate::outcome::{Outcome, reason_of_limit};
use crate::parts::Parts;
use layers::{Arrival, Layers};

/// k-induction as a kind of engine.
pub const KIND: EngineKind = EngineKind {
    name: "k-induction",
    summary: "executions of bounded length, and induction over their last blocks",
    open: |program, _: &EngineOptions, parts| Box::new(KInduction::new(program, parts)),
};

/// Formulas of executions do not become larger.
const MAX_FORMULAS: usize = 250_000;

/// The longest that one query may take.
const QUERY_LIMITS: Limits = Limits { time: Some(Duration::from_secs(120)), memory_mb: None };

/// The longest that one about the memory may take before another solver is asked.
const SMALL_LIMITS: Limits = Limits { time: Some(Duration::from_millis(300)), memory_mb: None };

/// The engine.
struct KInduction<'p> {
    program: &'p BlockProgram,
    parts: Parts,
    base: Layers<'p>,
    /// Executions of at most so many blocks reach no open target.
    excluded: u32,
    /// The number of steps that is looked at.
    steps: u32,
    /// Targets that an execution reaches which decides nothing.
    closed: BTreeSet<LocationId>,
    /// Why; the first reason is reported.
    doubt: Option<Reason>,
    candidate: Option<Box<Counterexample>>,
    /// Whether the last turn ended with a question about the memory that takes too long: the next one is left to others.
    is_hard: bool,
    counters: Counters,
}

#[derive(Default)]
struct Counters {
    iterations: u64,
    formulas: u64,
    base_time: Duration,
    step_time: Duration,
}

/// What a solver says about executions.
enum Answer {
    None,
    Some(Box<Model>),
    Unknown(Reason),
}

impl<'p> KInduction<'p> {
    fn new(program: &'p BlockProgram, mut parts: Parts) -> KInduction<'p> {
        parts.auxiliary.set_query_kind("induction");
        KInduction {
            program,
            parts,
            base: Layers::new(program, program.cfg.entry),
            excluded: 0,
            steps: 0,
            closed: BTreeSet::new(),
            doubt: None,
            candidate: None,
            is_hard: false,
            counters: Counters::default(),
        }
    }

    /// Looks at one number of steps.
    fn step(&mut self, budget: &Budget, observer: &mut dyn Observer) -> Option<Outcome> {
        if let Err(exhausted) = budget.check() {
            return Some(Outcome::Unknown(exhausted.into()));
        }
        self.counters.iterations += 1;
        observer.iteration(self.counters.iterations as usize, self.steps as usize);
        while self.base.length <= self.steps {
            self.base.extend();
            budget.check().ok()?;
            if self.base.formulas.len() > MAX_FORMULAS {
                return Some(self.give_up());
            }
        }
        self.counters.formulas = self.counters.formulas.max(self.base.formulas.len() as u64);
        let start = Instant::now();
        let outcome = self.decide_base(budget);
        self.counters.base_time += start.elapsed();
        if outcome.is_some() {
            return outcome;
        }
        let start = Instant::now();
        let outcome = self.decide_step(budget);
        self.counters.step_time += start.elapsed();
        if outcome.is_none() {
            self.steps = next(self.steps);
        }
        outcome
    }

    /// Violations by executions with few blocks, and whether there are longer ones.
    fn decide_base(&mut self, budget: &Budget) -> Option<Outcome> {
        loop {
            let is_open =
                |arrival: &&Arrival| arrival.length > self.excluded && !self.closed.contains(&arrival.target);
            let arrivals: Vec<Arrival> = self.base.arrivals.iter().filter(is_open).copied().collect();
            let goal = mk::or(arrivals.iter().map(|arrival| arrival.condition));
            match self.ask(None, goal, budget) {
                Answer::Unknown(reason) => return Some(Outcome::Unknown(reason)),
                Answer::None => break,
                Answer::Some(model) => {
                    let holds = |a: &&Arrival| model.get(a.condition).is_some_and(|value| value.is_true());
                    let arrival = arrivals.iter().find(holds)?;
                    if let Some(outcome) = self.reach(arrival, &model, budget) {
                        return Some(outcome);
                    }
                }
            }
        }
        self.excluded = self.base.length;
        match self.ask(None, self.base.goes_on(), budget) {
            Answer::Unknown(reason @ (Reason::Time | Reason::Cancelled)) => Some(Outcome::Unknown(reason)),
            Answer::None => Some(self.conclude(true)),
            Answer::Some(_) | Answer::Unknown(_) => None,
        }
    }

    /// An execution that reaches a target: an outcome, or the target is closed.
    fn reach(&mut self, arrival: &Arrival, model: &Model, budget: &Budget) -> Option<Outcome> {
        let reason = match self.program.target(arrival.target) {
            Some(Target::Limit(limit)) => reason_of_limit(limit),
            _ => {
                let trace = self.base.trace(arrival, model);
                let Parts { feasibility, .. } = &mut self.parts;
                match feasibility.check(self.program, &trace, budget) {
                    Feasibility::Feasible(model) => {
                        match execution::of_model(self.program, &trace, &model, feasibility, budget) {
                            Ok(found) => return Some(Outcome::Unsafe(Box::new(found))),
                            Err(doubt) => {
                                self.candidate = self.candidate.take().or(doubt.candidate);
                                doubt.reason
                            }
                        }
                    }
                    _ => match budget.check() {
                        Err(exhausted) => exhausted.into(),
                        Ok(()) => Reason::SolverUnknown("the trace of a feasible execution".into()),
                    },
                }
            }
        };
        if matches!(reason, Reason::Time | Reason::Cancelled) {
            return Some(Outcome::Unknown(reason));
        }
        self.closed.insert(arrival.target);
        self.doubt.get_or_insert(reason);
        None
    }

    /// Whether the last blocks of executions that begin anywhere reach no target.
    fn decide_step(&mut self, budget: &Budget) -> Option<Outcome> {
        if self.steps == 0 {
            return None;
        }
        let program = self.program;
        // The base is about all states at the entry.
        for start in places(program).into_iter().filter(|start| *start != program.cfg.entry) {
            let mut layers = Layers::new(program, start);
            while layers.length <= self.steps {
                layers.extend();
                if layers.formulas.len() > MAX_FORMULAS {
                    return Some(self.give_up());
                }
            }
            let is_last = |a: &&Arrival| a.length == layers.length && !self.closed.contains(&a.target);
            let goal = mk::or(layers.arrivals.iter().filter(is_last).map(|arrival| arrival.condition));
            match self.ask(Some(&layers), goal, budget) {
                Answer::None => {}
                Answer::Unknown(reason @ (Reason::Time | Reason::Cancelled)) => {
                    return Some(Outcome::Unknown(reason));
                }
                Answer::Some(_) | Answer::Unknown(_) => return None,
            }
        }
        Some(self.conclude(false))
    }

    /// Longer executions have formulas that are too large.
    fn give_up(&self) -> Outcome {
        let why = || Reason::NoProgress(format!("no violation within {} blocks", self.excluded));
        Outcome::Unknown(self.doubt.clone().unwrap_or_else(why))
    }

    /// Asks for an execution of these layers, or those from the entry.
    fn ask(&mut self, layers: Option<&Layers<'_>>, goal: Term, budget: &Budget) -> Answer {
        if goal.is_false() {
            return Answer::None;
        }
        let formulas = layers.map_or(&self.base.formulas, |layers| &layers.formulas);
        let all = || self.program.cfg.axioms.iter().chain(formulas).copied().chain([goal]);
        // Where blocks write to the memory of a large program, what defines its names decides most of the formula: that is
        // for a solver that begins with it. Small formulas are decided sooner without.
        let mut fresh = all().any(has_memory).then(|| self.parts.feasibility.one_shot_solver()).flatten();
        let limits = if fresh.is_some() { SMALL_LIMITS } else { QUERY_LIMITS };
        let solver = &mut self.parts.auxiliary;
        solver.push();
        let answer = decide(&mut **solver, all(), limits, budget);
        solver.pop(1);
        let Some(solver) = fresh.as_mut().filter(|_| matches!(answer, Answer::Unknown(_))) else {
            return answer;
        };
        let answer = decide(&mut **solver, all(), QUERY_LIMITS, budget);
        self.is_hard = matches!(answer, Answer::Unknown(Reason::Time));
        answer
    }

    /// No open target is reached.
    fn conclude(&self, is_bounded: bool) -> Outcome {
        if let Some(reason) = &self.doubt {
            return Outcome::Unknown(reason.clone());
        }
        let invariants = places(self.program).into_iter().map(|location| (location, mk::tt())).collect();
        Outcome::Safe(Proof::of_induction(invariants, Induction { steps: self.steps, is_bounded }))
    }
}

/// Asks a solver for a model of formulas.
fn decide(
    solver: &mut dyn TraceSolver,
    formulas: impl Iterator<Item = Term>,
    limits: Limits,
    budget: &Budget,
) -> Answer {
    formulas.for_each(|formula| solver.assert(formula));
    match solver.check(&[], within(limits, budget)) {
        CheckResult::Unsat => Answer::None,
        CheckResult::Sat => match solver.model() {
            Some(model) => Answer::Some(Box::new(model)),
            None => Answer::Unknown(Reason::SolverUnknown("no model".into())),
        },
        CheckResult::Unknown(reason) => Answer::Unknown(match budget.check() {
            Err(exhausted) => exhausted.into(),
            Ok(()) if budget.is_over_soon() => Reason::Time,
            Ok(()) => Reason::SolverUnknown(reason.to_string()),
        }),
    }
}

/// The locations at which blocks begin.
fn places(program: &BlockProgram) -> Vec<LocationId> {
    program.locations().into_iter().filter(|location| program.target(*location).is_none()).collect()
}

/// The number of steps after this one.
fn next(steps: u32) -> u32 {
    match steps {
        0..=3 => steps + 1,
        _ if steps.is_power_of_two() => steps + steps / 2,
        _ => steps / 3 * 4,
    }
}

impl Engine for KInduction<'_> {
    fn run_for(&mut self, iterations: u64, budget: &Budget, observer: &mut dyn Observer) -> Option<Outcome> {
        if std::mem::take(&mut self.is_hard) {
            return Some(Outcome::Unknown(Reason::Time));
        }
        (0..iterations).find_map(|_| self.step(budget, observer))
    }

    fn candidate(&self) -> Option<&Counterexample> {
        self.candidate.as_deref()
    }

    fn statistics(&self) -> Statistics {
        let mut result = Statistics::default();
        result.count("iterations", self.counters.iterations);
        result.peak("induction/steps", u64::from(self.steps));
        result.peak("induction/formulas", self.counters.formulas);
        result.time("time/base", self.counters.base_time);
        result.time("time/step", self.counters.step_time);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::next;

    #[test]
    fn steps_grow() {
        let steps: Vec<u32> = std::iter::successors(Some(0), |s| Some(next(*s))).take(12).collect();
        assert_eq!(steps, [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48]);
    }
}
