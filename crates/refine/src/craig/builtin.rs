//! Sequence interpolants from any solver with cores, whatever the theory.
//!
//! From left to right, `φᵢ₊₁` is the weakest conjunction of parts of `post(φᵢ, stᵢ₊₁)` that still contradicts the rest of
//! the trace. Parts are the conjuncts of the strongest post; equalities of numbers fall apart into inequalities. A core
//! says which of them the rest needs, and of these each is dropped without which the rest stays contradictory. The
//! sequence is inductive by construction, and an interpolant at each position: what is kept follows from the steps before
//! it. Where the solver knows no answer, all parts are kept, so that there is a sequence whenever Newton has one.

use std::time::Duration;

use base::{Budget, Statistics};
use logic::Eliminator;
use program::{AbstractTrace, TraceFormula};
use smt::{CheckResult, Limits, TraceSolver};
use term::{Op, Sort, Term, build as mk};

use crate::explanation::{Detail, Explanation};
use crate::feasibility::{indexed_axioms, within};
use crate::gate::{Gate, Proposal};
use crate::infeasible::InfeasibleTrace;
use crate::sequence::{AssertionSequence, RefineFailure};
use crate::source::Source;
use crate::transformer::strongest_post;

/// As `--refine` reads it.
pub(super) const NAME: &str = "craig:builtin";

/// The longest that a query may take; without an answer, more parts are kept.
const QUERY_LIMIT: Duration = Duration::from_secs(2);

/// No more parts than so many are tried to be dropped one by one.
const MAX_TRIED: usize = 12;

/// The source `craig:builtin`.
pub struct Builtin {
    eliminator: Eliminator,
    solver: Box<dyn TraceSolver>,
    queries: u64,
    /// How many parts there were, and how many were kept.
    parts: u64,
    kept: u64,
}

impl Builtin {
    /// A source that computes posts with this eliminator, and asks this solver for cores.
    pub fn new(eliminator: Eliminator, solver: Box<dyn TraceSolver>) -> Builtin {
        Builtin { eliminator, solver, queries: 0, parts: 0, kept: 0 }
    }

    /// The assertions for a trace, on its infeasible core.
    fn assertions(
        &mut self,
        infeasible: &InfeasibleTrace<'_>,
        budget: &Budget,
    ) -> Result<Vec<Term>, RefineFailure> {
        let InfeasibleTrace { program, trace, .. } = *infeasible;
        let core = infeasible.core_or_all();
        let abstraction = AbstractTrace::of(program, trace, |name| core.binary_search(&name).is_ok());
        let formula = trace.formula(program);
        // The rest of the trace after each position lies on the solver's stack, the last step at the bottom.
        self.solver.push();
        indexed_axioms(program).into_iter().for_each(|axiom| self.solver.assert(axiom));
        let in_core = |step: usize| core.iter().filter(move |name| name.step == step);
        for step in (1..trace.len()).rev() {
            self.solver.push();
            in_core(step).for_each(|name| self.solver.assert(formula.steps[step][name.conjunct]));
        }
        let mut assertions = vec![mk::tt()];
        for step in 0..trace.len() {
            if budget.check().is_err() {
                break;
            }
            let before = assertions[step];
            let post = strongest_post(&mut self.eliminator, before, &abstraction.steps[step]).formula;
            let is_last = step + 1 == trace.len();
            assertions.push(if is_last { mk::ff() } else { self.weakened(post, &formula, step + 1, budget) });
            if !is_last {
                self.solver.pop(1);
            }
        }
        let depth = trace.len() - assertions.len().min(trace.len()) + 1;
        self.solver.pop(u32::try_from(depth).unwrap_or(u32::MAX));
        if assertions.len() <= trace.len() {
            return Err(RefineFailure::Time);
        }
        Ok(assertions)
    }

    /// The weakest conjunction of parts of an assertion at a position that contradicts the rest of the trace.
    fn weakened(
        &mut self,
        assertion: Term,
        formula: &TraceFormula,
        position: usize,
        budget: &Budget,
    ) -> Term {
        let parts: Vec<(Term, Term)> =
            parts_of(assertion).into_iter().map(|part| (part, formula.rename(part, position))).collect();
        self.parts += parts.len() as u64;
        let renamed: Vec<Term> = parts.iter().map(|(_, renamed)| *renamed).collect();
        let Some(mut core) = self.core(&renamed, budget) else {
            self.kept += parts.len() as u64;
            return assertion;
        };
        for candidate in core.clone().into_iter().take(MAX_TRIED) {
            let others: Vec<Term> = core.iter().copied().filter(|part| *part != candidate).collect();
            if core.contains(&candidate)
                && let Some(smaller) = self.core(&others, budget)
            {
                core = smaller;
            }
        }
        let kept: Vec<Term> =
            parts.into_iter().filter(|(_, renamed)| core.contains(renamed)).map(|(part, _)| part).collect();
        self.kept += kept.len() as u64;
        mk::and(kept)
    }

    /// Which of these formulas contradict what is on the solver's stack; nothing if they do not, or nobody knows.
    fn core(&mut self, formulas: &[Term], budget: &Budget) -> Option<Vec<Term>> {
        self.queries += 1;
        let limits = within(Limits { time: Some(QUERY_LIMIT), memory_mb: None }, budget);
        match self.solver.check(formulas, limits) {
            CheckResult::Unsat => Some(self.solver.unsat_core().unwrap_or_else(|| formulas.to_vec())),
            _ => None,
        }
    }
}

/// The conjuncts of an assertion, the weakest ones that an equality of numbers consists of.
fn parts_of(assertion: Term) -> Vec<Term> {
    let mut parts = Vec::new();
    for conjunct in mk::conjuncts(assertion) {
        let is_equality = conjunct.op() == Op::Eq;
        let halves = match *conjunct.arguments() {
            [a, b] if is_equality && matches!(a.sort(), Sort::Int | Sort::Real) => {
                vec![mk::le(a, b), mk::le(b, a)]
            }
            [a, b] if is_equality && matches!(a.sort(), Sort::BitVec(_)) => {
                vec![mk::bvule(a, b), mk::bvule(b, a), mk::bvsle(a, b), mk::bvsle(b, a)]
            }
            _ => vec![conjunct],
        };
        for half in halves {
            if !parts.contains(&half) {
                parts.push(half);
            }
        }
    }
    parts
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
        self.eliminator.set_budget(gate.budget().clone());
        let assertions = self.assertions(infeasible, gate.budget())?;
        let is_exact = !self.eliminator.config().overapproximate;
        Ok(vec![gate.pass(infeasible, Proposal { assertions, source: NAME.to_string(), is_exact })?])
    }

    fn explain(&mut self, _: &InfeasibleTrace<'_>, _: Detail, _: &Budget) -> Explanation {
        Explanation { uses_core: true, ..Explanation::default() }
    }

    fn count(&self, statistics: &mut Statistics) {
        statistics.count("interpolation/queries", self.queries);
        statistics.count("interpolation/parts", self.parts);
        statistics.count("interpolation/parts kept", self.kept);
    }
}
