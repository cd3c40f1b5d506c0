//! The harness: from task sets to the tables and plots of a paper.
//!
//! A *matrix* ([`matrix`]) is every configuration over every task. The harness ([`harness`]) runs what is left of it,
//! each run contained and measured ([`contain`]), and appends a record for each ([`record`], [`store`]). Everything
//! else reads records. Tools are described by data ([`tool`]), so that others run beside Principia; this crate knows
//! none of the engines.

pub mod benchexec;
pub mod compare;
pub mod contain;
mod error;
pub mod grid;
pub mod harness;
pub mod html;
pub mod machine;
pub mod matrix;
pub mod plot;
pub mod progress;
pub mod record;
pub mod recorder;
pub mod slurm;
pub mod store;
pub mod suite;
pub mod summary;
pub mod table;
pub mod tool;

pub use error::BenchError;
