//! From a checked program to a core program.
//!
//! Every procedure with an implementation becomes a graph of its own; `program::inline` puts the graphs together.
//! What the constructs mean:
//!
//! - `assert e`: an edge `assume !e` to an error location and an edge `assume e` onward. The same for loop
//!   invariants at every visit of the loop head, for preconditions before a call, and for postconditions at the
//!   exit of a body. What is `free` is only assumed.
//! - An entry assumes its preconditions and all `where` clauses.
//! - A call of a procedure without an implementation is its contract: assert the preconditions, havoc what it
//!   modifies and returns, assume the postconditions, where `old` means the state before the call.
//! - `old(x)` elsewhere means the value of the global `x` at the entry of the procedure. It is copied there, for
//!   those globals only that occur under `old` and are modified.
//! - A map of several indices is a map of maps. A declared type is an uninterpreted sort.
//! - A function with a body is expanded where it is applied, unless it is recursive; then it is uninterpreted,
//!   with an axiom.

mod assignments;
mod built_in;
mod calls;
mod contraction;
mod effects;
mod expressions;
mod functions;
mod procedures;
mod statements;

use crate::ast::{Program, attribute_text};
use crate::check::{Checked, FunctionId, ProcedureId, VariableId, VariableKind};
use crate::types::{Type, TypeId};
use base::{Diagnostic, Diagnostics, IndexVec, Span};
use effects::Effects;
use expressions::Environment;
use functions::Meaning;
use program::CoreProgram;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Sort, Symbol, Term, build as mk};

/// The name of the procedure that Ultimate starts with.
const ULTIMATE_START: &str = "ULTIMATE.start";

/// Lowers a program. Executions start at `entries`; without any at `ULTIMATE.start`, or where there is none, at
/// every procedure that no other procedure calls. `None` if there was an error, which `diagnostics` then tells.
pub fn lower(checked: &Checked, entries: &[&str], diagnostics: &mut Diagnostics) -> Option<CoreProgram> {
    let errors_before = diagnostics.error_count();
    let mut lowering = Lowering::new(checked, diagnostics);
    let program = lowering.program(entries);
    (diagnostics.error_count() == errors_before).then_some(program)
}

struct Lowering<'a> {
    checked: &'a Checked,
    sorts: IndexVec<TypeId, Sort>,
    /// The term of each variable.
    variables: IndexVec<VariableId, Term>,
    /// What each function means; known in the order of expansion.
    functions: IndexVec<FunctionId, Option<Meaning>>,
    /// Names that are taken by globals, constants and functions.
    used: FxHashSet<Symbol>,
    effects: Effects,
    /// The numbers of the procedures with an implementation in the core program.
    core_ids: FxHashMap<ProcedureId, program::ProcedureId>,
    core: CoreProgram,
    diagnostics: &'a mut Diagnostics,
}

impl<'a> Lowering<'a> {
    fn new(checked: &'a Checked, diagnostics: &'a mut Diagnostics) -> Lowering<'a> {
        let implemented =
            checked.procedures.iter_enumerated().filter(|(_, info)| info.implementation.is_some());
        let core_ids = implemented
            .enumerate()
            .map(|(number, (id, _))| (id, <program::ProcedureId as base::Idx>::from_usize(number)))
            .collect();
        let mut lowering = Lowering {
            checked,
            sorts: sorts(checked),
            variables: IndexVec::new(),
            functions: IndexVec::from_elem(None, checked.functions.len()),
            used: FxHashSet::default(),
            effects: Effects::of(checked),
            core_ids,
            core: CoreProgram::default(),
            diagnostics,
        };
        lowering.declare_variables();
        lowering
    }

    fn syntax(&self) -> &'a Program {
        &self.checked.program
    }

    fn error(&mut self, span: Span, message: impl Into<String>, hint: &str) {
        self.diagnostics.push(Diagnostic::error(span, message).with_hint(hint));
    }

    /// A name like this one that no global, constant or function has yet.
    fn unused_name(&mut self, name: &str) -> Symbol {
        let mut symbol = Symbol::new(name);
        while !self.used.insert(symbol) {
            symbol = Symbol::new(&format!("{symbol}#"));
        }
        symbol
    }

    /// Makes a term for each variable: globals and constants first, since locals must not hide them.
    fn declare_variables(&mut self) {
        let checked = self.checked;
        let placeholder = mk::tt();
        self.variables = IndexVec::from_elem(placeholder, checked.variables.len());
        let is_global = |kind| matches!(kind, VariableKind::Global | VariableKind::Constant(_));
        for (id, variable) in checked.variables.iter_enumerated().filter(|(_, v)| is_global(v.kind)) {
            let symbol = self.unused_name(checked.text(variable.ident.name));
            let term = self.constant_value(id).unwrap_or_else(|| mk::var(symbol, self.sorts[variable.ty]));
            self.variables[id] = term;
            if term.is_var() {
                self.core.globals.push(term);
            }
        }
        for (id, variable) in checked.variables.iter_enumerated().filter(|(_, v)| !is_global(v.kind)) {
            let name = checked.text(variable.ident.name);
            let sort = self.sorts[variable.ty];
            let symbol = if variable.kind == VariableKind::FunctionParameter {
                // Never free in the result: applications substitute it. The parentheses keep it apart from names.
                Symbol::new(&format!("({name} {id:?})"))
            } else {
                let hides_global = self.used.contains(&Symbol::new(name));
                if hides_global { Symbol::new(&format!("local({name})")) } else { Symbol::new(name) }
            };
            self.variables[id] = mk::var(symbol, sort);
        }
        // Functions get their names after this, and differ from all variables.
        self.used
            .extend(checked.variables.iter().map(|variable| Symbol::new(checked.text(variable.ident.name))));
    }

    /// The value of a constant that an attribute defines, such as a rounding mode.
    fn constant_value(&mut self, id: VariableId) -> Option<Term> {
        let checked = self.checked;
        let variable = &checked.variables[id];
        if !matches!(variable.kind, VariableKind::Constant(_)) {
            return None;
        }
        let attributes = &self.syntax().declarations[variable.declaration].attributes;
        let names = &self.syntax().names;
        let text = attribute_text(attributes, names, "builtin")
            .or_else(|| attribute_text(attributes, names, "smtdefined"))?;
        match built_in::operation(text, &[], &[], self.sorts[variable.ty]) {
            Ok(value) => Some(value),
            Err(reason) => {
                let message = format!("the built-in constant `{text}` is not supported: {reason}");
                self.error(
                    variable.ident.span,
                    message,
                    "constants are named as in SMT-LIB: RNE, NaN, +oo, ...",
                );
                None
            }
        }
    }

    fn program(&mut self, entries: &[&str]) -> CoreProgram {
        self.functions_and_axioms();
        let entries = self.entries(entries);
        for (id, info) in self.checked.procedures.iter_enumerated() {
            if let Some(implementation) = &info.implementation {
                let mut procedure = self.procedure(id, implementation, entries.contains(&id));
                contraction::contract(&mut procedure);
                self.core.procedures.push(procedure);
            }
        }
        self.core.entries = entries.iter().map(|id| self.core_ids[id]).collect();
        std::mem::take(&mut self.core)
    }

    /// The procedures where executions start, all with an implementation.
    fn entries(&mut self, names: &[&str]) -> Vec<ProcedureId> {
        let checked = self.checked;
        let find = |name: &str| {
            let name = checked.program.names.find(name)?;
            let &id = checked.procedure_names.get(&name)?;
            checked.procedures[id].implementation.is_some().then_some(id)
        };
        for name in names.iter().filter(|name| find(name).is_none()) {
            let message = format!("there is no implementation of a procedure `{name}`");
            let hint = "name a procedure with a body as the entry";
            self.diagnostics.push(Diagnostic::global_error(message).with_hint(hint));
        }
        if !names.is_empty() {
            let mut found: Vec<ProcedureId> = names.iter().filter_map(|name| find(name)).collect();
            found.sort_unstable();
            found.dedup();
            return found;
        }
        if let Some(start) = find(ULTIMATE_START) {
            return vec![start];
        }
        let implemented: Vec<ProcedureId> =
            checked.procedures.ids().filter(|id| self.core_ids.contains_key(id)).collect();
        let uncalled: Vec<ProcedureId> =
            implemented.iter().copied().filter(|&id| !self.effects.is_called_by_others(id)).collect();
        // Where all procedures call each other, each of them may be meant.
        if uncalled.is_empty() { implemented } else { uncalled }
    }

    /// The terms of variables.
    fn terms(&self, variables: &[VariableId]) -> Vec<Term> {
        variables.iter().map(|&variable| self.variables[variable]).collect()
    }

    /// An expression without variables of procedures.
    fn rigid_expression(&self, root: crate::ast::ExprId) -> Term {
        self.expression(root, &Environment::default())
    }
}

/// The sort of each type. Parts come before wholes, so one loop does.
fn sorts(checked: &Checked) -> IndexVec<TypeId, Sort> {
    let mut sorts: IndexVec<TypeId, Sort> = IndexVec::new();
    for (id, ty) in checked.types.iter() {
        let sort = match ty {
            Type::Wrong | Type::Bool => Sort::Bool,
            Type::Int => Sort::Int,
            Type::Real => Sort::Real,
            Type::BitVector(width) => Sort::BitVec(*width),
            Type::Float(exponent, significand) => Sort::float(*exponent, *significand),
            Type::RoundingMode => Sort::RoundingMode,
            Type::Named(name, arguments) if arguments.is_empty() => {
                Sort::Uninterpreted(Symbol::new(checked.text(*name)))
            }
            Type::Named(name, _) => {
                Sort::Uninterpreted(Symbol::new(&format!("{} {}", checked.text(*name), base::Idx::index(id))))
            }
            Type::Map(indices, result) => indices
                .iter()
                .rev()
                .fold(sorts[*result], |element, &index| Sort::array(sorts[index], element)),
        };
        sorts.push(sort);
    }
    sorts
}
