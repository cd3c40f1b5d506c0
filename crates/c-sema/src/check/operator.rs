//! Prefix and binary operators, conditionals.

use base::Span;
use c_syntax::ast::{self, BinaryOp as Op, UnaryOp as Prefix};

use super::operand::Operand;
use super::record::Special;
use super::{Checked, Checker};
use crate::hir::{BinaryOp, CompareOp, ElementSize, ExprId, ExprKind, LabelId, PlaceKind, UnaryOp};
use crate::types::{Ty, Type};

/// The arithmetic operator or comparison of an operator that has no short circuit.
pub(super) fn arithmetic(op: Op) -> BinaryOp {
    match op {
        Op::Mul => BinaryOp::Mul,
        Op::Div => BinaryOp::Div,
        Op::Rem => BinaryOp::Rem,
        Op::Add => BinaryOp::Add,
        Op::Sub => BinaryOp::Sub,
        Op::Shl => BinaryOp::Shl,
        Op::Shr => BinaryOp::Shr,
        Op::BitAnd => BinaryOp::BitAnd,
        Op::BitXor => BinaryOp::BitXor,
        Op::BitOr => BinaryOp::BitOr,
        Op::Lt => BinaryOp::Compare(CompareOp::Lt),
        Op::Gt => BinaryOp::Compare(CompareOp::Gt),
        Op::Le => BinaryOp::Compare(CompareOp::Le),
        Op::Ge => BinaryOp::Compare(CompareOp::Ge),
        Op::Eq | Op::And => BinaryOp::Compare(CompareOp::Eq),
        Op::Ne | Op::Or => BinaryOp::Compare(CompareOp::Ne),
    }
}

impl<'a> Checker<'a> {
    pub(super) fn unary_operator(
        &mut self,
        op: Prefix,
        operand: ast::ExprId,
        span: Span,
    ) -> Checked<Operand> {
        let value = match op {
            Prefix::AddressOf => self.take_address(operand, span)?,
            Prefix::Deref => {
                let pointer = self.value(operand)?;
                let Type::Pointer(pointee) = *self.type_of(pointer) else {
                    return self.error(self.expr_span(operand), "only pointers can be dereferenced");
                };
                return Ok(match self.program.types[pointee] {
                    Type::Function(_) => Operand::Function(pointer),
                    _ => Operand::Place(self.dereference(pointer, pointee, span)),
                });
            }
            Prefix::PreInc => self.increment(operand, false, false, span)?,
            Prefix::PreDec => self.increment(operand, true, false, span)?,
            Prefix::PostInc => self.increment(operand, false, true, span)?,
            Prefix::PostDec => self.increment(operand, true, true, span)?,
            Prefix::Not => {
                let value = self.scalar(operand)?;
                self.not(value, span)
            }
            Prefix::Plus | Prefix::Minus | Prefix::BitNot => {
                let value = self.value(operand)?;
                self.signed_operator(op, value, span)?
            }
            Prefix::Real | Prefix::Imag => return self.complex_part(op == Prefix::Imag, operand, span),
        };
        Ok(Operand::Value(value))
    }

    fn signed_operator(&mut self, op: Prefix, value: ExprId, span: Span) -> Checked<ExprId> {
        let ty = self.ty(value);
        if let Some(special) = self.special_of(ty) {
            return Ok(self.unsupported(special.text(), ty, span));
        }
        let value = self.promote(value);
        let precision = self.field_precision(value);
        let result = match (op, self.type_of(value)) {
            (Prefix::Plus, Type::Int(_) | Type::Float(_)) => value,
            (Prefix::Minus, Type::Int(_) | Type::Float(_)) => self.unary(UnaryOp::Minus, value, span),
            (Prefix::BitNot, Type::Int(_)) => self.unary(UnaryOp::BitNot, value, span),
            _ => {
                let message = format!("`{}` does not apply to `{}`", op.text(), self.program.type_text(ty));
                return self.error(span, message);
            }
        };
        Ok(precision.map_or(result, |precision| self.cut(result, precision, span)))
    }

    fn take_address(&mut self, operand: ast::ExprId, span: Span) -> Checked<ExprId> {
        let operand = match self.expression(operand)? {
            Operand::Function(pointer) => return Ok(pointer),
            Operand::Value(_) => return self.error(span, "this is a value, which has no address"),
            operand => operand,
        };
        let (effect, place) = self.lvalue(operand, span)?;
        if self.place_bit_width(place).is_some() {
            return self.error(span, "a bit-field has no address");
        }
        let ty = self.program.types.pointer_to(self.program.places[place].ty);
        let address = self.address_of(place, ty, span);
        Ok(self.after(effect, address, span))
    }

    /// `__real__ e`, `__imag__ e`.
    fn complex_part(&mut self, is_imaginary: bool, operand: ast::ExprId, span: Span) -> Checked<Operand> {
        let operand = self.expression(operand)?;
        let ty = self.operand_type(&operand);
        match (self.special_of(ty), operand) {
            (Some(Special::Complex(part)), Operand::Place(place)) => {
                let kind = PlaceKind::Field(place, usize::from(is_imaginary));
                Ok(Operand::Place(self.place(kind, part, span)))
            }
            (Some(Special::Complex(part)), _) => {
                Ok(Operand::Value(self.unsupported("complex numbers", part, span)))
            }
            _ if is_imaginary => Ok(Operand::Value(self.integer(0, self.common.int, span))),
            _ => Ok(operand),
        }
    }

    /// A chain of binary operators that associate to the left, without recursion.
    pub(super) fn binary_chain(&mut self, id: ast::ExprId) -> Checked<ExprId> {
        let mut spine = Vec::new();
        let mut first = id;
        while let ast::ExprKind::Binary(op, left, right) = self.ast[first].kind {
            spine.push((first, op, right));
            first = left;
        }
        let mut left = self.value(first)?;
        for (node, op, right) in spine.into_iter().rev() {
            let right = self.value(right)?;
            left = self.binary_operator(op, left, right, self.expr_span(node))?;
        }
        Ok(left)
    }

    pub(super) fn binary_operator(&mut self, op: Op, a: ExprId, b: ExprId, span: Span) -> Checked<ExprId> {
        let (x, y) = (self.ty(a), self.ty(b));
        if let Some(special) = self.special_of(x).or_else(|| self.special_of(y)) {
            let is_logical = matches!(op, Op::And | Op::Or)
                || (matches!(arithmetic(op), BinaryOp::Compare(_)) && !matches!(special, Special::Vector(_)));
            let ty = if self.special_of(x).is_some() { x } else { y };
            return Ok(self.unsupported(special.text(), if is_logical { self.common.int } else { ty }, span));
        }
        let types = &self.program.types;
        let is_scalar = types.is_scalar(x) && types.is_scalar(y);
        let is_pointer = |ty: Ty| matches!(types[ty], Type::Pointer(_));
        match op {
            _ if !is_scalar => self.wrong_operands(op, x, y, span),
            Op::And | Op::Or => Ok(self.logical(op == Op::And, a, b, span)),
            Op::Add if is_pointer(x) => self.pointer_add(a, b, false, span),
            Op::Add if is_pointer(y) => self.pointer_add(b, a, false, span),
            Op::Sub if is_pointer(x) && is_pointer(y) => self.pointer_difference(a, b, span),
            Op::Sub if is_pointer(x) => self.pointer_add(a, b, true, span),
            Op::Shl | Op::Shr => self.shift(op, a, b, span),
            Op::Lt | Op::Gt | Op::Le | Op::Ge | Op::Eq | Op::Ne if is_pointer(x) || is_pointer(y) => {
                self.compare_pointers(op, a, b, span)
            }
            _ if is_pointer(x) || is_pointer(y) => self.wrong_operands(op, x, y, span),
            _ => self.arithmetic_operator(op, a, b, span),
        }
    }

    pub(super) fn wrong_operands<T>(&mut self, op: Op, x: Ty, y: Ty, span: Span) -> Checked<T> {
        let (x, y) = (self.program.type_text(x), self.program.type_text(y));
        self.error(span, format!("`{}` does not apply to `{x}` and `{y}`", op.text()))
    }

    fn arithmetic_operator(&mut self, op: Op, a: ExprId, b: ExprId, span: Span) -> Checked<ExprId> {
        let (x, y) = (self.ty(a), self.ty(b));
        let (a, b, ty) = self.usual_conversions(a, b);
        let needs_integers = matches!(op, Op::Rem | Op::BitAnd | Op::BitXor | Op::BitOr);
        if needs_integers && matches!(self.program.types[ty], Type::Float(_)) {
            return self.wrong_operands(op, x, y, span);
        }
        let op = arithmetic(op);
        if matches!(op, BinaryOp::Compare(_)) {
            return Ok(self.binary(op, a, b, self.common.int, span));
        }
        let precision = self.field_precision(a);
        let value = self.binary(op, a, b, ty, span);
        Ok(precision.map_or(value, |precision| self.cut_result(op, value, precision, span)))
    }

    fn shift(&mut self, op: Op, a: ExprId, b: ExprId, span: Span) -> Checked<ExprId> {
        let (a, b) = (self.promote(a), self.promote(b));
        let precision = self.field_precision(a);
        match (self.type_of(a), self.type_of(b)) {
            (Type::Int(_), Type::Int(_)) => {
                let op = arithmetic(op);
                let value = self.binary(op, a, b, self.ty(a), span);
                Ok(precision.map_or(value, |precision| self.cut_result(op, value, precision, span)))
            }
            _ => self.wrong_operands(op, self.ty(a), self.ty(b), span),
        }
    }

    /// `pointer + index`, or `pointer - index`.
    pub(super) fn pointer_add(
        &mut self,
        pointer: ExprId,
        index: ExprId,
        is_subtracted: bool,
        span: Span,
    ) -> Checked<ExprId> {
        let ty = self.ty(pointer);
        let Type::Pointer(pointee) = self.program.types[ty] else {
            return self.error(span, "this is no pointer");
        };
        if !matches!(self.type_of(index), Type::Int(_)) {
            return self.error(span, "only integers can be added to pointers");
        }
        let index = self.promote(index);
        let element = self.element_size(pointee, span)?;
        let (base, offset) = (&self.program.exprs[pointer].kind, &self.program.exprs[index].kind);
        match (base, offset, element) {
            (_, ExprKind::Int(0), _) => Ok(pointer),
            (&ExprKind::Int(address), &ExprKind::Int(index), ElementSize::Constant(size)) => {
                let offset = index.wrapping_mul(i128::from(size));
                let address = match is_subtracted {
                    true => address.wrapping_sub(offset),
                    false => address.wrapping_add(offset),
                };
                Ok(self.integer(self.wrap_pointer(address), ty, span))
            }
            _ => Ok(self.node(ExprKind::PointerAdd { pointer, index, element, is_subtracted }, ty, span)),
        }
    }

    fn pointer_difference(&mut self, a: ExprId, b: ExprId, span: Span) -> Checked<ExprId> {
        let Type::Pointer(pointee) = *self.type_of(a) else { return self.error(span, "this is no pointer") };
        let element = self.element_size(pointee, span)?;
        let ty = self.common.ptrdiff;
        if let (Some(a), Some(b)) = (self.label_address(a), self.label_address(b)) {
            return Ok(match a == b {
                true => self.integer(0, ty, span),
                false => self.unsupported("differences of labels", ty, span),
            });
        }
        let (x, y) = (&self.program.exprs[a].kind, &self.program.exprs[b].kind);
        if let (&ExprKind::Int(x), &ExprKind::Int(y), ElementSize::Constant(size)) = (x, y, element)
            && size > 0
        {
            return Ok(self.integer((x - y) / i128::from(size), ty, span));
        }
        Ok(self.node(ExprKind::PointerDifference(a, b, element), ty, span))
    }

    /// The label whose address an expression is.
    fn label_address(&self, expr: ExprId) -> Option<LabelId> {
        match self.program.exprs[expr].kind {
            ExprKind::Convert(inner) => self.label_address(inner),
            ExprKind::LabelAddress(label) => Some(label),
            _ => None,
        }
    }

    fn compare_pointers(&mut self, op: Op, a: ExprId, b: ExprId, span: Span) -> Checked<ExprId> {
        let (x, y) = (self.ty(a), self.ty(b));
        let is_float = |ty: Ty| matches!(self.program.types[ty], Type::Float(_));
        if is_float(x) || is_float(y) {
            return self.wrong_operands(op, x, y, span);
        }
        // Integers become pointers, whatever they are; of two pointers, the second takes the first one's type.
        let ty = if matches!(self.program.types[x], Type::Pointer(_)) { x } else { y };
        let (a, b) = (self.convert(a, ty), self.convert(b, ty));
        let BinaryOp::Compare(compare) = arithmetic(op) else { return self.wrong_operands(op, x, y, span) };
        let int = self.common.int;
        if let (&ExprKind::Int(x), &ExprKind::Int(y)) =
            (&self.program.exprs[a].kind, &self.program.exprs[b].kind)
        {
            let size = self.common.size;
            let (x, y) = (self.integer(x, size, span), self.integer(y, size, span));
            return Ok(self.binary(BinaryOp::Compare(compare), x, y, int, span));
        }
        Ok(self.node(ExprKind::PointerCompare(compare, a, b), int, span))
    }

    pub(super) fn conditional(
        &mut self,
        condition: ast::ExprId,
        then: Option<ast::ExprId>,
        otherwise: ast::ExprId,
        span: Span,
    ) -> Checked<ExprId> {
        let condition = self.scalar(condition)?;
        let Some(then) = then else {
            let otherwise = self.value(otherwise)?;
            let (ty, then, otherwise) = self.unify_branches(condition, otherwise, span)?;
            return Ok(match self.truth(condition) {
                Some(true) => then,
                Some(false) => otherwise,
                None => {
                    let precision = self.field_precision(otherwise);
                    let value = self.node(ExprKind::Elvis(condition, otherwise), ty, span);
                    precision.map_or(value, |precision| self.cut(value, precision, span))
                }
            });
        };
        let (then, otherwise) = (self.value(then)?, self.value(otherwise)?);
        let (ty, then, otherwise) = self.unify_branches(then, otherwise, span)?;
        Ok(match self.truth(condition) {
            Some(true) => then,
            Some(false) => otherwise,
            None => {
                let value = self.node(ExprKind::Conditional(condition, then, otherwise), ty, span);
                if let Some(precision) = self.field_precision(then) {
                    self.narrow.insert(value, precision.width);
                }
                value
            }
        })
    }

    /// Brings the two results of a conditional to one type.
    fn unify_branches(&mut self, a: ExprId, b: ExprId, span: Span) -> Checked<(Ty, ExprId, ExprId)> {
        let (x, y) = (self.ty(a), self.ty(b));
        if self.is_arithmetic(x) && self.is_arithmetic(y) {
            let (a, b, ty) = self.usual_conversions(a, b);
            return Ok((ty, a, b));
        }
        if x == y {
            return Ok((x, a, b));
        }
        let ty = match (&self.program.types[x], &self.program.types[y]) {
            (Type::Void, _) | (_, Type::Void) => self.common.void,
            (Type::Pointer(_), Type::Pointer(_)) if self.is_null(b) => x,
            (Type::Pointer(_), Type::Pointer(_)) if self.is_null(a) => y,
            (Type::Pointer(_), Type::Pointer(_)) if self.is_compatible(x, y) => self.composite(x, y),
            (Type::Pointer(_), Type::Pointer(_)) => self.common.void_pointer,
            (Type::Pointer(_), Type::Int(_)) => x,
            (Type::Int(_), Type::Pointer(_)) => y,
            _ => match self.special_of(x).or_else(|| self.special_of(y)) {
                Some(special) => {
                    let ty = if self.special_of(x).is_some() { x } else { y };
                    let value = self.unsupported(special.text(), ty, span);
                    return Ok((ty, value, value));
                }
                None => {
                    let (x, y) = (self.program.type_text(x), self.program.type_text(y));
                    return self.error(span, format!("the results have the types `{x}` and `{y}`"));
                }
            },
        };
        Ok((ty, self.convert(a, ty), self.convert(b, ty)))
    }
}
