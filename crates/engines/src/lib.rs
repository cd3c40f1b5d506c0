//! Engines: each consumes a program and a source of assertions, and returns an
//! outcome with its evidence.

pub mod explore;
pub mod houdini;
pub mod trace_abstraction;

mod observer;
mod outcome;

pub use observer::{Observer, Silent};
pub use outcome::{Outcome, Reason, Statistics};
