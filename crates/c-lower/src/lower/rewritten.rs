//! What gcc rewrites as if no signed number overflowed, even without optimisation.
//!
//! `x + 1 <= y` becomes `x < y`, `x * 2 / 2` becomes `x`, and `(long)(x + 1) > 0` a comparison of `x`. Where an operation in
//! a comparison, a test for zero, a quotient or a remainder overflows, the result is any, flagged. Such operations are
//! watched while the operands are evaluated: evaluated again, they might have another value.

use c_sema::hir::{BinaryOp, CompareOp, ExprId, ExprKind, PlaceId, UnaryOp};
use c_sema::types::{IntKind, Type};
use term::{Sort, Term, build as mk};

use super::body::Body;
use super::undefined::OVERFLOW;
use super::value::Value;
use super::watched::Watched;
use crate::options::Undefined;

impl Body<'_, '_> {
    /// The signed operations whose results an expression computes with, such that gcc may merge them with what follows.
    fn merged(&self, id: ExprId, found: &mut Vec<ExprId>) {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.merged_kind(id, found));
    }

    fn merged_kind(&self, id: ExprId, found: &mut Vec<ExprId>) {
        let program = self.lowerer.program;
        let model = self.lowerer.options.model;
        let kind = |id: ExprId| match program.types[program.exprs[id].ty] {
            Type::Int(kind) => Some(kind),
            _ => None,
        };
        let is_signed = kind(id).is_some_and(|kind| kind.is_signed());
        match program.exprs[id].kind {
            ExprKind::Convert(inner) => {
                let keeps_value = kind(id).zip(kind(inner)).is_some_and(|(to, from)| {
                    to.is_signed() && from.is_signed() && to.size(model) >= from.size(model)
                });
                if keeps_value {
                    self.merged(inner, found);
                }
            }
            ExprKind::Unary(op, inner) if is_signed => {
                if op == UnaryOp::Minus {
                    found.push(id);
                }
                self.merged(inner, found);
            }
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, a, b) if is_signed => {
                found.push(id);
                self.merged(a, found);
                self.merged(b, found);
            }
            ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, a, b) if is_signed => {
                if matches!(program.exprs[b].kind, ExprKind::Int(-1)) {
                    found.push(id);
                }
                self.merged(a, found);
            }
            ExprKind::Binary(BinaryOp::Shr | BinaryOp::BitAnd, a, b) if is_signed => {
                self.merged(a, found);
                self.merged(b, found);
            }
            _ => {}
        }
    }

    /// Whether some operations have no inverse, so that a test for equality may be rewritten, too.
    fn have_product(&self, operations: &[ExprId]) -> bool {
        let program = self.lowerer.program;
        operations.iter().any(|&id| match program.exprs[id].kind {
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => self.share_variable(a, b),
            ExprKind::Binary(..) => true,
            _ => false,
        })
    }

    /// The objects that an expression reads, also those with the pointers to what it reads.
    fn objects_read(&self, expr: ExprId) -> Vec<c_sema::hir::ObjectId> {
        let program = self.lowerer.program;
        let mut found = Vec::new();
        c_sema::visit::walk_expr(program, expr, &mut |e| {
            if let ExprKind::Load(place) | ExprKind::AddressOf(place) = program.exprs[e].kind {
                found.extend(self.root(place));
            }
        });
        found
    }

    fn root(&self, place: PlaceId) -> Option<c_sema::hir::ObjectId> {
        crate::memory::points_to::root_object(self.lowerer.program, place)
    }

    fn share_variable(&self, a: ExprId, b: ExprId) -> bool {
        let others = self.objects_read(b);
        self.objects_read(a).iter().any(|object| others.contains(object))
    }

    /// The operations of an operand whose overflow matters in a comparison with another one.
    fn merged_in_comparison(&self, op: CompareOp, operand: ExprId, other: ExprId) -> Vec<ExprId> {
        let program = self.lowerer.program;
        let mut operations = Vec::new();
        self.merged(operand, &mut operations);
        if operations.is_empty() {
            return operations;
        }
        let mut others = Vec::new();
        self.merged(other, &mut others);
        let is_constant = |id: ExprId| matches!(program.exprs[id].kind, ExprKind::Int(_));
        let is_ordering = !matches!(op, CompareOp::Eq | CompareOp::Ne);
        let is_moved = operations.iter().any(|&id| {
            matches!(program.exprs[id].kind, ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b)
                if is_constant(a) || is_constant(b))
        });
        let is_rewritten = is_constant(other)
            || self.share_variable(operand, other)
            || (!others.is_empty() && (is_ordering || self.have_product(&operations)))
            || (is_ordering && is_moved);
        if !is_rewritten {
            operations.clear();
        }
        operations
    }

    /// Watches operations while something is evaluated; gives the condition under which one of them overflows, too.
    fn watching<T>(&mut self, operations: Vec<ExprId>, evaluate: impl FnOnce(&mut Self) -> T) -> (T, Term) {
        if operations.is_empty() || self.lowerer.options.properties.no_overflow {
            return (evaluate(self), mk::ff());
        }
        let mut watched = Watched { operations: operations.clone(), ..Watched::default() };
        if !operations.iter().all(|&id| self.is_pure(id)) {
            for &id in &operations {
                let overflows = self.fresh("overflows", Sort::Bool);
                // Operands may be evaluated in one of two orders.
                self.assign(overflows, mk::ff());
                watched.variables.insert(id, overflows);
            }
        }
        let outer = std::mem::replace(&mut self.watched, watched);
        let value = evaluate(self);
        let watched = std::mem::replace(&mut self.watched, outer);
        let overflows = operations.iter().filter_map(|id| watched.conditions.get(id).copied());
        (value, mk::or(overflows))
    }

    /// An operation is evaluated with these operands.
    pub fn note_operation(&mut self, id: ExprId, left: Term, right: Option<Term>) {
        if !self.watched.operations.contains(&id) {
            return;
        }
        let ty = self.expr_type(id);
        let encoder = self.lowerer.encoder.clone();
        let overflows = match (&self.lowerer.program.exprs[id].kind, right) {
            (ExprKind::Binary(op, _, b), Some(right)) => {
                let checks = encoder.overflow_checks(*op, &ty, left, &self.expr_type(*b), right);
                mk::or(checks.into_iter().map(|(_, violated)| violated))
            }
            _ => encoder.negate_overflow(&ty, left).map_or(mk::ff(), |(_, violated)| violated),
        };
        if overflows.is_false() {
            return;
        }
        let condition = match self.watched.variables.get(&id).copied() {
            Some(variable) => {
                self.assign(variable, overflows);
                variable
            }
            None => overflows,
        };
        self.watched.conditions.insert(id, condition);
    }

    /// A comparison of numbers, as a formula.
    pub fn compare(&mut self, op: CompareOp, a: ExprId, b: ExprId) -> Term {
        let ty = self.expr_type(a);
        let mut operations = self.merged_in_comparison(op, a, b);
        operations.extend(self.merged_in_comparison(op, b, a));
        let ((left, right), overflows) = self.watching(operations, |this| this.numbers(a, b));
        let condition = self.lowerer.encoder.compare(op, &ty, left, right);
        self.unless_merged(overflows, condition)
    }

    /// Whether the value of an expression is not zero.
    pub fn truth(&mut self, id: ExprId) -> Term {
        let mut operations = Vec::new();
        self.merged(id, &mut operations);
        if !self.have_product(&operations) {
            operations.clear();
        }
        let (value, overflows) = self.watching(operations, |this| this.expr(id));
        let condition = self.truth_of(&value, &self.expr_type(id));
        self.unless_merged(overflows, condition)
    }

    /// The operands of a quotient or remainder, and when its result is any: the dividend is a product that overflows.
    pub fn divided(&mut self, a: ExprId, b: ExprId) -> ((Term, Term), Term) {
        let program = self.lowerer.program;
        let mut operations = Vec::new();
        self.merged(a, &mut operations);
        let is_negation = |id: &ExprId| matches!(program.exprs[*id].kind, ExprKind::Unary(..));
        if !self.have_product(&operations) && !operations.iter().any(is_negation) {
            operations.clear();
        }
        self.watching(operations, |this| this.numbers(a, b))
    }

    /// What a function returned: for gcc, no absolute value is negative.
    pub fn absolute(&mut self, name: &str, value: Value) -> Value {
        let kind = match name {
            "abs" => IntKind::Int,
            "labs" => IntKind::Long,
            "llabs" => IntKind::LongLong,
            _ => return value,
        };
        let Value::Number(number) = value else { return value };
        if self.lowerer.options.properties.no_overflow {
            return value;
        }
        let number = self.keep("absolute", number);
        let zero = self.lowerer.encoder.int_constant(0, kind);
        let is_negative = self.lowerer.encoder.compare(CompareOp::Lt, &Type::Int(kind), number, zero);
        Value::Number(self.unless_open(is_negative, kind, OVERFLOW, |_| number))
    }

    fn unless_merged(&mut self, overflows: Term, condition: Term) -> Term {
        if overflows.is_false() || condition.free_variables().is_empty() {
            return condition;
        }
        let (wrong, fine, end) = (self.location(), self.location(), self.location());
        let result = self.fresh("compared", Sort::Bool);
        self.split(overflows, wrong, fine);
        self.at = fine;
        self.assign(result, condition);
        self.goto(end);
        self.at = wrong;
        match self.lowerer.options.undefined() {
            Undefined::GoesOn => {
                self.flag(OVERFLOW);
                self.havoc(vec![result]);
            }
            // An execution does what the machine does with numbers, but gcc may do something else.
            Undefined::Ends => self.assign_flagged(result, condition, OVERFLOW),
        }
        self.goto(end);
        self.at = end;
        result
    }
}
