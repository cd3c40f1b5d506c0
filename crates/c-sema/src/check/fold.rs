//! Constants: folding while expressions are built, and evaluation where C requires a constant.
//!
//! Folding is exact and never hides undefined behaviour: signed overflow, division by zero and shifts beyond the
//! width stay expressions. Where a constant is required, [`Checker::folded`] also wraps around, as gcc does.

use std::cmp::Ordering;

use c_syntax::ast;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use term::softfloat::SoftFloat;
use term::{FloatSort, RoundingMode};

use super::{Checked, Checker};
use crate::hir::{BinaryOp, CompareOp, ExprId, ExprKind, PlaceId, PlaceKind, Storage, UnaryOp};
use crate::types::{FloatKind, IntKind, Ty, Type};

/// How C's operators round.
const NEAREST: RoundingMode = RoundingMode::NearestEven;

/// The format of a floating-point type.
pub(super) fn float_format(kind: FloatKind) -> FloatSort {
    match kind {
        FloatKind::Half => FloatSort { exponent: 5, significand: 11 },
        FloatKind::Float => FloatSort::SINGLE,
        FloatKind::Double => FloatSort::DOUBLE,
        FloatKind::LongDouble => FloatSort { exponent: 15, significand: 64 },
        FloatKind::Quad => FloatSort { exponent: 15, significand: 113 },
    }
}

fn holds(op: CompareOp, order: Option<Ordering>) -> bool {
    match op {
        CompareOp::Eq => order == Some(Ordering::Equal),
        CompareOp::Ne => order != Some(Ordering::Equal),
        CompareOp::Lt => order == Some(Ordering::Less),
        CompareOp::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        CompareOp::Gt => order == Some(Ordering::Greater),
        CompareOp::Ge => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    }
}

/// The value modulo 2^bits, in the range of a signed or unsigned type.
fn wrap_bits(value: i128, bits: u64, is_signed: bool) -> i128 {
    if bits >= 128 {
        return value;
    }
    let low = value & ((1 << bits) - 1);
    if is_signed && low >> (bits - 1) != 0 { low - (1 << bits) } else { low }
}

impl<'a> Checker<'a> {
    /// The value in the range of an integer type.
    pub(super) fn wrap(&self, value: i128, kind: IntKind) -> i128 {
        match kind {
            IntKind::Bool => i128::from(value != 0),
            kind => wrap_bits(value, kind.size(self.program.types.model) * 8, kind.is_signed()),
        }
    }

    /// The value in the range of an integer type, or of a part of it.
    pub(super) fn wrap_width(&self, value: i128, kind: IntKind, width: Option<u32>) -> i128 {
        match width {
            Some(width) => wrap_bits(value, u64::from(width), kind.is_signed()),
            None => self.wrap(value, kind),
        }
    }

    pub(super) fn wrap_pointer(&self, value: i128) -> i128 {
        wrap_bits(value, self.program.types.model.pointer_size() * 8, false)
    }

    /// The number that a constant of an integer type is.
    fn number(value: i128, kind: IntKind) -> BigInt {
        if kind == IntKind::UInt128 { BigInt::from(value as u128) } else { BigInt::from(value) }
    }

    pub(super) fn fold_conversion(&self, value: ExprId, ty: Ty) -> Option<ExprKind> {
        let expr = &self.program.exprs[value];
        let (from, to) = (&self.program.types[expr.ty], &self.program.types[ty]);
        match (&expr.kind, from, to) {
            (&ExprKind::Int(value), _, &Type::Int(kind)) => Some(ExprKind::Int(self.wrap(value, kind))),
            (&ExprKind::Int(value), _, Type::Pointer(_)) => Some(ExprKind::Int(self.wrap_pointer(value))),
            (&ExprKind::Int(value), &Type::Int(kind), &Type::Float(format)) => {
                let number = Self::number(value, kind);
                Some(ExprKind::Float(SoftFloat::from_integer(&number, float_format(format), NEAREST)))
            }
            (ExprKind::Float(value), _, &Type::Float(format)) => {
                Some(ExprKind::Float(value.convert(float_format(format), NEAREST)))
            }
            (ExprKind::Float(value), _, Type::Int(IntKind::Bool)) => {
                Some(ExprKind::Int(i128::from(!value.is_zero())))
            }
            (ExprKind::Float(value), _, &Type::Int(kind)) => {
                let number = value.to_integer(RoundingMode::TowardZero)?;
                let narrow = number.to_i128().or_else(|| number.to_u128().map(|value| value as i128))?;
                let wrapped = self.wrap(narrow, kind);
                // What does not fit is undefined.
                (Self::number(wrapped, kind) == number).then_some(ExprKind::Int(wrapped))
            }
            _ => None,
        }
    }

    /// An arithmetic operator or comparison; the operands are converted already.
    pub(super) fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId, ty: Ty, span: base::Span) -> ExprId {
        match self.fold_binary(op, a, b) {
            Some(kind) => self.node(kind, ty, span),
            None => self.node(ExprKind::Binary(op, a, b), ty, span),
        }
    }

    fn fold_binary(&self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<ExprKind> {
        let (x, y) = (&self.program.exprs[a], &self.program.exprs[b]);
        match (&x.kind, &y.kind) {
            (&ExprKind::Int(left), &ExprKind::Int(right)) => {
                let Type::Int(kind) = self.program.types[x.ty] else { return None };
                self.fold_integers(op, left, right, kind, false).map(ExprKind::Int)
            }
            (ExprKind::Float(left), ExprKind::Float(right)) => Some(match op {
                BinaryOp::Add => ExprKind::Float(left.add(right, NEAREST)),
                BinaryOp::Sub => ExprKind::Float(left.sub(right, NEAREST)),
                BinaryOp::Mul => ExprKind::Float(left.mul(right, NEAREST)),
                BinaryOp::Div => ExprKind::Float(left.div(right, NEAREST)),
                BinaryOp::Compare(op) => ExprKind::Int(i128::from(holds(op, left.compare(right)))),
                _ => return None,
            }),
            _ => None,
        }
    }

    /// The result of an operator on constants of type `kind`; `None` if it is undefined and not `wraps`.
    fn fold_integers(&self, op: BinaryOp, a: i128, b: i128, kind: IntKind, wraps: bool) -> Option<i128> {
        let bits = kind.size(self.program.types.model) * 8;
        if kind == IntKind::UInt128 {
            return fold_wide(op, a as u128, b as u128);
        }
        let exact = match op {
            BinaryOp::Add => a.checked_add(b)?,
            BinaryOp::Sub => a.checked_sub(b)?,
            BinaryOp::Mul => a.checked_mul(b)?,
            BinaryOp::Div => a.checked_div(b)?,
            BinaryOp::Rem => {
                // The quotient must fit, too.
                if !wraps && self.wrap(a.checked_div(b)?, kind) != a.checked_div(b)? {
                    return None;
                }
                a.checked_rem(b)?
            }
            BinaryOp::Shl if (0..i128::from(bits)).contains(&b) && (wraps || a >= 0 || !kind.is_signed()) => {
                if bits == 128 && a.leading_zeros() as i128 <= b {
                    return None;
                }
                a << b
            }
            BinaryOp::Shr if (0..i128::from(bits)).contains(&b) => a >> b,
            BinaryOp::Shl | BinaryOp::Shr => return None,
            BinaryOp::BitAnd => a & b,
            BinaryOp::BitOr => a | b,
            BinaryOp::BitXor => a ^ b,
            BinaryOp::Compare(op) => return Some(i128::from(holds(op, Some(a.cmp(&b))))),
        };
        let wrapped = self.wrap(exact, kind);
        (wraps || !kind.is_signed() || wrapped == exact).then_some(wrapped)
    }

    pub(super) fn unary(&mut self, op: UnaryOp, operand: ExprId, span: base::Span) -> ExprId {
        let ty = self.ty(operand);
        let folded = match (op, &self.program.exprs[operand].kind, &self.program.types[ty]) {
            (UnaryOp::Minus, ExprKind::Float(value), _) => Some(ExprKind::Float(value.neg())),
            (UnaryOp::Minus, &ExprKind::Int(value), &Type::Int(kind)) => value
                .checked_neg()
                .filter(|&value| !kind.is_signed() || self.wrap(value, kind) == value)
                .map(|value| ExprKind::Int(self.wrap(value, kind))),
            (UnaryOp::BitNot, &ExprKind::Int(value), &Type::Int(kind)) => {
                Some(ExprKind::Int(self.wrap(!value, kind)))
            }
            _ => None,
        };
        self.node(folded.unwrap_or(ExprKind::Unary(op, operand)), ty, span)
    }

    /// Whether a constant is true as a condition.
    pub(super) fn truth(&self, expr: ExprId) -> Option<bool> {
        match &self.program.exprs[expr].kind {
            ExprKind::Int(value) => Some(*value != 0),
            ExprKind::Float(value) => Some(!value.is_zero()),
            _ => None,
        }
    }

    pub(super) fn not(&mut self, operand: ExprId, span: base::Span) -> ExprId {
        let kind = match self.truth(operand) {
            Some(truth) => ExprKind::Int(i128::from(!truth)),
            None => ExprKind::Not(operand),
        };
        self.node(kind, self.common.int, span)
    }

    /// `a && b`, or `a || b`.
    pub(super) fn logical(&mut self, is_and: bool, a: ExprId, b: ExprId, span: base::Span) -> ExprId {
        let kind = match (self.truth(a), self.truth(b)) {
            (Some(truth), _) if truth != is_and => ExprKind::Int(i128::from(truth)),
            (Some(_), Some(truth)) => ExprKind::Int(i128::from(truth)),
            _ if is_and => ExprKind::And(a, b),
            _ => ExprKind::Or(a, b),
        };
        self.node(kind, self.common.int, span)
    }

    /// The value of a constant expression.
    pub(super) fn constant_expression(&mut self, id: ast::ExprId) -> Checked<i128> {
        let value = self.value(id)?;
        let is_integer = matches!(self.type_of(value), Type::Int(_));
        match self.folded(value).filter(|_| is_integer) {
            Some(constant) => Ok(constant),
            None => self.error_hint(
                self.expr_span(id),
                "an integer constant is needed here",
                "variables are not constant, even if they are `const`",
            ),
        }
    }

    /// The value of an expression that must be constant, with wrap-around.
    pub(super) fn folded(&self, expr: ExprId) -> Option<i128> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.folded_inner(expr))
    }

    fn folded_inner(&self, expr: ExprId) -> Option<i128> {
        let node = &self.program.exprs[expr];
        let kind = match self.program.types[node.ty] {
            Type::Int(kind) => kind,
            Type::Pointer(_) => match node.kind {
                ExprKind::Int(value) => return Some(value),
                _ => return None,
            },
            _ => return None,
        };
        match node.kind {
            ExprKind::Int(value) => Some(value),
            ExprKind::Convert(inner) => self.folded(inner).map(|value| self.wrap(value, kind)),
            ExprKind::Unary(UnaryOp::Minus, inner) => {
                Some(self.wrap(self.folded(inner)?.wrapping_neg(), kind))
            }
            ExprKind::Unary(UnaryOp::BitNot, inner) => Some(self.wrap(!self.folded(inner)?, kind)),
            ExprKind::Not(inner) => self.folded(inner).map(|value| i128::from(value == 0)),
            ExprKind::Binary(op, a, b) => {
                let Type::Int(operands) = *self.type_of(a) else { return None };
                self.fold_integers(op, self.folded(a)?, self.folded(b)?, operands, true)
            }
            ExprKind::And(a, b) => Some(i128::from(self.folded(a)? != 0 && self.folded(b)? != 0)),
            ExprKind::Or(a, b) => Some(i128::from(self.folded(a)? != 0 || self.folded(b)? != 0)),
            ExprKind::Conditional(condition, a, b) => {
                if self.folded(condition)? != 0 {
                    self.folded(a)
                } else {
                    self.folded(b)
                }
            }
            _ => None,
        }
    }

    /// Whether an expression may initialise a static object: a number, an address, or arithmetic on these.
    pub(super) fn is_static_constant(&self, expr: ExprId) -> bool {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match &self.program.exprs[expr].kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::FunctionAddress(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::Unsupported(_) => true,
            &ExprKind::AddressOf(place) => self.is_static_place(place),
            &ExprKind::Convert(inner) | &ExprKind::Unary(_, inner) | &ExprKind::Not(inner) => {
                self.is_static_constant(inner)
            }
            &ExprKind::Binary(_, a, b)
            | &ExprKind::PointerCompare(_, a, b)
            | &ExprKind::PointerDifference(a, b, _)
            | &ExprKind::And(a, b)
            | &ExprKind::Or(a, b)
            | &ExprKind::Elvis(a, b) => self.is_static_constant(a) && self.is_static_constant(b),
            &ExprKind::PointerAdd { pointer, index, .. } => {
                self.is_static_constant(pointer) && self.is_static_constant(index)
            }
            &ExprKind::Conditional(condition, a, b) => {
                self.is_static_constant(condition) && self.is_static_constant(a) && self.is_static_constant(b)
            }
            _ => false,
        })
    }

    fn is_static_place(&self, place: PlaceId) -> bool {
        match self.program.places[place].kind {
            PlaceKind::Object(object) => {
                matches!(self.program.objects[object].storage, Storage::Static(_) | Storage::External)
            }
            PlaceKind::Deref(pointer) => self.is_static_constant(pointer),
            PlaceKind::Field(outer, _) => self.is_static_place(outer),
        }
    }
}

/// Operators on `unsigned __int128`.
fn fold_wide(op: BinaryOp, a: u128, b: u128) -> Option<i128> {
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div => a.checked_div(b)?,
        BinaryOp::Rem => a.checked_rem(b)?,
        BinaryOp::Shl => a.checked_shl(u32::try_from(b).ok()?)?,
        BinaryOp::Shr => a.checked_shr(u32::try_from(b).ok()?)?,
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::Compare(op) => u128::from(holds(op, Some(a.cmp(&b)))),
    };
    Some(result as i128)
}
