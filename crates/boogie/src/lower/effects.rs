//! Who calls whom, and which globals a procedure may change.

use crate::ast::{DeclarationKind, Statement, StatementKind};
use crate::check::{Checked, Implementation, ProcedureId, VariableId, VariableKind};
use base::IndexVec;
use std::collections::BTreeSet;

/// The effects of all procedures.
pub(super) struct Effects {
    /// The globals that a procedure may change, itself or through calls.
    modified: IndexVec<ProcedureId, BTreeSet<VariableId>>,
    callees: IndexVec<ProcedureId, BTreeSet<ProcedureId>>,
    called_by_others: IndexVec<ProcedureId, bool>,
}

impl Effects {
    /// The effects of the procedures of a program.
    pub(super) fn of(checked: &Checked) -> Effects {
        let count = checked.procedures.len();
        let mut effects = Effects {
            modified: IndexVec::from_elem(BTreeSet::new(), count),
            callees: IndexVec::from_elem(BTreeSet::new(), count),
            called_by_others: IndexVec::from_elem(false, count),
        };
        for (id, info) in checked.procedures.iter_enumerated() {
            match &info.implementation {
                Some(implementation) => {
                    effects.statements(checked, id, implementation, body(checked, implementation));
                }
                None => effects.modified[id].extend(&info.modifies),
            }
        }
        effects.close();
        effects
    }

    fn statements(
        &mut self,
        checked: &Checked,
        id: ProcedureId,
        scope: &Implementation,
        statements: &[Statement],
    ) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Havoc(idents) => {
                    idents.iter().for_each(|ident| self.write(checked, id, scope, ident.name));
                }
                StatementKind::Assign(targets, _) => {
                    targets.iter().for_each(|target| self.write(checked, id, scope, target.variable.name));
                }
                StatementKind::Call(call) => {
                    call.results.iter().for_each(|ident| self.write(checked, id, scope, ident.name));
                    if let Some(&callee) = checked.procedure_names.get(&call.procedure.name) {
                        self.callees[id].insert(callee);
                    }
                }
                StatementKind::If(branches, otherwise) => {
                    for branch in branches {
                        self.statements(checked, id, scope, &branch.statements);
                    }
                    self.statements(checked, id, scope, otherwise.as_deref().unwrap_or_default());
                }
                StatementKind::While(statement) => self.statements(checked, id, scope, &statement.statements),
                StatementKind::Block(statements) => self.statements(checked, id, scope, statements),
                _ => {}
            }
        }
    }

    fn write(
        &mut self,
        checked: &Checked,
        id: ProcedureId,
        scope: &Implementation,
        name: crate::names::Name,
    ) {
        if let Some(variable) = checked.variable(scope, name)
            && checked.variables[variable].kind == VariableKind::Global
        {
            self.modified[id].insert(variable);
        }
    }

    /// Adds the effects of callees until nothing changes.
    fn close(&mut self) {
        let mut callers: IndexVec<ProcedureId, Vec<ProcedureId>> =
            IndexVec::from_elem(Vec::new(), self.callees.len());
        for (caller, callees) in self.callees.iter_enumerated() {
            for &callee in callees {
                callers[callee].push(caller);
                self.called_by_others[callee] |= callee != caller;
            }
        }
        let mut work: Vec<ProcedureId> = self.callees.ids().collect();
        while let Some(callee) = work.pop() {
            for &caller in &callers[callee] {
                let before = self.modified[caller].len();
                if caller != callee {
                    let added = self.modified[callee].clone();
                    self.modified[caller].extend(added);
                }
                if self.modified[caller].len() > before {
                    work.push(caller);
                }
            }
        }
    }

    /// Whether a procedure may change a global.
    pub(super) fn modifies(&self, procedure: ProcedureId, variable: VariableId) -> bool {
        self.modified[procedure].contains(&variable)
    }

    /// Whether another procedure calls this one.
    pub(super) fn is_called_by_others(&self, procedure: ProcedureId) -> bool {
        self.called_by_others[procedure]
    }
}

/// The statements of an implementation.
pub(super) fn body<'a>(checked: &'a Checked, implementation: &Implementation) -> &'a [Statement] {
    match &checked.program.declarations[implementation.declaration].kind {
        DeclarationKind::Procedure(procedure) => {
            procedure.body.as_ref().map_or(&[], |body| body.statements.as_slice())
        }
        DeclarationKind::Implementation(implementation) => &implementation.body.statements,
        _ => &[],
    }
}
