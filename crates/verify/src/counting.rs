//! A solver that counts its queries by purpose, for `--stats`: how many, and how long they took.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use smt::{
    CheckResult, Limits, QeTactic, QuantifierElimination, QueryStats, Solver, UnknownReason, UnsatCores,
};
use term::{Model, Term};

/// The queries of all solvers of a run, by purpose, in the order in which the purposes were announced.
#[derive(Clone, Default)]
pub struct QueryLog {
    entries: Rc<RefCell<Vec<Entry>>>,
}

/// The queries for one purpose.
#[derive(Clone, Default)]
pub struct Entry {
    /// The purpose: `trace check`, `hoare`, ...
    pub purpose: &'static str,
    /// How many queries there were.
    pub count: u64,
    /// How many of them had no answer.
    pub unknown: u64,
    /// How long they took together.
    pub time: Duration,
}

impl QueryLog {
    /// Wraps a solver; its queries count under `purpose`.
    pub fn count<S: ?Sized>(&self, purpose: &'static str, solver: Box<S>) -> Counting<S> {
        let mut entries = self.entries.borrow_mut();
        let known = entries.iter().position(|entry| entry.purpose == purpose);
        let position = known.unwrap_or_else(|| {
            entries.push(Entry { purpose, ..Entry::default() });
            entries.len() - 1
        });
        Counting { solver, log: self.clone(), position }
    }

    /// What was counted.
    pub fn entries(&self) -> Vec<Entry> {
        self.entries.borrow().clone()
    }
}

/// A solver whose queries are counted.
pub struct Counting<S: ?Sized> {
    solver: Box<S>,
    log: QueryLog,
    position: usize,
}

impl<S: ?Sized> Counting<S> {
    fn counted<T>(&mut self, ask: impl FnOnce(&mut S) -> T, is_unknown: impl FnOnce(&T) -> bool) -> T {
        let start = Instant::now();
        let answer = ask(&mut self.solver);
        let mut entries = self.log.entries.borrow_mut();
        let entry = &mut entries[self.position];
        entry.count += 1;
        entry.unknown += u64::from(is_unknown(&answer));
        entry.time += start.elapsed();
        answer
    }
}

impl<S: Solver + ?Sized> Solver for Counting<S> {
    fn push(&mut self) {
        self.solver.push();
    }

    fn pop(&mut self, scopes: u32) {
        self.solver.pop(scopes);
    }

    fn assert(&mut self, formula: Term) {
        self.solver.assert(formula);
    }

    fn check(&mut self, assumptions: &[Term], limits: Limits) -> CheckResult {
        self.counted(
            |solver| solver.check(assumptions, limits),
            |answer| matches!(answer, CheckResult::Unknown(_)),
        )
    }

    fn model(&mut self) -> Option<Model> {
        self.solver.model()
    }

    fn name(&self) -> &str {
        self.solver.name()
    }

    fn set_query_kind(&mut self, kind: &'static str) {
        self.solver.set_query_kind(kind);
    }

    fn stats(&self) -> &QueryStats {
        self.solver.stats()
    }
}

impl<S: UnsatCores + ?Sized> UnsatCores for Counting<S> {
    fn unsat_core(&mut self) -> Option<Vec<Term>> {
        self.solver.unsat_core()
    }
}

impl<S: QuantifierElimination + ?Sized> QuantifierElimination for Counting<S> {
    fn eliminate(&mut self, formula: Term, tactic: QeTactic, limits: Limits) -> Result<Term, UnknownReason> {
        self.counted(|solver| solver.eliminate(formula, tactic, limits), Result::is_err)
    }
}
