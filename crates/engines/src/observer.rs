//! Engines report what they do to an observer; they neither print nor log.

use program::{BlockProgram, Trace};
use refine::{Detail, Refinement};

use crate::exploration::Exploration;

/// Receives the events of a run. Every method does nothing unless overridden.
pub trait Observer {
    /// A new iteration of the CEGAR loop starts; the abstraction has so many states.
    fn iteration(&mut self, _number: usize, _states: usize) {}

    /// How much it wants to know about refinements.
    fn detail(&self) -> Detail {
        Detail::None
    }

    /// An infeasible trace was refined.
    fn refined(&mut self, _program: &BlockProgram, _trace: &Trace, _refinement: &Refinement) {}

    /// A trace decides nothing, and its target is not looked at any more.
    fn doubted(&mut self) {}

    /// What was explored until the engine stopped, if it explores a tree.
    fn explored(&mut self, _program: &BlockProgram, _exploration: &Exploration) {}

    /// A feasible trace was found.
    fn feasible(&mut self, _program: &BlockProgram, _trace: &Trace) {}
}

/// An observer that ignores everything.
pub struct Silent;

impl Observer for Silent {}
