//! Conversions from and to floats.

use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::{as_float, as_rm, float, float_format, soft};
use crate::arena::{Term, intern};
use crate::build::arith::{real, to_real};
use crate::build::bitvec::{as_bv, as_signed_bv, bv, bv_signed};
use crate::op::Op;
use crate::polynomial::as_number;
use crate::softfloat::SoftFloat;
use crate::sort::{FloatSort, Sort};

/// `((_ to_fp e s) bits)`: the float with these bits.
pub fn fp_from_bits(format: FloatSort, bits: Term) -> Term {
    match as_bv(bits) {
        Some(value) => float(value.clone(), format),
        None => intern(Op::FpFromBits, &[bits], Sort::Float(format)),
    }
}

/// `((_ to_fp e s) rm float)`: conversion between formats.
pub fn fp_from_float(format: FloatSort, rm: Term, a: Term) -> Term {
    if a.sort() == Sort::Float(format) {
        return a;
    }
    match (as_rm(rm), as_float(a)) {
        (Some(mode), Some(value)) => soft(&value.convert(format, mode)),
        (None, Some(value)) if value.is_nan() => super::fp_nan(format),
        _ => intern(Op::FpFromFloat, &[rm, a], Sort::Float(format)),
    }
}

/// `((_ to_fp e s) rm real)`: conversion from a real number.
pub fn fp_from_real(format: FloatSort, rm: Term, a: Term) -> Term {
    let a = if a.sort() == Sort::Int { to_real(a) } else { a };
    match (as_rm(rm), as_number(a)) {
        (Some(mode), Some(value)) => soft(&SoftFloat::from_rational(&value.to_rational(), format, mode)),
        _ => intern(Op::FpFromReal, &[rm, a], Sort::Float(format)),
    }
}

/// `((_ to_fp e s) rm bv)`: conversion from two's complement.
pub fn fp_from_signed(format: FloatSort, rm: Term, a: Term) -> Term {
    match (as_rm(rm), as_signed_bv(a)) {
        (Some(mode), Some(value)) => soft(&SoftFloat::from_integer(&value, format, mode)),
        _ => intern(Op::FpFromSigned, &[rm, a], Sort::Float(format)),
    }
}

/// `((_ to_fp_unsigned e s) rm bv)`: conversion from an unsigned number.
pub fn fp_from_unsigned(format: FloatSort, rm: Term, a: Term) -> Term {
    match (as_rm(rm), as_bv(a)) {
        (Some(mode), Some(value)) => {
            soft(&SoftFloat::from_integer(&BigInt::from(value.clone()), format, mode))
        }
        _ => intern(Op::FpFromUnsigned, &[rm, a], Sort::Float(format)),
    }
}

/// The integer that a constant is rounded to, if it lies in the range.
fn integer_in(rm: Term, a: Term, low: &BigInt, high: &BigInt) -> Option<BigInt> {
    let value = as_float(a)?.to_integer(as_rm(rm)?)?;
    (*low <= value && value <= *high).then_some(value)
}

/// `((_ fp.to_ubv width) rm float)`: conversion to an unsigned number, open out of range.
pub fn fp_to_ubv(width: u32, rm: Term, a: Term) -> Term {
    match integer_in(rm, a, &BigInt::zero(), &((BigInt::one() << width) - 1)) {
        Some(value) => bv_signed(value, width),
        None => intern(Op::FpToUbv(width), &[rm, a], Sort::BitVec(width)),
    }
}

/// `((_ fp.to_sbv width) rm float)`: conversion to two's complement, open out of range.
pub fn fp_to_sbv(width: u32, rm: Term, a: Term) -> Term {
    let half = BigInt::one() << (width - 1);
    match integer_in(rm, a, &-half.clone(), &(half - 1)) {
        Some(value) => bv_signed(value, width),
        None => intern(Op::FpToSbv(width), &[rm, a], Sort::BitVec(width)),
    }
}

/// `fp.to_real`: the exact value, open for infinities and NaN.
pub fn fp_to_real(a: Term) -> Term {
    match as_float(a).and_then(|value| value.to_rational()) {
        Some(value) => real(value),
        None => intern(Op::FpToReal, &[a], Sort::Real),
    }
}

/// `fp.to_ieee_bv`: the bits of the interchange format, open for NaN.
pub fn fp_to_bits(a: Term) -> Term {
    let width = float_format(a).width();
    match as_float(a) {
        Some(value) if !value.is_nan() => bv(value.to_bits(), width),
        _ => intern(Op::FpToBits, &[a], Sort::BitVec(width)),
    }
}

pub(super) fn rebuild(op: Op, arguments: &[Term], sort: Sort) -> Option<Term> {
    let format = match sort {
        Sort::Float(format) => format,
        _ => FloatSort::DOUBLE, // not used by the operators with other results
    };
    Some(match (op, arguments) {
        (Op::FpFromBits, &[a]) => fp_from_bits(format, a),
        (Op::FpFromFloat, &[rm, a]) => fp_from_float(format, rm, a),
        (Op::FpFromReal, &[rm, a]) => fp_from_real(format, rm, a),
        (Op::FpFromSigned, &[rm, a]) => fp_from_signed(format, rm, a),
        (Op::FpFromUnsigned, &[rm, a]) => fp_from_unsigned(format, rm, a),
        (Op::FpToUbv(width), &[rm, a]) => fp_to_ubv(width, rm, a),
        (Op::FpToSbv(width), &[rm, a]) => fp_to_sbv(width, rm, a),
        (Op::FpToReal, &[a]) => fp_to_real(a),
        (Op::FpToBits, &[a]) => fp_to_bits(a),
        _ => return None,
    })
}
