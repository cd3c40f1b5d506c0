//! What the CEGAR loop asks of an abstraction.

use base::{Budget, Exhausted, Statistics};
use program::{BlockProgram, LocationId, Proof, Target, Trace};
use refine::{AssertionSequence, FeasibilityChecker, HoareChecker};
use smt::TraceSolver;

use crate::exploration::Exploration;

/// An over-approximation of the executions of a program that becomes finer with each excluded trace.
pub trait Abstraction {
    /// The next trace to a goal of the given kind among the open locations, if one is left.
    fn next_trace(
        &mut self,
        goal: Goal,
        is_open: &dyn Fn(LocationId) -> bool,
        tools: &mut Tools<'_>,
    ) -> Result<Option<Trace>, Exhausted>;

    /// Excludes a trace, and whatever else the sequences prove infeasible.
    fn exclude(
        &mut self,
        trace: &Trace,
        sequences: &[AssertionSequence],
        tools: &mut Tools<'_>,
    ) -> Result<(), Exhausted>;

    /// The proof, once no trace is left.
    fn proof(&self) -> Proof;

    /// What it explored, for people, if it explores a tree.
    fn exploration(&self) -> Option<Exploration> {
        None
    }

    /// How many states it has.
    fn size(&self) -> usize;

    /// Adds what it counted.
    fn count(&self, statistics: &mut Statistics);
}

/// What an abstraction may use to find and to exclude traces.
pub struct Tools<'a> {
    /// Decides traces.
    pub feasibility: &'a mut FeasibilityChecker,
    /// Decides Hoare triples.
    pub hoare: &'a mut HoareChecker,
    /// Compares predicates.
    pub auxiliary: &'a mut dyn TraceSolver,
    /// Ends the work.
    pub budget: &'a Budget,
}

/// What a location means for the search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Goal {
    /// A violation of the property.
    Violation,
    /// The end of the model.
    Limit,
}

/// What reaching a location means, if anything.
pub fn goal_of(program: &BlockProgram, location: LocationId) -> Option<Goal> {
    match program.target(location)? {
        Target::Violation(_) => Some(Goal::Violation),
        Target::Limit(_) => Some(Goal::Limit),
    }
}
