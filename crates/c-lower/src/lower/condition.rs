//! Conditions: expressions as formulas, and branches.
//!
//! The right side of `&&` and `||` is evaluated only if the left side asks for it. If it has no effects and no checks, the
//! condition is one formula; otherwise it becomes branches.

use c_sema::hir::{BinaryOp, Callee, CompareOp, ElementSize, ExprId, ExprKind, PlaceId, PlaceKind};
use c_sema::types::Type;
use program::LocationId;
use term::{Term, build as mk};

use super::body::Body;

impl Body<'_, '_> {
    /// Whether an expression is 0 or 1 by its form.
    pub fn is_boolean(&self, id: ExprId) -> bool {
        matches!(
            self.lowerer.program.exprs[id].kind,
            ExprKind::Not(_)
                | ExprKind::And(..)
                | ExprKind::Or(..)
                | ExprKind::PointerCompare(..)
                | ExprKind::Binary(BinaryOp::Compare(_), ..)
        )
    }

    /// Evaluates a condition: whether the expression is not zero.
    pub fn condition(&mut self, id: ExprId) -> Term {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.condition_kind(id))
    }

    fn condition_kind(&mut self, id: ExprId) -> Term {
        let program = self.lowerer.program;
        match &program.exprs[id].kind {
            ExprKind::Not(operand) => mk::not(self.condition(*operand)),
            ExprKind::Binary(BinaryOp::Compare(op), a, b) => {
                if let Some(condition) = self.compare_boolean(*op, *a, *b) {
                    return condition;
                }
                if let Some(condition) = self.compare_addresses(*op, *a, *b) {
                    return condition;
                }
                self.ask_for_sign(*op, *a, *b);
                self.compare(*op, *a, *b)
            }
            ExprKind::PointerCompare(CompareOp::Eq, a, b) => self.equal_addresses(*a, *b),
            ExprKind::PointerCompare(CompareOp::Ne, a, b) => mk::not(self.equal_addresses(*a, *b)),
            ExprKind::PointerCompare(op, a, b) => {
                let (a, b) = self.operands(*a, *b);
                self.compare_pointers(*op, a.pointer(), b.pointer())
            }
            ExprKind::And(a, b) if self.is_pure(*b) => {
                let left = self.condition(*a);
                let right = self.speculative_condition(*b);
                mk::and2(left, right)
            }
            ExprKind::Or(a, b) if self.is_pure(*b) => {
                let left = self.condition(*a);
                let right = self.speculative_condition(*b);
                mk::or2(left, right)
            }
            ExprKind::Comma(a, b) => {
                self.effects(*a);
                self.condition(*b)
            }
            ExprKind::Convert(operand)
                if self.is_boolean(*operand)
                    && matches!(program.types[program.exprs[id].ty], Type::Int(_)) =>
            {
                self.condition(*operand)
            }
            _ => {
                self.ask_for_truth(id);
                self.truth(id)
            }
        }
    }

    /// `(a < b) == 0` and the like.
    fn compare_boolean(&mut self, op: CompareOp, a: ExprId, b: ExprId) -> Option<Term> {
        let program = self.lowerer.program;
        let mut operand = a;
        while let ExprKind::Convert(inner) = program.exprs[operand].kind
            && matches!(program.types[program.exprs[operand].ty], Type::Int(_))
        {
            operand = inner;
        }
        let ExprKind::Int(constant) = program.exprs[b].kind else { return None };
        if !self.is_boolean(operand) || !(0..=1).contains(&constant) {
            return None;
        }
        let is_positive = match op {
            CompareOp::Eq => constant == 1,
            CompareOp::Ne => constant == 0,
            _ => return None,
        };
        let condition = self.condition(operand);
        Some(if is_positive { condition } else { mk::not(condition) })
    }

    /// `(long) p == (long) q` and `(long) p == 0`, as some tools write `p == q` and `p == NULL`: nobody has to know the
    /// addresses, which are arbitrary.
    fn compare_addresses(&mut self, op: CompareOp, a: ExprId, b: ExprId) -> Option<Term> {
        let program = self.lowerer.program;
        let model = self.lowerer.options.model;
        let pointer = |id: ExprId| match program.exprs[id].kind {
            ExprKind::Convert(inner)
                if matches!(program.types[program.exprs[inner].ty], Type::Pointer(_)) =>
            {
                let Type::Int(kind) = program.types[program.exprs[id].ty] else { return None };
                (kind.size(model) >= model.pointer_size()).then_some(inner)
            }
            _ => None,
        };
        if !matches!(op, CompareOp::Eq | CompareOp::Ne) {
            return None;
        }
        let is_zero = |id: ExprId| matches!(program.exprs[id].kind, ExprKind::Int(0));
        let are_equal = match (pointer(a), pointer(b)) {
            (Some(a), Some(b)) => self.equal_addresses(a, b),
            (Some(pointer), None) if is_zero(b) => self.equals_null(pointer),
            (None, Some(pointer)) if is_zero(a) => self.equals_null(pointer),
            _ => return None,
        };
        Some(if op == CompareOp::Eq { are_equal } else { mk::not(are_equal) })
    }

    fn equals_null(&mut self, pointer: ExprId) -> Term {
        let pointer = self.expr(pointer).pointer();
        self.is_null(pointer)
    }

    fn speculative_condition(&mut self, id: ExprId) -> Term {
        self.speculation += 1;
        let condition = self.condition(id);
        self.speculation -= 1;
        condition
    }

    /// Evaluates the condition of an `if` or a loop and goes to one of two locations; the last edges tell the decision.
    pub fn decide(&mut self, id: ExprId, then: LocationId, otherwise: LocationId) {
        let outer = self.deciding.replace((then, otherwise));
        self.branch(id, then, otherwise);
        self.deciding = outer;
    }

    /// Evaluates a condition and goes to one of two locations.
    pub fn branch(&mut self, id: ExprId, then: LocationId, otherwise: LocationId) {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.branch_kind(id, then, otherwise));
    }

    fn branch_kind(&mut self, id: ExprId, then: LocationId, otherwise: LocationId) {
        let program = self.lowerer.program;
        match &program.exprs[id].kind {
            ExprKind::Not(operand) => self.branch(*operand, otherwise, then),
            ExprKind::And(a, b) if !self.is_pure(*b) => {
                let middle = self.location();
                self.branch(*a, middle, otherwise);
                self.at = middle;
                self.branch(*b, then, otherwise);
            }
            ExprKind::Or(a, b) if !self.is_pure(*b) => {
                let middle = self.location();
                self.branch(*a, then, middle);
                self.at = middle;
                self.branch(*b, then, otherwise);
            }
            ExprKind::Comma(a, b) => {
                self.effects(*a);
                self.branch(*b, then, otherwise);
            }
            _ => {
                let condition = self.condition(id);
                self.split(condition, then, otherwise);
            }
        }
    }

    /// Whether an expression has no effects and no checks.
    pub fn is_pure(&mut self, id: ExprId) -> bool {
        if let Some(&known) = self.purity.get(&id) {
            return known;
        }
        let pure = stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.is_pure_kind(id));
        self.purity.insert(id, pure);
        pure
    }

    fn is_pure_kind(&mut self, id: ExprId) -> bool {
        let properties = &self.lowerer.options.properties;
        let (checks, conversions) = (properties.checks_arithmetic(), properties.checks_conversions());
        match &self.lowerer.program.exprs[id].kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::FunctionAddress(_)
            | ExprKind::LabelAddress(_) => true,
            ExprKind::AddressOf(place) => self.is_pure_place(*place, false),
            ExprKind::Load(place) => self.is_pure_place(*place, true),
            ExprKind::Unary(_, a) => !checks && self.is_pure(*a),
            ExprKind::Convert(a) => !conversions && self.is_pure(*a),
            ExprKind::Not(a) => self.is_pure(*a),
            ExprKind::Binary(op, a, b) => {
                let divides = !matches!(op, BinaryOp::Div | BinaryOp::Rem)
                    || !matches!(self.expr_type(id), Type::Int(_))
                    || matches!(self.lowerer.program.exprs[*b].kind, ExprKind::Int(value) if value != 0);
                (!checks || matches!(op, BinaryOp::Compare(_)))
                    && divides
                    && self.is_pure(*a)
                    && self.is_pure(*b)
            }
            ExprKind::PointerCompare(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::Elvis(a, b)
            | ExprKind::Comma(a, b) => self.is_pure(*a) && self.is_pure(*b),
            ExprKind::PointerDifference(a, b, element) => {
                self.is_pure(*a) && self.is_pure(*b) && self.is_pure_element(*element)
            }
            ExprKind::PointerAdd { pointer, index, element, .. } => {
                self.is_pure(*pointer) && self.is_pure(*index) && self.is_pure_element(*element)
            }
            ExprKind::Conditional(c, a, b) => self.is_pure(*c) && self.is_pure(*a) && self.is_pure(*b),
            ExprKind::Call(Callee::Direct(_), arguments) => {
                // `__builtin_expect(c, 1)` and the like.
                self.is_identity(id) && arguments.clone().iter().all(|&a| self.is_pure(a))
            }
            _ => false,
        }
    }

    fn is_pure_element(&mut self, element: ElementSize) -> bool {
        match element {
            ElementSize::Constant(_) => true,
            ElementSize::Variable(size) => self.is_pure(size),
        }
    }

    /// Whether a pointer is one into an object by its form, so that it is not NULL.
    fn is_in_object(&self, pointer: ExprId) -> bool {
        let program = self.lowerer.program;
        match program.exprs[pointer].kind {
            ExprKind::AddressOf(place) => {
                crate::memory::points_to::root_object(program, place).is_some()
                    || matches!(program.places[place].kind, PlaceKind::Deref(inner) if self.is_in_object(inner))
            }
            ExprKind::PointerAdd { pointer, .. } => self.is_in_object(pointer),
            ExprKind::Convert(inner) => {
                matches!(program.types[program.exprs[inner].ty], Type::Pointer(_)) && self.is_in_object(inner)
            }
            _ => false,
        }
    }

    fn is_pure_place(&mut self, place: PlaceId, is_accessed: bool) -> bool {
        match self.lowerer.program.places[place].kind {
            PlaceKind::Object(_) => true,
            PlaceKind::Deref(pointer) => {
                let is_safe = !self.lowerer.options.properties.valid_deref && self.is_in_object(pointer);
                (!is_accessed || is_safe) && self.is_pure(pointer)
            }
            PlaceKind::Field(outer, _) => self.is_pure_place(outer, is_accessed),
        }
    }
}
