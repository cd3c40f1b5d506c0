//! GNU's atomic builtins, as what they do in a program with one thread.
//!
//! `__sync_fetch_and_add(p, v)` becomes `old = *p, *p = old + v, old`, and so on. Arithmetic is unsigned, since atomic
//! operations wrap around. Memory orders mean nothing without threads; threads are not supported elsewhere.

use base::Span;
use c_syntax::ast;

use super::{Checked, Checker};
use crate::hir::{BinaryOp, ExprId, ExprKind, PlaceId, UnaryOp};
use crate::types::{IntKind, Ty, Type};

/// An arithmetic operation of an atomic builtin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Update {
    Plain(BinaryOp),
    /// `~(old & value)`
    Nand,
}

fn update(name: &str) -> Option<Update> {
    Some(match name {
        "add" => Update::Plain(BinaryOp::Add),
        "sub" => Update::Plain(BinaryOp::Sub),
        "or" => Update::Plain(BinaryOp::BitOr),
        "and" => Update::Plain(BinaryOp::BitAnd),
        "xor" => Update::Plain(BinaryOp::BitXor),
        "nand" => Update::Nand,
        _ => return None,
    })
}

/// What a builtin does, and whether its result is the old value.
fn fetch(name: &str) -> Option<(Update, bool)> {
    if let Some(name) = name.strip_prefix("__sync_") {
        let name = name.trim_end_matches(|c: char| c == '_' || c.is_ascii_digit());
        return match name.strip_prefix("fetch_and_") {
            Some(op) => Some((update(op)?, true)),
            None => Some((update(name.strip_suffix("_and_fetch")?)?, false)),
        };
    }
    let name = name.strip_prefix("__atomic_")?;
    match name.strip_prefix("fetch_") {
        Some(op) => Some((update(op)?, true)),
        None => Some((update(name.strip_suffix("_fetch")?)?, false)),
    }
}

impl<'a> Checker<'a> {
    /// A call of an atomic builtin.
    pub(super) fn atomic_builtin(
        &mut self,
        name: &str,
        arguments: &'a [ast::ExprId],
        span: Span,
    ) -> Checked<Option<ExprId>> {
        if !name.starts_with("__sync_") && !name.starts_with("__atomic_") {
            return Ok(None);
        }
        if let Some((update, is_old)) = fetch(name) {
            let [pointer, value, ..] = *arguments else { return self.too_few(span) };
            return self.fetch_and_update(update, is_old, pointer, value, span).map(Some);
        }
        let int = self.common.int;
        Ok(Some(match (name, arguments) {
            ("__sync_synchronize" | "__atomic_thread_fence" | "__atomic_signal_fence", _) => {
                let zero = self.integer(0, int, span);
                self.convert_to_void(zero, span)
            }
            ("__atomic_always_lock_free" | "__atomic_is_lock_free", _) => {
                self.integer(1, self.common.bool, span)
            }
            ("__atomic_load_n", &[pointer, ..]) => {
                let (effect, place) = self.atomic_place(pointer, span)?;
                let value = self.load(place, span);
                self.comma(effect, value, span)
            }
            ("__atomic_store_n", &[pointer, value, ..]) => {
                let value = self.exchange(pointer, value, false, span)?;
                self.convert_to_void(value, span)
            }
            ("__sync_lock_release" | "__atomic_clear", &[pointer, ..]) => {
                let (effect, place) = self.atomic_place(pointer, span)?;
                let zero = self.integer(0, int, span);
                let ty = self.program.places[place].ty;
                let zero = self.convert_assigned(zero, ty, span)?;
                let assign = self.node(ExprKind::Assign(place, zero), ty, span);
                let assign = self.comma(effect, assign, span);
                self.convert_to_void(assign, span)
            }
            ("__sync_lock_test_and_set" | "__atomic_exchange_n", &[pointer, value, ..]) => {
                self.exchange(pointer, value, true, span)?
            }
            ("__sync_val_compare_and_swap", &[pointer, old, new, ..]) => {
                self.compare_and_swap(pointer, old, new, false, span)?
            }
            ("__sync_bool_compare_and_swap", &[pointer, old, new, ..]) => {
                self.compare_and_swap(pointer, old, new, true, span)?
            }
            _ => {
                for &argument in arguments {
                    self.value(argument)?;
                }
                self.unsupported(format!("`{name}`"), int, span)
            }
        }))
    }

    fn too_few<T>(&mut self, span: Span) -> Checked<T> {
        self.error(span, "there are too few arguments")
    }

    fn convert_to_void(&mut self, value: ExprId, span: Span) -> ExprId {
        self.node(ExprKind::Convert(value), self.common.void, span)
    }

    /// What the pointer points to; the effect evaluates the pointer once.
    fn atomic_place(&mut self, pointer: ast::ExprId, span: Span) -> Checked<(ExprId, PlaceId)> {
        let pointer = self.value(pointer)?;
        let Type::Pointer(pointee) = *self.type_of(pointer) else {
            return self.error(span, "an atomic operation needs a pointer");
        };
        if !self.program.types.is_scalar(pointee) {
            return self.error(span, "unsupported: an atomic operation on this type");
        }
        let (effect, place) = self.materialize(pointer, span);
        let pointer = self.load(place, span);
        Ok((effect, self.dereference(pointer, pointee, span)))
    }

    fn unsigned_of(&mut self, ty: Ty) -> Option<Ty> {
        let Type::Int(kind) = self.program.types[ty] else { return None };
        let model = self.program.types.model;
        let kinds = [IntKind::UChar, IntKind::UShort, IntKind::UInt, IntKind::ULongLong, IntKind::UInt128];
        let unsigned = kinds.into_iter().find(|other| other.size(model) == kind.size(model))?;
        Some(self.program.types.int(unsigned))
    }

    fn fetch_and_update(
        &mut self,
        update: Update,
        is_old: bool,
        pointer: ast::ExprId,
        value: ast::ExprId,
        span: Span,
    ) -> Checked<ExprId> {
        let (effect, place) = self.atomic_place(pointer, span)?;
        let ty = self.program.places[place].ty;
        let value = self.scalar(value)?;
        let Some(unsigned) = self.unsigned_of(ty) else {
            return Ok(self.unsupported("atomic arithmetic on pointers", ty, span));
        };
        let value = self.convert_assigned(value, ty, span)?;
        let value = self.convert(value, unsigned);
        let current = self.load(place, span);
        let (remember, old_place) = self.materialize(current, span);
        let old = self.load(old_place, span);
        let old = self.convert(old, unsigned);
        // Narrow types are computed in `int`, which cannot overflow for them, and wrap when they are stored.
        let (old, value, compute) = self.usual_conversions(old, value);
        let updated = match update {
            Update::Plain(op) => self.binary(op, old, value, compute, span),
            Update::Nand => {
                let both = self.binary(BinaryOp::BitAnd, old, value, compute, span);
                self.unary(UnaryOp::BitNot, both, span)
            }
        };
        let updated = self.convert(updated, ty);
        let assign = self.node(ExprKind::Assign(place, updated), ty, span);
        let effect = self.comma(effect, remember, span);
        let result = self.comma(effect, assign, span);
        if !is_old {
            return Ok(result);
        }
        let old = self.load(old_place, span);
        Ok(self.comma(result, old, span))
    }

    /// Stores a value; gives the old one if asked.
    fn exchange(
        &mut self,
        pointer: ast::ExprId,
        value: ast::ExprId,
        is_old: bool,
        span: Span,
    ) -> Checked<ExprId> {
        let (effect, place) = self.atomic_place(pointer, span)?;
        let ty = self.program.places[place].ty;
        let value = self.scalar(value)?;
        let value = self.convert_assigned(value, ty, span)?;
        let current = self.load(place, span);
        let (remember, old) = self.materialize(current, span);
        let assign = self.node(ExprKind::Assign(place, value), ty, span);
        let effect = self.comma(effect, remember, span);
        let result = self.comma(effect, assign, span);
        if !is_old {
            return Ok(result);
        }
        let old = self.load(old, span);
        Ok(self.comma(result, old, span))
    }

    fn compare_and_swap(
        &mut self,
        pointer: ast::ExprId,
        old: ast::ExprId,
        new: ast::ExprId,
        is_success: bool,
        span: Span,
    ) -> Checked<ExprId> {
        let (effect, place) = self.atomic_place(pointer, span)?;
        let ty = self.program.places[place].ty;
        let (old, new) = (self.scalar(old)?, self.scalar(new)?);
        let (old, new) = (self.convert_assigned(old, ty, span)?, self.convert_assigned(new, ty, span)?);
        let (keep_old, old) = self.materialize(old, span);
        let (keep_new, new) = self.materialize(new, span);
        let current = self.load(place, span);
        let (keep_current, current) = self.materialize(current, span);
        let effects = [keep_old, keep_new, keep_current];
        let effect = effects.into_iter().fold(effect, |all, next| self.comma(all, next, span));
        let is_equal = self.equals(current, old, span)?;
        let new = self.load(new, span);
        let assign = self.node(ExprKind::Assign(place, new), ty, span);
        let assign = self.convert_to_void(assign, span);
        let nothing = self.integer(0, self.common.int, span);
        let nothing = self.convert_to_void(nothing, span);
        let store = self.node(ExprKind::Conditional(is_equal, assign, nothing), self.common.void, span);
        let effect = self.comma(effect, store, span);
        let result = if is_success {
            let is_equal = self.equals(current, old, span)?;
            self.convert(is_equal, self.common.bool)
        } else {
            self.load(current, span)
        };
        Ok(self.comma(effect, result, span))
    }

    fn equals(&mut self, a: PlaceId, b: PlaceId, span: Span) -> Checked<ExprId> {
        let (a, b) = (self.load(a, span), self.load(b, span));
        self.binary_operator(ast::BinaryOp::Eq, a, b, span)
    }
}
