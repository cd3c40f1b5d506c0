//! Comparisons of bit-vectors.
//!
//! Only `<` and `<=` exist, and a comparison with a constant is always `<=`
//! (`x < 5` is `x <= 4`) or an equality (`x <= 0` is `x = 0`). Negation turns a
//! comparison around, see [`crate::build::not`].

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

use super::sum::equation;
use super::{as_bv, bv, extract, mask, signed, width, wrap};
use crate::arena::{Term, intern};
use crate::build::core::{bool, ff, tt};
use crate::build::{and, eq, ne};
use crate::op::Op;
use crate::sort::Sort;

/// The order in which bits are read.
#[derive(Clone, Copy)]
struct Order {
    is_signed: bool,
    width: u32,
}

impl Order {
    fn value(self, a: Term) -> Option<BigInt> {
        as_bv(a).map(|v| if self.is_signed { signed(v, self.width) } else { BigInt::from(v.clone()) })
    }

    fn constant(self, value: BigInt) -> Term {
        bv(wrap(&value, self.width), self.width)
    }

    fn min(self) -> BigInt {
        if self.is_signed { -(BigInt::one() << (self.width - 1)) } else { BigInt::zero() }
    }

    fn max(self) -> BigInt {
        let bits = if self.is_signed { self.width - 1 } else { self.width };
        (BigInt::one() << bits) - 1
    }

    fn less(self, a: Term, b: Term) -> Term {
        if a == b {
            return ff();
        }
        match (self.value(a), self.value(b)) {
            (Some(x), Some(y)) => bool(x < y),
            (None, Some(y)) if y == self.min() => ff(),
            (None, Some(y)) => self.less_equal(a, self.constant(y - 1)),
            (Some(x), None) if x == self.max() => ff(),
            (Some(x), None) => self.less_equal(self.constant(x + 1), b),
            (None, None) => self.narrowed(a, b, true).unwrap_or_else(|| {
                intern(if self.is_signed { Op::BvSlt } else { Op::BvUlt }, &[a, b], Sort::Bool)
            }),
        }
    }

    fn less_equal(self, a: Term, b: Term) -> Term {
        if a == b {
            return tt();
        }
        match (self.value(a), self.value(b)) {
            (Some(x), Some(y)) => bool(x <= y),
            (None, Some(y)) if y == self.max() => tt(),
            (None, Some(y)) if y == self.min() => eq(a, b),
            // One below the greatest: a disequality is the shorter form.
            (None, Some(y)) if &y + 1 == self.max() => ne(a, self.constant(self.max())),
            (Some(x), None) if x == self.min() => tt(),
            (Some(x), None) if x == self.max() => eq(a, b),
            (Some(x), None) if &x - 1 == self.min() => ne(b, self.constant(self.min())),
            _ => self.narrowed(a, b, false).unwrap_or_else(|| {
                intern(if self.is_signed { Op::BvSle } else { Op::BvUle }, &[a, b], Sort::Bool)
            }),
        }
    }

    /// Compares without a common extension.
    fn narrowed(self, a: Term, b: Term, is_strict: bool) -> Option<Term> {
        let (x, y, order) = match (a.op(), a.arguments(), b.op(), b.arguments()) {
            (Op::ZeroExtend(n), &[x], Op::ZeroExtend(m), &[y]) if n == m => {
                (x, y, Order { is_signed: false, width: self.width - n })
            }
            (Op::SignExtend(n), &[x], Op::SignExtend(m), &[y]) if n == m => {
                // Sign extension is monotone in both orders.
                (x, y, Order { is_signed: self.is_signed, width: self.width - n })
            }
            _ => return None,
        };
        Some(if is_strict { order.less(x, y) } else { order.less_equal(x, y) })
    }
}

fn order(is_signed: bool, a: Term, b: Term) -> Order {
    debug_assert_eq!(a.sort(), b.sort());
    Order { is_signed, width: width(a) }
}

/// `a < b`, unsigned
pub fn bvult(a: Term, b: Term) -> Term {
    order(false, a, b).less(a, b)
}

/// `a <= b`, unsigned
pub fn bvule(a: Term, b: Term) -> Term {
    order(false, a, b).less_equal(a, b)
}

/// `a > b`, unsigned
pub fn bvugt(a: Term, b: Term) -> Term {
    bvult(b, a)
}

/// `a >= b`, unsigned
pub fn bvuge(a: Term, b: Term) -> Term {
    bvule(b, a)
}

/// `a < b`, signed
pub fn bvslt(a: Term, b: Term) -> Term {
    order(true, a, b).less(a, b)
}

/// `a <= b`, signed
pub fn bvsle(a: Term, b: Term) -> Term {
    order(true, a, b).less_equal(a, b)
}

/// `a > b`, signed
pub fn bvsgt(a: Term, b: Term) -> Term {
    bvslt(b, a)
}

/// `a >= b`, signed
pub fn bvsge(a: Term, b: Term) -> Term {
    bvsle(b, a)
}

/// Equality of bit-vectors where it can be decided or rewritten; called by [`crate::build::eq`].
/// `Err` is the result, `Ok` the two sides of the equality that remains.
pub(in crate::build) fn eq_bv(a: Term, b: Term) -> Result<(Term, Term), Term> {
    if let (Some(x), Some(y)) = (as_bv(a), as_bv(b)) {
        return Err(bool(x == y));
    }
    for (term, constant) in [(a, b), (b, a)] {
        if let Some(value) = as_bv(constant)
            && let Some(result) = eq_constant(term, value)
        {
            return Err(result);
        }
    }
    match (a.op(), a.arguments(), b.op(), b.arguments()) {
        (Op::BvNot, &[x], Op::BvNot, &[y]) => return Err(eq(x, y)),
        (Op::ZeroExtend(n), &[x], Op::ZeroExtend(m), &[y]) if n == m => return Err(eq(x, y)),
        (Op::SignExtend(n), &[x], Op::SignExtend(m), &[y]) if n == m => return Err(eq(x, y)),
        _ => {}
    }
    match equation(a, b) {
        // Without the summands that both sides share, other rules may apply.
        Ok((left, right)) if (left, right) != (a, b) && (left, right) != (b, a) => Err(eq(left, right)),
        same => same,
    }
}

/// `term = value` with the constant moved through injective operations.
fn eq_constant(term: Term, value: &BigUint) -> Option<Term> {
    let whole = width(term);
    match (term.op(), term.arguments()) {
        (Op::BvNot, &[x]) => Some(eq(x, bv(mask(whole) ^ value, whole))),
        (Op::ZeroExtend(n), &[x]) => {
            let inner = whole - n;
            Some(if value.bits() > u64::from(inner) { ff() } else { eq(x, bv(value.clone(), inner)) })
        }
        (Op::SignExtend(n), &[x]) => {
            let inner = whole - n;
            let low = bv(value.clone(), inner);
            let is_extension = super::sign_extend(n, low) == bv(value.clone(), whole);
            Some(if is_extension { eq(x, low) } else { ff() })
        }
        (Op::Concat, parts) => {
            let constant = bv(value.clone(), whole);
            let mut high = whole;
            Some(and(parts.iter().map(|&part| {
                high -= width(part);
                eq(part, extract(high + width(part) - 1, high, constant))
            })))
        }
        _ => None,
    }
}
