//! Solvers behind capability traits.

mod options;
pub mod process;
#[cfg(test)]
mod samples;
mod stats;
mod traits;
mod values;
pub mod z3;

pub use options::SolverOptions;
pub use process::{ProcessSolver, SolverInfo, discover};
pub use stats::{QueryCount, QueryStats};
pub use traits::{
    CheckResult, Interpolation, Limits, QeTactic, QuantifierElimination, Solver, TraceSolver, UnknownReason,
    UnsatCores,
};
pub use z3::{Z3Context, Z3Solver};
