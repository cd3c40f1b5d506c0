//! Block encoding: which edges of the control-flow graph become one block.
//!
//! Locations are eliminated one by one: each pair of an incoming and an outgoing
//! block is composed, and blocks between the same two locations are joined.
//! Loop heads, the entry and the targets stay, so a block never contains a
//! cycle. An elimination that would make the blocks too large or too many does
//! not happen: the location stays, which is always correct.

use base::index::{Idx, IndexVec};

use super::block::Block;
use super::block_program::BlockProgram;
use super::verify::verify_blocks;
use crate::ir::{Cfg, Landmark, LandmarkKind, LocationId};

/// How much goes into a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BlockEncoding {
    /// Every statement is a block.
    Statement,
    /// Straight-line sequences are blocks.
    Sequence,
    /// Loop-free code with a single entry or exit is a block.
    #[default]
    LoopFree,
}

/// Where blocks end (the operator of adjustable-block encoding).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BlockOperator {
    /// How much goes into a block at most.
    pub encoding: BlockEncoding,
    /// Blocks end where functions begin.
    pub ends_at_calls: bool,
    /// Blocks end after so many statements on each way.
    pub max_statements: Option<u32>,
}

impl BlockOperator {
    /// Encodes a control-flow graph.
    pub fn encode(self, cfg: &Cfg) -> BlockProgram {
        let mut encoder = Encoder::new(cfg);
        if self.ends_at_calls {
            encoder.end_at_calls(cfg);
        }
        if let Some(most) = self.max_statements {
            encoder.end_after(cfg, most);
        }
        if self.encoding != BlockEncoding::Statement {
            encoder.eliminate_locations(self.encoding);
        }
        let program = encoder.finish(cfg);
        debug_assert_eq!(verify_blocks(&program), Ok(()));
        program
    }
}

/// No block grows beyond so many conjuncts.
const MAX_CONJUNCTS: usize = 400;
/// No block grows beyond so many edges.
const MAX_EDGES: usize = 600;

/// Encodes a control-flow graph.
pub fn encode_blocks(cfg: &Cfg, encoding: BlockEncoding) -> BlockProgram {
    BlockOperator { encoding, ..BlockOperator::default() }.encode(cfg)
}

struct Encoder {
    blocks: Vec<Option<Block>>,
    incoming: IndexVec<LocationId, Vec<usize>>,
    outgoing: IndexVec<LocationId, Vec<usize>>,
    is_fixed: IndexVec<LocationId, bool>,
}

impl Encoder {
    fn new(cfg: &Cfg) -> Encoder {
        let mut is_fixed = IndexVec::from_elem(false, cfg.locations.len());
        is_fixed[cfg.entry] = true;
        for location in cfg.loop_heads().into_iter().chain(cfg.targets().map(|(id, _)| id)) {
            is_fixed[location] = true;
        }
        let empty = IndexVec::from_elem(Vec::new(), cfg.locations.len());
        let mut encoder = Encoder { blocks: Vec::new(), incoming: empty.clone(), outgoing: empty, is_fixed };
        for (id, edge) in cfg.edges.iter_enumerated() {
            encoder.add(Block::of_statement(edge.source, edge.destination, id, &edge.statement));
        }
        encoder
    }

    /// Blocks end where functions begin.
    fn end_at_calls(&mut self, cfg: &Cfg) {
        for (location, data) in cfg.locations.iter_enumerated() {
            let is_entry = |landmark: &Landmark| landmark.kind == LandmarkKind::FunctionEntry;
            self.is_fixed[location] |= data.landmarks.iter().any(is_entry);
        }
    }

    /// Blocks end after so many statements on each way through them, counted along the longest one.
    fn end_after(&mut self, cfg: &Cfg, most: u32) {
        let mut length: IndexVec<LocationId, u32> = IndexVec::from_elem(0, cfg.locations.len());
        let outgoing = cfg.outgoing();
        // Every edge leads forward in this order, or to a loop head, at which blocks end.
        for location in cfg.reverse_postorder() {
            self.is_fixed[location] |= length[location] >= most;
            let before = if self.is_fixed[location] { 0 } else { length[location] };
            for &edge in &outgoing[location] {
                let next = cfg.edges[edge].destination;
                length[next] = length[next].max(before + 1);
            }
        }
    }

    fn add(&mut self, block: Block) {
        let id = self.blocks.len();
        self.outgoing[block.source].push(id);
        self.incoming[block.destination].push(id);
        self.blocks.push(Some(block));
    }

    fn remove(&mut self, id: usize) -> Block {
        let block = self.blocks[id].take().expect("a block is removed once");
        self.outgoing[block.source].retain(|other| *other != id);
        self.incoming[block.destination].retain(|other| *other != id);
        block
    }

    fn eliminate_locations(&mut self, encoding: BlockEncoding) {
        loop {
            let mut has_changed = false;
            for location in (0..self.is_fixed.len()).map(LocationId::from_usize) {
                if encoding == BlockEncoding::LoopFree {
                    has_changed |= self.join_parallel(location);
                }
                if !self.is_fixed[location] && self.is_profitable(location, encoding) {
                    self.eliminate(location);
                    has_changed = true;
                }
            }
            if !has_changed {
                return;
            }
        }
    }

    fn is_profitable(&self, location: LocationId, encoding: BlockEncoding) -> bool {
        let (incoming, outgoing) = (&self.incoming[location], &self.outgoing[location]);
        let (ins, outs) = (incoming.len(), outgoing.len());
        if ins == 0 || outs == 0 {
            return false;
        }
        let fits = match encoding {
            BlockEncoding::Statement => false,
            BlockEncoding::Sequence => ins == 1 && outs == 1,
            BlockEncoding::LoopFree => ins * outs <= ins + outs,
        };
        let size = |ids: &[usize]| {
            let blocks = ids.iter().filter_map(|id| self.blocks[*id].as_ref());
            let pairs = blocks.map(|b| (b.conjuncts.len(), b.all_edges().len()));
            pairs.fold((0, 0), |(a, b), (c, d)| (a.max(c), b.max(d)))
        };
        let ((conjuncts_in, edges_in), (conjuncts_out, edges_out)) = (size(incoming), size(outgoing));
        let has_self_loop = incoming.iter().any(|id| outgoing.contains(id));
        fits && !has_self_loop
            && conjuncts_in + conjuncts_out <= MAX_CONJUNCTS
            && edges_in + edges_out <= MAX_EDGES
    }

    fn eliminate(&mut self, location: LocationId) {
        let incoming: Vec<Block> =
            self.incoming[location].clone().into_iter().map(|id| self.remove(id)).collect();
        let outgoing: Vec<Block> =
            self.outgoing[location].clone().into_iter().map(|id| self.remove(id)).collect();
        for first in &incoming {
            for second in &outgoing {
                self.add(first.then(second));
            }
        }
    }

    /// Joins the blocks that leave a location for the same destination.
    fn join_parallel(&mut self, location: LocationId) -> bool {
        let mut has_changed = false;
        loop {
            let outgoing = self.outgoing[location].clone();
            let destination = |id: usize| self.blocks[id].as_ref().map(|b| b.destination);
            let pair = outgoing.iter().enumerate().find_map(|(i, &first)| {
                let second = outgoing[i + 1..].iter().find(|s| destination(**s) == destination(first))?;
                self.fits_together(first, *second).then_some((first, *second))
            });
            let Some((first, second)) = pair else { return has_changed };
            let (first, second) = (self.remove(first), self.remove(second));
            self.add(first.or(&second));
            has_changed = true;
        }
    }

    fn fits_together(&self, first: usize, second: usize) -> bool {
        match (&self.blocks[first], &self.blocks[second]) {
            (Some(a), Some(b)) => {
                a.conjuncts.len() + b.conjuncts.len() <= MAX_CONJUNCTS
                    && a.all_edges().len() + b.all_edges().len() <= MAX_EDGES
            }
            _ => false,
        }
    }

    fn finish(self, cfg: &Cfg) -> BlockProgram {
        let mut result = BlockProgram {
            cfg: cfg.clone(),
            blocks: IndexVec::new(),
            outgoing: IndexVec::from_elem(Vec::new(), cfg.locations.len()),
        };
        // Numbered from the entry on, so that the order of blocks follows the program.
        let mut order: Vec<LocationId> = vec![cfg.entry];
        let mut is_known = IndexVec::from_elem(false, cfg.locations.len());
        is_known[cfg.entry] = true;
        let mut next = 0;
        while let Some(&location) = order.get(next) {
            next += 1;
            for &id in &self.outgoing[location] {
                let block = self.blocks[id].clone().expect("listed blocks exist");
                if !std::mem::replace(&mut is_known[block.destination], true) {
                    order.push(block.destination);
                }
                let id = result.blocks.push(block);
                result.outgoing[location].push(id);
            }
        }
        result
    }
}
