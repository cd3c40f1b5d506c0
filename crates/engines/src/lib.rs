//! Engines: each consumes a program and a source of assertions, and returns an
//! outcome with its evidence.

mod observer;
mod outcome;

pub use observer::{Observer, Silent};
pub use outcome::{Outcome, Reason, Statistics};
