//! Terms under what is known about their variables.
//!
//! A part whose value is known becomes a constant, a comparison that is decided becomes `true` or `false`, `mod` goes
//! where the number of turns is known, and conditional terms collapse. The cases of a conditional term are rewritten
//! under its condition, the parts of a conjunction or disjunction under those before them. The new term is equal to
//! the old one in all states that the environment describes, and says nothing about others.

use term::{Op, Sort, Term, build as mk};

use super::environment::Environment;
use super::evaluate::Evaluator;

/// A simpler term with the same values in every state of the environment.
pub(super) fn rewrite(evaluator: &Evaluator, environment: &Environment, term: Term) -> Term {
    if term.is_var() && !matches!(term.sort(), Sort::Int | Sort::Bool) || term.is_value() {
        return term;
    }
    evaluator.step(|| rewrite_parts(evaluator, environment, term)).unwrap_or(term)
}

/// A simpler condition that holds in the same states of the environment. A conjunct that always holds stays: it
/// may be just the invariant that a proof needs.
pub(super) fn rewrite_condition(evaluator: &Evaluator, environment: &Environment, condition: Term) -> Term {
    let mut known = environment.clone();
    let mut rewritten = Vec::new();
    for part in mk::conjuncts(condition) {
        let new = rewrite(evaluator, &known, part);
        rewritten.push(if new.is_true() { rewrite_comparison(evaluator, &known, part) } else { new });
        match evaluator.assume(known, part, true) {
            Some(after) => known = after,
            None => return mk::ff(),
        }
    }
    mk::and(rewritten)
}

/// A comparison with simpler sides; anything else is `true`.
fn rewrite_comparison(evaluator: &Evaluator, environment: &Environment, comparison: Term) -> Term {
    let of = |part: Term| rewrite(evaluator, environment, part);
    match (comparison.op(), comparison.arguments()) {
        (Op::Le, &[a, b]) => mk::le(of(a), of(b)),
        (Op::Eq, &[a, b]) => mk::eq(of(a), of(b)),
        (Op::Not, &[inner]) => match (inner.op(), inner.arguments()) {
            (Op::Eq, &[a, b]) => mk::ne(of(a), of(b)),
            _ => mk::tt(),
        },
        _ => mk::tt(),
    }
}

fn rewrite_parts(evaluator: &Evaluator, environment: &Environment, term: Term) -> Term {
    if let Some(value) = evaluator.eval(environment, term).value() {
        match term.sort() {
            Sort::Bool => return mk::bool(value == 1),
            Sort::Int => return mk::int(value),
            _ => {}
        }
    }
    let of = |part: Term| rewrite(evaluator, environment, part);
    match (term.op(), term.arguments()) {
        (Op::Forall(_) | Op::Exists(_), _) => term,
        (Op::Ite, &[condition, a, b]) => {
            let case = |is_true: bool, part: Term| {
                let environment = evaluator.assume(environment.clone(), condition, is_true)?;
                Some(rewrite(evaluator, &environment, part))
            };
            match (case(true, a), case(false, b)) {
                (Some(a), Some(b)) => mk::ite(of(condition), a, b),
                (Some(only), None) | (None, Some(only)) => only,
                (None, None) => term,
            }
        }
        (op @ (Op::And | Op::Or), parts) => {
            let mut known = environment.clone();
            let mut rewritten = Vec::with_capacity(parts.len());
            for &part in parts {
                rewritten.push(rewrite(evaluator, &known, part));
                match evaluator.assume(known, part, op == Op::And) {
                    Some(after) => known = after,
                    None => return mk::bool(op == Op::Or),
                }
            }
            if op == Op::And { mk::and(rewritten) } else { mk::or(rewritten) }
        }
        (Op::Mod, &[a, b]) => {
            let divisor = evaluator.eval(environment, b);
            match evaluator.eval(environment, a).turns(divisor) {
                Some(turns) => mk::sub(of(a), mk::int(turns)),
                _ => mk::modulo(of(a), of(b)),
            }
        }
        (op, parts) => {
            let rewritten: Vec<Term> = parts.iter().map(|&part| of(part)).collect();
            if rewritten == parts { term } else { mk::rebuild(op, &rewritten, term.sort()) }
        }
    }
}
