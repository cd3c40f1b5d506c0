//! Statements to edges.

use super::procedures::{Builder, Frame};
use crate::ast::{Branch, ExprId, Guard, Ident, Statement, StatementKind, While};
use crate::check::VariableId;
use crate::names::Name;
use crate::print::print_statement;
use base::Span;
use program::{LocationId, Provenance, Statement as CoreStatement};
use term::build as mk;

impl Statement {
    /// Calls `visit` for the expressions of the statement itself, not for those of statements inside it.
    pub(super) fn for_each_expression(&self, visit: &mut impl FnMut(ExprId)) {
        match &self.kind {
            StatementKind::Assert(condition) | StatementKind::Assume(condition) => visit(*condition),
            StatementKind::Assign(targets, values) => {
                targets
                    .iter()
                    .flat_map(|target| target.indices.iter().flatten())
                    .for_each(|&index| visit(index));
                values.iter().for_each(|&value| visit(value));
            }
            StatementKind::Call(call) => {
                call.arguments.iter().flatten().for_each(|&argument| visit(argument))
            }
            StatementKind::If(branches, _) => {
                branches.iter().filter_map(|branch| branch.guard).for_each(visit)
            }
            StatementKind::While(statement) => {
                statement.guard.into_iter().for_each(&mut *visit);
                statement.invariants.iter().for_each(|invariant| visit(invariant.condition));
            }
            _ => {}
        }
    }
}

impl Builder<'_, '_> {
    /// Lowers a list of statements.
    pub(super) fn statements(&mut self, statements: &[Statement]) {
        let mut labels = Vec::new();
        for statement in statements {
            if let StatementKind::Label(label) = &statement.kind {
                self.label(*label);
                labels.push(label.name);
                continue;
            }
            self.statement(statement, std::mem::take(&mut labels));
        }
    }

    /// Lowers a statement with the labels directly before it.
    fn statement(&mut self, statement: &Statement, labels: Vec<Name>) {
        let span = statement.span;
        let text = || print_statement(self.lowering.syntax(), statement);
        match &statement.kind {
            StatementKind::Label(_) => {}
            StatementKind::Assert(condition) => {
                let (term, text) = (self.expression(*condition), self.text(*condition));
                self.assert(term, span, &text, ("the assertion", ""));
            }
            StatementKind::Assume(condition) => {
                let (term, text) = (self.expression(*condition), text());
                self.assume(term, span, &text);
            }
            StatementKind::Havoc(idents) => {
                let mut variables: Vec<VariableId> = Vec::new();
                for variable in idents.iter().map(|ident| self.variable(ident.name)) {
                    if !variables.contains(&variable) {
                        variables.push(variable);
                    }
                }
                let (terms, text) = (self.lowering.terms(&variables), text());
                let input = Some("havoc".into());
                let provenance = Provenance { input, ..Provenance::new(Some(span), &text) };
                self.current = self.procedure.append(self.current, CoreStatement::Havoc(terms), provenance);
                self.where_clauses(&variables);
            }
            StatementKind::Assign(targets, values) => {
                let text = text();
                self.assignment(targets, values, span, &text);
            }
            StatementKind::Call(call) => {
                let text = text();
                self.call(call, span, &text);
            }
            StatementKind::If(branches, otherwise) => {
                let otherwise = otherwise.as_deref().unwrap_or_default();
                self.if_statement(branches, otherwise, span, labels);
            }
            StatementKind::While(statement) => self.while_statement(statement, span, labels),
            StatementKind::Block(statements) => {
                let exit = self.procedure.add_location();
                self.frames.push(Frame { labels, is_loop: false, exit });
                self.statements(statements);
                self.frames.pop();
                self.jump(exit, span, "");
                self.current = exit;
            }
            StatementKind::Goto(labels) => {
                let text = text();
                for &label in labels {
                    let destination = self.label_location(label);
                    self.jump(destination, span, &text);
                }
                self.unreachable();
            }
            StatementKind::Break(label) => self.break_statement(*label, span),
            StatementKind::Return => {
                let returning = *self.returning.get_or_insert_with(|| self.procedure.add_location());
                self.jump(returning, span, "return");
                self.unreachable();
            }
        }
    }

    /// What follows cannot be reached from here, but perhaps through a label.
    pub(super) fn unreachable(&mut self) {
        self.current = self.procedure.add_location();
    }

    /// The variable that a name means in the body.
    pub(super) fn variable(&self, name: Name) -> VariableId {
        let variable = self.lowering.checked.variable(self.implementation, name);
        variable.expect("the checker resolved every name")
    }

    fn label_location(&mut self, label: Ident) -> LocationId {
        if let Some(&location) = self.labels.get(&label.name) {
            return location;
        }
        let location = self.procedure.add_location();
        self.procedure.locations[location].name = self.lowering.checked.text(label.name).into();
        self.labels.insert(label.name, location);
        location
    }

    fn label(&mut self, label: Ident) {
        let location = self.label_location(label);
        self.jump(location, label.span, "");
        self.current = location;
    }

    fn break_statement(&mut self, label: Option<Ident>, span: Span) {
        let frame = self.frames.iter().rev().find(|frame| match label {
            Some(label) => frame.labels.contains(&label.name),
            None => frame.is_loop,
        });
        // A label that names a simple statement can only be broken from inside it, so there is a frame.
        if let Some(exit) = frame.map(|frame| frame.exit) {
            self.jump(exit, span, "break");
        }
        self.unreachable();
    }

    /// The edges of a condition: the locations behind it if it holds and if not.
    fn branch(&mut self, guard: Guard, span: Span) -> (LocationId, LocationId) {
        let start = self.current;
        let (condition, text) = match guard {
            Some(condition) => (Some(self.expression(condition)), self.text(condition)),
            None => (None, "*".to_owned()),
        };
        let holds = condition.unwrap_or_else(mk::tt);
        let fails = condition.map_or_else(mk::tt, mk::not);
        self.step(CoreStatement::Assume(holds), span, &format!("assume {text}"));
        let then = self.current;
        self.current = start;
        let negated = if condition.is_some() { format!("assume !({text})") } else { "assume *".to_owned() };
        self.step(CoreStatement::Assume(fails), span, &negated);
        (then, self.current)
    }

    fn if_statement(&mut self, branches: &[Branch], otherwise: &[Statement], span: Span, labels: Vec<Name>) {
        let exit = self.procedure.add_location();
        self.frames.push(Frame { labels, is_loop: false, exit });
        for branch in branches {
            let (then, not) = self.branch(branch.guard, branch.span);
            self.current = then;
            self.statements(&branch.statements);
            self.jump(exit, branch.span, "");
            self.current = not;
        }
        self.statements(otherwise);
        self.frames.pop();
        self.jump(exit, span, "");
        self.current = exit;
    }

    fn while_statement(&mut self, statement: &While, span: Span, labels: Vec<Name>) {
        let head = self.procedure.add_location();
        self.jump(head, span, "");
        self.current = head;
        for invariant in &statement.invariants {
            let (term, text) = (self.expression(invariant.condition), self.text(invariant.condition));
            if invariant.free {
                self.assume(term, invariant.span, &format!("assume {text}"));
            } else {
                self.assert(term, invariant.span, &text, ("the loop invariant", ""));
            }
        }
        let (body, exit) = self.branch(statement.guard, span);
        self.current = body;
        self.frames.push(Frame { labels, is_loop: true, exit });
        self.statements(&statement.statements);
        self.frames.pop();
        self.jump(head, span, "");
        self.current = exit;
    }
}
