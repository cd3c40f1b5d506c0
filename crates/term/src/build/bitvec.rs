//! Fixed-size bit-vectors.
//!
//! Normal forms, so that equal terms built in different ways are the same term:
//! * Sums are linear modulo 2^w, see [`sum`]: `x - y` is `x + (-y)`, a shift to
//!   the left by a constant is a multiplication, constants are collected.
//! * `bvand`, `bvor`, `bvxor`, `bvmul` and `concat` are flat (n-ary).
//! * Strict comparisons with constants become weak ones, see [`compare`].
//! * Everything SMT-LIB derives (`bvnand`, `bvuge`, `bvcomp`, overflow
//!   predicates, ...) is expressed by the rest, see [`derived`].
//!
//! Division by zero is defined in SMT-LIB and folded accordingly.

pub mod bitwise;
pub mod compare;
pub mod derived;
pub mod divide;
pub mod structure;
pub mod sum;

pub use self::bitwise::*;
pub use self::compare::*;
pub use self::derived::*;
pub use self::divide::*;
pub use self::structure::*;
pub use self::sum::{bvadd, bvmul, bvneg, bvsub};

use std::cell::RefCell;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Zero};
use rustc_hash::FxHashSet;

use super::arith::int;
use crate::arena::{Term, intern};
use crate::op::Op;
use crate::region::stored;
use crate::sort::Sort;

thread_local! {
    static NATURALS: RefCell<FxHashSet<&'static BigUint>> = RefCell::default();
}

/// The one stored copy of a natural number.
pub(super) fn natural(value: BigUint) -> &'static BigUint {
    NATURALS.with(|table| stored(table, value))
}

/// The bit-vector constant `value mod 2^width`.
pub fn bv(value: impl Into<BigUint>, width: u32) -> Term {
    debug_assert!(width > 0, "bit-vectors have at least one bit");
    let value: BigUint = value.into();
    let value = if value.bits() > u64::from(width) { value & mask(width) } else { value };
    intern(Op::BvConst(natural(value)), &[], Sort::BitVec(width))
}

/// The bit-vector constant for a possibly negative number, modulo `2^width`.
pub fn bv_signed(value: impl Into<BigInt>, width: u32) -> Term {
    bv(wrap(&value.into(), width), width)
}

/// `value mod 2^width`, never negative.
pub(crate) fn wrap(value: &BigInt, width: u32) -> BigUint {
    let modulus = BigInt::one() << width;
    value.mod_floor(&modulus).to_biguint().expect("a remainder by a positive number")
}

/// `2^width - 1`
pub(crate) fn mask(width: u32) -> BigUint {
    (BigUint::one() << width) - 1u32
}

/// The width of a bit-vector term.
pub fn width(a: Term) -> u32 {
    a.sort().bit_width().expect("a bit-vector")
}

/// The value of a constant as an unsigned number.
pub fn as_bv(a: Term) -> Option<&'static BigUint> {
    match a.op() {
        Op::BvConst(value) => Some(value),
        _ => None,
    }
}

/// The value of a constant as a number in two's complement.
pub fn as_signed_bv(a: Term) -> Option<BigInt> {
    as_bv(a).map(|value| signed(value, width(a)))
}

pub(crate) fn signed(value: &BigUint, width: u32) -> BigInt {
    let value_as_int = BigInt::from_biguint(Sign::Plus, value.clone());
    if value.bit(u64::from(width) - 1) { value_as_int - (BigInt::one() << width) } else { value_as_int }
}

pub(super) fn is_zero(a: Term) -> bool {
    as_bv(a).is_some_and(BigUint::is_zero)
}

pub(super) fn is_one(a: Term) -> bool {
    as_bv(a).is_some_and(BigUint::is_one)
}

/// All bits zero.
pub(super) fn zero(width: u32) -> Term {
    bv(0u32, width)
}

/// All bits one.
pub(super) fn ones(width: u32) -> Term {
    bv(mask(width), width)
}

/// `ubv_to_int` (`bv2nat`): the value as an unsigned number.
pub fn ubv_to_int(a: Term) -> Term {
    match (a.op(), a.arguments()) {
        (Op::BvConst(value), _) => int(BigInt::from(value.clone())),
        (Op::ZeroExtend(_), &[inner]) => ubv_to_int(inner),
        _ => intern(Op::UbvToInt, &[a], Sort::Int),
    }
}

/// `sbv_to_int`: the value in two's complement.
pub fn sbv_to_int(a: Term) -> Term {
    match (a.op(), a.arguments()) {
        (Op::BvConst(value), _) => int(signed(value, width(a))),
        (Op::SignExtend(_), &[inner]) => sbv_to_int(inner),
        (Op::ZeroExtend(_), &[inner]) => ubv_to_int(inner),
        _ => intern(Op::SbvToInt, &[a], Sort::Int),
    }
}

/// `(_ int_to_bv width)`: the integer modulo `2^width`.
pub fn int_to_bv(width: u32, a: Term) -> Term {
    match (a.op(), a.arguments()) {
        (Op::IntConst(value), _) => bv(wrap(&value.to_bigint(), width), width),
        (Op::UbvToInt, &[inner]) => resize(width, inner, false),
        (Op::SbvToInt, &[inner]) => resize(width, inner, true),
        _ => intern(Op::IntToBv(width), &[a], Sort::BitVec(width)),
    }
}

/// Extends or truncates to the given width.
pub fn resize(to: u32, a: Term, is_signed: bool) -> Term {
    let from = width(a);
    if to <= from {
        extract(to - 1, 0, a)
    } else if is_signed {
        sign_extend(to - from, a)
    } else {
        zero_extend(to - from, a)
    }
}

pub(super) fn rebuild(op: Op, arguments: &[Term]) -> Option<Term> {
    Some(match (op, arguments) {
        (Op::BvAdd, _) => sum::add_all(arguments.iter().copied()),
        (Op::BvMul, _) => arguments.iter().copied().reduce(bvmul)?,
        (Op::BvAnd, _) => and_all(arguments.iter().copied()),
        (Op::BvOr, _) => or_all(arguments.iter().copied()),
        (Op::BvXor, _) => xor_all(arguments.iter().copied()),
        (Op::Concat, _) => concat_all(arguments.iter().copied()),
        (Op::BvNot, &[a]) => bvnot(a),
        (Op::BvNeg, &[a]) => bvneg(a),
        (Op::BvSub, &[a, b]) => bvsub(a, b),
        (Op::BvUdiv, &[a, b]) => bvudiv(a, b),
        (Op::BvUrem, &[a, b]) => bvurem(a, b),
        (Op::BvSdiv, &[a, b]) => bvsdiv(a, b),
        (Op::BvSrem, &[a, b]) => bvsrem(a, b),
        (Op::BvSmod, &[a, b]) => bvsmod(a, b),
        (Op::BvShl, &[a, b]) => bvshl(a, b),
        (Op::BvLshr, &[a, b]) => bvlshr(a, b),
        (Op::BvAshr, &[a, b]) => bvashr(a, b),
        (Op::BvUlt, &[a, b]) => bvult(a, b),
        (Op::BvUle, &[a, b]) => bvule(a, b),
        (Op::BvSlt, &[a, b]) => bvslt(a, b),
        (Op::BvSle, &[a, b]) => bvsle(a, b),
        (Op::Extract(high, low), &[a]) => extract(high, low, a),
        (Op::ZeroExtend(n), &[a]) => zero_extend(n, a),
        (Op::SignExtend(n), &[a]) => sign_extend(n, a),
        (Op::RotateLeft(n), &[a]) => rotate_left(n, a),
        (Op::RotateRight(n), &[a]) => rotate_right(n, a),
        (Op::UbvToInt, &[a]) => ubv_to_int(a),
        (Op::SbvToInt, &[a]) => sbv_to_int(a),
        (Op::IntToBv(n), &[a]) => int_to_bv(n, a),
        _ => return None,
    })
}
