//! Eliminations of array variables.
//!
//! **Destructive equality through stores.** In `∃a. b = a[i := v] ∧ φ`, `a` is
//! `b` with an unknown value at `i`: the formula is
//! `∃w. b[i] = v ∧ φ[a ↦ b[i := w]]`, provided that `b` and `i` do not contain
//! `a`. Chains of stores unwind from the outside in.
//!
//! **Value elimination.** If `a` is only read, at indices `i₁, ..., iₙ`, its
//! values there are all that matters: each read becomes a new variable `vₖ`,
//! and `iⱼ = iₖ ⇒ vⱼ = vₖ` keeps them a function. A disequality `a ≠ t` in a
//! positive position holds for suitable values elsewhere if there are infinitely
//! many indices and more than one element, so it does not restrict `a`.

use term::build as mk;
use term::{Op, Sort, Substitution, Term};

use super::Elimination;
use crate::ite::remove_ites;
use crate::nnf::nnf;
use crate::rewrite::{map_literals, occurs_under_quantifier, rewrite, visit};

/// Value elimination introduces at most so many values (a square number of constraints).
const MAX_READS: usize = 8;
/// At most so many reads over writes are split.
const MAX_SPLITS: usize = 6;

/// Destructive equality through stores.
pub(super) fn unwind_stores(a: Term, conjuncts: &[Term]) -> Option<Elimination> {
    if !matches!(a.sort(), Sort::Array(_)) {
        return None;
    }
    let candidates = conjuncts.iter().enumerate().filter(|(_, c)| c.has_free(a));
    let unwound = candidates.filter_map(|(i, &c)| Some((i, unwind(c, a)?)));
    let (position, unwound) = unwound.min_by_key(|(i, u)| (u.values.len(), *i))?;
    let mut substitution = Substitution::new();
    substitution.insert(a, unwound.array);
    let others = conjuncts.iter().enumerate().filter(|(i, _)| *i != position).map(|(_, &c)| c);
    let parts: Vec<Term> = others.chain(unwound.reads).map(|c| substitution.apply(c)).collect();
    Some(Elimination { formula: mk::and(parts), introduced: unwound.values, is_eliminated: true })
}

struct Unwound {
    /// What the variable equals.
    array: Term,
    /// The unknown values that were overwritten.
    values: Vec<Term>,
    /// What was written is there.
    reads: Vec<Term>,
}

fn unwind(conjunct: Term, a: Term) -> Option<Unwound> {
    let (Op::Eq, &[left, right]) = (conjunct.op(), conjunct.arguments()) else { return None };
    let (chain, target) = match (left.has_free(a), right.has_free(a)) {
        (true, false) => (left, right),
        (false, true) => (right, left),
        _ => return None,
    };
    let mut unwound = Unwound { array: target, values: Vec::new(), reads: Vec::new() };
    let mut current = chain;
    while current != a {
        let (Op::Store, &[inner, index, value]) = (current.op(), current.arguments()) else { return None };
        if index.has_free(a) {
            return None;
        }
        let unknown = mk::fresh_var("value", value.sort());
        unwound.reads.push(mk::eq(mk::select(unwound.array, index), value));
        unwound.array = mk::store(unwound.array, index, unknown);
        unwound.values.push(unknown);
        current = inner;
    }
    Some(unwound)
}

/// Value elimination.
pub(super) fn eliminate_values(a: Term, conjuncts: &[Term]) -> Option<Elimination> {
    let Sort::Array(sort) = a.sort() else { return None };
    let formula = mk::and(conjuncts.iter().copied());
    if occurs_under_quantifier(formula, a) {
        return None;
    }
    let formula = split_reads(formula, a)?;
    let is_rich = matches!(sort.index(), Sort::Int | Sort::Real) && has_two_values(sort.element());
    let formula = if is_rich { drop_disequalities(formula, a) } else { formula };
    let mut reads: Vec<(Term, Term)> = Vec::new();
    let formula = rewrite(formula, |t| match (t.op(), t.arguments()) {
        (Op::Select, &[array, index]) if array == a => Some(value_at(index, t.sort(), &mut reads)),
        _ => None,
    });
    if formula.has_free(a) || reads.len() > MAX_READS {
        return None;
    }
    let mut parts = vec![formula];
    for (k, &(i, v)) in reads.iter().enumerate() {
        for &(j, w) in &reads[..k] {
            parts.push(mk::implies(mk::eq(i, j), mk::eq(v, w)));
        }
    }
    let introduced = reads.into_iter().map(|(_, value)| value).collect();
    Some(Elimination { formula: mk::and(parts), introduced, is_eliminated: true })
}

fn value_at(index: Term, sort: Sort, reads: &mut Vec<(Term, Term)>) -> Term {
    if let Some(&(_, value)) = reads.iter().find(|(i, _)| *i == index) {
        return value;
    }
    let value = mk::fresh_var("value", sort);
    reads.push((index, value));
    value
}

/// Turns reads over writes to `a` into cases, so that `a` is read directly.
fn split_reads(formula: Term, a: Term) -> Option<Term> {
    let mut is_written = false;
    visit(formula, |t| {
        is_written |= t.op() == Op::Store && t.has_free(a);
        t.has_free(a)
    });
    if !is_written {
        return Some(formula);
    }
    Some(nnf(remove_ites(formula, &[a], MAX_SPLITS)?, |t| t.has_free(a)))
}

/// Replaces `a ≠ t` by `true`, where `t` does not contain `a`.
fn drop_disequalities(formula: Term, a: Term) -> Term {
    map_literals(formula, |literal| {
        let (Op::Not, &[inner]) = (literal.op(), literal.arguments()) else { return None };
        let (Op::Eq, &[left, right]) = (inner.op(), inner.arguments()) else { return None };
        let is_free = (left == a && !right.has_free(a)) || (right == a && !left.has_free(a));
        is_free.then(mk::tt)
    })
}

fn has_two_values(sort: Sort) -> bool {
    match sort {
        Sort::Uninterpreted(_) => false,
        Sort::Array(array) => has_two_values(array.element()),
        _ => true,
    }
}
