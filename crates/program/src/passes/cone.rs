//! The cone of influence: variables that no condition depends on are removed.
//!
//! A variable matters if a condition of the graph mentions it, or an axiom, or if it is assigned to one that matters
//! by an expression that mentions it; where the statements stand does not matter. What is left of a statement that
//! gives values to other variables only is an empty assignment. Executions reach the same locations before and after,
//! since whether an edge can be taken is the same.
//!
//! A `havoc` that stands for an input stays, because a counterexample lists all inputs; as nothing depends on its
//! value, every value will do. An edge that is not modelled exactly is exact if nothing is left of it.

use rustc_hash::{FxHashMap, FxHashSet};
use term::Term;

use crate::ir::{Cfg, Edge, Statement, verify_cfg};

impl Cfg {
    /// The graph without variables that no condition depends on.
    pub fn cone_of_influence(&self) -> Cfg {
        let matters = self.influential();
        let mut is_kept = matters.clone();
        let edges = self.edges.iter().map(|edge| reduce(edge, &matters, &mut is_kept)).collect();
        let variables =
            self.variables.iter().copied().filter(|variable| is_kept.contains(variable)).collect();
        let result = Cfg { variables, edges, ..self.clone() };
        debug_assert_eq!(verify_cfg(&result), Ok(()));
        result
    }

    /// The variables that conditions depend on.
    fn influential(&self) -> FxHashSet<Term> {
        let mut work: Vec<Term> = self.axioms.clone();
        let mut sources: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
        for edge in self.edges.iter() {
            match &edge.statement {
                Statement::Assume(condition) => work.push(*condition),
                Statement::Assign(pairs) => {
                    pairs.iter().for_each(|(v, e)| sources.entry(*v).or_default().push(*e));
                }
                Statement::Havoc(_) => {}
                Statement::Call(_) => unreachable!("calls are inlined"),
            }
        }
        let mut matters = FxHashSet::default();
        while let Some(term) = work.pop() {
            for &variable in term.free_variables() {
                if matters.insert(variable) {
                    work.extend(sources.remove(&variable).unwrap_or_default());
                }
            }
        }
        matters
    }
}

/// The edge without what gives values to variables that do not matter.
fn reduce(edge: &Edge, matters: &FxHashSet<Term>, is_kept: &mut FxHashSet<Term>) -> Edge {
    let statement = match &edge.statement {
        Statement::Assign(pairs) => {
            Statement::Assign(pairs.iter().copied().filter(|(v, _)| matters.contains(v)).collect())
        }
        Statement::Havoc(variables) if edge.provenance.input.is_some() => {
            is_kept.extend(variables);
            return edge.clone();
        }
        Statement::Havoc(variables) => {
            Statement::Havoc(variables.iter().copied().filter(|v| matters.contains(v)).collect())
        }
        Statement::Assume(_) | Statement::Call(_) => return edge.clone(),
    };
    let mut reduced = Edge { statement, ..edge.clone() };
    if reduced.statement.modified().is_empty() {
        reduced.provenance.overapproximation = None;
    }
    reduced
}
