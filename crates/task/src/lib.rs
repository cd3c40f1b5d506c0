//! Verification tasks: what is to be verified, against which property, and what the answer should be.
//!
//! A task-definition file (`TASK.yml`, formats 1.0 to 2.1 of BenchExec and SV-COMP) names input files, properties
//! with expected verdicts, a language and a data model. A property file (`FILE.prp`) states the property as
//! `CHECK( init(main()), LTL(G ! call(reach_error())) )`. This crate reads both into plain data, or says with file,
//! line and caret what is wrong. It knows nothing of engines: that a property or a language cannot be handled is
//! for others to say.
//!
//! ```no_run
//! let definition = task::Definition::read("loops/sum.yml".as_ref())?;
//! let task = definition.task(None)?;
//! println!("{:?} against {}", task.input_files, task.property.name());
//! # Ok::<(), task::TaskError>(())
//! ```

mod definition;
mod error;
mod property;
pub mod yaml;

pub use definition::{DataModel, Definition, Expected, Language, StatedProperty, Task};
pub use error::TaskError;
pub use property::{Check, Property};
