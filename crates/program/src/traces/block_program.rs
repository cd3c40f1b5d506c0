//! The program whose edges are blocks.

use base::index::IndexVec;
use term::Term;

use super::block::{Block, BlockId};
use crate::ir::{Cfg, LocationId, Target};

/// A program whose edges are blocks. Locations are those of the control-flow graph.
#[derive(Clone, Debug)]
pub struct BlockProgram {
    /// The graph that was encoded.
    pub cfg: Cfg,
    /// The blocks: the alphabet of the program's traces.
    pub blocks: IndexVec<BlockId, Block>,
    /// For each location, its outgoing blocks; empty for locations inside blocks.
    pub outgoing: IndexVec<LocationId, Vec<BlockId>>,
}

impl BlockProgram {
    /// All program variables.
    pub fn variables(&self) -> &[Term] {
        &self.cfg.variables
    }

    /// What reaching a location means.
    pub fn target(&self, location: LocationId) -> Option<&Target> {
        self.cfg.locations[location].target.as_ref()
    }

    /// The locations that are not inside blocks: the entry and both ends of every block.
    pub fn locations(&self) -> Vec<LocationId> {
        let ends = self.blocks.iter().flat_map(|block| [block.source, block.destination]);
        let mut all: Vec<LocationId> = ends.chain([self.cfg.entry]).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}
