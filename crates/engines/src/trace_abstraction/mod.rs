//! Trace abstraction (Heizmann, Hoenicke, Podelski): the program is a set of
//! error traces, each refinement proves a regular set of them infeasible, and the
//! program is safe when nothing is left.

mod abstraction;
mod cegar;
mod difference;
mod execution;
mod floyd_hoare;
mod partition;
mod reduce;

pub use cegar::{Config, Parts, TraceAbstraction};
pub use floyd_hoare::Generalisation;
