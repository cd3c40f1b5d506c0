//! Sequence interpolants of an interpolating solver.
//!
//! The solver gets the formulas of the trace or of its infeasible core. What it answers is renamed to program
//! variables, quantifiers are eliminated as far as possible, and the assertions are simplified, all by equivalences.
//! Nothing of the answer is trusted: the gate decides whether it is a sequence of assertions.

use std::time::Duration;

use base::{Budget, Statistics};
use logic::Eliminator;
use smt::{Interpolation, Limits, TraceSolver};
use term::Term;

use super::partition::{Basis, Partition};
use crate::explanation::{Detail, Explanation};
use crate::feasibility::within;
use crate::gate::{Gate, Proposal};
use crate::infeasible::InfeasibleTrace;
use crate::sequence::{AssertionSequence, RefineFailure};
use crate::source::Source;

/// The longest that one sequence may take.
const SEQUENCE_LIMIT: Duration = Duration::from_secs(10);

/// The longest that one assertion is simplified with the solver.
const SIMPLIFICATION_LIMIT: Duration = Duration::from_millis(200);

/// Larger assertions are simplified with the solver.
const SMALL: usize = 12;

/// The memory of a query, in megabytes.
const MEMORY: u32 = 2000;

/// The source `craig:SOLVER`.
pub struct Interpolated {
    name: String,
    basis: Basis,
    interpolation: Box<dyn Interpolation>,
    eliminator: Eliminator,
    simplifier: Box<dyn TraceSolver>,
}

impl Interpolated {
    /// A source with this name that asks this solver for interpolants.
    pub fn new(
        name: &str,
        basis: Basis,
        interpolation: Box<dyn Interpolation>,
        eliminator: Eliminator,
        simplifier: Box<dyn TraceSolver>,
    ) -> Interpolated {
        Interpolated { name: name.to_owned(), basis, interpolation, eliminator, simplifier }
    }

    fn assertions(
        &mut self,
        infeasible: &InfeasibleTrace<'_>,
        budget: &Budget,
    ) -> Result<Vec<Term>, RefineFailure> {
        let partition = Partition::of(infeasible, self.basis);
        let formulas = partition.formulas();
        let failed = |why| RefineFailure::NoInterpolants(self.name.clone(), why);
        let interpolants = match formulas.len() {
            0 | 1 => Vec::new(),
            _ => {
                let limits = Limits { time: Some(SEQUENCE_LIMIT), memory_mb: Some(MEMORY) };
                let answer = self.interpolation.sequence_interpolants(&formulas, within(limits, budget));
                // A solver that was stopped because the run is over has not failed.
                budget.check().map_err(|_| RefineFailure::Time)?;
                answer.map_err(failed)?
            }
        };
        let assertions = partition.assertions(&interpolants).map_err(failed)?;
        Ok(assertions.into_iter().map(|assertion| self.simplified(assertion, budget)).collect())
    }

    /// An equivalent assertion with fewer quantifiers and parts.
    fn simplified(&mut self, assertion: Term, budget: &Budget) -> Term {
        let eliminated = match assertion.has_quantifier() {
            true => self.eliminator.exists(&[], assertion).formula,
            false => assertion,
        };
        let simplified = logic::simplify_in_context(eliminated);
        if simplified.dag_size() <= SMALL || budget.check().is_err() {
            return simplified;
        }
        let limits = within(Limits { time: Some(SIMPLIFICATION_LIMIT), memory_mb: None }, budget);
        logic::simplify_with_solver(simplified, &mut *self.simplifier, limits)
    }
}

impl Source for Interpolated {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn sequences(
        &mut self,
        infeasible: &InfeasibleTrace<'_>,
        gate: &mut Gate<'_>,
    ) -> Result<Vec<AssertionSequence>, RefineFailure> {
        self.eliminator.set_budget(gate.budget().clone());
        let assertions = self.assertions(infeasible, gate.budget())?;
        Ok(vec![gate.pass(infeasible, Proposal { assertions, source: self.name.clone(), is_exact: false })?])
    }

    fn explain(&mut self, _: &InfeasibleTrace<'_>, _: Detail, _: &Budget) -> Explanation {
        Explanation { uses_core: self.basis == Basis::Core, ..Explanation::default() }
    }

    fn count(&self, _: &mut Statistics) {}
}
