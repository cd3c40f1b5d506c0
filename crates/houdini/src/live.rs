//! The variables that matter at a location: some execution from there reads them before it writes them.

use base::index::IndexVec;
use program::{BlockProgram, LocationId};
use rustc_hash::FxHashSet;
use term::Term;

/// For each location the variables that the blocks behind it read.
pub fn live_variables(program: &BlockProgram) -> IndexVec<LocationId, FxHashSet<Term>> {
    let variables: FxHashSet<Term> = program.cfg.variables.iter().copied().collect();
    let mut live: IndexVec<LocationId, FxHashSet<Term>> =
        IndexVec::from_elem(FxHashSet::default(), program.cfg.locations.len());
    for block in program.blocks.iter() {
        let read = block.conjuncts.iter().flat_map(|conjunct| conjunct.formula.free_variables());
        live[block.source].extend(read.filter(|v| variables.contains(v)));
    }
    let mut is_changing = true;
    while is_changing {
        is_changing = false;
        for block in program.blocks.iter() {
            let behind: Vec<Term> = live[block.destination]
                .iter()
                .copied()
                .filter(|v| !block.modified.contains(v) && !live[block.source].contains(v))
                .collect();
            is_changing |= !behind.is_empty();
            live[block.source].extend(behind);
        }
    }
    live
}
