//! Engines: each consumes a program and a source of assertions, and returns an
//! outcome with its evidence.
//!
//! [`Engine`] is what all of them are, [`ENGINES`] lists them. Engines that refine an abstraction share the loop in
//! [`cegar`] and only say what their [`Abstraction`](cegar::Abstraction) is.

pub mod cegar;
pub mod interp;
pub mod k_induction;
pub mod kojak;
pub mod predicate;
pub mod ranges;
pub mod reachability;
pub mod trace_abstraction;
pub mod value;

mod catalogue;
mod engine;
mod exploration;
mod fragments;
mod observer;
mod options;
mod outcome;
mod parts;

pub use catalogue::ENGINES;
pub use engine::{Engine, EngineKind};
pub use exploration::{Attributes, Ending, Exploration, ExploredState};
pub use observer::{Observer, Silent};
pub use options::{
    AbstractionKind, EngineOptions, Generalisation, Grain, InterpOptions, PredicateOptions, Restart, Scope,
    SearchOrder,
};
pub use outcome::{Outcome, reason_of_limit};
pub use parts::Parts;
