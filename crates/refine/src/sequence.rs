//! Sequences of assertions (Def. 3.2) and what a refinement returns.

use std::fmt;

use program::ConjunctName;
use smt::NoInterpolants;
use term::Term;

use crate::explanation::Explanation;

/// A sequence of assertions `φ₀, ..., φₙ` for a trace of `n` steps: `φ₀ = true`, `φₙ = false`, and
/// `post(φᵢ, stᵢ₊₁) ⇒ φᵢ₊₁`. Only the [`Gate`](crate::Gate) makes one, once it has checked that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssertionSequence {
    /// The assertions over program variables.
    pub assertions: Vec<Term>,
    /// Who made it: `newton:it-sp-lv`, ...
    pub source: String,
    /// Inductive for the path program, not only for the trace.
    pub is_perfect: bool,
    /// Number of assertions that still contain quantifiers.
    pub quantified: usize,
    /// Inductive by construction, so that steps that no solver decides may have passed.
    pub is_exact: bool,
    pub(crate) passed: Passed,
}

/// Only the gate has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Passed;

/// The refinement of an infeasible trace.
#[derive(Clone, Debug)]
pub struct Refinement {
    /// The unsatisfiable core of the trace formula, sorted; all conjuncts if no core was computed.
    pub core: Vec<ConjunctName>,
    /// The sequences, at least one.
    pub sequences: Vec<AssertionSequence>,
    /// How they came about, as far as the observer wants to know.
    pub explanation: Explanation,
}

/// Why an infeasible trace has no assertion sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RefineFailure {
    /// A solver answered unknown.
    SolverUnknown(String),
    /// The sequence is not inductive after projection or elimination.
    NotInductive(String),
    /// The interpolating solver that this source asks had no answer.
    NoInterpolants(String, NoInterpolants),
    /// The process in which this source works has ended.
    Lost(String),
    /// None of several sources had one.
    All(Vec<RefineFailure>),
    /// Out of time.
    Time,
}

impl RefineFailure {
    /// The failure without its details, for statistics.
    pub fn kind(&self) -> String {
        match self {
            RefineFailure::SolverUnknown(_) => "solver unknown".to_owned(),
            RefineFailure::NotInductive(_) => "not inductive".to_owned(),
            RefineFailure::NoInterpolants(_, why) => why.kind().to_owned(),
            RefineFailure::Lost(_) => "lost".to_owned(),
            RefineFailure::All(failures) => {
                failures.iter().map(RefineFailure::kind).collect::<Vec<_>>().join(", ")
            }
            RefineFailure::Time => "time is over".to_owned(),
        }
    }
}

impl fmt::Display for RefineFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RefineFailure::SolverUnknown(why) => write!(f, "solver unknown: {why}"),
            RefineFailure::NotInductive(what) => write!(f, "not inductive: {what}"),
            RefineFailure::NoInterpolants(source, why) => write!(f, "no interpolants: {source}, {why}"),
            RefineFailure::Lost(source) => write!(f, "the process of {source} has ended"),
            RefineFailure::All(failures) => {
                for (position, failure) in failures.iter().enumerate() {
                    let separator = if position == 0 { "" } else { "; " };
                    write!(f, "{separator}{failure}")?;
                }
                Ok(())
            }
            RefineFailure::Time => write!(f, "timeout"),
        }
    }
}
