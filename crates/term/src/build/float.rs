//! IEEE floats.
//!
//! Constants are folded by [`crate::softfloat`]. What SMT-LIB leaves open is
//! not folded: `fp.min` and `fp.max` of zeros with different signs, conversions
//! of numbers out of range, the bits and the real value of NaN or infinities.
//! There is one NaN per sort, hence arithmetic is commutative, and arithmetic
//! with NaN is NaN.

pub mod convert;

pub use self::convert::*;

use std::cmp::Ordering;

use num_bigint::BigUint;

use super::bitvec::{mask, natural};
use super::core::{bool, ff};
use super::not;
use crate::arena::{Term, intern};
use crate::op::{Op, RoundingMode};
use crate::softfloat::SoftFloat;
use crate::sort::{FloatSort, Sort};

/// A rounding mode.
pub fn rm(mode: RoundingMode) -> Term {
    intern(Op::RmConst(mode), &[], Sort::RoundingMode)
}

/// The float with these bits of the interchange format. All NaNs become the canonical one.
pub fn float(bits: BigUint, format: FloatSort) -> Term {
    let bits = bits & mask(format.width());
    soft(&SoftFloat::from_bits(&bits, format))
}

/// The constant for a computed value.
pub fn soft(value: &SoftFloat) -> Term {
    intern(Op::FloatConst(natural(value.to_bits())), &[], Sort::Float(value.format))
}

/// The only NaN.
pub fn fp_nan(format: FloatSort) -> Term {
    soft(&SoftFloat::nan(format))
}

/// An infinity.
pub fn fp_infinity(format: FloatSort, is_negative: bool) -> Term {
    soft(&SoftFloat::infinity(format, is_negative))
}

/// A zero.
pub fn fp_zero(format: FloatSort, is_negative: bool) -> Term {
    soft(&SoftFloat::zero(format, is_negative))
}

/// The format of a float.
pub fn float_format(a: Term) -> FloatSort {
    match a.sort() {
        Sort::Float(format) => format,
        other => unreachable!("float expected, found {other}"),
    }
}

/// The value of a constant.
pub fn as_float(a: Term) -> Option<SoftFloat> {
    match a.op() {
        Op::FloatConst(bits) => Some(SoftFloat::from_bits(bits, float_format(a))),
        _ => None,
    }
}

/// The rounding mode, if it is constant.
pub fn as_rm(a: Term) -> Option<RoundingMode> {
    match a.op() {
        Op::RmConst(mode) => Some(mode),
        _ => None,
    }
}

/// An operation with a rounding mode, folded if everything is constant.
fn rounded<const N: usize>(
    op: Op,
    rm: Term,
    operands: [Term; N],
    fold: impl Fn(&[SoftFloat; N], RoundingMode) -> SoftFloat,
) -> Term {
    debug_assert!(operands.iter().all(|o| o.sort() == operands[0].sort()) && rm.sort() == Sort::RoundingMode);
    let nan = fp_nan(float_format(operands[0]));
    if operands.contains(&nan) {
        return nan;
    }
    let values = operands.map(as_float);
    if let Some(mode) = as_rm(rm)
        && values.iter().all(Option::is_some)
    {
        return soft(&fold(&values.map(|v| v.expect("just checked")), mode));
    }
    let mut arguments = smallvec::SmallVec::<[Term; 4]>::from_slice(&[rm]);
    arguments.extend(operands);
    intern(op, &arguments, operands[0].sort())
}

fn ordered(a: Term, b: Term) -> (Term, Term) {
    if a <= b { (a, b) } else { (b, a) }
}

/// `fp.add`
pub fn fp_add(rm: Term, a: Term, b: Term) -> Term {
    let (a, b) = ordered(a, b);
    rounded(Op::FpAdd, rm, [a, b], |[a, b], mode| a.add(b, mode))
}

/// `fp.sub`
pub fn fp_sub(rm: Term, a: Term, b: Term) -> Term {
    rounded(Op::FpSub, rm, [a, b], |[a, b], mode| a.sub(b, mode))
}

/// `fp.mul`
pub fn fp_mul(rm: Term, a: Term, b: Term) -> Term {
    let (a, b) = ordered(a, b);
    rounded(Op::FpMul, rm, [a, b], |[a, b], mode| a.mul(b, mode))
}

/// `fp.div`
pub fn fp_div(rm: Term, a: Term, b: Term) -> Term {
    rounded(Op::FpDiv, rm, [a, b], |[a, b], mode| a.div(b, mode))
}

/// `fp.fma`: `a · b + c`, rounded once
pub fn fp_fma(rm: Term, a: Term, b: Term, c: Term) -> Term {
    let (a, b) = ordered(a, b);
    rounded(Op::FpFma, rm, [a, b, c], |[a, b, c], mode| a.fma(b, c, mode))
}

/// `fp.sqrt`
pub fn fp_sqrt(rm: Term, a: Term) -> Term {
    rounded(Op::FpSqrt, rm, [a], |[a], mode| a.sqrt(mode))
}

/// `fp.roundToIntegral`
pub fn fp_round_to_integral(rm: Term, a: Term) -> Term {
    let FloatSort { exponent, significand } = float_format(a);
    // In formats without large integers, rounding up may leave the format.
    let has_integers = (1u64 << (exponent - 1)) > u64::from(significand);
    if a.op() == Op::FpRoundToIntegral && has_integers {
        return a; // an integer already, whatever the mode
    }
    if !has_integers {
        return intern(Op::FpRoundToIntegral, &[rm, a], a.sort());
    }
    rounded(Op::FpRoundToIntegral, rm, [a], |[a], mode| a.round_to_integral(mode))
}

/// `fp.rem`: IEEE's remainder
pub fn fp_rem(a: Term, b: Term) -> Term {
    match (as_float(a), as_float(b)) {
        (Some(x), Some(y)) => soft(&x.rem(&y)),
        (Some(x), None) | (None, Some(x)) if x.is_nan() => fp_nan(x.format),
        _ => intern(Op::FpRem, &[a, b], a.sort()),
    }
}

/// `fp.min`
pub fn fp_min(a: Term, b: Term) -> Term {
    extremum(Op::FpMin, a, b, SoftFloat::min)
}

/// `fp.max`
pub fn fp_max(a: Term, b: Term) -> Term {
    extremum(Op::FpMax, a, b, SoftFloat::max)
}

fn extremum(op: Op, a: Term, b: Term, fold: fn(&SoftFloat, &SoftFloat) -> Option<SoftFloat>) -> Term {
    if a == b {
        return a;
    }
    let (x, y) = (as_float(a), as_float(b));
    let is_nan = |v: &Option<SoftFloat>| v.as_ref().is_some_and(SoftFloat::is_nan);
    if is_nan(&x) {
        return b;
    }
    if is_nan(&y) {
        return a;
    }
    let folded = x.zip(y).and_then(|(x, y)| fold(&x, &y));
    folded.map_or_else(|| intern(op, &[a, b], a.sort()), |value| soft(&value))
}

/// `fp.abs`
pub fn fp_abs(a: Term) -> Term {
    match (a.op(), a.arguments()) {
        (Op::FloatConst(bits), _) => soft(&SoftFloat::from_bits(bits, float_format(a)).abs()),
        (Op::FpAbs, _) => a,
        (Op::FpNeg, &[inner]) => fp_abs(inner),
        _ => intern(Op::FpAbs, &[a], a.sort()),
    }
}

/// `fp.neg`
pub fn fp_neg(a: Term) -> Term {
    match (a.op(), a.arguments()) {
        (Op::FloatConst(bits), _) => soft(&SoftFloat::from_bits(bits, float_format(a)).neg()),
        (Op::FpNeg, &[inner]) => inner,
        _ => intern(Op::FpNeg, &[a], a.sort()),
    }
}

/// A comparison: false with NaN.
fn comparison(op: Op, a: Term, b: Term, holds: impl Fn(Ordering) -> bool) -> Term {
    debug_assert_eq!(a.sort(), b.sort());
    match (as_float(a), as_float(b)) {
        (Some(x), Some(y)) => bool(x.compare(&y).is_some_and(holds)),
        (Some(x), None) | (None, Some(x)) if x.is_nan() => ff(),
        _ if a == b && holds(Ordering::Equal) => not(fp_is_nan(a)),
        _ if a == b => ff(),
        _ => intern(op, &[a, b], Sort::Bool),
    }
}

/// `fp.leq`
pub fn fp_leq(a: Term, b: Term) -> Term {
    comparison(Op::FpLe, a, b, Ordering::is_le)
}

/// `fp.lt`
pub fn fp_lt(a: Term, b: Term) -> Term {
    comparison(Op::FpLt, a, b, Ordering::is_lt)
}

/// `fp.geq`
pub fn fp_geq(a: Term, b: Term) -> Term {
    fp_leq(b, a)
}

/// `fp.gt`
pub fn fp_gt(a: Term, b: Term) -> Term {
    fp_lt(b, a)
}

/// `fp.eq`: IEEE's equality, where zeros are equal and NaN differs from itself
pub fn fp_eq(a: Term, b: Term) -> Term {
    let (a, b) = ordered(a, b);
    comparison(Op::FpEq, a, b, Ordering::is_eq)
}

/// A predicate of the absolute value.
fn classified(op: Op, a: Term, holds: fn(&SoftFloat) -> bool) -> Term {
    match (a.op(), a.arguments()) {
        (Op::FloatConst(bits), _) => bool(holds(&SoftFloat::from_bits(bits, float_format(a)))),
        (Op::FpNeg | Op::FpAbs, &[inner]) => classified(op, inner, holds),
        _ => intern(op, &[a], Sort::Bool),
    }
}

/// `fp.isNormal`
pub fn fp_is_normal(a: Term) -> Term {
    classified(Op::FpIsNormal, a, SoftFloat::is_normal)
}

/// `fp.isSubnormal`
pub fn fp_is_subnormal(a: Term) -> Term {
    classified(Op::FpIsSubnormal, a, SoftFloat::is_subnormal)
}

/// `fp.isZero`
pub fn fp_is_zero(a: Term) -> Term {
    classified(Op::FpIsZero, a, SoftFloat::is_zero)
}

/// `fp.isInfinite`
pub fn fp_is_infinite(a: Term) -> Term {
    classified(Op::FpIsInfinite, a, SoftFloat::is_infinite)
}

/// `fp.isNaN`
pub fn fp_is_nan(a: Term) -> Term {
    classified(Op::FpIsNan, a, SoftFloat::is_nan)
}

/// `fp.isNegative`: false for NaN
pub fn fp_is_negative(a: Term) -> Term {
    match (a.op(), a.arguments()) {
        (Op::FloatConst(bits), _) => bool(SoftFloat::from_bits(bits, float_format(a)).sign() == Some(true)),
        (Op::FpNeg, &[inner]) => fp_is_positive(inner),
        (Op::FpAbs, _) => ff(),
        _ => intern(Op::FpIsNegative, &[a], Sort::Bool),
    }
}

/// `fp.isPositive`: false for NaN
pub fn fp_is_positive(a: Term) -> Term {
    match (a.op(), a.arguments()) {
        (Op::FloatConst(bits), _) => bool(SoftFloat::from_bits(bits, float_format(a)).sign() == Some(false)),
        (Op::FpNeg, &[inner]) => fp_is_negative(inner),
        (Op::FpAbs, &[inner]) => not(fp_is_nan(inner)),
        _ => intern(Op::FpIsPositive, &[a], Sort::Bool),
    }
}

pub(super) fn rebuild(op: Op, arguments: &[Term], sort: Sort) -> Option<Term> {
    Some(match (op, arguments) {
        (Op::FpAbs, &[a]) => fp_abs(a),
        (Op::FpNeg, &[a]) => fp_neg(a),
        (Op::FpAdd, &[rm, a, b]) => fp_add(rm, a, b),
        (Op::FpSub, &[rm, a, b]) => fp_sub(rm, a, b),
        (Op::FpMul, &[rm, a, b]) => fp_mul(rm, a, b),
        (Op::FpDiv, &[rm, a, b]) => fp_div(rm, a, b),
        (Op::FpFma, &[rm, a, b, c]) => fp_fma(rm, a, b, c),
        (Op::FpSqrt, &[rm, a]) => fp_sqrt(rm, a),
        (Op::FpRoundToIntegral, &[rm, a]) => fp_round_to_integral(rm, a),
        (Op::FpRem, &[a, b]) => fp_rem(a, b),
        (Op::FpMin, &[a, b]) => fp_min(a, b),
        (Op::FpMax, &[a, b]) => fp_max(a, b),
        (Op::FpLe, &[a, b]) => fp_leq(a, b),
        (Op::FpLt, &[a, b]) => fp_lt(a, b),
        (Op::FpEq, &[a, b]) => fp_eq(a, b),
        (Op::FpIsNormal, &[a]) => fp_is_normal(a),
        (Op::FpIsSubnormal, &[a]) => fp_is_subnormal(a),
        (Op::FpIsZero, &[a]) => fp_is_zero(a),
        (Op::FpIsInfinite, &[a]) => fp_is_infinite(a),
        (Op::FpIsNan, &[a]) => fp_is_nan(a),
        (Op::FpIsNegative, &[a]) => fp_is_negative(a),
        (Op::FpIsPositive, &[a]) => fp_is_positive(a),
        _ => return convert::rebuild(op, arguments, sort),
    })
}
