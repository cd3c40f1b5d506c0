//! Predicate transformers along abstract steps.
//!
//! `post(φ, st) = ∃x₀, a. φ[x ↦ x₀] ∧ F[x ↦ x₀, x' ↦ x]` and
//! `wp(φ, st) = ∀x', a. F ⇒ φ[x ↦ x']`, where `F` is what the abstract step keeps
//! of its transition formula, `x` the modified variables and `a` the auxiliary
//! ones. For single statements these are the definitions of Sect. 3 and 4.2.

use logic::{Eliminated, Eliminator};
use program::{AbstractStep, at, primed};
use term::{Substitution, Term, build as mk};

/// The strongest post of `φ` under an abstract step, quantifiers eliminated as far as possible.
pub fn strongest_post(eliminator: &mut Eliminator, assertion: Term, step: &AbstractStep) -> Eliminated {
    let mut before = Substitution::new();
    let mut after = Substitution::new();
    let mut quantified = step.auxiliaries.clone();
    for &variable in &step.modified {
        let old = at(variable, 0);
        before.insert(variable, old);
        after.insert(variable, old);
        after.insert(primed(variable), variable);
        quantified.push(old);
    }
    let body = mk::and2(before.apply(assertion), after.apply(step.formula()));
    eliminator.exists(&quantified, body)
}

/// The weakest precondition of `φ` under an abstract step, quantifiers eliminated as far as possible.
pub fn weakest_precondition(eliminator: &mut Eliminator, assertion: Term, step: &AbstractStep) -> Eliminated {
    let mut after = Substitution::new();
    let mut quantified = step.auxiliaries.clone();
    for &variable in &step.modified {
        after.insert(variable, primed(variable));
        quantified.push(primed(variable));
    }
    let body = mk::implies(step.formula(), after.apply(assertion));
    eliminator.forall(&quantified, body)
}
