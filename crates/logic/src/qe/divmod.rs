//! Eliminations that divide integers by constants.
//!
//! - `k·x = t` is `t mod k = 0 ∧ x = t div k`.
//! - In `a·x + b·y = t` with both variables to be eliminated and `|a| <= |b|`,
//!   replacing `x` by `x - ⌊b/a⌋·y` (a bijection) leaves `b mod a` as the
//!   coefficient of `y`: Euclid's algorithm, which ends with one of the two.
//! - If `x` occurs in `e mod k` or `e div k`, there is exactly one `q` with
//!   `k·q ≤ e < k·q + |k|`; then `e div k` is `q` and `e mod k` is `e - k·q`.
//!   The new variable is eliminated later, like any other.
//! - A pair of bounds `l ≤ a·x`, `b·x ≤ u` that TIR cannot resolve exactly is
//!   `⌈l/a⌉ ≤ ⌊u/b⌋`, where `⌊u/b⌋` is `u div b` and `⌈l/a⌉` is `-((-l) div a)`.

use num_traits::Signed;
use term::build as mk;
use term::number::Number;
use term::polynomial::Polynomial;
use term::{Op, Sort, Substitution, Term};

use super::Elimination;
use super::bounds::{Bound, Bounds, Relation, real_shadow};
use crate::rewrite::{occurs_under_quantifier, rewrite, visit};

/// Eliminates the integer `x` with the help of divisions, or replaces a division that contains it.
/// `eliminated` are all variables to be eliminated.
pub(super) fn eliminate(x: Term, conjuncts: &[Term], eliminated: &[Term]) -> Option<Elimination> {
    if x.sort() != Sort::Int {
        return None;
    }
    by_equation(x, conjuncts, eliminated)
        .or_else(|| reduce_equation(x, conjuncts, eliminated))
        .or_else(|| introduce_quotient(x, conjuncts))
        .or_else(|| round_bounds(x, conjuncts))
}

fn by_equation(x: Term, conjuncts: &[Term], eliminated: &[Term]) -> Option<Elimination> {
    let equations = conjuncts.iter().enumerate().filter(|(_, c)| c.has_free(x)).filter_map(|(i, &c)| {
        let bound = Bound::of(c, x).filter(|b| b.relation == Relation::Equal)?;
        // Dividing by k would bury other eliminated variables in a division.
        (!eliminated.iter().any(|&v| bound.term.has_free(v))).then_some((i, bound))
    });
    let (position, bound) = equations.min_by_key(|(i, b)| (b.term.size(), *i))?;
    let divisor = mk::int(bound.coefficient.to_integer()?);
    let mut substitution = Substitution::new();
    substitution.insert(x, mk::div(bound.term, divisor));
    let others = conjuncts.iter().enumerate().filter(|(i, _)| *i != position);
    let mut parts: Vec<Term> = others.map(|(_, &c)| substitution.apply(c)).collect();
    parts.push(mk::eq(mk::modulo(bound.term, divisor), mk::int(0)));
    Some(Elimination::of(mk::and(parts)))
}

fn reduce_equation(x: Term, conjuncts: &[Term], eliminated: &[Term]) -> Option<Elimination> {
    let equations = conjuncts.iter().filter(|c| c.op() == Op::Eq && c.has_free(x));
    let replacement = equations.filter_map(|&c| reduced_pivot(x, c, eliminated)).next()?;
    let mut substitution = Substitution::new();
    substitution.insert(x, replacement);
    let formula = substitution.apply(mk::and(conjuncts.iter().copied()));
    Some(Elimination { formula, introduced: Vec::new(), is_eliminated: false })
}

/// What to replace `x` by, so that the other eliminated variables of the equation get smaller
/// coefficients than `x` has.
fn reduced_pivot(x: Term, equation: Term, eliminated: &[Term]) -> Option<Term> {
    let &[left, right] = equation.arguments() else { return None };
    if left.sort() != Sort::Int {
        return None;
    }
    let difference = Polynomial::difference(left, right);
    let pivot = difference.coefficient(x);
    if pivot.is_zero() {
        return None;
    }
    let mut replacement = Polynomial::of(x);
    let magnitude = |n: &Number| if n.signum() < 0 { n.neg() } else { n.clone() };
    for (monomial, coefficient) in difference.monomials.iter().filter(|(m, _)| *m != x) {
        if !eliminated.iter().any(|&v| monomial.has_free(v)) {
            continue;
        }
        if !monomial.is_var() || magnitude(coefficient) < magnitude(&pivot) {
            return None;
        }
        replacement.add_scaled_term(*monomial, &coefficient.div(&pivot).floor().neg());
    }
    (replacement.monomials.len() > 1).then(|| replacement.to_term())
}

fn introduce_quotient(x: Term, conjuncts: &[Term]) -> Option<Elimination> {
    let formula = mk::and(conjuncts.iter().copied());
    if occurs_under_quantifier(formula, x) {
        return None;
    }
    let mut innermost = None;
    visit(formula, |t| {
        if let (Op::Mod | Op::IntDiv, &[dividend, divisor]) = (t.op(), t.arguments())
            && dividend.has_free(x)
            && matches!(divisor.op(), Op::IntConst(k) if !k.is_zero())
        {
            innermost = Some((dividend, divisor));
        }
        t.has_free(x)
    });
    let (dividend, divisor) = innermost?;
    let Op::IntConst(k) = divisor.op() else { return None };
    let quotient = mk::fresh_var("quotient", Sort::Int);
    let multiple = mk::mul(divisor, quotient);
    let remainder = mk::sub(dividend, multiple);
    let replaced = rewrite(formula, |t| match (t.op(), t.arguments()) {
        (Op::Mod, &[a, b]) if a == dividend && b == divisor => Some(remainder),
        (Op::IntDiv, &[a, b]) if a == dividend && b == divisor => Some(quotient),
        _ => None,
    });
    let range = [mk::le(mk::int(0), remainder), mk::lt(remainder, mk::int(k.to_bigint().abs()))];
    Some(Elimination {
        formula: mk::and([replaced, mk::and(range)]),
        introduced: vec![quotient],
        is_eliminated: false,
    })
}

fn round_bounds(x: Term, conjuncts: &[Term]) -> Option<Elimination> {
    Bounds::collect(x, conjuncts)?.resolve(|lower, upper| {
        if lower.coefficient.is_one() || upper.coefficient.is_one() {
            return Some(real_shadow(lower, upper));
        }
        let ceiling = mk::neg(floor_div(&negated(lower.term), &lower.coefficient)?);
        Some(mk::le(ceiling, floor_div(&Polynomial::of(upper.term), &upper.coefficient)?))
    })
}

fn negated(term: Term) -> Polynomial {
    let mut polynomial = Polynomial::of(term);
    polynomial.scale(&Number::Small(-1));
    polynomial
}

fn floor_div(dividend: &Polynomial, divisor: &Number) -> Option<Term> {
    Some(mk::div(dividend.to_term(), mk::int(divisor.to_integer()?)))
}
