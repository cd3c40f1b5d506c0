//! Bit-fields that are wider than `int`: gcc gives them a type of just their width.
//!
//! They are not promoted, so that arithmetic with narrower operands wraps around at their width. Here values have
//! the declared type, and results are cut to the width; a table remembers the width of results, whose operators
//! treat them in the same way.

use base::Span;

use super::{Checked, Checker};
use crate::hir::{BinaryOp, ExprId};
use crate::types::{IntKind, Ty, Type};

/// An integer type of some width.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Precision {
    pub width: u32,
    /// The type that holds it.
    pub ty: Ty,
    is_signed: bool,
}

impl<'a> Checker<'a> {
    /// The width of a value that is wider than `int`, but narrower than its type.
    pub(super) fn field_precision(&self, value: ExprId) -> Option<Precision> {
        let Type::Int(kind) = *self.type_of(value) else { return None };
        let width = self.bit_width(value).or_else(|| self.narrow.get(&value).copied())?;
        let bits = kind.size(self.program.types.model) * 8;
        let is_narrow = width > 32 && u64::from(width) < bits;
        is_narrow.then_some(Precision { width, ty: self.ty(value), is_signed: kind.is_signed() })
    }

    fn own_precision(&self, value: ExprId) -> Option<Precision> {
        let Type::Int(kind) = *self.type_of(value) else { return None };
        let width = (kind.size(self.program.types.model) * 8).max(32) as u32;
        Some(Precision { width, ty: self.ty(value), is_signed: kind.is_signed() })
    }

    /// The width that arithmetic on two operands has, if it is that of a bit-field.
    pub(super) fn common_precision(&self, a: ExprId, b: ExprId) -> Option<Precision> {
        let (x, y) = (self.field_precision(a), self.field_precision(b));
        if x.is_none() && y.is_none() {
            return None;
        }
        let left = x.or_else(|| self.own_precision(a))?;
        let right = y.or_else(|| self.own_precision(b))?;
        let is_left = left.width > right.width || (left.width == right.width && !left.is_signed);
        if is_left { x } else { y }
    }

    /// The value modulo 2^width, in the type of the precision.
    pub(super) fn cut(&mut self, value: ExprId, to: Precision, span: Span) -> ExprId {
        let value = self.convert(value, to.ty);
        let Type::Int(kind) = self.program.types[to.ty] else { return value };
        let bits = kind.size(self.program.types.model) * 8;
        let cut = if to.is_signed {
            let unsigned =
                self.program.types.int(if bits == 128 { IntKind::UInt128 } else { IntKind::ULongLong });
            let value = self.convert(value, unsigned);
            let amount = self.integer(i128::from(bits) - i128::from(to.width), self.common.int, span);
            let high = self.binary(BinaryOp::Shl, value, amount, unsigned, span);
            let high = self.convert(high, to.ty);
            let amount = self.integer(i128::from(bits) - i128::from(to.width), self.common.int, span);
            self.binary(BinaryOp::Shr, high, amount, to.ty, span)
        } else {
            let mask = self.integer((1 << to.width) - 1, to.ty, span);
            self.binary(BinaryOp::BitAnd, value, mask, to.ty, span)
        };
        self.narrow.insert(cut, to.width);
        cut
    }

    /// An arithmetic operator or comparison in the width of a bit-field.
    pub(super) fn narrow_operator(
        &mut self,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
        precision: Precision,
        span: Span,
    ) -> Checked<ExprId> {
        let mut operand = |value: ExprId| match self.field_precision(value) == Some(precision) {
            true => value,
            false => self.cut(value, precision, span),
        };
        let (a, b) = (operand(a), operand(b));
        if matches!(op, BinaryOp::Compare(_)) {
            return Ok(self.binary(op, a, b, self.common.int, span));
        }
        let result = self.binary(op, a, b, precision.ty, span);
        Ok(self.cut(result, precision, span))
    }
}
