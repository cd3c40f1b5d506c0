//! GNU's arithmetic that reports overflow, by the names of its builtins.

use c_sema::hir::BinaryOp;
use c_sema::types::IntKind;

/// A builtin that computes and says whether the result fits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OverflowBuiltin {
    pub op: BinaryOp,
    /// Whether the result is stored through the third argument.
    pub is_stored: bool,
    /// The type of operands and result that the name tells; otherwise the arguments have them.
    pub kind: Option<IntKind>,
}

/// `__builtin_add_overflow`, `__builtin_sub_overflow_p`, `__builtin_smulll_overflow` and the like.
pub(crate) fn overflow_builtin(name: &str) -> Option<OverflowBuiltin> {
    let name = name.strip_prefix("__builtin_")?;
    let (operation, rest) = name.split_once("_overflow")?;
    let is_stored = match rest {
        "" => true,
        "_p" => false,
        _ => return None,
    };
    let operations = [("add", BinaryOp::Add), ("sub", BinaryOp::Sub), ("mul", BinaryOp::Mul)];
    if let Some((_, op)) = operations.into_iter().find(|(name, _)| *name == operation) {
        return Some(OverflowBuiltin { op, is_stored, kind: None });
    }
    let (sign, operation) = operation.split_at_checked(1)?;
    let (suffix, op) =
        operations.into_iter().find_map(|(name, op)| Some((operation.strip_prefix(name)?, op)))?;
    let kind = match (sign, suffix) {
        ("s", "") => IntKind::Int,
        ("s", "l") => IntKind::Long,
        ("s", "ll") => IntKind::LongLong,
        ("u", "") => IntKind::UInt,
        ("u", "l") => IntKind::ULong,
        ("u", "ll") => IntKind::ULongLong,
        _ => return None,
    };
    Some(OverflowBuiltin { op, is_stored, kind: Some(kind) })
}
