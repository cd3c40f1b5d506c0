//! Statements: assignments, calls, labels and jumps.

use super::{Checker, ProcedureId, VariableId, VariableKind, count};
use crate::ast::{Call, ExprId, Ident, Statement, StatementKind, Target};
use crate::names::Name;
use crate::types::TypeId;
use base::{Diagnostic, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a jump may go to.
struct Jumps {
    procedure: ProcedureId,
    labels: FxHashMap<Name, Span>,
    /// The labels of the enclosing statements, for `break label`.
    enclosing: Vec<Name>,
    loops: usize,
    /// Globals that a warning about `modifies` has named.
    warned: FxHashSet<VariableId>,
    modifies: FxHashSet<VariableId>,
}

impl Checker<'_> {
    /// Checks the statements of an implementation.
    pub(super) fn statements_of(&mut self, procedure: ProcedureId, statements: &[Statement]) {
        let mut jumps = Jumps {
            procedure,
            labels: FxHashMap::default(),
            enclosing: Vec::new(),
            loops: 0,
            warned: FxHashSet::default(),
            modifies: self.checked.procedures[procedure].modifies.iter().copied().collect(),
        };
        self.collect_labels(statements, &mut jumps);
        self.block(statements, &mut jumps);
    }

    fn collect_labels(&mut self, statements: &[Statement], jumps: &mut Jumps) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Label(label) => {
                    if let Some(first) = jumps.labels.insert(label.name, label.span) {
                        self.duplicate("label", *label, first);
                    }
                }
                StatementKind::If(branches, otherwise) => {
                    for branch in branches {
                        self.collect_labels(&branch.statements, jumps);
                    }
                    self.collect_labels(otherwise.as_deref().unwrap_or_default(), jumps);
                }
                StatementKind::While(statement) => self.collect_labels(&statement.statements, jumps),
                StatementKind::Block(statements) => self.collect_labels(statements, jumps),
                _ => {}
            }
        }
    }

    fn block(&mut self, statements: &[Statement], jumps: &mut Jumps) {
        // The labels directly before a statement name it, for `break`.
        let mut labels = 0;
        for statement in statements {
            if let StatementKind::Label(label) = &statement.kind {
                jumps.enclosing.push(label.name);
                labels += 1;
                continue;
            }
            self.statement(statement, jumps);
            jumps.enclosing.truncate(jumps.enclosing.len() - labels);
            labels = 0;
        }
        jumps.enclosing.truncate(jumps.enclosing.len() - labels);
    }

    fn statement(&mut self, statement: &Statement, jumps: &mut Jumps) {
        match &statement.kind {
            StatementKind::Label(_) | StatementKind::Return => {}
            StatementKind::Assert(condition) => self.condition(*condition, "an assertion"),
            StatementKind::Assume(condition) => self.condition(*condition, "an assumption"),
            StatementKind::Havoc(idents) => {
                for &ident in idents {
                    if let Some(variable) = self.assignable(ident) {
                        self.check_modifies(variable, ident.span, jumps);
                    }
                }
            }
            StatementKind::Assign(targets, values) => self.assignment(targets, values, jumps),
            StatementKind::Call(call) => self.call(call, statement.span, jumps),
            StatementKind::If(branches, otherwise) => {
                for branch in branches {
                    self.guard(branch.guard);
                    self.block(&branch.statements, jumps);
                }
                self.block(otherwise.as_deref().unwrap_or_default(), jumps);
            }
            StatementKind::While(statement) => {
                self.guard(statement.guard);
                for invariant in &statement.invariants {
                    self.condition(invariant.condition, "an invariant");
                }
                jumps.loops += 1;
                self.block(&statement.statements, jumps);
                jumps.loops -= 1;
            }
            StatementKind::Block(statements) => self.block(statements, jumps),
            StatementKind::Goto(labels) => {
                for &label in labels {
                    if !jumps.labels.contains_key(&label.name) {
                        let known: Vec<Name> = jumps.labels.keys().copied().collect();
                        self.unknown("label", label, known.iter());
                    }
                }
            }
            StatementKind::Break(label) => self.break_statement(*label, statement.span, jumps),
        }
    }

    fn guard(&mut self, guard: Option<ExprId>) {
        if let Some(condition) = guard {
            self.condition(condition, "the condition");
        }
    }

    fn break_statement(&mut self, label: Option<Ident>, span: Span, jumps: &Jumps) {
        match label {
            Some(label) if !jumps.enclosing.contains(&label.name) => {
                let text = self.text(label.name);
                let message = format!("no enclosing statement has the label `{text}`");
                self.error(label.span, message, format!("write `{text}:` before the loop, or jump by goto"));
            }
            None if jumps.loops == 0 => {
                self.error(span, "break stands outside of a loop", "leave the procedure by `return`");
            }
            _ => {}
        }
    }

    fn assignment(&mut self, targets: &[Target], values: &[ExprId], jumps: &mut Jumps) {
        let mut assigned: FxHashSet<VariableId> = FxHashSet::default();
        for (target, &value) in targets.iter().zip(values) {
            let found = self.expression(value);
            let variable = self.assignable(target.variable);
            let expected = self.target_type(target, variable);
            let wrong = self.checked.types.wrong();
            if found != expected && found != wrong && expected != wrong {
                self.expression_of_type(value, expected, "the assigned value");
            }
            let Some(variable) = variable else { continue };
            self.check_modifies(variable, target.variable.span, jumps);
            if !assigned.insert(variable) {
                let message = format!("`{}` is assigned twice at once", self.text(target.variable.name));
                let hint = "assign in two statements, or store twice: m[i := a][j := b]";
                self.error(target.span, message, hint);
            }
        }
    }

    fn target_type(&mut self, target: &Target, variable: Option<VariableId>) -> TypeId {
        let wrong = self.checked.types.wrong();
        let mut ty = variable.map_or(wrong, |variable| self.checked.variables[variable].ty);
        for indices in &target.indices {
            let indices: Vec<(ExprId, TypeId)> =
                indices.iter().map(|&index| (index, self.expression(index))).collect();
            ty = self.access_type(ty, target.span, &indices).unwrap_or(wrong);
        }
        ty
    }

    fn call(&mut self, call: &Call, span: Span, jumps: &mut Jumps) {
        let id = self.checked.procedure_names.get(&call.procedure.name).copied();
        let Some(id) = id else {
            for argument in call.arguments.iter().flatten() {
                self.expression(*argument);
            }
            let known: Vec<Name> = self.checked.procedure_names.keys().copied().collect();
            return self.unknown("procedure", call.procedure, known.iter());
        };
        let procedure = self.checked.procedures[id].clone();
        let text = self.text(call.procedure.name);
        let counts = [
            (procedure.parameters.len(), call.arguments.len(), "argument"),
            (procedure.results.len(), call.results.len(), "result"),
        ];
        for (expected, found, what) in counts {
            if expected != found {
                let message =
                    format!("the procedure `{text}` has {}, but the call {found}", count(expected, what));
                self.error(
                    span,
                    message,
                    "give one argument and take one result for each that the procedure has",
                );
            }
        }
        for (number, argument) in call.arguments.iter().enumerate() {
            let Some(argument) = *argument else { continue };
            match procedure.parameters.get(number) {
                Some(&parameter) => {
                    let expected = self.checked.variables[parameter].ty;
                    self.expression_of_type(argument, expected, "the argument");
                }
                None => {
                    self.expression(argument);
                }
            }
        }
        self.call_results(call, &procedure.results, jumps);
        for variable in procedure.modifies {
            self.check_modifies(variable, span, jumps);
        }
    }

    fn call_results(&mut self, call: &Call, results: &[VariableId], jumps: &mut Jumps) {
        for (number, &ident) in call.results.iter().enumerate() {
            let Some(variable) = self.assignable(ident) else { continue };
            self.check_modifies(variable, ident.span, jumps);
            if call.results[..number].iter().any(|earlier| earlier.name == ident.name) {
                let message = format!("`{}` takes two results", self.text(ident.name));
                self.error(ident.span, message, "use two variables");
            }
            let Some(&result) = results.get(number) else { continue };
            let (found, expected) = (self.checked.variables[result].ty, self.checked.variables[variable].ty);
            let wrong = self.checked.types.wrong();
            if found != expected && found != wrong && expected != wrong {
                let (found, expected) = (self.describe(found), self.describe(expected));
                let message = format!("the result has the type {found}, the variable {expected}");
                self.error(ident.span, message, format!("use a variable of type {found}"));
            }
        }
    }

    /// Warns about a global that is modified, but not in the `modifies` clause.
    fn check_modifies(&mut self, variable: VariableId, span: Span, jumps: &mut Jumps) {
        let info = &self.checked.variables[variable];
        if info.kind != VariableKind::Global
            || jumps.modifies.contains(&variable)
            || !jumps.warned.insert(variable)
        {
            return;
        }
        let text = self.text(info.ident.name);
        let procedure = self.text(self.checked.procedures[jumps.procedure].ident.name);
        let message = format!("`{procedure}` modifies `{text}`, but its contract does not say so");
        let hint = format!("add `modifies {text};` to the contract");
        self.diagnostics.push(Diagnostic::warning(span, message).with_hint(hint));
    }
}
