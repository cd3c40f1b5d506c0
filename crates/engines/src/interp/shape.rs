//! The shape of a program: which blocks lead where, what can reach a target, and what lies on a cycle.

use base::index::{Idx, IndexVec};
use program::{BlockId, BlockProgram, LocationId};

/// What the graph alone says about locations.
pub struct Shape {
    /// For each location, the blocks that end there.
    pub incoming: IndexVec<LocationId, Vec<BlockId>>,
    /// Whether a target can be reached in the graph (Sect. IV.A).
    pub reaches_target: IndexVec<LocationId, bool>,
    /// Whether a path leads back.
    pub is_on_cycle: IndexVec<LocationId, bool>,
    /// Positions in a reverse postorder of the program.
    pub rank: IndexVec<LocationId, usize>,
}

impl Shape {
    /// The shape of a program.
    pub fn of(program: &BlockProgram) -> Shape {
        let count = program.cfg.locations.len();
        let mut incoming = IndexVec::from_elem(Vec::new(), count);
        for (id, block) in program.blocks.iter_enumerated() {
            incoming[block.destination].push(id);
        }
        let mut rank = IndexVec::from_elem(usize::MAX, count);
        for (position, location) in program.cfg.reverse_postorder().into_iter().enumerate() {
            rank[location] = position;
        }
        let mut shape = Shape {
            incoming,
            reaches_target: IndexVec::from_elem(false, count),
            is_on_cycle: IndexVec::from_elem(false, count),
            rank,
        };
        let mut work: Vec<LocationId> = program.cfg.targets().map(|(location, _)| location).collect();
        while let Some(location) = work.pop() {
            if !std::mem::replace(&mut shape.reaches_target[location], true) {
                work.extend(shape.incoming[location].iter().map(|block| program.blocks[*block].source));
            }
        }
        shape.find_cycles(program);
        shape
    }

    /// Strongly connected components: a backward search from each location, in the order in which a forward search
    /// leaves them last, stays in its component.
    fn find_cycles(&mut self, program: &BlockProgram) {
        let order = finishing_order(program);
        let mut component = IndexVec::from_elem(usize::MAX, program.cfg.locations.len());
        for (number, &start) in order.iter().rev().enumerate() {
            let mut work = vec![start];
            let mut size = 0;
            while let Some(location) = work.pop() {
                if component[location] != usize::MAX {
                    continue;
                }
                component[location] = number;
                size += 1;
                work.extend(self.incoming[location].iter().map(|block| program.blocks[*block].source));
            }
            if size == 1 {
                let leads_back = |block: &BlockId| program.blocks[*block].destination == start;
                self.is_on_cycle[start] = program.outgoing[start].iter().any(leads_back);
            }
        }
        let mut sizes = vec![0; order.len()];
        let known = || program.locations().into_iter().filter(|l| component[*l] != usize::MAX);
        known().for_each(|location| sizes[component[location]] += 1);
        for location in known().collect::<Vec<_>>() {
            self.is_on_cycle[location] |= sizes[component[location]] > 1;
        }
    }
}

/// The locations between blocks in the order in which a depth-first search leaves them.
fn finishing_order(program: &BlockProgram) -> Vec<LocationId> {
    let mut seen: IndexVec<LocationId, bool> = IndexVec::from_elem(false, program.cfg.locations.len());
    let mut order = Vec::new();
    for root in program.locations() {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let mut stack = vec![(root, 0)];
        while let Some((location, next)) = stack.pop() {
            let Some(&block) = program.outgoing[location].get(next) else {
                order.push(location);
                continue;
            };
            stack.push((location, next + 1));
            let destination = program.blocks[block].destination;
            if !std::mem::replace(&mut seen[destination], true) {
                stack.push((destination, 0));
            }
        }
    }
    debug_assert!(order.iter().all(|location| location.index() < seen.len()));
    order
}

#[cfg(test)]
mod tests {
    use program::{BlockEncoding, encode_blocks, read_cfg};

    use super::*;

    #[test]
    fn cycles_and_what_reaches_targets() {
        let cfg = read_cfg(
            "var x: Int
             error L9 \"assert\" \"x\"
             L0 -> L1: x := 0
             L1 -> L2: assume (< x 3)
             L2 -> L1: x := (+ x 1)
             L1 -> L3: assume (>= x 3)
             L3 -> L9: assume (= x 4)
             L3 -> L4: skip
             L4 -> L4: skip",
        );
        let program = encode_blocks(&cfg.expect("a graph"), BlockEncoding::Statement);
        let shape = Shape::of(&program);
        let named = |is: &dyn Fn(LocationId) -> bool| {
            let all = program.locations().into_iter().filter(|location| is(*location));
            all.map(|location| program.cfg.location_name(location).to_string()).collect::<Vec<_>>()
        };
        assert_eq!(named(&|l| shape.is_on_cycle[l]), ["L1", "L2", "L4"]);
        assert_eq!(named(&|l| !shape.reaches_target[l]), ["L4"]);
    }
}
