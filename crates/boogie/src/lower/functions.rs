//! Functions, axioms and unique constants.
//!
//! Functions are looked at in an order in which bodies come after the functions that they apply. What is left
//! over by that order is recursive, or applies something recursive, and becomes uninterpreted with an axiom.

use super::Lowering;
use super::built_in;
use crate::ast::{Attribute, AttributeArgument, DeclarationKind, attribute_text};
use crate::check::{FunctionId, Reference, VariableKind};
use crate::types::TypeId;
use std::collections::BTreeMap;
use term::{Func, Sort, Term, build as mk};

/// What a function means.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// A function without parameters and body.
    Constant(Term),
    /// A function without a body.
    Uninterpreted(Func),
    /// A body, or an operation of SMT-LIB, over parameters.
    Macro(Vec<Term>, Term),
}

impl Lowering<'_> {
    /// Gives every function its meaning and collects the axioms.
    pub(super) fn functions_and_axioms(&mut self) {
        let mut with_body = Vec::new();
        for function in self.checked.functions.ids() {
            if let Some(meaning) = self.built_in_function(function) {
                self.functions[function] = Some(meaning);
            } else if self.checked.functions[function].body.is_some() {
                with_body.push(function);
            } else {
                self.uninterpreted(function);
            }
        }
        let recursive = self.expand_bodies(with_body);
        for &function in &recursive {
            self.uninterpreted(function);
        }
        for function in recursive {
            self.defining_axiom(function);
        }
        for declaration in &self.checked.program.declarations {
            if let DeclarationKind::Axiom(axiom) = declaration.kind {
                let axiom = self.rigid_expression(axiom);
                self.add_axiom(axiom);
            }
        }
        self.unique_constants();
    }

    fn add_axiom(&mut self, axiom: Term) {
        if !axiom.is_true() {
            self.core.axioms.push(axiom);
        }
    }

    /// The operation that an attribute gives to a function.
    fn built_in_function(&mut self, function: FunctionId) -> Option<Meaning> {
        let checked = self.checked;
        let info = &checked.functions[function];
        let attributes = &checked.program.declarations[info.declaration].attributes;
        let names = &checked.program.names;
        let text = |name| attribute_text(attributes, names, name);
        let (parameters, result) = (self.terms(&info.parameters), self.sorts[info.result]);
        let term = if let Some(text) = text("bvbuiltin").or_else(|| text("builtin")) {
            built_in::operation(text, &indices(attributes, names), &parameters, result)
        } else {
            let text = text("smtdefined")?;
            let named = |&parameter| checked.text(checked.variables[parameter].ident.name);
            let named: Vec<(&str, Term)> =
                info.parameters.iter().map(named).zip(parameters.iter().copied()).collect();
            built_in::definition(text, &named, result)
        };
        match term {
            Ok(term) => Some(Meaning::Macro(parameters, term)),
            Err(reason) => {
                let message = format!("this built-in operation is not supported: {reason}");
                let hint = "operations are named as in SMT-LIB: bvadd, (_ zero_extend 8), fp.add, ...";
                self.error(info.ident.span, message, hint);
                None
            }
        }
    }

    /// Expands bodies as long as everything that they apply is known; returns the others.
    fn expand_bodies(&mut self, functions: Vec<FunctionId>) -> Vec<FunctionId> {
        let mut callers: BTreeMap<FunctionId, Vec<FunctionId>> = BTreeMap::new();
        let mut missing: BTreeMap<FunctionId, usize> = BTreeMap::new();
        for &function in &functions {
            let mut applied = self.applied_functions(function);
            applied.retain(|&applied| self.functions[applied].is_none());
            missing.insert(function, applied.len());
            for applied in applied {
                callers.entry(applied).or_default().push(function);
            }
        }
        let mut ready: Vec<FunctionId> =
            functions.iter().copied().filter(|function| missing[function] == 0).rev().collect();
        while let Some(function) = ready.pop() {
            let info = &self.checked.functions[function];
            let Some(body) = info.body else { continue };
            let parameters = self.terms(&info.parameters);
            let body = self.rigid_expression(body);
            self.functions[function] = Some(Meaning::Macro(parameters, body));
            for &caller in callers.get(&function).map_or(&[] as &[FunctionId], |callers| callers) {
                let count = missing.entry(caller).or_default();
                *count -= 1;
                if *count == 0 {
                    ready.push(caller);
                }
            }
        }
        functions.into_iter().filter(|&function| self.functions[function].is_none()).collect()
    }

    /// The functions that a body applies, each once.
    fn applied_functions(&self, function: FunctionId) -> Vec<FunctionId> {
        let Some(body) = self.checked.functions[function].body else { return Vec::new() };
        let mut applied: Vec<FunctionId> = self
            .syntax()
            .subexpressions(body)
            .filter_map(|expr| match self.checked.references[expr] {
                Reference::Function(applied) => Some(applied),
                _ => None,
            })
            .collect();
        applied.sort_unstable();
        applied.dedup();
        applied
    }

    fn uninterpreted(&mut self, function: FunctionId) {
        let info = &self.checked.functions[function];
        let name = self.unused_name(self.checked.text(info.ident.name));
        let result = self.sorts[info.result];
        let parameters: Vec<Sort> =
            info.parameters.iter().map(|&parameter| self.variables[parameter].sort()).collect();
        self.functions[function] = Some(if parameters.is_empty() {
            let constant = mk::var(name, result);
            self.core.globals.push(constant);
            Meaning::Constant(constant)
        } else {
            Meaning::Uninterpreted(Func::new(name, &parameters, result))
        });
    }

    /// `forall x :: f(x) == body`.
    fn defining_axiom(&mut self, function: FunctionId) {
        let info = &self.checked.functions[function];
        let Some(body) = info.body else { return };
        let parameters = self.terms(&info.parameters);
        let application = match &self.functions[function] {
            Some(Meaning::Uninterpreted(func)) => mk::apply(*func, &parameters),
            Some(Meaning::Constant(constant)) => *constant,
            _ => return,
        };
        let axiom = mk::forall(&parameters, mk::eq(application, self.rigid_expression(body)));
        self.add_axiom(axiom);
    }

    /// Unique constants of one type differ.
    fn unique_constants(&mut self) {
        let mut unique: BTreeMap<TypeId, Vec<Term>> = BTreeMap::new();
        for (id, variable) in self.checked.variables.iter_enumerated() {
            if variable.kind == VariableKind::Constant(true) {
                unique.entry(variable.ty).or_default().push(self.variables[id]);
            }
        }
        for constants in unique.into_values().filter(|constants| constants.len() > 1) {
            self.add_axiom(mk::distinct(&constants));
        }
    }
}

/// The numbers of `{:indices 7, 0}`.
fn indices(attributes: &[Attribute], names: &crate::names::Names) -> Vec<u32> {
    let attribute = attributes.iter().find(|attribute| names.text(attribute.name.name) == "indices");
    let arguments = attribute.map_or(&[] as &[AttributeArgument], |attribute| &attribute.arguments);
    arguments
        .iter()
        .filter_map(|argument| match argument {
            AttributeArgument::Text(text) | AttributeArgument::Expr(text) => text.parse().ok(),
        })
        .collect()
}
