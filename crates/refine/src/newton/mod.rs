//! Newton refinement (Craig vs. Newton, Sect. 6).
//!
//! Given the unsatisfiable core of an infeasible trace, computes a sequence of
//! assertions: on the infeasible core or on the trace itself (IT), forward by
//! strongest post or backward by weakest precondition (SP, WP), projected to
//! live variables or not (LV). Every sequence is checked inductive (a step that the
//! solver cannot decide passes if it is exact by construction); the forward
//! sequence is checked perfect before a backward one is tried.
//!
//! Quantifiers that cannot be eliminated are first dropped: weaker assertions
//! forward, stronger ones backward. If that is still a proof, it is the better
//! one; otherwise the quantified assertions are kept.
//!
//! Three facts save work. Behind the last step of the core every assertion is
//! `false`, before the first one it is `true`. Projection commutes with the
//! transformers, because a variable that is not live is not read before it is
//! written, so each assertion is projected before the next one is computed. And
//! a projection that would leave a quantifier is not done: the assertion keeps
//! the variable, which is always inductive.

mod direction;

use std::collections::BTreeSet;

use base::Budget;
use logic::Eliminator;
use program::{AbstractTrace, BlockProgram, ConjunctName, Trace};
use term::{Term, build as mk};

use crate::hoare::{HoareChecker, Validity};
use crate::inductive::{first_gap, is_perfect};
use crate::sequence::{AssertionSequence, RefineFailure, Refinement};
use crate::variant::{Direction, Variant};

/// Newton refinement of one program's traces.
pub struct Newton {
    /// Which variant.
    pub variant: Variant,
    /// Eliminates quantifiers.
    pub eliminator: Eliminator,
}

impl Newton {
    /// Refines an infeasible trace with the given core.
    pub fn refine(
        &mut self,
        program: &BlockProgram,
        trace: &Trace,
        core: &[ConjunctName],
        hoare: &mut HoareChecker,
        budget: &Budget,
    ) -> Result<Refinement, RefineFailure> {
        let abstraction = abstraction(program, trace, core, self.variant.infeasible_core);
        let span = CoreSpan::of(core, trace.len());
        let mut sequences: Vec<AssertionSequence> = Vec::new();
        let mut failure = None;
        for direction in self.directions() {
            if sequences.iter().any(|sequence| sequence.is_perfect == Some(true)) {
                break; // the backward pass runs only if the forward sequence was not perfect
            }
            match self.checked_sequence(program, trace, &abstraction, span, direction, hoare, budget) {
                Ok(sequence) => sequences.push(sequence),
                Err(why) => failure = Some(why),
            }
        }
        match (sequences.is_empty(), failure) {
            (true, failure) => Err(failure.unwrap_or(RefineFailure::Time)),
            _ => Ok(Refinement { core: core.to_vec(), abstraction, sequences }),
        }
    }

    /// A checked sequence in one direction: without quantifiers if that is a proof too.
    #[allow(clippy::too_many_arguments)] // all of them are the trace and the tools to work on it
    fn checked_sequence(
        &mut self,
        program: &BlockProgram,
        trace: &Trace,
        abstraction: &AbstractTrace,
        span: CoreSpan,
        direction: Direction,
        hoare: &mut HoareChecker,
        budget: &Budget,
    ) -> Result<AssertionSequence, RefineFailure> {
        let source = Variant { direction, ..self.variant };
        let configured = self.eliminator.config().overapproximate;
        let is_exact = !configured;
        let exact = self.assertions(program, abstraction, span, direction, budget);
        if exact.iter().any(|assertion| assertion.has_quantifier()) {
            self.eliminator.set_overapproximate(true);
            let approximate = self.assertions(program, abstraction, span, direction, budget);
            self.eliminator.set_overapproximate(configured);
            let sequence = checked(hoare, program, trace, approximate, false, source, budget);
            if sequence.as_ref().is_ok_and(|s| s.is_perfect == Some(true)) {
                return sequence;
            }
            let exact = checked(hoare, program, trace, exact, is_exact, source, budget);
            return match (sequence, exact) {
                (_, Ok(exact)) if exact.is_perfect == Some(true) => Ok(exact),
                (Ok(approximate), _) => Ok(approximate),
                (Err(_), exact) => exact,
            };
        }
        checked(hoare, program, trace, exact, is_exact, source, budget)
    }

    fn directions(&self) -> Vec<Direction> {
        match self.variant.direction {
            Direction::ForwardThenBackward => vec![Direction::Forward, Direction::Backward],
            direction => vec![direction],
        }
    }

    /// The assertions along an abstraction of a trace, in one direction.
    pub fn assertions(
        &mut self,
        program: &BlockProgram,
        abstraction: &AbstractTrace,
        span: CoreSpan,
        direction: Direction,
        budget: &Budget,
    ) -> Vec<Term> {
        let always: BTreeSet<Term> =
            program.cfg.axioms.iter().flat_map(|axiom| axiom.free_variables()).copied().collect();
        match direction {
            Direction::Forward | Direction::ForwardThenBackward => {
                let live = self.variant.live_variables.then(|| abstraction.future_live(&always));
                direction::forward(&mut self.eliminator, abstraction, span, live.as_ref(), budget)
            }
            Direction::Backward => {
                let live = self.variant.live_variables.then(|| abstraction.past_live(&always));
                direction::backward(&mut self.eliminator, abstraction, span, live.as_ref(), budget)
            }
        }
    }
}

/// The abstract trace that assertions are computed on: the infeasible core (Def. 4.5) or the trace.
pub fn abstraction(
    program: &BlockProgram,
    trace: &Trace,
    core: &[ConjunctName],
    infeasible_core: bool,
) -> AbstractTrace {
    if infeasible_core {
        AbstractTrace::of(program, trace, |name| core.binary_search(&name).is_ok())
    } else {
        AbstractTrace::identity(program, trace)
    }
}

/// The steps between which the core lies: `first..=last`, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoreSpan {
    /// Before this step every assertion is `true` (backward).
    pub first: usize,
    /// Behind this step every assertion is `false` (forward).
    pub last: usize,
}

impl CoreSpan {
    /// The span of a core of a trace with `length` steps. The core of an unsatisfiable set of
    /// axioms is empty: then the first step is as good as any.
    pub fn of(core: &[ConjunctName], length: usize) -> CoreSpan {
        let first = core.iter().map(|name| name.step).min().unwrap_or(0);
        let last = core.iter().map(|name| name.step).max().unwrap_or(0);
        CoreSpan { first, last: last.min(length.saturating_sub(1)) }
    }
}

/// A sequence that was checked inductive, and whether it is perfect.
fn checked(
    hoare: &mut HoareChecker,
    program: &BlockProgram,
    trace: &Trace,
    assertions: Vec<Term>,
    is_exact: bool,
    variant: Variant,
    budget: &Budget,
) -> Result<AssertionSequence, RefineFailure> {
    let source = format!("newton:{variant}");
    match first_gap(hoare, program, trace, &assertions, is_exact, budget) {
        None => {}
        Some(_) if budget.check().is_err() => return Err(RefineFailure::Time),
        Some((step, Validity::Unknown)) => {
            return Err(RefineFailure::SolverUnknown(format!("{source}, inductivity of step {}", step + 1)));
        }
        Some((step, _)) => {
            return Err(RefineFailure::NotInductive(format!("{source}, step {}", step + 1)));
        }
    }
    let perfect = is_perfect(hoare, program, trace, &assertions, budget);
    let quantified = assertions.iter().filter(|a| a.has_quantifier()).count();
    Ok(AssertionSequence { assertions, source, is_perfect: Some(perfect), quantified })
}

/// The formula that every position starts from: nothing is known.
fn all(value: bool, length: usize) -> Vec<Term> {
    vec![mk::bool(value); length]
}
