//! Random C programs with what gcc says about them.

pub mod calls;
pub mod executions;
pub mod expressions;
pub mod generate;
pub mod idioms;
pub mod more_idioms;
pub mod one_unit;
pub mod oracle;
pub mod places;
pub mod plants;
pub mod shrink;
pub mod statements;
pub mod text;
pub mod tool_runs;
pub mod types;
