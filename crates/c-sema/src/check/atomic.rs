//! GNU's atomic builtins, as what they do in a program with one thread.
//!
//! `__sync_fetch_and_add(p, v)` becomes `old = *p, *p = old + v, old`, and so on. Arithmetic is unsigned, since atomic
//! operations wrap around. Memory orders mean nothing without threads; threads are not supported elsewhere.

use base::Span;
use c_syntax::ast;

use super::{Checked, Checker};
use crate::hir::{BinaryOp, ElementSize, ExprId, ExprKind, PlaceId, UnaryOp};
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
            ("__atomic_load", &[pointer, result, ..]) => self.copy_between(result, pointer, span)?,
            ("__atomic_store", &[pointer, value, ..]) => self.copy_between(pointer, value, span)?,
            ("__atomic_exchange", &[pointer, value, result, ..]) => {
                self.exchange_places(pointer, value, result, span)?
            }
            ("__atomic_test_and_set", &[pointer, ..]) => self.test_and_set(pointer, span)?,
            ("__sync_lock_release" | "__atomic_clear", &[pointer, ..]) => {
                let (effect, place) = self.flag_place(pointer, span)?;
                let zero = self.integer(0, int, span);
                let ty = self.program.places[place].ty;
                let zero = self.convert_assigned(zero, ty, span)?;
                let assign = self.node(ExprKind::Assign(place, zero), ty, span);
                let assign = self.comma(effect, assign, span);
                self.convert_to_void(assign, span)
            }
            ("__atomic_compare_exchange_n", &[pointer, expected, new, ..]) => {
                let new = self.scalar(new)?;
                self.compare_exchange(pointer, expected, new, span)?
            }
            ("__atomic_compare_exchange", &[pointer, expected, new, ..]) => {
                let (effect, new) = self.atomic_place(new, span)?;
                let new = self.load(new, span);
                let new = self.comma(effect, new, span);
                self.compare_exchange(pointer, expected, new, span)?
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
        self.place_behind(pointer, span)
    }

    fn place_behind(&mut self, pointer: ExprId, span: Span) -> Checked<(ExprId, PlaceId)> {
        let Type::Pointer(pointee) = *self.type_of(pointer) else {
            return self.error(span, "an atomic operation needs a pointer");
        };
        let (effect, place) = self.materialize(pointer, span);
        let pointer = self.load(place, span);
        Ok((effect, self.dereference(pointer, pointee, span)))
    }

    /// The same for a flag, which is a byte if it is no number: behind `void *`, or in a record.
    fn flag_place(&mut self, pointer: ast::ExprId, span: Span) -> Checked<(ExprId, PlaceId)> {
        let mut value = self.value(pointer)?;
        if let Type::Pointer(pointee) = *self.type_of(value)
            && !self.program.types.is_scalar(pointee)
        {
            let byte = self.program.types.int(IntKind::UChar);
            let to_byte = self.program.types.pointer_to(byte);
            value = self.cast_value(value, to_byte, span)?;
        }
        self.place_behind(value, span)
    }

    /// `*to = *from`
    fn copy_between(&mut self, to: ast::ExprId, from: ast::ExprId, span: Span) -> Checked<ExprId> {
        let (first, to) = self.atomic_place(to, span)?;
        let (second, from) = self.atomic_place(from, span)?;
        let ty = self.program.places[to].ty;
        let value = self.load(from, span);
        let value = self.convert_assigned(value, ty, span)?;
        let assign = self.node(ExprKind::Assign(to, value), ty, span);
        let effect = self.comma(first, second, span);
        let result = self.comma(effect, assign, span);
        Ok(self.convert_to_void(result, span))
    }

    /// `*result = *pointer, *pointer = *value`
    fn exchange_places(
        &mut self,
        pointer: ast::ExprId,
        value: ast::ExprId,
        result: ast::ExprId,
        span: Span,
    ) -> Checked<ExprId> {
        let (first, place) = self.atomic_place(pointer, span)?;
        let (second, value) = self.atomic_place(value, span)?;
        let (third, result) = self.atomic_place(result, span)?;
        let (ty, result_ty) = (self.program.places[place].ty, self.program.places[result].ty);
        let new = self.load(value, span);
        let (keep, new) = self.materialize(new, span);
        let new = self.load(new, span);
        let new = self.convert_assigned(new, ty, span)?;
        let old = self.load(place, span);
        let old = self.convert_assigned(old, result_ty, span)?;
        let give = self.node(ExprKind::Assign(result, old), result_ty, span);
        let assign = self.node(ExprKind::Assign(place, new), ty, span);
        let steps = [second, third, keep, give, assign];
        let all = steps.into_iter().fold(first, |all, next| self.comma(all, next, span));
        Ok(self.convert_to_void(all, span))
    }

    /// Whether a byte was set, which is set now.
    fn test_and_set(&mut self, pointer: ast::ExprId, span: Span) -> Checked<ExprId> {
        let (effect, place) = self.flag_place(pointer, span)?;
        let ty = self.program.places[place].ty;
        let current = self.load(place, span);
        let (remember, old) = self.materialize(current, span);
        let one = self.integer(1, self.common.int, span);
        let one = self.convert_assigned(one, ty, span)?;
        let assign = self.node(ExprKind::Assign(place, one), ty, span);
        let old = self.load(old, span);
        let old = self.convert(old, self.common.bool);
        let steps = [remember, assign, old];
        Ok(steps.into_iter().fold(effect, |all, next| self.comma(all, next, span)))
    }

    /// Stores the new value if the old one is expected, and otherwise tells what the old one is.
    fn compare_exchange(
        &mut self,
        pointer: ast::ExprId,
        expected: ast::ExprId,
        new: ExprId,
        span: Span,
    ) -> Checked<ExprId> {
        let (first, place) = self.atomic_place(pointer, span)?;
        let (second, expected) = self.atomic_place(expected, span)?;
        let (ty, expected_ty) = (self.program.places[place].ty, self.program.places[expected].ty);
        if !self.program.types.is_scalar(ty) || !self.program.types.is_scalar(expected_ty) {
            return Ok(self.unsupported("atomic comparison of records", self.common.bool, span));
        }
        let new = self.convert_assigned(new, ty, span)?;
        let (keep_new, new) = self.materialize(new, span);
        let current = self.load(place, span);
        let (keep_old, old) = self.materialize(current, span);
        let is_equal = self.equals(old, expected, span)?;
        let is_equal = self.convert(is_equal, self.common.bool);
        let (keep_answer, answer) = self.materialize(is_equal, span);
        let new = self.load(new, span);
        let store = self.node(ExprKind::Assign(place, new), ty, span);
        let store = self.convert_to_void(store, span);
        let old = self.load(old, span);
        let old = self.convert_assigned(old, expected_ty, span)?;
        let tell = self.node(ExprKind::Assign(expected, old), expected_ty, span);
        let tell = self.convert_to_void(tell, span);
        let condition = self.load(answer, span);
        let choice = self.node(ExprKind::Conditional(condition, store, tell), self.common.void, span);
        let answer = self.load(answer, span);
        let steps = [second, keep_new, keep_old, keep_answer, choice, answer];
        Ok(steps.into_iter().fold(first, |all, next| self.comma(all, next, span)))
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
        if let (Type::Pointer(_), Update::Plain(op @ (BinaryOp::Add | BinaryOp::Sub))) =
            (&self.program.types[ty], update)
        {
            let is_subtracted = op == BinaryOp::Sub;
            return self.fetch_and_move((effect, place), is_subtracted, is_old, value, span);
        }
        let Some(unsigned) = self.unsigned_of(ty) else {
            return Ok(self.unsupported("atomic arithmetic on this type", ty, span));
        };
        let value = self.convert_assigned(value, ty, span)?;
        let value = self.widen(value, unsigned);
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

    /// A pointer is moved by bytes, whatever it points to.
    fn fetch_and_move(
        &mut self,
        (effect, place): (ExprId, PlaceId),
        is_subtracted: bool,
        is_old: bool,
        value: ExprId,
        span: Span,
    ) -> Checked<ExprId> {
        let ty = self.program.places[place].ty;
        let index = self.cast_value(value, self.common.long, span)?;
        let current = self.load(place, span);
        let (remember, old) = self.materialize(current, span);
        let pointer = self.load(old, span);
        let moved = ExprKind::PointerAdd { pointer, index, element: ElementSize::Constant(1), is_subtracted };
        let moved = self.node(moved, ty, span);
        let assign = self.node(ExprKind::Assign(place, moved), ty, span);
        let effect = self.comma(effect, remember, span);
        let result = self.comma(effect, assign, span);
        if !is_old {
            return Ok(result);
        }
        let old = self.load(old, span);
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
