//! Any SMT-LIB 2 solver as a child process.
//!
//! [`Dialect`] says how a solver is called and what it can do; [`launch`] finds
//! it; [`child`] runs it; [`ProcessSolver`] speaks SMT-LIB with it;
//! [`interpolating`] asks for interpolants. A child that hangs, crashes or eats
//! too much memory costs the query that was running: the next query starts it
//! again with the same assertions.

mod bounded_integers;
mod child;
mod cut_interpolants;
mod dialects;
mod dialogue;
mod float_bits;
mod interpolating;
mod launch;
mod model_interpolants;
mod sequence_interpolants;
mod solver;
mod version;
mod vocabulary;
mod yices_terms;

#[cfg(test)]
mod tests;

pub use cut_interpolants::CutInterpolation;
pub use dialects::{Assumptions, DIALECTS, Dialect, Launch, dialect};
pub use launch::{Launcher, find};
pub use model_interpolants::ModelInterpolation;
pub use sequence_interpolants::SequenceInterpolation;
pub use solver::ProcessSolver;
pub use version::ask_version;
