//! Declarations: first all names, then everything that uses them.

use super::scopes::Context;
use super::{
    Checker, Function, Implementation, Procedure, ProcedureId, Variable, VariableId, VariableKind, count,
};
use crate::ast::{
    self, Body, Clause, ClauseKind, DeclarationKind, FunctionDeclaration, Ident, ImplementationDeclaration,
    ProcedureDeclaration,
};
use crate::names::Name;
use rustc_hash::FxHashMap;

impl Checker<'_> {
    /// Checks everything.
    pub(super) fn check_program(&mut self) {
        let declarations = &self.program.declarations;
        for (position, declaration) in declarations.iter().enumerate() {
            if let DeclarationKind::Type(ty) = &declaration.kind {
                self.declare_type(position, ty, &declaration.attributes);
            }
        }
        for (position, declaration) in declarations.iter().enumerate() {
            self.declare(position, &declaration.kind);
        }
        for (position, declaration) in declarations.iter().enumerate() {
            if let DeclarationKind::Implementation(implementation) = &declaration.kind {
                self.declare_implementation(position, implementation);
            }
        }
        for declaration in declarations {
            self.check_declaration(&declaration.kind);
        }
    }

    fn declare(&mut self, position: usize, declaration: &DeclarationKind) {
        match declaration {
            DeclarationKind::Type(ty) => {
                // Resolving every synonym once reports cycles even where nobody uses it.
                if ty.parameters.is_empty() {
                    let kind = ast::TypeKind::Named(ty.name.name, Vec::new());
                    self.resolve_type(&ast::TypeExpr { kind, span: ty.name.span });
                }
            }
            DeclarationKind::Constants(constants) => {
                let ty = self.resolve_type(&constants.ty);
                let kind = VariableKind::Constant(constants.unique);
                for &ident in &constants.names {
                    self.declare_global(Variable {
                        ident,
                        ty,
                        kind,
                        where_clause: None,
                        declaration: position,
                    });
                }
            }
            DeclarationKind::Variables(variables) => {
                for variable in variables {
                    let ty = self.resolve_type(&variable.ty);
                    self.declare_global(Variable {
                        ident: variable.name,
                        ty,
                        kind: VariableKind::Global,
                        where_clause: variable.where_clause,
                        declaration: position,
                    });
                }
            }
            DeclarationKind::Function(function) => self.declare_function(position, function),
            DeclarationKind::Procedure(procedure) => self.declare_procedure(position, procedure),
            DeclarationKind::Axiom(_) | DeclarationKind::Implementation(_) => {}
        }
    }

    fn declare_global(&mut self, variable: Variable) {
        let ident = variable.ident;
        if let Some(&first) = self.checked.globals.get(&ident.name) {
            let first = self.checked.variables[first].ident.span;
            return self.duplicate("variable", ident, first);
        }
        let id = self.checked.variables.push(variable);
        self.checked.globals.insert(ident.name, id);
    }

    fn declare_function(&mut self, position: usize, function: &FunctionDeclaration) {
        if let Some(&first) = self.function_names.get(&function.name.name) {
            let first = self.checked.functions[first].ident.span;
            return self.duplicate("function", function.name, first);
        }
        let mut parameters = Vec::new();
        let mut seen: FxHashMap<Name, Ident> = FxHashMap::default();
        for (name, ty) in &function.parameters {
            if let Some(name) = name
                && let Some(first) = seen.insert(name.name, *name)
            {
                self.duplicate("parameter", *name, first.span);
            }
            let ident = name.unwrap_or(function.name);
            let ty = self.resolve_type(ty);
            parameters.push(self.checked.variables.push(Variable {
                ident,
                ty,
                kind: VariableKind::FunctionParameter,
                where_clause: None,
                declaration: position,
            }));
        }
        let result = self.resolve_type(&function.result);
        let info =
            Function { ident: function.name, parameters, result, body: function.body, declaration: position };
        let id = self.checked.functions.push(info);
        self.function_names.insert(function.name.name, id);
    }

    fn declare_procedure(&mut self, position: usize, procedure: &ProcedureDeclaration) {
        let name = procedure.name;
        if let Some(&first) = self.checked.procedure_names.get(&name.name) {
            let first = self.checked.procedures[first].ident.span;
            return self.duplicate("procedure", name, first);
        }
        let mut scope = FxHashMap::default();
        let parameters =
            self.declare_locals(&procedure.parameters, VariableKind::Parameter, position, &mut scope);
        let results = self.declare_locals(&procedure.results, VariableKind::Result, position, &mut scope);
        let implementation = procedure.body.as_ref().map(|body| {
            let locals = self.declare_locals(&body.locals, VariableKind::Local, position, &mut scope);
            Implementation { declaration: position, locals, scope: std::mem::take(&mut scope) }
        });
        let info = Procedure {
            ident: name,
            parameters,
            results,
            modifies: Vec::new(),
            declaration: position,
            implementation,
        };
        let id = self.checked.procedures.push(info);
        self.checked.procedure_names.insert(name.name, id);
    }

    fn declare_implementation(&mut self, position: usize, declaration: &ImplementationDeclaration) {
        let name = declaration.name;
        let Some(&id) = self.checked.procedure_names.get(&name.name) else {
            let known: Vec<Name> = self.checked.procedure_names.keys().copied().collect();
            return self.unknown("procedure", name, known.iter());
        };
        if let Some(first) = &self.checked.procedures[id].implementation {
            let first = self.program.declarations[first.declaration].span;
            return self.duplicate("implementation of", name, first);
        }
        let mut scope = FxHashMap::default();
        let procedure = self.checked.procedures[id].clone();
        self.match_signature(name, &declaration.parameters, &procedure.parameters, "parameter", &mut scope);
        self.match_signature(name, &declaration.results, &procedure.results, "result", &mut scope);
        let locals = self.declare_locals(&declaration.body.locals, VariableKind::Local, position, &mut scope);
        let implementation = Implementation { declaration: position, locals, scope };
        self.checked.procedures[id].implementation = Some(implementation);
    }

    /// Binds the names that an implementation gives to the variables of its procedure.
    fn match_signature(
        &mut self,
        procedure: Ident,
        given: &[ast::Variable],
        declared: &[VariableId],
        what: &str,
        scope: &mut FxHashMap<Name, VariableId>,
    ) {
        let hint = "an implementation has the parameters and results of its procedure";
        if given.len() != declared.len() {
            let message = format!(
                "the implementation has {}, its procedure {}",
                count(given.len(), what),
                declared.len()
            );
            self.error(procedure.span, message, hint);
        }
        for (variable, &id) in given.iter().zip(declared) {
            let ty = self.resolve_type(&variable.ty);
            let expected = self.checked.variables[id].ty;
            if ty != expected {
                let (found, expected) = (self.describe(ty), self.describe(expected));
                let message = format!("the type here is {found}, but {expected} in the procedure");
                self.error(variable.name.span, message, hint);
            }
            if let Some(clause) = variable.where_clause {
                let span = self.program.exprs[clause].span;
                self.error(span, "a where clause cannot stand here", "move it to the procedure");
            }
            if let Some(first) = scope.insert(variable.name.name, id) {
                let first = self.checked.variables[first].ident.span;
                self.duplicate("variable", variable.name, first);
            }
        }
    }

    fn check_declaration(&mut self, declaration: &DeclarationKind) {
        match declaration {
            DeclarationKind::Type(_) | DeclarationKind::Constants(_) => {}
            DeclarationKind::Axiom(axiom) => {
                self.context = Context::Rigid;
                self.condition(*axiom, "an axiom");
            }
            DeclarationKind::Variables(variables) => {
                self.context = Context::Global;
                self.where_clauses(variables);
            }
            DeclarationKind::Function(function) => self.check_function(function),
            DeclarationKind::Procedure(procedure) => self.check_procedure(procedure),
            DeclarationKind::Implementation(implementation) => {
                let id = self.checked.procedure_names.get(&implementation.name.name).copied();
                if let Some(id) = id {
                    self.check_body(id, &implementation.body);
                }
            }
        }
        self.scope.clear();
    }

    fn where_clauses(&mut self, variables: &[ast::Variable]) {
        for variable in variables {
            if let Some(clause) = variable.where_clause {
                self.condition(clause, "a where clause");
            }
        }
    }

    fn check_function(&mut self, function: &FunctionDeclaration) {
        let Some(body) = function.body else { return };
        let Some(&id) = self.function_names.get(&function.name.name) else { return };
        self.context = Context::Rigid;
        let parameters = self.checked.functions[id].parameters.clone();
        for ((name, _), parameter) in function.parameters.iter().zip(parameters) {
            if let Some(name) = name {
                self.scope.insert(name.name, parameter);
            }
        }
        let result = self.checked.functions[id].result;
        self.expression_of_type(body, result, "the body of the function");
    }

    fn check_procedure(&mut self, procedure: &ProcedureDeclaration) {
        let Some(&id) = self.checked.procedure_names.get(&procedure.name.name) else { return };
        self.context = Context::Procedure;
        let info = self.checked.procedures[id].clone();
        for &variable in info.parameters.iter().chain(&info.results) {
            self.scope.insert(self.checked.variables[variable].ident.name, variable);
        }
        self.where_clauses(&procedure.parameters);
        self.where_clauses(&procedure.results);
        for clause in &procedure.contract {
            self.clause(id, clause);
        }
        self.scope.clear();
        if let Some(body) = &procedure.body {
            self.check_body(id, body);
        }
    }

    fn clause(&mut self, procedure: ProcedureId, clause: &Clause) {
        match &clause.kind {
            ClauseKind::Requires(condition) => self.condition(*condition, "a precondition"),
            ClauseKind::Ensures(condition) => self.condition(*condition, "a postcondition"),
            ClauseKind::Modifies(idents) => {
                for &ident in idents {
                    self.modifies(procedure, ident);
                }
            }
        }
    }

    fn modifies(&mut self, procedure: ProcedureId, ident: Ident) {
        let Some(&variable) = self.checked.globals.get(&ident.name) else {
            let known: Vec<Name> = self.checked.globals.keys().copied().collect();
            return self.unknown("global variable", ident, known.iter());
        };
        if self.checked.variables[variable].kind != VariableKind::Global {
            let message = format!("`{}` is a constant and cannot be modified", self.text(ident.name));
            return self.error(ident.span, message, "modifies names global variables");
        }
        let modifies = &mut self.checked.procedures[procedure].modifies;
        if !modifies.contains(&variable) {
            modifies.push(variable);
        }
    }

    fn check_body(&mut self, procedure: ProcedureId, body: &Body) {
        let Some(implementation) = self.checked.procedures[procedure].implementation.clone() else { return };
        self.context = Context::Procedure;
        self.scope = implementation.scope;
        self.where_clauses(&body.locals);
        self.statements_of(procedure, &body.statements);
    }
}
