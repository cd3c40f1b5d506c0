//! Replays a counterexample: executes its path concretely, statement by
//! statement.
//!
//! The state starts with the given values (a missing one is the default of its
//! sort: every value is a possible initial value), assignments are evaluated,
//! `havoc` takes the recorded value, every assumption and every axiom must
//! evaluate to true. Where evaluation cannot tell (quantifiers, division by zero),
//! the closed formula that is left goes to a solver at the end, all of them
//! together ([`crate::residue`]); a variable that was assigned such an indefinite
//! value keeps the closed term as its value.

use std::collections::BTreeSet;
use std::rc::Rc;

use program::{Cfg, Counterexample, Edge, EdgeId, Statement, Target, Violation};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::Solver;
use term::model::{default_value, parameter};
use term::print::declarations::Signature;
use term::{Func, FuncInterp, Model, Op, Substitution, Term};

use crate::rejection::{Rejection, place};
use crate::residue::Residue;

/// A step of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The edge.
    pub edge: EdgeId,
    /// The variables that it gave a value, with the value.
    pub changed: Vec<(Term, Term)>,
}

/// A replayed counterexample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    /// The values of all program variables at the start.
    pub initial: Vec<(Term, Term)>,
    /// What happened.
    pub steps: Vec<Step>,
    /// What is violated.
    pub violation: Violation,
    /// Why steps of the path allow more than the program does, if what they do matters for the path: with one of
    /// these, the execution may not be one of the program.
    pub overapproximations: Vec<(EdgeId, Rc<str>)>,
    /// How many conditions evaluation could not decide, so that the solver was asked.
    pub asked: usize,
}

/// Executes a counterexample. The solver decides what evaluation cannot; it must have no assertions
/// and is left without any.
pub fn replay(
    cfg: &Cfg,
    counterexample: &Counterexample,
    fallback: &mut dyn Solver,
) -> Result<Execution, Rejection> {
    program::verify_cfg(cfg).map_err(|errors| Rejection::Malformed(errors.join("; ")))?;
    check_path(cfg, counterexample)?;
    let mut choices = havoc_values(cfg, counterexample)?;
    let mut machine = Machine::start(cfg, counterexample)?;
    let initial = cfg.variables.iter().map(|&v| (v, machine.value(v))).collect();
    for &axiom in &cfg.axioms {
        if !machine.require(axiom) {
            return Err(Rejection::AxiomFails { axiom });
        }
    }
    let mut steps = Vec::with_capacity(counterexample.edges.len());
    for (step, &id) in counterexample.edges.iter().enumerate() {
        let edge = &cfg.edges[id];
        let changed = machine.execute(step, &edge.statement, &mut choices)?;
        steps.push(Step { edge: id, changed });
    }
    let overapproximations = relevant_overapproximations(cfg, &counterexample.edges);
    machine.residue.decide(&machine.model, fallback)?;
    let asked = machine.residue.len();
    let violation = counterexample.violation.clone();
    Ok(Execution { initial, steps, violation, overapproximations, asked })
}

/// The flagged steps whose effect matters. All conditions of the path do, because it needs them all; a value matters if
/// one of them reads it, or something that is computed from it. What does not matter may be any value that the program
/// has: the path is the same.
fn relevant_overapproximations(cfg: &Cfg, path: &[EdgeId]) -> Vec<(EdgeId, Rc<str>)> {
    let mut read: FxHashSet<Term> = FxHashSet::default();
    let mut relevant = Vec::new();
    for &id in path.iter().rev() {
        let Edge { statement, provenance, .. } = &cfg.edges[id];
        let written = statement.modified();
        if !matches!(statement, Statement::Assume(_)) && !written.iter().any(|v| read.contains(v)) {
            continue;
        }
        relevant.extend(provenance.overapproximation.iter().map(|why| (id, why.clone())));
        read.retain(|variable| !written.contains(variable));
        read.extend(statement.expressions().iter().flat_map(|e| e.free_variables()).copied());
    }
    relevant.reverse();
    relevant
}

/// The edges must lead from the entry to the violation.
fn check_path(cfg: &Cfg, counterexample: &Counterexample) -> Result<(), Rejection> {
    let mut location = cfg.entry;
    for (step, &id) in counterexample.edges.iter().enumerate() {
        match cfg.edges.get(id) {
            Some(edge) if edge.source == location => location = edge.destination,
            _ => return Err(Rejection::NotAPath { step }),
        }
    }
    match &cfg.locations[location].target {
        Some(Target::Violation(violation)) if *violation == counterexample.violation => Ok(()),
        _ => Err(Rejection::NoViolation { location: place(cfg, location) }),
    }
}

/// The values that `havoc` chooses, by step and variable.
type Choices = FxHashMap<(usize, Term), Term>;

fn havoc_values(cfg: &Cfg, counterexample: &Counterexample) -> Result<Choices, Rejection> {
    let mut choices = Choices::default();
    for &(step, variable, value) in &counterexample.havocs {
        let statement = counterexample.edges.get(step).map(|edge| &cfg.edges[*edge].statement);
        match statement {
            Some(Statement::Havoc(variables)) if variables.contains(&variable) => {}
            _ => return Err(Rejection::Malformed(format!("step {step} does not havoc {variable}"))),
        }
        check_value(variable, value)?;
        if choices.insert((step, variable), value).is_some() {
            return Err(Rejection::Malformed(format!("two values for {variable} at step {step}")));
        }
    }
    Ok(choices)
}

fn check_value(variable: Term, value: Term) -> Result<(), Rejection> {
    if value.is_value() && value.sort() == variable.sort() {
        return Ok(());
    }
    Err(Rejection::Malformed(format!("{value} is no value for {variable}")))
}

/// The default of a table may depend on the arguments, but on nothing else.
fn is_definition(func: Func, default: Term) -> bool {
    let sorts = func.parameters().iter().enumerate();
    let parameters: Vec<Term> = sorts.map(|(i, sort)| parameter(i, *sort)).collect();
    let mut is_closed = default.free_variables().iter().all(|v| parameters.contains(v));
    default.visit_once(|part| is_closed &= !matches!(part.op(), Op::Apply(_)));
    is_closed
}

/// The functions that occur in the axioms and on the path.
fn functions_of(cfg: &Cfg, counterexample: &Counterexample) -> BTreeSet<Func> {
    let statements = counterexample.edges.iter().map(|edge| &cfg.edges[*edge].statement);
    let expressions = statements.flat_map(|statement| statement.expressions());
    Signature::of(&expressions.chain(cfg.axioms.iter().copied()).collect::<Vec<_>>()).functions
}

/// The state of the execution.
struct Machine {
    /// The values of the variables that have a definite one, and the functions.
    model: Model,
    /// The closed terms that are the values of the other variables.
    indefinite: FxHashMap<Term, Term>,
    residue: Residue,
}

impl Machine {
    fn start(cfg: &Cfg, counterexample: &Counterexample) -> Result<Machine, Rejection> {
        let mut model = Model::default();
        for &variable in &cfg.variables {
            model.insert(variable, default_value(variable.sort()));
        }
        let mut seen = FxHashSet::default();
        for &(variable, value) in &counterexample.initial {
            check_value(variable, value)?;
            if !seen.insert(variable) || model.get(variable).is_none() {
                let what = format!("{variable} has two initial values, or is no program variable");
                return Err(Rejection::Malformed(what));
            }
            model.insert(variable, value);
        }
        // Evaluation and the solver must agree about functions that the counterexample leaves open.
        for func in functions_of(cfg, counterexample) {
            let default = default_value(func.result());
            model.insert_function(func, FuncInterp { entries: Vec::new(), default });
        }
        for (func, table) in &counterexample.functions {
            let points = table.entries.iter().flat_map(|(point, value)| point.iter().chain([value]));
            if points.into_iter().any(|value| !value.is_value()) || !is_definition(*func, table.default) {
                return Err(Rejection::Malformed(format!(
                    "the table of {func:?} has an entry that is no value"
                )));
            }
            model.insert_function(*func, table.clone());
        }
        Ok(Machine { model, indefinite: FxHashMap::default(), residue: Residue::default() })
    }

    fn value(&self, variable: Term) -> Term {
        let definite = || self.model.get(variable).expect("every variable has a value");
        self.indefinite.get(&variable).copied().unwrap_or_else(definite)
    }

    /// The value of an expression: a value, or a closed term.
    fn evaluate(&self, expression: Term) -> Term {
        let free = expression.free_variables().iter();
        let open: Substitution = free.filter_map(|v| Some((*v, *self.indefinite.get(v)?))).collect();
        self.model.eval(open.apply(expression))
    }

    fn set(&mut self, variable: Term, value: Term) {
        if value.is_value() {
            self.indefinite.remove(&variable);
            self.model.insert(variable, value);
        } else {
            self.indefinite.insert(variable, value);
        }
    }

    /// False if the condition does not hold. If this cannot be told, it is kept for the solver.
    fn require(&mut self, condition: Term) -> bool {
        let value = self.evaluate(condition);
        if !value.is_value() {
            self.residue.push(value);
        }
        !value.is_false()
    }

    /// Executes a statement and tells what it changed.
    fn execute(
        &mut self,
        step: usize,
        statement: &Statement,
        choices: &mut Choices,
    ) -> Result<Vec<(Term, Term)>, Rejection> {
        let changed: Vec<(Term, Term)> = match statement {
            Statement::Assume(condition) => {
                if !self.require(*condition) {
                    return Err(Rejection::AssumptionFails { step, condition: *condition });
                }
                Vec::new()
            }
            Statement::Assign(pairs) => pairs.iter().map(|(v, e)| (*v, self.evaluate(*e))).collect(),
            Statement::Havoc(variables) => {
                let mut choose = |v: Term| choices.remove(&(step, v)).unwrap_or(default_value(v.sort()));
                variables.iter().map(|v| (*v, choose(*v))).collect()
            }
            Statement::Call(_) => unreachable!("the graph was checked to have no calls"),
        };
        for &(variable, value) in &changed {
            self.set(variable, value);
        }
        Ok(changed)
    }
}
