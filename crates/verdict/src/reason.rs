//! Why there is no answer.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why there is no answer. `Display` gives the text between the parentheses of the verdict.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// Someone stopped the run.
    Cancelled,
    /// The trace solver could not decide the feasibility of a trace.
    SolverUnknown(String),
    /// A feasible trace calls a procedure more deeply than the model does.
    Recursion,
    /// No execution with up to so many iterations of each loop, and so many nested calls of a function, is a violation.
    Bounded(u32),
    /// The model of the program ends somewhere, or there is none.
    Unsupported(String),
    /// A feasible trace needs a statement that is modelled too coarsely.
    Overapproximation(String),
    /// No source had an assertion sequence for an infeasible trace.
    NoAssertions(String),
    /// Values of variables do not exclude a path that a solver does.
    ValuesCannotExclude(String),
    /// The same path program came back and no sequence excludes its traces.
    NoProgress(String),
    /// The engine's evidence did not pass the independent check.
    EvidenceRejected(String),
    /// An execution over bit-vectors does not confirm a counterexample over integers.
    NotConfirmed(String),
    /// What an engine or its source needs is not there.
    Unavailable(String),
    /// The process that did the work ended without an answer.
    WorkerDied(String),
}

impl Reason {
    /// Whether every engine meets it, in every arithmetic: it is about the program.
    pub fn is_about_program(&self) -> bool {
        matches!(self, Reason::Unsupported(_))
    }

    /// Whether nobody gets further with a part of the same question.
    pub fn is_final(&self) -> bool {
        self.is_about_program() || matches!(self, Reason::Bounded(_))
    }

    /// Whether another engine may know better about the same program.
    pub fn is_about_engine(&self) -> bool {
        matches!(
            self,
            Reason::NoProgress(_)
                | Reason::ValuesCannotExclude(_)
                | Reason::NoAssertions(_)
                | Reason::SolverUnknown(_)
                | Reason::Unavailable(_)
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Time => write!(f, "timeout"),
            Reason::Memory => write!(f, "out of memory"),
            Reason::Cancelled => write!(f, "cancelled"),
            Reason::SolverUnknown(why) => write!(f, "solver unknown: {why}"),
            Reason::Recursion => write!(f, "recursion"),
            Reason::Bounded(bound) => write!(f, "none up to {bound} iterations"),
            Reason::Unsupported(what) => write!(f, "unsupported: {what}"),
            Reason::Overapproximation(what) => write!(f, "over-approximation: {what}"),
            Reason::NoAssertions(why) => write!(f, "no assertions: {why}"),
            Reason::ValuesCannotExclude(what) => write!(f, "values cannot exclude {what}"),
            Reason::NoProgress(where_) => write!(f, "no progress on trace: {where_}"),
            Reason::EvidenceRejected(why) => write!(f, "evidence rejected: {why}"),
            Reason::NotConfirmed(why) => write!(f, "not confirmed over bit-vectors: {why}"),
            Reason::Unavailable(what) => write!(f, "unavailable: {what}"),
            Reason::WorkerDied(why) => write!(f, "worker died: {why}"),
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
