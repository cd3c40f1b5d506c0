//! The path program of a trace: the program projected to the blocks that occur
//! in the trace (Craig vs. Newton, Sect. 7.1).
//!
//! A sequence of assertions is *perfect* if it is inductive for the path program.
//! The path program can be entered only at the trace's first location, and its
//! locations are those that the trace visits; a location that is visited several
//! times carries several assertions.

use std::collections::BTreeSet;

use super::block::BlockId;
use super::block_program::BlockProgram;
use super::trace::Trace;
use crate::ir::LocationId;

/// The path program induced by a trace.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PathProgram {
    /// The blocks that occur in the trace, each once, sorted.
    pub blocks: Vec<BlockId>,
}

impl PathProgram {
    /// The path program of a trace.
    pub fn of(trace: &Trace) -> PathProgram {
        let blocks: BTreeSet<BlockId> = trace.blocks.iter().copied().collect();
        PathProgram { blocks: blocks.into_iter().collect() }
    }

    /// The locations that the trace visits, with all positions at which it visits them.
    pub fn visits(program: &BlockProgram, trace: &Trace) -> Vec<(LocationId, Vec<usize>)> {
        let mut visits: Vec<(LocationId, Vec<usize>)> = Vec::new();
        for position in 0..=trace.len() {
            let location = trace.location(program, position);
            match visits.iter_mut().find(|(other, _)| *other == location) {
                Some((_, positions)) => positions.push(position),
                None => visits.push((location, vec![position])),
            }
        }
        visits
    }
}
