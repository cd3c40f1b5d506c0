//! Random programs: what they are, how they are made, what they do, and what the engine says about them.

pub mod chance;
pub mod engine;
pub mod execute;
pub mod expressions;
pub mod generate;
pub mod shrink;
pub mod statements;
