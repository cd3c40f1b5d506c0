//! The states that wait for their successors, and which of them is next.

use std::collections::BTreeSet;

use base::index::{Idx, IndexVec};
use program::{BlockProgram, LocationId};

use super::node::NodeId;
use crate::options::SearchOrder;

/// States that wait, in the order in which they are looked at.
pub(super) struct Frontier {
    order: SearchOrder,
    /// The position of each location in a reverse postorder of the program.
    ranks: IndexVec<LocationId, usize>,
    /// With what they are sorted by: the smallest is next.
    waiting: BTreeSet<(usize, NodeId)>,
}

impl Frontier {
    pub(super) fn new(program: &BlockProgram, order: SearchOrder) -> Frontier {
        let mut ranks = IndexVec::from_elem(usize::MAX, program.cfg.locations.len());
        for (rank, location) in program.cfg.reverse_postorder().into_iter().enumerate() {
            ranks[location] = rank;
        }
        Frontier { order, ranks, waiting: BTreeSet::new() }
    }

    fn key(&self, node: NodeId, location: LocationId) -> (usize, NodeId) {
        let rank = match self.order {
            SearchOrder::ReversePostorder => self.ranks[location],
            SearchOrder::BreadthFirst => 0,
            SearchOrder::DepthFirst => usize::MAX - node.index(),
        };
        (rank, node)
    }

    pub(super) fn add(&mut self, node: NodeId, location: LocationId) {
        self.waiting.insert(self.key(node, location));
    }

    pub(super) fn remove(&mut self, node: NodeId, location: LocationId) {
        self.waiting.remove(&self.key(node, location));
    }

    pub(super) fn next(&mut self) -> Option<NodeId> {
        self.waiting.pop_first().map(|(_, node)| node)
    }
}
