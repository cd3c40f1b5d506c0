//! Solvers behind capability traits.

mod options;
mod stats;
mod traits;
pub mod z3;

pub use options::SolverOptions;
pub use stats::{QueryCount, QueryStats};
pub use traits::{
    CheckResult, Interpolation, Limits, QeTactic, QuantifierElimination, Solver, TraceSolver, UnknownReason,
    UnsatCores,
};
pub use z3::{Z3Context, Z3Solver};
