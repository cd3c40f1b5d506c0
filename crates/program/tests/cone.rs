//! Variables that no condition depends on can go.

mod procedures;

use expect_test::expect;
use procedures::{programs, targets_of_graph};
use program::{Copying, inline_sharing, read_cfg, verify_cfg};
use proptest::prelude::*;

#[test]
fn what_conditions_depend_on_stays() {
    let text = "
        var a: Int
        var b: Int
        var c: Int
        var d: Int
        var k: Int
        axiom (< 0 k)
        start L0
        L0 -> L1: a := b, c := (+ c d)
        L1 -> L2: b := (+ b 1)
        L2 -> L3 approximately \"inline assembly\": havoc c
        L3 -> L4 approximately \"inline assembly\": havoc b, d
        L4 -> L5: c := a
        L5 -> L6: assume (= a 3)
        error L6 \"assert\" \"\"";
    let mut cfg = read_cfg(text).expect("a graph");
    let reduced = cfg.cone_of_influence();
    expect![[r#"
        var a: Int
        var b: Int
        var k: Int
        axiom (<= 1 k)
        start L0
        location L6
        error L6 "assert" ""
        L0 -> L1: a := b
        L1 -> L2: b := (+ b 1)
        L2 -> L3: skip
        L3 -> L4 approximately "inline assembly": havoc b
        L4 -> L5: skip
        L5 -> L6: assume (= a 3)
    "#]]
    .assert_eq(&reduced.to_text());
    // Inputs are listed by counterexamples, whether they matter or not.
    for edge in cfg.edges.iter_mut() {
        edge.provenance.input = Some("__VERIFIER_nondet_int".into());
    }
    let reduced = cfg.cone_of_influence();
    let text = reduced.to_text();
    assert!(text.contains("havoc c") && text.contains("havoc b, d") && text.contains("var d: Int"), "{text}");
    assert_eq!(verify_cfg(&reduced), Ok(()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn the_same_targets_are_reached(raw in programs(3, false)) {
        let cfg = inline_sharing(&raw.build(), &Copying::within(20)).expect("a small program");
        let reduced = cfg.cone_of_influence();
        prop_assert_eq!(verify_cfg(&reduced), Ok(()));
        let (before, after) = (targets_of_graph(&cfg, 5000), targets_of_graph(&reduced, 5000));
        prop_assert!(before.is_none() || after.is_none() || before == after, "{:?} {:?}", before, after);
    }
}
