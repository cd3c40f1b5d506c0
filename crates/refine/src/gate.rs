//! The gate that every assertion sequence passes, whatever its source: it is checked inductive for the trace
//! (Def. 3.2), and whether it is perfect, that is, inductive for the path program (Sect. 7.1).

use base::Budget;
use term::Term;

use crate::hoare::{HoareChecker, Validity};
use crate::inductive::{first_gap, is_perfect};
use crate::infeasible::InfeasibleTrace;
use crate::sequence::{AssertionSequence, Passed, RefineFailure};

/// A sequence that nobody has checked yet.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// The assertions over program variables.
    pub assertions: Vec<Term>,
    /// Who made it.
    pub source: String,
    /// Whether it is inductive by construction, so that a step which the solver cannot decide passes.
    pub is_exact: bool,
}

/// Checks sequences.
pub struct Gate<'a> {
    hoare: &'a mut HoareChecker,
    budget: &'a Budget,
}

impl<'a> Gate<'a> {
    /// A gate that decides triples with this checker.
    pub fn new(hoare: &'a mut HoareChecker, budget: &'a Budget) -> Gate<'a> {
        Gate { hoare, budget }
    }

    /// How long all that may take.
    pub fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// Decides Hoare triples.
    pub fn hoare(&mut self) -> &mut HoareChecker {
        self.hoare
    }

    /// Lets a sequence pass if it is inductive.
    pub fn pass(
        &mut self,
        infeasible: &InfeasibleTrace<'_>,
        proposal: Proposal,
    ) -> Result<AssertionSequence, RefineFailure> {
        let InfeasibleTrace { program, trace, .. } = *infeasible;
        let Proposal { assertions, source, is_exact } = proposal;
        let has_shape = assertions.len() == trace.len() + 1
            && assertions.first().is_some_and(|first| first.is_true())
            && assertions.last().is_some_and(|last| last.is_false());
        if !has_shape {
            return Err(RefineFailure::NotInductive(format!("{source}, its ends")));
        }
        match first_gap(self.hoare, program, trace, &assertions, is_exact, self.budget) {
            None => {}
            Some(_) if self.budget.check().is_err() => return Err(RefineFailure::Time),
            Some((step, Validity::Unknown)) => {
                let what = format!("{source}, inductivity of step {}", step + 1);
                return Err(RefineFailure::SolverUnknown(what));
            }
            Some((step, _)) => {
                return Err(RefineFailure::NotInductive(format!("{source}, step {}", step + 1)));
            }
        }
        let perfect = is_perfect(self.hoare, program, trace, &assertions, self.budget);
        let quantified = assertions.iter().filter(|a| a.has_quantifier()).count();
        Ok(AssertionSequence {
            assertions,
            source,
            is_perfect: perfect,
            quantified,
            is_exact,
            passed: Passed,
        })
    }
}
