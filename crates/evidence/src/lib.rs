//! Checks what engines claim, with code that shares nothing with them but
//! `term`, `smt` and `program`.
//!
//! [`check_proof`] generates the verification conditions of a [`program::Proof`]
//! with an encoding of its own and gives them to a fresh solver; cases and states are checked one by one, and
//! proofs by induction on unrolled graphs. [`replay`]
//! executes a [`program::Counterexample`] statement by statement. [`check_intervals`]
//! checks that a graph was simplified without changing its executions. Whatever does
//! not pass is a [`Rejection`]: the verdict becomes unknown, and a bug is found.

mod cases;
mod claims;
mod constants;
mod cuts;
mod form;
mod grounding;
mod induction;
mod intervals;
mod proof;
mod proof_report;
mod ranges;
mod region;
mod rejection;
mod replay;
mod residue;
mod states;

pub use claims::check_proof;
pub use constants::check_constants;
pub use intervals::check_intervals;
pub use proof_report::ProofReport;
pub use rejection::Rejection;
pub use replay::{Execution, Step, replay};
