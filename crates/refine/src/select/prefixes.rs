//! Infeasible sliced prefixes of a trace (Algorithm 1), with a solver.
//!
//! The conjuncts of a trace formula are taken in order. A conjunct that contradicts the feasible part before it ends an
//! infeasible prefix, is left out, and the walk goes on. The paper slices assumptions of single statements; here every
//! conjunct of a block has a name, so an assumption inside of a large block is sliced like any other.
//!
//! All prefixes of a trace share one incremental solver. Unsatisfiable cores find the end of a prefix: the last conjunct
//! of a core bounds it, and is it if the trace up to before that conjunct is feasible.

use base::Budget;
use program::{BlockProgram, ConjunctName, Trace};
use rustc_hash::FxHashMap;
use smt::{CheckResult, Limits, TraceSolver};
use term::Term;

use crate::feasibility::within;

/// An infeasible sliced prefix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlicedPrefix {
    /// How many steps of the trace it has.
    pub length: usize,
    /// The conjunct that contradicts what is before it.
    pub end: ConjunctName,
    /// Conjuncts of the prefix that contradict each other, sorted.
    pub core: Vec<ConjunctName>,
}

/// The infeasible sliced prefixes of a trace, at most so many. Fewer if the solver does not know or time is over. The
/// solver must know the axioms and nothing else, and is left so.
pub fn sliced_prefixes(
    program: &BlockProgram,
    trace: &Trace,
    solver: &mut dyn TraceSolver,
    limits: Limits,
    most: usize,
    budget: &Budget,
) -> Vec<SlicedPrefix> {
    let formula = trace.formula(program);
    let mut conjuncts: Vec<(ConjunctName, Term)> = Vec::new();
    for (step, terms) in formula.steps.iter().enumerate() {
        for (conjunct, &term) in terms.iter().enumerate().filter(|(_, term)| !term.is_true()) {
            conjuncts.push((ConjunctName { step, conjunct }, term));
        }
    }
    let mut walk = Walk { solver, limits, budget, conjuncts };
    let mut prefixes = Vec::new();
    while prefixes.len() < most && budget.check().is_ok() {
        let Some((end, core)) = walk.first_contradiction() else { break };
        let name = walk.conjuncts[end].0;
        prefixes.push(SlicedPrefix { length: name.step + 1, end: name, core });
        walk.conjuncts.remove(end);
    }
    prefixes
}

struct Walk<'a> {
    solver: &'a mut dyn TraceSolver,
    limits: Limits,
    budget: &'a Budget,
    /// What has not been sliced.
    conjuncts: Vec<(ConjunctName, Term)>,
}

impl Walk<'_> {
    /// The first conjunct that contradicts those before it, and a core. `None` if there is none, or if nobody knows.
    fn first_contradiction(&mut self) -> Option<(usize, Vec<ConjunctName>)> {
        let mut found = None;
        let mut end = self.conjuncts.len();
        // Everything before `end` may be infeasible; the last conjunct of a core bounds where.
        while let Some(core) = self.refute(end)? {
            let last = *core.last()?;
            let names = core.iter().map(|position| self.conjuncts[*position].0).collect();
            found = Some((last, names));
            end = last;
        }
        found
    }

    /// The core of the conjuncts before a position, if they contradict each other: `Some(None)` if they do not, `None` if
    /// nobody knows.
    fn refute(&mut self, end: usize) -> Option<Option<Vec<usize>>> {
        // The first of equal conjuncts stands for all of them.
        let mut positions: FxHashMap<Term, usize> = FxHashMap::default();
        let mut assumptions = Vec::with_capacity(end);
        for (position, (_, term)) in self.conjuncts[..end].iter().enumerate() {
            positions.entry(*term).or_insert_with(|| {
                assumptions.push(*term);
                position
            });
        }
        match self.solver.check(&assumptions, within(self.limits, self.budget)) {
            CheckResult::Sat => Some(None),
            CheckResult::Unknown(_) => None,
            CheckResult::Unsat => {
                let core = self.solver.unsat_core().unwrap_or(assumptions);
                let mut core: Vec<usize> =
                    core.iter().filter_map(|term| positions.get(term).copied()).collect();
                core.sort_unstable();
                Some(Some(core))
            }
        }
    }
}
