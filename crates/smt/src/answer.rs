//! The answer to a query, and why a solver may have none.

use std::fmt;

/// The answer to a satisfiability query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckResult {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// The solver does not know.
    Unknown(UnknownReason),
}

/// Why a solver did not answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnknownReason {
    /// The time limit of the query was reached.
    Timeout,
    /// The memory limit of the solver was reached.
    Memory,
    /// Someone interrupted the query.
    Interrupted,
    /// The theory or the quantifiers are too hard.
    Incomplete(String),
    /// The operation or the sort is not known to this solver.
    Unsupported(String),
    /// The solver's process ended, or its answer could not be understood.
    Crashed(String),
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownReason::Timeout => write!(f, "timeout of a query"),
            UnknownReason::Memory => write!(f, "out of memory in a query"),
            UnknownReason::Interrupted => write!(f, "interrupted"),
            UnknownReason::Incomplete(why) => write!(f, "incomplete: {why}"),
            UnknownReason::Unsupported(what) => write!(f, "unsupported: {what}"),
            UnknownReason::Crashed(why) => write!(f, "the solver crashed: {why}"),
        }
    }
}
