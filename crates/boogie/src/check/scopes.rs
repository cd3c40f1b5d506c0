//! Variables and what may be done with them.

use super::{Checker, Variable, VariableId, VariableKind};
use crate::ast::{self, Ident};
use crate::names::Name;
use rustc_hash::FxHashMap;

/// Where an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// Where clauses of globals: variables, but no `old`.
    Global,
    /// Axioms and bodies of functions: neither global variables nor `old`.
    Rigid,
    /// Contracts and bodies of procedures.
    Procedure,
}

impl Checker<'_> {
    /// Declares the variables of a parameter list or a body in `scope`.
    pub(super) fn declare_locals(
        &mut self,
        variables: &[ast::Variable],
        kind: VariableKind,
        declaration: usize,
        scope: &mut FxHashMap<Name, VariableId>,
    ) -> Vec<VariableId> {
        let mut ids = Vec::new();
        for variable in variables {
            let ty = self.resolve_type(&variable.ty);
            let id = self.checked.variables.push(Variable {
                ident: variable.name,
                ty,
                kind,
                where_clause: variable.where_clause,
                declaration,
            });
            if let Some(&first) = scope.get(&variable.name.name) {
                let first = self.checked.variables[first].ident.span;
                self.duplicate("variable", variable.name, first);
            } else {
                scope.insert(variable.name.name, id);
            }
            ids.push(id);
        }
        ids
    }

    /// The variable or constant that a name means here, without a message.
    pub(super) fn find_variable(&self, name: Name) -> Option<VariableId> {
        self.scope.get(&name).or_else(|| self.checked.globals.get(&name)).copied()
    }

    /// The variable that a name means here; reports an unknown one.
    pub(super) fn variable(&mut self, ident: Ident) -> Option<VariableId> {
        let found = self.find_variable(ident.name);
        if found.is_none() {
            if self.function_names.contains_key(&ident.name) {
                let text = self.text(ident.name);
                let message = format!("`{text}` is a function, not a variable");
                self.error(ident.span, message, format!("apply it: `{text}(...)`"));
            } else {
                let known: Vec<Name> =
                    self.scope.keys().chain(self.checked.globals.keys()).copied().collect();
                self.unknown("variable", ident, known.iter());
            }
        }
        found
    }

    /// The variable that a name means here, if it may be assigned; reports why not.
    pub(super) fn assignable(&mut self, ident: Ident) -> Option<VariableId> {
        let variable = self.variable(ident)?;
        let text = self.text(ident.name);
        match self.checked.variables[variable].kind {
            VariableKind::Constant(_) => {
                let hint = "declare it by `var` instead of `const`";
                self.error(ident.span, format!("the constant `{text}` cannot be assigned"), hint);
                None
            }
            VariableKind::Parameter | VariableKind::FunctionParameter => {
                let hint = "copy it to a local variable and assign that";
                self.error(ident.span, format!("the parameter `{text}` cannot be assigned"), hint);
                None
            }
            VariableKind::Global | VariableKind::Result | VariableKind::Local => Some(variable),
        }
    }
}
