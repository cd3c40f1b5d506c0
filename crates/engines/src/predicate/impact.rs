//! Impact (McMillan: Lazy abstraction with interpolants): labels are conjunctions of assertions, and nothing is
//! abstracted.
//!
//! A new state has the label `true`. A refinement conjoins its assertions to the states of the trace, which excludes the
//! trace and nothing else; what makes the search end is covering. A state that is not covered may be *forced* to be: if
//! the label of an older state of its location holds after the last block, it is conjoined to the state's own.
//!
//! Labels only become stronger, and every edge of the graph is a valid Hoare triple between its labels: the step of a
//! checked sequence, or a triple that was asked. So the disjunction of the labels at each location is inductive.

use std::time::Duration;

use base::{Exhausted, Statistics};
use program::{BlockId, BlockProgram, LocationId, Proof, Trace};
use refine::{AssertionSequence, Validity, within};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{CheckResult, Limits};
use term::{Term, build as mk};

use crate::cegar::{Abstraction, Goal, Tools};
use crate::options::SearchOrder;
use crate::reachability::{Graph, NodeId};

/// The longest that an implication may take.
const IMPLICATION_LIMITS: Limits = Limits { time: Some(Duration::from_secs(1)), memory_mb: None };

/// So many states, the youngest ones, are tried as covers of a state by force.
const MAX_FORCED: usize = 8;

/// The graph of a program, unwound as far as refinements asked for.
pub struct Impact<'p> {
    program: &'p BlockProgram,
    graph: Graph<'p, Term>,
    /// Blocks that no execution takes from a state.
    closed: FxHashSet<(NodeId, BlockId)>,
    implications: FxHashMap<(Term, Term), bool>,
    counters: Counters,
}

#[derive(Default)]
struct Counters {
    expanded: u64,
    covered: u64,
    forced: u64,
    removed: u64,
    most_states: u64,
    queries: u64,
}

impl<'p> Impact<'p> {
    /// The graph that only has the entry.
    pub fn new(program: &'p BlockProgram, order: SearchOrder) -> Impact<'p> {
        Impact {
            program,
            graph: Graph::new(program, order, mk::tt()),
            closed: FxHashSet::default(),
            implications: FxHashMap::default(),
            counters: Counters::default(),
        }
    }

    /// Whether one label implies another, as far as that is known soon.
    fn implies(&mut self, premise: Term, conclusion: Term, tools: &mut Tools<'_>) -> bool {
        let facts = mk::conjuncts(premise);
        if premise.is_false() || mk::conjuncts(conclusion).iter().all(|part| facts.contains(part)) {
            return true;
        }
        if let Some(&known) = self.implications.get(&(premise, conclusion)) {
            return known;
        }
        self.counters.queries += 1;
        let Tools { auxiliary, budget, .. } = tools;
        auxiliary.push();
        self.program.cfg.axioms.iter().for_each(|axiom| auxiliary.assert(*axiom));
        auxiliary.assert(premise);
        let answer = auxiliary.check(&[mk::not(conclusion)], within(IMPLICATION_LIMITS, budget));
        auxiliary.pop(1);
        let holds = answer == CheckResult::Unsat;
        if budget.check().is_ok() {
            self.implications.insert((premise, conclusion), holds);
        }
        holds
    }

    /// The older states of a state's location that may cover it, youngest first.
    fn candidates(&self, node: NodeId) -> Vec<NodeId> {
        let states = self.graph.at(self.graph.location(node)).iter().rev();
        states.copied().filter(|other| *other < node && !self.graph.is_covered(*other)).collect()
    }

    /// Covers a state if an older one has a label that is implied, and removes what is below it.
    fn cover(&mut self, node: NodeId, tools: &mut Tools<'_>) -> bool {
        let label = *self.graph.label(node);
        let found = self.candidates(node).into_iter().find(|other| {
            let conclusion = *self.graph.label(*other);
            self.implies(label, conclusion, tools)
        });
        let Some(by) = found else { return false };
        self.remove_below(node);
        self.graph.cover(node, by);
        self.counters.covered += 1;
        true
    }

    /// Makes the label of a state strong enough to be covered, if the last block allows it.
    fn force_cover(&mut self, node: NodeId, tools: &mut Tools<'_>) -> bool {
        let Some((parent, block)) = self.graph.parent(node) else { return false };
        let pre = *self.graph.label(parent);
        let candidates = self.candidates(node).into_iter().take(MAX_FORCED);
        let found = candidates.into_iter().find(|other| {
            let post = *self.graph.label(*other);
            let Tools { hoare, budget, .. } = tools;
            hoare.check_soon(self.program, pre, block, post, budget) == Validity::Valid
        });
        let Some(by) = found else { return false };
        self.remove_below(node);
        self.graph.set_label(node, mk::and2(*self.graph.label(node), *self.graph.label(by)));
        self.graph.cover(node, by);
        self.counters.forced += 1;
        true
    }

    /// Adds the successors of a state.
    fn expand(&mut self, node: NodeId, tools: &mut Tools<'_>) -> Result<(), Exhausted> {
        let (program, pre) = (self.program, *self.graph.label(node));
        self.counters.expanded += 1;
        for &block in &program.outgoing[self.graph.location(node)] {
            if self.graph.child(node, block).is_some() || self.closed.contains(&(node, block)) {
                continue;
            }
            if let Err(exhausted) = tools.budget.check() {
                self.graph.wait(node);
                return Err(exhausted);
            }
            let Tools { hoare, budget, .. } = tools;
            if hoare.check_soon(program, pre, block, mk::ff(), budget) == Validity::Valid {
                self.closed.insert((node, block));
                continue;
            }
            let child = self.graph.add(node, block, mk::tt());
            if program.target(program.blocks[block].destination).is_none() {
                self.graph.wait(child);
            }
        }
        self.counters.most_states = self.counters.most_states.max(self.graph.size() as u64);
        Ok(())
    }

    /// Removes a state and what is below it.
    fn remove(&mut self, node: NodeId) {
        let before = self.graph.size();
        self.graph.remove(node);
        self.counters.removed += (before - self.graph.size()) as u64;
    }

    fn remove_below(&mut self, node: NodeId) {
        for &block in &self.program.outgoing[self.graph.location(node)] {
            if let Some(child) = self.graph.child(node, block) {
                self.remove(child);
            }
        }
    }

    /// Conjoins the assertions of a sequence to the states of its trace, up to the first that is `false`.
    fn strengthen(
        &mut self,
        path: &[NodeId],
        trace: &Trace,
        sequence: &AssertionSequence,
        tools: &mut Tools<'_>,
    ) {
        for position in 1..path.len() {
            let (node, assertion) = (path[position], sequence.assertions[position]);
            if assertion.is_false() {
                self.closed.insert((path[position - 1], trace.blocks[position - 1]));
                return;
            }
            let label = *self.graph.label(node);
            if self.implies(label, assertion, tools) {
                continue;
            }
            self.graph.set_label(node, mk::and2(label, assertion));
            for uncovered in self.graph.uncover_all(node) {
                self.graph.wait(uncovered);
            }
        }
    }
}

impl Abstraction for Impact<'_> {
    fn next_trace(
        &mut self,
        goal: Goal,
        is_open: &dyn Fn(LocationId) -> bool,
        tools: &mut Tools<'_>,
    ) -> Result<Option<Trace>, Exhausted> {
        loop {
            if let Some(target) = self.graph.open_target(goal, is_open) {
                return Ok(Some(self.graph.trace(target)));
            }
            let Some(node) = self.graph.next_waiting() else { return Ok(None) };
            if !self.cover(node, tools) && !self.force_cover(node, tools) {
                self.expand(node, tools)?;
            }
        }
    }

    fn exclude(
        &mut self,
        trace: &Trace,
        sequences: &[AssertionSequence],
        tools: &mut Tools<'_>,
    ) -> Result<(), Exhausted> {
        let path = self.graph.along(trace);
        for sequence in sequences {
            self.strengthen(&path, trace, sequence, tools);
        }
        // The states behind a closed block are not reached.
        let is_closed = |position: &usize| self.closed.contains(&(path[*position], trace.blocks[*position]));
        let last = (0..path.len() - 1).find(is_closed).unwrap_or(path.len() - 1);
        if last + 1 < path.len() {
            self.remove(path[last + 1]);
        }
        for &node in &path[1..=last] {
            if self.cover(node, tools) {
                break;
            }
        }
        tools.budget.check()
    }

    fn proof(&self) -> Proof {
        self.graph.proof(|label| *label)
    }

    fn size(&self) -> usize {
        self.graph.size()
    }

    fn count(&self, statistics: &mut Statistics) {
        let counters = &self.counters;
        statistics.count("graph/expanded", counters.expanded);
        statistics.count("graph/covered", counters.covered);
        statistics.count("graph/covered by force", counters.forced);
        statistics.count("graph/removed", counters.removed);
        statistics.peak("graph/most states", counters.most_states);
        statistics.count("implications/queries", counters.queries);
    }
}
