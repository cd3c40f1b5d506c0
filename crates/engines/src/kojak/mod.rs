//! Lazy abstraction through graph splitting (Craig vs. Newton, Sect. 7: Ultimate Kojak).
//!
//! The abstraction is a graph of nodes, each a location with a formula ([`graph`]). A refinement splits the nodes of its
//! trace: a node `n` with the assertion `I` becomes `n ∧ I` and `n ∧ ¬I`, edges are copied, and an edge is removed if
//! no execution takes it: the Hoare triple `{pre} st {¬post}` is valid. Only edges around split nodes are looked at. What
//! does not lie between the entry and a target any more is sliced away; what is reachable leaves its formula behind as
//! a fragment of the proof. An edge that the solver does not decide stays.

mod graph;

use std::time::{Duration, Instant};

use base::{Exhausted, Statistics};
use program::{BlockProgram, LocationId, Proof, Trace};
use refine::AssertionSequence;
use rustc_hash::FxHashSet;
use term::{Term, build as mk};

use crate::cegar::{Abstraction, Cegar, Goal, Tools};
use crate::engine::EngineKind;
use crate::fragments::Fragments;
use graph::{NodeId, SplitGraph};

/// Graph splitting as a kind of engine.
pub const KIND: EngineKind = EngineKind {
    name: "kojak",
    summary: "graph splitting: locations are split by assertions until no error trace is left",
    open: |program, options, parts| Box::new(Cegar::new(program, options, parts, Splitting::new(program))),
};

/// The split graph of a program.
pub struct Splitting<'p> {
    program: &'p BlockProgram,
    graph: SplitGraph<'p>,
    /// The nodes of the trace that was found last.
    path: Vec<NodeId>,
    /// The traces that were excluded, or should have been.
    seen: FxHashSet<Trace>,
    fragments: Fragments,
    splits: u64,
    most_nodes: u64,
    most_edges: u64,
    split_time: Duration,
}

impl<'p> Splitting<'p> {
    /// The graph with one node for each location.
    pub fn new(program: &'p BlockProgram) -> Splitting<'p> {
        let mut splitting = Splitting {
            program,
            graph: SplitGraph::new(program),
            path: Vec::new(),
            seen: FxHashSet::default(),
            fragments: Fragments::default(),
            splits: 0,
            most_nodes: 0,
            most_edges: 0,
            split_time: Duration::ZERO,
        };
        splitting.slice();
        splitting
    }

    /// Removes what does not lie between the entry and a target.
    fn slice(&mut self) {
        for (location, formula) in self.graph.slice() {
            self.fragments.add(location, formula);
        }
    }

    /// Splits all copies of a node by an assertion.
    fn split(
        &mut self,
        copies: &[NodeId],
        assertion: Term,
        tools: &mut Tools<'_>,
    ) -> Result<Vec<NodeId>, Exhausted> {
        let mut result = Vec::new();
        for &node in copies {
            tools.budget.check()?;
            if self.graph.is_decided(node, assertion) {
                result.push(node);
                continue;
            }
            self.splits += 1;
            result.extend(self.graph.split(node, [assertion, mk::not(assertion)], tools));
        }
        Ok(result)
    }

    /// Splits the nodes at each position of the trace by the assertion there.
    fn split_along(
        &mut self,
        positions: &[Vec<NodeId>],
        sequence: &AssertionSequence,
        tools: &mut Tools<'_>,
    ) -> Result<(), Exhausted> {
        // A trace may visit a node several times.
        let mut copies: Vec<(NodeId, Vec<NodeId>)> = Vec::new();
        for (nodes, assertion) in positions.iter().zip(&sequence.assertions).skip(1) {
            if assertion.is_true() || assertion.is_false() {
                continue;
            }
            for &node in nodes {
                let place = copies.iter().position(|(other, _)| *other == node).unwrap_or_else(|| {
                    copies.push((node, vec![node]));
                    copies.len() - 1
                });
                let old = std::mem::take(&mut copies[place].1);
                copies[place].1 = self.split(&old, *assertion, tools)?;
            }
        }
        // Edges that were there before: the trace's own may not be taken from what their source has become, or from
        // anything, if an assertion is `false`.
        let all = |node: NodeId| match copies.iter().find(|(other, _)| *other == node) {
            Some((_, copies)) => copies.clone(),
            None => vec![node],
        };
        for nodes in &positions[..positions.len() - 1] {
            for node in nodes.iter().flat_map(|node| all(*node)) {
                tools.budget.check()?;
                self.graph.check_edges(node, tools);
            }
        }
        Ok(())
    }
}

impl Abstraction for Splitting<'_> {
    fn next_trace(
        &mut self,
        goal: Goal,
        is_open: &dyn Fn(LocationId) -> bool,
        _: &mut Tools<'_>,
    ) -> Result<Option<Trace>, Exhausted> {
        let Some((path, blocks)) = self.graph.shortest_path(goal, is_open) else { return Ok(None) };
        self.path = path;
        Ok(Some(Trace { blocks }))
    }

    fn exclude(
        &mut self,
        trace: &Trace,
        sequences: &[AssertionSequence],
        tools: &mut Tools<'_>,
    ) -> Result<(), Exhausted> {
        let start = Instant::now();
        // One path of nodes is enough at first. If the trace comes back, it takes other copies of the same locations: then
        // all of them are split, and no path of the trace is left.
        let is_back = !self.seen.insert(trace.clone());
        let positions = match is_back {
            true => self.graph.along(trace),
            false => std::mem::take(&mut self.path).into_iter().map(|node| vec![node]).collect(),
        };
        self.graph.is_careful = is_back;
        // The nodes of the path are those of the graph before the first split; one sequence excludes the trace.
        let best = sequences.iter().find(|sequence| sequence.is_perfect).or(sequences.first());
        let result = best.map_or(Ok(()), |sequence| self.split_along(&positions, sequence, tools));
        self.graph.is_careful = false;
        let (nodes, edges) = self.graph.size();
        self.most_nodes = self.most_nodes.max(nodes as u64);
        self.most_edges = self.most_edges.max(edges as u64);
        self.slice();
        self.split_time += start.elapsed();
        result
    }

    fn proof(&self) -> Proof {
        self.fragments.proof(self.program)
    }

    fn size(&self) -> usize {
        self.graph.size().0
    }

    fn count(&self, statistics: &mut Statistics) {
        statistics.count("graph/splits", self.splits);
        statistics.count("graph/edges checked", self.graph.checked);
        statistics.count("graph/edges removed", self.graph.removed);
        statistics.peak("graph/most nodes", self.most_nodes);
        statistics.peak("graph/most edges", self.most_edges);
        statistics.time("time/splitting", self.split_time);
    }
}
