//! Refinement: from an infeasible trace to a sequence of assertions.

mod sequence;

pub use sequence::{AssertionSequence, RefineFailure, Refinement};
