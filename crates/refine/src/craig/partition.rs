//! A trace as formulas `A₁, ..., Aₙ` whose sequence interpolants are assertions for it.
//!
//! Each step of the trace that says anything is one formula over indexed variables (Sect. 4.1). A variable that occurs
//! on both sides of a cut has the index that is current there, so an interpolant renames back to program variables.
//! Steps of which the core keeps nothing have no formula: the assertion before them is also the one behind them.

use program::{ConjunctName, TraceFormula, at};
use smt::NoInterpolants;
use term::{Substitution, Term, Version, build as mk};

use crate::feasibility::indexed_axioms;
use crate::infeasible::InfeasibleTrace;

/// What is interpolated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Basis {
    /// The infeasible core of the trace.
    #[default]
    Core,
    /// The trace.
    Trace,
}

/// The formulas of a trace.
pub(super) struct Partition {
    formula: TraceFormula,
    length: usize,
    /// The formulas, each with the number of the step that it belongs to.
    parts: Vec<(usize, Term)>,
}

impl Partition {
    /// The formulas of a trace or of its core. Axioms belong to the first formula, and to all that share a variable
    /// with them, so that interpolants need not repeat them.
    pub(super) fn of(infeasible: &InfeasibleTrace<'_>, basis: Basis) -> Partition {
        let InfeasibleTrace { program, trace, .. } = *infeasible;
        let formula = trace.formula(program);
        let core = infeasible.core_or_all();
        let is_kept = |step, conjunct| {
            basis == Basis::Trace || core.binary_search(&ConjunctName { step, conjunct }).is_ok()
        };
        let mut parts = Vec::new();
        for (step, conjuncts) in formula.steps.iter().enumerate() {
            let kept = conjuncts.iter().enumerate().filter(|(conjunct, _)| is_kept(step, *conjunct));
            let kept = mk::and(kept.map(|(_, conjunct)| *conjunct));
            if !kept.is_true() {
                parts.push((step, kept));
            }
        }
        let axioms = indexed_axioms(program);
        if !axioms.is_empty() {
            if parts.is_empty() {
                parts.push((0, mk::tt()));
            }
            for (position, (_, part)) in parts.iter_mut().enumerate() {
                let concerns = |axiom: &&Term| {
                    position == 0 || axiom.free_variables().iter().any(|variable| part.has_free(*variable))
                };
                let added: Vec<Term> = axioms.iter().filter(concerns).copied().collect();
                *part = mk::and(std::iter::once(*part).chain(added));
            }
        }
        Partition { formula, length: trace.len(), parts }
    }

    /// `A₁, ..., Aₙ`.
    pub(super) fn formulas(&self) -> Vec<Term> {
        self.parts.iter().map(|(_, part)| *part).collect()
    }

    /// The assertions that interpolants of the formulas are, one more than the trace has steps.
    pub(super) fn assertions(&self, interpolants: &[Term]) -> Result<Vec<Term>, NoInterpolants> {
        let mut assertions = vec![mk::tt()];
        let mut done = 0;
        for position in 1..=self.length {
            if self.parts.get(done).is_some_and(|(step, _)| *step < position) {
                done += 1;
            }
            let last = assertions[position - 1];
            assertions.push(match done {
                0 => last,
                // Behind the last formula there is nothing left to contradict.
                _ if done >= self.parts.len() => mk::ff(),
                _ => match interpolants.get(done - 1) {
                    Some(interpolant) => self.over_program_variables(*interpolant, position)?,
                    None => return Err(NoInterpolants::NotShared("that is missing".to_owned())),
                },
            });
        }
        Ok(assertions)
    }

    /// Replaces the indexed variables that are current at a position by the program's.
    fn over_program_variables(&self, interpolant: Term, position: usize) -> Result<Term, NoInterpolants> {
        let mut renaming = Substitution::new();
        for &variable in interpolant.free_variables() {
            let plain = mk::with_version(variable, Version::Plain);
            if at(plain, self.formula.index(plain, position)) != variable {
                return Err(NoInterpolants::NotShared(variable.to_string()));
            }
            renaming.insert(variable, plain);
        }
        Ok(renaming.apply(interpolant))
    }
}
