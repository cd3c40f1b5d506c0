//! Intervals of integers, with bounds of 128 bits.
//!
//! A bound that does not fit is no bound, which is always correct. Operations follow SMT-LIB: the remainder of `div`
//! and `mod` is not negative, and by zero they may be anything. Booleans are 0 and 1.

use std::fmt;

use num_traits::ToPrimitive;
use term::{Op, Sort, Term, build as mk};

/// The integers from `low` to `high`; never empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Interval {
    low: i128,
    high: i128,
}

/// What stands for no lower and for no upper bound.
const LOWEST: i128 = i128::MIN;
const HIGHEST: i128 = i128::MAX;

/// Larger constants are not told apart, and larger bounds are none.
const LARGE: i128 = 1 << 120;

/// The result of an operation on bounds, or what stands for none.
fn bound(result: Option<i128>, none: i128) -> i128 {
    result.filter(|value| (-LARGE..=LARGE).contains(value)).unwrap_or(none)
}

impl Interval {
    /// All integers.
    pub const ALL: Interval = Interval { low: LOWEST, high: HIGHEST };
    /// Both Booleans.
    pub const BOOL: Interval = Interval { low: 0, high: 1 };
    /// `true`
    pub const TRUE: Interval = Interval::point(1);
    /// `false`
    pub const FALSE: Interval = Interval::point(0);

    /// The integers between two bounds, if there are any. `None` is no bound.
    pub fn new(low: Option<i128>, high: Option<i128>) -> Option<Interval> {
        let (low, high) = (low.unwrap_or(LOWEST), high.unwrap_or(HIGHEST));
        (low <= high).then_some(Interval { low, high })
    }

    /// A single integer.
    pub const fn point(value: i128) -> Interval {
        Interval { low: value, high: value }
    }

    /// The integers from a bound on.
    pub(super) fn at_least(low: i128) -> Interval {
        Interval { low, high: HIGHEST }
    }

    /// The integers up to a bound.
    pub(super) fn at_most(high: i128) -> Interval {
        Interval { low: LOWEST, high }
    }

    /// All values of a sort, as far as they are integers or Booleans.
    pub fn of_sort(sort: Sort) -> Interval {
        if sort == Sort::Bool { Interval::BOOL } else { Interval::ALL }
    }

    /// The value of a constant.
    pub fn of_constant(term: Term) -> Option<Interval> {
        match term.op() {
            Op::True => Some(Interval::TRUE),
            Op::False => Some(Interval::FALSE),
            Op::IntConst(value) => Some(match value.to_bigint().to_i128() {
                Some(value) if value.abs() < LARGE => Interval::point(value),
                _ if value.is_negative() => Interval::at_most(-LARGE),
                _ => Interval::at_least(LARGE),
            }),
            _ => None,
        }
    }

    /// The lower bound.
    pub fn low(self) -> Option<i128> {
        (self.low != LOWEST).then_some(self.low)
    }

    /// The upper bound.
    pub fn high(self) -> Option<i128> {
        (self.high != HIGHEST).then_some(self.high)
    }

    /// The only element, if there is just one.
    pub fn value(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    /// Whether all elements are in the other interval.
    pub fn is_within(self, other: Interval) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// The common elements, if there are any.
    pub fn meet(self, other: Interval) -> Option<Interval> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        (low <= high).then_some(Interval { low, high })
    }

    /// The smallest interval with the elements of both.
    pub(super) fn join(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    pub(super) fn add(self, other: Interval) -> Interval {
        let sum = |a: i128, b: i128, none: i128| {
            if a == none || b == none { none } else { bound(a.checked_add(b), none) }
        };
        Interval { low: sum(self.low, other.low, LOWEST), high: sum(self.high, other.high, HIGHEST) }
    }

    pub(super) fn neg(self) -> Interval {
        let negated = |bound: i128| match bound {
            LOWEST => HIGHEST,
            HIGHEST => LOWEST,
            bound => -bound,
        };
        Interval { low: negated(self.high), high: negated(self.low) }
    }

    pub(super) fn sub(self, other: Interval) -> Interval {
        self.add(other.neg())
    }

    pub(super) fn mul(self, other: Interval) -> Interval {
        if self == Interval::point(0) || other == Interval::point(0) {
            return Interval::point(0);
        }
        let is_bounded = |i: Interval| i.low != LOWEST && i.high != HIGHEST;
        if is_bounded(self) && is_bounded(other) {
            let corners = [
                self.low.checked_mul(other.low),
                self.low.checked_mul(other.high),
                self.high.checked_mul(other.low),
                self.high.checked_mul(other.high),
            ];
            return match corners {
                [Some(a), Some(b), Some(c), Some(d)] => Interval {
                    low: bound(Some(a.min(b).min(c).min(d)), LOWEST),
                    high: bound(Some(a.max(b).max(c).max(d)), HIGHEST),
                },
                _ => Interval::ALL,
            };
        }
        match (self.value(), other.value()) {
            (Some(factor), _) => other.scale(factor),
            (_, Some(factor)) => self.scale(factor),
            _ if self.low >= 0 && other.low >= 0 => {
                Interval::at_least(bound(self.low.checked_mul(other.low), 0))
            }
            _ => Interval::ALL,
        }
    }

    fn scale(self, factor: i128) -> Interval {
        if factor < 0 {
            return match factor.checked_neg() {
                Some(factor) => self.neg().scale(factor),
                None => Interval::ALL,
            };
        }
        let times = |old: i128, none: i128| {
            if old == none { none } else { bound(old.checked_mul(factor), none) }
        };
        Interval { low: times(self.low, LOWEST), high: times(self.high, HIGHEST) }
    }

    /// The `x` for which `factor · x` is in the interval.
    pub(super) fn unscale(self, factor: i128) -> Option<Interval> {
        match factor {
            0 | LOWEST => Some(Interval::ALL),
            factor if factor < 0 => self.neg().unscale(-factor),
            factor => {
                let low = if self.low == LOWEST { LOWEST } else { ceil_div(self.low, factor) };
                let high = if self.high == HIGHEST { HIGHEST } else { self.high.div_euclid(factor) };
                (low <= high).then_some(Interval { low, high })
            }
        }
    }

    /// `x div y`
    pub(super) fn div(self, divisor: Interval) -> Interval {
        if divisor.high < 0 {
            return self.div(divisor.neg()).neg();
        }
        if divisor.low <= 0 {
            return Interval::ALL;
        }
        let quotient = |x: i128, y: i128| match (x, y) {
            (_, HIGHEST) => {
                if x < 0 {
                    -1
                } else {
                    0
                }
            }
            _ => x.div_euclid(y),
        };
        let corners = |x: i128| [quotient(x, divisor.low), quotient(x, divisor.high)];
        let low =
            if self.low == LOWEST { LOWEST } else { corners(self.low).into_iter().min().unwrap_or(LOWEST) };
        let high = if self.high == HIGHEST {
            HIGHEST
        } else {
            corners(self.high).into_iter().max().unwrap_or(HIGHEST)
        };
        Interval { low, high }
    }

    /// The `x` for which `x div divisor` is in the interval.
    pub(super) fn undiv(self, divisor: i128) -> Interval {
        if divisor <= 0 {
            return Interval::ALL;
        }
        let scaled = self.scale(divisor);
        scaled.join(scaled.add(Interval::point(divisor - 1)))
    }

    /// `x mod y`
    pub(super) fn modulo(self, divisor: Interval) -> Interval {
        if divisor.high < 0 {
            return self.modulo(divisor.neg());
        }
        if divisor.low <= 0 {
            return Interval::ALL;
        }
        if let Some(turns) = self.turns(divisor) {
            return self.sub(Interval::point(turns));
        }
        let below = if divisor.high == HIGHEST { HIGHEST } else { divisor.high - 1 };
        let high = if self.low >= 0 { below.min(self.high) } else { below };
        Interval { low: 0, high }
    }

    /// The number `k` such that `x mod y = x - k` for all elements and positive divisors, if there is one.
    pub(super) fn turns(self, divisor: Interval) -> Option<i128> {
        if divisor.low <= 0 {
            return None;
        }
        if self.low >= 0 && self.high < divisor.low {
            return Some(0);
        }
        let divisor = divisor.value()?;
        if self.low == LOWEST || self.high == HIGHEST {
            return None;
        }
        let quotient = self.low.div_euclid(divisor);
        if self.high.div_euclid(divisor) != quotient {
            return None;
        }
        quotient.checked_mul(divisor)
    }

    /// `x <= y`, if that is the same for all elements.
    pub(super) fn le(self, other: Interval) -> Interval {
        if self.high <= other.low && self.high != HIGHEST {
            Interval::TRUE
        } else if self.low > other.high {
            Interval::FALSE
        } else {
            Interval::BOOL
        }
    }

    /// `x = y`, if that is the same for all elements.
    pub(super) fn equal(self, other: Interval) -> Interval {
        match (self.value(), other.value()) {
            (Some(a), Some(b)) => {
                if a == b {
                    Interval::TRUE
                } else {
                    Interval::FALSE
                }
            }
            _ if self.meet(other).is_none() => Interval::FALSE,
            _ => Interval::BOOL,
        }
    }

    /// The elements that differ from a number, if there are any; only bounds can go.
    pub(super) fn without(self, value: i128) -> Option<Interval> {
        let low = if self.low == value { value + 1 } else { self.low };
        let high = if self.high == value { value - 1 } else { self.high };
        (low <= high).then_some(Interval { low, high })
    }

    /// What widening makes of a larger interval: bounds that moved jump to the next threshold.
    pub(super) fn widen(self, larger: Interval, thresholds: &[i128]) -> Interval {
        let low = if larger.low >= self.low {
            self.low
        } else {
            let above = thresholds.partition_point(|threshold| *threshold <= larger.low);
            if above == 0 { LOWEST } else { thresholds[above - 1] }
        };
        let high = if larger.high <= self.high {
            self.high
        } else {
            thresholds
                .get(thresholds.partition_point(|threshold| *threshold < larger.high))
                .copied()
                .unwrap_or(HIGHEST)
        };
        Interval { low, high }
    }

    /// That a term has a value in the interval.
    pub fn formula(self, term: Term) -> Term {
        if term.sort() == Sort::Bool {
            return match self.value() {
                Some(1) => term,
                Some(_) => mk::not(term),
                None => mk::tt(),
            };
        }
        if let Some(value) = self.value() {
            return mk::eq(term, mk::int(value));
        }
        let low = self.low().map(|low| mk::le(mk::int(low), term));
        let high = self.high().map(|high| mk::le(term, mk::int(high)));
        mk::and(low.into_iter().chain(high))
    }
}

fn ceil_div(a: i128, b: i128) -> i128 {
    -((-a).div_euclid(b))
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.low(), self.high()) {
            (None, None) => write!(f, "[-∞, ∞]"),
            (None, Some(high)) => write!(f, "[-∞, {high}]"),
            (Some(low), None) => write!(f, "[{low}, ∞]"),
            (Some(low), Some(high)) => write!(f, "[{low}, {high}]"),
        }
    }
}
