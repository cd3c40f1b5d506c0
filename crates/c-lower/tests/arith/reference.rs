//! Integer operations as the machine has them.

use c_sema::hir::BinaryOp;
use c_sema::types::{DataModel, IntKind};

use crate::wrap;

macro_rules! machine {
    ($ty:ty, $op:expr, $a:expr, $b:expr, $count:expr) => {{
        let (a, b) = ($a as $ty, $b as $ty);
        let result = match $op {
            BinaryOp::Add => a.wrapping_add(b),
            BinaryOp::Sub => a.wrapping_sub(b),
            BinaryOp::Mul => a.wrapping_mul(b),
            BinaryOp::Div if b == 0 =>
            {
                #[allow(unused_comparisons)]
                if a < 0 {
                    1
                } else {
                    !0
                }
            }
            BinaryOp::Div => a.wrapping_div(b),
            BinaryOp::Rem if b == 0 => a,
            BinaryOp::Rem => a.wrapping_rem(b),
            BinaryOp::Shl => a.wrapping_shl($count),
            BinaryOp::Shr => a.wrapping_shr($count),
            BinaryOp::BitAnd => a & b,
            BinaryOp::BitOr => a | b,
            BinaryOp::BitXor => a ^ b,
            BinaryOp::Compare(_) => unreachable!(),
        };
        let checked = match $op {
            BinaryOp::Add => a.checked_add(b).is_none(),
            BinaryOp::Sub => a.checked_sub(b).is_none(),
            BinaryOp::Mul => a.checked_mul(b).is_none(),
            BinaryOp::Div | BinaryOp::Rem => b != 0 && a.checked_div(b).is_none(),
            _ => false,
        };
        (result as i128, checked)
    }};
}

/// The result of an operation on values of a type, and whether it overflows; the count of a shift is `b` as it is.
pub(crate) fn binary(op: BinaryOp, kind: IntKind, a: i128, b: i128) -> (i128, bool) {
    let count = b as u32;
    let (result, overflows) = match (kind.size(DataModel::Lp64), kind.is_signed()) {
        (4, true) => machine!(i32, op, a, b, count),
        (4, false) => machine!(u32, op, a, b, count),
        (8, true) => machine!(i64, op, a, b, count),
        (8, false) => machine!(u64, op, a, b, count),
        (16, true) => machine!(i128, op, a, b, count),
        (16, false) => machine!(u128, op, a, b, count),
        other => unreachable!("{other:?} is not promoted"),
    };
    (wrap(kind, result), overflows && kind.is_signed())
}
