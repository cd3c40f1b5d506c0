//! Any SMT-LIB 2 solver as a child process.
//!
//! [`Dialect`] says how a solver is called and what it can do; [`child`] runs
//! it; [`ProcessSolver`] speaks SMT-LIB with it; [`discover`] finds what is
//! installed. A child that hangs, crashes or eats too much memory costs the
//! query that was running: the next query starts it again with the same
//! assertions.

mod child;
mod dialects;
mod discover;
mod float_bits;
mod solver;
mod vocabulary;

#[cfg(test)]
mod tests;

pub use dialects::{DIALECTS, Dialect, dialect};
pub use discover::{SolverInfo, discover, find_executable};
pub use solver::ProcessSolver;
