//! The graph whose nodes are split.

use std::collections::VecDeque;

use base::index::{IndexVec, typed_index};
use program::{BlockId, BlockProgram, LocationId, Trace};
use refine::Validity;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Term, build as mk};

use crate::cegar::{Goal, Tools, goal_of};

typed_index! {
    /// A node.
    pub struct NodeId;
}

/// A location in the states of a formula.
#[derive(Clone)]
struct Node {
    location: LocationId,
    formula: Term,
    /// Whether executions start here.
    is_initial: bool,
    outgoing: Vec<(BlockId, NodeId)>,
    incoming: Vec<(BlockId, NodeId)>,
    is_removed: bool,
}

/// The graph of a program, with copies of its locations.
pub struct SplitGraph<'p> {
    program: &'p BlockProgram,
    nodes: IndexVec<NodeId, Node>,
    /// How many nodes are left.
    left: usize,
    /// Edges that are known to stay: their triple was asked.
    asked: FxHashSet<(NodeId, BlockId, NodeId)>,
    /// Whether triples are looked at with more effort.
    pub is_careful: bool,
    /// How many edges were checked.
    pub checked: u64,
    /// How many of them were removed.
    pub removed: u64,
}

impl<'p> SplitGraph<'p> {
    /// One node for each location between blocks.
    pub fn new(program: &'p BlockProgram) -> SplitGraph<'p> {
        let mut graph = SplitGraph {
            program,
            nodes: IndexVec::new(),
            left: 0,
            asked: FxHashSet::default(),
            is_careful: false,
            checked: 0,
            removed: 0,
        };
        let mut node_of: FxHashMap<LocationId, NodeId> = FxHashMap::default();
        for location in program.locations() {
            let is_initial = location == program.cfg.entry;
            node_of.insert(location, graph.push(location, mk::tt(), is_initial));
        }
        for (id, block) in program.blocks.iter_enumerated() {
            graph.connect(node_of[&block.source], id, node_of[&block.destination]);
        }
        graph
    }

    fn push(&mut self, location: LocationId, formula: Term, is_initial: bool) -> NodeId {
        let (outgoing, incoming) = (Vec::new(), Vec::new());
        self.left += 1;
        self.nodes.push(Node { location, formula, is_initial, outgoing, incoming, is_removed: false })
    }

    fn connect(&mut self, from: NodeId, block: BlockId, to: NodeId) {
        self.nodes[from].outgoing.push((block, to));
        self.nodes[to].incoming.push((block, from));
    }

    fn disconnect(&mut self, from: NodeId, block: BlockId, to: NodeId) {
        self.nodes[from].outgoing.retain(|edge| *edge != (block, to));
        self.nodes[to].incoming.retain(|edge| *edge != (block, from));
    }

    /// Removes a node with its edges.
    fn remove(&mut self, node: NodeId) {
        for (block, to) in std::mem::take(&mut self.nodes[node].outgoing) {
            self.nodes[to].incoming.retain(|edge| *edge != (block, node));
        }
        for (block, from) in std::mem::take(&mut self.nodes[node].incoming) {
            self.nodes[from].outgoing.retain(|edge| *edge != (block, node));
        }
        self.nodes[node].is_removed = true;
        self.left -= 1;
    }

    /// Whether the formula of a node decides an assertion by its conjuncts.
    pub fn is_decided(&self, node: NodeId, assertion: Term) -> bool {
        let facts = mk::conjuncts(self.nodes[node].formula);
        facts.contains(&mk::not(assertion))
            || mk::conjuncts(assertion).iter().all(|part| facts.contains(part))
    }

    /// Replaces a node by one for each part. The parts are all that there is: one of them holds in every state.
    pub fn split(&mut self, node: NodeId, parts: [Term; 2], tools: &mut Tools<'_>) -> [NodeId; 2] {
        let old = self.nodes[node].clone();
        self.remove(node);
        let copies = parts.map(|part| self.push(old.location, mk::and2(old.formula, part), old.is_initial));
        for copy in copies {
            for &(block, from) in old.incoming.iter().filter(|(_, from)| *from != node) {
                self.connect_if_possible(from, block, copy, tools);
            }
            for &(block, to) in &old.outgoing {
                if to == node {
                    copies.iter().for_each(|to| self.connect_if_possible(copy, block, *to, tools));
                } else {
                    self.connect_if_possible(copy, block, to, tools);
                }
            }
        }
        copies
    }

    fn connect_if_possible(&mut self, from: NodeId, block: BlockId, to: NodeId, tools: &mut Tools<'_>) {
        if self.is_possible(from, block, to, tools) {
            self.connect(from, block, to);
        }
    }

    /// Whether an execution may take a block between the states of two nodes: not if `{from} block {¬to}` is valid. What
    /// the solver does not know is possible.
    fn is_possible(&mut self, from: NodeId, block: BlockId, to: NodeId, tools: &mut Tools<'_>) -> bool {
        let (pre, post) = (self.nodes[from].formula, mk::not(self.nodes[to].formula));
        self.checked += 1;
        let is_target = self.program.target(self.nodes[to].location).is_some();
        let Tools { hoare, budget, .. } = tools;
        let validity = match is_target || post.is_false() || self.is_careful {
            true => hoare.check(self.program, pre, block, post, budget),
            false => hoare.check_soon(self.program, pre, block, post, budget),
        };
        self.removed += u64::from(validity == Validity::Valid);
        if budget.check().is_ok() {
            self.asked.insert((from, block, to));
        }
        validity != Validity::Valid
    }

    /// Checks the edges that leave a node, unless it was done before.
    pub fn check_edges(&mut self, node: NodeId, tools: &mut Tools<'_>) {
        for (block, to) in self.nodes[node].outgoing.clone() {
            let is_known = self.asked.contains(&(node, block, to)) && !self.is_careful;
            if !is_known && !self.is_possible(node, block, to, tools) {
                self.disconnect(node, block, to);
            }
        }
    }

    /// The nodes at which executions may be along a trace, position by position.
    pub fn along(&self, trace: &Trace) -> Vec<Vec<NodeId>> {
        let initial = self.nodes.iter_enumerated().filter(|(_, node)| node.is_initial && !node.is_removed);
        let mut positions: Vec<Vec<NodeId>> = vec![initial.map(|(id, _)| id).collect()];
        for block in &trace.blocks {
            let here = &positions[positions.len() - 1];
            let edges = here.iter().flat_map(|node| &self.nodes[*node].outgoing);
            let mut next: Vec<NodeId> =
                edges.filter(|(other, _)| other == block).map(|(_, to)| *to).collect();
            next.sort_unstable();
            next.dedup();
            positions.push(next);
        }
        positions
    }

    /// The shortest path from the entry to an open target of a kind: its nodes and its blocks.
    pub fn shortest_path(
        &self,
        goal: Goal,
        is_open: &dyn Fn(LocationId) -> bool,
    ) -> Option<(Vec<NodeId>, Vec<BlockId>)> {
        let mut before: IndexVec<NodeId, Option<(NodeId, BlockId)>> =
            IndexVec::from_elem(None, self.nodes.len());
        let mut is_seen = IndexVec::from_elem(false, self.nodes.len());
        let initial = self.nodes.iter_enumerated().filter(|(_, node)| node.is_initial && !node.is_removed);
        let mut queue: VecDeque<NodeId> = initial.map(|(id, _)| id).collect();
        queue.iter().for_each(|node| is_seen[*node] = true);
        while let Some(node) = queue.pop_front() {
            let location = self.nodes[node].location;
            if goal_of(self.program, location) == Some(goal) && is_open(location) {
                let (mut path, mut blocks) = (vec![node], Vec::new());
                let mut current = node;
                while let Some((previous, block)) = before[current] {
                    path.push(previous);
                    blocks.push(block);
                    current = previous;
                }
                path.reverse();
                blocks.reverse();
                return Some((path, blocks));
            }
            for &(block, next) in &self.nodes[node].outgoing {
                if !std::mem::replace(&mut is_seen[next], true) {
                    before[next] = Some((node, block));
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// Removes the nodes that do not lie between the entry and a target, and returns what holds in those that can be
    /// reached.
    pub fn slice(&mut self) -> Vec<(LocationId, Term)> {
        let there: Vec<NodeId> = self.nodes.ids().filter(|node| !self.nodes[*node].is_removed).collect();
        let initial = there.iter().copied().filter(|node| self.nodes[*node].is_initial).collect();
        let is_target = |node: &NodeId| self.program.target(self.nodes[*node].location).is_some();
        let targets = there.iter().copied().filter(is_target).collect();
        let forward = self.closure(initial, |node| &node.outgoing);
        let backward = self.closure(targets, |node| &node.incoming);
        let mut fragments = Vec::new();
        for node in there {
            if forward.contains(&node) && backward.contains(&node) {
                continue;
            }
            if forward.contains(&node) {
                fragments.push((self.nodes[node].location, self.nodes[node].formula));
            }
            self.remove(node);
        }
        fragments
    }

    fn closure(
        &self,
        start: Vec<NodeId>,
        neighbours: impl Fn(&Node) -> &Vec<(BlockId, NodeId)>,
    ) -> FxHashSet<NodeId> {
        let mut found = FxHashSet::default();
        let mut work = start;
        while let Some(node) = work.pop() {
            if found.insert(node) {
                work.extend(neighbours(&self.nodes[node]).iter().map(|(_, next)| *next));
            }
        }
        found
    }

    /// The numbers of nodes and edges that are left.
    pub fn size(&self) -> (usize, usize) {
        let edges = self.nodes.iter().filter(|node| !node.is_removed).map(|node| node.outgoing.len()).sum();
        (self.left, edges)
    }
}
