//! Bounds of integer terms, as far as their shape and the declared types of variables tell.
//!
//! This decides which operations need to wrap around at all. It is not an analysis of the program: a variable has
//! the range of its type. Bounds are exact numbers; `None` is no bound.

use c_sema::types::IntKind;
use num_bigint::BigInt;
use num_traits::Signed;
use term::{Op, Term};

use super::Encoder;

/// The numbers between two bounds, both included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interval {
    /// The lower bound.
    pub low: Option<BigInt>,
    /// The upper bound.
    pub high: Option<BigInt>,
}

/// Terms are looked into no deeper than this: the operands of an expression in the source, not what was computed before.
const MAX_DEPTH: u32 = 12;

/// The value of an integer constant.
pub(super) fn as_int(term: Term) -> Option<BigInt> {
    match term.op() {
        Op::IntConst(value) => Some(value.to_bigint()),
        _ => None,
    }
}

impl Interval {
    /// All integers.
    pub const ALL: Interval = Interval { low: None, high: None };

    /// The numbers from `low` to `high`.
    pub fn new(low: impl Into<BigInt>, high: impl Into<BigInt>) -> Interval {
        Interval { low: Some(low.into()), high: Some(high.into()) }
    }

    fn point(value: &BigInt) -> Interval {
        Interval::new(value.clone(), value.clone())
    }

    /// Whether all numbers of this interval are in the other one.
    pub fn is_within(&self, other: &Interval) -> bool {
        let above = other.low.as_ref().is_none_or(|bound| self.low.as_ref().is_some_and(|low| low >= bound));
        let below =
            other.high.as_ref().is_none_or(|bound| self.high.as_ref().is_some_and(|high| high <= bound));
        above && below
    }

    /// Whether it has no negative numbers.
    pub fn is_nonnegative(&self) -> bool {
        self.low.as_ref().is_some_and(|low| !low.is_negative())
    }

    /// Whether a number is in it.
    pub fn contains(&self, value: &BigInt) -> bool {
        Interval::point(value).is_within(self)
    }

    /// The numbers `-x`.
    pub fn neg(&self) -> Interval {
        Interval { low: self.high.as_ref().map(|h| -h), high: self.low.as_ref().map(|l| -l) }
    }

    /// The numbers `x + y`.
    pub fn add(&self, other: &Interval) -> Interval {
        let sum = |a: &Option<BigInt>, b: &Option<BigInt>| Some(a.as_ref()? + b.as_ref()?);
        Interval { low: sum(&self.low, &other.low), high: sum(&self.high, &other.high) }
    }

    /// The numbers `x · y`; no bounds if one of them has none on either side.
    pub fn mul(&self, other: &Interval) -> Interval {
        let corners = || {
            let (a, b) = (self.low.as_ref()?, self.high.as_ref()?);
            let (c, d) = (other.low.as_ref()?, other.high.as_ref()?);
            Some([a * c, a * d, b * c, b * d])
        };
        match corners() {
            Some(corners) => {
                Interval { low: corners.iter().min().cloned(), high: corners.iter().max().cloned() }
            }
            None => Interval::ALL,
        }
    }

    /// The smallest interval with the numbers of both.
    pub fn union(&self, other: &Interval) -> Interval {
        let low = self.low.as_ref().zip(other.low.as_ref()).map(|(a, b)| a.min(b).clone());
        let high = self.high.as_ref().zip(other.high.as_ref()).map(|(a, b)| a.max(b).clone());
        Interval { low, high }
    }

    /// The numbers that are in both.
    pub fn intersection(&self, other: &Interval) -> Interval {
        let stricter = |a: &Option<BigInt>, b: &Option<BigInt>, is_low: bool| match (a, b) {
            (Some(a), Some(b)) => Some(if (a > b) == is_low { a.clone() } else { b.clone() }),
            (a, b) => a.clone().or_else(|| b.clone()),
        };
        Interval {
            low: stricter(&self.low, &other.low, true),
            high: stricter(&self.high, &other.high, false),
        }
    }

    /// The floors of `x / divisor`, for a positive divisor.
    fn div(&self, divisor: &BigInt) -> Interval {
        let floor = |x: &BigInt| num_integer::Integer::div_floor(x, divisor);
        Interval { low: self.low.as_ref().map(floor), high: self.high.as_ref().map(floor) }
    }

    /// The number of bits of its numbers, if none is negative.
    pub fn bits(&self) -> Option<u32> {
        if !self.is_nonnegative() {
            return None;
        }
        self.high.as_ref().map(|high| high.bits() as u32)
    }
}

impl Encoder {
    /// The values of an integer type.
    pub(super) fn kind_interval(&self, kind: IntKind) -> Interval {
        let (low, high) = self.limits(kind);
        Interval::new(low, high)
    }

    /// Where an integer term of the given type lies.
    pub(super) fn interval(&self, kind: IntKind, term: Term) -> Interval {
        self.shape(term, MAX_DEPTH).intersection(&self.kind_interval(kind))
    }

    /// Where an integer term of unknown type lies.
    pub(super) fn interval_of(&self, term: Term) -> Interval {
        self.shape(term, MAX_DEPTH)
    }

    /// What the shape of a term tells.
    fn shape(&self, term: Term, depth: u32) -> Interval {
        if let Some(value) = as_int(term) {
            return Interval::point(&value);
        }
        if depth == 0 {
            return Interval::ALL;
        }
        let of = |a: Term| self.shape(a, depth - 1);
        let known = match (term.op(), term.arguments()) {
            (Op::Ite, &[_, a, b]) => of(a).union(&of(b)),
            (Op::Add, summands) => summands.iter().fold(Interval::new(0, 0), |sum, &s| sum.add(&of(s))),
            (Op::Mul, factors) => factors.iter().fold(Interval::new(1, 1), |product, &f| product.mul(&of(f))),
            (Op::Mod, &[_, divisor]) => match as_int(divisor) {
                Some(divisor) if divisor.is_positive() => Interval::new(0, divisor - 1),
                _ => Interval::ALL,
            },
            (Op::IntDiv, &[dividend, divisor]) => match as_int(divisor) {
                Some(divisor) if divisor.is_positive() => of(dividend).div(&divisor),
                _ => Interval::ALL,
            },
            (Op::UbvToInt, &[bits]) => {
                let width = bits.sort().bit_width().unwrap_or(0);
                Interval::new(0, (BigInt::from(1) << width) - 1)
            }
            _ => Interval::ALL,
        };
        match self.declared.borrow().get(&term) {
            Some(&kind) => known.intersection(&self.kind_interval(kind)),
            None => known,
        }
    }
}
