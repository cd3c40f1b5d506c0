//! How a solver shall be set up.

/// Choices that hold for the lifetime of a solver.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SolverOptions {
    /// Share nothing with the other solvers of the thread. Proof checkers want this.
    pub is_isolated: bool,
    /// For a single hard query rather than many small ones: Z3 starts with its tactics, which find
    /// models of quantified formulas that the incremental core does not.
    pub is_one_shot: bool,
    /// Do not look for models of quantified formulas: what instances by patterns do not refute is unknown, and soon.
    pub is_pattern_only: bool,
    /// How long the first of two solvers has for a query, if not as long as usual: a large formula is easier for the
    /// second one.
    pub patience: Option<std::time::Duration>,
    /// The executable of a child process, instead of the one found by name.
    pub path: Option<std::path::PathBuf>,
    /// The memory limit of a child process in megabytes. It holds for the process, not for one
    /// query, and queries may lower it.
    pub memory_mb: Option<u32>,
    /// Write every query into this folder.
    pub dump: Option<crate::dump::DumpFolder>,
}
