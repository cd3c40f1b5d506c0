//! Integers and reals.
//!
//! Sums are in the normal form of [`Polynomial`]. A comparison is normalised to
//! `P ⋈ N`, where the monomials of `P` and `N` all have positive, coprime
//! integer coefficients and the constant stands on the right (on the left if
//! `P` is empty). Strict comparisons of integers do not exist: `a < b` is
//! `a + 1 <= b`.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One, Zero};
use smallvec::SmallVec;

use super::core::{bool, tt};
use super::ite;
use crate::arena::{Term, intern};
use crate::integer::Integer;
use crate::normal_form::{are_normal_equals, are_normal_sides, is_normal_sum};
use crate::number::Number;
use crate::op::Op;
use crate::polynomial::{Polynomial, as_number, integer, is_atomic, number, split_constant, sum};
use crate::sort::Sort;

pub use crate::polynomial::real;

/// An integer constant.
pub fn int(value: impl Into<Integer>) -> Term {
    integer(value.into())
}

/// A real constant `numerator/denominator`.
pub fn fraction(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> Term {
    real(BigRational::new(numerator.into(), denominator.into()))
}

/// n-ary sum of at least one term.
pub fn add(summands: impl IntoIterator<Item = Term>) -> Term {
    let mut summands = summands.into_iter();
    let mut sum = Polynomial::of(summands.next().expect("at least one summand"));
    for summand in summands {
        sum.add_scaled_term(summand, &Number::ONE);
    }
    sum.to_term()
}

/// `a + b`
pub fn add2(a: Term, b: Term) -> Term {
    add([a, b])
}

/// `a - b`
pub fn sub(a: Term, b: Term) -> Term {
    Polynomial::difference(a, b).to_term()
}

/// `-a`
pub fn neg(a: Term) -> Term {
    let mut polynomial = Polynomial::of(a);
    polynomial.scale(&Number::Small(-1));
    polynomial.to_term()
}

/// `a · b`. Constants are multiplied into sums; other sums are not expanded.
pub fn mul(a: Term, b: Term) -> Term {
    for (constant, other) in [(a, b), (b, a)] {
        if let Some(factor) = as_number(constant) {
            let mut polynomial = Polynomial::of(other);
            polynomial.scale(&factor);
            return polynomial.to_term();
        }
    }
    let mut coefficient = Number::ONE;
    let mut factors: SmallVec<[Term; 4]> = SmallVec::new();
    for factor in [a, b] {
        collect_factors(factor, &mut coefficient, &mut factors);
    }
    factors.sort_unstable();
    let monomial = intern(Op::Mul, &factors, a.sort());
    let mut product = Polynomial::constant(Number::ZERO, a.sort());
    product.add_scaled_term(monomial, &coefficient);
    product.to_term()
}

fn collect_factors(term: Term, coefficient: &mut Number, factors: &mut SmallVec<[Term; 4]>) {
    if term.op() != Op::Mul {
        factors.push(term);
        return;
    }
    for &factor in term.arguments() {
        match as_number(factor) {
            Some(value) => *coefficient = coefficient.mul(&value),
            None => collect_factors(factor, coefficient, factors),
        }
    }
}

/// SMT-LIB's `div`: the remainder is never negative. Division by zero is left as it is.
pub fn div(a: Term, b: Term) -> Term {
    match (a.op(), b.op()) {
        (_, Op::IntConst(Integer::ONE)) => a,
        (_, Op::IntConst(Integer::MINUS_ONE)) => neg(a),
        (Op::IntConst(dividend), Op::IntConst(divisor)) if !divisor.is_zero() => {
            int(euclid(&dividend.to_bigint(), &divisor.to_bigint()).0)
        }
        _ => intern(Op::IntDiv, &[a, b], Sort::Int),
    }
}

/// SMT-LIB's `mod`: never negative. Modulo zero is left as it is.
pub fn modulo(a: Term, b: Term) -> Term {
    match (a.op(), b.op()) {
        (Op::IntConst(dividend), Op::IntConst(divisor)) if !divisor.is_zero() => {
            int(euclid(&dividend.to_bigint(), &divisor.to_bigint()).1)
        }
        (_, Op::IntConst(divisor)) if !divisor.is_zero() => mod_constant(a, &divisor.to_bigint()),
        _ => intern(Op::Mod, &[a, b], Sort::Int),
    }
}

/// Reduces the coefficients of the dividend modulo a constant divisor.
fn mod_constant(a: Term, divisor: &BigInt) -> Term {
    let modulus = BigInt::from(divisor.magnitude().clone());
    if modulus.is_one() {
        return int(0);
    }
    if let (Op::Mod, &[inner, inner_divisor]) = (a.op(), a.arguments())
        && let Op::IntConst(inner_divisor) = inner_divisor.op()
        && !inner_divisor.is_zero()
        && inner_divisor.to_bigint().is_multiple_of(&modulus)
    {
        return modulo(inner, int(modulus));
    }
    let mut polynomial = Polynomial::of(a);
    let reduce = |c: &Number| Number::from_integer(&c.to_integer().expect("Int").mod_floor(&modulus));
    for (_, coefficient) in &mut polynomial.monomials {
        *coefficient = reduce(coefficient);
    }
    polynomial.monomials.retain(|(_, c)| !c.is_zero());
    polynomial.constant = reduce(&polynomial.constant);
    let dividend = polynomial.to_term();
    match (dividend.op(), dividend.arguments()) {
        (Op::IntConst(_), _) => return dividend, // already reduced
        (Op::Mod, &[_, inner]) if is_between(inner, &modulus) => return dividend,
        (Op::Mod, _) if dividend != a => return modulo(dividend, int(modulus)),
        _ => {}
    }
    intern(Op::Mod, &[dividend, int(modulus)], Sort::Int)
}

/// True for a constant in `(0, modulus]`: a remainder by it is below the modulus.
fn is_between(divisor: Term, modulus: &BigInt) -> bool {
    matches!(divisor.op(), Op::IntConst(d) if !d.is_zero() && !d.is_negative() && d.to_bigint() <= *modulus)
}

/// Quotient and remainder with `0 <= remainder < |divisor|`.
fn euclid(dividend: &BigInt, divisor: &BigInt) -> (BigInt, BigInt) {
    let magnitude = BigInt::from(divisor.magnitude().clone());
    let (quotient, remainder) = dividend.div_mod_floor(&magnitude);
    (if divisor < &BigInt::zero() { -quotient } else { quotient }, remainder)
}

/// Real division. Division by zero is left as it is.
pub fn real_div(a: Term, b: Term) -> Term {
    match as_number(b) {
        Some(divisor) if !divisor.is_zero() => mul(a, number(&Number::ONE.div(&divisor), Sort::Real)),
        _ => intern(Op::RealDiv, &[a, b], Sort::Real),
    }
}

/// `|a|`
pub fn abs(a: Term) -> Term {
    ite(le(number(&Number::ZERO, a.sort()), a), a, neg(a))
}

/// `to_real`
pub fn to_real(a: Term) -> Term {
    match as_number(a) {
        Some(value) => number(&value, Sort::Real),
        None => intern(Op::ToReal, &[a], Sort::Real),
    }
}

/// `to_int`: the floor.
pub fn to_int(a: Term) -> Term {
    match (as_number(a), a.op(), a.arguments()) {
        (Some(value), ..) => number(&value.floor(), Sort::Int),
        (None, Op::ToReal, &[inner]) => inner,
        _ => intern(Op::ToInt, &[a], Sort::Int),
    }
}

/// `is_int`
pub fn is_int(a: Term) -> Term {
    match (as_number(a), a.op()) {
        (Some(value), _) => bool(value.is_integer()),
        (None, Op::ToReal) => tt(),
        _ => intern(Op::IsInt, &[a], Sort::Bool),
    }
}

/// `((_ divisible k) a)`
pub fn divisible(a: Term, k: impl Into<Integer>) -> Term {
    super::eq(modulo(a, int(k)), int(0))
}

/// `a <= b`
pub fn le(a: Term, b: Term) -> Term {
    // In normal form already: `x <= y`, `x <= 3`, `3 <= x`.
    if a != b && (is_atomic(a) && (is_atomic(b) || b.is_value()) || is_atomic(b) && a.is_value()) {
        return intern(Op::Le, &[a, b], Sort::Bool);
    }
    if are_normal_sides(a, b) {
        return intern(Op::Le, &[a, b], Sort::Bool);
    }
    normalised(&mut Polynomial::difference(a, b), false)
}

/// The negation of `left <= right` over the integers, which is in normal form: the sides change
/// places, and the constant changes.
pub(super) fn not_le(left: Term, right: Term) -> Term {
    let ((below, lower), (above, upper)) = (split_constant(&left), split_constant(&right));
    // below + lower > above + upper
    let constant = upper.add(&lower.neg()).add(&Number::ONE);
    let (new_left, new_right) = match above.is_empty() {
        true => (constant, Number::ZERO),
        false => (Number::ZERO, constant.neg()),
    };
    let new_left = sum(&mut SmallVec::from_slice(above), &new_left, Sort::Int);
    let new_right = sum(&mut SmallVec::from_slice(below), &new_right, Sort::Int);
    intern(Op::Le, &[new_left, new_right], Sort::Bool)
}

/// `a < b`
pub fn lt(a: Term, b: Term) -> Term {
    let mut difference = Polynomial::difference(a, b);
    if difference.sort == Sort::Int {
        difference.constant = difference.constant.add(&Number::ONE);
        return normalised(&mut difference, false);
    }
    normalised(&mut difference, true)
}

/// `a >= b`
pub fn ge(a: Term, b: Term) -> Term {
    le(b, a)
}

/// `a > b`
pub fn gt(a: Term, b: Term) -> Term {
    lt(b, a)
}

/// The comparison `p <= 0` or `p < 0`.
pub fn compare(mut p: Polynomial, is_strict: bool) -> Term {
    normalised(&mut p, is_strict)
}

fn normalised(p: &mut Polynomial, is_strict: bool) -> Term {
    if p.is_constant() {
        return bool(if is_strict { p.constant.signum() < 0 } else { p.constant.signum() <= 0 });
    }
    p.divide_by_content();
    if !p.constant.is_integer() && p.sort == Sort::Int {
        // Σ aᵢ·xᵢ <= -c with coprime integers aᵢ: round the bound down.
        p.constant = p.constant.neg().floor().neg();
    }
    let (left, right) = p.two_sides();
    intern(if is_strict { Op::Lt } else { Op::Le }, &[left, right], Sort::Bool)
}

/// Equality of arithmetic terms; called by [`super::eq`].
pub(super) fn eq_arith(a: Term, b: Term) -> Term {
    let (left, right) = match (is_atomic(a), is_atomic(b)) {
        (true, true) => (a.min(b), a.max(b)),
        (true, false) if b.is_value() => (a, b),
        (false, true) if a.is_value() => (b, a),
        _ if are_normal_equals(a, b) => (a, b),
        _ => match sides_of_equality(a, b) {
            Ok(sides) => sides,
            Err(result) => return bool(result),
        },
    };
    super::eq_ite(left, right).unwrap_or_else(|| intern(Op::Eq, &[left, right], Sort::Bool))
}

/// The two sides of an equality in normal form, or its truth value.
fn sides_of_equality(a: Term, b: Term) -> Result<(Term, Term), bool> {
    let mut p = Polynomial::difference(a, b);
    if p.is_constant() {
        return Err(p.constant.is_zero());
    }
    p.divide_by_content();
    if p.sort == Sort::Int && !p.constant.is_integer() {
        return Err(false);
    }
    // The sign is free: the oldest monomial goes to the left.
    if p.monomials[0].1.signum() < 0 {
        p.scale(&Number::Small(-1));
    }
    Ok(p.two_sides())
}

pub(super) fn rebuild(op: Op, arguments: &[Term]) -> Option<Term> {
    Some(match (op, arguments) {
        (Op::Add, _) if is_normal_sum(arguments) => intern(op, arguments, arguments[0].sort()),
        (Op::Add, _) => add(arguments.iter().copied()),
        (Op::Mul, _) => arguments.iter().copied().reduce(mul)?,
        (Op::IntDiv, &[a, b]) => div(a, b),
        (Op::Mod, &[a, b]) => modulo(a, b),
        (Op::RealDiv, &[a, b]) => real_div(a, b),
        (Op::ToReal, &[a]) => to_real(a),
        (Op::ToInt, &[a]) => to_int(a),
        (Op::IsInt, &[a]) => is_int(a),
        (Op::Le, &[a, b]) => le(a, b),
        (Op::Lt, &[a, b]) => lt(a, b),
        _ => return None,
    })
}
