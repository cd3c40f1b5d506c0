//! Bounded model checking and k-induction (Sheeran, Singh, Stålmarck: Checking Safety Properties Using Induction and a
//! SAT-Solver, FMCAD 2000) over the iterations of loops.
//!
//! For a number of steps `k`, a solver decides whether an execution that passes at most `k` loop heads reaches a target:
//! the *base*. If there is none, and no execution passes more loop heads, the program is safe. Otherwise the *step* may
//! show that no execution from any loop head, in any state that the guessed facts allow, reaches a target after it has
//! passed `k` more of them; then the program is safe, too. If neither holds, `k` grows.
//!
//! There is no refinement. Where a loop ends after few iterations, or where what an assertion needs follows from the last
//! few iterations, this decides at once what needs many assertions otherwise.

mod definitions;
mod layers;
mod ways;

use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::{Duration, Instant};

use base::{Budget, Statistics};
use program::{BlockProgram, Counterexample, Induction, LocationId, Proof, Target};
use refine::{has_memory, within};
use smt::{CheckResult, Limits, TraceSolver};
use term::{Model, Term, build as mk};
use verdict::Reason;

use crate::cegar::execution;
use crate::engine::{Engine, EngineKind};
use crate::observer::Observer;
use crate::options::EngineOptions;
use crate::outcome::{Outcome, reason_of_limit};
use crate::parts::Parts;
use layers::{Arrival, Layers, Map, is_true};

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
    map: Rc<Map<'p>>,
    base: Layers<'p>,
    /// Executions with at most so many layers reach no open target.
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
        let map = Rc::new(Map::of(program));
        KInduction {
            program,
            parts,
            base: Layers::new(&map, program.cfg.entry),
            map,
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
            if let Err(exhausted) = self.base.extend(budget) {
                // What is half there cannot be used.
                self.base = Layers::new(&self.map, self.program.cfg.entry);
                return Some(Outcome::Unknown(exhausted.into()));
            }
            if self.base.size() > MAX_FORMULAS {
                return Some(self.give_up());
            }
        }
        self.counters.formulas = self.counters.formulas.max(self.base.size() as u64);
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

    /// Violations by executions with few iterations, and whether there are longer ones.
    fn decide_base(&mut self, budget: &Budget) -> Option<Outcome> {
        // Layer by layer: the queries are smaller, and what is excluded stays so if the time is over in between.
        while self.excluded < self.base.length {
            let length = self.excluded + 1;
            let is_open =
                |arrival: &&Arrival| arrival.length == length && !self.closed.contains(&arrival.target);
            let arrivals: Vec<Arrival> = self.base.arrivals.iter().filter(is_open).copied().collect();
            let goal = mk::or(arrivals.iter().map(|arrival| arrival.condition));
            match self.ask(None, goal, budget) {
                Answer::Unknown(reason) => return Some(Outcome::Unknown(reason)),
                Answer::None => self.excluded = length,
                Answer::Some(model) => {
                    let holds = |a: &&Arrival| {
                        mk::conjuncts(a.condition).into_iter().all(|literal| is_true(literal, &model))
                    };
                    let arrival = arrivals.iter().find(holds)?;
                    if let Some(outcome) = self.reach(arrival, &model, budget) {
                        return Some(outcome);
                    }
                }
            }
        }
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
                let edges = self.base.path(arrival, model);
                match execution::of_path(self.program, &edges, &mut self.parts.feasibility, budget) {
                    Ok(found) => return Some(Outcome::Unsafe(Box::new(found))),
                    Err(doubt) => {
                        self.candidate = self.candidate.take().or(doubt.candidate);
                        doubt.reason
                    }
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

    /// Whether the last iterations of executions that begin anywhere reach no target.
    fn decide_step(&mut self, budget: &Budget) -> Option<Outcome> {
        if self.steps == 0 {
            return None;
        }
        let map = self.map.clone();
        // The base is about all states at the entry.
        for &start in map.heads.iter().filter(|start| **start != self.program.cfg.entry) {
            let mut layers = Layers::new(&map, start);
            while layers.length <= self.steps {
                if let Err(exhausted) = layers.extend(budget) {
                    return Some(Outcome::Unknown(exhausted.into()));
                }
                if layers.size() > MAX_FORMULAS {
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
        let why = || Reason::NoProgress(format!("no violation within {} iterations of loops", self.excluded));
        Outcome::Unknown(self.doubt.clone().unwrap_or_else(why))
    }

    /// Asks for an execution of these layers, or those from the entry.
    fn ask(&mut self, layers: Option<&Layers<'_>>, goal: Term, budget: &Budget) -> Answer {
        if goal.is_false() {
            return Answer::None;
        }
        let mut formulas = layers.unwrap_or(&self.base).definitions(goal);
        formulas.extend(self.program.cfg.axioms.iter().copied().chain([goal]));
        // Where statements write to the memory of a large program, what defines its names decides most of the formula: that
        // is for a solver that begins with it. Small formulas are decided sooner without.
        let is_about_memory = formulas.iter().copied().any(has_memory);
        let mut fresh = is_about_memory.then(|| self.parts.feasibility.one_shot_solver()).flatten();
        let limits = if fresh.is_some() { SMALL_LIMITS } else { QUERY_LIMITS };
        let solver = &mut self.parts.auxiliary;
        solver.push();
        let answer = decide(&mut **solver, &formulas, limits, budget);
        solver.pop(1);
        let Some(solver) = fresh.as_mut().filter(|_| matches!(answer, Answer::Unknown(_))) else {
            return answer;
        };
        let answer = decide(&mut **solver, &formulas, QUERY_LIMITS, budget);
        self.is_hard = matches!(answer, Answer::Unknown(Reason::Time));
        answer
    }

    /// No open target is reached.
    fn conclude(&self, is_bounded: bool) -> Outcome {
        if let Some(reason) = &self.doubt {
            return Outcome::Unknown(reason.clone());
        }
        let invariants = self.map.heads.iter().map(|head| (*head, mk::tt())).collect();
        Outcome::Safe(Proof::of_induction(invariants, Induction { steps: self.steps, is_bounded }))
    }
}

/// Asks a solver for a model of formulas.
fn decide(solver: &mut dyn TraceSolver, formulas: &[Term], limits: Limits, budget: &Budget) -> Answer {
    formulas.iter().for_each(|formula| solver.assert(*formula));
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
