//! Division and remainder, unsigned and signed, total as in SMT-LIB:
//! `bvudiv a 0` is all ones, `bvurem a 0` is `a`; the signed operations are
//! defined from these by the signs of the operands.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{Signed, Zero};

use super::{as_bv, bv, is_one, is_zero, ones, signed, width, wrap, zero};
use crate::arena::{Term, intern};
use crate::op::Op;

/// Unsigned division.
pub fn bvudiv(a: Term, b: Term) -> Term {
    match (as_bv(a), as_bv(b)) {
        (_, Some(divisor)) if divisor.is_zero() => ones(width(a)),
        (Some(x), Some(y)) => bv(x / y, width(a)),
        _ if is_one(b) => a,
        _ => intern(Op::BvUdiv, &[a, b], a.sort()),
    }
}

/// Unsigned remainder.
pub fn bvurem(a: Term, b: Term) -> Term {
    match (as_bv(a), as_bv(b)) {
        (_, Some(divisor)) if divisor.is_zero() => a,
        (Some(x), Some(y)) => bv(x % y, width(a)),
        _ if is_one(b) || a == b || is_zero(a) => zero(width(a)),
        _ => intern(Op::BvUrem, &[a, b], a.sort()),
    }
}

/// Folds a signed operation on constants with a divisor that is not zero.
fn fold_signed(a: Term, b: Term, operation: impl Fn(&BigInt, &BigInt) -> BigInt) -> Option<Term> {
    let (x, y): (&BigUint, &BigUint) = (as_bv(a)?, as_bv(b)?);
    if y.is_zero() {
        return None;
    }
    let width = width(a);
    let result = operation(&signed(x, width), &signed(y, width));
    Some(bv(wrap(&result, width), width))
}

/// Signed division, rounding towards zero. By zero it is -1 or 1, against the sign of the dividend.
pub fn bvsdiv(a: Term, b: Term) -> Term {
    let width = width(a);
    if is_zero(b)
        && let Some(x) = as_bv(a)
    {
        return if signed(x, width).is_negative() { bv(1u32, width) } else { ones(width) };
    }
    // In one bit, the constant 1 is -1: -1 / -1 = 1 wraps to -1, still the dividend.
    if is_one(b) {
        return a;
    }
    // BigInt's division truncates, as SMT-LIB's does; the only overflow wraps.
    fold_signed(a, b, |x, y| x / y).unwrap_or_else(|| intern(Op::BvSdiv, &[a, b], a.sort()))
}

/// Signed remainder with the sign of the dividend. By zero it is the dividend.
pub fn bvsrem(a: Term, b: Term) -> Term {
    if is_zero(b) {
        return a;
    }
    if is_one(b) || a == b || is_zero(a) {
        return zero(width(a));
    }
    fold_signed(a, b, |x, y| x % y).unwrap_or_else(|| intern(Op::BvSrem, &[a, b], a.sort()))
}

/// Signed remainder with the sign of the divisor. By zero it is the dividend.
pub fn bvsmod(a: Term, b: Term) -> Term {
    if is_zero(b) {
        return a;
    }
    if is_one(b) || a == b || is_zero(a) {
        return zero(width(a));
    }
    fold_signed(a, b, |x, y| x.mod_floor(y)).unwrap_or_else(|| intern(Op::BvSmod, &[a, b], a.sort()))
}
