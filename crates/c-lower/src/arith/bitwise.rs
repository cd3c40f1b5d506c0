//! `&`, `|`, `^`, `~` on mathematical integers.
//!
//! Integers are read in two's complement with infinitely many bits, where `x + y = (x & y) + (x | y)` and
//! `x ^ y = (x | y) - (x & y)`, so that everything follows from `&`. With a constant, `x & c` is a sum over the
//! runs of ones in `c`: the bits from `l` to below `h` are `2^l · ((x div 2^l) mod 2^(h-l))`, and a run that reaches
//! the top needs no `mod`, neither for signed nor for unsigned numbers. Two unknown numbers, one of which has few
//! bits, are combined bit by bit. What is left is a fresh variable with bounds, and flagged, unless it is for an
//! execution: then it is spelt out.

use c_sema::hir::BinaryOp;
use c_sema::types::IntKind;
use num_bigint::BigInt;
use num_traits::One;
use term::{Sort, Term, build as mk};

use super::interval::{Interval, as_int};
use super::{Encoded, Encoder, Fresh, flags};

/// Constants with at most so many runs of ones are taken apart.
const MAX_RUNS: usize = 8;
/// Numbers with at most so many bits are combined bit by bit.
const MAX_BITS: u32 = 8;

/// The runs of ones in the lowest `width` bits of a number: first bit, and the bit behind the last.
fn runs(pattern: &BigInt, width: u32) -> Vec<(u32, u32)> {
    let bit = |i: u32| ((pattern >> i) & BigInt::one()).is_one();
    let mut found: Vec<(u32, u32)> = Vec::new();
    for i in (0..width).filter(|&i| bit(i)) {
        match found.last_mut() {
            Some((_, end)) if *end == i => *end = i + 1,
            _ => found.push((i, i + 1)),
        }
    }
    found
}

/// The number from bit `low` on.
fn above(x: Term, low: u32) -> Term {
    mk::div(x, mk::int(BigInt::one() << low))
}

/// Whether a bit is set.
pub(super) fn bit(x: Term, position: u32) -> Term {
    mk::eq(mk::modulo(above(x, position), mk::int(2)), mk::int(1))
}

/// The truth of a bit operation.
fn connective(op: BinaryOp, a: Term, b: Term) -> Term {
    match op {
        BinaryOp::BitAnd => mk::and([a, b]),
        BinaryOp::BitOr => mk::or([a, b]),
        _ => mk::xor(a, b),
    }
}

impl Encoder {
    /// `~a`
    pub(super) fn complement(&self, kind: IntKind, a: Term) -> Term {
        match kind.is_signed() {
            true => mk::sub(mk::int(-1), a),
            false => mk::sub(mk::int(self.representable(kind).1), a),
        }
    }

    /// A bit operation on two numbers of a type, with their bounds.
    pub(super) fn bitwise(
        &self,
        op: BinaryOp,
        kind: IntKind,
        (a, x): (Term, Interval),
        (b, y): (Term, Interval),
        fresh: &mut Fresh,
    ) -> Encoded {
        for (constant, other, values) in [(b, a, &x), (a, b, &y)] {
            if let Some(constant) = as_int(constant)
                && let Some(term) = self.with_constant(op, kind, other, values, &constant)
            {
                return Encoded::exact(term);
            }
        }
        if a == b {
            return Encoded::exact(if op == BinaryOp::BitXor { mk::int(0) } else { a });
        }
        if let Some(bits) =
            x.bits().zip(y.bits()).map(|(m, n)| if op == BinaryOp::BitAnd { m.min(n) } else { m.max(n) })
            && bits <= MAX_BITS
        {
            return Encoded::exact(bit_by_bit(op, bits, (a, &x), (b, &y)));
        }
        let both = match [x.bits(), y.bits()].into_iter().flatten().min() {
            Some(bits) if bits <= MAX_BITS => {
                Encoded::exact(bit_by_bit(BinaryOp::BitAnd, bits, (a, &x), (b, &y)))
            }
            _ if self.has_exact_bits => Encoded::exact(self.every_bit(kind, a, b)),
            _ => self.unknown_and((a, &x), (b, &y), fresh),
        };
        let is_exact = both.flag.is_none();
        let mut result = both.map(|both| match op {
            BinaryOp::BitAnd => both,
            BinaryOp::BitOr => mk::sub(mk::add([a, b]), both),
            _ => mk::sub(mk::add([a, b]), mk::mul(mk::int(2), both)),
        });
        if !is_exact {
            result.assume.extend(self.bitwise_bounds(op, kind, result.term, &x, &y));
        }
        result
    }

    /// `a & b` as the sum of all bits, of which that of the sign counts negatively.
    fn every_bit(&self, kind: IntKind, a: Term, b: Term) -> Term {
        let width = self.bits(kind);
        let digit = |i: u32| {
            let is_sign = kind.is_signed() && i + 1 == width;
            let weight = BigInt::one() << i;
            let weight = mk::int(if is_sign { -weight } else { weight });
            mk::ite(mk::and([bit(a, i), bit(b, i)]), weight, mk::int(0))
        };
        mk::add((0..width).map(digit))
    }

    /// A bit operation with a constant, if it has few runs.
    fn with_constant(
        &self,
        op: BinaryOp,
        kind: IntKind,
        x: Term,
        values: &Interval,
        constant: &BigInt,
    ) -> Option<Term> {
        let complement: BigInt = match kind.is_signed() {
            true => -constant - 1,
            false => self.representable(kind).1 - constant,
        };
        if op == BinaryOp::BitAnd {
            return self.masked(kind, x, values, constant);
        }
        let rest = self.masked(kind, x, values, &complement)?;
        if op == BinaryOp::BitOr {
            return Some(mk::add([rest, mk::int(constant.clone())]));
        }
        // Bits outside of the constant stay, those inside are turned around.
        let turned = mk::sub(mk::int(constant.clone()), self.masked(kind, x, values, constant)?);
        Some(mk::add([rest, turned]))
    }

    /// `x & mask` for a constant with few runs of ones.
    fn masked(&self, kind: IntKind, x: Term, values: &Interval, mask: &BigInt) -> Option<Term> {
        let width = self.bits(kind);
        // A number that is not negative has no bits above its own.
        let top = values.bits().unwrap_or(width).min(width);
        let runs = runs(mask, width);
        let runs: Vec<_> = runs.into_iter().filter(|&(low, _)| low < top).collect();
        if runs.len() > MAX_RUNS {
            return None;
        }
        let field = |&(low, high): &(u32, u32)| {
            let shifted = above(x, low);
            let field = match high >= top {
                true => shifted,
                false => mk::modulo(shifted, mk::int(BigInt::one() << (high - low))),
            };
            mk::mul(field, mk::int(BigInt::one() << low))
        };
        Some(mk::add(runs.iter().map(field).chain([mk::int(0)])))
    }

    /// `a & b` as a fresh variable. With a negative operand, `a | b` is negative, hence `a & b > a + b`.
    fn unknown_and(
        &self,
        (a, x): (Term, &Interval),
        (b, y): (Term, &Interval),
        fresh: &mut Fresh,
    ) -> Encoded {
        let both = fresh(Sort::Int);
        let zero = mk::int(0);
        let is_nonnegative = |t: Term, values: &Interval| match values.is_nonnegative() {
            true => mk::tt(),
            false => mk::le(zero, t),
        };
        let (p, q) = (is_nonnegative(a, x), is_nonnegative(b, y));
        let either = mk::or([p, q]);
        let mut assume = vec![
            mk::implies(p, mk::le(both, a)),
            mk::implies(q, mk::le(both, b)),
            mk::implies(either, mk::le(zero, both)),
            mk::or([either, mk::and([mk::le(both, a), mk::le(both, b)])]),
            mk::or([mk::and([p, q]), mk::lt(mk::add([a, b]), both)]),
            mk::implies(mk::eq(a, b), mk::eq(both, a)),
        ];
        for (one, other, values) in [(a, b, x), (b, a, y)] {
            if values.contains(&-BigInt::one()) {
                assume.push(mk::implies(mk::eq(one, mk::int(-1)), mk::eq(both, other)));
            }
        }
        assume.retain(|fact| !fact.is_true());
        Encoded { term: both, havoc: vec![both], assume, flag: Some(flags::BITWISE), only_if: None }
    }

    /// The range of an inexact result: that of its type, and no more bits than the operands have.
    fn bitwise_bounds(
        &self,
        op: BinaryOp,
        kind: IntKind,
        result: Term,
        x: &Interval,
        y: &Interval,
    ) -> Vec<Term> {
        let mut facts: Vec<Term> = self.range(kind, result).into_iter().collect();
        if let Some((m, n)) = x.bits().zip(y.bits())
            && op != BinaryOp::BitAnd
        {
            facts.push(mk::lt(result, mk::int(BigInt::one() << m.max(n))));
        }
        facts
    }
}

/// A bit operation on the lowest bits; the others of the result are zero.
fn bit_by_bit(op: BinaryOp, bits: u32, (a, x): (Term, &Interval), (b, y): (Term, &Interval)) -> Term {
    let is_set = |t: Term, values: &Interval, i: u32| match values.bits() {
        Some(bits) if i >= bits => mk::ff(),
        Some(1) => mk::eq(t, mk::int(1)),
        _ => bit(t, i),
    };
    let digit = |i: u32| {
        let digit = connective(op, is_set(a, x, i), is_set(b, y, i));
        mk::ite(digit, mk::int(BigInt::one() << i), mk::int(0))
    };
    mk::add((0..bits).map(digit).chain([mk::int(0)]))
}
