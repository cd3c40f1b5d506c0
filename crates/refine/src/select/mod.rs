//! Refinement selection (Beyer, Löwe, Wendler: Refinement Selection, SPIN 2015).
//!
//! An infeasible path may have several reasons of infeasibility, and each of them gives a refinement. [`prefixes`]
//! extracts the infeasible sliced prefixes of a trace (Algorithm 1), [`ChooseAmongPrefixes`] asks a source about each of
//! them and takes the best answer (Algorithm 2), and [`Selection`] says which is best (Sect. 5).

mod heuristic;
mod prefixes;
mod source;

pub use heuristic::{Features, Selection};
pub use prefixes::{SlicedPrefix, sliced_prefixes};
pub use source::{ChooseAmongPrefixes, features};
