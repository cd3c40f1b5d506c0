//! Floating-point operations: those of IEEE, or on reals.
//!
//! Every operation is done in the format of its type; x87's habit of computing in a wider one is not modelled.
//!
//! **Reals** have no NaN, no signed zeros, and one number above the largest finite one in place of infinity. The
//! result of an operation that may round is any number within the error of one rounding, and any that is large enough
//! after an overflow; it is flagged. Programs in which a NaN matters are out of this mode's reach.

use c_sema::hir::{BinaryOp, CompareOp};
use c_sema::types::FloatKind;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use term::softfloat::SoftFloat;
use term::{FloatSort, Op, RoundingMode, Sort, Term, build as mk};

use super::{Encoded, Encoder, Fresh, flags};
use crate::options::Floats;

/// `2^exponent`
fn power(exponent: i64) -> BigRational {
    let power = BigInt::one() << exponent.unsigned_abs();
    if exponent >= 0 { BigRational::from_integer(power) } else { BigRational::new(BigInt::one(), power) }
}

/// The exponent of the first power of two that is too large for a format.
fn overflow_exponent(format: FloatSort) -> i64 {
    1 << (format.exponent - 1)
}

/// The real number that stands for a float.
pub(super) fn as_rational(value: &SoftFloat) -> BigRational {
    let infinity = || power(overflow_exponent(value.format));
    value.to_rational().unwrap_or_else(|| match value.sign() {
        Some(true) => -infinity(),
        Some(false) => infinity(),
        None => BigRational::zero(),
    })
}

/// The value of a real constant.
pub(super) fn as_real(term: Term) -> Option<BigRational> {
    match term.op() {
        Op::RealConst(value) => Some(value.clone()),
        _ => None,
    }
}

impl Encoder {
    pub(super) fn float_truth(&self, a: Term) -> Term {
        match self.floats {
            Floats::Ieee => mk::not(mk::fp_is_zero(a)),
            Floats::Real => mk::ne(a, mk::fraction(0, 1)),
        }
    }

    pub(super) fn float_negate(&self, a: Term) -> Term {
        match self.floats {
            Floats::Ieee => mk::fp_neg(a),
            Floats::Real => mk::neg(a),
        }
    }

    pub(super) fn compare_floats(&self, op: CompareOp, a: Term, b: Term) -> Term {
        match (op, self.floats) {
            (CompareOp::Ne, _) => mk::not(self.compare_floats(CompareOp::Eq, a, b)),
            (CompareOp::Gt, _) => self.compare_floats(CompareOp::Lt, b, a),
            (CompareOp::Ge, _) => self.compare_floats(CompareOp::Le, b, a),
            (CompareOp::Eq, Floats::Ieee) => mk::fp_eq(a, b),
            (CompareOp::Lt, Floats::Ieee) => mk::fp_lt(a, b),
            (CompareOp::Le, Floats::Ieee) => mk::fp_leq(a, b),
            (CompareOp::Eq, Floats::Real) => mk::eq(a, b),
            (CompareOp::Lt, Floats::Real) => mk::lt(a, b),
            (CompareOp::Le, Floats::Real) => mk::le(a, b),
        }
    }

    pub(super) fn float_binary(
        &self,
        op: BinaryOp,
        kind: FloatKind,
        a: Term,
        b: Term,
        fresh: &mut Fresh,
    ) -> Encoded {
        match self.floats {
            Floats::Ieee => Encoded::exact(match op {
                BinaryOp::Add => mk::fp_add(self.rounding, a, b),
                BinaryOp::Sub => mk::fp_sub(self.rounding, a, b),
                BinaryOp::Mul => mk::fp_mul(self.rounding, a, b),
                BinaryOp::Div => mk::fp_div(self.rounding, a, b),
                other => unreachable!("{other:?} of floats"),
            }),
            Floats::Real => self.real_binary(op, kind, a, b, fresh),
        }
    }

    fn real_binary(&self, op: BinaryOp, kind: FloatKind, a: Term, b: Term, fresh: &mut Fresh) -> Encoded {
        let exact = match op {
            BinaryOp::Add => mk::add([a, b]),
            BinaryOp::Sub => mk::sub(a, b),
            BinaryOp::Mul => mk::mul(a, b),
            BinaryOp::Div => mk::real_div(a, b),
            other => unreachable!("{other:?} of floats"),
        };
        // 0 + x and 1 · x do not round.
        if exact == a || exact == b {
            return Encoded::exact(exact);
        }
        let mut result = self.rounded(kind, exact, fresh);
        if op == BinaryOp::Div {
            // Nothing is known about a quotient by zero.
            let is_defined = mk::ne(b, mk::fraction(0, 1));
            result.assume.iter_mut().for_each(|fact| *fact = mk::implies(is_defined, *fact));
        }
        result
    }

    /// A real number after rounding to a format: exact for constants, otherwise within the error of a rounding in any
    /// mode.
    pub(super) fn rounded(&self, kind: FloatKind, exact: Term, fresh: &mut Fresh) -> Encoded {
        let format = Encoder::format(kind);
        if let (Some(value), Some(mode)) = (as_real(exact), mk::as_rm(self.rounding)) {
            return Encoded::exact(mk::real(as_rational(&SoftFloat::from_rational(&value, format, mode))));
        }
        let result = fresh(Sort::Real);
        let zero = mk::fraction(0, 1);
        let precision = i64::from(format.significand);
        let relative = power(1 - precision);
        let smallest = mk::real(power(3 - overflow_exponent(format) - precision));
        let largest = mk::real(as_rational(&largest(format)));
        let (less, more) = (BigRational::one() - &relative, BigRational::one() + &relative);
        let times = |factor: &BigRational| mk::mul(mk::real(factor.clone()), exact);
        // Both signs alike: `low` is nearer to zero.
        let within = |is_negative: bool| {
            let order = |x: Term, y: Term| if is_negative { mk::le(y, x) } else { mk::le(x, y) };
            let outwards = |x: Term| if is_negative { mk::sub(x, smallest) } else { mk::add([x, smallest]) };
            let inwards = |x: Term| if is_negative { mk::add([x, smallest]) } else { mk::sub(x, smallest) };
            let bound = if is_negative { mk::neg(largest) } else { largest };
            let near = mk::and([order(inwards(times(&less)), result), order(result, outwards(times(&more)))]);
            mk::and([order(zero, result), mk::ite(order(exact, bound), near, order(bound, result))])
        };
        let assume = vec![
            mk::implies(mk::le(zero, exact), within(false)),
            mk::implies(mk::le(exact, zero), within(true)),
        ];
        Encoded { term: result, havoc: vec![result], assume, flag: Some(flags::REAL), only_if: None }
    }
}

/// The largest finite number of a format.
pub(super) fn largest(format: FloatSort) -> SoftFloat {
    let above = power(overflow_exponent(format)).abs();
    SoftFloat::from_rational(&above, format, RoundingMode::TowardZero)
}
