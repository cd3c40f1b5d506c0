//! What a solver can do, one capability per trait. A backend implements those
//! it has; callers ask for those they need.

use std::time::Duration;

use term::{Model, Term};

pub use crate::answer::{CheckResult, NoInterpolants, UnknownReason};
use crate::stats::QueryStats;

/// Limits of one query. `None` is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Memory of the solver in megabytes.
    pub memory_mb: Option<u32>,
}

impl Limits {
    /// A limit of so many milliseconds.
    pub fn millis(millis: u64) -> Limits {
        Limits { time: Some(Duration::from_millis(millis)), memory_mb: None }
    }
}

/// Incremental satisfiability checking.
pub trait Solver {
    /// Opens a scope.
    fn push(&mut self);

    /// Closes the given number of scopes.
    fn pop(&mut self, scopes: u32);

    /// Adds a formula to the current scope.
    fn assert(&mut self, formula: Term);

    /// Are the asserted formulas and the assumptions satisfiable together? The assumptions may be
    /// any formulas; a core is a subset of them.
    fn check(&mut self, assumptions: &[Term], limits: Limits) -> CheckResult;

    /// The model after `Sat`, `None` if the solver cannot give one. Every variable and function
    /// that was asserted or assumed has a value.
    fn model(&mut self) -> Option<Model>;

    /// A stable name for reports: `z3`, `cvc5`, ...
    fn name(&self) -> &str;

    /// Counts the following queries under this name in the statistics.
    fn set_query_kind(&mut self, kind: &'static str);

    /// What was asked so far.
    fn stats(&self) -> &QueryStats;
}

/// Unsatisfiable cores.
pub trait UnsatCores: Solver {
    /// After `Unsat`: assumptions that are unsatisfiable together with what is asserted.
    fn unsat_core(&mut self) -> Option<Vec<Term>>;
}

/// Craig interpolation along a sequence.
pub trait Interpolation {
    /// For formulas `A₁, ..., Aₙ` whose conjunction is unsatisfiable, the interpolants `I₁, ..., Iₙ₋₁`: `A₁ ⇒ I₁`,
    /// `Iₖ ∧ Aₖ₊₁ ⇒ Iₖ₊₁` and `Iₙ₋₁ ∧ Aₙ ⇒ false`, and `Iₖ` speaks about symbols that occur both in `A₁, ..., Aₖ` and in
    /// `Aₖ₊₁, ..., Aₙ`. Callers check what they rely on: solvers have been seen to give formulas that are none.
    fn sequence_interpolants(
        &mut self,
        formulas: &[Term],
        limits: Limits,
    ) -> Result<Vec<Term>, NoInterpolants>;

    /// A stable name for reports: `z3`, `smtinterpol`, ...
    fn name(&self) -> &str;
}

/// How hard a solver shall try to eliminate quantifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QeTactic {
    /// Cheap, best effort (Z3's `qe-light`).
    Light,
    /// Complete where the theory allows (Z3's `qe2`), to be run under a limit.
    Full,
}

/// Quantifier elimination by the solver.
pub trait QuantifierElimination {
    /// An equivalent formula with fewer quantifiers, hopefully none.
    fn eliminate(&mut self, formula: Term, tactic: QeTactic, limits: Limits) -> Result<Term, UnknownReason>;
}

/// A solver with cores: what trace checks need.
pub trait TraceSolver: UnsatCores {}
impl<T: UnsatCores + ?Sized> TraceSolver for T {}
