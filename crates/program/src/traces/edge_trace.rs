//! Traces of single edges: the trace formula of Sect. 4.1 to the letter, one
//! statement a step. Engines use it to turn a feasible trace of blocks into an
//! execution with a value for each `havoc`.

use rustc_hash::FxHashMap;
use term::{Model, Substitution, Term, build as mk};

use super::trace::at;
use crate::claim::Counterexample;
use crate::ir::{Cfg, EdgeId, Statement, Violation};

/// The formulas `F₁, ..., Fₙ` of a path of edges.
pub fn edge_formulas(cfg: &Cfg, edges: &[EdgeId]) -> Vec<Term> {
    let mut index: FxHashMap<Term, u32> = FxHashMap::default();
    let mut formulas = Vec::with_capacity(edges.len());
    for (step, &edge) in edges.iter().enumerate() {
        let statement = &cfg.edges[edge].statement;
        let rename = |expression: Term, index: &FxHashMap<Term, u32>| {
            let free = expression.free_variables().iter();
            let pairs = free.map(|v| (*v, at(*v, index.get(v).copied().unwrap_or(0))));
            pairs.collect::<Substitution>().apply(expression)
        };
        let position = step as u32 + 1;
        formulas.push(match statement {
            Statement::Assume(condition) => rename(*condition, &index),
            Statement::Assign(pairs) => {
                mk::and(pairs.iter().map(|(v, e)| mk::eq(at(*v, position), rename(*e, &index))))
            }
            Statement::Havoc(_) => mk::tt(),
            Statement::Call(_) => unreachable!("calls are inlined"),
        });
        index.extend(statement.modified().into_iter().map(|v| (v, position)));
    }
    formulas
}

/// The execution that a model of [`edge_formulas`] (and of the axioms, at index 0) describes.
pub fn counterexample(cfg: &Cfg, edges: &[EdgeId], model: &Model, violation: Violation) -> Counterexample {
    let value =
        |variable: Term| model.get(variable).unwrap_or_else(|| term::model::default_value(variable.sort()));
    let initial = cfg.variables.iter().map(|v| (*v, value(at(*v, 0)))).collect();
    let mut havocs = Vec::new();
    for (step, &edge) in edges.iter().enumerate() {
        if let Statement::Havoc(variables) = &cfg.edges[edge].statement {
            havocs.extend(variables.iter().map(|v| (step, *v, value(at(*v, step as u32 + 1)))));
        }
    }
    let functions = model.functions().map(|(func, interpretation)| (func, interpretation.clone())).collect();
    Counterexample { edges: edges.to_vec(), initial, havocs, functions, violation }
}
