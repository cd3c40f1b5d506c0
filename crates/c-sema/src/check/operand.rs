//! What an expression gives: a place, a value, or a function; and the way to a value.

use base::Span;
use c_syntax::ast;

use super::{Checked, Checker};
use crate::hir::{ElementSize, ExprId, ExprKind, InitPart, ObjectId, PlaceId, PlaceKind, StmtKind};
use crate::types::{ArrayLength, Ty, Type};

/// The result of checking an expression.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand {
    /// An lvalue.
    Place(PlaceId),
    /// A place that exists once an expression (of type `void`) was evaluated: a compound literal, a field of a call's
    /// result.
    After(ExprId, PlaceId),
    /// A value.
    Value(ExprId),
    /// A function, as the pointer to it.
    Function(ExprId),
}

impl<'a> Checker<'a> {
    /// The type before decay.
    pub(super) fn operand_type(&self, operand: &Operand) -> Ty {
        match *operand {
            Operand::Place(place) | Operand::After(_, place) => self.program.places[place].ty,
            Operand::Value(value) => self.ty(value),
            Operand::Function(pointer) => match *self.type_of(pointer) {
                Type::Pointer(function) => function,
                _ => self.ty(pointer),
            },
        }
    }

    /// Checks an expression and takes its value.
    pub(super) fn value(&mut self, id: ast::ExprId) -> Checked<ExprId> {
        let operand = self.expression(id)?;
        self.read_operand(operand, self.expr_span(id))
    }

    /// Checks an expression whose value must be a scalar.
    pub(super) fn scalar(&mut self, id: ast::ExprId) -> Checked<ExprId> {
        let value = self.value(id)?;
        if self.program.types.is_scalar(self.ty(value)) {
            return Ok(value);
        }
        if let Some(special) = self.special_of(self.ty(value)) {
            let what = special.text();
            return Ok(self.unsupported(what, self.common.int, self.expr_span(id)));
        }
        self.error(self.expr_span(id), "a number or a pointer is needed here")
    }

    /// Decay and lvalue conversion.
    pub(super) fn read_operand(&mut self, operand: Operand, span: Span) -> Checked<ExprId> {
        let place = match operand {
            Operand::Value(value) | Operand::Function(value) => return Ok(value),
            Operand::After(effect, place) => {
                let value = self.read_operand(Operand::Place(place), span)?;
                return Ok(self.comma(effect, value, span));
            }
            Operand::Place(place) => place,
        };
        let ty = self.program.places[place].ty;
        match self.program.types[ty] {
            Type::Array(element, _) => {
                let pointer = self.program.types.pointer_to(element);
                Ok(self.address_of(place, pointer, span))
            }
            Type::Void => match self.program.places[place].kind {
                PlaceKind::Deref(pointer) => Ok(self.node(ExprKind::Convert(pointer), ty, span)),
                _ => self.error(span, "`void` has no value"),
            },
            Type::Record(record) if self.program.types.records[record].size.is_none() => {
                let name = self.program.types.records[record].name.clone();
                self.error(span, format!("the fields of `{name}` are not known here"))
            }
            _ => Ok(self.load(place, span)),
        }
    }

    /// The place of an lvalue, and what must be evaluated first.
    pub(super) fn lvalue(&mut self, operand: Operand, span: Span) -> Checked<(Option<ExprId>, PlaceId)> {
        match operand {
            Operand::Place(place) => Ok((None, place)),
            Operand::After(effect, place) => Ok((Some(effect), place)),
            Operand::Value(value) => match self.program.exprs[value].kind {
                // Values of records have their fields in temporaries.
                ExprKind::Load(place) if matches!(self.type_of(value), Type::Record(_)) => Ok((None, place)),
                _ => self.error(span, "this is a value, not something that can be assigned to"),
            },
            Operand::Function(_) => {
                self.error(span, "this is a function, not something that can be assigned to")
            }
        }
    }

    /// The value after an effect.
    pub(super) fn after(&mut self, effect: Option<ExprId>, value: ExprId, span: Span) -> ExprId {
        match effect {
            Some(effect) => self.comma(effect, value, span),
            None => value,
        }
    }

    /// The address of a place as a pointer of type `ty`.
    pub(super) fn address_of(&mut self, place: PlaceId, ty: Ty, span: Span) -> ExprId {
        if let Some(address) = self.constant_address(place) {
            return self.integer(address, ty, span);
        }
        if let PlaceKind::Deref(pointer) = self.program.places[place].kind {
            return self.convert(pointer, ty);
        }
        self.node(ExprKind::AddressOf(place), ty, span)
    }

    /// The address of a place below a constant pointer, as in `&((struct s *)0)->field`.
    fn constant_address(&self, place: PlaceId) -> Option<i128> {
        match self.program.places[place].kind {
            PlaceKind::Object(_) => None,
            PlaceKind::Deref(pointer) => match self.program.exprs[pointer].kind {
                ExprKind::Int(address) => Some(address),
                _ => None,
            },
            PlaceKind::Field(outer, field) => {
                let address = self.constant_address(outer)?;
                let Type::Record(record) = self.program.types[self.program.places[outer].ty] else {
                    return None;
                };
                let offset = self.program.types.records[record].fields[field].bit_offset;
                Some(self.wrap_pointer(address + i128::from(offset / 8)))
            }
        }
    }

    /// A value in a temporary object, so that its fields have places. The first result puts it there.
    pub(super) fn materialize(&mut self, value: ExprId, span: Span) -> (ExprId, PlaceId) {
        let ty = self.ty(value);
        let object = self.hidden_object("temporary", ty, span);
        let init = self.initialize_hidden(object, value, span);
        (init, self.object_place(object, span))
    }

    /// An expression of type `void` that starts the lifetime of an object and gives it a value.
    pub(super) fn initialize_hidden(&mut self, object: ObjectId, value: ExprId, span: Span) -> ExprId {
        let part = InitPart { bit_offset: 0, bit_width: None, ty: self.ty(value), value };
        self.initialize_parts(object, false, vec![part], span)
    }

    /// The same with any parts.
    pub(super) fn initialize_parts(
        &mut self,
        object: ObjectId,
        is_zeroed: bool,
        parts: Vec<InitPart>,
        span: Span,
    ) -> ExprId {
        let declare = self.statement(StmtKind::Declare(object), span);
        let init = self.statement(StmtKind::Init { object, is_zeroed, parts }, span);
        let block = self.statement(StmtKind::Block(vec![declare, init], Vec::new()), span);
        self.node(ExprKind::Statements(block, None), self.common.void, span)
    }

    pub(super) fn comma(&mut self, first: ExprId, second: ExprId, span: Span) -> ExprId {
        let ty = self.ty(second);
        self.node(ExprKind::Comma(first, second), ty, span)
    }

    /// The size of a type in bytes as an expression of type `size_t`.
    pub(super) fn size_expression(&mut self, ty: Ty, span: Span) -> Checked<ExprId> {
        let size_type = self.common.size;
        if let Some(size) = self.program.types.size_of(ty) {
            return Ok(self.integer(i128::from(size), size_type, span));
        }
        match self.program.types[ty] {
            Type::Array(element, ArrayLength::Variable(length)) => {
                let place = self.object_place(length, span);
                let length = self.load(place, span);
                let element = self.size_expression(element, span)?;
                Ok(self.binary(crate::hir::BinaryOp::Mul, length, element, size_type, span))
            }
            Type::Array(element, ArrayLength::Constant(length)) => {
                let length = self.integer(i128::from(length), size_type, span);
                let element = self.size_expression(element, span)?;
                Ok(self.binary(crate::hir::BinaryOp::Mul, length, element, size_type, span))
            }
            Type::Array(_, ArrayLength::Unknown) => {
                self.error(span, "the size of this array is not known here")
            }
            Type::Record(record) => {
                let name = self.program.types.records[record].name.clone();
                let message = format!("the size of `{name}` is not known here");
                self.error_hint(span, message, "define it before")
            }
            _ => self.error(span, "the type has no size"),
        }
    }

    /// The size of what a pointer points to.
    pub(super) fn element_size(&mut self, pointee: Ty, span: Span) -> Checked<ElementSize> {
        if let Some(size) = self.program.types.size_of(pointee) {
            return Ok(ElementSize::Constant(size));
        }
        Ok(ElementSize::Variable(self.size_expression(pointee, span)?))
    }
}
