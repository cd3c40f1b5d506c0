//! What an engine is.

use base::{Budget, Statistics};
use program::{BlockProgram, Counterexample};

use crate::observer::Observer;
use crate::options::EngineOptions;
use crate::outcome::Outcome;
use crate::parts::Parts;

/// Searches for a proof or a counterexample of one program, and can be interrupted.
pub trait Engine {
    /// Runs for some iterations; `None` if that is not the end. It goes on where it stopped, also if the outcome was that
    /// the time was over.
    fn run_for(&mut self, iterations: u64, budget: &Budget, observer: &mut dyn Observer) -> Option<Outcome>;

    /// Runs to the end.
    fn run(&mut self, budget: &Budget, observer: &mut dyn Observer) -> Outcome {
        loop {
            if let Some(outcome) = self.run_for(u64::MAX, budget, observer) {
                return outcome;
            }
        }
    }

    /// What may be a violation, if the outcome is unknown because a statement is modelled too coarsely.
    fn candidate(&self) -> Option<&Counterexample>;

    /// The counters of the run so far.
    fn statistics(&self) -> Statistics;
}

/// A kind of engine.
#[derive(Clone, Copy, Debug)]
pub struct EngineKind {
    /// As `--engine` reads it.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// Makes an engine for a program.
    pub open: for<'p> fn(&'p BlockProgram, &EngineOptions, Parts) -> Box<dyn Engine + 'p>,
}
