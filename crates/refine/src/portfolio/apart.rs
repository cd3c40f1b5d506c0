//! A source in a process of its own.

use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};
use std::{cell::RefCell, io, rc::Rc};

use base::Budget;
use smt::{Limits, TraceSolver};
use worker::answering::{Heard, Helper};

use super::question::Question;
use super::reply;
use crate::gate::Gate;
use crate::hoare::HoareChecker;
use crate::sequence::RefineFailure;
use crate::source::Source;
use crate::variant::{Level, Variant};

/// The longest that a triple may take in the process of a source.
const HOARE_LIMIT: Duration = Duration::from_secs(2);

/// What a source in a process of its own works with.
pub struct Workplace {
    /// The source.
    pub source: Box<dyn Source>,
    /// Makes solvers for the triples of a path program. The error says what is missing.
    pub solver: Box<dyn Fn() -> Result<Box<dyn TraceSolver>, String>>,
}

/// A source in a process of its own, seen from the process that asks it. Clones share the process.
#[derive(Clone)]
pub struct SourceApart {
    name: String,
    state: Rc<RefCell<State>>,
}

struct State {
    helper: Helper,
    /// The number of the last question.
    number: u64,
    asked: Instant,
}

impl SourceApart {
    /// Forks the process; the source is opened there when it is asked for the first time. Nothing else may happen in
    /// this process in the meantime ([`Helper::fork`]). Sources that look into blocks cannot work there.
    pub fn fork(name: &str, open: impl Fn() -> Result<Workplace, String>) -> io::Result<SourceApart> {
        if !works_on_blocks(name) {
            return Err(io::Error::other("a question has no statements"));
        }
        let helper = Helper::fork(|| {
            let mut workplace = open();
            Box::new(move |question| match &mut workplace {
                Ok(workplace) => reply::write(&workplace.answer(question)),
                Err(why) => reply::write(&Err(RefineFailure::SolverUnknown(why.clone()))),
            })
        })?;
        let state = State { helper, number: 0, asked: Instant::now() };
        Ok(SourceApart { name: name.to_owned(), state: Rc::new(RefCell::new(state)) })
    }

    /// The name of the source.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The process that keeps the source's.
    pub fn id(&self) -> u32 {
        self.state.borrow().helper.id()
    }

    /// Asks about a trace.
    pub(super) fn ask(&self, question: &str) {
        let state = &mut *self.state.borrow_mut();
        // Answers that nobody waits for any more must not stand in the way of the next question.
        while matches!(state.helper.try_recv(), Heard::Answer(..)) {}
        state.number += 1;
        state.asked = Instant::now();
        state.helper.ask(state.number, question);
    }

    /// Nobody waits for the answer any more.
    pub(super) fn cancel(&self) {
        let state = &mut *self.state.borrow_mut();
        state.helper.cancel(state.number);
    }

    /// The answer to the last question, if it is there. The error says that there never will be one.
    pub(super) fn answer(&self) -> Result<Option<String>, RefineFailure> {
        let state = &mut *self.state.borrow_mut();
        loop {
            match state.helper.try_recv() {
                Heard::Answer(number, text) if number == state.number => return Ok(Some(text)),
                Heard::Answer(..) => {}
                Heard::Nothing => return Ok(None),
                Heard::Lost => return Err(RefineFailure::Lost(self.name.clone())),
            }
        }
    }

    /// How long ago it was asked.
    pub(super) fn waited(&self) -> Duration {
        self.state.borrow().asked.elapsed()
    }

    /// Lets somebody wait for its next words.
    pub(super) fn with_fd<T>(&self, wait: impl FnOnce(BorrowedFd<'_>) -> T) -> T {
        wait(self.state.borrow().helper.as_fd())
    }
}

/// Whether a source needs nothing but the formulas of blocks: a question does not have the statements inside of them.
fn works_on_blocks(name: &str) -> bool {
    let variant = name.strip_prefix("newton:").and_then(|variant| variant.parse::<Variant>().ok());
    variant.is_none_or(|variant| variant.level == Level::Block)
}

impl Workplace {
    /// Answers a question, in the process of the source.
    fn answer(&mut self, question: &str) -> Result<Vec<crate::AssertionSequence>, RefineFailure> {
        let question: Question = question.parse().map_err(RefineFailure::SolverUnknown)?;
        let budget = question.time.map_or_else(Budget::unlimited, Budget::with_timeout);
        let infeasible = question.infeasible();
        let solver = (self.solver)().map_err(RefineFailure::SolverUnknown)?;
        let limits = Limits { time: Some(HOARE_LIMIT), memory_mb: None };
        let mut hoare = HoareChecker::new(solver, infeasible.program, limits);
        self.source.sequences(&infeasible, &mut Gate::new(&mut hoare, &budget))
    }
}

#[cfg(test)]
mod tests {
    use super::works_on_blocks;

    #[test]
    fn statements_inside_of_blocks_stay_here() {
        assert!(
            works_on_blocks("newton:it-sp-lv") && works_on_blocks("craig:z3") && works_on_blocks("scripted")
        );
        assert!(!works_on_blocks("newton:edge-it-sp-lv") && !works_on_blocks("newton:path-wp"));
    }
}
