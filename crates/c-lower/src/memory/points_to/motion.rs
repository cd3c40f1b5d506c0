//! Pointer arithmetic and conversions in the points-to analysis.

use c_sema::hir::{BinaryOp, ElementSize, ExprId, ExprKind};
use c_sema::types::{IntKind, Type};

use super::Analysis;
use crate::memory::classes::Pointer;
use crate::memory::congruence::Congruence;

impl Analysis<'_> {
    pub(super) fn element(&mut self, element: ElementSize) {
        if let ElementSize::Variable(size) = element {
            self.expr(size);
        }
    }

    pub(super) fn moved(
        &mut self,
        pointer: Option<Pointer>,
        index: ExprId,
        element: ElementSize,
        is_subtracted: bool,
    ) -> Option<Pointer> {
        let carried = self.expr(index);
        self.element(element);
        // The object is that of the pointer, whatever the distance is made of. NULL that is moved is a number.
        let Some(pointer) = pointer.or(carried) else {
            let class = self.temporary(index);
            return Some(self.number(class));
        };
        let offset = match (&self.program.exprs[index].kind, element) {
            (ExprKind::Int(value), ElementSize::Constant(size)) => {
                // As the machine has it: a large unsigned number is a negative one.
                let bits = 128 - self.program.types.model.pointer_size() as u32 * 8;
                let distance = value
                    .checked_mul(i128::from(size))
                    .and_then(|distance| i64::try_from((distance << bits) >> bits).ok());
                match distance {
                    Some(distance) => pointer.offset.plus(if is_subtracted { -distance } else { distance }),
                    None => Congruence::any(),
                }
            }
            (_, ElementSize::Constant(size)) => pointer.offset.plus_multiples(size),
            (_, ElementSize::Variable(size)) => pointer.offset.plus_multiples(self.power_of_two_in(size)),
        };
        let (from, to) = (pointer.offset, offset);
        if from.as_exact().zip(to.as_exact()).is_none_or(|(from, to)| from < to) {
            self.result.classes.update(pointer.class, |c| !std::mem::replace(&mut c.has_steps, true));
        }
        // NULL that was moved is a number.
        let is_moved = from != to || from.as_exact().is_none();
        if self.result.classes.get(pointer.class).has_null && is_moved {
            self.result.classes.update(pointer.class, |c| !std::mem::replace(&mut c.has_integers, true));
        }
        Some(Pointer { offset, ..pointer })
    }

    /// A power of two that divides a size whatever the lengths of its arrays are: rows of variable length still consist
    /// of whole elements. Sizes wrap around at a power of two, so other divisors get lost.
    fn power_of_two_in(&self, size: ExprId) -> u64 {
        const MOST: u64 = 1 << 16;
        let is_int = |expr: ExprId| matches!(self.program.types[self.program.exprs[expr].ty], Type::Int(kind) if kind != IntKind::Bool);
        match self.program.exprs[size].kind {
            ExprKind::Int(value) => 1 << value.trailing_zeros().min(16),
            ExprKind::Binary(BinaryOp::Mul, a, b) => {
                (self.power_of_two_in(a) * self.power_of_two_in(b)).min(MOST)
            }
            ExprKind::Convert(inner) if is_int(size) && is_int(inner) => {
                self.power_of_two_in(inner).min(1 << 7)
            }
            _ => 1,
        }
    }

    pub(super) fn converted(
        &mut self,
        id: ExprId,
        value: Option<Pointer>,
        operand: ExprId,
    ) -> Option<Pointer> {
        let types = &self.program.types;
        let (from, to) = (self.program.exprs[operand].ty, self.program.exprs[id].ty);
        let is_int = |ty| matches!(types[ty], Type::Int(_));
        let is_pointer = |ty| matches!(types[ty], Type::Pointer(_));
        if is_int(from) && is_pointer(to) {
            if let ExprKind::Int(0) = self.program.exprs[operand].kind {
                return None;
            }
            let class = match value {
                Some(pointer) => pointer.class,
                None => self.temporary(id),
            };
            let is_same = matches!(self.program.exprs[operand].kind, ExprKind::Convert(inner)
                if is_pointer(self.program.exprs[inner].ty));
            if is_same {
                return value;
            }
            if value.is_none() && !matches!(self.program.exprs[operand].kind, ExprKind::Int(_)) {
                return Some(self.number(class));
            }
            self.result.classes.update(class, |c| !std::mem::replace(&mut c.has_integers, true));
            return Some(Pointer { class, offset: Congruence::any() });
        }
        if let (true, false, Some(pointer)) = (is_pointer(from), is_pointer(to), value)
            && !matches!(types[to], Type::Void | Type::Int(IntKind::Bool))
        {
            self.result.classes.update(pointer.class, |c| !std::mem::replace(&mut c.is_exposed, true));
        }
        let keeps = |ty| match types[ty] {
            // Narrow integers hold bytes of pointers; a `_Bool` or a float holds none.
            Type::Int(kind) => kind != IntKind::Bool,
            Type::Pointer(_) | Type::Record(_) => true,
            _ => false,
        };
        if keeps(to) { value } else { None }
    }
}
