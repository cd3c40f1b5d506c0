//! Sum, product, quotient, root, remainder.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{Signed, Zero};

use super::{Exact, SoftFloat, Value, limits, round, round_to_unit};
use crate::op::RoundingMode;
use crate::sort::FloatSort;

/// The number in units of `2^unit`, with its sign. The unit must not be larger than its own.
pub(super) fn signed(number: &Exact, unit: i64) -> BigInt {
    let magnitude = &number.significand << (number.exponent - unit) as u64;
    BigInt::from_biguint(if number.is_negative { Sign::Minus } else { Sign::Plus }, magnitude)
}

/// The exact sum. A zero sum of numbers with different signs is positive, or negative when
/// rounding towards negative infinity.
fn add_exact(a: &Exact, b: &Exact, mode: RoundingMode) -> Exact {
    let unit = a.exponent.min(b.exponent);
    let sum = signed(a, unit) + signed(b, unit);
    let is_negative = if !sum.is_zero() {
        sum.is_negative()
    } else if a.is_negative == b.is_negative {
        a.is_negative
    } else {
        mode == RoundingMode::TowardNegative
    };
    Exact { is_negative, significand: sum.magnitude().clone(), exponent: unit, sticky: false }
}

fn add_values(a: &Value, b: &Value, format: FloatSort, mode: RoundingMode) -> SoftFloat {
    match (a, b) {
        (Value::Nan, _) | (_, Value::Nan) => SoftFloat::nan(format),
        (Value::Infinite { is_negative: x }, Value::Infinite { is_negative: y }) if x != y => {
            SoftFloat::nan(format)
        }
        (Value::Infinite { is_negative }, _) | (_, Value::Infinite { is_negative }) => {
            SoftFloat::infinity(format, *is_negative)
        }
        (Value::Finite(x), Value::Finite(y)) => round(&add_exact(x, y, mode), format, mode),
    }
}

/// The exact product.
fn multiply_values(a: &Value, b: &Value) -> Value {
    let sign = |v: &Value| match v {
        Value::Infinite { is_negative } => *is_negative,
        Value::Finite(number) => number.is_negative,
        Value::Nan => false,
    };
    let is_negative = sign(a) != sign(b);
    match (a, b) {
        (Value::Nan, _) | (_, Value::Nan) => Value::Nan,
        (Value::Finite(x), Value::Finite(y)) => Value::Finite(Exact {
            is_negative,
            significand: &x.significand * &y.significand,
            exponent: x.exponent + y.exponent,
            sticky: false,
        }),
        (Value::Infinite { .. }, Value::Finite(x)) | (Value::Finite(x), Value::Infinite { .. })
            if x.is_zero() =>
        {
            Value::Nan
        }
        _ => Value::Infinite { is_negative },
    }
}

/// `numerator · 2^exponent / denominator` with enough bits for a format.
pub(super) fn divide_exact(
    is_negative: bool,
    numerator: &BigUint,
    denominator: &BigUint,
    exponent: i64,
    format: FloatSort,
) -> Exact {
    let wanted = limits(format).precision + 3 + denominator.bits() as i64;
    let extra = (wanted - numerator.bits() as i64).max(0);
    let (significand, rest) = (numerator << extra as u64).div_rem(denominator);
    Exact { is_negative, significand, exponent: exponent - extra, sticky: !rest.is_zero() }
}

impl SoftFloat {
    /// `self + other`
    pub fn add(&self, other: &SoftFloat, mode: RoundingMode) -> SoftFloat {
        add_values(&self.value, &other.value, self.format, mode)
    }

    /// `self - other`
    pub fn sub(&self, other: &SoftFloat, mode: RoundingMode) -> SoftFloat {
        self.add(&other.neg(), mode)
    }

    /// `self · other`
    pub fn mul(&self, other: &SoftFloat, mode: RoundingMode) -> SoftFloat {
        match multiply_values(&self.value, &other.value) {
            Value::Finite(product) => round(&product, self.format, mode),
            value => SoftFloat { format: self.format, value },
        }
    }

    /// `self · factor + summand`, rounded once
    pub fn fma(&self, factor: &SoftFloat, summand: &SoftFloat, mode: RoundingMode) -> SoftFloat {
        add_values(&multiply_values(&self.value, &factor.value), &summand.value, self.format, mode)
    }

    /// `self / other`
    pub fn div(&self, other: &SoftFloat, mode: RoundingMode) -> SoftFloat {
        let format = self.format;
        let is_negative = self.sign() != other.sign();
        match (&self.value, &other.value) {
            (Value::Nan, _) | (_, Value::Nan) | (Value::Infinite { .. }, Value::Infinite { .. }) => {
                SoftFloat::nan(format)
            }
            (Value::Infinite { .. }, _) => SoftFloat::infinity(format, is_negative),
            (_, Value::Infinite { .. }) => SoftFloat::zero(format, is_negative),
            (Value::Finite(a), Value::Finite(b)) => match (a.is_zero(), b.is_zero()) {
                (true, true) => SoftFloat::nan(format),
                (false, true) => SoftFloat::infinity(format, is_negative),
                (true, false) => SoftFloat::zero(format, is_negative),
                (false, false) => {
                    let exponent = a.exponent - b.exponent;
                    let quotient =
                        divide_exact(is_negative, &a.significand, &b.significand, exponent, format);
                    round(&quotient, format, mode)
                }
            },
        }
    }

    /// The square root.
    pub fn sqrt(&self, mode: RoundingMode) -> SoftFloat {
        match &self.value {
            Value::Finite(number) if number.is_zero() => self.clone(),
            Value::Infinite { is_negative: false } => self.clone(),
            Value::Finite(number) if !number.is_negative => {
                // An even power of two, and twice the bits that the root shall have.
                let wanted = 2 * (limits(self.format).precision + 3);
                let mut extra = (wanted - number.significand.bits() as i64).max(0);
                extra += (number.exponent - extra).rem_euclid(2);
                let radicand = &number.significand << extra as u64;
                let significand = radicand.sqrt();
                let sticky = &significand * &significand != radicand;
                let exponent = (number.exponent - extra) / 2;
                round(&Exact { is_negative: false, significand, exponent, sticky }, self.format, mode)
            }
            _ => SoftFloat::nan(self.format),
        }
    }

    /// IEEE's remainder: `self - n · other` for the integer `n` nearest to the quotient, the even
    /// one of two. It is always exact.
    pub fn rem(&self, other: &SoftFloat) -> SoftFloat {
        match (&self.value, &other.value) {
            (Value::Finite(a), Value::Infinite { .. }) if !a.sticky => self.clone(),
            (Value::Finite(a), Value::Finite(b)) if !b.is_zero() => {
                let unit = a.exponent.min(b.exponent);
                let (x, y) = (signed(a, unit).abs(), signed(b, unit).abs());
                let (quotient, rest) = x.div_rem(&y);
                let twice = &rest * 2;
                let goes_up = twice > y || (twice == y && quotient.is_odd());
                let rest = if goes_up { rest - y } else { rest };
                // The signs were dropped: the remainder has the dividend's, or the opposite.
                let is_negative = a.is_negative != rest.is_negative();
                let significand = rest.magnitude().clone();
                let exact = Exact { is_negative, significand, exponent: unit, sticky: false };
                round(&exact, self.format, RoundingMode::NearestEven)
            }
            _ => SoftFloat::nan(self.format),
        }
    }

    /// The nearest integer in the sense of the rounding mode, as a float.
    pub fn round_to_integral(&self, mode: RoundingMode) -> SoftFloat {
        match &self.value {
            Value::Finite(number) if number.exponent < 0 => {
                let significand = round_to_unit(number, 0, mode);
                let exact =
                    Exact { is_negative: number.is_negative, significand, exponent: 0, sticky: false };
                // Nearly always exact; tiny formats have no large integers.
                round(&exact, self.format, mode)
            }
            _ => self.clone(),
        }
    }

    /// The smaller number. `None` for zeros of different sign, which SMT-LIB leaves open.
    pub fn min(&self, other: &SoftFloat) -> Option<SoftFloat> {
        self.select(other, std::cmp::Ordering::Less)
    }

    /// The larger number. `None` for zeros of different sign, which SMT-LIB leaves open.
    pub fn max(&self, other: &SoftFloat) -> Option<SoftFloat> {
        self.select(other, std::cmp::Ordering::Greater)
    }

    fn select(&self, other: &SoftFloat, wanted: std::cmp::Ordering) -> Option<SoftFloat> {
        if self.is_zero() && other.is_zero() && self.sign() != other.sign() {
            return None;
        }
        Some(match self.compare(other) {
            None if self.is_nan() => other.clone(),
            Some(order) if order != wanted => other.clone(),
            _ => self.clone(),
        })
    }
}
