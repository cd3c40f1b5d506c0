//! Weights of transitions (Sect. IV.B): a safety interpolant cuts only when it is full, so the branch that is missing to
//! make one full is explored first.
//!
//! A weight is undefined at first. It is 0 if the transition leads to a location whose safety interpolant is full, and
//! otherwise the number of branches behind it that are missing. The order is `> 0`, then undefined, then 0.
//!
//! The third rule, which sums up the weights behind a transition, goes around in circles on loops. Ours updates each
//! location once after a spurious path.

use base::index::IndexVec;
use program::{BlockId, BlockProgram, LocationId};
use rustc_hash::FxHashSet;

use super::shape::Shape;

/// The weight of each transition; `None` is undefined.
pub struct Weights(IndexVec<BlockId, Option<u32>>);

impl Weights {
    /// All are undefined.
    pub fn new(program: &BlockProgram) -> Weights {
        Weights(IndexVec::from_elem(None, program.blocks.len()))
    }

    /// What transitions are compared by: the largest is explored first.
    pub fn rank(&self, block: BlockId) -> (u8, u32) {
        match self.0[block] {
            Some(0) => (0, 0),
            None => (1, 0),
            Some(weight) => (2, weight),
        }
    }

    /// After a spurious path: these locations have full safety interpolants now, and this transition of the path leads
    /// to its last reachable state.
    pub fn update(
        &mut self,
        program: &BlockProgram,
        shape: &Shape,
        new_full: &[LocationId],
        last: Option<BlockId>,
        is_full: &dyn Fn(LocationId) -> bool,
    ) {
        let mut work = Vec::new();
        for &location in new_full {
            for &block in &shape.incoming[location] {
                self.set(block, 0, program, &mut work);
            }
        }
        if let Some(block) = last {
            let reached = program.blocks[block].destination;
            if !is_full(reached) {
                let missing = program.outgoing[reached].len().saturating_sub(1) as u32;
                self.set(block, missing, program, &mut work);
            }
        }
        let mut seen = FxHashSet::default();
        while let Some(location) = work.pop() {
            if is_full(location) || !seen.insert(location) {
                continue;
            }
            let behind = program.outgoing[location].iter().map(|block| self.0[*block].unwrap_or(1));
            let sum = behind.fold(0, u32::saturating_add);
            for &block in &shape.incoming[location] {
                self.set(block, sum, program, &mut work);
            }
        }
    }

    fn set(&mut self, block: BlockId, weight: u32, program: &BlockProgram, work: &mut Vec<LocationId>) {
        if self.0[block] != Some(weight) {
            self.0[block] = Some(weight);
            work.push(program.blocks[block].source);
        }
    }
}
