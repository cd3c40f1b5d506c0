//! IEEE floats.

use num_bigint::BigUint;

use super::bitvec::{as_bv, mask, natural};
use crate::arena::{Term, intern};
use crate::op::{Op, RoundingMode};
use crate::sort::{FloatSort, Sort};

/// A rounding mode.
pub fn rm(mode: RoundingMode) -> Term {
    intern(Op::RmConst(mode), &[], Sort::RoundingMode)
}

/// The float with these bits of the interchange format. All NaNs become the canonical one.
pub fn float(bits: BigUint, format: FloatSort) -> Term {
    let fraction_bits = format.significand - 1;
    let fraction = &bits & mask(fraction_bits);
    let exponent = (&bits >> fraction_bits) & mask(format.exponent);
    let is_nan = exponent == mask(format.exponent) && fraction.bits() > 0;
    let bits = if is_nan { nan_bits(format) } else { bits & mask(format.width()) };
    intern(Op::FloatConst(natural(bits)), &[], Sort::Float(format))
}

fn nan_bits(format: FloatSort) -> BigUint {
    mask(format.exponent + 1) << (format.significand - 2)
}

/// The only NaN.
pub fn fp_nan(format: FloatSort) -> Term {
    float(nan_bits(format), format)
}

/// An infinity.
pub fn fp_infinity(format: FloatSort, is_negative: bool) -> Term {
    float(mask(format.exponent + u32::from(is_negative)) << (format.significand - 1), format)
}

/// A zero.
pub fn fp_zero(format: FloatSort, is_negative: bool) -> Term {
    float(BigUint::from(u8::from(is_negative)) << (format.width() - 1), format)
}

fn same(op: Op, arguments: &[Term]) -> Term {
    intern(op, arguments, arguments[arguments.len() - 1].sort())
}

fn predicate(op: Op, arguments: &[Term]) -> Term {
    intern(op, arguments, Sort::Bool)
}

/// `fp.abs`
pub fn fp_abs(a: Term) -> Term {
    same(Op::FpAbs, &[a])
}

/// `fp.neg`
pub fn fp_neg(a: Term) -> Term {
    same(Op::FpNeg, &[a])
}

/// `fp.add`
pub fn fp_add(rm: Term, a: Term, b: Term) -> Term {
    same(Op::FpAdd, &[rm, a, b])
}

/// `fp.sub`
pub fn fp_sub(rm: Term, a: Term, b: Term) -> Term {
    same(Op::FpSub, &[rm, a, b])
}

/// `fp.mul`
pub fn fp_mul(rm: Term, a: Term, b: Term) -> Term {
    same(Op::FpMul, &[rm, a, b])
}

/// `fp.div`
pub fn fp_div(rm: Term, a: Term, b: Term) -> Term {
    same(Op::FpDiv, &[rm, a, b])
}

/// `fp.fma`
pub fn fp_fma(rm: Term, a: Term, b: Term, c: Term) -> Term {
    same(Op::FpFma, &[rm, a, b, c])
}

/// `fp.sqrt`
pub fn fp_sqrt(rm: Term, a: Term) -> Term {
    same(Op::FpSqrt, &[rm, a])
}

/// `fp.roundToIntegral`
pub fn fp_round_to_integral(rm: Term, a: Term) -> Term {
    same(Op::FpRoundToIntegral, &[rm, a])
}

/// `fp.rem`
pub fn fp_rem(a: Term, b: Term) -> Term {
    same(Op::FpRem, &[a, b])
}

/// `fp.min`
pub fn fp_min(a: Term, b: Term) -> Term {
    same(Op::FpMin, &[a, b])
}

/// `fp.max`
pub fn fp_max(a: Term, b: Term) -> Term {
    same(Op::FpMax, &[a, b])
}

/// `fp.leq`
pub fn fp_leq(a: Term, b: Term) -> Term {
    predicate(Op::FpLe, &[a, b])
}

/// `fp.lt`
pub fn fp_lt(a: Term, b: Term) -> Term {
    predicate(Op::FpLt, &[a, b])
}

/// `fp.eq`
pub fn fp_eq(a: Term, b: Term) -> Term {
    predicate(Op::FpEq, &[a, b])
}

/// `fp.isNormal`
pub fn fp_is_normal(a: Term) -> Term {
    predicate(Op::FpIsNormal, &[a])
}

/// `fp.isSubnormal`
pub fn fp_is_subnormal(a: Term) -> Term {
    predicate(Op::FpIsSubnormal, &[a])
}

/// `fp.isZero`
pub fn fp_is_zero(a: Term) -> Term {
    predicate(Op::FpIsZero, &[a])
}

/// `fp.isInfinite`
pub fn fp_is_infinite(a: Term) -> Term {
    predicate(Op::FpIsInfinite, &[a])
}

/// `fp.isNaN`
pub fn fp_is_nan(a: Term) -> Term {
    predicate(Op::FpIsNan, &[a])
}

/// `fp.isNegative`
pub fn fp_is_negative(a: Term) -> Term {
    predicate(Op::FpIsNegative, &[a])
}

/// `fp.isPositive`
pub fn fp_is_positive(a: Term) -> Term {
    predicate(Op::FpIsPositive, &[a])
}

/// `a >= b`
pub fn fp_geq(a: Term, b: Term) -> Term {
    fp_leq(b, a)
}

/// `a > b`
pub fn fp_gt(a: Term, b: Term) -> Term {
    fp_lt(b, a)
}

/// The float with these bits.
pub fn fp_from_bits(format: FloatSort, bits: Term) -> Term {
    match as_bv(bits) {
        Some(value) => float(value.clone(), format),
        None => intern(Op::FpFromBits, &[bits], Sort::Float(format)),
    }
}

/// Conversion between formats.
pub fn fp_from_float(format: FloatSort, rm: Term, a: Term) -> Term {
    intern(Op::FpFromFloat, &[rm, a], Sort::Float(format))
}

/// Conversion from a real number.
pub fn fp_from_real(format: FloatSort, rm: Term, a: Term) -> Term {
    intern(Op::FpFromReal, &[rm, a], Sort::Float(format))
}

/// Conversion from two's complement.
pub fn fp_from_signed(format: FloatSort, rm: Term, a: Term) -> Term {
    intern(Op::FpFromSigned, &[rm, a], Sort::Float(format))
}

/// Conversion from an unsigned number.
pub fn fp_from_unsigned(format: FloatSort, rm: Term, a: Term) -> Term {
    intern(Op::FpFromUnsigned, &[rm, a], Sort::Float(format))
}

/// Conversion to an unsigned number of the given width.
pub fn fp_to_ubv(width: u32, rm: Term, a: Term) -> Term {
    intern(Op::FpToUbv(width), &[rm, a], Sort::BitVec(width))
}

/// Conversion to two's complement of the given width.
pub fn fp_to_sbv(width: u32, rm: Term, a: Term) -> Term {
    intern(Op::FpToSbv(width), &[rm, a], Sort::BitVec(width))
}

/// The real value.
pub fn fp_to_real(a: Term) -> Term {
    intern(Op::FpToReal, &[a], Sort::Real)
}

/// The bits of the interchange format.
pub fn fp_to_bits(a: Term) -> Term {
    let Sort::Float(format) = a.sort() else { unreachable!("float expected, found {}", a.sort()) };
    intern(Op::FpToBits, &[a], Sort::BitVec(format.width()))
}

pub(super) fn rebuild(_op: Op, _arguments: &[Term], _sort: Sort) -> Option<Term> {
    None
}
