//! Pointer arithmetic and conversions in the points-to analysis.

use c_sema::hir::{BinaryOp, ElementSize, Expr, ExprId, ExprKind};
use c_sema::types::{IntKind, Ty, Type};

use super::Analysis;
use crate::memory::classes::{ClassId, Pointer};
use crate::memory::congruence::Congruence;

/// How the program may find out an address without keeping it: by decisions, each by a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Leak {
    is_decided: bool,
    is_taken_apart: bool,
}

impl Leak {
    pub(super) fn is_found_out(self) -> bool {
        self.is_decided && self.is_taken_apart
    }
}

impl Analysis<'_> {
    pub(super) fn join(&mut self, a: Option<Pointer>, b: Option<Pointer>) -> Option<Pointer> {
        match (a, b) {
            (Some(a), Some(b)) => {
                self.result.classes.unify(a.class, b.class);
                Some(Pointer { class: a.class, offset: a.offset.join(b.offset) })
            }
            (Some(pointer), None) | (None, Some(pointer)) => {
                self.may_be_null(pointer);
                Some(pointer)
            }
            (None, None) => None,
        }
    }

    /// The result of an integer operation on what may be pointers.
    pub(super) fn mix(&mut self, a: Option<Pointer>, b: Option<Pointer>) -> Option<Pointer> {
        let pointer = if a.is_some() && b.is_some() { self.join(a, b) } else { a.or(b) };
        pointer.map(|pointer| Pointer { offset: Congruence::any(), ..pointer })
    }

    pub(super) fn choice(&mut self, id: ExprId, ty: Ty, values: [Option<Pointer>; 2]) -> Option<Pointer> {
        if !matches!(self.program.types[ty], Type::Record(_)) {
            return self.join(values[0], values[1]);
        }
        let target = Pointer { class: self.temporary(id), offset: Congruence::exact(0) };
        for value in values {
            self.copy(target, value, ty);
        }
        Some(target)
    }

    /// The class of a constant as a pointer. What cannot be an address only stands for something: an error, no more elements.
    pub(super) fn constant_address(&mut self, id: ExprId, value: i128) -> ClassId {
        let bits = if self.program.types.model.pointer_size() == 8 { 47 } else { 32 };
        if !(0x1000..(1 << bits) - 0x1000).contains(&value) {
            return self.temporary(id);
        }
        match self.constant_addresses {
            Some(class) => class,
            None => {
                let class = self.result.classes.fresh();
                self.constant_addresses = Some(class);
                class
            }
        }
    }

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
        if let Some(moved) = self.moved_elsewhere(pointer, index, carried) {
            return Some(moved);
        }
        // The object is that of the pointer. NULL that is moved is a number.
        let Some(pointer) = pointer else {
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

    /// A pointer that is moved into another object: by the distance between two, or from NULL by an address.
    fn moved_elsewhere(
        &mut self,
        pointer: Option<Pointer>,
        index: ExprId,
        carried: Option<Pointer>,
    ) -> Option<Pointer> {
        let carried = carried.filter(|_| !self.is_small(index));
        let is_constant = matches!(self.program.exprs[index].kind, ExprKind::Int(_));
        let Some(pointer) = pointer else {
            if !is_constant {
                self.result.distances.insert(index);
            }
            let class = carried?.class;
            return Some(self.moved_anywhere(class));
        };
        let carried = carried?;
        if !self.has_distances && !self.result.classes.get(pointer.class).is_empty() {
            return None;
        }
        self.result.distances.insert(index);
        self.result.classes.unify(pointer.class, carried.class);
        Some(self.moved_anywhere(pointer.class))
    }

    fn moved_anywhere(&mut self, class: ClassId) -> Pointer {
        self.result.classes.update(class, |c| !std::mem::replace(&mut c.has_integers, true));
        Pointer { class, offset: Congruence::any() }
    }

    /// Whether a number is too small to be a distance between objects: the bits of an address that choose from a table.
    fn is_small(&self, mut number: ExprId) -> bool {
        const MOST: i128 = 1 << 16;
        let program = self.program;
        let is_small = |expr: ExprId| matches!(program.exprs[expr].kind, ExprKind::Int(value) if (0..MOST).contains(&value));
        loop {
            let Expr { kind, ty, .. } = &program.exprs[number];
            if matches!(program.types[*ty], Type::Int(kind) if kind.size(program.types.model) <= 2) {
                return true;
            }
            match kind {
                ExprKind::Convert(inner) => number = *inner,
                ExprKind::Binary(BinaryOp::BitAnd, a, b) => return is_small(*a) || is_small(*b),
                ExprKind::Binary(BinaryOp::Rem, _, b) => return is_small(*b),
                _ => return false,
            }
        }
    }

    /// The sum or difference of addresses of different objects, as far as they fit into the type.
    pub(super) fn note_distance(&mut self, op: BinaryOp, ty: Ty, operands: [Option<Pointer>; 2]) {
        let types = &self.program.types;
        let is_word =
            matches!(types[ty], Type::Int(kind) if kind.size(types.model) >= types.model.pointer_size());
        let is_sum = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::BitXor);
        let [Some(a), Some(b)] = operands else { return };
        let classes = &self.result.classes;
        let are_objects = !classes.get(a.class).is_empty() && !classes.get(b.class).is_empty();
        let are_different = are_objects && classes.find(a.class) != classes.find(b.class);
        if is_word && is_sum && are_different && !self.has_distances {
            self.has_distances = true;
            self.result.classes.changed = true;
        }
    }

    /// Evaluates what decides something.
    pub(super) fn decide(&mut self, expr: ExprId) {
        let value = self.expr(expr);
        self.note_decision(expr, value);
    }

    /// A decision by a comparison of two numbers.
    pub(super) fn compare(&mut self, a: ExprId, b: ExprId) {
        let (x, y) = (self.expr(a), self.expr(b));
        let is_constant = |expr: ExprId| matches!(self.program.exprs[expr].kind, ExprKind::Int(_));
        if is_constant(a) || is_constant(b) {
            self.note_decision(a, x);
            self.note_decision(b, y);
        } else if x.or(y).is_some() {
            self.note_leak(Leak { is_decided: true, is_taken_apart: true });
        }
    }

    /// A decision by an address that became a number.
    fn note_decision(&mut self, expr: ExprId, value: Option<Pointer>) {
        let is_int = matches!(self.program.types[self.program.exprs[expr].ty], Type::Int(_));
        if is_int && value.is_some() {
            self.note_leak(Leak { is_decided: true, is_taken_apart: !self.is_plain(expr) });
        }
    }

    /// An operation that leaves a part of an address that became a number.
    pub(super) fn note_part(&mut self, op: BinaryOp, operand: Option<Pointer>) {
        let is_part = matches!(op, BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Div | BinaryOp::Rem);
        if is_part && operand.is_some() {
            self.note_leak(Leak { is_decided: false, is_taken_apart: true });
        }
    }

    fn note_leak(&mut self, news: Leak) {
        let old = self.leak;
        self.leak.is_decided |= news.is_decided;
        self.leak.is_taken_apart |= news.is_taken_apart;
        self.result.classes.changed |= old != self.leak;
    }

    /// Whether a number is made of constants and of what is somewhere in memory: decisions by it, such as whether a pointer
    /// stands for an error or how it is aligned, find out an address only if the program takes it apart elsewhere.
    fn is_plain(&self, number: ExprId) -> bool {
        let exprs = &self.program.exprs;
        match exprs[number].kind {
            ExprKind::Int(_) | ExprKind::Load(_) | ExprKind::AddressOf(_) | ExprKind::Call(..) => true,
            ExprKind::Convert(inner) | ExprKind::Unary(_, inner) => self.is_plain(inner),
            ExprKind::Binary(_, a, b) => {
                let is_constant = |expr: ExprId| matches!(exprs[expr].kind, ExprKind::Int(_));
                (is_constant(a) && self.is_plain(b)) || (is_constant(b) && self.is_plain(a))
            }
            _ => false,
        }
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
            self.expose(pointer.class);
        }
        let keeps = |ty| match types[ty] {
            // Narrow integers hold bytes of pointers; a `_Bool` or a float holds none.
            Type::Int(kind) => kind != IntKind::Bool,
            Type::Pointer(_) | Type::Record(_) => true,
            _ => false,
        };
        if keeps(to) {
            return value;
        }
        if !matches!(types[to], Type::Void) {
            self.note_decision(operand, value);
        }
        None
    }
}
