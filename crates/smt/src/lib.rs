//! Solvers behind capability traits.

mod answer;
pub mod checking;
pub mod dump;
mod dump_interpolation;
pub mod factory;
mod interpolators;
mod options;
pub mod packages;
pub mod process;
mod relay;
#[cfg(test)]
mod samples;
mod stack;
mod stats;
mod survey;
#[cfg(test)]
mod testing;
mod traits;
mod values;
pub mod z3;

pub use checking::Checked;
pub use dump::{DumpFolder, Dumping};
pub use factory::{SolverKind, open};
pub use interpolators::{INTERPOLATORS, Interpolator, interpolator, open_interpolator};
pub use options::SolverOptions;
pub use process::ProcessSolver;
pub use relay::Relay;
pub use stats::{QueryCount, QueryStats};
pub use survey::{SolverInfo, survey};
pub use traits::{
    CheckResult, Interpolation, Limits, NoInterpolants, QeTactic, QuantifierElimination, Solver, TraceSolver,
    UnknownReason, UnsatCores,
};
pub use z3::{Spacer, Z3Context, Z3Solver};
