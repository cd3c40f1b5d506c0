//! Sequences of assertions (Def. 3.2) and what a refinement returns.

use program::{AbstractTrace, ConjunctName};
use term::Term;

/// A sequence of assertions `φ₀, ..., φₙ` for a trace of `n` steps: `φ₀ = true`, `φₙ = false`, and
/// `post(φᵢ, stᵢ₊₁) ⇒ φᵢ₊₁`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssertionSequence {
    /// The assertions over program variables.
    pub assertions: Vec<Term>,
    /// Who made it: `newton:it-sp-lv`, ...
    pub source: String,
    /// Inductive for the path program, not only for the trace. `None`: not asked.
    pub is_perfect: Option<bool>,
    /// Number of assertions that still contain quantifiers.
    pub quantified: usize,
}

/// What a refinement of an infeasible trace returns.
#[derive(Clone, Debug)]
pub struct Refinement {
    /// The unsatisfiable core of the trace formula, sorted; all conjuncts if no core was computed.
    pub core: Vec<ConjunctName>,
    /// The infeasible core `τ#` that the assertions were computed on.
    pub abstraction: AbstractTrace,
    /// The sequences, at least one, each checked inductive.
    pub sequences: Vec<AssertionSequence>,
}

/// Why an infeasible trace has no assertion sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RefineFailure {
    /// A solver does not support the theory.
    TheoryUnsupported(String),
    /// A solver answered unknown.
    SolverUnknown(String),
    /// The sequence is not inductive after projection or elimination.
    NotInductive(String),
    /// Out of time.
    Time,
}

impl std::fmt::Display for RefineFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RefineFailure::TheoryUnsupported(what) => write!(f, "theory unsupported: {what}"),
            RefineFailure::SolverUnknown(why) => write!(f, "solver unknown: {why}"),
            RefineFailure::NotInductive(what) => write!(f, "not inductive: {what}"),
            RefineFailure::Time => write!(f, "timeout"),
        }
    }
}
