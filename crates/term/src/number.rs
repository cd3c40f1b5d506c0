//! Rational numbers that are machine integers most of the time.
//!
//! Coefficients of linear terms are nearly always small; the big representation
//! is used only for fractions and for what does not fit into 64 bits. The
//! representation is canonical (`Big` never holds a small integer), so that the
//! derived equality is equality of numbers.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::integer::Integer;

/// A rational number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// An integer of 64 bits.
    Small(i64),
    /// Anything else.
    Big(Box<BigRational>),
}

impl Number {
    /// Zero.
    pub const ZERO: Number = Number::Small(0);
    /// One.
    pub const ONE: Number = Number::Small(1);

    /// The number with the given big representation.
    pub fn from_rational(value: BigRational) -> Number {
        match value.is_integer().then(|| value.numer().to_i64()).flatten() {
            Some(small) => Number::Small(small),
            None => Number::Big(Box::new(value)),
        }
    }

    /// The number with the given big representation.
    pub fn from_integer(value: &BigInt) -> Number {
        match value.to_i64() {
            Some(small) => Number::Small(small),
            None => Number::Big(Box::new(BigRational::from_integer(value.clone()))),
        }
    }

    /// The big representation.
    pub fn to_rational(&self) -> BigRational {
        match self {
            Number::Small(small) => BigRational::from_integer(BigInt::from(*small)),
            Number::Big(big) => (**big).clone(),
        }
    }

    /// The number as an integer, if it is one.
    pub fn to_integer(&self) -> Option<BigInt> {
        match self {
            Number::Small(small) => Some(BigInt::from(*small)),
            Number::Big(big) => big.is_integer().then(|| big.numer().clone()),
        }
    }

    /// True for zero.
    pub fn is_zero(&self) -> bool {
        matches!(self, Number::Small(0))
    }

    /// True for one.
    pub fn is_one(&self) -> bool {
        matches!(self, Number::Small(1))
    }

    /// True for 1 and -1.
    pub fn is_unit(&self) -> bool {
        matches!(self, Number::Small(1 | -1))
    }

    /// True for integers.
    pub fn is_integer(&self) -> bool {
        match self {
            Number::Small(_) => true,
            Number::Big(big) => big.is_integer(),
        }
    }

    /// -1, 0 or 1.
    #[inline]
    pub fn signum(&self) -> i32 {
        match self {
            Number::Small(small) => small.signum() as i32,
            Number::Big(big) if big.is_zero() => 0,
            Number::Big(big) => {
                if big.is_negative() {
                    -1
                } else {
                    1
                }
            }
        }
    }

    /// The sum.
    #[inline]
    pub fn add(&self, other: &Number) -> Number {
        if let (Number::Small(a), Number::Small(b)) = (self, other)
            && let Some(sum) = a.checked_add(*b)
        {
            return Number::Small(sum);
        }
        self.add_big(other)
    }

    #[cold]
    fn add_big(&self, other: &Number) -> Number {
        Number::from_rational(self.to_rational() + other.to_rational())
    }

    /// Adds `a · b`.
    #[inline]
    pub fn add_product(&mut self, a: &Number, b: &Number) {
        if let (Number::Small(sum), Number::Small(a), Number::Small(b)) = (&mut *self, a, b)
            && let Some(new) = a.checked_mul(*b).and_then(|product| sum.checked_add(product))
        {
            *sum = new;
            return;
        }
        *self = self.add(&a.mul(b));
    }

    /// The product.
    #[inline]
    pub fn mul(&self, other: &Number) -> Number {
        if let (Number::Small(a), Number::Small(b)) = (self, other)
            && let Some(product) = a.checked_mul(*b)
        {
            return Number::Small(product);
        }
        self.mul_big(other)
    }

    #[cold]
    fn mul_big(&self, other: &Number) -> Number {
        Number::from_rational(self.to_rational() * other.to_rational())
    }

    /// The additive inverse.
    #[inline]
    pub fn neg(&self) -> Number {
        self.mul(&Number::Small(-1))
    }

    /// The quotient. The divisor must not be zero.
    pub fn div(&self, other: &Number) -> Number {
        if let (Number::Small(a), Number::Small(b)) = (self, other)
            && a.checked_rem(*b) == Some(0)
        {
            return Number::Small(a / b);
        }
        Number::from_rational(self.to_rational() / other.to_rational())
    }

    /// The largest integer that is not larger.
    pub fn floor(&self) -> Number {
        match self {
            Number::Small(_) => self.clone(),
            Number::Big(big) => Number::from_rational(big.floor()),
        }
    }

    /// The greatest common divisor of two integers' absolute values; for
    /// fractions, the largest rational of which both are integer multiples.
    pub fn gcd(&self, other: &Number) -> Number {
        if let (Number::Small(a), Number::Small(b)) = (self, other)
            && *a != i64::MIN
            && *b != i64::MIN
        {
            return Number::Small(a.gcd(b));
        }
        let (a, b) = (self.to_rational(), other.to_rational());
        if a.is_zero() {
            return Number::from_rational(b.abs());
        }
        if b.is_zero() {
            return Number::from_rational(a.abs());
        }
        let numerator = a.numer().gcd(b.numer());
        let denominator = a.denom().lcm(b.denom());
        Number::from_rational(BigRational::new(numerator, denominator))
    }
}

impl From<Integer> for Number {
    #[inline]
    fn from(value: Integer) -> Number {
        match value.as_small() {
            Some(small) => Number::Small(small),
            None => Number::from_integer(&value.to_bigint()),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        match (self, other) {
            (Number::Small(a), Number::Small(b)) => a.cmp(b),
            _ => self.to_rational().cmp(&other.to_rational()),
        }
    }
}
