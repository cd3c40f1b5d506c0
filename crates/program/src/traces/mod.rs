//! Block programs and their traces: transition formulas with named conjuncts, trace formulas, abstractions of traces
//! and path programs.

mod abstraction;
mod block;
mod block_program;
mod edge_trace;
mod encode;
mod path_program;
mod split;
mod text;
mod trace;
mod verify;

pub use self::abstraction::{AbstractStep, AbstractTrace, LiveVariables};
pub use self::block::{Block, BlockId, BlockPath, Conjunct, primed};
pub use self::block_program::BlockProgram;
pub use self::edge_trace::{counterexample, edge_formulas};
pub use self::encode::{BlockEncoding, BlockOperator, encode_blocks};
pub use self::path_program::PathProgram;
pub use self::trace::{ConjunctName, Trace, TraceFormula, at};
pub use self::verify::verify_blocks;
