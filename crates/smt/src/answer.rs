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

impl UnknownReason {
    /// The reason without its details, for statistics.
    pub fn kind(&self) -> &'static str {
        match self {
            UnknownReason::Timeout => "timeout",
            UnknownReason::Memory => "memory",
            UnknownReason::Interrupted => "interrupted",
            UnknownReason::Incomplete(_) => "incomplete",
            UnknownReason::Unsupported(_) => "unsupported",
            UnknownReason::Crashed(_) => "crashed",
        }
    }
}

/// Why there are no interpolants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoInterpolants {
    /// The formulas are satisfiable together.
    Satisfiable,
    /// The solver did not answer.
    Unknown(UnknownReason),
    /// The answer cannot be read: it has a function of the solver's own.
    Unreadable(String),
    /// The answer speaks about a symbol that the two sides do not share.
    NotShared(String),
}

impl NoInterpolants {
    /// The reason without its details, for statistics.
    pub fn kind(&self) -> &'static str {
        match self {
            NoInterpolants::Satisfiable => "satisfiable",
            NoInterpolants::Unknown(reason) => reason.kind(),
            NoInterpolants::Unreadable(_) => "unreadable",
            NoInterpolants::NotShared(_) => "not shared",
        }
    }

    /// Whether the solver does not know a sort or a function of the formulas, so that asking again is useless.
    pub fn is_unsupported(&self) -> bool {
        matches!(self, NoInterpolants::Unknown(UnknownReason::Unsupported(_)))
    }

    /// Whether time or memory was over, or the solver died: what is asked next may end in the same way.
    pub fn is_exhausted(&self) -> bool {
        use UnknownReason::{Crashed, Interrupted, Memory, Timeout};
        matches!(self, NoInterpolants::Unknown(Timeout | Memory | Interrupted | Crashed(_)))
    }
}

impl From<UnknownReason> for NoInterpolants {
    fn from(reason: UnknownReason) -> NoInterpolants {
        NoInterpolants::Unknown(reason)
    }
}

impl fmt::Display for NoInterpolants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoInterpolants::Satisfiable => write!(f, "the formulas are satisfiable"),
            NoInterpolants::Unknown(reason) => write!(f, "{reason}"),
            NoInterpolants::Unreadable(what) => write!(f, "the answer cannot be read: {what}"),
            NoInterpolants::NotShared(symbol) => {
                write!(f, "an interpolant has the symbol {symbol}, which the two sides do not share")
            }
        }
    }
}
