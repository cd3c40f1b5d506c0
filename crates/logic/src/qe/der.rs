//! Destructive equality resolution: `∃x. x = t ∧ φ` is `φ[x ↦ t]` if `t` does
//! not contain `x` (Sect. 7 of the paper).

use term::build as mk;
use term::{Substitution, Term};

use super::Elimination;
use super::solve::{Solution, solve_literal};

/// Eliminates `x` by the cheapest conjunct that can be solved for it.
pub(super) fn eliminate(x: Term, conjuncts: &[Term]) -> Option<Elimination> {
    let candidates = conjuncts.iter().enumerate().filter(|(_, c)| c.has_free(x));
    let solutions = candidates.filter_map(|(i, &c)| solve_literal(c, x).map(|s| (i, s)));
    let (position, solution) = solutions.min_by_key(|(i, s)| (cost(s), *i))?;
    let mut substitution = Substitution::new();
    substitution.insert(x, solution.value);
    let others = conjuncts.iter().enumerate().filter(|(i, _)| *i != position).map(|(_, &c)| c);
    let parts: Vec<Term> = others.chain(solution.conditions).map(|c| substitution.apply(c)).collect();
    Some(Elimination::of(mk::and(parts)))
}

/// Values first, then variables, then small terms without conditions.
fn cost(solution: &Solution) -> (u32, u32) {
    let value = solution.value;
    let conditions: u32 = solution.conditions.iter().map(|c| c.size()).fold(0, u32::saturating_add);
    (conditions, if value.is_value() { 0 } else { value.size() })
}
