//! The order in which operands are evaluated.
//!
//! C leaves it open for most operators. Where it cannot matter, operands are evaluated from left to right, and their
//! values are terms that read memory when they are used. Where it may matter ([`super::effects`]), the program
//! branches: one path has the order of gcc, another one the opposite order, which is flagged unless gcc's is
//! not known either. Executions have gcc's order.

use c_sema::hir::{ExprId, ExprKind, PlaceId, PlaceKind, Program, StmtId, StmtKind};
use c_sema::visit::walk_expr;
use term::Sort;

use super::body::Body;
use super::value::{Address, PointerValue, Value};
use crate::options::Addresses;

/// The address of the same place, with the terms of a pointer.
fn moved_to(address: Address, pointer: PointerValue) -> Address {
    Address { base: pointer.base, offset: pointer.offset, is_genuine: pointer.is_genuine, ..address }
}

/// Whether an expression has statements with labels in it.
fn contains_label(program: &Program, expr: ExprId) -> bool {
    let mut work: Vec<StmtId> = Vec::new();
    walk_expr(program, expr, &mut |expr| {
        if let ExprKind::Statements(block, _) = program.exprs[expr].kind {
            work.push(block);
        }
    });
    while let Some(stmt) = work.pop() {
        match &program.stmts[stmt].kind {
            StmtKind::Label(..) | StmtKind::Switch { .. } => return true,
            StmtKind::Block(stmts, _) => work.extend(stmts),
            StmtKind::If(_, then, otherwise) => {
                work.push(*then);
                work.extend(otherwise);
            }
            StmtKind::While(_, body) | StmtKind::DoWhile(body, _) | StmtKind::For { body, .. } => {
                work.push(*body);
            }
            _ => {}
        }
    }
    false
}

const ORDER: &str = "the order of evaluation is open";

impl Body<'_, '_> {
    /// Whether the order of two operands matters.
    fn is_order_open(&mut self, a: ExprId, b: ExprId) -> bool {
        (self.lowerer.has_effects(a) || self.lowerer.has_effects(b)) && {
            let (a, b) = (self.lowerer.effects_of(a), self.lowerer.effects_of(b));
            a.interfere(&b)
        }
    }

    /// gcc reads a plain variable when the operation is executed, and everything else in order.
    fn is_read_late(&self, id: ExprId) -> bool {
        let program = self.lowerer.program;
        match program.exprs[id].kind {
            ExprKind::Load(place) => matches!(program.places[place].kind, PlaceKind::Object(_)),
            _ => false,
        }
    }

    fn is_executed(&self) -> bool {
        matches!(self.lowerer.options.addresses, Addresses::Fixed(_))
    }

    /// Evaluates an operand; what it reads later does not matter.
    fn kept(&mut self, id: ExprId) -> Value {
        let value = self.expr(id);
        if matches!(value, Value::Memory(_)) {
            self.unsupported("a large record whose value depends on the order of evaluation");
        }
        self.keep_value("operand", value)
    }

    fn in_gcc_order(&mut self, a: ExprId, b: ExprId) -> [Value; 2] {
        let left = if self.is_read_late(a) { None } else { Some(self.kept(a)) };
        let right = self.kept(b);
        [left.unwrap_or_else(|| self.expr(a)), right]
    }

    /// Other orders are not modelled: evaluating operands twice would make their labels ambiguous. Says so on a path.
    fn has_labels(&mut self, operands: &[ExprId]) -> bool {
        let found = operands.iter().any(|&operand| contains_label(self.lowerer.program, operand));
        if found && !self.is_executed() {
            self.leave_open("operands with labels that may be evaluated in several orders");
        }
        found
    }

    /// An order that is not modelled is possible.
    fn leave_open(&mut self, what: &str) {
        let is_other = self.fresh("order", Sort::Bool);
        self.havoc(vec![is_other]);
        let (other, known) = (self.location(), self.location());
        self.split(is_other, other, known);
        self.at = other;
        self.unsupported(what);
        self.at = known;
    }

    /// Parts of an operand may be evaluated before and after another operand: then neither order of the whole operands
    /// is the only one. Calls are such parts, each of which is executed as a whole. Says so on a path.
    fn leave_interleaved_open(&mut self, operands: &[ExprId]) {
        let program = self.lowerer.program;
        for (at, &operand) in operands.iter().enumerate() {
            let mut calls = Vec::new();
            walk_expr(program, operand, &mut |expr| {
                if matches!(program.exprs[expr].kind, ExprKind::Call(..)) {
                    calls.push(expr);
                }
            });
            if calls.len() < 2 {
                continue;
            }
            let parts: Vec<_> = calls.into_iter().map(|call| self.lowerer.effects_of(call)).collect();
            for (_, &expr) in operands.iter().enumerate().filter(|(other, _)| *other != at) {
                let effects = self.lowerer.effects_of(expr);
                if parts.iter().filter(|part| part.interfere(&effects)).count() > 1 {
                    self.leave_open("operands whose parts may be evaluated in turns");
                    return;
                }
            }
        }
    }

    /// The arguments of a call may change which function the pointer names: C does not say which is evaluated first, and
    /// gcc begins with the pointer.
    pub fn leave_callee_open(&mut self, pointer: ExprId, arguments: &[ExprId]) {
        if self.is_executed() {
            return;
        }
        if arguments.iter().any(|&argument| self.is_order_open(pointer, argument)) {
            self.leave_open("a function pointer and arguments that may change it");
        }
    }

    /// Which elements a sorting function compares, how often and in which order, is up to the library: what the program
    /// makes of that is not known, if the function that compares changes something or may violate the property.
    pub fn leave_comparisons_open(&mut self, sorts: &str, arguments: &[ExprId]) {
        let (true, Some(&compares)) = (sorts == "qsort", arguments.get(3)) else { return };
        if !self.lowerer.is_change_behind(compares) {
            return;
        }
        const WHY: &str =
            "a comparison that changes or violates something, in an order that is up to the library";
        if !self.is_executed() {
            self.leave_open(WHY);
        }
        self.note_flagged(WHY);
    }

    /// Evaluates the operands of an operator.
    pub fn operands(&mut self, a: ExprId, b: ExprId) -> (Value, Value) {
        if !self.is_order_open(a, b) || self.has_labels(&[a, b]) {
            let left = self.expr(a);
            return (left, self.expr(b));
        }
        let [left, right] = if self.is_executed() {
            self.in_gcc_order(a, b)
        } else {
            let is_late = self.is_read_late(a);
            self.leave_interleaved_open(&[a, b]);
            self.in_any_order(&mut |body| body.in_gcc_order(a, b).to_vec(), &mut |body| {
                // The order that gcc's is not: the variable first, or the right operand.
                if is_late {
                    return vec![body.kept(a), body.kept(b)];
                }
                let right = body.kept(b);
                vec![body.kept(a), right]
            })
            .try_into()
            .expect("two operands")
        };
        (left, right)
    }

    /// Two paths, the second one flagged; the values where they meet.
    fn in_any_order(
        &mut self,
        usual: &mut dyn FnMut(&mut Self) -> Vec<Value>,
        other: &mut dyn FnMut(&mut Self) -> Vec<Value>,
    ) -> Vec<Value> {
        let is_usual = self.fresh("order", Sort::Bool);
        self.havoc(vec![is_usual]);
        let (first, second, end) = (self.location(), self.location(), self.location());
        self.split(is_usual, first, second);
        self.at = first;
        let values = usual(self);
        let results: Vec<Value> = values.iter().map(|value| self.variables_like(value)).collect();
        for (result, value) in results.iter().zip(&values) {
            self.assign_value(result, value);
        }
        self.goto(end);
        self.at = second;
        let unknown = self.fresh("unknown", Sort::Bool);
        self.havoc_flagged(vec![unknown], ORDER);
        self.assume(unknown);
        for (result, value) in results.iter().zip(&other(self)) {
            self.assign_value(result, value);
        }
        self.goto(end);
        self.at = end;
        results
    }

    /// Evaluates the arguments of a call: gcc begins with the last one.
    pub fn arguments(&mut self, arguments: &[ExprId]) -> Vec<Value> {
        match self.in_open_order(arguments, true) {
            Some(values) => values,
            None => arguments.iter().map(|&argument| self.expr(argument)).collect(),
        }
    }

    /// Evaluates the values of an initialiser, if their order matters: gcc begins with the first one.
    pub fn initial_values(&mut self, values: &[ExprId]) -> Option<Vec<Value>> {
        self.in_open_order(values, false)
    }

    /// Evaluates expressions whose order is open, if it matters.
    fn in_open_order(&mut self, exprs: &[ExprId], is_backward: bool) -> Option<Vec<Value>> {
        let open = self.open_operands(exprs);
        if open.is_empty() || self.has_labels(exprs) {
            return None;
        }
        let evaluate = |body: &mut Self, is_backward: bool| -> Vec<Value> {
            if !is_backward {
                return exprs.iter().map(|&expr| body.kept(expr)).collect();
            }
            let mut values: Vec<Value> = exprs.iter().rev().map(|&expr| body.kept(expr)).collect();
            values.reverse();
            values
        };
        if self.is_executed() {
            return Some(evaluate(self, is_backward));
        }
        if open.len() > 2 && is_backward {
            // There are more orders than these two. (Compilers agree on initialisers.)
            self.leave_open("operands that may be evaluated in several orders");
        } else if is_backward {
            self.leave_interleaved_open(exprs);
        }
        Some(
            self.in_any_order(&mut |body| evaluate(body, is_backward), &mut |body| {
                evaluate(body, !is_backward)
            }),
        )
    }

    /// The operands whose order matters.
    fn open_operands(&mut self, arguments: &[ExprId]) -> Vec<usize> {
        if arguments.len() < 2 || !arguments.iter().any(|&argument| self.lowerer.has_effects(argument)) {
            return Vec::new();
        }
        let effects: Vec<_> = arguments.iter().map(|&argument| self.lowerer.effects_of(argument)).collect();
        let is_open =
            |&i: &usize| effects.iter().enumerate().any(|(j, other)| i != j && effects[i].interfere(other));
        (0..arguments.len()).filter(is_open).collect()
    }

    /// Evaluates a place and the value that is stored there.
    pub fn place_and_value(&mut self, place: PlaceId, value: ExprId) -> (Address, Value) {
        let is_open = self.lowerer.has_effects(value) || self.has_effects_in_place(place);
        let is_open = is_open && {
            let of_place = self.lowerer.effects_of_place(place);
            let of_value = self.lowerer.effects_of(value);
            of_place.interfere(&of_value)
        };
        if !is_open || self.has_labels(&[value]) {
            // The value first, as a call in it may change what the place reads.
            let value = self.expr(value);
            return (self.place(place), value);
        }
        let is_place_first = !self.is_indexed_by_variable(place);
        if self.is_executed() {
            return self.place_before(is_place_first, place, value);
        }
        let mut addresses = Vec::new();
        let mut evaluate = |body: &mut Self, is_place_first: bool| {
            let (address, value) = body.place_before(is_place_first, place, value);
            addresses.push(address);
            vec![Value::Pointer(address.value()), value]
        };
        let values = {
            let evaluate = std::cell::RefCell::new(&mut evaluate);
            self.in_any_order(&mut |body| (evaluate.borrow_mut())(body, is_place_first), &mut |body| {
                (evaluate.borrow_mut())(body, !is_place_first)
            })
        };
        (moved_to(addresses[0], values[0].pointer()), values[1].clone())
    }

    /// Evaluates a place, what it holds, and the value that changes it: gcc begins with the value.
    pub fn place_and_change(&mut self, place: PlaceId, value: ExprId) -> (Address, Value, Value) {
        let is_open = self.lowerer.has_effects(value) || self.has_effects_in_place(place);
        let is_open = is_open && {
            let of_place = self.lowerer.effects_of_read(place);
            let of_value = self.lowerer.effects_of(value);
            of_place.interfere(&of_value)
        };
        let value_first = |body: &mut Self, is_kept: bool| {
            let value = if is_kept { body.kept(value) } else { body.expr(value) };
            let address = body.place(place);
            (address, body.read(place, &address), value)
        };
        if !is_open || self.is_executed() || self.has_labels(&[value]) {
            return value_first(self, is_open);
        }
        let mut known = None;
        let values = self.in_any_order(
            &mut |body| {
                let (address, old, value) = value_first(body, true);
                known = Some(address);
                vec![Value::Pointer(address.value()), old, value]
            },
            &mut |body| {
                let address = body.place(place);
                let address = body.settled(&address);
                let old = body.read(place, &address);
                let old = body.keep_value("old", old);
                vec![Value::Pointer(address.value()), old, body.kept(value)]
            },
        );
        let address = moved_to(known.expect("the first path was evaluated"), values[0].pointer());
        (address, values[1].clone(), values[2].clone())
    }

    fn place_before(&mut self, is_place_first: bool, place: PlaceId, value: ExprId) -> (Address, Value) {
        if is_place_first {
            let address = self.place(place);
            let address = self.settled(&address);
            return (address, self.kept(value));
        }
        let value = self.kept(value);
        (self.place(place), value)
    }

    fn has_effects_in_place(&mut self, place: PlaceId) -> bool {
        match self.lowerer.program.places[place].kind {
            PlaceKind::Object(_) => false,
            PlaceKind::Deref(pointer) => self.lowerer.has_effects(pointer),
            PlaceKind::Field(outer, _) => self.has_effects_in_place(outer),
        }
    }

    /// `a[i]`: gcc reads the index when it stores.
    fn is_indexed_by_variable(&self, place: PlaceId) -> bool {
        let program = self.lowerer.program;
        match program.places[place].kind {
            PlaceKind::Object(_) => false,
            PlaceKind::Field(outer, _) => self.is_indexed_by_variable(outer),
            PlaceKind::Deref(pointer) => match program.exprs[pointer].kind {
                ExprKind::PointerAdd { index, .. } => match program.exprs[index].kind {
                    ExprKind::Convert(inner) => self.is_read_late(inner),
                    _ => self.is_read_late(index),
                },
                _ => false,
            },
        }
    }
}
