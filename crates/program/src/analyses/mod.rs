//! What holds in all executions of a program, found without a solver: who calls whom, which variables may still be
//! read, which values variables can have, and how they are used.

mod call_graph;
mod constants;
mod domain_types;
mod intervals;
mod liveness;
mod variable_map;

pub(crate) use self::call_graph::CallGraph;
pub use self::constants::Constants;
pub use self::domain_types::{DomainType, DomainTypes};
pub use self::intervals::{Bounds, Interval, Intervals};
pub(crate) use self::liveness::live_variables;
