//! Conversions: promotions, usual arithmetic conversions, assignment; and which types are compatible.

use base::Span;

use super::{Checked, Checker};
use crate::hir::{ExprId, ExprKind};
use crate::types::{ArrayLength, FunctionType, IntKind, Ty, Type};

/// The rank of an integer type that is at least `int`.
fn rank(kind: IntKind) -> u32 {
    match kind {
        IntKind::Int | IntKind::UInt => 1,
        IntKind::Long | IntKind::ULong => 2,
        IntKind::LongLong | IntKind::ULongLong => 3,
        IntKind::Int128 | IntKind::UInt128 => 4,
        _ => 0,
    }
}

fn to_unsigned(kind: IntKind) -> IntKind {
    match kind {
        IntKind::Char | IntKind::SChar => IntKind::UChar,
        IntKind::Short => IntKind::UShort,
        IntKind::Int => IntKind::UInt,
        IntKind::Long => IntKind::ULong,
        IntKind::LongLong => IntKind::ULongLong,
        IntKind::Int128 => IntKind::UInt128,
        kind => kind,
    }
}

impl<'a> Checker<'a> {
    /// The value as a scalar type or `void`; no check.
    pub(super) fn convert(&mut self, value: ExprId, ty: Ty) -> ExprId {
        if self.ty(value) == ty {
            return value;
        }
        let span = self.program.exprs[value].span;
        match self.fold_conversion(value, ty) {
            Some(kind) => self.node(kind, ty, span),
            None => self.node(ExprKind::Convert(value), ty, span),
        }
    }

    /// Integer promotion; other types are left alone.
    pub(super) fn promote(&mut self, value: ExprId) -> ExprId {
        let Type::Int(kind) = *self.type_of(value) else { return value };
        if let Some(width) = self.bit_width(value) {
            return self.promote_field(value, kind, width);
        }
        if kind.size(self.program.types.model) < 4 {
            return self.convert(value, self.common.int);
        }
        value
    }

    /// The promotion of arguments that no prototype describes.
    pub(super) fn promote_argument(&mut self, value: ExprId) -> ExprId {
        match self.type_of(value) {
            Type::Float(kind) if *kind < crate::types::FloatKind::Double => {
                self.convert(value, self.common.double)
            }
            _ => self.promote(value),
        }
    }

    /// Whether the type is an integer or a float.
    pub(super) fn is_arithmetic(&self, ty: Ty) -> bool {
        matches!(self.program.types[ty], Type::Int(_) | Type::Float(_))
    }

    /// The type that two arithmetic operands are brought to; both are promoted already.
    fn common_type(&mut self, a: Ty, b: Ty) -> Ty {
        match (&self.program.types[a], &self.program.types[b]) {
            (Type::Float(x), Type::Float(y)) => {
                if x >= y {
                    a
                } else {
                    b
                }
            }
            (Type::Float(_), _) => a,
            (_, Type::Float(_)) => b,
            (&Type::Int(x), &Type::Int(y)) => {
                let kind = self.common_kind(x, y);
                self.program.types.int(kind)
            }
            _ => a,
        }
    }

    fn common_kind(&self, x: IntKind, y: IntKind) -> IntKind {
        if x == y {
            return x;
        }
        if x.is_signed() == y.is_signed() {
            return if rank(x) >= rank(y) { x } else { y };
        }
        let (signed, unsigned) = if x.is_signed() { (x, y) } else { (y, x) };
        let model = self.program.types.model;
        if rank(unsigned) >= rank(signed) {
            unsigned
        } else if signed.size(model) > unsigned.size(model) {
            signed
        } else {
            to_unsigned(signed)
        }
    }

    /// The usual arithmetic conversions; both operands have arithmetic types. Afterwards both have the precision of
    /// the result.
    pub(super) fn usual_conversions(&mut self, a: ExprId, b: ExprId) -> (ExprId, ExprId, Ty) {
        let (a, b) = (self.promote(a), self.promote(b));
        if let Some(precision) = self.common_precision(a, b) {
            return (self.in_precision(a, precision), self.in_precision(b, precision), precision.ty);
        }
        let ty = self.common_type(self.ty(a), self.ty(b));
        (self.convert(a, ty), self.convert(b, ty), ty)
    }

    /// The value as it is stored into, passed to or returned as something of type `ty`.
    pub(super) fn convert_assigned(&mut self, value: ExprId, ty: Ty, span: Span) -> Checked<ExprId> {
        let from = self.ty(value);
        let types = &self.program.types;
        if from == ty && !matches!(types[ty], Type::Void) {
            return Ok(value);
        }
        if let Some(special) = self.special_of(ty).or_else(|| self.special_of(from)) {
            return Ok(self.unsupported(special.text(), ty, span));
        }
        match (&types[from], &types[ty]) {
            (Type::Void, _) => self.error(span, "an expression of type `void` has no value"),
            (Type::Float(_), Type::Pointer(_)) | (Type::Pointer(_), Type::Float(_)) => {
                self.error(span, "a float is no pointer")
            }
            _ if types.is_scalar(from) && types.is_scalar(ty) => Ok(self.convert(value, ty)),
            _ => {
                let message = format!(
                    "`{}` cannot become `{}`",
                    self.program.type_text(from),
                    self.program.type_text(ty)
                );
                self.error(span, message)
            }
        }
    }

    /// Whether an expression is a null pointer constant.
    pub(super) fn is_null(&self, value: ExprId) -> bool {
        let expr = &self.program.exprs[value];
        matches!(expr.kind, ExprKind::Int(0))
            && (matches!(self.program.types[expr.ty], Type::Int(_)) || expr.ty == self.common.void_pointer)
    }

    /// Whether two types are compatible, qualifiers aside.
    pub(super) fn is_compatible(&self, a: Ty, b: Ty) -> bool {
        if a == b {
            return true;
        }
        match (&self.program.types[a], &self.program.types[b]) {
            (&Type::Pointer(a), &Type::Pointer(b)) => self.is_compatible(a, b),
            (&Type::Array(a, length), &Type::Array(b, other)) => {
                let lengths_fit = match (length, other) {
                    (ArrayLength::Constant(length), ArrayLength::Constant(other)) => length == other,
                    _ => true,
                };
                lengths_fit && self.is_compatible(a, b)
            }
            (Type::Function(a), Type::Function(b)) => self.is_compatible_function(a, b),
            _ => false,
        }
    }

    fn is_compatible_function(&self, a: &FunctionType, b: &FunctionType) -> bool {
        if !self.is_compatible(a.result, b.result) {
            return false;
        }
        if !a.has_prototype || !b.has_prototype {
            return true;
        }
        a.is_variadic == b.is_variadic
            && a.parameters.len() == b.parameters.len()
            && a.parameters.iter().zip(&b.parameters).all(|(&a, &b)| self.is_compatible(a, b))
    }

    /// Of two compatible types, what both together say.
    pub(super) fn composite(&mut self, a: Ty, b: Ty) -> Ty {
        if a == b {
            return a;
        }
        match (&self.program.types[a], &self.program.types[b]) {
            (&Type::Pointer(a), &Type::Pointer(b)) => {
                let pointee = self.composite(a, b);
                self.program.types.pointer_to(pointee)
            }
            (&Type::Array(element, length), &Type::Array(other_element, other)) => {
                let element = self.composite(element, other_element);
                let length = if length == ArrayLength::Unknown { other } else { length };
                self.program.types.intern(Type::Array(element, length))
            }
            (Type::Function(x), Type::Function(y)) => match (x.has_prototype, y.has_prototype) {
                (false, true) => b,
                _ => a,
            },
            _ => a,
        }
    }
}
