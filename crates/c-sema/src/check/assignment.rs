//! Assignments and increments.

use base::Span;
use c_syntax::ast::{self, BinaryOp as Op};

use super::operator::arithmetic;
use super::{Checked, Checker};
use crate::hir::{BinaryOp, ExprId, ExprKind, PlaceId};
use crate::types::{Ty, Type};

impl<'a> Checker<'a> {
    /// The place on the left of an assignment.
    fn target(&mut self, target: ast::ExprId) -> Checked<(Option<ExprId>, PlaceId, Ty)> {
        let span = self.expr_span(target);
        let operand = self.expression(target)?;
        let (effect, place) = self.lvalue(operand, span)?;
        let ty = self.program.places[place].ty;
        match self.program.types[ty] {
            Type::Array(..) => self.error_hint(
                span,
                "an array cannot be assigned to",
                "assign to its elements, or use `memcpy`",
            ),
            Type::Void => self.error(span, "`void` cannot be assigned to"),
            _ => Ok((effect, place, ty)),
        }
    }

    pub(super) fn assign(&mut self, target: ast::ExprId, value: ast::ExprId, span: Span) -> Checked<ExprId> {
        let (effect, place, ty) = self.target(target)?;
        let value = self.value(value)?;
        let value = self.convert_assigned(value, ty, span)?;
        let assign = self.node(ExprKind::Assign(place, value), ty, span);
        Ok(self.after(effect, assign, span))
    }

    pub(super) fn compound_assign(
        &mut self,
        op: Op,
        target: ast::ExprId,
        value: ast::ExprId,
        span: Span,
    ) -> Checked<ExprId> {
        let (effect, place, ty) = self.target(target)?;
        let value = self.value(value)?;
        let other = self.ty(value);
        if let Some(special) = self.special_of(ty).or_else(|| self.special_of(other)) {
            return Ok(self.unsupported(special.text(), ty, span));
        }
        let assign = match (&self.program.types[ty], &self.program.types[other]) {
            (&Type::Pointer(pointee), Type::Int(_)) if matches!(op, Op::Add | Op::Sub) => {
                let index = self.promote(value);
                let element = self.element_size(pointee, span)?;
                let is_subtracted = op == Op::Sub;
                let kind =
                    ExprKind::PointerAssignAdd { place, index, element, is_subtracted, is_postfix: false };
                self.node(kind, ty, span)
            }
            (Type::Int(_) | Type::Float(_), Type::Int(_) | Type::Float(_)) => {
                self.arithmetic_assign(op, place, value, span)?
            }
            _ => return self.wrong_operands(op, ty, other, span),
        };
        Ok(self.after(effect, assign, span))
    }

    fn arithmetic_assign(&mut self, op: Op, place: PlaceId, value: ExprId, span: Span) -> Checked<ExprId> {
        let ty = self.program.places[place].ty;
        let other = self.ty(value);
        // The type of the operation is that of the same operator on the value of the place.
        let old = self.load(place, span);
        let mut precision = None;
        let (compute, value) = if matches!(op, Op::Shl | Op::Shr) {
            let old = self.promote(old);
            (self.ty(old), self.promote(value))
        } else {
            let (converted, value, compute) = self.usual_conversions(old, value);
            // An assignment with an operator knows no other widths than that of its place.
            let own = self.promote(old);
            if self.field_precision(own) != self.field_precision(converted) {
                precision = self.field_precision(converted);
            }
            (compute, value)
        };
        let needs_integers = matches!(op, Op::Rem | Op::BitAnd | Op::BitXor | Op::BitOr | Op::Shl | Op::Shr);
        let is_float = |ty: Ty| matches!(self.program.types[ty], Type::Float(_));
        if needs_integers && (is_float(ty) || is_float(other)) {
            return self.wrong_operands(op, ty, other, span);
        }
        let op: BinaryOp = arithmetic(op);
        if let Some(precision) = precision {
            return Ok(self.assign_narrow(op, place, value, precision, span));
        }
        Ok(self.node(ExprKind::AssignOp { place, op, value, compute }, ty, span))
    }

    pub(super) fn increment(
        &mut self,
        operand: ast::ExprId,
        is_decrement: bool,
        is_postfix: bool,
        span: Span,
    ) -> Checked<ExprId> {
        let (effect, place, ty) = self.target(operand)?;
        if let Some(special) = self.special_of(ty) {
            return Ok(self.unsupported(special.text(), ty, span));
        }
        let kind = match self.program.types[ty] {
            Type::Pointer(pointee) => {
                let element = self.element_size(pointee, span)?;
                let index = self.integer(1, self.common.int, span);
                ExprKind::PointerAssignAdd { place, index, element, is_subtracted: is_decrement, is_postfix }
            }
            Type::Int(_) | Type::Float(_) => ExprKind::Increment { place, is_decrement, is_postfix },
            _ => {
                let message = format!("`{}` cannot be counted up or down", self.program.type_text(ty));
                return self.error(span, message);
            }
        };
        let value = self.node(kind, ty, span);
        Ok(self.after(effect, value, span))
    }
}
