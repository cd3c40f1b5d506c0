//! From a feasible trace of blocks to an execution of the program.

use std::rc::Rc;

use base::Budget;
use program::{
    BlockProgram, Counterexample, EdgeId, Statement, Target, Trace, counterexample, edge_formulas,
};
use refine::FeasibilityChecker;
use rustc_hash::FxHashSet;
use term::{Model, Term};
use verdict::Reason;

/// Why a model of a trace formula is no execution.
pub struct Doubt {
    /// The reason.
    pub reason: Reason,
    /// What may be an execution all the same, if something was modelled too coarsely.
    pub candidate: Option<Box<Counterexample>>,
}

impl From<Reason> for Doubt {
    fn from(reason: Reason) -> Doubt {
        Doubt { reason, candidate: None }
    }
}

/// The execution that a model of the trace formula describes, or why it is none.
pub fn of_model(
    program: &BlockProgram,
    trace: &Trace,
    model: &Model,
    feasibility: &mut FeasibilityChecker,
    budget: &Budget,
) -> Result<Counterexample, Doubt> {
    of_path(program, &trace.edges(program, model), feasibility, budget)
}

/// The execution along a path that is feasible, or why there is none.
pub fn of_path(
    program: &BlockProgram,
    edges: &[EdgeId],
    feasibility: &mut FeasibilityChecker,
    budget: &Budget,
) -> Result<Counterexample, Doubt> {
    let end = edges.last().map(|edge| program.cfg.edges[*edge].destination);
    let found = match end.and_then(|location| program.target(location)) {
        Some(Target::Violation(violation)) => {
            // The model speaks of blocks. A value for each `havoc` inside of them comes from the formula
            // of the single edges, which has the same solutions.
            let formulas = edge_formulas(&program.cfg, edges);
            let model = feasibility.model_of(&formulas, budget);
            model.map(|model| counterexample(&program.cfg, edges, &model, violation.clone()))
        }
        _ => Err("it does not end in a violation".into()),
    };
    match relevant_overapproximation(program, edges) {
        Some(why) => Err(Doubt {
            reason: Reason::Overapproximation(why.to_string()),
            candidate: found.ok().map(Box::new),
        }),
        None => found
            .map_err(|why| Reason::SolverUnknown(format!("the execution of a feasible trace: {why}")).into()),
    }
}

/// A flagged statement whose effect matters on the path: a flagged assumption, or a flagged value
/// that is read later. All assumptions matter, because the path needs them all.
fn relevant_overapproximation(program: &BlockProgram, edges: &[EdgeId]) -> Option<Rc<str>> {
    let mut live: FxHashSet<Term> = FxHashSet::default();
    let mut relevant = None;
    for &edge in edges.iter().rev() {
        let edge = &program.cfg.edges[edge];
        let modified = edge.statement.modified();
        let is_assume = matches!(edge.statement, Statement::Assume(_));
        let matters = is_assume || modified.iter().any(|v| live.contains(v));
        if matters && let Some(why) = &edge.provenance.overapproximation {
            relevant = Some(why.clone());
        }
        if !matters {
            continue; // a value that no one reads
        }
        for variable in &modified {
            live.remove(variable);
        }
        live.extend(edge.statement.expressions().iter().flat_map(|e| e.free_variables()).copied());
    }
    relevant
}
