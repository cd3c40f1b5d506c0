//! Facts that are guessed: they suffice for loops that refinement unrolls, and they hold.

use base::Budget;
use base::index::Idx;
use houdini::Facts;
use program::{BlockEncoding, BlockProgram, encode_blocks, read_cfg};
use smt::{SolverOptions, Z3Solver};

fn guess(text: &str) -> (BlockProgram, Option<Facts>) {
    let cfg = read_cfg(text).expect("a graph").prune();
    let blocks = encode_blocks(&cfg, BlockEncoding::LoopFree);
    let options = SolverOptions { is_pattern_only: true, ..SolverOptions::default() };
    let mut solver = Z3Solver::new(&options).expect("Z3 starts");
    let facts = houdini::find(&blocks, &mut solver, &Budget::unlimited());
    (blocks, facts)
}

/// Whether the facts leave no way to a target.
fn is_proof(text: &str) -> bool {
    let (blocks, facts) = guess(text);
    let strengthened = facts.expect("there are facts").strengthen(&blocks);
    let mut outgoing = strengthened.outgoing.iter().flatten();
    !outgoing.any(|block| strengthened.target(strengthened.blocks[*block].destination).is_some())
}

/// Fills an array and reads it again.
const FILL: &str = "
    var a: (Array Int Int)
    var i: Int
    var n: Int
    error L6 \"assert\" \"another value\"
    L0 -> L1: havoc n
    L1 -> L2: i := 0
    L2 -> L3: assume (< i n)
    L3 -> L2: a := (store a (* 4 i) 7), i := (+ i 1)
    L2 -> L4: assume (>= i n)
    L4 -> L5: i := 0
    L5 -> L7: assume (< i n)
    L7 -> L6: assume (not (= (select a (* 4 i)) 7))
    L7 -> L5: i := (+ i 1)";

/// A position moves through a text up to its end.
const END: &str = "
    var text: (Array Int Int)
    var last: Int
    var at: Int
    error L4 \"assert\" \"behind the end\"
    L0 -> L1: havoc last
    L1 -> L2: assume (>= last 0)
    L2 -> L3: text := (store text last 0), at := 0
    L3 -> L4: assume (> at last)
    L3 -> L5: assume (not (= (select text at) 0))
    L5 -> L3: at := (+ at 1)";

#[test]
fn a_loop_over_a_text_ends_at_its_end() {
    assert!(is_proof(END));
}

#[test]
fn without_an_end_nothing_is_proved() {
    assert!(!is_proof(&END.replace("(store text last 0)", "(store text last 1)")));
}

#[test]
fn all_elements_have_the_value_that_was_stored() {
    assert!(is_proof(FILL));
}

#[test]
fn one_element_too_few_is_seen() {
    assert!(!is_proof(&FILL.replace("L1 -> L2: i := 0", "L1 -> L2: i := 1")));
    assert!(!is_proof(&FILL.replace("(= (select a (* 4 i)) 7)", "(= (select a (* 4 i)) 8)")));
}

#[test]
fn a_program_without_loops_needs_no_facts() {
    let text = "
        var x: Int
        error L2 \"assert\" \"x\"
        L0 -> L1: x := 1
        L1 -> L2: assume (= x 2)";
    assert!(guess(text).1.is_none());
}

#[test]
fn nothing_is_known_at_the_entry() {
    let (blocks, facts) = guess(END);
    let nothing = program::Proof::of(vec![(blocks.cfg.entry, term::build::tt())]);
    let proof = facts.expect("there are facts").complete(&blocks, &nothing);
    let entry = proof.invariants.iter().find(|(location, _)| location.index() == 0).expect("the entry");
    assert!(entry.1.is_true());
}
