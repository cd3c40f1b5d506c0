//! The parts of an engine that talk to solvers.

use refine::{FeasibilityChecker, HoareChecker, Source};
use smt::TraceSolver;

/// What an engine is built from. All parts belong to one program.
pub struct Parts {
    /// Decides traces and gives cores.
    pub feasibility: FeasibilityChecker,
    /// Computes assertions.
    pub source: Box<dyn Source>,
    /// Decides triples.
    pub hoare: HoareChecker,
    /// Compares predicates.
    pub auxiliary: Box<dyn TraceSolver>,
}
