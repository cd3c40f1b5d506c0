//! What an engine answers.

use program::{Counterexample, Limit, Proof};
use verdict::Reason;

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

/// The reason of a run that reaches a place where the model of the program ends.
pub fn reason_of_limit(limit: &Limit) -> Reason {
    match limit {
        Limit::Recursion => Reason::Recursion,
        Limit::Iterations(bound) => Reason::Bounded(*bound),
        Limit::Unsupported(what) => Reason::Unsupported(what.to_string()),
    }
}
