//! Z3 in process.
//!
//! [`Z3Context`] owns Z3's terms and remembers the translation of each of ours;
//! the solvers of one thread share it. [`Z3Solver`] is the incremental solver,
//! and also eliminates quantifiers. [`Spacer`] interpolates.
//!
//! Invariants: every Z3 object that we keep is reference-counted; no Z3 error
//! aborts the process, each becomes a value; nothing here panics on what Z3
//! returns.

mod back;
mod back_operators;
mod context;
mod literals;
mod model;
mod operators;
mod qe;
mod solver;
mod spacer;
mod translate;
mod watchdog;

#[cfg(test)]
mod round_trip;
#[cfg(test)]
mod tests;

pub use context::Z3Context;
pub use solver::Z3Solver;
pub use spacer::Spacer;
pub(crate) use spacer::shared_variables;
pub use watchdog::InterruptHandle;

/// The version of the library, like `5.4.0`.
pub fn version() -> String {
    let (mut major, mut minor, mut build, mut revision) = (0, 0, 0, 0);
    // SAFETY: the function writes four numbers.
    unsafe { z3_sys::Z3_get_version(&mut major, &mut minor, &mut build, &mut revision) };
    format!("{major}.{minor}.{build}")
}
