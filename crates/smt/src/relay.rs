//! Two solvers for one stack of assertions: the second one is asked what the first one does not answer soon.
//!
//! Z3 in process is best at many small queries. A large one over bit-vectors, or one over floats, is often easier for
//! a solver that is made for them.

use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;
use term::{Model, Op, Sort, Term};

use crate::stack::AssertionStack;
use crate::stats::QueryStats;
use crate::traits::{CheckResult, Limits, Solver, TraceSolver, UnknownReason, UnsatCores};

/// How long the first solver has for a query with floats: it finds what is easy at once.
const FLOAT_PATIENCE: Duration = Duration::from_millis(300);

/// How long it has for others; it keeps those with a limit that is not twice as long.
const PATIENCE: Duration = Duration::from_millis(1500);

/// Each query that only the second solver answers halves the time of the first one, but not more often than this.
const MAX_HALVINGS: u32 = 4;

/// A solver with another one behind it.
pub struct Relay {
    first: Box<dyn TraceSolver>,
    second: Box<dyn TraceSolver>,
    assertions: AssertionStack,
    theories: Theories,
    /// How long the first solver has for a query without floats.
    patience: Duration,
    /// Whether the last answer is the second solver's.
    is_second: bool,
    /// How many queries in a row only the second solver answered: similar ones follow.
    lost: u32,
}

impl Relay {
    /// Asks `second`, which knows bit-vectors, floats and arrays of them, what `first` does not answer soon. Neither may
    /// have assertions.
    pub fn new(first: Box<dyn TraceSolver>, second: Box<dyn TraceSolver>) -> Relay {
        Relay {
            first,
            second,
            assertions: AssertionStack::default(),
            theories: Theories::default(),
            patience: PATIENCE,
            is_second: false,
            lost: 0,
        }
    }

    /// The same with so much time for the first solver.
    pub fn with_patience(self, patience: Duration) -> Relay {
        Relay { patience, ..self }
    }

    /// How long the first solver has; `None` if the second one is not asked, because it does not know the theories or
    /// has no time.
    fn patience(&mut self, assumptions: &[Term], limits: Limits) -> Option<Duration> {
        let theories = &mut self.theories;
        let is_known = |formula: &Term| !formula.has_quantifier() && !theories.has_other(*formula);
        if !self.assertions.iter().chain(assumptions).all(is_known) {
            return None;
        }
        let has_floats =
            self.assertions.iter().chain(assumptions).any(|formula| theories.has_floats(*formula));
        let limit = limits.time.unwrap_or(Duration::MAX);
        let patience = match has_floats {
            true => FLOAT_PATIENCE.min(limit / 2),
            false if limit >= 2 * self.patience => self.patience,
            false => return None,
        };
        Some(patience / (1 << self.lost.min(MAX_HALVINGS)))
    }
}

impl Solver for Relay {
    fn push(&mut self) {
        self.assertions.push();
        self.first.push();
        self.second.push();
    }

    fn pop(&mut self, scopes: u32) {
        self.assertions.pop(scopes);
        self.first.pop(scopes);
        self.second.pop(scopes);
    }

    fn assert(&mut self, formula: Term) {
        self.assertions.assert(formula);
        self.first.assert(formula);
        self.second.assert(formula);
    }

    fn check(&mut self, assumptions: &[Term], limits: Limits) -> CheckResult {
        self.is_second = false;
        let Some(patience) = self.patience(assumptions, limits) else {
            return self.first.check(assumptions, limits);
        };
        let start = Instant::now();
        let answer = self.first.check(assumptions, Limits { time: Some(patience), ..limits });
        if !matches!(answer, CheckResult::Unknown(UnknownReason::Timeout | UnknownReason::Incomplete(_))) {
            self.lost = 0;
            return answer;
        }
        let left = |limits: Limits| Limits {
            time: limits.time.map(|limit| limit.saturating_sub(start.elapsed())),
            ..limits
        };
        let second = self.second.check(assumptions, left(limits));
        self.is_second = true;
        match second {
            // It is not there, or does not know what was asked.
            CheckResult::Unknown(UnknownReason::Unsupported(_) | UnknownReason::Crashed(_)) => {
                self.is_second = false;
                self.first.check(assumptions, left(limits))
            }
            answer => {
                self.lost += u32::from(matches!(answer, CheckResult::Sat | CheckResult::Unsat));
                answer
            }
        }
    }

    fn model(&mut self) -> Option<Model> {
        if self.is_second { self.second.model() } else { self.first.model() }
    }

    fn name(&self) -> &str {
        self.first.name()
    }

    fn set_query_kind(&mut self, kind: &'static str) {
        self.first.set_query_kind(kind);
        self.second.set_query_kind(kind);
    }

    fn stats(&self) -> &QueryStats {
        self.first.stats()
    }
}

impl UnsatCores for Relay {
    fn unsat_core(&mut self) -> Option<Vec<Term>> {
        if self.is_second { self.second.unsat_core() } else { self.first.unsat_core() }
    }
}

/// Which terms have parts of a theory, remembered because formulas share most of their parts.
#[derive(Default)]
struct Theories {
    /// Without floats.
    plain: FxHashSet<Term>,
    /// Without anything but bit-vectors, floats and arrays.
    known: FxHashSet<Term>,
}

impl Theories {
    fn has_floats(&mut self, formula: Term) -> bool {
        has(formula, &mut self.plain, &|term| matches!(term.sort(), Sort::Float(_) | Sort::RoundingMode))
    }

    fn has_other(&mut self, formula: Term) -> bool {
        has(formula, &mut self.known, &|term| is_other(term.sort()) || matches!(term.op(), Op::Apply(_)))
    }
}

fn is_other(sort: Sort) -> bool {
    match sort {
        Sort::Bool | Sort::BitVec(_) | Sort::Float(_) | Sort::RoundingMode => false,
        Sort::Array(array) => is_other(array.index()) || is_other(array.element()),
        _ => true,
    }
}

/// Whether a part of the formula is meant; `without` holds terms that have no such part.
fn has(formula: Term, without: &mut FxHashSet<Term>, is_meant: &dyn Fn(Term) -> bool) -> bool {
    let mut entered = Vec::new();
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut stack = vec![formula];
    while let Some(term) = stack.pop() {
        if is_meant(term) {
            return true;
        }
        if !without.contains(&term) && seen.insert(term) {
            entered.push(term);
            stack.extend(term.arguments());
        }
    }
    without.extend(entered);
    false
}

#[cfg(test)]
mod tests {
    use term::build as mk;

    use super::*;
    use crate::{SolverOptions, Z3Solver};

    /// A solver that never knows.
    #[derive(Default)]
    struct Silent {
        stats: QueryStats,
    }

    impl Solver for Silent {
        fn push(&mut self) {}
        fn pop(&mut self, _: u32) {}
        fn assert(&mut self, _: Term) {}
        fn check(&mut self, _: &[Term], _: Limits) -> CheckResult {
            CheckResult::Unknown(UnknownReason::Timeout)
        }
        fn model(&mut self) -> Option<Model> {
            None
        }
        fn name(&self) -> &str {
            "silent"
        }
        fn set_query_kind(&mut self, _: &'static str) {}
        fn stats(&self) -> &QueryStats {
            &self.stats
        }
    }

    impl UnsatCores for Silent {
        fn unsat_core(&mut self) -> Option<Vec<Term>> {
            None
        }
    }

    #[test]
    fn the_second_solver_knows_the_stack() {
        let z3 = Z3Solver::new(&SolverOptions::default()).expect("Z3 starts");
        let mut relay = Relay::new(Box::new(Silent::default()), Box::new(z3));
        let [x, y] = ["x", "y"].map(|name| mk::var(name, Sort::BitVec(8)));
        relay.assert(mk::bvult(x, y));
        relay.push();
        relay.assert(mk::bvult(y, mk::bv(3u32, 8)));
        let big = mk::bvult(mk::bv(1u32, 8), x);
        assert_eq!(relay.check(&[big], Limits::millis(20_000)), CheckResult::Unsat);
        assert_eq!(relay.unsat_core(), Some(vec![big]));
        relay.pop(1);
        assert_eq!(relay.check(&[big], Limits::millis(20_000)), CheckResult::Sat);
        assert_eq!(relay.model().map(|model| model.eval(big)), Some(mk::tt()));
    }

    #[test]
    fn who_loses_often_is_asked_for_a_shorter_time() {
        let z3 = Z3Solver::new(&SolverOptions::default()).expect("Z3 starts");
        let mut relay = Relay::new(Box::new(Silent::default()), Box::new(z3));
        let patience = |relay: &mut Relay| relay.patience(&[], Limits::millis(20_000)).expect("it is asked");
        let at_first = patience(&mut relay);
        for halved in [2, 4, 8, 16, 16] {
            assert_eq!(relay.check(&[], Limits::millis(20_000)), CheckResult::Sat);
            assert_eq!(patience(&mut relay), at_first / halved);
        }
    }

    #[test]
    fn large_formulas_come_soon_to_the_second_solver() {
        let z3 = Z3Solver::new(&SolverOptions::default()).expect("Z3 starts");
        let soon = Duration::from_millis(100);
        let mut relay = Relay::new(Box::new(Silent::default()), Box::new(z3)).with_patience(soon);
        assert_eq!(relay.patience(&[], Limits::millis(20_000)), Some(soon));
        assert_eq!(relay.patience(&[], Limits::millis(200)), Some(soon));
        assert_eq!(relay.patience(&[], Limits::millis(150)), None);
    }

    #[test]
    fn integers_are_not_the_second_solvers() {
        let z3 = Z3Solver::new(&SolverOptions::default()).expect("Z3 starts");
        let mut relay = Relay::new(Box::new(Silent::default()), Box::new(z3));
        let positive = mk::lt(mk::int(0), mk::var("i", Sort::Int));
        let answer = relay.check(&[positive], Limits::millis(20_000));
        assert_eq!(answer, CheckResult::Unknown(UnknownReason::Timeout));
    }
}
