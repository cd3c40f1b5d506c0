//! Solvers behind capability traits.

mod traits;

pub use traits::{
    CheckResult, Interpolation, Limits, QeTactic, QuantifierElimination, Solver, TraceSolver, UnknownReason,
    UnsatCores,
};
