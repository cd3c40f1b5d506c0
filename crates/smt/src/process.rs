//! Any SMT-LIB 2 solver as a child process.
//!
//! [`Dialect`] says how a solver is called and what it can do; [`launch`] finds
//! it; [`child`] runs it; [`ProcessSolver`] speaks SMT-LIB with it. A child that hangs, crashes or eats too much memory costs the
//! query that was running: the next query starts it again with the same
//! assertions.

mod child;
mod dialects;
mod float_bits;
mod launch;
mod session;
mod solver;
mod version;
mod vocabulary;

#[cfg(test)]
mod tests;

pub use dialects::{Assumptions, DIALECTS, Dialect, dialect};
pub use launch::{Launch, Launcher, find};
pub use solver::ProcessSolver;
pub use version::ask_version;
