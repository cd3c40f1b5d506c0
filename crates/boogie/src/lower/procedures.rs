//! Procedures: entry, body, exit.

use super::Lowering;
use super::effects::body;
use super::expressions::Environment;
use crate::ast::{Clause, ClauseKind, DeclarationKind, ExprId, Statement, StatementKind};
use crate::check::{Implementation, ProcedureId, VariableId, VariableKind};
use crate::names::Name;
use crate::print::print_expression;
use base::Span;
use program::{LocationId, Procedure, Provenance, Statement as CoreStatement, Target, Violation};
use rustc_hash::FxHashMap;
use term::{Term, build as mk};

/// A procedure that is being built.
pub(super) struct Builder<'l, 'a> {
    pub(super) lowering: &'l Lowering<'a>,
    pub(super) id: ProcedureId,
    pub(super) implementation: &'l Implementation,
    pub(super) procedure: Procedure,
    /// Where the next statement starts.
    pub(super) current: LocationId,
    pub(super) labels: FxHashMap<Name, LocationId>,
    pub(super) frames: Vec<Frame>,
    /// Where `return` goes; made by the first one.
    pub(super) returning: Option<LocationId>,
    pub(super) environment: Environment,
    /// Locals that lowering adds, by name.
    added: FxHashMap<String, Term>,
}

/// A statement that `break` can leave.
pub(super) struct Frame {
    pub(super) labels: Vec<Name>,
    pub(super) is_loop: bool,
    pub(super) exit: LocationId,
}

impl<'a> Lowering<'a> {
    /// Lowers an implementation.
    pub(super) fn procedure(
        &self,
        id: ProcedureId,
        implementation: &Implementation,
        is_entry: bool,
    ) -> Procedure {
        let info = &self.checked.procedures[id];
        let mut procedure = Procedure::new(self.checked.text(info.ident.name));
        procedure.parameters = self.terms(&info.parameters);
        procedure.results = self.terms(&info.results);
        procedure.locals = self.terms(&implementation.locals);
        let current = procedure.entry;
        let mut builder = Builder {
            lowering: self,
            id,
            implementation,
            procedure,
            current,
            labels: FxHashMap::default(),
            frames: Vec::new(),
            returning: None,
            environment: Environment::default(),
            added: FxHashMap::default(),
        };
        builder.entry(is_entry);
        builder.statements(body(self.checked, implementation));
        builder.exit();
        builder.procedure
    }

    /// The contract of a procedure.
    pub(super) fn contract(&self, id: ProcedureId) -> &'a [Clause] {
        match &self.checked.program.declarations[self.checked.procedures[id].declaration].kind {
            DeclarationKind::Procedure(procedure) => &procedure.contract,
            _ => &[],
        }
    }
}

impl Builder<'_, '_> {
    /// The term of an expression of the body.
    pub(super) fn expression(&self, root: ExprId) -> Term {
        self.lowering.expression(root, &self.environment)
    }

    /// The text of an expression.
    pub(super) fn text(&self, root: ExprId) -> String {
        print_expression(self.lowering.syntax(), root)
    }

    pub(super) fn span(&self, root: ExprId) -> Span {
        self.lowering.syntax().exprs[root].span
    }

    /// Adds a statement and goes on behind it.
    pub(super) fn step(&mut self, statement: CoreStatement, span: Span, text: &str) {
        let provenance = Provenance::new(Some(span), text);
        self.current = self.procedure.append(self.current, statement, provenance);
    }

    /// Adds an edge without effect from here to a location.
    pub(super) fn jump(&mut self, destination: LocationId, span: Span, text: &str) {
        let provenance = Provenance::new(Some(span), text);
        self.procedure.add_edge(self.current, destination, CoreStatement::skip(), provenance);
    }

    /// Assumes a condition, unless it is trivial.
    pub(super) fn assume(&mut self, condition: Term, span: Span, text: &str) {
        if !condition.is_true() {
            self.step(CoreStatement::Assume(condition), span, text);
        }
    }

    /// Checks a condition; `what` says what it is, and after its text `whose` it is.
    pub(super) fn assert(&mut self, condition: Term, span: Span, text: &str, (what, whose): (&str, &str)) {
        if condition.is_true() {
            return;
        }
        let target = self.procedure.add_target(Target::Violation(Violation {
            property: "assert".into(),
            message: format!("{what} {text}{whose} is violated").into(),
            span: Some(span),
        }));
        let provenance = Provenance::new(Some(span), &format!("assume !({text})"));
        self.procedure.add_edge(self.current, target, CoreStatement::Assume(mk::not(condition)), provenance);
        if condition.is_false() {
            self.unreachable();
        } else {
            self.step(CoreStatement::Assume(condition), span, &format!("assume {text}"));
        }
    }

    /// A local variable that lowering needs, the same for the same name.
    pub(super) fn added_local(&mut self, name: &str, sort: term::Sort) -> Term {
        if let Some(&known) = self.added.get(name) {
            return known;
        }
        let local = mk::var(name, sort);
        self.added.insert(name.to_owned(), local);
        self.procedure.locals.push(local);
        local
    }

    fn entry(&mut self, is_entry: bool) {
        let lowering = self.lowering;
        let info = &lowering.checked.procedures[self.id];
        self.snapshots();
        if is_entry {
            let variables = lowering.checked.variables.iter_enumerated();
            let globals: Vec<VariableId> = variables
                .filter(|(_, variable)| variable.kind == VariableKind::Global)
                .map(|(id, _)| id)
                .collect();
            self.where_clauses(&globals);
        }
        let locals = [&info.parameters[..], &info.results[..], &self.implementation.locals[..]].concat();
        self.where_clauses(&locals);
        for clause in lowering.contract(self.id) {
            if let ClauseKind::Requires(condition) = clause.kind
                && (is_entry || clause.free)
            {
                let text = format!("assume {}", self.text(condition));
                self.assume(self.expression(condition), clause.span, &text);
            }
        }
    }

    /// Copies the globals that occur under `old` and are modified.
    fn snapshots(&mut self) {
        let lowering = self.lowering;
        let mut globals = Vec::new();
        for clause in lowering.contract(self.id) {
            if let ClauseKind::Requires(condition) | ClauseKind::Ensures(condition) = clause.kind {
                lowering.globals_under_old(condition, &mut globals);
            }
        }
        self.old_globals(body(lowering.checked, self.implementation), &mut globals);
        globals.retain(|&variable| lowering.effects.modifies(self.id, variable));
        let mut copies = Vec::new();
        for variable in globals {
            let global = lowering.variables[variable];
            let name =
                format!("old({})", lowering.checked.text(lowering.checked.variables[variable].ident.name));
            let copy = self.added_local(&name, global.sort());
            self.environment.old.insert(variable, copy);
            copies.push((copy, global));
        }
        if !copies.is_empty() {
            let span = lowering.checked.procedures[self.id].ident.span;
            self.step(CoreStatement::Assign(copies), span, "");
        }
    }

    fn old_globals(&self, statements: &[Statement], globals: &mut Vec<VariableId>) {
        for statement in statements {
            statement.for_each_expression(&mut |expr| self.lowering.globals_under_old(expr, globals));
            match &statement.kind {
                StatementKind::If(branches, otherwise) => {
                    branches.iter().for_each(|branch| self.old_globals(&branch.statements, globals));
                    self.old_globals(otherwise.as_deref().unwrap_or_default(), globals);
                }
                StatementKind::While(statement) => self.old_globals(&statement.statements, globals),
                StatementKind::Block(statements) => self.old_globals(statements, globals),
                _ => {}
            }
        }
    }

    /// Assumes the `where` clauses of variables.
    pub(super) fn where_clauses(&mut self, variables: &[VariableId]) {
        // Variables that are declared together share their clause.
        let mut clauses: Vec<ExprId> = Vec::new();
        for &variable in variables {
            if let Some(clause) = self.lowering.checked.variables[variable].where_clause
                && !clauses.contains(&clause)
            {
                clauses.push(clause);
                let text = format!("assume {}", self.text(clause));
                self.assume(self.expression(clause), self.span(clause), &text);
            }
        }
    }

    fn exit(&mut self) {
        let lowering = self.lowering;
        let span = lowering.checked.procedures[self.id].ident.span;
        if let Some(returning) = self.returning {
            self.jump(returning, span, "");
            self.current = returning;
        }
        for clause in lowering.contract(self.id) {
            if let ClauseKind::Ensures(condition) = clause.kind {
                let (term, text) = (self.expression(condition), self.text(condition));
                if clause.free {
                    self.assume(term, clause.span, &format!("assume {text}"));
                } else {
                    self.assert(term, clause.span, &text, ("the postcondition", ""));
                }
            }
        }
        let exit = self.procedure.exit;
        self.jump(exit, span, "");
    }
}
