//! Programs and traces.
//!
//! A front end builds a [`CoreProgram`]: procedures whose statements are those
//! of the papers. [`inline`] turns it into one [`Cfg`]; [`encode_blocks`] turns
//! that into a [`BlockProgram`], whose edges are transition formulas with named
//! conjuncts; a [`Trace`] is a path of it, with its trace formula, liveness and
//! path program. Program variables are plain variable terms; the constants of
//! the axioms are variables that no statement modifies.

mod abstraction;
mod block;
mod call_graph;
mod cfg;
mod claim;
mod cone;
mod constants;
mod contract;
mod core_program;
mod edge_trace;
mod encode;
mod infix;
mod inline;
mod intervals;
mod liveness;
mod path_program;
mod reader;
mod relevance;
mod scan;
mod sharing;
mod split;
mod statement;
mod text;
mod trace;
mod unfold;
mod variable_map;
mod verify;

pub use abstraction::{AbstractStep, AbstractTrace, LiveVariables};
pub use block::{Block, BlockId, BlockPath, Conjunct, primed};
pub use cfg::{Cfg, Frame};
pub use claim::{Counterexample, Proof};
pub use constants::Constants;
pub use core_program::{
    CoreProgram, Edge, EdgeId, Landmark, LandmarkKind, Location, LocationId, Procedure, ProcedureId, Target,
    Violation,
};
pub use edge_trace::{counterexample, edge_formulas};
pub use encode::{BlockEncoding, BlockProgram, encode_blocks};
pub use inline::{Copying, InlineError, RECURSION, Recursion, inline, inline_sharing};
pub use intervals::{Interval, Intervals};
pub use path_program::PathProgram;
pub use reader::{read_cfg, read_program};
pub use statement::{Call, Provenance, Statement};
pub use trace::{ConjunctName, Trace, TraceFormula, at};
pub use verify::{verify, verify_blocks, verify_cfg};
