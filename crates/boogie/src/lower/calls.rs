//! Calls.
//!
//! The contract of the callee is read in an environment where its parameters stand for the arguments and its
//! results for the variables that take them. Arguments are values of the state before the call, so where the call
//! changes a variable that an argument reads, the argument is copied first; likewise the globals under `old`. A
//! result that goes to a global is received by a local first, since the contract may speak about the global too.

use super::expressions::Environment;
use super::procedures::Builder;
use crate::ast::{Call, ClauseKind};
use crate::check::{Procedure, ProcedureId, VariableId, VariableKind};
use base::Span;
use program::{Call as CoreCall, Statement as CoreStatement};
use term::Term;

impl Builder<'_, '_> {
    /// Lowers a call.
    pub(super) fn call(&mut self, call: &Call, span: Span, text: &str) {
        let checked = self.lowering.checked;
        let callee = checked.procedure_names[&call.procedure.name];
        let arguments = self.arguments(call, callee, span);
        let parameters = checked.procedures[callee].parameters.iter().copied();
        let values = parameters.zip(arguments.iter().copied()).collect();
        // `old` in a precondition is the state before the call, which is the current one.
        let environment = Environment { values, old: Default::default() };
        self.preconditions(callee, &environment, span);
        let results: Vec<VariableId> = call.results.iter().map(|ident| self.variable(ident.name)).collect();
        match self.lowering.core_ids.get(&callee) {
            Some(&procedure) => {
                let results = self.lowering.terms(&results);
                self.step(CoreStatement::Call(CoreCall { procedure, arguments, results }), span, text);
            }
            None => self.contract_call(callee, environment, &results, span, text),
        }
    }

    /// The values of the arguments; `*` is any value.
    fn arguments(&mut self, call: &Call, callee: ProcedureId, span: Span) -> Vec<Term> {
        let parameters = &self.lowering.checked.procedures[callee].parameters;
        let mut arguments = Vec::new();
        for (argument, &parameter) in call.arguments.iter().zip(parameters) {
            arguments.push(match argument {
                Some(argument) => self.expression(*argument),
                None => {
                    let any = self.local_of_callee(callee, parameter, "any");
                    self.step(CoreStatement::Havoc(vec![any]), span, "");
                    any
                }
            });
        }
        arguments
    }

    /// A local of the caller for a parameter or result of the callee.
    fn local_of_callee(&mut self, callee: ProcedureId, variable: VariableId, role: &str) -> Term {
        let checked = self.lowering.checked;
        let procedure = checked.text(checked.procedures[callee].ident.name);
        let name = checked.text(checked.variables[variable].ident.name);
        let sort = self.lowering.variables[variable].sort();
        // The parentheses keep the name apart from every name of the program.
        self.added_local(&format!("{role}({procedure}.{name})"), sort)
    }

    fn preconditions(&mut self, callee: ProcedureId, environment: &Environment, span: Span) {
        let checked = self.lowering.checked;
        let name = checked.text(checked.procedures[callee].ident.name);
        let whose = format!(" of {name}");
        for clause in self.lowering.contract(callee) {
            if let ClauseKind::Requires(condition) = clause.kind
                && !clause.free
            {
                let (term, text) = (self.lowering.expression(condition, environment), self.text(condition));
                self.assert(term, span, &text, ("the precondition", &whose));
            }
        }
    }

    /// A call of a procedure without an implementation.
    fn contract_call(
        &mut self,
        callee: ProcedureId,
        mut environment: Environment,
        results: &[VariableId],
        span: Span,
        text: &str,
    ) {
        let lowering = self.lowering;
        let info = &lowering.checked.procedures[callee];
        let mut copies = self.copy_arguments(callee, &mut environment, results);
        copies.append(&mut self.copy_globals(callee, &mut environment));
        if !copies.is_empty() {
            self.step(CoreStatement::Assign(copies), span, "");
        }
        let mut received = Vec::new();
        let mut changed = lowering.terms(&info.modifies);
        for (&formal, &actual) in info.results.iter().zip(results) {
            let term = lowering.variables[actual];
            let is_global = lowering.checked.variables[actual].kind == VariableKind::Global;
            let receiver = if is_global { self.local_of_callee(callee, formal, "result") } else { term };
            if is_global {
                received.push((term, receiver));
            }
            environment.values.insert(formal, receiver);
            changed.push(receiver);
        }
        if !changed.is_empty() {
            self.step(CoreStatement::Havoc(changed), span, text);
        }
        self.where_clauses(&info.modifies);
        self.assume_postconditions(info, callee, &environment);
        if !received.is_empty() {
            self.step(CoreStatement::Assign(received), span, "");
        }
    }

    /// Copies arguments that read what the call changes.
    fn copy_arguments(
        &mut self,
        callee: ProcedureId,
        environment: &mut Environment,
        results: &[VariableId],
    ) -> Vec<(Term, Term)> {
        let lowering = self.lowering;
        let info = &lowering.checked.procedures[callee];
        let changed = [lowering.terms(&info.modifies), lowering.terms(results)].concat();
        let mut copies = Vec::new();
        for &parameter in &info.parameters {
            let argument = environment.values[&parameter];
            let reads_changed = changed.iter().any(|&variable| argument.has_free(variable));
            if reads_changed && self.contract_mentions(info, callee, parameter) {
                let copy = self.local_of_callee(callee, parameter, "argument");
                copies.push((copy, argument));
                environment.values.insert(parameter, copy);
            }
        }
        copies
    }

    /// Whether what is assumed after the call speaks about a parameter.
    fn contract_mentions(&self, info: &Procedure, callee: ProcedureId, parameter: VariableId) -> bool {
        let ensures = self.lowering.contract(callee).iter().filter_map(|clause| match clause.kind {
            ClauseKind::Ensures(condition) => Some(condition),
            _ => None,
        });
        let wheres =
            info.results.iter().filter_map(|&result| self.lowering.checked.variables[result].where_clause);
        ensures.chain(wheres).any(|expr| self.lowering.mentions(expr, parameter))
    }

    /// Copies globals that the postconditions name under `old` and the call changes.
    fn copy_globals(&mut self, callee: ProcedureId, environment: &mut Environment) -> Vec<(Term, Term)> {
        let lowering = self.lowering;
        let mut globals = Vec::new();
        for clause in lowering.contract(callee) {
            if let ClauseKind::Ensures(condition) = clause.kind {
                lowering.globals_under_old(condition, &mut globals);
            }
        }
        globals.retain(|&variable| lowering.effects.modifies(callee, variable));
        let mut copies = Vec::new();
        for variable in globals {
            let global = lowering.variables[variable];
            let name = lowering.checked.text(lowering.checked.variables[variable].ident.name);
            let copy = self.added_local(&format!("before({name})"), global.sort());
            environment.old.insert(variable, copy);
            copies.push((copy, global));
        }
        copies
    }

    fn assume_postconditions(&mut self, info: &Procedure, callee: ProcedureId, environment: &Environment) {
        let lowering = self.lowering;
        let wheres =
            info.results.iter().filter_map(|&result| lowering.checked.variables[result].where_clause);
        let ensures = lowering.contract(callee).iter().filter_map(|clause| match clause.kind {
            ClauseKind::Ensures(condition) => Some(condition),
            _ => None,
        });
        for condition in wheres.chain(ensures) {
            let text = format!("assume {}", self.text(condition));
            self.assume(lowering.expression(condition, environment), self.span(condition), &text);
        }
    }
}
