//! Destructive equality resolution: `∃x. x = t ∧ φ` is `φ[x ↦ t]` if `t` does
//! not contain `x` (Sect. 7 of the paper).

use term::build as mk;
use term::{Substitution, Term};

#[cfg(test)]
use super::Elimination;
use super::solve::{Solution, solve_literal};

/// Eliminates `x` by the cheapest conjunct that can be solved for it.
#[cfg(test)]
pub(super) fn eliminate(x: Term, conjuncts: &[Term]) -> Option<Elimination> {
    let rest = resolve(x, conjuncts)?;
    Some(Elimination::of(mk::and(rest)))
}

/// Eliminates as many of the variables as possible, in the given order: the eliminated variables
/// and the remaining conjuncts. The conjunction is not rebuilt in between, so that a trace with
/// many variables takes quadratic time only.
pub(super) fn eliminate_all(order: &[Term], conjuncts: &[Term]) -> (Vec<Term>, Vec<Term>) {
    let mut eliminated = Vec::new();
    let mut left = order.to_vec();
    let mut current = conjuncts.to_vec();
    loop {
        let before = left.len();
        left.retain(|&x| match resolve(x, &current) {
            Some(rest) => {
                current = rest;
                eliminated.push(x);
                false
            }
            None => true,
        });
        if left.len() == before {
            return (eliminated, current);
        }
    }
}

/// The conjuncts after the substitution of `x`.
fn resolve(x: Term, conjuncts: &[Term]) -> Option<Vec<Term>> {
    let candidates = conjuncts.iter().enumerate().filter(|(_, c)| c.has_free(x));
    let solutions = candidates.filter_map(|(i, &c)| solve_literal(c, x).map(|s| (i, s)));
    let (position, solution) = solutions.min_by_key(|(i, s)| (cost(s), *i))?;
    let mut substitution = Substitution::new();
    substitution.insert(x, solution.value);
    let mut rest = Vec::with_capacity(conjuncts.len());
    for (i, &conjunct) in conjuncts.iter().enumerate() {
        if i == position {
            continue;
        }
        if conjunct.has_free(x) {
            rest.extend(mk::conjuncts(substitution.apply(conjunct)));
        } else {
            rest.push(conjunct);
        }
    }
    rest.extend(solution.conditions.into_iter().map(|c| substitution.apply(c)));
    Some(rest)
}

/// Values first, then variables, then small terms without conditions.
fn cost(solution: &Solution) -> (u32, u32) {
    let value = solution.value;
    let conditions: u32 = solution.conditions.iter().map(|c| c.size()).fold(0, u32::saturating_add);
    (conditions, if value.is_value() { 0 } else { value.size() })
}
