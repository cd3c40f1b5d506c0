//! Paths as traces of blocks, for the feasibility checker and the sources of assertions.
//!
//! A block is what a path does from one kept location to the next, so assertions are about the locations at which states
//! are kept. Blocks are made when a path needs them: the tree of all of them may be much larger than the program.

use base::index::IndexVec;
use program::{Block, BlockId, BlockProgram, EdgeId, LocationId, Trace};
use rustc_hash::FxHashMap;

use super::explore::Graph;

/// The blocks of the paths that were looked at.
pub struct Traces {
    /// The graph with these blocks.
    pub program: BlockProgram,
    known: FxHashMap<Vec<EdgeId>, BlockId>,
}

impl Traces {
    /// No blocks yet.
    pub fn new(program: &BlockProgram) -> Traces {
        let cfg = program.cfg.clone();
        let outgoing = IndexVec::from_elem(Vec::new(), cfg.locations.len());
        Traces {
            program: BlockProgram { cfg, blocks: IndexVec::new(), outgoing },
            known: FxHashMap::default(),
        }
    }

    /// The trace of a path, and the locations between its blocks.
    pub fn trace(&mut self, path: &[EdgeId], graph: &Graph) -> (Trace, Vec<LocationId>) {
        let mut blocks = Vec::new();
        let mut locations = vec![graph.entry];
        let ends = |edge: &EdgeId| {
            let location = graph.destination(*edge);
            graph.is_kept(location) || graph.goal(location).is_some()
        };
        for edges in path.split_inclusive(ends) {
            blocks.push(self.block(edges));
            locations.extend(edges.last().map(|edge| graph.destination(*edge)));
        }
        (Trace { blocks }, locations)
    }

    fn block(&mut self, edges: &[EdgeId]) -> BlockId {
        if let Some(&known) = self.known.get(edges) {
            return known;
        }
        let cfg = &self.program.cfg;
        let single = |edge: &EdgeId| {
            let data = &cfg.edges[*edge];
            Block::of_statement(data.source, data.destination, *edge, &data.statement)
        };
        let first = single(&edges[0]);
        let mut block = edges[1..].iter().fold(first, |block, edge| block.then(&single(edge)));
        let source = block.source;
        block.split_equalities();
        let id = self.program.blocks.push(block);
        self.program.outgoing[source].push(id);
        self.known.insert(edges.to_vec(), id);
        id
    }
}
