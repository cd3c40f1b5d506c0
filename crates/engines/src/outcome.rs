//! What an engine answers.

use std::fmt;
use std::rc::Rc;

use program::{Counterexample, Proof};

/// The answer of an engine.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// No violation can be reached.
    Safe(Proof),
    /// A violation can be reached.
    Unsafe(Box<Counterexample>),
    /// Neither is known.
    Unknown(Reason),
}

/// Why there is no answer. `Display` gives the text between the parentheses of the verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// Someone stopped the run.
    Cancelled,
    /// The trace solver could not decide the feasibility of a trace.
    SolverUnknown(String),
    /// A feasible trace ends where the model of the program ends: `recursion`, `unsupported: ...`.
    Limit(Rc<str>),
    /// A feasible trace needs a statement that is modelled too coarsely.
    Overapproximation(Rc<str>),
    /// No assertion sequence could be computed for an infeasible trace.
    NoAssertions(String),
    /// The same path program came back and no sequence excludes its traces.
    NoProgress(String),
    /// The engine's evidence did not pass the independent check.
    EvidenceRejected(String),
    /// Something is not supported.
    Unsupported(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Time => write!(f, "timeout"),
            Reason::Memory => write!(f, "out of memory"),
            Reason::Cancelled => write!(f, "cancelled"),
            Reason::SolverUnknown(why) => write!(f, "solver unknown: {why}"),
            Reason::Limit(what) => write!(f, "{what}"),
            Reason::Overapproximation(what) => write!(f, "over-approximation: {what}"),
            Reason::NoAssertions(why) => write!(f, "no assertions: {why}"),
            Reason::NoProgress(where_) => write!(f, "no progress on trace: {where_}"),
            Reason::EvidenceRejected(why) => write!(f, "evidence rejected: {why}"),
            Reason::Unsupported(what) => write!(f, "unsupported: {what}"),
        }
    }
}

impl From<base::Exhausted> for Reason {
    fn from(exhausted: base::Exhausted) -> Reason {
        match exhausted {
            base::Exhausted::Time => Reason::Time,
            base::Exhausted::Cancelled => Reason::Cancelled,
        }
    }
}
