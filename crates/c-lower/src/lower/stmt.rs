//! Statements: control flow becomes locations and edges.

use c_sema::hir::{CompareOp, ExprId, LabelId, ObjectId, StmtId, StmtKind};
use c_sema::types::Type;
use program::{LandmarkKind, LocationId, Statement};
use term::{Term, build as mk};

use super::body::{Body, Jump};
use super::value::{PointerValue, Value};

impl Body<'_, '_> {
    /// `({ ... })`
    pub fn statements(&mut self, block: StmtId, value: Option<ExprId>) -> Value {
        self.prepare_labels(block);
        self.block_with_value(block, value)
    }

    /// Notes in which scopes the labels of a body are, so that jumps know what they leave and enter. The body is that of a
    /// function, or of an expression with statements in it, which nobody jumps into.
    pub fn prepare_labels(&mut self, body: StmtId) {
        let program = self.lowerer.program;
        let open = self.scopes.iter().map(|(id, _)| *id).collect();
        let mut work: Vec<(StmtId, Vec<StmtId>)> = vec![(body, open)];
        while let Some((id, scopes)) = work.pop() {
            match &program.stmts[id].kind {
                StmtKind::Block(stmts, objects) => {
                    let mut inner = scopes.clone();
                    if !objects.is_empty() {
                        inner.push(id);
                    }
                    work.extend(stmts.iter().map(|stmt| (*stmt, inner.clone())));
                }
                StmtKind::If(_, then, otherwise) => {
                    work.extend(otherwise.iter().map(|stmt| (*stmt, scopes.clone())));
                    work.push((*then, scopes));
                }
                StmtKind::While(_, body)
                | StmtKind::DoWhile(body, _)
                | StmtKind::For { body, .. }
                | StmtKind::Switch { body, .. } => work.push((*body, scopes)),
                StmtKind::Label(label, stmt) => {
                    self.label_scopes.insert(*label, scopes.clone());
                    work.push((*stmt, scopes));
                }
                _ => {}
            }
        }
    }

    /// Lowers a statement.
    pub fn stmt(&mut self, id: StmtId) {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || {
            let outer = self.span.replace(self.lowerer.program.stmts[id].span);
            self.stmt_kind(id);
            self.span = outer;
        });
    }

    fn stmt_kind(&mut self, id: StmtId) {
        let program = self.lowerer.program;
        match &program.stmts[id].kind {
            StmtKind::Empty => {}
            StmtKind::Expr(expr) => self.effects(*expr),
            StmtKind::Declare(object) => self.declare(*object),
            StmtKind::Init { object, is_zeroed, parts } => self.init_local(*object, *is_zeroed, parts),
            StmtKind::Block(..) => {
                self.block_with_value(id, None);
            }
            StmtKind::If(condition, then, otherwise) => self.if_else(*condition, *then, *otherwise),
            StmtKind::While(condition, body) => {
                let head = self.loop_head();
                let (start, end) = (self.location(), self.location());
                self.decide(*condition, start, end);
                self.at = start;
                self.loop_body(*body, head, end);
                self.goto(head);
                self.at = end;
            }
            StmtKind::DoWhile(body, condition) => {
                let head = self.loop_head();
                let (test, end) = (self.location(), self.location());
                self.loop_body(*body, test, end);
                self.goto(test);
                self.at = test;
                self.decide(*condition, head, end);
                self.at = end;
            }
            StmtKind::For { init, condition, step, body } => {
                init.iter().for_each(|expr| self.effects(*expr));
                self.for_loop(*condition, *step, *body);
            }
            StmtKind::Switch { value, cases, default, body } => self.switch(*value, cases, *default, *body),
            StmtKind::Label(label, stmt) => {
                let location = self.label(*label);
                self.goto(location);
                self.at = location;
                self.check_label(*label);
                self.stmt(*stmt);
            }
            StmtKind::Goto(label) => {
                self.change_scopes_for(*label);
                let location = self.label(*label);
                self.goto(location);
            }
            StmtKind::ComputedGoto(expr) => self.computed_goto(*expr),
            StmtKind::Break => self.jump(self.breaks.last().copied()),
            StmtKind::Continue => self.jump(self.continues.last().copied()),
            StmtKind::Return(value) => self.return_value(*value),
            StmtKind::Asm { outputs, inputs, is_empty, clobbers_memory } => {
                let writes = *clobbers_memory && !is_empty;
                let pointers = self.assembly_inputs(inputs, writes);
                self.assembly(outputs, *is_empty, *clobbers_memory);
                self.assembly_writes(&pointers);
            }
        }
    }

    fn check_label(&mut self, label: LabelId) {
        let name = self.lowerer.program.labels[label].name.clone();
        if self.lowerer.options.properties.error_labels.iter().any(|l| **l == *name) {
            self.violation("unreach-call", &format!("label {name} is reached"));
        }
    }

    fn jump(&mut self, jump: Option<Jump>) {
        let Some(jump) = jump else { return };
        self.end_scopes(jump.scopes);
        self.goto(jump.target);
    }

    fn loop_head(&mut self) -> LocationId {
        let head = self.location();
        self.goto(head);
        self.at = head;
        self.landmark(LandmarkKind::LoopHead);
        head
    }

    fn loop_body(&mut self, body: StmtId, next: LocationId, end: LocationId) {
        let scopes = self.scopes.len();
        self.breaks.push(Jump { target: end, scopes });
        self.continues.push(Jump { target: next, scopes });
        self.stmt(body);
        self.breaks.pop();
        self.continues.pop();
    }

    fn for_loop(&mut self, condition: Option<ExprId>, step: Option<ExprId>, body: StmtId) {
        let head = self.loop_head();
        let (start, next, end) = (self.location(), self.location(), self.location());
        match condition {
            Some(condition) => self.decide(condition, start, end),
            None => self.goto(start),
        }
        self.at = start;
        self.loop_body(body, next, end);
        self.goto(next);
        self.at = next;
        step.iter().for_each(|expr| self.effects(*expr));
        self.goto(head);
        self.at = end;
    }

    fn if_else(&mut self, condition: ExprId, then: StmtId, otherwise: Option<StmtId>) {
        let (yes, no, end) = (self.location(), self.location(), self.location());
        self.decide(condition, yes, no);
        self.at = yes;
        self.stmt(then);
        self.goto(end);
        self.at = no;
        otherwise.iter().for_each(|stmt| self.stmt(*stmt));
        self.goto(end);
        self.at = end;
    }

    /// A block, and a value that is computed before its objects end.
    pub fn block_with_value(&mut self, id: StmtId, value: Option<ExprId>) -> Value {
        let program = self.lowerer.program;
        let StmtKind::Block(stmts, objects) = &program.stmts[id].kind else {
            self.stmt(id);
            return value.map_or(Value::Void, |value| self.expr(value));
        };
        if !objects.is_empty() {
            self.scopes.push((id, objects.clone()));
            self.begin_scope(objects, false);
        }
        for &stmt in stmts {
            self.stmt(stmt);
        }
        let value = value.map_or(Value::Void, |value| {
            let value = self.expr(value);
            if objects.is_empty() { value } else { self.keep_value("value", value) }
        });
        if !objects.is_empty() {
            self.end_scopes(self.scopes.len() - 1);
            self.scopes.pop();
        }
        value
    }

    fn switch(
        &mut self,
        value: ExprId,
        cases: &[(i128, i128, LabelId)],
        default: Option<LabelId>,
        body: StmtId,
    ) {
        let ty = self.expr_type(value);
        let value = self.number(value);
        let value = self.keep("switch", value);
        let Type::Int(kind) = ty else { return };
        let encoder = self.lowerer.encoder.clone();
        let end = self.location();
        let mut others: Vec<Term> = Vec::new();
        let start = self.at;
        for &(low, high, label) in cases {
            let (low_term, high_term) = (encoder.int_constant(low, kind), encoder.int_constant(high, kind));
            let matches = if low == high {
                encoder.compare(CompareOp::Eq, &ty, value, low_term)
            } else {
                mk::and2(
                    encoder.compare(CompareOp::Le, &ty, low_term, value),
                    encoder.compare(CompareOp::Le, &ty, value, high_term),
                )
            };
            others.push(mk::not(matches));
            let target = self.case(label);
            let provenance = self.provenance();
            self.procedure.add_edge(start, target, Statement::Assume(matches), provenance);
        }
        let target = default.map_or(end, |label| self.case(label));
        let provenance = self.provenance();
        self.procedure.add_edge(start, target, Statement::Assume(mk::and(others)), provenance);
        self.at = self.location();
        self.breaks.push(Jump { target: end, scopes: self.scopes.len() });
        self.stmt(body);
        self.breaks.pop();
        self.goto(end);
        self.at = end;
    }

    /// Where the way to a case begins: the blocks around it are entered.
    fn case(&mut self, label: LabelId) -> LocationId {
        let target = self.label(label);
        let (outer, start) = (self.at, self.location());
        self.at = start;
        self.change_scopes_for(label);
        let is_entered = self.at != start;
        if is_entered {
            self.goto(target);
        }
        self.at = outer;
        if is_entered { start } else { target }
    }

    /// The location of a label.
    fn label(&mut self, label: LabelId) -> LocationId {
        if let Some(&location) = self.labels.get(&label) {
            return location;
        }
        let location = self.location();
        self.labels.insert(label, location);
        location
    }

    fn computed_goto(&mut self, expr: ExprId) {
        let target = self.lowerer.regions.points_to.exprs[expr];
        let pointer = self.expr(expr).pointer();
        let base = self.keep("label", pointer.base);
        let labels: Vec<LabelId> = target
            .map(|target| {
                self.lowerer.regions.points_to.classes.get(target.class).labels.iter().copied().collect()
            })
            .unwrap_or_default();
        self.stop_between_labels(pointer.offset);
        let start = self.at;
        for label in labels {
            if Some(self.lowerer.program.labels[label].function) != self.function {
                continue;
            }
            self.at = start;
            let number = self.lowerer.word_constant(self.lowerer.label_bases[&label].into());
            self.assume(mk::eq(base, number));
            self.change_scopes_for(label);
            let location = self.label(label);
            self.goto(location);
        }
        self.stop();
    }

    /// What lies at a distance from a label is not known.
    fn stop_between_labels(&mut self, offset: Term) {
        let zero = self.lowerer.word_constant(0);
        if offset == zero {
            return;
        }
        let offset = self.keep("label.offset", offset);
        let start = self.at;
        self.assume(mk::not(mk::eq(offset, zero)));
        self.unsupported("a jump to an address beside a label");
        self.stop();
        self.at = start;
        self.assume(mk::eq(offset, zero));
    }

    /// Ends the lifetime of what is not in scope at a label, and begins that of what is in scope only there.
    fn change_scopes_for(&mut self, label: LabelId) {
        let Some(target) = self.label_scopes.get(&label) else { return };
        let common = self.scopes.iter().zip(target).take_while(|((id, _), other)| id == *other).count();
        let entered = target[common..].to_vec();
        self.end_scopes(common);
        let program = self.lowerer.program;
        for block in entered {
            if let StmtKind::Block(_, objects) = &program.stmts[block].kind {
                self.begin_scope(objects, true);
            }
        }
    }

    /// The objects of a block come to life, wherever they are declared; arrays of variable length do so at their
    /// declaration. What a jump left out of the declarations did not make them arbitrary, so this does.
    fn begin_scope(&mut self, objects: &[ObjectId], is_jump: bool) {
        for &object in objects {
            if self.lowerer.has_variable_length(object) {
                self.has_no_life_yet(object);
                continue;
            }
            self.begin_lifetime(object);
            if is_jump || self.lowerer.nesting.may_be_skipped(object) {
                self.forget_object(object);
            }
        }
    }

    /// Ends the lifetime of all objects in scopes from the given depth on; the scopes stay open.
    fn end_scopes(&mut self, depth: usize) {
        let objects: Vec<ObjectId> =
            self.scopes[depth..].iter().rev().flat_map(|(_, objects)| objects.iter().copied()).collect();
        for object in objects {
            self.end_lifetime(object);
        }
    }

    /// Ends all lifetimes of the function.
    pub fn end_function(&mut self) {
        self.end_scopes(0);
        if let Some(function) = self.function {
            for &parameter in &self.lowerer.program.functions[function].parameters {
                self.end_lifetime(parameter);
            }
        }
        self.end_stack_allocations();
    }

    fn assembly(&mut self, outputs: &[c_sema::hir::PlaceId], is_empty: bool, clobbers_memory: bool) {
        const REASON: &str = "inline assembly";
        for &place in outputs {
            let address = self.place(place);
            let ty = self.lowerer.program.places[place].ty;
            let leaf = self.place_leaf(place);
            self.check_access(&address, ty, leaf, "write");
            let value = self.anything(ty);
            let value = match &value {
                Value::Number(term) => {
                    let approximate = self.fresh("assembly", term.sort());
                    self.havoc_flagged(vec![approximate], REASON);
                    self.assume(mk::eq(approximate, *term));
                    Value::Number(approximate)
                }
                Value::Pointer(pointer) => {
                    let approximate = self.fresh("assembly", pointer.base.sort());
                    self.havoc_flagged(vec![approximate], REASON);
                    self.assume(mk::eq(approximate, pointer.base));
                    Value::Pointer(PointerValue { base: approximate, ..*pointer })
                }
                _ => value,
            };
            self.store(&address, ty, leaf, &value);
        }
        if clobbers_memory && !is_empty {
            let text = "inline assembly changes only its outputs and numbers behind pointers that it gets";
            self.lowerer.assume_about(text.into());
        }
    }

    /// Evaluates the inputs of assembly, and gives the pointers among them if it may write memory.
    fn assembly_inputs(&mut self, inputs: &[ExprId], writes: bool) -> Vec<(ExprId, PointerValue)> {
        let program = self.lowerer.program;
        let mut pointers = Vec::new();
        for &input in inputs {
            if writes && matches!(program.types[program.exprs[input].ty], Type::Pointer(_)) {
                let value = self.expr(input);
                pointers.push((input, self.keep_value("input", value).pointer()));
            } else {
                self.effects(input);
            }
        }
        pointers
    }

    /// Assembly that may write memory gets pointers: the numbers there may be others afterwards.
    fn assembly_writes(&mut self, pointers: &[(ExprId, PointerValue)]) {
        for &(input, value) in pointers {
            if let Some(address) = self.address_of(input, value)
                && !self
                    .hold_pointers(&address, &self.lowerer.regions.components_behind(address.pointer, None))
            {
                self.forget(address.pointer.class, address.base, Some("inline assembly"));
            }
        }
    }
}
