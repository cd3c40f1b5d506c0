//! The result of a run as plain data, and the forms in which people and machines read it.
//!
//! Terms and programs live in the worker's memory; here everything is text already. [`Report`] is what a worker sends;
//! the renderings ([`text`], [`table`], [`json`], [`sarif`], [`page`]) know nothing but the data.

pub mod columns;
pub mod drawing;
pub mod help;
pub mod json;
pub mod native;
pub mod page;
pub mod refinement;
mod result;
pub mod sarif;
pub mod table;
pub mod text;

pub use result::{
    Decided, Evidence, Execution, Invariant, MODELS, Moment, Obligation, PartyReport, Place, Remark, Report,
    SourceInvariant, Status, Step, Value, Whereabouts,
};
