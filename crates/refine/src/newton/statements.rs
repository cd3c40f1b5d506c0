//! The statements of a trace's blocks (Newton in CPAchecker, Sect. 4.1.1): a graph without cycles for each block, of
//! which the statements outside of the core are abstracted (Def. 4.1).
//!
//! A statement is kept if the core has one of its conjuncts, so what is left implies the core. What a block assumes and no
//! statement says (facts that somebody guessed) is kept likewise.

use std::collections::BTreeSet;
use std::rc::Rc;

use program::{
    AbstractStep, Block, BlockId, BlockPath, BlockProgram, Conjunct, ConjunctName, EdgeId, LiveVariables,
    Trace,
};
use rustc_hash::FxHashSet;
use term::{Term, Version, build as mk};

/// A part of a block.
pub(super) enum Part {
    /// A statement, or what is left of it.
    Statement(AbstractStep),
    /// One way or the other.
    Choice(Vec<Part>, Vec<Part>),
}

/// A way through a block: its edges, and what is left of their statements.
pub(super) type Way = (Vec<EdgeId>, Vec<Part>);

/// Variables of which the value matters.
pub(super) type Live = BTreeSet<Term>;

/// A block as its statements.
pub(super) struct Statements {
    /// What is known before them.
    pub facts: Term,
    /// One after the other.
    pub parts: Vec<Part>,
    /// The statements that are abstracted.
    dropped: FxHashSet<EdgeId>,
}

/// The statements of each block of a trace; those of the core if one is given, which is sorted.
pub(super) fn of_trace(
    program: &BlockProgram,
    trace: &Trace,
    core: Option<&[ConjunctName]>,
) -> Vec<Statements> {
    let is_kept =
        |step, conjunct| core.is_none_or(|core| core.binary_search(&ConjunctName { step, conjunct }).is_ok());
    let of_block = |(step, &id): (usize, &BlockId)| {
        let block = &program.blocks[id];
        let kept = || {
            block.conjuncts.iter().enumerate().filter(|(number, _)| is_kept(step, *number)).map(|(_, c)| c)
        };
        let facts = mk::and(kept().filter(|c| is_fact(block, c)).map(|c| c.formula));
        // A statement that has no conjunct, because it says nothing here, is what it is.
        let kept: FxHashSet<EdgeId> = kept().flat_map(Conjunct::origins).collect();
        let all = block.conjuncts.iter().flat_map(Conjunct::origins);
        let dropped: FxHashSet<EdgeId> = all.filter(|edge| !kept.contains(edge)).collect();
        Statements { facts, parts: parts_of(program, &block.path, &dropped), dropped }
    };
    trace.blocks.iter().enumerate().map(of_block).collect()
}

/// Whether a conjunct says something about the state before the block that none of its statements says.
fn is_fact(block: &Block, conjunct: &Conjunct) -> bool {
    let is_before = |v: &Term| {
        v.as_var().is_some_and(|name| name.version == Version::Plain) && !block.auxiliaries.contains(v)
    };
    conjunct.origin.is_none() && conjunct.formula.free_variables().iter().all(is_before)
}

fn parts_of(program: &BlockProgram, path: &Rc<BlockPath>, dropped: &FxHashSet<EdgeId>) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut work = vec![path];
    while let Some(path) = work.pop() {
        match &**path {
            BlockPath::Edge(edge) => parts.extend(statement(program, *edge, dropped).map(Part::Statement)),
            BlockPath::Sequence(first, second) => work.extend([second, first]),
            BlockPath::Choice(_, first, second) => {
                let (first, second) = (parts_of(program, first, dropped), parts_of(program, second, dropped));
                if !first.is_empty() || !second.is_empty() {
                    parts.push(Part::Choice(first, second));
                }
            }
        }
    }
    parts
}

/// A statement, abstracted if it is not kept; nothing if it does nothing.
fn statement(program: &BlockProgram, edge: EdgeId, dropped: &FxHashSet<EdgeId>) -> Option<AbstractStep> {
    let of_graph = &program.cfg.edges[edge];
    let block = Block::of_statement(of_graph.source, of_graph.destination, edge, &of_graph.statement);
    let mut conjuncts: Vec<Term> = block.conjuncts.iter().map(|conjunct| conjunct.formula).collect();
    if dropped.contains(&edge) {
        conjuncts.clear();
    }
    let kept = (0..conjuncts.len()).collect();
    let does_nothing = conjuncts.is_empty() && block.modified.is_empty();
    (!does_nothing).then_some(AbstractStep {
        conjuncts,
        kept,
        modified: block.modified,
        auxiliaries: Vec::new(),
    })
}

impl Statements {
    /// The way through the block that the values of its selectors give.
    pub fn way(&self, program: &BlockProgram, block: BlockId, is_true: &mut dyn FnMut(Term) -> bool) -> Way {
        let edges = program.blocks[block].edges(is_true);
        let parts = edges.iter().filter_map(|edge| statement(program, *edge, &self.dropped));
        let parts = parts.map(Part::Statement).collect();
        (edges, parts)
    }

    fn live_before(&self, after: &Live) -> Live {
        let mut live = live_between(&self.parts, after).swap_remove(0);
        live.extend(self.facts.free_variables());
        live
    }

    fn past_live_after(&self, before: &Live) -> Live {
        let mut live = before.clone();
        live.extend(self.facts.free_variables());
        past_live_between(&self.parts, &live).swap_remove(self.parts.len())
    }
}

/// `FL(i)` at the ends of the blocks (Def. 5.1). `always` are live everywhere.
pub(super) fn future_live(steps: &[Statements], always: &Live) -> LiveVariables {
    let mut live = vec![always.clone(); steps.len() + 1];
    for (i, step) in steps.iter().enumerate().rev() {
        live[i] = step.live_before(&live[i + 1]);
        live[i].extend(always);
    }
    live
}

/// `PL(i)` at the ends of the blocks.
pub(super) fn past_live(steps: &[Statements], always: &Live) -> LiveVariables {
    let mut live = vec![always.clone(); steps.len() + 1];
    for (i, step) in steps.iter().enumerate() {
        live[i + 1] = step.past_live_after(&live[i]);
        live[i + 1].extend(always);
    }
    live
}

/// What is live before each part, and after the last one.
pub(super) fn live_between(parts: &[Part], after: &Live) -> Vec<Live> {
    let mut live = vec![after.clone(); parts.len() + 1];
    for (i, part) in parts.iter().enumerate().rev() {
        live[i] = match part {
            Part::Statement(step) => {
                let mut before = live[i + 1].clone();
                step.modified.iter().for_each(|variable| {
                    before.remove(variable);
                });
                before.extend(step.reads());
                before
            }
            Part::Choice(first, second) => {
                let mut before = live_between(first, &live[i + 1]).swap_remove(0);
                before.extend(live_between(second, &live[i + 1]).swap_remove(0));
                before
            }
        };
    }
    live
}

/// What is past-live before each part, and after the last one.
pub(super) fn past_live_between(parts: &[Part], before: &Live) -> Vec<Live> {
    let mut live = vec![before.clone(); parts.len() + 1];
    for (i, part) in parts.iter().enumerate() {
        live[i + 1] = match part {
            Part::Statement(step) => {
                let mut after = live[i].clone();
                after.extend(step.reads());
                step.modified.iter().for_each(|variable| {
                    after.remove(variable);
                });
                after.extend(step.writes());
                after
            }
            Part::Choice(first, second) => {
                let mut after = past_live_between(first, &live[i]).swap_remove(first.len());
                after.extend(past_live_between(second, &live[i]).swap_remove(second.len()));
                after
            }
        };
    }
    live
}
