//! Random programs: what they are, how they are made, what they do, and what the tool says about them.

pub mod chance;
pub mod execute;
pub mod expressions;
pub mod generate;
pub mod shrink;
pub mod statements;
pub mod tool_runs;
