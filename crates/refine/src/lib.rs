//! Refinement: from an infeasible trace to a sequence of assertions.
//!
//! [`FeasibilityChecker`] decides traces and gives cores, a [`Source`] turns an infeasible trace into sequences of
//! assertions, the [`Gate`] checks each of them, and [`HoareChecker`] decides the triples that all of this rests on.
//! [`newton`] is the first source; [`FirstThatWorks`], [`UntilPerfect`] and [`ChooseAmongPrefixes`] are sources made of
//! sources; [`SOURCES`] lists what there is.

pub mod craig;
pub mod inductive;
pub mod newton;

mod catalogue;
mod combine;
mod counted;
mod explanation;
mod feasibility;
mod gate;
mod hoare;
mod infeasible;
mod leaves;
mod parts;
mod portfolio;
mod projection;
mod select;
mod sequence;
mod source;
mod transformer;
mod variant;

pub use catalogue::{SOURCES, SourceChoice};
pub use combine::FirstThatWorks;
pub use counted::Counted;
pub use explanation::{Detail, Explanation};
pub use feasibility::{
    CoreGranularity, Feasibility, FeasibilityChecker, OneShotFactory, has_memory, indexed_axioms, within,
};
pub use gate::{Gate, Proposal};
pub use hoare::{HoareChecker, HoareStatistics, PostClass, Validity, after};
pub use infeasible::InfeasibleTrace;
pub use portfolio::{FirstPerfect, SourceApart, UntilPerfect, Workplace};
pub use select::{ChooseAmongPrefixes, Features, Selection, SlicedPrefix, features, sliced_prefixes};
pub use sequence::{AssertionSequence, RefineFailure, Refinement};
pub use source::{Source, SourceKind, Toolbox};
pub use transformer::{strongest_post, weakest_precondition};
pub use variant::{Direction, Leftover, Level, Variant};
