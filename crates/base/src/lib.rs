//! What every other crate needs and none owns: typed ids, source text and spans, diagnostics, budgets, counters.
//!
//! This is the bottom layer. It knows neither terms nor programs nor languages, so that every crate above
//! can speak about positions, messages and limits in the same way.

pub mod arithmetic;
pub mod budget;
pub mod diagnostics;
pub mod index;
pub mod quantity;
pub mod random;
pub mod source_map;
pub mod span;
pub mod statistics;

pub use arithmetic::Arithmetic;
pub use budget::{Budget, Exhausted};
pub use diagnostics::{Diagnostic, Diagnostics, Severity};
pub use index::{Idx, IndexVec};
pub use source_map::{LineColumn, LineMarker, SourceMap};
pub use span::{FileId, Span};
pub use statistics::{Counter, Statistics};
