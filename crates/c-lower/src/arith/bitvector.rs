//! Integer operations on bit-vectors: each is an operator of SMT-LIB.

use c_sema::hir::BinaryOp;
use c_sema::types::IntKind;
use term::{Term, build as mk};

/// `a op b`. The right operand of a shift may have another width.
pub(super) fn binary(op: BinaryOp, kind: IntKind, a: Term, b: Term) -> Term {
    let is_signed = kind.is_signed();
    match op {
        BinaryOp::Add => mk::bvadd(a, b),
        BinaryOp::Sub => mk::bvsub(a, b),
        BinaryOp::Mul => mk::bvmul(a, b),
        BinaryOp::Div if is_signed => mk::bvsdiv(a, b),
        BinaryOp::Div => mk::bvudiv(a, b),
        BinaryOp::Rem if is_signed => mk::bvsrem(a, b),
        BinaryOp::Rem => mk::bvurem(a, b),
        BinaryOp::Shl => mk::bvshl(a, shift_count(a, b)),
        BinaryOp::Shr if is_signed => mk::bvashr(a, shift_count(a, b)),
        BinaryOp::Shr => mk::bvlshr(a, shift_count(a, b)),
        BinaryOp::BitAnd => mk::bvand(a, b),
        BinaryOp::BitOr => mk::bvor(a, b),
        BinaryOp::BitXor => mk::bvxor(a, b),
        BinaryOp::Compare(_) => unreachable!("comparisons give truth values"),
    }
}

/// The count modulo the width of what is shifted, in that width. Widths are powers of two, so that the upper
/// bits of the count do not matter, nor does its sign.
fn shift_count(shifted: Term, count: Term) -> Term {
    let width = mk::width(shifted);
    let count = mk::resize(width, count, false);
    mk::bvand(count, mk::bv(width - 1, width))
}
