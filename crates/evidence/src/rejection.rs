//! Why evidence was not accepted: a closed enumeration, because the reason of an
//! unknown verdict is data.

use std::fmt;

use base::Exhausted;
use program::{Cfg, LocationId};
use term::Term;

/// Why a proof or a counterexample was not accepted. Locations are given by [`place`] names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// The evidence does not fit the graph: unknown locations or edges, values of the wrong sort, ...
    Malformed(String),
    /// A cycle through this location contains no location with an invariant.
    Uncut {
        /// A location on the cycle.
        location: String,
    },
    /// An invariant does not follow: there is an execution of loop-free code from a state of the
    /// first location's invariant to a state outside of the second's.
    NotInductive {
        /// Where the execution starts.
        from: String,
        /// Where it leads.
        to: String,
        /// The state in which it starts, as far as the solver told.
        state: Vec<(Term, Term)>,
    },
    /// A simplified statement does not do what the original does.
    NotEquivalent {
        /// Where the statement starts.
        from: String,
        /// Where it leads.
        to: String,
    },
    /// The solver could not decide a query.
    Undecided {
        /// What was asked.
        question: String,
        /// Why there was no answer.
        reason: String,
    },
    /// The edges are not a path from the entry.
    NotAPath {
        /// The position in the path, counted from 0.
        step: usize,
    },
    /// The path does not end in the violation that is claimed.
    NoViolation {
        /// Where it ends.
        location: String,
    },
    /// An axiom is false under the values of the counterexample.
    AxiomFails {
        /// The axiom.
        axiom: Term,
    },
    /// An assumption on the path is false.
    AssumptionFails {
        /// The position in the path, counted from 0.
        step: usize,
        /// The assumption.
        condition: Term,
    },
    /// The conditions whose value depends on what evaluation cannot tell (quantifiers, division by
    /// zero) contradict each other.
    Contradiction {
        /// How many there are.
        conditions: usize,
    },
    /// Time is up, or someone stopped the check.
    Exhausted(Exhausted),
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::Malformed(what) => write!(f, "malformed: {what}"),
            Rejection::Uncut { location } => write!(f, "no invariant on a cycle through {location}"),
            Rejection::NotInductive { from, to, state } => {
                write!(f, "the invariant at {to} does not follow from that at {from}")?;
                for (number, (variable, value)) in state.iter().enumerate() {
                    write!(f, "{}{variable} = {value}", if number == 0 { ", for " } else { ", " })?;
                }
                Ok(())
            }
            Rejection::NotEquivalent { from, to } => {
                write!(f, "the statement from {from} to {to} was changed by simplification")
            }
            Rejection::Undecided { question, reason } => write!(f, "undecided: {question}: {reason}"),
            Rejection::NotAPath { step } => write!(f, "the edges are not a path at step {step}"),
            Rejection::NoViolation { location } => {
                write!(f, "the path ends at {location}, which is not the claimed violation")
            }
            Rejection::AxiomFails { axiom } => write!(f, "the axiom {axiom} is false"),
            Rejection::AssumptionFails { step, condition } => {
                write!(f, "the assumption {condition} of step {step} is false")
            }
            Rejection::Contradiction { conditions } => {
                write!(f, "{conditions} conditions that evaluation leaves open contradict each other")
            }
            Rejection::Exhausted(why) => write!(f, "{why}"),
        }
    }
}

impl std::error::Error for Rejection {}

impl From<Exhausted> for Rejection {
    fn from(why: Exhausted) -> Rejection {
        Rejection::Exhausted(why)
    }
}

/// A location for messages: its number, and its name where it has one.
pub(crate) fn place(cfg: &Cfg, location: LocationId) -> String {
    use base::Idx;
    let number = location.index();
    match cfg.locations.get(location) {
        Some(known) if !known.name.is_empty() => format!("L{number} ({})", known.name),
        _ => format!("L{number}"),
    }
}
