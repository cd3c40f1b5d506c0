//! The types of bit-fields, which in gcc are as wide as the field.
//!
//! A value of at most 32 bits is promoted like any other. One of more bits is not, so that arithmetic with narrower
//! operands wraps around at its width, and of two operands the wider one decides, whatever type was declared. Here
//! values have an ordinary type that is wide enough, and results are cut to the width; a table remembers the width
//! of results, whose operators treat them in the same way. A cast to the type that was declared ends that.

use base::Span;

use super::operand::Operand;
use super::{Checked, Checker};
use crate::hir::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind};
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
    /// The width of the bit-field that a place is.
    pub(super) fn place_bit_width(&self, place: PlaceId) -> Option<u32> {
        let PlaceKind::Field(outer, field) = self.program.places[place].kind else { return None };
        let Type::Record(record) = self.program.types[self.program.places[outer].ty] else { return None };
        self.program.types.records[record].fields[field].bit_width
    }

    /// The width of a value whose type is that of a bit-field and narrower than the type that it has here.
    pub(super) fn bit_width(&self, expr: ExprId) -> Option<u32> {
        let Type::Int(kind) = *self.type_of(expr) else { return None };
        let width = match self.program.exprs[expr].kind {
            ExprKind::Load(place)
            | ExprKind::Assign(place, _)
            | ExprKind::AssignOp { place, .. }
            | ExprKind::Increment { place, .. } => self.place_bit_width(place),
            ExprKind::Comma(_, last) | ExprKind::Statements(_, Some(last)) => self.bit_width(last),
            _ => None,
        };
        let width = width.or_else(|| self.narrow.get(&expr).copied())?;
        (width < self.bits(kind)).then_some(width)
    }

    fn bits(&self, kind: IntKind) -> u32 {
        match kind {
            IntKind::Bool => 1,
            kind => (kind.size(self.program.types.model) * 8) as u32,
        }
    }

    /// The width of a promoted value that is wider than `int`, but narrower than its type.
    pub(super) fn field_precision(&self, value: ExprId) -> Option<Precision> {
        let Type::Int(kind) = *self.type_of(value) else { return None };
        let width = self.bit_width(value).filter(|&width| width > 32)?;
        Some(Precision { width, ty: self.ty(value), is_signed: kind.is_signed() })
    }

    fn own_precision(&self, value: ExprId) -> Option<Precision> {
        let Type::Int(kind) = *self.type_of(value) else { return None };
        Some(Precision { width: self.bits(kind), ty: self.ty(value), is_signed: kind.is_signed() })
    }

    /// The integer type that gcc gives a bit-field of this width, if it is not one of its own.
    fn type_of_width(&mut self, width: u32, is_signed: bool) -> Option<Ty> {
        let pick = |signed: IntKind, unsigned: IntKind| if is_signed { signed } else { unsigned };
        let kinds = [
            pick(IntKind::Int, IntKind::UInt),
            pick(IntKind::SChar, IntKind::UChar),
            pick(IntKind::Short, IntKind::UShort),
            pick(IntKind::Long, IntKind::ULong),
            pick(IntKind::LongLong, IntKind::ULongLong),
        ];
        let kind = kinds.into_iter().find(|&kind| self.bits(kind) == width)?;
        Some(self.program.types.int(kind))
    }

    /// The type of a value in the eyes of `typeof` and `_Generic`; `None` if it is that of a bit-field, which has no
    /// name.
    pub(super) fn exact_type(&mut self, value: ExprId) -> Option<Ty> {
        match (self.bit_width(value), self.type_of(value)) {
            (Some(width), &Type::Int(kind)) => self.type_of_width(width, kind.is_signed()),
            _ => Some(self.ty(value)),
        }
    }

    /// The size of an operand in bytes, if it is not that of the type that it has here.
    pub(super) fn narrow_size(&self, operand: &Operand) -> Option<u64> {
        let Operand::Value(value) = *operand else { return None };
        Some(u64::from(self.bit_width(value)?).div_ceil(8).next_power_of_two())
    }

    /// The promotion of a value of the type of a bit-field of this width.
    pub(super) fn promote_field(&mut self, value: ExprId, kind: IntKind, width: u32) -> ExprId {
        if width < 32 {
            return self.convert(value, self.common.int);
        }
        if let Some(ty) = self.type_of_width(width, kind.is_signed()) {
            return self.convert(value, ty);
        }
        if width > 64 || self.bits(kind) == 64 {
            return value;
        }
        let ty = if kind.is_signed() { self.common.llong } else { self.common.ullong };
        let value = self.convert(value, ty);
        self.narrow.insert(value, width);
        value
    }

    /// The value in a type, and no longer in that of a bit-field.
    pub(super) fn widen(&mut self, value: ExprId, ty: Ty) -> ExprId {
        if self.ty(value) != ty || self.bit_width(value).is_none() {
            return self.convert(value, ty);
        }
        let span = self.program.exprs[value].span;
        self.node(ExprKind::Convert(value), ty, span)
    }

    /// The type of arithmetic on two promoted operands, if one of them has that of a bit-field.
    pub(super) fn common_precision(&self, a: ExprId, b: ExprId) -> Option<Precision> {
        let (x, y) = (self.field_precision(a), self.field_precision(b));
        if x.is_none() && y.is_none() {
            return None;
        }
        let left = x.or_else(|| self.own_precision(a))?;
        let right = y.or_else(|| self.own_precision(b))?;
        let is_left = left.width > right.width || (left.width == right.width && !left.is_signed);
        Some(if is_left { left } else { right })
    }

    /// The value in a type of some width.
    pub(super) fn in_precision(&mut self, value: ExprId, to: Precision) -> ExprId {
        let Type::Int(kind) = self.program.types[to.ty] else { return value };
        if self.bits(kind) == to.width {
            return self.widen(value, to.ty);
        }
        let from = self.field_precision(value).or_else(|| self.own_precision(value));
        if from == Some(to) {
            return value;
        }
        let fits = from.is_some_and(|from| match (from.is_signed, to.is_signed) {
            (true, false) => false,
            (false, true) => from.width < to.width,
            _ => from.width <= to.width,
        });
        let span = self.program.exprs[value].span;
        if !fits {
            return self.cut(value, to, span);
        }
        let value = self.widen(value, to.ty);
        self.narrow.insert(value, to.width);
        value
    }

    /// The value modulo 2^width, in the type of the precision.
    pub(super) fn cut(&mut self, value: ExprId, to: Precision, span: Span) -> ExprId {
        let value = self.convert(value, to.ty);
        let Type::Int(kind) = self.program.types[to.ty] else { return value };
        let bits = self.bits(kind);
        let cut = if to.is_signed {
            let unsigned =
                self.program.types.int(if bits == 128 { IntKind::UInt128 } else { IntKind::ULongLong });
            let value = self.convert(value, unsigned);
            let amount = self.integer(i128::from(bits - to.width), self.common.int, span);
            let high = self.binary(BinaryOp::Shl, value, amount, unsigned, span);
            let high = self.convert(high, to.ty);
            let amount = self.integer(i128::from(bits - to.width), self.common.int, span);
            self.binary(BinaryOp::Shr, high, amount, to.ty, span)
        } else {
            let mask = self.integer(((1_u128 << to.width) - 1) as i128, to.ty, span);
            self.binary(BinaryOp::BitAnd, value, mask, to.ty, span)
        };
        self.narrow.insert(cut, to.width);
        cut
    }

    /// The result of an operator on operands of this precision, which may have left its range.
    pub(super) fn cut_result(
        &mut self,
        op: BinaryOp,
        result: ExprId,
        precision: Precision,
        span: Span,
    ) -> ExprId {
        let stays = match op {
            BinaryOp::Shr | BinaryOp::Rem | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => true,
            BinaryOp::Div => !precision.is_signed,
            _ => false,
        };
        if !stays {
            return self.cut(result, precision, span);
        }
        self.narrow.insert(result, precision.width);
        result
    }

    /// `place op= value` in a precision that is not the place's own: read, computed, cut and stored. The value is
    /// converted already.
    pub(super) fn assign_narrow(
        &mut self,
        op: BinaryOp,
        place: PlaceId,
        value: ExprId,
        precision: Precision,
        span: Span,
    ) -> ExprId {
        let ty = self.program.places[place].ty;
        let (before, place) = self.stable_place(place, span);
        let (remember, operand) = self.materialize(value, span);
        let old = self.load(place, span);
        let old = self.promote(old);
        let old = self.in_precision(old, precision);
        let value = self.load(operand, span);
        let result = self.binary(op, old, value, precision.ty, span);
        let result = self.cut(result, precision, span);
        let result = self.convert(result, ty);
        let assign = self.node(ExprKind::Assign(place, result), ty, span);
        let assign = self.comma(remember, assign, span);
        self.after(before, assign, span)
    }

    /// A place that may be used several times: what its pointer does is done once, by the first result.
    pub(super) fn stable_place(&mut self, place: PlaceId, span: Span) -> (Option<ExprId>, PlaceId) {
        let ty = self.program.places[place].ty;
        match self.program.places[place].kind {
            PlaceKind::Object(_) => (None, place),
            PlaceKind::Field(outer, field) => match self.stable_place(outer, span) {
                (None, _) => (None, place),
                (effect, outer) => (effect, self.place(PlaceKind::Field(outer, field), ty, span)),
            },
            PlaceKind::Deref(pointer) if self.is_static_constant(pointer) => (None, place),
            PlaceKind::Deref(pointer) => {
                let (effect, object) = self.materialize(pointer, span);
                let pointer = self.load(object, span);
                (Some(effect), self.place(PlaceKind::Deref(pointer), ty, span))
            }
        }
    }

    /// The type that an operand gives to something else, which has a name.
    pub(super) fn nameable_type(&mut self, operand: &Operand, span: Span) -> Checked<Ty> {
        match *operand {
            Operand::Value(value) => match self.exact_type(value) {
                Some(ty) => Ok(ty),
                None => self.error(span, "unsupported: an object with the type of a bit-field"),
            },
            _ => Ok(self.operand_type(operand)),
        }
    }
}
