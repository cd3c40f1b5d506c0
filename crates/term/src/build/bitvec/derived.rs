//! Bit-vector functions that SMT-LIB defines by others: `bvcomp`, `bvredor`,
//! and the predicates that tell whether an operation overflows.

use num_bigint::BigUint;
use num_traits::One;

use super::{bv, bvadd, bvmul, bvneg, bvsub, bvult, extract, ones, sign_extend, width, zero, zero_extend};
use crate::arena::Term;
use crate::build::{and, eq, ite, ne};

/// One bit: are the arguments equal?
pub fn bvcomp(a: Term, b: Term) -> Term {
    bool_to_bv(eq(a, b), 1)
}

/// 1 for true and 0 for false.
pub fn bool_to_bv(condition: Term, width: u32) -> Term {
    ite(condition, bv(1u32, width), zero(width))
}

/// One bit: is any bit set?
pub fn bvredor(a: Term) -> Term {
    bool_to_bv(ne(a, zero(width(a))), 1)
}

/// One bit: are all bits set?
pub fn bvredand(a: Term) -> Term {
    bool_to_bv(eq(a, ones(width(a))), 1)
}

/// The smallest number in two's complement.
fn smallest(width: u32) -> Term {
    bv(BigUint::one() << (width - 1), width)
}

/// Does the negation overflow?
pub fn bvnego(a: Term) -> Term {
    eq(a, smallest(width(a)))
}

/// Does the unsigned sum overflow?
pub fn bvuaddo(a: Term, b: Term) -> Term {
    bvult(bvadd(a, b), a)
}

/// Does the signed sum overflow?
pub fn bvsaddo(a: Term, b: Term) -> Term {
    ne(sign_extend(1, bvadd(a, b)), bvadd(sign_extend(1, a), sign_extend(1, b)))
}

/// Does the unsigned product overflow?
pub fn bvumulo(a: Term, b: Term) -> Term {
    let width = width(a);
    let product = bvmul(zero_extend(width, a), zero_extend(width, b));
    ne(extract(2 * width - 1, width, product), zero(width))
}

/// Does the signed product overflow?
pub fn bvsmulo(a: Term, b: Term) -> Term {
    let width = width(a);
    ne(sign_extend(width, bvmul(a, b)), bvmul(sign_extend(width, a), sign_extend(width, b)))
}

/// Does the unsigned difference overflow?
pub fn bvusubo(a: Term, b: Term) -> Term {
    bvult(a, b)
}

/// Does the signed difference overflow?
pub fn bvssubo(a: Term, b: Term) -> Term {
    ne(sign_extend(1, bvsub(a, b)), bvsub(sign_extend(1, a), sign_extend(1, b)))
}

/// Does the signed quotient overflow?
pub fn bvsdivo(a: Term, b: Term) -> Term {
    and([eq(a, smallest(width(a))), eq(b, ones(width(b)))])
}

/// The absolute value in two's complement; the smallest number is its own.
pub fn bvabs(a: Term) -> Term {
    ite(super::bvslt(a, zero(width(a))), bvneg(a), a)
}
