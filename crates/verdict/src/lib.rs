//! The answer of a run, and why there is none: the words that engines, workers and reports share.

mod reason;
mod verdict;

pub use reason::Reason;
pub use verdict::{Verdict, one_line};
