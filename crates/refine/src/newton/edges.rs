//! Newton on the level of edges (Newton in CPAchecker, Sect. 4.1.1): assertions are computed along single statements,
//! and those at the ends of blocks are kept.
//!
//! A block is many ways. With [`Level::Edge`] assertions are computed over the block's graph, and joined where ways meet:
//! by `∨` forward, by `∧` backward. With [`Level::Path`] a solver looks for a way that leads from the assertion before the
//! block out of the one after it, and the assertion after it grows by the post of this way, until there is none. So ways
//! that are infeasible, or that others subsume, cost nothing.
//!
//! An assertion that grows too large for its block is computed from the block's formula instead, and so is one whose ways
//! the solver cannot find.

use std::time::Duration;

use base::{Budget, Statistics};
use logic::Eliminator;
use program::{AbstractStep, AbstractTrace, BlockId, BlockProgram, EdgeId, Trace};
use smt::{CheckResult, Limits, TraceSolver};
use term::{Term, build as mk};

use super::CoreSpan;
use super::statements::{Live, Part, Statements, Way, live_between, past_live_between};
use crate::feasibility::within;
use crate::hoare::after;
use crate::projection::project;
use crate::transformer::{strongest_post, weakest_precondition};

/// An assertion inside of a block may have so many distinct nodes.
const MAX_SIZE: usize = 3000;

/// So many ways through a block are followed one by one.
const MAX_WAYS: u64 = 50;

/// The longest that the search for a way may take.
const WAY_LIMITS: Limits = Limits { time: Some(Duration::from_secs(2)), memory_mb: None };

/// What the level of edges took.
#[derive(Clone, Copy, Default)]
pub(super) struct EdgeStatistics {
    /// Blocks whose assertion was computed.
    blocks: u64,
    /// Ways that were followed one by one.
    ways: u64,
    /// The most of them in one block.
    most_ways: u64,
    /// Blocks whose ways were joined instead.
    joined: u64,
    /// Blocks whose formula was used instead.
    formulas: u64,
}

impl EdgeStatistics {
    pub fn count(&self, statistics: &mut Statistics) {
        if self.blocks > 0 {
            statistics.count("edges/blocks", self.blocks);
            statistics.count("edges/ways followed", self.ways);
            statistics.peak("edges/most ways in a block", self.most_ways);
            statistics.count("edges/ways joined", self.joined);
            statistics.count("edges/formulas of blocks", self.formulas);
        }
    }
}

/// What a pass works on.
pub(super) struct Task<'a> {
    pub program: &'a BlockProgram,
    pub trace: &'a Trace,
    /// The statements of each block.
    pub steps: &'a [Statements],
    /// The same trace on the level of blocks.
    pub blocks: &'a AbstractTrace,
    pub span: CoreSpan,
}

/// What a pass works with.
pub(super) struct Pass<'a> {
    pub eliminator: &'a mut Eliminator,
    /// Finds ways one by one, if that is asked for.
    pub ways: Option<&'a mut dyn TraceSolver>,
    pub budget: &'a Budget,
    pub statistics: &'a mut EdgeStatistics,
}

/// A formula grew too large, or the time is over.
struct TooLarge;

impl Pass<'_> {
    /// SP: `φ₀ = true`, and the posts of the statements at the ends of blocks, projected to what is live there.
    pub fn forward(&mut self, task: &Task<'_>, live: Option<&[Live]>) -> Vec<Term> {
        let length = task.trace.len();
        let mut assertions = vec![mk::ff(); length + 1];
        assertions[0] = mk::tt();
        for i in 0..task.span.last.min(length) {
            if self.budget.check().is_err() {
                break; // the check for inductivity reports it
            }
            self.statistics.blocks += 1;
            let live = live.map(|live| &live[i + 1]);
            let (step, block) = (&task.steps[i], task.trace.blocks[i]);
            let before = mk::and2(assertions[i], step.facts);
            let found = match self.ways {
                Some(_) => self.post_by_ways(task.program, before, (block, step), live),
                None => Err(TooLarge),
            };
            let found = found.or_else(|_| {
                self.statistics.joined += 1;
                self.post(before, &step.parts, live)
            });
            assertions[i + 1] =
                found.unwrap_or_else(|_| self.block_post(assertions[i], &task.blocks.steps[i], live));
        }
        assertions
    }

    /// WP: `φₙ = false`, and the weakest preconditions of the statements, projected to what was live.
    pub fn backward(&mut self, task: &Task<'_>, live: Option<&[Live]>) -> Vec<Term> {
        let length = task.trace.len();
        let mut assertions = vec![mk::tt(); length + 1];
        assertions[length] = mk::ff();
        for i in (task.span.first + 1..length).rev() {
            if self.budget.check().is_err() {
                break;
            }
            self.statistics.blocks += 1;
            let live = live.map(|live| &live[i]);
            let (step, block) = (&task.steps[i], task.trace.blocks[i]);
            let found = match self.ways {
                Some(_) => self.pre_by_ways(task.program, assertions[i + 1], (block, step), live),
                None => Err(TooLarge),
            };
            let found = found.or_else(|_| {
                self.statistics.joined += 1;
                self.pre(assertions[i + 1], &step.parts, live)
            });
            let found = found.map(|found| logic::simplify_in_context(mk::implies(step.facts, found)));
            assertions[i] =
                found.unwrap_or_else(|_| self.block_pre(assertions[i + 1], &task.blocks.steps[i], live));
        }
        assertions
    }

    /// The strongest post over the graph of a block.
    fn post(&mut self, before: Term, parts: &[Part], live: Option<&Live>) -> Result<Term, TooLarge> {
        let live = live.map(|live| live_between(parts, live));
        let mut assertion = before;
        for (i, part) in parts.iter().enumerate() {
            if assertion.is_false() {
                break;
            }
            let live = live.as_ref().map(|live| &live[i + 1]);
            assertion = match part {
                Part::Statement(step) => {
                    let post = strongest_post(self.eliminator, assertion, step).formula;
                    self.project_post(post, live)
                }
                Part::Choice(first, second) => {
                    mk::or2(self.post(assertion, first, live)?, self.post(assertion, second, live)?)
                }
            };
            assertion = self.small(assertion)?;
        }
        // A block of which nothing is left still ends the lives of variables.
        Ok(self.project_post(assertion, live.as_ref().and_then(|live| live.last())))
    }

    /// The weakest precondition over the graph of a block.
    fn pre(&mut self, behind: Term, parts: &[Part], live: Option<&Live>) -> Result<Term, TooLarge> {
        let live = live.map(|live| past_live_between(parts, live));
        let mut assertion = behind;
        for (i, part) in parts.iter().enumerate().rev() {
            if assertion.is_true() {
                break;
            }
            let live = live.as_ref().map(|live| &live[i]);
            assertion = match part {
                Part::Statement(step) => {
                    let pre = weakest_precondition(self.eliminator, assertion, step).formula;
                    self.project_pre(pre, live)
                }
                Part::Choice(first, second) => {
                    mk::and2(self.pre(assertion, first, live)?, self.pre(assertion, second, live)?)
                }
            };
            assertion = self.small(assertion)?;
        }
        Ok(self.project_pre(assertion, live.as_ref().and_then(|live| live.first())))
    }

    fn small(&self, assertion: Term) -> Result<Term, TooLarge> {
        let assertion = logic::simplify_in_context(assertion);
        match assertion.dag_size() > MAX_SIZE || self.budget.check().is_err() {
            true => Err(TooLarge),
            false => Ok(assertion),
        }
    }

    fn project_post(&mut self, assertion: Term, live: Option<&Live>) -> Term {
        let Some(live) = live else { return assertion };
        let eliminator = &mut *self.eliminator;
        project(assertion, live, |dead, body| {
            let projected = eliminator.exists(dead, body);
            (projected.leftover == 0).then_some(projected.formula)
        })
    }

    fn project_pre(&mut self, assertion: Term, live: Option<&Live>) -> Term {
        let Some(live) = live else { return assertion };
        let eliminator = &mut *self.eliminator;
        project(assertion, live, |dead, body| {
            let projected = eliminator.forall(dead, body);
            (projected.leftover == 0).then_some(projected.formula)
        })
    }

    fn block_post(&mut self, before: Term, step: &AbstractStep, live: Option<&Live>) -> Term {
        self.statistics.formulas += 1;
        let post = strongest_post(self.eliminator, before, step).formula;
        logic::simplify_in_context(self.project_post(post, live))
    }

    fn block_pre(&mut self, behind: Term, step: &AbstractStep, live: Option<&Live>) -> Term {
        self.statistics.formulas += 1;
        let pre = weakest_precondition(self.eliminator, behind, step).formula;
        logic::simplify_in_context(self.project_pre(pre, live))
    }

    /// The disjunction of the posts of ways, until no execution of the block leaves it.
    fn post_by_ways(
        &mut self,
        program: &BlockProgram,
        before: Term,
        (block, step): (BlockId, &Statements),
        live: Option<&Live>,
    ) -> Result<Term, TooLarge> {
        let premises = [before, program.blocks[block].formula()];
        let escapes = |post: Term| after(program, block, mk::not(post));
        self.by_ways(program, &premises, (block, step), mk::ff(), escapes, |pass, post, way| {
            let more = pass.post(before, way, live)?;
            pass.small(mk::or2(post, more))
        })
    }

    /// The conjunction of the preconditions of ways, until every execution of the block that starts in it arrives.
    fn pre_by_ways(
        &mut self,
        program: &BlockProgram,
        behind: Term,
        (block, step): (BlockId, &Statements),
        live: Option<&Live>,
    ) -> Result<Term, TooLarge> {
        let premises = [program.blocks[block].formula(), after(program, block, mk::not(behind))];
        self.by_ways(
            program,
            &premises,
            (block, step),
            mk::tt(),
            |pre| pre,
            |pass, pre, way| {
                let more = pass.pre(behind, way, live)?;
                pass.small(mk::and2(pre, more))
            },
        )
    }

    /// Changes an assertion by a way that the solver finds while something escapes it.
    fn by_ways(
        &mut self,
        program: &BlockProgram,
        premises: &[Term],
        (block, step): (BlockId, &Statements),
        start: Term,
        escapes: impl Fn(Term) -> Term,
        mut change: impl FnMut(&mut Self, Term, &[Part]) -> Result<Term, TooLarge>,
    ) -> Result<Term, TooLarge> {
        let mut assertion = start;
        let mut seen: Vec<Vec<EdgeId>> = Vec::new();
        while let Some((edges, way)) =
            self.escaping_way(program, premises, (block, step), escapes(assertion))?
        {
            // A way that comes back is one that the assertion does not express.
            if seen.contains(&edges) || seen.len() as u64 == MAX_WAYS {
                return Err(TooLarge);
            }
            seen.push(edges);
            assertion = change(self, assertion, &way)?;
        }
        self.statistics.ways += seen.len() as u64;
        self.statistics.most_ways = self.statistics.most_ways.max(seen.len() as u64);
        Ok(assertion)
    }

    /// A way that an execution takes which satisfies the premises and escapes; nothing if there is none.
    fn escaping_way(
        &mut self,
        program: &BlockProgram,
        premises: &[Term],
        (block, step): (BlockId, &Statements),
        escapes: Term,
    ) -> Result<Option<Way>, TooLarge> {
        let Some(solver) = self.ways.as_deref_mut() else { return Err(TooLarge) };
        if escapes.is_false() {
            return Ok(None);
        }
        solver.push();
        program.cfg.axioms.iter().chain(premises).for_each(|premise| solver.assert(*premise));
        let answer = match solver.check(&[escapes], within(WAY_LIMITS, self.budget)) {
            CheckResult::Unsat => Ok(None),
            CheckResult::Sat => match solver.model() {
                Some(model) => {
                    let mut is_true = |selector: Term| model.eval_bool(selector) == Some(true);
                    Ok(Some(step.way(program, block, &mut is_true)))
                }
                None => Err(TooLarge),
            },
            CheckResult::Unknown(_) => Err(TooLarge),
        };
        solver.pop(1);
        answer
    }
}
