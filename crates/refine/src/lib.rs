//! Refinement: from an infeasible trace to a sequence of assertions.
//!
//! [`FeasibilityChecker`] decides traces and gives cores, [`newton::Newton`]
//! turns a core into sequences of assertions, [`HoareChecker`] decides the
//! triples that all of this rests on.

pub mod inductive;
pub mod newton;

mod feasibility;
mod hoare;
mod leaves;
mod parts;
mod sequence;
mod transformer;
mod variant;

pub use feasibility::{
    CoreGranularity, Feasibility, FeasibilityChecker, OneShotFactory, indexed_axioms, within,
};
pub use hoare::{HoareChecker, HoareStatistics, Validity, after};
pub use sequence::{AssertionSequence, RefineFailure, Refinement};
pub use transformer::{strongest_post, weakest_precondition};
pub use variant::{Direction, Variant};
