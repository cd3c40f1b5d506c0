//! Dropping redundant parts of a formula with the help of a solver.
//!
//! The method is that of Dillig, Dillig and Aiken ("Small formulas for large
//! programs"): a subformula is replaced by `true` or `false` if its *critical
//! constraint* (the siblings of all nodes on the way from the root, negated
//! below disjunctions) decides it. `unknown` keeps the subformula.

use smt::{CheckResult, Limits, Solver};
use term::build as mk;
use term::{Op, Term};

use super::simplify_in_context;
use crate::nnf::nnf;

/// At most so many questions are asked for one formula.
const MAX_QUERIES: usize = 64;

/// An equivalent formula without the conjuncts and disjuncts that the solver finds redundant. The
/// solver's assertions stay as they were, and are not assumed: the caller passes a solver whose
/// assertions hold wherever the formula is used, usually none.
pub fn simplify_with_solver(formula: Term, solver: &mut dyn Solver, limits: Limits) -> Term {
    let start = simplify_in_context(formula);
    if start.is_value() {
        return start;
    }
    let mut reducer = Reducer { solver, limits, queries: MAX_QUERIES };
    let reduced = reducer.reduce(nnf(start, |_| false));
    simplify_in_context(reduced)
}

struct Reducer<'a> {
    solver: &'a mut dyn Solver,
    limits: Limits,
    queries: usize,
}

impl Reducer<'_> {
    /// Simplifies a formula under what is asserted.
    fn reduce(&mut self, formula: Term) -> Term {
        if self.is_unsat(formula) {
            return mk::ff();
        }
        if self.is_unsat(mk::not(formula)) {
            return mk::tt();
        }
        match formula.op() {
            Op::And => {
                let parts = self.reduce_parts(formula.arguments(), false);
                mk::and(parts)
            }
            Op::Or => {
                let parts = self.reduce_parts(formula.arguments(), true);
                mk::or(parts)
            }
            _ => formula,
        }
    }

    /// Simplifies each part under the others, in their current form.
    fn reduce_parts(&mut self, parts: &[Term], is_disjunction: bool) -> Vec<Term> {
        let mut current = parts.to_vec();
        // Later parts tend to be the larger ones: try to drop these first.
        for i in (0..current.len()).rev() {
            if self.queries == 0 {
                break;
            }
            self.solver.push();
            for (_, &sibling) in current.iter().enumerate().filter(|(j, _)| *j != i) {
                self.solver.assert(if is_disjunction { mk::not(sibling) } else { sibling });
            }
            current[i] = self.reduce(current[i]);
            self.solver.pop(1);
        }
        current
    }

    fn is_unsat(&mut self, formula: Term) -> bool {
        if self.queries == 0 {
            return false;
        }
        self.queries -= 1;
        self.solver.check(&[formula], self.limits) == CheckResult::Unsat
    }
}
