//! Simplification modulo context.
//!
//! In `φ ∧ ψ`, `ψ` may be simplified under the assumption `φ`; in `φ ∨ ψ`,
//! under `¬φ`. [`simplify_in_context`] does this without a solver, for the
//! facts that literals give ([`context::Context`]); [`simplify_with_solver`]
//! asks a solver which conjuncts and disjuncts are redundant
//! ([`redundancy`]). Both yield equivalent formulas.
//!
//! Circular reasoning (each of two conjuncts dropped because of the other) is
//! excluded by order: a part is simplified under those that have been
//! processed before it, in their final form.

mod context;
mod redundancy;

#[cfg(test)]
mod tests;

use term::build as mk;
use term::{Op, Term};

pub use self::redundancy::simplify_with_solver;

use self::context::Context;
use crate::nnf::nnf;

/// Formulas with more distinct nodes are left alone.
const MAX_NODES: usize = 20_000;
/// How often the whole formula is simplified while it still changes.
const MAX_ROUNDS: usize = 4;

/// An equivalent formula, simplified by propagating literals, equalities and bounds. Cheap.
pub fn simplify_in_context(formula: Term) -> Term {
    if formula.dag_size() > MAX_NODES {
        return formula;
    }
    let mut current = nnf(formula, |_| false);
    for _ in 0..MAX_ROUNDS {
        let mut fuel = MAX_NODES;
        let next = simplify(current, &Context::default(), &mut fuel);
        if next == current {
            break;
        }
        current = next;
    }
    current
}

fn simplify(formula: Term, context: &Context, fuel: &mut usize) -> Term {
    if *fuel == 0 {
        return formula;
    }
    *fuel -= 1;
    match formula.op() {
        Op::And => conjunction(formula.arguments(), context.clone(), fuel),
        Op::Or => disjunction(formula.arguments(), context.clone(), fuel),
        Op::Forall(_) | Op::Exists(_) => quantified(formula, context, fuel),
        _ => context.simplify_literal(formula),
    }
}

/// Parts that tell much come first: they simplify the others.
fn informative_first(parts: &[Term]) -> Vec<Term> {
    let mut order = parts.to_vec();
    order.sort_by_key(|&part| (context::rank(part), part));
    order
}

fn conjunction(parts: &[Term], mut context: Context, fuel: &mut usize) -> Term {
    let mut kept = Vec::new();
    for part in informative_first(parts) {
        let simplified = simplify(part, &context, fuel);
        for conjunct in mk::conjuncts(simplified) {
            if conjunct.is_false() {
                return conjunct;
            }
            context.assume(conjunct);
            kept.push(conjunct);
        }
    }
    mk::and(context::merge_bounds(kept))
}

fn disjunction(parts: &[Term], mut context: Context, fuel: &mut usize) -> Term {
    let mut kept = Vec::new();
    for part in informative_first(parts) {
        let simplified = simplify(part, &context, fuel);
        for disjunct in mk::disjuncts(simplified) {
            if disjunct.is_true() {
                return disjunct;
            }
            context.assume_not(disjunct);
            kept.push(disjunct);
        }
    }
    // The weakest bounds of a disjunction are the strongest of its negation.
    let merged = context::merge_bounds(kept.into_iter().map(mk::not).collect());
    common_conjuncts(merged.into_iter().map(mk::not).collect())
}

/// `(α ∧ φ) ∨ (α ∧ ψ)` is `α ∧ (φ ∨ ψ)`.
fn common_conjuncts(disjuncts: Vec<Term>) -> Term {
    let [first, rest @ ..] = disjuncts.as_slice() else { return mk::ff() };
    let mut common = mk::conjuncts(*first);
    for disjunct in rest {
        let conjuncts = mk::conjuncts(*disjunct);
        common.retain(|c| conjuncts.contains(c));
    }
    if rest.is_empty() || common.is_empty() {
        return mk::or(disjuncts);
    }
    let without =
        |disjunct: &Term| mk::and(mk::conjuncts(*disjunct).into_iter().filter(|c| !common.contains(c)));
    let remaining = mk::or(disjuncts.iter().map(without));
    mk::and(common.into_iter().chain([remaining]))
}

/// Facts about free variables hold inside quantifiers too; bound variables are renamed apart.
fn quantified(formula: Term, context: &Context, fuel: &mut usize) -> Term {
    if context.knows(formula).is_some() {
        return context.simplify_literal(formula);
    }
    // Canonical names are not free in any fact, so the body needs no renaming; but facts found
    // inside must not leave it, and they do not: contexts are passed down only.
    let (Op::Forall(bound) | Op::Exists(bound)) = formula.op() else { return formula };
    let body = formula.arguments()[0];
    if has_nested_name(body, bound) {
        return formula;
    }
    let simplified = simplify(body, context, fuel);
    if simplified == body {
        return formula;
    }
    mk::quantify(matches!(formula.op(), Op::Forall(_)), bound, simplified)
}

/// True if a quantifier in the body binds a name that the outer one binds.
fn has_nested_name(body: Term, outer: &[Term]) -> bool {
    let mut found = false;
    body.visit_once(|t| {
        if let Op::Forall(bound) | Op::Exists(bound) = t.op() {
            found |= bound.iter().any(|b| outer.contains(b));
        }
    });
    found
}
