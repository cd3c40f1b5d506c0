//! Bit-vector constants and structure, through the operators of `term`.

use num_bigint::BigUint;
use term::{Op, Sort, Term, build as mk};

pub(super) fn bv(value: impl Into<BigUint>, width: u32) -> Term {
    mk::rebuild(Op::BvConst(Box::leak(Box::new(value.into()))), &[], Sort::BitVec(width))
}

pub(super) fn concat(high: Term, low: Term) -> Term {
    let width = |term: Term| term.sort().bit_width().expect("the checker saw bit-vectors");
    mk::rebuild(Op::Concat, &[high, low], Sort::BitVec(width(high) + width(low)))
}

pub(super) fn extract(high: u32, low: u32, term: Term) -> Term {
    mk::rebuild(Op::Extract(high, low), &[term], Sort::BitVec(high - low + 1))
}
