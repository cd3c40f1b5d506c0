//! Unconnected parameter drop: `∃v̄. φ₁ ∧ φ₂` is `φ₁` if `φ₂` is satisfiable,
//! contains no symbols but interpreted ones and those of `v̄` that do not occur
//! in `φ₁` (Sect. 7 of the paper).
//!
//! The driver calls this on a whole connected component of the conjunction
//! (connected by shared quantified variables), so that the second condition
//! holds by construction. If the component is unsatisfiable, so is the formula.

use smt::{CheckResult, Limits, Solver};
use term::build as mk;
use term::{Op, Term};

/// True if the formula contains no free symbols but the given variables.
pub(super) fn is_closed(formula: Term, variables: &[Term]) -> bool {
    formula.free_variables().iter().all(|v| variables.contains(v)) && !has_functions(formula)
}

fn has_functions(formula: Term) -> bool {
    let mut found = false;
    formula.visit_once(|t| found |= matches!(t.op(), Op::Apply(_)));
    found
}

/// The truth value of the closed formula `∃v̄. φ`, if the solver knows it.
pub(super) fn decide(formula: Term, solver: &mut dyn Solver, limits: Limits) -> Option<Term> {
    solver.push();
    solver.assert(formula);
    let result = solver.check(&[], limits);
    solver.pop(1);
    match result {
        CheckResult::Sat => Some(mk::tt()),
        CheckResult::Unsat => Some(mk::ff()),
        CheckResult::Unknown(_) => None,
    }
}
