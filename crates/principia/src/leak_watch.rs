//! Which allocation an execution watches for a leak.
//!
//! Of a program that is checked for leaks, the core program watches one allocation, and leaves open which one. An
//! execution that is asked for may choose: it watches the first one that is lost, if there is any. So the command that
//! repeats a counterexample shows its leak.

use std::cell::Cell;
use std::rc::Rc;

use frontend::Source;
use interpreter::{Choices, Ending, Executor};
use program::{ProcedureId, Provenance};
use term::{Sort, Term, build as mk};

/// The properties about memory that is not freed.
const LEAKS: [&str; 2] = ["valid-memtrack", "valid-memcleanup"];

/// So many allocations are tried.
const MAX_TRIED: usize = 1000;

/// Choices that answer one of the questions that can be answered by yes or no with yes.
pub struct Watching<'c> {
    inner: Box<dyn Choices + 'c>,
    /// The position of the question.
    chosen: Option<usize>,
    /// How many there were.
    asked: Rc<Cell<usize>>,
}

impl<'c> Watching<'c> {
    /// Other choices, but for the question at a position.
    pub fn new(inner: Box<dyn Choices + 'c>, chosen: Option<usize>) -> Watching<'c> {
        Watching { inner, chosen, asked: Rc::default() }
    }
}

impl Choices for Watching<'_> {
    fn input(&mut self, provenance: &Provenance, sort: Sort) -> Term {
        self.inner.input(provenance, sort)
    }

    fn arbitrary(&mut self, provenance: Option<&Provenance>, sort: Sort) -> Option<Term> {
        let other = self.inner.arbitrary(provenance, sort);
        if sort != Sort::Bool {
            return other;
        }
        let position = self.asked.replace(self.asked.get() + 1);
        if self.chosen == Some(position) { Some(mk::tt()) } else { other }
    }

    fn initial(&mut self, variable: Term) -> Option<Term> {
        self.inner.initial(variable)
    }

    fn branch(&mut self, enabled: usize) -> usize {
        self.inner.branch(enabled)
    }
}

/// The position of the question whether the first allocation that is lost is watched. Nothing if no memory is lost, or
/// if the execution does not come to its end.
pub fn lost(
    source: &Source,
    entry: ProcedureId,
    choices: impl Fn() -> Box<dyn Choices>,
    max_steps: u64,
) -> Option<usize> {
    if !source.obligations().iter().any(|one| LEAKS.contains(&one.property.as_str())) {
        return None;
    }
    let execute = |chosen, steps| {
        let watching = Watching::new(choices(), chosen);
        let asked = watching.asked.clone();
        let execution = Executor::new(&source.program, Box::new(watching)).run(entry, steps);
        (execution, asked.get())
    };
    let (execution, asked) = execute(None, max_steps);
    if !matches!(execution.ending, Ending::Finished | Ending::Stuck) {
        return None;
    }
    let mut left = max_steps;
    for position in 0..asked.min(MAX_TRIED) {
        let (execution, _) = execute(Some(position), left);
        left = left.saturating_sub(execution.steps);
        let is_leak =
            |ending: &Ending| matches!(ending, Ending::Violated(v) if LEAKS.contains(&&*v.property));
        if is_leak(&execution.ending) && execution.overapproximation.is_none() {
            return Some(position);
        }
    }
    None
}
