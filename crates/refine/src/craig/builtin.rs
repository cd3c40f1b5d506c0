//! Sequence interpolants from any solver with cores, whatever the theory.
//!
//! From left to right, `φᵢ₊₁` is the weakest conjunction of parts of `post(φᵢ, stᵢ₊₁)` that still contradicts the rest of
//! the trace. Parts are the conjuncts of the strongest post, projected to the variables that the rest reads; equalities
//! of numbers fall apart into inequalities. A core says which of them the rest needs, and of these each is dropped
//! without which the rest stays contradictory. The sequence is inductive by construction, and an interpolant at each
//! position: what is kept follows from the steps before it.
//!
//! If that sequence is not perfect, there is a second one, for which a bound that is needed moves away from the value as
//! far as the rest stays contradictory, to a number that the trace mentions ([`Numbers`]). Neither is always the better
//! one: a value may be where an invariant begins, or the bound of the loop where it ends.
//!
//! Where the solver knows no answer, all parts are kept. If the gate does not let the sequence pass, Newton's is
//! proposed, so that there is a sequence whenever Newton has one.

use std::collections::BTreeSet;
use std::time::Duration;

use base::{Budget, Statistics};
use logic::Eliminator;
use program::{AbstractStep, AbstractTrace, TraceFormula};
use smt::{CheckResult, Limits, TraceSolver};
use term::{Term, build as mk};

use super::literals::{Numbers, parts_of};
use crate::explanation::{Detail, Explanation};
use crate::feasibility::{indexed_axioms, within};
use crate::gate::{Gate, Proposal};
use crate::infeasible::InfeasibleTrace;
use crate::newton::{Newton, constants};
use crate::projection::project;
use crate::sequence::{AssertionSequence, RefineFailure};
use crate::source::Source;
use crate::transformer::strongest_post;
use crate::variant::Variant;

/// As `--refine` reads it.
pub(super) const NAME: &str = "craig:builtin";

/// The longest that a query may take; without an answer, more parts are kept.
const QUERY_LIMIT: Duration = Duration::from_secs(2);

/// No more parts than so many are tried to be dropped one by one, and no more bounds to be moved.
const MAX_TRIED: usize = 12;

/// The source `craig:builtin`.
pub struct Builtin {
    /// Whose sequence is proposed if ours does not pass. Its eliminator computes our posts, too.
    newton: Newton,
    solver: Box<dyn TraceSolver>,
    counters: Counters,
}

#[derive(Default)]
struct Counters {
    queries: u64,
    /// How many parts there were, how many were kept, and how many of these were moved.
    parts: u64,
    kept: u64,
    moved: u64,
    /// How often Newton's sequence was proposed.
    fallbacks: u64,
}

/// A part of an assertion over program variables, and over the indexed ones of its position.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Part {
    plain: Term,
    indexed: Term,
}

impl Part {
    fn of(plain: Term, formula: &TraceFormula, position: usize) -> Part {
        Part { plain, indexed: formula.rename(plain, position) }
    }
}

impl Builtin {
    /// A source that computes posts with this eliminator, and asks this solver for cores.
    pub fn new(eliminator: Eliminator, solver: Box<dyn TraceSolver>) -> Builtin {
        let newton = Newton::new(Variant::default(), eliminator);
        Builtin { newton, solver, counters: Counters::default() }
    }

    /// The assertions for a trace, on its infeasible core.
    fn assertions(
        &mut self,
        infeasible: &InfeasibleTrace<'_>,
        bounds: Bounds,
        budget: &Budget,
    ) -> Result<Vec<Term>, RefineFailure> {
        let InfeasibleTrace { program, trace, .. } = *infeasible;
        let core = infeasible.core_or_all();
        let abstraction = AbstractTrace::of(program, trace, |name| core.binary_search(&name).is_ok());
        let live = abstraction.future_live(&constants(program));
        let formula = trace.formula(program);
        let in_core = |step: usize| core.iter().filter(move |name| name.step == step);
        let numbers = match bounds {
            Bounds::Stay => Numbers::default(),
            Bounds::Move => Numbers::of(core.iter().map(|name| formula.steps[name.step][name.conjunct])),
        };
        // The rest of the trace after each position lies on the solver's stack, the last step at the bottom.
        self.solver.push();
        indexed_axioms(program).into_iter().for_each(|axiom| self.solver.assert(axiom));
        for step in (1..trace.len()).rev() {
            self.solver.push();
            in_core(step).for_each(|name| self.solver.assert(formula.steps[step][name.conjunct]));
        }
        let mut assertions = vec![mk::tt()];
        for (step, abstract_step) in abstraction.steps.iter().enumerate() {
            if budget.check().is_err() {
                break;
            }
            let (before, position) = (assertions[step], step + 1);
            if position == trace.len() {
                assertions.push(mk::ff());
                break;
            }
            let place = Place { formula: &formula, numbers: &numbers, position, budget };
            assertions.push(self.interpolant(before, abstract_step, &live[position], &place));
            self.solver.pop(1);
        }
        let depth = trace.len() - assertions.len().min(trace.len()) + 1;
        self.solver.pop(u32::try_from(depth).unwrap_or(u32::MAX));
        if assertions.len() <= trace.len() {
            return Err(RefineFailure::Time);
        }
        Ok(assertions)
    }

    fn checked_sequence(
        &mut self,
        infeasible: &InfeasibleTrace<'_>,
        bounds: Bounds,
        gate: &mut Gate<'_>,
    ) -> Result<AssertionSequence, RefineFailure> {
        let assertions = self.assertions(infeasible, bounds, gate.budget())?;
        let is_exact = !self.newton.eliminator.config().overapproximate;
        gate.pass(infeasible, Proposal { assertions, source: NAME.to_string(), is_exact })
    }

    /// An assertion behind a step that contradicts the rest of the trace. Quantifiers that cannot be eliminated are
    /// dropped if the rest does not need what they say.
    fn interpolant(
        &mut self,
        before: Term,
        step: &AbstractStep,
        live: &BTreeSet<Term>,
        place: &Place<'_>,
    ) -> Term {
        let post = self.post(before, step, live);
        if !post.has_quantifier() || self.newton.eliminator.config().overapproximate {
            return self.weakened(post, place).unwrap_or(post);
        }
        self.newton.eliminator.set_overapproximate(true);
        let approximate = self.post(before, step, live);
        self.newton.eliminator.set_overapproximate(false);
        let weakened = self.weakened(approximate, place).or_else(|| self.weakened(post, place));
        weakened.unwrap_or(post)
    }

    /// The strongest post, projected to what is live behind the step.
    fn post(&mut self, before: Term, step: &AbstractStep, live: &BTreeSet<Term>) -> Term {
        let eliminator = &mut self.newton.eliminator;
        let post = strongest_post(eliminator, before, step).formula;
        let projected = project(post, live, |dead, body| {
            let projected = eliminator.exists(dead, body);
            (projected.leftover == 0).then_some(projected.formula)
        });
        logic::simplify_in_context(projected)
    }

    /// The weakest conjunction of parts of an assertion that contradicts the rest of the trace; nothing if all of them
    /// do not, or nobody knows.
    fn weakened(&mut self, assertion: Term, place: &Place<'_>) -> Option<Term> {
        let parts: Vec<Part> = parts_of(assertion).into_iter().map(|part| place.part(part)).collect();
        self.counters.parts += parts.len() as u64;
        let Some(mut core) = self.core(&parts, place.budget) else {
            self.counters.kept += parts.len() as u64;
            return None;
        };
        for candidate in core.clone().into_iter().take(MAX_TRIED) {
            let others: Vec<Part> = core.iter().copied().filter(|part| *part != candidate).collect();
            if core.contains(&candidate)
                && let Some(smaller) = self.core(&others, place.budget)
            {
                core = smaller;
            }
        }
        self.counters.kept += core.len() as u64;
        for position in 0..core.len().min(MAX_TRIED) {
            self.relax(&mut core, position, place);
        }
        Some(mk::and(core.into_iter().map(|part| part.plain)))
    }

    /// Moves a bound away from the value as far as the parts contradict the rest of the trace. A bound behind one that
    /// is too weak is too weak as well, so halving the distance finds the last one.
    fn relax(&mut self, parts: &mut [Part], position: usize, place: &Place<'_>) {
        let weaker = place.numbers.weaker(parts[position].plain);
        let (mut low, mut high) = (0, weaker.len());
        // The weakest one is often the right one: a bound that the program states.
        let mut middle = high.saturating_sub(1);
        while low < high {
            let old = parts[position];
            parts[position] = place.part(weaker[middle]);
            if self.core(parts, place.budget).is_some() {
                self.counters.moved += 1;
                low = middle + 1;
            } else {
                parts[position] = old;
                high = middle;
            }
            middle = low + (high - low) / 2;
        }
    }

    /// Which of these parts contradict what is on the solver's stack; nothing if they do not, or nobody knows.
    fn core(&mut self, parts: &[Part], budget: &Budget) -> Option<Vec<Part>> {
        self.counters.queries += 1;
        let limits = within(Limits { time: Some(QUERY_LIMIT), memory_mb: None }, budget);
        let formulas: Vec<Term> = parts.iter().map(|part| part.indexed).collect();
        match self.solver.check(&formulas, limits) {
            CheckResult::Unsat => {
                let core = self.solver.unsat_core().unwrap_or(formulas);
                Some(parts.iter().copied().filter(|part| core.contains(&part.indexed)).collect())
            }
            _ => None,
        }
    }
}

/// What happens to bounds that the rest of a trace needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bounds {
    Stay,
    Move,
}

/// Where an assertion belongs.
struct Place<'a> {
    formula: &'a TraceFormula,
    numbers: &'a Numbers,
    position: usize,
    budget: &'a Budget,
}

impl Place<'_> {
    fn part(&self, plain: Term) -> Part {
        Part::of(plain, self.formula, self.position)
    }
}

impl Source for Builtin {
    fn name(&self) -> String {
        NAME.to_string()
    }

    fn sequences(
        &mut self,
        infeasible: &InfeasibleTrace<'_>,
        gate: &mut Gate<'_>,
    ) -> Result<Vec<AssertionSequence>, RefineFailure> {
        self.newton.eliminator.set_budget(gate.budget().clone());
        let first = self.checked_sequence(infeasible, Bounds::Stay, gate);
        match first {
            Ok(sequence) if sequence.is_perfect => return Ok(vec![sequence]),
            Err(RefineFailure::Time) => return Err(RefineFailure::Time),
            _ => {}
        }
        let second = self.checked_sequence(infeasible, Bounds::Move, gate);
        match (first, second) {
            (_, Ok(second)) if second.is_perfect => Ok(vec![second]),
            (Ok(first), Ok(second)) if second.assertions != first.assertions => Ok(vec![first, second]),
            (Ok(sequence), _) | (Err(_), Ok(sequence)) => Ok(vec![sequence]),
            (Err(_), Err(RefineFailure::Time)) => Err(RefineFailure::Time),
            (Err(_), Err(_)) => {
                self.counters.fallbacks += 1;
                self.newton.sequences(infeasible, gate)
            }
        }
    }

    fn explain(&mut self, _: &InfeasibleTrace<'_>, _: Detail, _: &Budget) -> Explanation {
        Explanation { uses_core: true, ..Explanation::default() }
    }

    fn count(&self, statistics: &mut Statistics) {
        let Counters { queries, parts, kept, moved, fallbacks } = self.counters;
        statistics.count("interpolation/queries", queries);
        statistics.count("interpolation/parts", parts);
        statistics.count("interpolation/parts kept", kept);
        statistics.count("interpolation/bounds moved", moved);
        statistics.count("interpolation/sequences of Newton instead", fallbacks);
    }
}
