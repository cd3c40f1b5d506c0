//! Concatenation, extraction, extension, rotation and repetition.
//!
//! A concatenation is flat; neighbouring constants and neighbouring extractions
//! of one term are merged; leading zeros are a `zero_extend`.

use num_bigint::BigUint;
use smallvec::SmallVec;

use super::{as_bv, bv, is_zero, mask, signed, width, wrap, zero};
use crate::arena::{Term, intern};
use crate::op::Op;
use crate::sort::Sort;

/// `a` in the high bits, `b` in the low bits.
pub fn concat(a: Term, b: Term) -> Term {
    concat_all([a, b])
}

/// The concatenation of at least one term, high bits first.
pub fn concat_all(parts: impl IntoIterator<Item = Term>) -> Term {
    let mut flat: SmallVec<[Term; 8]> = SmallVec::new();
    for part in parts {
        push_part(part, &mut flat);
    }
    let total = flat.iter().map(|&p| width(p)).sum::<u32>();
    if flat.len() > 1 && is_zero(flat[0]) {
        let rest = concat_all(flat[1..].iter().copied());
        return zero_extend(width(flat[0]), rest);
    }
    match flat.as_slice() {
        [only] => *only,
        _ => intern(Op::Concat, &flat, Sort::BitVec(total)),
    }
}

fn push_part(part: Term, flat: &mut SmallVec<[Term; 8]>) {
    match (part.op(), part.arguments()) {
        (Op::Concat, inner) => {
            for &p in inner {
                push_part(p, flat); // flat already: depth one
            }
        }
        (Op::ZeroExtend(n), &[inner]) => {
            push_part(zero(n), flat);
            push_part(inner, flat); // never an extension again: depth two
        }
        _ => match flat.last().and_then(|&last| merged(last, part)) {
            Some(merged) => {
                flat.pop();
                flat.push(merged);
            }
            None => flat.push(part),
        },
    }
}

/// The concatenation of two neighbours as one simple term.
fn merged(high: Term, low: Term) -> Option<Term> {
    if let (Some(x), Some(y)) = (as_bv(high), as_bv(low)) {
        return Some(bv((x << width(low)) | y, width(high) + width(low)));
    }
    match (high.op(), high.arguments(), low.op(), low.arguments()) {
        (Op::Extract(h, m), &[x], Op::Extract(n, l), &[y]) if x == y && m == n + 1 => Some(extract(h, l, x)),
        _ => None,
    }
}

/// Bits `high` to `low`, both included.
pub fn extract(high: u32, low: u32, a: Term) -> Term {
    let whole = width(a);
    debug_assert!(low <= high && high < whole);
    if low == 0 && high == whole - 1 {
        return a;
    }
    let size = high - low + 1;
    match (a.op(), a.arguments()) {
        (Op::BvConst(value), _) => bv(value >> low, size),
        (Op::Extract(_, base), &[inner]) => extract(high + base, low + base, inner),
        (Op::Concat, parts) => extract_from_parts(high, low, parts),
        (Op::ZeroExtend(n), &[inner]) => {
            let kept = whole - n;
            if low >= kept {
                zero(size)
            } else if high < kept {
                extract(high, low, inner)
            } else {
                zero_extend(high - kept + 1, extract(kept - 1, low, inner))
            }
        }
        (Op::SignExtend(n), &[inner]) => {
            let kept = whole - n;
            if high < kept {
                extract(high, low, inner)
            } else if low < kept {
                sign_extend(high - kept + 1, extract(kept - 1, low, inner))
            } else {
                sign_extend(size - 1, extract(kept - 1, kept - 1, inner))
            }
        }
        _ => intern(Op::Extract(high, low), &[a], Sort::BitVec(size)),
    }
}

fn extract_from_parts(high: u32, low: u32, parts: &[Term]) -> Term {
    let mut kept: SmallVec<[Term; 8]> = SmallVec::new();
    let mut top = parts.iter().map(|&p| width(p)).sum::<u32>(); // one above the part's highest bit
    for &part in parts {
        let bottom = top - width(part);
        if bottom <= high && top > low {
            let from = high.min(top - 1) - bottom;
            let to = low.max(bottom) - bottom;
            kept.push(extract(from, to, part));
        }
        top = bottom;
    }
    concat_all(kept)
}

/// Adds `n` zero bits in front.
pub fn zero_extend(n: u32, a: Term) -> Term {
    if n == 0 {
        return a;
    }
    match (a.op(), a.arguments()) {
        (Op::BvConst(value), _) => bv(value.clone(), width(a) + n),
        (Op::ZeroExtend(m), &[inner]) => zero_extend(n + m, inner),
        _ => intern(Op::ZeroExtend(n), &[a], Sort::BitVec(width(a) + n)),
    }
}

/// Adds `n` copies of the sign bit in front.
pub fn sign_extend(n: u32, a: Term) -> Term {
    if n == 0 {
        return a;
    }
    let width = width(a);
    match (a.op(), a.arguments()) {
        (Op::BvConst(value), _) => bv(wrap(&signed(value, width), width + n), width + n),
        (Op::SignExtend(m), &[inner]) => sign_extend(n + m, inner),
        (Op::ZeroExtend(m), &[inner]) => zero_extend(n + m, inner),
        _ => intern(Op::SignExtend(n), &[a], Sort::BitVec(width + n)),
    }
}

/// Rotates to the left by `n` bits (modulo the width).
pub fn rotate_left(n: u32, a: Term) -> Term {
    let width = width(a);
    let n = n % width;
    match as_bv(a) {
        _ if n == 0 => a,
        Some(value) => {
            let rotated: BigUint = ((value << n) | (value >> (width - n))) & mask(width);
            bv(rotated, width)
        }
        None => match (a.op(), a.arguments()) {
            (Op::RotateLeft(m), &[inner]) => rotate_left((n + m) % width, inner),
            _ => intern(Op::RotateLeft(n), &[a], a.sort()),
        },
    }
}

/// Rotates to the right by `n` bits (modulo the width): a rotation to the left by the rest.
pub fn rotate_right(n: u32, a: Term) -> Term {
    let width = width(a);
    rotate_left(width - n % width, a)
}

/// `n ≥ 1` copies of a term, concatenated.
pub fn repeat(n: u32, a: Term) -> Term {
    concat_all(std::iter::repeat_n(a, n as usize))
}
