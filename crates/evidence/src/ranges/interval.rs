//! Intervals of integers, and what operations make of them. Booleans are 0 and 1.

use term::{Op, Sort, Term};

/// No lower bound.
pub const LOWEST: i128 = i128::MIN;
/// No upper bound.
pub const HIGHEST: i128 = i128::MAX;
/// Larger bounds are none.
const LARGE: i128 = 1 << 100;

/// The integers from `low` to `high`; Booleans are 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The least, or [`LOWEST`].
    pub low: i128,
    /// The greatest, or [`HIGHEST`].
    pub high: i128,
}

/// A term can have no value.
pub struct Empty;

impl Range {
    pub const ALL: Range = Range { low: LOWEST, high: HIGHEST };

    pub fn new(low: Option<i128>, high: Option<i128>) -> Range {
        let fits = |bound: &i128| (-LARGE..=LARGE).contains(bound);
        Range { low: low.filter(fits).unwrap_or(LOWEST), high: high.filter(fits).unwrap_or(HIGHEST) }
    }

    pub fn point(value: i128) -> Range {
        Range { low: value, high: value }
    }

    pub fn of_sort(sort: Sort) -> Range {
        if sort == Sort::Bool { Range { low: 0, high: 1 } } else { Range::ALL }
    }

    pub fn of_constant(term: Term) -> Option<Range> {
        match term.op() {
            Op::True => Some(Range::point(1)),
            Op::False => Some(Range::point(0)),
            Op::IntConst(value) => {
                let value: Result<i128, _> = value.to_bigint().try_into();
                let value = value.ok().filter(|value| (-LARGE..=LARGE).contains(value));
                Some(value.map_or(Range::ALL, Range::point))
            }
            _ => None,
        }
    }

    pub fn low(self) -> Option<i128> {
        (self.low != LOWEST).then_some(self.low)
    }

    pub fn high(self) -> Option<i128> {
        (self.high != HIGHEST).then_some(self.high)
    }

    pub fn value(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    pub fn meet(self, other: Range) -> Result<Range, Empty> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        if low <= high { Ok(Range { low, high }) } else { Err(Empty) }
    }

    pub fn join(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    pub fn plus(self, other: Range) -> Range {
        let sum = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        Range::new(sum(self.low(), other.low()), sum(self.high(), other.high()))
    }

    pub fn times(self, factor: i128) -> Range {
        let product = |bound: Option<i128>| bound?.checked_mul(factor);
        match factor {
            0 => Range::point(0),
            factor if factor > 0 => Range::new(product(self.low()), product(self.high())),
            _ => Range::new(product(self.high()), product(self.low())),
        }
    }

    /// `x · y` where neither is a constant.
    pub fn product(self, other: Range) -> Range {
        let bounds = |range: Range| Some([range.low()?, range.high()?]);
        let (Some(own), Some(others)) = (bounds(self), bounds(other)) else { return Range::ALL };
        let corners = own.iter().flat_map(|a| others.iter().map(|b| a.checked_mul(*b)));
        let Some(corners) = corners.collect::<Option<Vec<i128>>>() else { return Range::ALL };
        Range::new(corners.iter().min().copied(), corners.iter().max().copied())
    }

    /// `x div divisor`, rounded down, for a positive divisor.
    pub fn divided(self, divisor: i128) -> Range {
        Range::new(
            self.low().map(|low| low.div_euclid(divisor)),
            self.high().map(|high| high.div_euclid(divisor)),
        )
    }

    /// `x mod divisor`, never negative, for a positive divisor.
    pub fn modulo(self, divisor: i128) -> Range {
        match (self.low(), self.high()) {
            (Some(low), Some(high)) if low.div_euclid(divisor) == high.div_euclid(divisor) => {
                Range { low: low.rem_euclid(divisor), high: high.rem_euclid(divisor) }
            }
            _ => Range { low: 0, high: divisor - 1 },
        }
    }

    /// The `x` for which `factor · x` lies here.
    pub fn undone(self, factor: i128) -> Range {
        match factor {
            0 => Range::ALL,
            factor if factor < 0 => self.times(-1).undone(-factor),
            _ => Range::new(
                self.low().map(|low| -(-low).div_euclid(factor)),
                self.high().map(|high| high.div_euclid(factor)),
            ),
        }
    }
}

/// A Boolean.
pub fn decided(always: bool, never: bool) -> Range {
    match (always, never) {
        (true, _) => Range::point(1),
        (_, true) => Range::point(0),
        _ => Range { low: 0, high: 1 },
    }
}
