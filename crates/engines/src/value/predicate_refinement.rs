//! Refinement by predicates: paths that values do not exclude, or where selection prefers predicates.
//!
//! A path becomes a trace whose blocks end where states are kept; a source finds assertions for it, and their conjuncts
//! are tracked at these locations. The assertions are inductive along the path, so a path whose conjuncts are all tracked
//! does not come back, unless the solver that computes states does not decide what the gate decided.

use base::{Budget, Statistics};
use program::{BlockProgram, ConjunctName, EdgeId};
use refine::{AssertionSequence, Feasibility, Gate, InfeasibleTrace, RefineFailure, Refinement};
use rustc_hash::FxHashMap;
use verdict::Reason;

use super::explore::Graph;
use super::predicate_part::PredicatePart;
use super::traces::Traces;
use crate::observer::Observer;
use crate::options::EngineOptions;
use crate::parts::Parts;

/// Refines the predicate part of states.
pub struct PredicateRefinement {
    /// The predicate part.
    pub part: PredicatePart,
    traces: Traces,
    /// How often each path was refined.
    visits: FxHashMap<Vec<EdgeId>, usize>,
    refinements: u64,
    perfect: u64,
}

impl PredicateRefinement {
    /// No predicates yet.
    pub fn new(program: &BlockProgram, options: &EngineOptions) -> PredicateRefinement {
        PredicateRefinement {
            part: PredicatePart::new(program, options.predicate),
            traces: Traces::new(program),
            visits: FxHashMap::default(),
            refinements: 0,
            perfect: 0,
        }
    }

    /// Decides a path, with a core of the conjuncts of its trace.
    pub fn check(
        &mut self,
        path: &[EdgeId],
        graph: &Graph,
        parts: &mut Parts,
        budget: &Budget,
    ) -> Feasibility {
        let (trace, _) = self.traces.trace(path, graph);
        parts.feasibility.check(&self.traces.program, &trace, budget)
    }

    /// Assertions for an infeasible path, or why there are none.
    pub fn sequence(
        &mut self,
        path: &[EdgeId],
        core: Vec<ConjunctName>,
        graph: &Graph,
        parts: &mut Parts,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<AssertionSequence, Reason> {
        let (trace, _) = self.traces.trace(path, graph);
        let program = &self.traces.program;
        let returns = self.visits.get(path).copied().unwrap_or(0);
        let infeasible = InfeasibleTrace { program, trace: &trace, core: Some(&core), returns };
        let Parts { source, hoare, .. } = parts;
        let sequences = match source.sequences(&infeasible, &mut Gate::new(hoare, budget)) {
            Ok(sequences) => sequences,
            Err(RefineFailure::Time) => return Err(Reason::Time),
            Err(failure) => return Err(Reason::NoAssertions(failure.to_string())),
        };
        let explanation = source.explain(&infeasible, observer.detail(), budget);
        let refinement = Refinement { core, sequences, explanation };
        observer.refined(program, &trace, &refinement);
        let mut sequences = refinement.sequences;
        let best = sequences.iter().position(|sequence| sequence.is_perfect).unwrap_or(0);
        Ok(sequences.swap_remove(best))
    }

    /// Tracks the predicates of assertions; an error if all of them are tracked already and the path came back all the
    /// same.
    pub fn learn(
        &mut self,
        path: &[EdgeId],
        sequence: &AssertionSequence,
        graph: &Graph,
        parts: &mut Parts,
    ) -> Result<(), Reason> {
        let visits = self.visits.entry(path.to_vec()).or_insert(0);
        *visits += 1;
        let came_back = *visits > 1;
        let (_, locations) = self.traces.trace(path, graph);
        let solver = &mut *parts.auxiliary;
        let is_new = self.part.learn(&locations, sequence, came_back, solver)
            || self.part.learn(&locations, sequence, true, solver);
        if !is_new {
            return Err(Reason::NoProgress(format!("{} statements", path.len())));
        }
        self.refinements += 1;
        self.perfect += u64::from(sequence.is_perfect);
        Ok(())
    }

    /// Adds what was counted.
    pub fn count(&self, statistics: &mut Statistics) {
        statistics.count("predicate part/refinements", self.refinements);
        statistics.count("predicate part/perfect refinements", self.perfect);
        self.part.count(statistics);
    }
}
