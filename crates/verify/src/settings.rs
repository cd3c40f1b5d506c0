//! What a run is asked for beside the program: the strategy, the solvers, the limits, what is to be told.

use std::path::PathBuf;
use std::time::Duration;

use smt::SolverKind;
use strategy::Strategy;
use witnessing::export::WitnessFormat;

/// How a program is verified.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What the run does.
    pub strategy: Strategy,
    /// Who answers queries.
    pub solvers: Solvers,
    /// Whether the evidence is checked before there is a verdict.
    pub is_checked: bool,
    /// Loops have at most so many iterations, and recursion so many copies.
    pub bound: Option<u32>,
    /// The limit of time.
    pub time: Option<Duration>,
    /// The limit of memory, of all processes together.
    pub memory: Option<u64>,
    /// So many worker processes work at once.
    pub workers: usize,
    /// Whether the invariants of a proof are translated to C.
    pub tells_invariants: bool,
    /// The format of the witness that is written.
    pub witness: Option<WitnessFormat>,
}

/// Which solver does what.
#[derive(Clone, Debug)]
pub struct Solvers {
    /// Decides traces and gives cores.
    pub trace: SolverKind,
    /// Simplifies, compares predicates and checks Hoare triples, if it is another one.
    pub auxiliary: Option<SolverKind>,
    /// Is asked what Z3 does not answer soon, if it is there.
    pub second: Option<SolverKind>,
    /// Where queries are written.
    pub dump: Option<PathBuf>,
}
