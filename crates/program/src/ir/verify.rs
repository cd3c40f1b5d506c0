//! Verifiers: what every pass may rely on, checked after each pass in debug
//! builds and before evidence is checked.
//!
//! They return all complaints instead of stopping at the first, since a broken
//! pass usually breaks several things. A graph that passes has only plain program
//! variables, each name once; statements with the right sorts over declared
//! variables; targets and exits without outgoing edges; axioms over variables that
//! nothing modifies.

use base::index::{Idx, IndexVec};
use rustc_hash::FxHashSet;
use term::{Sort, Term, Version};

use super::cfg::Cfg;
use super::core_program::{CoreProgram, Edge, Location, Procedure};
use super::ids::{EdgeId, LocationId};
use super::statement::{Call, Statement};

/// Checks a core program.
pub fn verify(program: &CoreProgram) -> Result<(), Vec<String>> {
    let mut verifier = Verifier { errors: Vec::new(), program: Some(program), place: String::new() };
    let globals = verifier.declare(&program.globals, &FxHashSet::default());
    let mut modified = FxHashSet::default();
    for procedure in program.procedures.iter() {
        verifier.procedure(procedure, &globals, &mut modified);
    }
    verifier.place = String::new();
    verifier.axioms(&program.axioms, &globals, &modified);
    for entry in &program.entries {
        verifier.expect(program.procedures.get(*entry).is_some(), || format!("no procedure is {entry:?}"));
    }
    verifier.finish()
}

/// Checks a control-flow graph.
pub fn verify_cfg(cfg: &Cfg) -> Result<(), Vec<String>> {
    let mut verifier = Verifier { errors: Vec::new(), program: None, place: String::new() };
    let variables = verifier.declare(&cfg.variables, &FxHashSet::default());
    verifier.expect(cfg.locations.get(cfg.entry).is_some(), || "the entry does not exist".into());
    verifier.graph(&cfg.locations, &cfg.edges, &variables);
    let modified = cfg.edges.iter().flat_map(|edge| edge.statement.modified()).collect();
    verifier.axioms(&cfg.axioms, &variables, &modified);
    verifier.finish()
}

/// A set of variables.
pub(crate) type Variables = FxHashSet<Term>;

/// Collects complaints.
pub(crate) struct Verifier<'p> {
    pub errors: Vec<String>,
    /// Where calls look for their callee; without it calls are errors.
    pub program: Option<&'p CoreProgram>,
    /// What is being checked, for messages.
    pub place: String,
}

impl Verifier<'_> {
    pub fn expect(&mut self, holds: bool, complaint: impl FnOnce() -> String) {
        if !holds {
            self.errors.push(format!("{}{}", self.place, complaint()));
        }
    }

    pub fn finish(self) -> Result<(), Vec<String>> {
        if self.errors.is_empty() { Ok(()) } else { Err(self.errors) }
    }

    /// The variables that are visible: the outer ones and the declared ones, all with different names.
    fn declare(&mut self, declared: &[Term], outer: &Variables) -> Variables {
        let mut visible = outer.clone();
        let mut names: FxHashSet<_> = outer.iter().filter_map(|v| v.as_var()).map(|n| n.base).collect();
        for &variable in declared {
            match variable.as_var() {
                Some(name) if name.version == Version::Plain => {
                    self.expect(names.insert(name.base), || format!("{variable} is declared twice"));
                    visible.insert(variable);
                }
                _ => self.expect(false, || format!("{variable} is no plain variable")),
            }
        }
        visible
    }

    fn procedure(&mut self, procedure: &Procedure, globals: &Variables, modified: &mut Variables) {
        self.place = format!("procedure {}: ", procedure.name);
        let locals = procedure.parameters.iter().chain(&procedure.results).chain(&procedure.locals);
        let visible = self.declare(&locals.copied().collect::<Vec<_>>(), globals);
        for (what, location) in [("entry", procedure.entry), ("exit", procedure.exit)] {
            self.expect(procedure.locations.get(location).is_some(), || format!("the {what} does not exist"));
        }
        self.graph(&procedure.locations, &procedure.edges, &visible);
        let leaves_exit = procedure.edges.iter().any(|edge| edge.source == procedure.exit);
        self.expect(!leaves_exit, || "the exit has outgoing edges".into());
        modified.extend(procedure.edges.iter().flat_map(|edge| edge.statement.modified()));
    }

    fn axioms(&mut self, axioms: &[Term], globals: &Variables, modified: &Variables) {
        for &axiom in axioms {
            self.formula(axiom, globals);
            for variable in axiom.free_variables().iter().filter(|v| modified.contains(v)) {
                self.expect(false, || {
                    format!("the axiom {axiom} speaks about {variable}, which is modified")
                });
            }
        }
    }

    fn graph(
        &mut self,
        locations: &IndexVec<LocationId, Location>,
        edges: &IndexVec<EdgeId, Edge>,
        visible: &Variables,
    ) {
        let place = std::mem::take(&mut self.place);
        for (id, edge) in edges.iter_enumerated() {
            let (source, destination) = (edge.source.index(), edge.destination.index());
            self.place = format!("{place}edge {} (L{source} -> L{destination}): ", id.index());
            self.expect(locations.get(edge.destination).is_some(), || {
                "the destination does not exist".into()
            });
            match locations.get(edge.source) {
                Some(location) => self.expect(location.target.is_none(), || "it leaves a target".into()),
                None => self.expect(false, || "the source does not exist".into()),
            }
            self.statement(&edge.statement, visible);
        }
        self.place = place;
    }

    fn statement(&mut self, statement: &Statement, visible: &Variables) {
        match statement {
            Statement::Assume(condition) => self.formula(*condition, visible),
            Statement::Assign(pairs) => {
                for &(variable, expression) in pairs {
                    self.term(expression, visible);
                    self.same_sort(variable, expression);
                }
                self.written(&statement.modified(), visible);
            }
            Statement::Havoc(variables) => self.written(variables, visible),
            Statement::Call(call) => {
                self.call(call, visible);
                self.written(&call.results, visible);
            }
        }
    }

    fn call(&mut self, call: &Call, visible: &Variables) {
        for &argument in &call.arguments {
            self.term(argument, visible);
        }
        let Some(program) = self.program else {
            return self.expect(false, || "a call".into());
        };
        let Some(callee) = program.procedures.get(call.procedure) else {
            return self.expect(false, || format!("no procedure is {:?}", call.procedure));
        };
        let (wanted, given) = (callee.parameters.len(), call.arguments.len());
        let name = &callee.name;
        self.expect(wanted == given, || format!("{name} has {wanted} parameters, not {given}"));
        let (wanted, given) = (callee.results.len(), call.results.len());
        self.expect(wanted == given, || format!("{name} has {wanted} results, not {given}"));
        for (&parameter, &argument) in callee.parameters.iter().zip(&call.arguments) {
            self.same_sort(parameter, argument);
        }
        for (&result, &variable) in callee.results.iter().zip(&call.results) {
            self.same_sort(variable, result);
        }
    }

    fn same_sort(&mut self, variable: Term, value: Term) {
        let (wanted, given) = (variable.sort(), value.sort());
        self.expect(wanted == given, || format!("{variable} has sort {wanted}, but {value} has {given}"));
    }

    /// Variables that a statement gives a value.
    pub fn written(&mut self, variables: &[Term], visible: &Variables) {
        let mut seen = FxHashSet::default();
        for variable in variables {
            self.expect(visible.contains(variable), || format!("{variable} is not declared"));
            self.expect(seen.insert(*variable), || format!("{variable} is written twice"));
        }
    }

    fn term(&mut self, term: Term, visible: &Variables) {
        for variable in term.free_variables().iter().filter(|v| !visible.contains(v)) {
            self.expect(false, || format!("{variable} is not declared"));
        }
    }

    pub fn formula(&mut self, formula: Term, visible: &Variables) {
        self.expect(formula.sort() == Sort::Bool, || format!("{formula} is no formula"));
        self.term(formula, visible);
    }
}
