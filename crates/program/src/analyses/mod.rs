//! What holds in all executions of a program, found without a solver: who calls whom, which variables may still be
//! read, and which values variables can have.

mod call_graph;
mod constants;
mod intervals;
mod liveness;
mod variable_map;

pub(crate) use self::call_graph::CallGraph;
pub use self::constants::Constants;
pub use self::intervals::{Interval, Intervals};
pub(crate) use self::liveness::live_variables;
