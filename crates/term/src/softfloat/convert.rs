//! Conversions from and to integers, reals and other formats.

use num_bigint::{BigInt, Sign};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::arithmetic::divide_exact;
use super::{Exact, SoftFloat, Value, round, round_to_unit};
use crate::op::RoundingMode;
use crate::sort::FloatSort;

impl SoftFloat {
    /// The float nearest to an integer.
    pub fn from_integer(value: &BigInt, format: FloatSort, mode: RoundingMode) -> SoftFloat {
        let exact = Exact {
            is_negative: value.is_negative(),
            significand: value.magnitude().clone(),
            exponent: 0,
            sticky: false,
        };
        round(&exact, format, mode)
    }

    /// The float nearest to a rational number. Zero is positive.
    pub fn from_rational(value: &BigRational, format: FloatSort, mode: RoundingMode) -> SoftFloat {
        let (numerator, denominator) = (value.numer().magnitude(), value.denom().magnitude());
        if numerator.is_zero() {
            return SoftFloat::zero(format, false);
        }
        round(&divide_exact(value.is_negative(), numerator, denominator, 0, format), format, mode)
    }

    /// The same number in another format.
    pub fn convert(&self, format: FloatSort, mode: RoundingMode) -> SoftFloat {
        match &self.value {
            Value::Finite(number) => round(number, format, mode),
            value => SoftFloat { format, value: value.clone() },
        }
    }

    /// The integer that the number is rounded to; `None` for infinities and NaN.
    pub fn to_integer(&self, mode: RoundingMode) -> Option<BigInt> {
        let Value::Finite(number) = &self.value else { return None };
        let magnitude = round_to_unit(number, 0, mode);
        Some(BigInt::from_biguint(if number.is_negative { Sign::Minus } else { Sign::Plus }, magnitude))
    }

    /// The exact value; `None` for infinities and NaN.
    pub fn to_rational(&self) -> Option<BigRational> {
        let Value::Finite(number) = &self.value else { return None };
        let sign = if number.is_negative { Sign::Minus } else { Sign::Plus };
        let significand = BigInt::from_biguint(sign, number.significand.clone());
        let power = BigInt::one() << number.exponent.unsigned_abs();
        Some(match number.exponent >= 0 {
            true => BigRational::from_integer(significand * power),
            false => BigRational::new(significand, power),
        })
    }
}
