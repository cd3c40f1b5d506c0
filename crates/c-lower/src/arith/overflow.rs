//! When C does not define the result of an integer operation.
//!
//! SV-COMP's property `no-overflow` asks that no operation of a signed type has a mathematical result out of the range of
//! that type: [`Encoder::overflow_checks`]. A left shift multiplies by a power of two. What else C leaves
//! undefined (shifts of negative numbers, by negative counts, by the width or more; division by zero) is no overflow:
//! [`Encoder::zero_divisor`] and [`Encoder::bad_shift_count`].

use c_sema::hir::{BinaryOp, CompareOp};
use c_sema::types::{IntKind, Type};
use num_bigint::BigInt;
use num_traits::{One, Signed};
use term::{Op, Sort, Term, build as mk};

use super::interval::Interval;
use super::{Encoder, Number, bitvector};
use crate::options::Arithmetic;

/// A message, and the condition under which it is true.
pub type Check = (&'static str, Term);

impl Encoder {
    /// How `a op b` may overflow.
    pub fn overflow_checks(&self, op: BinaryOp, ty: &Type, a: Term, right: &Type, b: Term) -> Vec<Check> {
        let Number::Int(kind) = self.number(ty) else { return Vec::new() };
        if !kind.is_signed() {
            return Vec::new();
        }
        let check = match op {
            BinaryOp::Add => ("signed addition overflows", self.sum_overflows(kind, a, b, false)),
            BinaryOp::Sub => ("signed subtraction overflows", self.sum_overflows(kind, a, b, true)),
            BinaryOp::Mul => ("signed multiplication overflows", self.product_overflows(kind, a, b)),
            BinaryOp::Div => ("signed division overflows", self.quotient_overflows(kind, a, b)),
            BinaryOp::Rem => ("signed remainder overflows", self.quotient_overflows(kind, a, b)),
            BinaryOp::Shl => ("left shift overflows", self.shift_overflows(kind, a, right, b)),
            BinaryOp::Shr | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor | BinaryOp::Compare(_) => {
                return Vec::new();
            }
        };
        possible(vec![check])
    }

    /// How `a op b` on unsigned numbers may wrap around.
    pub fn unsigned_overflow(&self, op: BinaryOp, ty: &Type, a: Term, b: Term) -> Option<Check> {
        let Number::Int(kind) = self.number(ty) else { return None };
        if kind.is_signed() || kind == IntKind::Bool {
            return None;
        }
        let is_exact = self.arithmetic == Arithmetic::Integer;
        let (x, y) = (self.interval(kind, a), self.interval(kind, b));
        let check = match op {
            BinaryOp::Add if is_exact => {
                ("unsigned addition wraps around", self.leaves_range(kind, mk::add([a, b]), &x.add(&y)))
            }
            BinaryOp::Sub if is_exact => (
                "unsigned subtraction wraps around",
                self.leaves_range(kind, mk::sub(a, b), &x.add(&y.neg())),
            ),
            BinaryOp::Mul if is_exact => {
                ("unsigned multiplication wraps around", self.leaves_range(kind, mk::mul(a, b), &x.mul(&y)))
            }
            BinaryOp::Add => ("unsigned addition wraps around", mk::bvuaddo(a, b)),
            BinaryOp::Sub => ("unsigned subtraction wraps around", mk::bvusubo(a, b)),
            BinaryOp::Mul => ("unsigned multiplication wraps around", mk::bvumulo(a, b)),
            _ => return None,
        };
        possible(vec![check]).pop()
    }

    /// How an integer may be divided by zero.
    pub fn zero_divisor(&self, op: BinaryOp, ty: &Type, b: Term) -> Option<Check> {
        let Number::Int(kind) = self.number(ty) else { return None };
        let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
        let check = divides.then(|| ("division by zero", mk::eq(b, self.int_constant(0, kind))));
        possible(check.into_iter().collect()).pop()
    }

    /// How the count of a shift may be out of range.
    pub fn bad_shift_count(&self, op: BinaryOp, ty: &Type, right: &Type, b: Term) -> Option<Check> {
        let (Number::Int(kind), Number::Int(count)) = (self.number(ty), self.number(right)) else {
            return None;
        };
        let check = matches!(op, BinaryOp::Shl | BinaryOp::Shr).then(|| {
            let is_negative = self.is_below(count, b, 0);
            let is_outside = mk::or([is_negative, self.is_above(count, b, self.bits(kind) - 1)]);
            ("shift count out of range", is_outside)
        });
        possible(check.into_iter().collect()).pop()
    }

    /// How a negative number may be shifted to the left.
    pub fn negative_shifted(&self, op: BinaryOp, ty: &Type, a: Term) -> Option<Check> {
        let Number::Int(kind) = self.number(ty) else { return None };
        let check = (op == BinaryOp::Shl && kind.is_signed())
            .then(|| ("left shift of a negative number", self.is_below(kind, a, 0)));
        possible(check.into_iter().collect()).pop()
    }

    /// How a conversion between integers may change the value.
    pub fn lossy_conversion(&self, from: &Type, to: &Type, value: Term) -> Option<Check> {
        let (Number::Int(source), Number::Int(target)) = (self.number(from), self.number(to)) else {
            return None;
        };
        if target == IntKind::Bool {
            return None;
        }
        let (low, high) = self.representable(target);
        let changes = mk::or([self.is_below(source, value, low), self.is_above(source, value, high)]);
        possible(vec![("a conversion changes the value", changes)]).pop()
    }

    /// How `-a` may overflow.
    pub fn negate_overflow(&self, ty: &Type, a: Term) -> Option<Check> {
        let Number::Int(kind) = self.number(ty) else { return None };
        let check = ("signed negation overflows", self.is_smallest(kind, a));
        (kind.is_signed() && !check.1.is_false()).then_some(check)
    }

    /// The smallest and the largest value that a number can have: those of its type, or of the smaller unsigned type that it
    /// was converted from.
    fn extremes(&self, kind: IntKind, a: Term) -> (BigInt, BigInt) {
        match (a.op(), a.arguments()) {
            (Op::ZeroExtend(_), &[smaller]) => {
                let Sort::BitVec(width) = smaller.sort() else { return self.representable(kind) };
                (BigInt::ZERO, (BigInt::one() << width) - 1)
            }
            _ => self.representable(kind),
        }
    }

    /// `a < bound`; never, if it has no such values.
    fn is_below(&self, kind: IntKind, a: Term, bound: impl Into<BigInt>) -> Term {
        let bound = bound.into();
        match bound <= self.extremes(kind, a).0 {
            true => mk::ff(),
            false => self.compare_ints(CompareOp::Lt, kind, a, self.int_value(bound, kind)),
        }
    }

    /// `a > bound`; never, if it has no such values.
    fn is_above(&self, kind: IntKind, a: Term, bound: impl Into<BigInt>) -> Term {
        let bound = bound.into();
        match bound >= self.extremes(kind, a).1 {
            true => mk::ff(),
            false => self.compare_ints(CompareOp::Lt, kind, self.int_value(bound, kind), a),
        }
    }

    fn is_smallest(&self, kind: IntKind, a: Term) -> Term {
        let (low, _) = self.representable(kind);
        mk::eq(a, self.int_value(low, kind))
    }

    /// Whether a mathematical integer is out of the range of a type. `values` bounds the term.
    pub(super) fn leaves_range(&self, kind: IntKind, term: Term, values: &Interval) -> Term {
        let (low, high) = self.representable(kind);
        let below = match values.low.as_ref().is_some_and(|bound| *bound >= low) {
            true => mk::ff(),
            false => mk::lt(term, mk::int(low)),
        };
        let above = match values.high.as_ref().is_some_and(|bound| *bound <= high) {
            true => mk::ff(),
            false => mk::lt(mk::int(high), term),
        };
        mk::or([below, above])
    }

    fn sum_overflows(&self, kind: IntKind, a: Term, b: Term, is_difference: bool) -> Term {
        if self.arithmetic == Arithmetic::Integer {
            let (x, y) = (self.interval(kind, a), self.interval(kind, b));
            return match is_difference {
                true => self.leaves_range(kind, mk::sub(a, b), &x.add(&y.neg())),
                false => self.leaves_range(kind, mk::add([a, b]), &x.add(&y)),
            };
        }
        // With a constant, a comparison will do: a + c > MAX is a > MAX - c.
        let (low, high) = self.representable(kind);
        let shifted_by = |term: Term, constant: BigInt| match constant.is_negative() {
            true => self.is_below(kind, term, &low - constant),
            false => self.is_above(kind, term, &high - constant),
        };
        match (mk::as_signed_bv(a), mk::as_signed_bv(b)) {
            (_, Some(constant)) if is_difference => shifted_by(a, -constant),
            (_, Some(constant)) => shifted_by(a, constant),
            (Some(constant), _) if !is_difference => shifted_by(b, constant),
            _ if is_difference => mk::bvssubo(a, b),
            _ => mk::bvsaddo(a, b),
        }
    }

    fn product_overflows(&self, kind: IntKind, a: Term, b: Term) -> Term {
        match self.arithmetic {
            Arithmetic::Bitvector => mk::bvsmulo(a, b),
            Arithmetic::Integer => {
                let values = self.interval(kind, a).mul(&self.interval(kind, b));
                self.leaves_range(kind, mk::mul(a, b), &values)
            }
        }
    }

    fn quotient_overflows(&self, kind: IntKind, a: Term, b: Term) -> Term {
        mk::and([self.is_smallest(kind, a), mk::eq(b, self.int_constant(-1, kind))])
    }

    /// `a · 2^b` is out of range: above `MAX >> b`, or below `MIN >> b`; if `b` is the width or more, unless `a` is 0.
    fn shift_overflows(&self, kind: IntKind, a: Term, right: &Type, b: Term) -> Term {
        let Number::Int(count) = self.number(right) else { return mk::ff() };
        let width = self.bits(kind);
        let is_large = self.is_above(count, b, width - 1);
        let is_negative = self.is_below(count, b, 0);
        let (low, high) = self.representable(kind);
        let limit = |extreme: BigInt| self.limit_before_shift(kind, extreme, count, b);
        let too_high = self.compare_ints(CompareOp::Lt, kind, limit(high), a);
        let too_low = match self.extremes(kind, a).0.is_negative() {
            true => self.compare_ints(CompareOp::Lt, kind, a, limit(low)),
            false => mk::ff(),
        };
        let is_nonzero = mk::ne(a, self.int_constant(0, kind));
        mk::or([
            mk::and([is_large, is_nonzero]),
            mk::and([mk::not(is_large), mk::not(is_negative), mk::or([too_high, too_low])]),
        ])
    }

    /// The largest or smallest number of a type, shifted to the right by a count in range.
    fn limit_before_shift(&self, kind: IntKind, extreme: BigInt, count: IntKind, b: Term) -> Term {
        if self.arithmetic == Arithmetic::Bitvector {
            return bitvector::binary(BinaryOp::Shr, kind, self.int_value(extreme, kind), b);
        }
        let width = self.bits(kind);
        let values = self.interval(count, b).intersection(&Interval::new(0, width - 1));
        let mut limit = mk::int(&extreme >> (width - 1));
        for case in (0..width - 1).rev() {
            if values.contains(&BigInt::from(case)) {
                limit = mk::ite(mk::eq(b, mk::int(case)), mk::int(&extreme / (BigInt::one() << case)), limit);
            }
        }
        limit
    }
}

/// Those that may be true.
fn possible(checks: Vec<Check>) -> Vec<Check> {
    checks.into_iter().filter(|(_, violated)| !violated.is_false()).collect()
}
