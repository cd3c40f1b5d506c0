//! The verifier of block programs: a block relates plain and primed program variables and auxiliaries of the block,
//! and nothing else.

use base::index::Idx;
use rustc_hash::FxHashSet;
use term::Term;

use super::block::{Block, primed};
use super::block_program::BlockProgram;
use crate::ir::verify::{Variables, Verifier};
use crate::ir::{Cfg, Edge, verify_cfg};

/// Checks a block program and the graph behind it.
pub fn verify_blocks(program: &BlockProgram) -> Result<(), Vec<String>> {
    verify_cfg(&program.cfg)?;
    let mut verifier = Verifier { errors: Vec::new(), program: None, place: String::new() };
    let variables: FxHashSet<Term> = program.cfg.variables.iter().copied().collect();
    for (id, block) in program.blocks.iter_enumerated() {
        verifier.place = format!("block {}: ", id.index());
        check_block(&mut verifier, block, &program.cfg, &variables);
    }
    verifier.place = String::new();
    for (location, blocks) in program.outgoing.iter_enumerated() {
        for id in blocks {
            let starts_here = program.blocks.get(*id).is_some_and(|block| block.source == location);
            verifier.expect(starts_here, || format!("{id:?} does not start at L{}", location.index()));
        }
    }
    verifier.finish()
}

/// Checks one block of a program with this graph.
fn check_block(verifier: &mut Verifier<'_>, block: &Block, cfg: &Cfg, variables: &Variables) {
    for location in [block.source, block.destination] {
        verifier.expect(cfg.locations.get(location).is_some(), || format!("no location is {location:?}"));
    }
    verifier.expect(block.modified.is_sorted(), || "the modified variables are not sorted".into());
    verifier.written(&block.modified, variables);
    for auxiliary in block.auxiliaries.iter().filter(|a| variables.contains(a)) {
        verifier.expect(false, || format!("{auxiliary} is a program variable and an auxiliary one"));
    }
    let mut visible = variables.clone();
    visible.extend(block.modified.iter().map(|v| primed(*v)));
    visible.extend(&block.auxiliaries);
    for conjunct in &block.conjuncts {
        verifier.formula(conjunct.formula, &visible);
    }
    let edges = block.all_edges();
    for id in edges.iter().copied().chain(block.conjuncts.iter().filter_map(|c| c.origin)) {
        verifier.expect(cfg.edges.get(id).is_some(), || format!("no edge is {id:?}"));
    }
    let known: Vec<&Edge> = edges.iter().filter_map(|id| cfg.edges.get(*id)).collect();
    let starts = known.iter().any(|edge| edge.source == block.source);
    let ends = known.iter().any(|edge| edge.destination == block.destination);
    verifier.expect(starts && ends, || "its edges do not lead from its source to its destination".into());
}
