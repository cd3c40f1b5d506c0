//! Simplification by constants passes its check on random graphs, decides what it should, and mistakes are found.

#[path = "../../program/tests/graphs/mod.rs"]
mod graphs;

use base::Budget;
use evidence::{Rejection, check_constants};
use graphs::graphs;
use program::{Cfg, Constants, read_cfg};
use proptest::prelude::*;
use smt::{SolverOptions, Z3Solver};

fn check(original: &Cfg, constants: &Constants, simplified: &Cfg) -> Result<usize, Rejection> {
    let mut solver = Z3Solver::new(&SolverOptions::default()).expect("Z3 is there");
    check_constants(original, constants, simplified, &mut solver, &Budget::unlimited())
}

/// What is left of a graph.
fn simplified(text: &str) -> Cfg {
    let cfg = read_cfg(text).expect("a graph");
    let constants = Constants::of(&cfg).expect("a small graph");
    let simplified = constants.simplify(&cfg);
    check(&cfg, &constants, &simplified).expect("the simplification is right");
    simplified.prune()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn simplified_graphs_have_the_same_executions(raw in graphs(9, 20, true)) {
        let cfg = raw.build();
        let constants = Constants::of(&cfg).expect("a small graph");
        let simplified = constants.simplify(&cfg);
        let result = check(&cfg, &constants, &simplified);
        prop_assert!(result.is_ok(), "{:?}\n{}\n{}", result, cfg.to_text(), simplified.to_text());
    }
}

/// The bytes of a number in an array of which nothing else is known.
const BYTES: &str = "
    var a: (Array Int (_ BitVec 8))
    var x: (_ BitVec 16)
    var i: Int
    L0 -> L1: havoc a
    L1 -> L2: a := (store a 0 #x34)
    L2 -> L3: i := 1
    L3 -> L4: a := (store a i #x12)
    L4 -> L5: x := (concat (select a 1) (select a 0))
    L5 -> L6: assume (not (= x #x1234))
    error L6 \"assert\" \"\"";

#[test]
fn elements_of_arrays_are_known() {
    assert_eq!(simplified(BYTES).edges.len(), 0);
}

#[test]
fn an_unknown_index_makes_an_array_unknown() {
    assert_ne!(simplified(&BYTES.replace("i := 1", "havoc i")).edges.len(), 0);
    assert_ne!(
        simplified(&BYTES.replace("L3 -> L4: a := (store a i #x12)", "L3 -> L4: havoc a")).edges.len(),
        0
    );
}

#[test]
fn what_ways_have_in_common_is_known() {
    let text = "
        var a: (Array Int Int)
        var b: Bool
        L0 -> L1: havoc a, b
        L1 -> L2: a := (store (store a 0 7) 1 8)
        L2 -> L3: assume b
        L2 -> L4: assume (not b)
        L3 -> L5: a := (store a 1 9)
        L4 -> L5: skip
        L5 -> L6: assume (not (= (select a 0) 7))
        L5 -> L7: assume (not (= (select a 1) 8))
        error L6 \"assert\" \"always 7\"
        error L7 \"assert\" \"8 or 9\"";
    let left = simplified(text).to_text();
    assert!(!left.contains("always 7") && left.contains("8 or 9"), "{left}");
}

#[test]
fn two_unknown_arrays_are_not_the_same() {
    let text = "
        var a: (Array Int Int)
        var b: (Array Int Int)
        L0 -> L1: a := (store a 0 1)
        L1 -> L2: b := (store b 0 1)
        L2 -> L3: assume (not (= (select a 5) (select b 5)))
        L2 -> L4: assume (not (= a b))
        error L3 \"assert\" \"elements\"
        error L4 \"assert\" \"arrays\"";
    let left = simplified(text).to_text();
    assert!(left.contains("elements") && left.contains("arrays"), "{left}");
}

#[test]
fn elements_of_elements_are_known() {
    let text = "
        var m: (Array Int (Array Int Int))
        var x: Int
        L0 -> L1: havoc m, x
        L1 -> L2: m := (store m 1 (store (select m 1) 0 7))
        L2 -> L3: m := (store m 1 (store (select m 1) 4 x))
        L3 -> L4: m := (store m x (store (select m x) 0 8))
        L3 -> L5: m := (store m 2 (store (select m 1) 8 9))
        L5 -> L6: assume (not (= (select (select m 1) 0) 7))
        L5 -> L7: assume (not (= (select (select m 2) 0) 7))
        L5 -> L8: assume (not (= (select (select m 2) 4) 7))
        L4 -> L9: assume (not (= (select (select m 1) 0) 7))
        error L6 \"assert\" \"stored\"
        error L7 \"assert\" \"copied\"
        error L8 \"assert\" \"not known\"
        error L9 \"assert\" \"somewhere\"";
    let left = simplified(text).to_text();
    assert!(!left.contains("stored") && !left.contains("copied"), "{left}");
    assert!(left.contains("not known") && left.contains("somewhere"), "{left}");
}

#[test]
fn mistakes_are_found() {
    let cfg = read_cfg(BYTES).expect("a graph");
    let constants = Constants::of(&cfg).expect("a small graph");
    let simplified = constants.simplify(&cfg);
    assert!(check(&cfg, &constants, &simplified).is_ok());
    // Constants of another program.
    for (statement, replacement) in [("i := 1", "i := 2"), ("#x34", "#x35")] {
        let other = read_cfg(&BYTES.replace(statement, replacement)).expect("a graph");
        let wrong = check(&cfg, &Constants::of(&other).expect("a small graph"), &simplified);
        assert!(matches!(wrong, Err(Rejection::NotInductive { .. })), "{wrong:?}");
    }
    // Another statement.
    let changed = read_cfg(&simplified.to_text().replace("i := 1", "i := 0")).expect("a graph");
    assert_ne!(changed, simplified);
    let wrong = check(&cfg, &constants, &changed);
    assert!(matches!(wrong, Err(Rejection::NotEquivalent { .. })), "{wrong:?}");
}
