//! Programs and traces.
//!
//! A front end builds a [`CoreProgram`]: procedures whose statements are those
//! of the papers. [`inline`] turns it into one [`Cfg`]; [`encode_blocks`] turns
//! that into a [`BlockProgram`], whose edges are transition formulas with named
//! conjuncts; a [`Trace`] is a path of it, with its trace formula, liveness and
//! path program. Program variables are plain variable terms; the constants of
//! the axioms are variables that no statement modifies.

mod analyses;
mod claim;
mod ir;
mod passes;
mod traces;

pub use analyses::{Bounds, Constants, DomainType, DomainTypes, Interval, Intervals};
pub use claim::{Cases, Counterexample, Induction, Proof, ProofState};
pub use ir::{
    Call, Cfg, CoreProgram, Edge, EdgeId, Frame, Landmark, LandmarkKind, Limit, Location, LocationId,
    Procedure, ProcedureId, Provenance, Statement, Target, Violation, read_cfg, read_program, verify,
    verify_cfg,
};
pub use passes::{Copying, InlineError, Recursion, Unrolling, inline, inline_sharing};
pub use traces::{
    AbstractStep, AbstractTrace, Block, BlockEncoding, BlockId, BlockOperator, BlockPath, BlockProgram,
    Conjunct, ConjunctName, LiveVariables, PathProgram, Trace, TraceFormula, at, counterexample,
    edge_formulas, encode_blocks, primed, verify_blocks,
};
