//! The abstract reachability tree (Sect. II.B), explored depth first: one successor at a time.
//!
//! A state is a location and a label, the *reachable region*: a formula that holds whenever an execution arrives along
//! the path to the state. Labels only become stronger, and every edge is a valid Hoare triple between its labels, so
//! that what was explored under a weaker label need not be explored again.

use std::collections::BTreeSet;

use base::index::IndexVec;
use program::{BlockId, BlockProgram, LocationId, Trace};
use term::{Term, build as mk};

use crate::cegar::{Goal, goal_of};
use crate::exploration::Ending;
use crate::reachability::NodeId;

/// A state.
struct Node {
    location: LocationId,
    label: Term,
    parent: Option<(NodeId, BlockId)>,
    children: Vec<(BlockId, NodeId)>,
    /// The blocks whose successors are missing.
    remaining: Vec<BlockId>,
    ending: Ending,
    /// Whether it was asked if the state can be cut off.
    is_examined: bool,
    covered_by: Option<NodeId>,
    covers: Vec<NodeId>,
    is_removed: bool,
}

/// The tree.
pub struct Tree<'p> {
    program: &'p BlockProgram,
    nodes: IndexVec<NodeId, Node>,
    /// For each location, its states that may be reached.
    at: IndexVec<LocationId, Vec<NodeId>>,
    /// States that are not explored yet, or not completely.
    open: BTreeSet<NodeId>,
    targets: BTreeSet<NodeId>,
    /// For each location, the blocks that are explored.
    explored: IndexVec<LocationId, Vec<BlockId>>,
    size: usize,
}

impl<'p> Tree<'p> {
    /// The tree that has the entry only; these blocks of each location are to be explored.
    pub fn new(program: &'p BlockProgram, explored: IndexVec<LocationId, Vec<BlockId>>) -> Tree<'p> {
        let mut tree = Tree {
            program,
            nodes: IndexVec::new(),
            at: IndexVec::from_elem(Vec::new(), program.cfg.locations.len()),
            open: BTreeSet::new(),
            targets: BTreeSet::new(),
            explored,
            size: 0,
        };
        tree.push(program.cfg.entry, mk::tt(), None);
        tree
    }

    fn push(&mut self, location: LocationId, label: Term, parent: Option<(NodeId, BlockId)>) -> NodeId {
        let remaining = self.explored[location].clone();
        let id = self.nodes.push(Node {
            location,
            label,
            parent,
            children: Vec::new(),
            remaining,
            ending: Ending::Open,
            is_examined: false,
            covered_by: None,
            covers: Vec::new(),
            is_removed: false,
        });
        self.at[location].push(id);
        self.size += 1;
        match self.program.target(location).is_some() {
            true => {
                self.nodes[id].ending = Ending::Target;
                self.targets.insert(id);
            }
            false => {
                self.open.insert(id);
            }
        }
        id
    }

    /// Adds the successor of a state under a block.
    pub fn add(&mut self, parent: NodeId, block: BlockId, label: Term) -> NodeId {
        let id = self.push(self.program.blocks[block].destination, label, Some((parent, block)));
        self.nodes[parent].children.push((block, id));
        id
    }

    /// The youngest state that is not completely explored: the deepest one of the current path.
    pub fn next_open(&self) -> Option<NodeId> {
        self.open.last().copied()
    }

    /// Takes the block of a state with the largest rank, the first of several.
    pub fn take_block(&mut self, node: NodeId, rank: impl Fn(BlockId) -> (u8, u32)) -> Option<BlockId> {
        let remaining = &mut self.nodes[node].remaining;
        let best = remaining.iter().enumerate().max_by_key(|(at, block)| (rank(**block), usize::MAX - at));
        let position = best.map(|(position, _)| position)?;
        Some(remaining.remove(position))
    }

    /// Puts a block back that was interrupted.
    pub fn return_block(&mut self, node: NodeId, block: BlockId) {
        self.nodes[node].remaining.insert(0, block);
    }

    /// The state is not looked at any more, for this reason.
    pub fn end(&mut self, node: NodeId, ending: Ending) {
        self.open.remove(&node);
        self.nodes[node].ending = ending;
    }

    /// How the state ended.
    pub fn ending(&self, node: NodeId) -> Ending {
        self.nodes[node].ending
    }

    /// Marks a state from which an error was suggested; it stays open, because the suggestion may come to nothing.
    pub fn mark_suggested(&mut self, node: NodeId) {
        self.nodes[node].ending = Ending::CutByError;
    }

    /// The state was asked about.
    pub fn set_examined(&mut self, node: NodeId) {
        self.nodes[node].is_examined = true;
        self.nodes[node].ending = Ending::Open;
    }

    /// Whether the state was asked about.
    pub fn is_examined(&self, node: NodeId) -> bool {
        self.nodes[node].is_examined
    }

    /// Whether a successor was ever reached.
    pub fn has_children(&self, node: NodeId) -> bool {
        !self.nodes[node].children.is_empty()
    }

    /// The location of a state.
    pub fn location(&self, node: NodeId) -> LocationId {
        self.nodes[node].location
    }

    /// What holds in a state.
    pub fn label(&self, node: NodeId) -> Term {
        self.nodes[node].label
    }

    /// The state before, and the block between.
    pub fn parent(&self, node: NodeId) -> Option<(NodeId, BlockId)> {
        self.nodes[node].parent
    }

    /// The states of a location that may be reached, oldest first.
    pub fn at(&self, location: LocationId) -> &[NodeId] {
        &self.at[location]
    }

    /// Whether the state is covered.
    pub fn is_covered(&self, node: NodeId) -> bool {
        self.nodes[node].covered_by.is_some()
    }

    /// The blocks from the entry to a state.
    pub fn trace(&self, node: NodeId) -> Trace {
        let above = |parent: &(NodeId, BlockId)| self.nodes[parent.0].parent;
        let mut blocks: Vec<BlockId> =
            std::iter::successors(self.nodes[node].parent, above).map(|(_, block)| block).collect();
        blocks.reverse();
        Trace { blocks }
    }

    /// The states along a trace; fewer than it has positions if the tree does not have all of it.
    pub fn along(&self, trace: &Trace) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = self.nodes.ids().take(1).collect();
        for &block in &trace.blocks {
            let last = &self.nodes[path[path.len() - 1]];
            let is_next = |(other, child): &&(BlockId, NodeId)| *other == block && self.is_there(*child);
            let Some((_, next)) = last.children.iter().find(is_next) else { break };
            path.push(*next);
        }
        path
    }

    /// Whether neither the state nor one above it was refuted.
    pub fn is_there(&self, node: NodeId) -> bool {
        !self.nodes[node].is_removed && self.nodes[node].ending != Ending::Refuted
    }

    /// The state at an open target of a kind that was reached last.
    pub fn open_target(&self, goal: Goal, is_open: &dyn Fn(LocationId) -> bool) -> Option<NodeId> {
        let is_wanted = |node: &&NodeId| {
            let location = self.nodes[**node].location;
            goal_of(self.program, location) == Some(goal) && is_open(location)
        };
        self.targets.iter().rev().find(is_wanted).copied()
    }

    /// Makes a label stronger. What the state covered is asked about again.
    pub fn strengthen(&mut self, node: NodeId, assertion: Term) {
        self.nodes[node].label = mk::and2(self.nodes[node].label, assertion);
        self.uncover_all(node);
    }

    fn uncover_all(&mut self, node: NodeId) {
        for covered in std::mem::take(&mut self.nodes[node].covers) {
            if !self.is_there(covered) || self.nodes[covered].covered_by != Some(node) {
                continue;
            }
            let other = &mut self.nodes[covered];
            (other.covered_by, other.is_examined, other.ending) = (None, false, Ending::Open);
            self.open.insert(covered);
        }
    }

    /// The state, which has no successors yet, is covered by another one. What is explored is never covered: a trace that
    /// was excluded would come back if the state were opened again.
    pub fn cover(&mut self, node: NodeId, by: NodeId) {
        debug_assert!(!self.has_children(node));
        self.uncover_all(node);
        self.end(node, Ending::Covered);
        self.nodes[node].covered_by = Some(by);
        self.nodes[by].covers.push(node);
    }

    /// No execution gets to the state.
    pub fn refute(&mut self, node: NodeId) {
        self.forget_below(node);
        self.uncover_all(node);
        self.leave(node);
        self.nodes[node].label = mk::ff();
        self.end(node, Ending::Refuted);
    }

    fn leave(&mut self, node: NodeId) {
        let location = self.nodes[node].location;
        self.at[location].retain(|other| *other != node);
        self.targets.remove(&node);
        self.open.remove(&node);
        self.size -= 1;
    }

    fn forget_below(&mut self, node: NodeId) {
        let mut work: Vec<NodeId> =
            std::mem::take(&mut self.nodes[node].children).into_iter().map(|(_, child)| child).collect();
        while let Some(next) = work.pop() {
            work.extend(std::mem::take(&mut self.nodes[next].children).into_iter().map(|(_, child)| child));
            if self.is_there(next) {
                self.leave(next);
            }
            self.nodes[next].is_removed = true;
            self.uncover_all(next);
        }
    }

    /// How many states there are.
    pub fn size(&self) -> usize {
        self.size
    }

    /// All states that were not forgotten, with those that no execution gets to, parents first.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.nodes.ids().filter(|node| !self.nodes[*node].is_removed)
    }
}
