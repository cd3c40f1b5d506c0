//! Interpolants between two parts of a path, from any source of assertions.
//!
//! `Craig(A, B)` of the definitions is asked for as a sequence of assertions for a trace: `A` is the path to a state, and
//! `B` what comes behind it. If `B` ends with a formula that is no statement of the program, a block that assumes it is
//! appended to a copy of the program. So Newton, interpolating solvers and their combinations all serve, and the gate
//! checks what they say.
//!
//! Safety and error interpolants speak about the future, so they should depend on the rest of the path and not on how
//! one got there: Newton's weakest preconditions on the infeasible core do.

use std::rc::Rc;
use std::time::Duration;

use base::{Budget, Statistics};
use program::{Block, BlockId, BlockPath, BlockProgram, Conjunct, ConjunctName, LocationId, Trace};
use refine::{AssertionSequence, Feasibility, Gate, InfeasibleTrace, Source};
use rustc_hash::FxHashMap;
use term::{Term, build as mk};

use crate::cegar::Tools;

/// The longest that a question about a path may take which only safety and error interpolants ask. Without an answer, they
/// do less, and the loop decides the path; with one, they may save exploring, which costs not much more than this.
const QUESTION: Duration = Duration::from_millis(300);

/// The budget of such a question.
pub fn question(budget: &Budget) -> Budget {
    budget.limited_to(QUESTION)
}

/// A spurious path up to the first state that is not reachable, with interpolants.
pub struct Spurious {
    /// So many steps are needed to show that it is spurious: the state before the last of them is the last reachable one.
    pub length: usize,
    /// One more than there are steps: what holds along the path and contradicts the rest.
    pub interpolants: Vec<Term>,
}

/// Asks for interpolants.
pub struct Interpolation {
    source: Option<Box<dyn Source>>,
    /// The program with blocks that assume formulas.
    extended: BlockProgram,
    assumptions: FxHashMap<(LocationId, Term), Option<BlockId>>,
    queries: u64,
    failures: u64,
}

impl Interpolation {
    /// Interpolants of this source, or of nobody.
    pub fn new(program: &BlockProgram, source: Option<Box<dyn Source>>) -> Interpolation {
        let (extended, assumptions) = (program.clone(), FxHashMap::default());
        Interpolation { source, extended, assumptions, queries: 0, failures: 0 }
    }

    /// The shortest infeasible prefix of a spurious path, and its interpolants. Without a source that has some, those of
    /// the sequence that excludes the path.
    pub fn spurious(
        &mut self,
        trace: &Trace,
        sequences: &[AssertionSequence],
        tools: &mut Tools<'_>,
    ) -> Option<Spurious> {
        let found = self.shortest_infeasible_prefix(trace, tools).and_then(|(prefix, core)| {
            let interpolants = self.sequence(&prefix, &core, tools)?;
            Some(Spurious { length: prefix.len(), interpolants })
        });
        found.or_else(|| {
            let assertions = &sequences.last()?.assertions;
            let length = assertions.iter().position(|assertion| assertion.is_false())?;
            Some(Spurious { length, interpolants: assertions[..=length].to_vec() })
        })
    }

    /// Cuts the path behind its infeasible core as long as what is left is infeasible.
    fn shortest_infeasible_prefix(
        &mut self,
        trace: &Trace,
        tools: &mut Tools<'_>,
    ) -> Option<(Trace, Vec<ConjunctName>)> {
        let mut shortest = None;
        let mut prefix = trace.clone();
        while let Feasibility::Infeasible(core) =
            tools.feasibility.check(&self.extended, &prefix, &question(tools.budget))
        {
            // A core without conjuncts: the axioms contradict each other.
            let last = core.last().map_or(0, |name| name.step);
            prefix.blocks.truncate(last + 1);
            shortest = Some((prefix.clone(), core));
            if last == 0 || tools.budget.check().is_err() {
                break;
            }
            prefix.blocks.truncate(last);
        }
        shortest
    }

    /// If every execution along a path arrives in a state of the formula: assertions along the path, the last of which
    /// implies it.
    pub fn implied(&mut self, path: &Trace, formula: Term, tools: &mut Tools<'_>) -> Option<Vec<Term>> {
        let (trace, core) = self.refuted(path, formula, tools)?;
        let mut assertions = self.sequence(&trace, &core, tools)?;
        assertions.truncate(path.len() + 1);
        Some(assertions)
    }

    /// Whether every execution along a path arrives in a state of the formula.
    pub fn is_implied(&mut self, path: &Trace, formula: Term, tools: &mut Tools<'_>) -> bool {
        formula.is_true() || self.refuted(path, formula, tools).is_some()
    }

    fn refuted(
        &mut self,
        path: &Trace,
        formula: Term,
        tools: &mut Tools<'_>,
    ) -> Option<(Trace, Vec<ConjunctName>)> {
        let location = path.location(&self.extended, path.len());
        let assumption = self.assumption(location, mk::not(formula))?;
        let mut trace = path.clone();
        trace.blocks.push(assumption);
        match tools.feasibility.check(&self.extended, &trace, &question(tools.budget)) {
            Feasibility::Infeasible(core) => Some((trace, core)),
            _ => None,
        }
    }

    /// What the source says about an infeasible trace; of several sequences the last, which is the backward one.
    fn sequence(&mut self, trace: &Trace, core: &[ConjunctName], tools: &mut Tools<'_>) -> Option<Vec<Term>> {
        let source = self.source.as_mut()?;
        self.queries += 1;
        let infeasible = InfeasibleTrace { program: &self.extended, trace, core: Some(core), returns: 0 };
        let sequences = source.sequences(&infeasible, &mut Gate::new(tools.hoare, tools.budget)).ok();
        self.failures += u64::from(sequences.is_none());
        sequences?.pop().map(|sequence| sequence.assertions)
    }

    /// A block that assumes a formula behind a location. There is none in a program without targets.
    fn assumption(&mut self, location: LocationId, formula: Term) -> Option<BlockId> {
        if let Some(&known) = self.assumptions.get(&(location, formula)) {
            return known;
        }
        let end = self.extended.cfg.targets().next().map(|(target, _)| target);
        let edge = self.extended.cfg.edges.ids().next();
        let block = end.zip(edge).map(|(destination, edge)| {
            let conjunct = |formula| Conjunct::of_no_edge(formula);
            self.extended.blocks.push(Block {
                source: location,
                destination,
                conjuncts: mk::conjuncts(formula).into_iter().map(conjunct).collect(),
                modified: Vec::new(),
                auxiliaries: Vec::new(),
                path: Rc::new(BlockPath::Edge(edge)),
            })
        });
        self.assumptions.insert((location, formula), block);
        block
    }

    /// Adds what was counted.
    pub fn count(&self, statistics: &mut Statistics) {
        statistics.count("interp/interpolation queries", self.queries);
        statistics.count("interp/interpolation failures", self.failures);
    }
}
