//! The parts of an engine that talk to solvers.

use refine::{FeasibilityChecker, HoareChecker, Source};
use smt::TraceSolver;

/// What an engine is built from. All parts belong to one program.
pub struct Parts {
    /// Decides traces and gives cores.
    pub feasibility: FeasibilityChecker,
    /// Computes assertions.
    pub source: Box<dyn Source>,
    /// Computes assertions that depend on the rest of a trace rather than on its beginning, for engines that want
    /// them. Without it, they take those of the source.
    pub backward: Option<Box<dyn Source>>,
    /// Decides triples.
    pub hoare: HoareChecker,
    /// Compares predicates.
    pub auxiliary: Box<dyn TraceSolver>,
}
