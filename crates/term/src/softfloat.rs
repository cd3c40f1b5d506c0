//! IEEE 754 binary floating point of any format, computed exactly.
//!
//! A finite number is `± significand · 2^exponent` with a natural number as
//! significand. Every operation computes the exact result (or enough bits of it
//! and whether anything is left, [`Exact::sticky`]) and rounds once; the
//! rounding in [`round`] is the only place that knows about precision,
//! subnormal numbers and overflow. There is one NaN.

mod arithmetic;
mod convert;

use std::cmp::Ordering;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::op::RoundingMode;
use crate::sort::FloatSort;

/// A number of some format.
#[derive(Clone, Debug)]
pub struct SoftFloat {
    /// The format that the value fits into.
    pub format: FloatSort,
    /// The value.
    pub value: Value,
}

/// The value of a float. Zeros and infinities have a sign.
#[derive(Clone, Debug)]
pub enum Value {
    /// Not a number.
    Nan,
    /// Plus or minus infinity.
    Infinite {
        /// True for minus infinity.
        is_negative: bool,
    },
    /// A number, possibly zero.
    Finite(Exact),
}

/// The number `± significand · 2^exponent`, or slightly more in absolute value.
#[derive(Clone, Debug)]
pub struct Exact {
    /// The sign.
    pub is_negative: bool,
    /// The absolute value without the power of two.
    pub significand: BigUint,
    /// The power of two.
    pub exponent: i64,
    /// True if a part smaller than one unit of the significand was left out. Then the significand
    /// must have at least two bits more than the format that it is rounded to.
    pub sticky: bool,
}

impl Exact {
    fn zero(is_negative: bool) -> Exact {
        Exact { is_negative, significand: BigUint::zero(), exponent: 0, sticky: false }
    }

    fn is_zero(&self) -> bool {
        self.significand.is_zero() && !self.sticky
    }
}

/// The numbers that describe a format.
#[derive(Clone, Copy)]
struct Limits {
    /// Bits of the significand, with the hidden bit.
    precision: i64,
    /// The exponent of the largest binade, as power of its leading bit.
    max_exponent: i64,
    /// The power of two of the last bit of subnormal numbers.
    min_unit: i64,
}

fn limits(format: FloatSort) -> Limits {
    let precision = i64::from(format.significand);
    let max_exponent = (1i64 << (format.exponent - 1)) - 1;
    Limits { precision, max_exponent, min_unit: 1 - max_exponent - (precision - 1) }
}

impl SoftFloat {
    /// Reads the bits of the interchange format.
    pub fn from_bits(bits: &BigUint, format: FloatSort) -> SoftFloat {
        let Limits { min_unit, .. } = limits(format);
        let fraction_bits = format.significand - 1;
        let all_ones = (BigUint::one() << format.exponent) - 1u32;
        let fraction = bits & &((BigUint::one() << fraction_bits) - 1u32);
        let biased = (bits >> fraction_bits) & &all_ones;
        let is_negative = bits.bit(u64::from(format.width()) - 1);
        let value = if biased == all_ones {
            if fraction.is_zero() { Value::Infinite { is_negative } } else { Value::Nan }
        } else {
            let position = biased.iter_u64_digits().next().unwrap_or(0) as i64;
            let is_subnormal = position == 0;
            let significand =
                if is_subnormal { fraction } else { fraction | BigUint::one() << fraction_bits };
            let exponent = min_unit + (position - 1).max(0);
            Value::Finite(Exact { is_negative, significand, exponent, sticky: false })
        };
        SoftFloat { format, value }
    }

    /// The bits of the interchange format; NaN is positive and quiet, with zero payload.
    pub fn to_bits(&self) -> BigUint {
        let FloatSort { exponent, significand } = self.format;
        let sign = |is_negative: bool| BigUint::from(u8::from(is_negative)) << (self.format.width() - 1);
        let all_ones = (BigUint::one() << exponent) - 1u32;
        match &self.value {
            Value::Nan => all_ones << (significand - 1) | BigUint::one() << (significand - 2),
            Value::Infinite { is_negative } => sign(*is_negative) | all_ones << (significand - 1),
            Value::Finite(number) => sign(number.is_negative) | self.magnitude_bits(number),
        }
    }

    /// Exponent and fraction of a number that fits into the format.
    fn magnitude_bits(&self, number: &Exact) -> BigUint {
        if number.significand.is_zero() {
            return BigUint::zero();
        }
        let Limits { precision, min_unit, .. } = limits(self.format);
        let length = number.significand.bits() as i64;
        let unit = (number.exponent + length - precision).max(min_unit);
        let significand = shifted(&number.significand, number.exponent - unit);
        // The hidden bit of a normal number adds one to the biased exponent.
        (BigUint::from((unit - min_unit) as u64) << (self.format.significand - 1)) + significand
    }

    /// NaN.
    pub fn nan(format: FloatSort) -> SoftFloat {
        SoftFloat { format, value: Value::Nan }
    }

    /// An infinity.
    pub fn infinity(format: FloatSort, is_negative: bool) -> SoftFloat {
        SoftFloat { format, value: Value::Infinite { is_negative } }
    }

    /// A zero.
    pub fn zero(format: FloatSort, is_negative: bool) -> SoftFloat {
        SoftFloat { format, value: Value::Finite(Exact::zero(is_negative)) }
    }

    /// True for NaN.
    pub fn is_nan(&self) -> bool {
        matches!(self.value, Value::Nan)
    }

    /// True for the infinities.
    pub fn is_infinite(&self) -> bool {
        matches!(self.value, Value::Infinite { .. })
    }

    /// True for the zeros.
    pub fn is_zero(&self) -> bool {
        matches!(&self.value, Value::Finite(number) if number.is_zero())
    }

    /// True for numbers that are not zero and have the full precision.
    pub fn is_normal(&self) -> bool {
        matches!(&self.value, Value::Finite(number) if !number.is_zero() && !self.is_below_normal(number))
    }

    /// True for numbers that are not zero and lack the hidden bit.
    pub fn is_subnormal(&self) -> bool {
        matches!(&self.value, Value::Finite(number) if !number.is_zero() && self.is_below_normal(number))
    }

    fn is_below_normal(&self, number: &Exact) -> bool {
        let Limits { precision, min_unit, .. } = limits(self.format);
        number.exponent + (number.significand.bits() as i64) < min_unit + precision
    }

    /// The sign; `None` for NaN.
    pub fn sign(&self) -> Option<bool> {
        match &self.value {
            Value::Nan => None,
            Value::Infinite { is_negative } => Some(*is_negative),
            Value::Finite(number) => Some(number.is_negative),
        }
    }

    /// The number with the sign replaced.
    fn with_sign(&self, is_negative: bool) -> SoftFloat {
        let value = match &self.value {
            Value::Nan => Value::Nan,
            Value::Infinite { .. } => Value::Infinite { is_negative },
            Value::Finite(number) => Value::Finite(Exact { is_negative, ..number.clone() }),
        };
        SoftFloat { format: self.format, value }
    }

    /// The absolute value.
    pub fn abs(&self) -> SoftFloat {
        self.with_sign(false)
    }

    /// The number with the opposite sign.
    pub fn neg(&self) -> SoftFloat {
        match self.sign() {
            Some(is_negative) => self.with_sign(!is_negative),
            None => self.clone(),
        }
    }

    /// The order of IEEE: zeros are equal, NaN is not comparable.
    pub fn compare(&self, other: &SoftFloat) -> Option<Ordering> {
        let rank = |v: &Value| match v {
            Value::Infinite { is_negative: true } => -1,
            Value::Infinite { is_negative: false } => 1,
            _ => 0,
        };
        match (&self.value, &other.value) {
            (Value::Nan, _) | (_, Value::Nan) => None,
            (Value::Finite(a), Value::Finite(b)) => {
                let unit = a.exponent.min(b.exponent);
                Some(arithmetic::signed(a, unit).cmp(&arithmetic::signed(b, unit)))
            }
            (a, b) => Some(rank(a).cmp(&rank(b))),
        }
    }
}

/// `number · 2^distance`; bits that fall off must be zero.
fn shifted(number: &BigUint, distance: i64) -> BigUint {
    if distance >= 0 { number << distance as u64 } else { number >> (-distance) as u64 }
}

/// Rounds to a natural number of units `2^unit`. The answer tells the sign of nothing: the caller
/// knows it.
fn round_to_unit(number: &Exact, unit: i64, mode: RoundingMode) -> BigUint {
    let distance = unit - number.exponent;
    if distance <= 0 {
        return &number.significand << (-distance) as u64;
    }
    let distance = distance as u64;
    let kept = &number.significand >> distance;
    let rest = &number.significand - (&kept << distance);
    let half = BigUint::one() << (distance - 1);
    let against_half = rest.cmp(&half).then(if number.sticky { Ordering::Greater } else { Ordering::Equal });
    let is_inexact = number.sticky || !rest.is_zero();
    let goes_up = match mode {
        RoundingMode::NearestEven => match against_half {
            Ordering::Greater => true,
            Ordering::Equal => kept.bit(0),
            Ordering::Less => false,
        },
        RoundingMode::NearestAway => against_half != Ordering::Less,
        RoundingMode::TowardPositive => is_inexact && !number.is_negative,
        RoundingMode::TowardNegative => is_inexact && number.is_negative,
        RoundingMode::TowardZero => false,
    };
    if goes_up { kept + 1u32 } else { kept }
}

/// The float nearest to a number in the sense of the rounding mode.
fn round(number: &Exact, format: FloatSort, mode: RoundingMode) -> SoftFloat {
    let Limits { precision, max_exponent, min_unit } = limits(format);
    let length = number.significand.bits() as i64;
    let mut unit = (number.exponent + length - precision).max(min_unit);
    debug_assert!(!number.sticky || unit > number.exponent, "too few bits to round");
    let mut significand = round_to_unit(number, unit, mode);
    if significand.bits() as i64 > precision {
        significand >>= 1; // a power of two: the bit that falls off is zero
        unit += 1;
    }
    let is_negative = number.is_negative;
    if significand.bits() as i64 + unit > max_exponent + 1 {
        return overflow(format, is_negative, mode);
    }
    let exact = Exact { is_negative, significand, exponent: unit, sticky: false };
    SoftFloat { format, value: Value::Finite(exact) }
}

fn overflow(format: FloatSort, is_negative: bool, mode: RoundingMode) -> SoftFloat {
    let to_infinity = match mode {
        RoundingMode::NearestEven | RoundingMode::NearestAway => true,
        RoundingMode::TowardPositive => !is_negative,
        RoundingMode::TowardNegative => is_negative,
        RoundingMode::TowardZero => false,
    };
    if to_infinity {
        return SoftFloat::infinity(format, is_negative);
    }
    let Limits { precision, max_exponent, .. } = limits(format);
    let significand = (BigUint::one() << precision as u64) - 1u32;
    let exponent = max_exponent + 1 - precision;
    SoftFloat { format, value: Value::Finite(Exact { is_negative, significand, exponent, sticky: false }) }
}
