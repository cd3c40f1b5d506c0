//! The result of a run as plain data, and the forms in which people and machines read it.
//!
//! Terms and programs live in the worker's memory; here everything is text already. [`Report`] is what a worker sends;
//! the renderings ([`text`], [`table`], [`json`], [`sarif`], [`page`]) know nothing but the data.

pub mod columns;
pub mod drawing;
pub mod json;
pub mod native;
mod obligation;
pub mod page;
pub mod refinement;
mod result;
pub mod sarif;
pub mod table;
pub mod text;

pub use obligation::{Decided, Obligation, Status};
pub use result::{
    Evidence, Execution, Invariant, Moment, PartyReport, Place, Remark, Report, SourceInvariant, Step, Value,
};
