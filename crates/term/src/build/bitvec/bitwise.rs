//! Bitwise operations and shifts.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use smallvec::SmallVec;

use super::sum::bvmul;
use super::{as_bv, bv, mask, ones, signed, width, wrap, zero};
use crate::arena::{Term, intern};
use crate::op::Op;
use crate::sort::Sort;

/// Complement of every bit.
pub fn bvnot(a: Term) -> Term {
    match (a.op(), a.arguments()) {
        (Op::BvConst(value), _) => bv(mask(width(a)) ^ value, width(a)),
        (Op::BvNot, &[inner]) => inner,
        _ => intern(Op::BvNot, &[a], a.sort()),
    }
}

/// `a & b`
pub fn bvand(a: Term, b: Term) -> Term {
    and_all([a, b])
}

/// `a | b`
pub fn bvor(a: Term, b: Term) -> Term {
    or_all([a, b])
}

/// `a ^ b`
pub fn bvxor(a: Term, b: Term) -> Term {
    xor_all([a, b])
}

/// The conjunction of the bits of at least one term.
pub fn and_all(parts: impl IntoIterator<Item = Term>) -> Term {
    lattice(parts, Op::BvAnd)
}

/// The disjunction of the bits of at least one term.
pub fn or_all(parts: impl IntoIterator<Item = Term>) -> Term {
    lattice(parts, Op::BvOr)
}

/// `bvand` and `bvor`: flat, sorted, without duplicates and complements, the constant last.
fn lattice(parts: impl IntoIterator<Item = Term>, op: Op) -> Term {
    let mut parts = parts.into_iter().peekable();
    let width = width(*parts.peek().expect("at least one argument"));
    let (neutral, absorbing) =
        if op == Op::BvAnd { (mask(width), BigUint::zero()) } else { (BigUint::zero(), mask(width)) };
    let mut constant = neutral.clone();
    let mut flat: SmallVec<[Term; 8]> = SmallVec::new();
    for part in parts {
        debug_assert_eq!(part.sort(), Sort::BitVec(width));
        let inner = if part.op() == op { part.arguments() } else { &[part] };
        for &term in inner {
            match as_bv(term) {
                Some(value) if op == Op::BvAnd => constant &= value,
                Some(value) => constant |= value,
                None => flat.push(term),
            }
        }
    }
    flat.sort_unstable();
    flat.dedup();
    let has_complement =
        |part: &Term| part.op() == Op::BvNot && flat.binary_search(&part.arguments()[0]).is_ok();
    if constant == absorbing || flat.iter().any(has_complement) {
        return bv(absorbing, width);
    }
    if constant != neutral || flat.is_empty() {
        flat.push(bv(constant, width));
    }
    match flat.as_slice() {
        [only] => *only,
        _ => intern(op, &flat, Sort::BitVec(width)),
    }
}

/// The exclusive disjunction of the bits of at least one term. Complements and
/// all-ones become one `bvnot` around the rest.
pub fn xor_all(parts: impl IntoIterator<Item = Term>) -> Term {
    let mut parts = parts.into_iter().peekable();
    let width = width(*parts.peek().expect("at least one argument"));
    let mut constant = BigUint::zero();
    let mut flat: SmallVec<[Term; 8]> = SmallVec::new();
    for part in parts {
        collect_xor(part, width, &mut constant, &mut flat);
    }
    flat.sort_unstable();
    let mut odd: SmallVec<[Term; 8]> = SmallVec::new();
    for term in flat {
        if odd.last() == Some(&term) {
            odd.pop(); // x ^ x = 0
        } else {
            odd.push(term);
        }
    }
    let is_complement = constant == mask(width) && !odd.is_empty();
    if is_complement {
        constant = BigUint::zero();
    }
    if !constant.is_zero() || odd.is_empty() {
        odd.push(bv(constant, width));
    }
    let result = match odd.as_slice() {
        [only] => *only,
        _ => intern(Op::BvXor, &odd, Sort::BitVec(width)),
    };
    if is_complement { bvnot(result) } else { result }
}

fn collect_xor(term: Term, width: u32, constant: &mut BigUint, flat: &mut SmallVec<[Term; 8]>) {
    debug_assert_eq!(term.sort(), Sort::BitVec(width));
    match (term.op(), term.arguments()) {
        (Op::BvConst(value), _) => *constant ^= value,
        (Op::BvNot, &[inner]) => {
            *constant ^= mask(width);
            collect_xor(inner, width, constant, flat); // no complement inside: depth two
        }
        (Op::BvXor, inner) => {
            for &part in inner {
                collect_xor(part, width, constant, flat);
            }
        }
        _ => flat.push(term),
    }
}

/// The shift distance if it is constant; distances of at least the width are given as the width.
fn distance(a: Term, width: u32) -> Option<u32> {
    as_bv(a).map(|value| value.to_u32().map_or(width, |d| d.min(width)))
}

/// Shift to the left. By a constant it is a multiplication.
pub fn bvshl(a: Term, b: Term) -> Term {
    let width = width(a);
    match distance(b, width) {
        Some(d) if d == width => zero(width),
        Some(d) => bvmul(a, bv(BigUint::one() << d, width)),
        None if as_bv(a).is_some_and(Zero::is_zero) => a,
        None => intern(Op::BvShl, &[a, b], a.sort()),
    }
}

/// Logical shift to the right.
pub fn bvlshr(a: Term, b: Term) -> Term {
    let width = width(a);
    match (distance(b, width), as_bv(a)) {
        (Some(d), _) if d == width => zero(width),
        (Some(0), _) => a,
        (Some(d), Some(value)) => bv(value >> d, width),
        (None, Some(value)) if value.is_zero() => a,
        _ => intern(Op::BvLshr, &[a, b], a.sort()),
    }
}

/// Arithmetic shift to the right.
pub fn bvashr(a: Term, b: Term) -> Term {
    let width = width(a);
    match (distance(b, width), as_bv(a)) {
        (Some(0), _) => a,
        (Some(d), Some(value)) => bv(wrap(&(signed(value, width) >> d), width), width),
        (None, Some(value)) if value.is_zero() || *value == mask(width) => a,
        // Over-wide shifts leave the sign only: one representative.
        (Some(d), None) if d == width && width > 1 => {
            intern(Op::BvAshr, &[a, bv(width - 1, width)], a.sort())
        }
        (Some(_), None) if width == 1 => a,
        _ => intern(Op::BvAshr, &[a, b], a.sort()),
    }
}

/// `bvnand`
pub fn bvnand(a: Term, b: Term) -> Term {
    bvnot(bvand(a, b))
}

/// `bvnor`
pub fn bvnor(a: Term, b: Term) -> Term {
    bvnot(bvor(a, b))
}

/// `bvxnor`
pub fn bvxnor(a: Term, b: Term) -> Term {
    xor_all([a, b, ones(width(a))])
}
