//! Facts that are guessed: they suffice for loops that refinement unrolls, and they hold.

use base::Budget;
use base::index::Idx;
use houdini::Facts;
use program::{BlockEncoding, BlockProgram, LocationId, Proof, ProofState, encode_blocks, read_cfg};
use smt::{SolverOptions, Z3Solver};
use term::build as mk;

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

/// What is behind `s` is copied to where `t` counts: both move together, and a third number bounds their distance.
const APPEND: &str = "
    var s: Int
    var t: Int
    var n: Int
    var m: Int
    var old: Int
    error L6 \"assert\" \"behind the end\"
    L0 -> L1: havoc s, n, m
    L1 -> L2: assume (and (<= 0 s) (< s n))
    L2 -> L3: t := 0
    L3 -> L4: assume (< t m)
    L4 -> L6: assume (>= s (+ n m))
    L4 -> L5: old := s
    L5 -> L3: s := (+ old 1), t := (+ t 1)";

#[test]
fn a_third_number_bounds_the_distance_of_two() {
    assert!(is_proof(APPEND));
    assert!(!is_proof(&APPEND.replace("t := (+ t 1)", "t := (+ t 2)").replace("(+ n m)", "n")));
}

/// Two lists are merged into a third one.
const MERGE: &str = "
    var i: Int
    var j: Int
    var k: Int
    error L3 \"assert\" \"another number\"
    L0 -> L1: i := 0, j := 0, k := 0
    L1 -> L1: i := (+ i 1), k := (+ k 1)
    L1 -> L1: j := (+ j 1), k := (+ k 1)
    L1 -> L3: assume (not (= k (+ i j)))";

#[test]
fn a_number_counts_what_two_others_count() {
    assert!(is_proof(MERGE));
    assert!(!is_proof(&MERGE.replacen("k := (+ k 1)", "k := (+ k 2)", 1)));
}

/// A search ends at the element that is there: what holds of all elements before `at` does not hold of that one.
const SEARCH: &str = "
    var a: (Array Int Int)
    var at: Int
    var half: Int
    var n: Int
    error L6 \"assert\" \"not found\"
    L0 -> L1: havoc half, n
    L1 -> L2: assume (and (<= 0 half) (< half n))
    L2 -> L3: a := (store a (* 4 half) 3), at := 0
    L3 -> L4: assume (< at n)
    L4 -> L5: assume (not (= (select a (* 4 at)) 3))
    L5 -> L3: at := (+ at 1)
    L3 -> L6: assume (>= at n)";

#[test]
fn a_fact_about_one_element_is_an_instance_of_one_about_all() {
    assert!(is_proof(SEARCH));
    assert!(!is_proof(&SEARCH.replace("(store a (* 4 half) 3)", "(store a (* 4 half) 4)")));
}

/// Proofs and witnesses list all facts.
#[test]
fn facts_about_three_numbers_that_follow_are_left_out() {
    let (_, facts) = guess(APPEND);
    let facts = facts.expect("there are facts").len();
    assert!(facts <= 5, "{facts}");
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
    let nothing = Proof::of(vec![(blocks.cfg.entry, mk::tt())]);
    let proof = facts.expect("there are facts").complete(&blocks, &blocks.locations(), &nothing);
    let entry = proof.invariants.iter().find(|(location, _)| location.index() == 0).expect("the entry");
    assert!(entry.1.is_true());
}

/// Three ways meet (L4), go on (L5), and part again (L3): large blocks end at L5, straight-line ones at L4 and L3.
const CROSSING: &str = "
    var x: Int
    var i: Int
    error L6 \"assert\" \"x\"
    L0 -> L4: x := 0, i := 0
    L0 -> L1: x := 1, i := 1
    L0 -> L2: x := 2, i := 2
    L1 -> L1: i := (+ i 1)
    L1 -> L4: assume (> i 10)
    L2 -> L2: i := (+ i 2)
    L2 -> L4: assume (> i 20)
    L4 -> L5: x := (+ x 1)
    L5 -> L3: i := (+ i 1)
    L3 -> L6: assume (< x 0)
    L3 -> L7: assume (>= x 0)
    L7 -> L7: i := (+ i 1)
    L7 -> L6: assume (< i 0)";

fn places(blocks: &BlockProgram) -> Vec<usize> {
    blocks.locations().into_iter().map(Idx::index).collect()
}

/// A proof about blocks of one size is completed by facts that are inductive along blocks of another size.
#[test]
fn blocks_of_a_proof_may_end_elsewhere() {
    let (large, facts) = guess(CROSSING);
    let small = encode_blocks(&large.cfg, BlockEncoding::Sequence);
    assert_eq!((places(&large), places(&small)), (vec![0, 1, 2, 5, 6, 7], vec![0, 1, 2, 3, 4, 6, 7]));
    let facts = facts.expect("there are facts");
    let x = mk::var("x", term::Sort::Int);
    let invariant = |location: LocationId| match location.index() {
        0 => mk::tt(),
        _ => mk::le(mk::int(0), x),
    };
    let ends = small.locations();
    let proved = || ends.iter().copied().filter(|location| small.target(*location).is_none());
    let invariants = Proof::of(proved().map(|location| (location, invariant(location))).collect());
    let state = |location| ProofState { location, formula: invariant(location), successors: None };
    let states = Proof::of_states(proved().map(state).collect());
    for proof in [invariants, states] {
        let completed = facts.complete(&large, &ends, &proof);
        let mut solver = Z3Solver::new(&SolverOptions::default()).expect("Z3 starts");
        let checked = evidence::check_proof(&large.cfg, &completed, &mut solver, &Budget::unlimited());
        checked.expect("it is a proof");
    }
}

/// An end of the proof's blocks about which it says nothing is not reachable.
#[test]
fn what_a_proof_leaves_out_is_not_reachable() {
    let (blocks, facts) = guess(CROSSING);
    let nothing = Proof::of(vec![(blocks.cfg.entry, mk::tt())]);
    let proof = facts.expect("there are facts").complete(&blocks, &blocks.locations(), &nothing);
    assert_eq!(proof.invariants.len(), 5);
    assert!(proof.invariants[1..].iter().all(|(_, invariant)| invariant.is_false()));
}

#[test]
fn who_asks_few_questions_assumes_many_facts() {
    // Twelve numbers, each between zero and nine.
    let numbers: Vec<String> = (0..12).map(|i| format!("x{i}")).collect();
    let each = |text: &dyn Fn(&String) -> String| numbers.iter().map(text).collect::<Vec<_>>();
    let text = format!(
        "{}\nvar i: Int\nerror L4 \"assert\" \"x\"\nL0 -> L1: {}, i := 0\n\
         L1 -> L2: assume (and {})\nL2 -> L3: {}\nL3 -> L1: havoc i\nL1 -> L4: assume (> x0 9)\n",
        each(&|x| format!("var {x}: Int")).join("\n"),
        each(&|x| format!("{x} := 0")).join(", "),
        each(&|x| format!("(< {x} 9)")).join(" "),
        each(&|x| format!("{x} := (+ {x} 1)")).join(", "),
    );
    let (blocks, facts) = guess(&text);
    let facts = facts.expect("there are facts");
    let assumed = |program: &BlockProgram| {
        let conjuncts = program.blocks.iter().flat_map(|block| &block.conjuncts);
        conjuncts.filter(|conjunct| conjunct.origin.is_none()).count()
    };
    let (few, many) = (assumed(&facts.strengthen(&blocks)), assumed(&facts.strengthen_fully(&blocks)));
    assert!(few == assumed(&blocks) && many > few + 24, "{few} and {many}");
}
