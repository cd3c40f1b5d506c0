//! Integer operations on mathematical integers.
//!
//! A result that may leave the range of its type is wrapped around: by a case split if it is off by at most one turn
//! (sums and differences), by `mod` otherwise (products). SMT-LIB's `div` rounds such that the remainder is not
//! negative, C's towards zero: for dividends that are not negative they agree.

use c_sema::hir::BinaryOp;
use c_sema::types::IntKind;
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};
use term::{Sort, Term, build as mk};

use super::interval::{Interval, as_int};
use super::{Encoded, Encoder, Fresh, flags};

/// A shift by an unknown count is a case split over so many counts at most.
const MAX_SHIFT_CASES: u32 = 64;

fn power(exponent: u32) -> BigInt {
    BigInt::one() << exponent
}

impl Encoder {
    /// The number modulo `2^bits` that lies in the range of the type. `values` bounds the term.
    pub(super) fn wrapped(&self, kind: IntKind, term: Term, values: Interval) -> Term {
        self.wrapped_to(self.bits(kind), kind.is_signed(), term, &values)
    }

    /// The number modulo `2^bits` that `bits` bits represent, with or without a sign.
    pub(super) fn wrapped_to(&self, bits: u32, is_signed: bool, term: Term, values: &Interval) -> Term {
        let turn = power(bits);
        let low = if is_signed { -power(bits - 1) } else { BigInt::zero() };
        let high: BigInt = &low + &turn - 1;
        if values.is_within(&Interval::new(low.clone(), high.clone())) {
            return term;
        }
        if as_int(term).is_none() && values.is_within(&Interval::new(&low - &turn, &high + &turn)) {
            let mut result = term;
            if values.low.as_ref().is_none_or(|bound| *bound < low) {
                let up = mk::add([term, mk::int(turn.clone())]);
                result = mk::ite(mk::lt(term, mk::int(low.clone())), up, result);
            }
            if values.high.as_ref().is_none_or(|bound| *bound > high) {
                let down = mk::sub(term, mk::int(turn));
                result = mk::ite(mk::lt(mk::int(high), term), down, result);
            }
            return result;
        }
        if !is_signed {
            return mk::modulo(term, mk::int(turn));
        }
        let shifted = mk::sub(term, mk::int(low.clone()));
        mk::add([mk::modulo(shifted, mk::int(turn)), mk::int(low)])
    }

    /// `a op b` for everything but shifts and comparisons.
    pub(super) fn integer_binary(
        &self,
        op: BinaryOp,
        kind: IntKind,
        a: Term,
        b: Term,
        fresh: &mut Fresh,
    ) -> Encoded {
        let (x, y) = (self.interval(kind, a), self.interval(kind, b));
        Encoded::exact(match op {
            BinaryOp::Add => self.wrapped(kind, mk::add([a, b]), x.add(&y)),
            BinaryOp::Sub => self.wrapped(kind, mk::sub(a, b), x.add(&y.neg())),
            BinaryOp::Mul => self.wrapped(kind, mk::mul(a, b), x.mul(&y)),
            BinaryOp::Div => self.quotient(kind, a, &x, b, &y),
            BinaryOp::Rem => self.remainder(a, &x, b, &y),
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                return self.bitwise(op, kind, (a, x), (b, y), fresh);
            }
            BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Compare(_) => unreachable!("handled by the caller"),
        })
    }

    /// The quotient, rounded towards zero. The smallest number divided by -1 is itself.
    fn quotient(&self, kind: IntKind, a: Term, x: &Interval, b: Term, y: &Interval) -> Term {
        let rounded = match x.is_nonnegative() {
            true => mk::div(a, b),
            false => {
                let downwards = mk::neg(mk::div(mk::neg(a), b));
                mk::ite(mk::le(mk::int(0), a), mk::div(a, b), downwards)
            }
        };
        let overflows = y.contains(&-BigInt::one()) && x.low == Some(self.limits(kind).0);
        let wrapped = match overflows && kind.is_signed() {
            true => self.wrapped(kind, rounded, x.union(&x.neg())),
            false => rounded,
        };
        if !y.contains(&BigInt::zero()) {
            return wrapped;
        }
        let by_zero = match kind.is_signed() {
            true => mk::ite(mk::le(mk::int(0), a), mk::int(-1), mk::int(1)),
            false => mk::int(self.representable(kind).1),
        };
        mk::ite(mk::eq(b, mk::int(0)), by_zero, wrapped)
    }

    /// The remainder, which has the sign of the dividend.
    fn remainder(&self, a: Term, x: &Interval, b: Term, y: &Interval) -> Term {
        let rest = match x.is_nonnegative() {
            true => mk::modulo(a, b),
            false => {
                let downwards = mk::neg(mk::modulo(mk::neg(a), b));
                mk::ite(mk::le(mk::int(0), a), mk::modulo(a, b), downwards)
            }
        };
        match y.contains(&BigInt::zero()) {
            true => mk::ite(mk::eq(b, mk::int(0)), a, rest),
            false => rest,
        }
    }

    /// `a << b`, `a >> b`: exact for constant counts; otherwise one case for each count.
    pub(super) fn shift(
        &self,
        is_left: bool,
        kind: IntKind,
        a: Term,
        count_kind: IntKind,
        b: Term,
        fresh: &mut Fresh,
    ) -> Encoded {
        let width = self.bits(kind);
        let mut counts = self.interval(count_kind, b);
        let mut count = b;
        if !counts.is_within(&Interval::new(0, width - 1)) {
            count = mk::modulo(b, mk::int(width));
            counts = Interval::new(0, width - 1);
        }
        if let Some(count) = as_int(count) {
            return Encoded::exact(self.shifted(is_left, kind, a, count.to_u32().unwrap_or(0)));
        }
        let bound = |bound: Option<BigInt>| bound.and_then(|b| b.to_u32()).expect("between 0 and the width");
        let (first, last) = (bound(counts.low), bound(counts.high));
        if last - first >= MAX_SHIFT_CASES && !self.has_exact_bits {
            return self.unknown_shift(is_left, kind, a, fresh);
        }
        let mut result = self.shifted(is_left, kind, a, last);
        for case in (first..last).rev() {
            let here = mk::eq(count, mk::int(case));
            result = mk::ite(here, self.shifted(is_left, kind, a, case), result);
        }
        Encoded::exact(result)
    }

    /// A shift by a known count. To the right, the floor of the quotient: the sign is kept.
    fn shifted(&self, is_left: bool, kind: IntKind, a: Term, count: u32) -> Term {
        let factor = mk::int(power(count));
        if !is_left {
            return mk::div(a, factor);
        }
        let values = self.interval(kind, a).mul(&Interval::new(power(count), power(count)));
        self.wrapped(kind, mk::mul(a, factor), values)
    }

    /// A shift of which only bounds are known: to the right, the result lies between 0 (or -1) and the operand.
    fn unknown_shift(&self, is_left: bool, kind: IntKind, a: Term, fresh: &mut Fresh) -> Encoded {
        let result = fresh(Sort::Int);
        let mut assume: Vec<Term> = self.range(kind, result).into_iter().collect();
        let zero = mk::int(0);
        if is_left {
            assume.push(mk::implies(mk::eq(a, zero), mk::eq(result, zero)));
        } else {
            let is_nonnegative = mk::le(zero, a);
            let falls = mk::and([mk::le(zero, result), mk::le(result, a)]);
            let rises = mk::and([mk::le(a, result), mk::lt(result, zero)]);
            assume.push(mk::ite(is_nonnegative, falls, rises));
        }
        Encoded { term: result, havoc: vec![result], assume, flag: Some(flags::SHIFT), only_if: None }
    }
}
