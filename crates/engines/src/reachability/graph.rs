//! The graph: a tree of states with covering edges, of which parts are removed and built again.

use base::index::IndexVec;
use program::{BlockId, BlockProgram, LocationId, Proof, ProofState, Trace};
use rustc_hash::FxHashMap;
use term::{Term, build as mk};

use super::frontier::Frontier;
use super::node::NodeId;
use crate::cegar::{Goal, goal_of};
use crate::options::SearchOrder;

/// If a location has more states than so many, the proof lists them.
const MANY_STATES: usize = 24;

/// A state of the graph.
struct Node<L> {
    location: LocationId,
    label: L,
    parent: Option<(NodeId, BlockId)>,
    /// The successors that are there, at most one for each block.
    children: Vec<(BlockId, NodeId)>,
    /// A state of the same location whose label this one's implies.
    covered_by: Option<NodeId>,
    /// The states that this one covers.
    covers: Vec<NodeId>,
    is_removed: bool,
}

/// An abstract reachability graph with labels of some kind.
pub struct Graph<'p, L> {
    program: &'p BlockProgram,
    nodes: IndexVec<NodeId, Node<L>>,
    /// For each location, its states that were not removed.
    at: IndexVec<LocationId, Vec<NodeId>>,
    frontier: Frontier,
    size: usize,
}

impl<'p, L> Graph<'p, L> {
    /// The graph with the state of the entry, which waits.
    pub fn new(program: &'p BlockProgram, order: SearchOrder, label: L) -> Graph<'p, L> {
        let mut graph = Graph {
            program,
            nodes: IndexVec::new(),
            at: IndexVec::from_elem(Vec::new(), program.cfg.locations.len()),
            frontier: Frontier::new(program, order),
            size: 0,
        };
        let root = graph.push(program.cfg.entry, label, None);
        graph.wait(root);
        graph
    }

    /// The proof, once nothing waits: the invariant of a location is the disjunction of its states that are not covered.
    pub fn proof(&self, formula: impl Fn(&L) -> Term) -> Proof {
        let uncovered = |states: &Vec<NodeId>| states.iter().filter(|node| !self.is_covered(**node)).count();
        if self.at.iter().any(|states| uncovered(states) > MANY_STATES) {
            return self.proof_by_states(formula);
        }
        let invariant = |location: LocationId| {
            let states = self.at[location].iter().filter(|node| !self.is_covered(**node));
            let formulas = states.map(|node| formula(&self.nodes[*node].label));
            (location, logic::simplify_in_context(mk::or(formulas)))
        };
        let locations = self.program.locations().into_iter();
        let mut invariants: Vec<(LocationId, Term)> =
            locations.filter(|location| self.program.target(*location).is_none()).map(invariant).collect();
        invariants.sort_unstable();
        Proof::of(invariants)
    }

    /// The same, state by state: each knows its successors, or what covers them.
    fn proof_by_states(&self, formula: impl Fn(&L) -> Term) -> Proof {
        let is_target = |location| self.program.target(location).is_some();
        let locations = self.program.locations().into_iter().filter(|location| !is_target(*location));
        let listed = locations.clone().flat_map(|location| self.at[location].iter().copied());
        let listed: Vec<NodeId> = listed.filter(|node| !self.is_covered(*node)).collect();
        let positions: FxHashMap<NodeId, usize> = listed.iter().copied().zip(0..).collect();
        let successor = |(_, child): &(BlockId, NodeId)| {
            positions.get(&self.nodes[*child].covered_by.unwrap_or(*child)).copied()
        };
        let state = |id: &NodeId| {
            let node = &self.nodes[*id];
            let successors = Some(node.children.iter().filter_map(successor).collect());
            ProofState { location: node.location, formula: formula(&node.label), successors }
        };
        let mut states: Vec<ProofState> = listed.iter().map(state).collect();
        // What no state belongs to is not reachable.
        let empty = locations.filter(|location| self.at[*location].is_empty());
        states.extend(empty.map(|location| ProofState {
            location,
            formula: mk::ff(),
            successors: Some(Vec::new()),
        }));
        Proof::of_states(states)
    }

    /// The state of the entry.
    pub fn root(&self) -> NodeId {
        self.nodes.ids().next().expect("the entry has a state")
    }

    fn push(&mut self, location: LocationId, label: L, parent: Option<(NodeId, BlockId)>) -> NodeId {
        let (children, covers) = (Vec::new(), Vec::new());
        let node = Node { location, label, parent, children, covered_by: None, covers, is_removed: false };
        let id = self.nodes.push(node);
        self.at[location].push(id);
        self.size += 1;
        id
    }

    /// Adds the successor of a state under a block. The successor does not wait yet.
    pub fn add(&mut self, parent: NodeId, block: BlockId, label: L) -> NodeId {
        let id = self.push(self.program.blocks[block].destination, label, Some((parent, block)));
        self.nodes[parent].children.push((block, id));
        id
    }

    /// The state waits for its successors.
    pub fn wait(&mut self, node: NodeId) {
        self.frontier.add(node, self.nodes[node].location);
    }

    /// The next state that waits, which does not wait any longer.
    pub fn next_waiting(&mut self) -> Option<NodeId> {
        self.frontier.next()
    }

    /// The location of a state.
    pub fn location(&self, node: NodeId) -> LocationId {
        self.nodes[node].location
    }

    /// The label of a state.
    pub fn label(&self, node: NodeId) -> &L {
        &self.nodes[node].label
    }

    /// Gives a state another label.
    pub fn set_label(&mut self, node: NodeId, label: L) {
        self.nodes[node].label = label;
    }

    /// The state before this one, and the block between them.
    pub fn parent(&self, node: NodeId) -> Option<(NodeId, BlockId)> {
        self.nodes[node].parent
    }

    /// The successor of a state under a block, if it is there.
    pub fn child(&self, node: NodeId, block: BlockId) -> Option<NodeId> {
        self.nodes[node].children.iter().find(|(other, _)| *other == block).map(|(_, child)| *child)
    }

    /// The states of a location, oldest first.
    pub fn at(&self, location: LocationId) -> &[NodeId] {
        &self.at[location]
    }

    /// Whether the state is covered.
    pub fn is_covered(&self, node: NodeId) -> bool {
        self.nodes[node].covered_by.is_some()
    }

    /// The state is covered by another one, which covers nothing above itself.
    pub fn cover(&mut self, node: NodeId, by: NodeId) {
        debug_assert!(!self.is_covered(by) && node != by);
        self.frontier.remove(node, self.nodes[node].location);
        self.nodes[node].covered_by = Some(by);
        self.nodes[by].covers.push(node);
    }

    /// The state covers nothing any longer; what it covered is returned.
    pub fn uncover_all(&mut self, node: NodeId) -> Vec<NodeId> {
        let covered = std::mem::take(&mut self.nodes[node].covers);
        let is_there = |other: &NodeId| !self.nodes[*other].is_removed;
        let covered: Vec<NodeId> = covered.into_iter().filter(is_there).collect();
        covered.iter().for_each(|other| self.nodes[*other].covered_by = None);
        covered
    }

    /// The states from the entry to this one.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let above = |node: &NodeId| self.nodes[*node].parent.map(|(parent, _)| parent);
        let mut path: Vec<NodeId> = std::iter::successors(Some(node), above).collect();
        path.reverse();
        path
    }

    /// The blocks from the entry to this state.
    pub fn trace(&self, node: NodeId) -> Trace {
        let blocks = self.path(node).into_iter().filter_map(|node| Some(self.nodes[node].parent?.1));
        Trace { blocks: blocks.collect() }
    }

    /// The states along a trace; fewer than it has positions if the graph does not have all of it.
    pub fn along(&self, trace: &Trace) -> Vec<NodeId> {
        let mut path = vec![self.root()];
        for &block in &trace.blocks {
            let Some(next) = self.child(path[path.len() - 1], block) else { break };
            path.push(next);
        }
        path
    }

    /// A state at an open target of a kind, the one with the shortest trace.
    pub fn open_target(&self, goal: Goal, is_open: &dyn Fn(LocationId) -> bool) -> Option<NodeId> {
        let targets = self.program.cfg.targets().map(|(location, _)| location);
        let open = targets.filter(|l| goal_of(self.program, *l) == Some(goal) && is_open(*l));
        let states = open.flat_map(|location| self.at[location].iter().copied());
        states.min_by_key(|node| (self.path(*node).len(), *node))
    }

    /// Removes a state and what is below it. The state before it waits again, and so does what removed states covered:
    /// those are returned.
    pub fn remove(&mut self, node: NodeId) -> Vec<NodeId> {
        if let Some((parent, _)) = self.nodes[node].parent {
            self.nodes[parent].children.retain(|(_, child)| *child != node);
            self.wait(parent);
        }
        let mut removed = Vec::new();
        let mut work = vec![node];
        while let Some(next) = work.pop() {
            work.extend(self.nodes[next].children.iter().map(|(_, child)| *child));
            removed.push(next);
        }
        for &old in &removed {
            self.nodes[old].is_removed = true;
            self.frontier.remove(old, self.nodes[old].location);
        }
        let mut locations: Vec<LocationId> = removed.iter().map(|old| self.nodes[*old].location).collect();
        locations.sort_unstable();
        locations.dedup();
        for location in locations {
            let nodes = &self.nodes;
            self.at[location].retain(|other| !nodes[*other].is_removed);
        }
        for &old in &removed {
            if let Some(by) = self.nodes[old].covered_by {
                self.nodes[by].covers.retain(|other| *other != old);
            }
        }
        self.size -= removed.len();
        let uncovered: Vec<NodeId> = removed.iter().flat_map(|old| self.uncover_all(*old)).collect();
        uncovered.iter().for_each(|node| self.wait(*node));
        uncovered
    }

    /// How many states there are.
    pub fn size(&self) -> usize {
        self.size
    }
}
