//! Proofs of small graphs: right ones are accepted, damaged ones are rejected for
//! the right reason.

use base::index::Idx;
use base::{Budget, Exhausted};
use evidence::{ProofReport, Rejection, check_proof};
use program::{Cfg, LocationId, Proof, read_cfg};
use smt::{SolverOptions, Z3Solver};
use term::parse::{Context, parse_term};

const COUNT: &str = "
    var x: Int
    var n: Int
    error L5 \"assert\" \"x == n\"
    L0 -> L1: assume (<= 0 n)
    L1 -> L2: x := 0
    L2 -> L3: assume (< x n)
    L3 -> L2: x := (+ x 1)
    L2 -> L4: assume (>= x n)
    L4 -> L5: assume (not (= x n))";

fn solver() -> Z3Solver {
    Z3Solver::new(&SolverOptions { is_isolated: true, ..SolverOptions::default() }).expect("Z3 is there")
}

fn proof(cfg: &Cfg, invariants: &[(usize, &str)]) -> Proof {
    let mut terms = cfg.variables.clone();
    terms.extend(&cfg.axioms);
    let context = Context::of(&terms);
    let read = |(location, text): &(usize, &str)| {
        (LocationId::from_usize(*location), parse_term(text, &context).expect("a formula"))
    };
    Proof::of(invariants.iter().map(read).collect())
}

fn check(text: &str, invariants: &[(usize, &str)]) -> Result<ProofReport, Rejection> {
    let cfg = read_cfg(text).expect("a graph");
    check_proof(&cfg, &proof(&cfg, invariants), &mut solver(), &Budget::unlimited())
}

#[track_caller]
fn assert_accepted(text: &str, invariants: &[(usize, &str)]) {
    if let Err(rejection) = check(text, invariants) {
        panic!("{rejection}");
    }
}

#[track_caller]
fn assert_rejected(text: &str, invariants: &[(usize, &str)], expected: &str) {
    let rejection = check(text, invariants).expect_err("this is no proof").to_string();
    assert!(rejection.starts_with(expected), "{rejection}");
}

#[test]
fn a_loop_invariant_is_enough() {
    let report = check(COUNT, &[(2, "(<= x n)")]).expect("a proof");
    // The entry's region and the loop head's, one query each.
    assert_eq!(report, ProofReport { regions: 2, queries: 2, ..ProofReport::default() });
    // More locations than necessary do no harm.
    assert_accepted(
        COUNT,
        &[(0, "true"), (1, "(<= 0 n)"), (2, "(<= x n)"), (3, "(< x n)"), (4, "(= x n)"), (5, "false")],
    );
}

#[test]
fn damaged_invariants_do_not_follow() {
    let at = |to, from| format!("the invariant at {to} does not follow from that at {from}");
    // Too weak: the error is reachable from it.
    assert_rejected(COUNT, &[(2, "true")], &at("L5", "L2"));
    // Not preserved by the loop body.
    assert_rejected(COUNT, &[(2, "(and (<= x n) (= x 0))")], &at("L2", "L2"));
    // Too strong for the way in.
    assert_rejected(COUNT, &[(2, "(< x n)")], &at("L2", "L0"));
    // The entry's invariant must hold for all states.
    assert_rejected(COUNT, &[(0, "(< 0 n)"), (2, "(<= x n)")], &at("L0", "L0"));
    // A target's invariant is `false`, whatever the proof says.
    assert_rejected(COUNT, &[(2, "true"), (5, "true")], &at("L5", "L2"));
    // The loop head is no unreachable location.
    assert_rejected(COUNT, &[(2, "false")], &at("L2", "L0"));
}

#[test]
fn the_rejection_tells_a_state() {
    let text = "var x: Int\nerror L1 \"assert\" \"\"\nL0 -> L1: assume (= x 7)";
    let rejection = check(text, &[]).expect_err("the error is reachable");
    assert_eq!(rejection.to_string(), "the invariant at L1 does not follow from that at L0, for x = 7");
}

#[test]
fn every_cycle_must_be_cut() {
    assert_rejected(COUNT, &[], "no invariant on a cycle through L");
    assert_rejected(COUNT, &[(1, "true"), (4, "(= x n)")], "no invariant on a cycle through L");
    assert_rejected(
        "L0 -> L1: skip\nL1 -> L2: skip\nL1 -> L1: skip",
        &[],
        "no invariant on a cycle through L1",
    );
    // A location behind the cycle is not on it.
    let text = "L0 -> L3: skip\nL3 -> L2: skip\nL2 -> L3: skip\nL3 -> L1: skip";
    let rejection = check(text, &[]).expect_err("not cut").to_string();
    assert!(rejection.ends_with("L2") || rejection.ends_with("L3"), "{rejection}");
    // The entry cuts its own cycle, and what it does not reach needs no invariant.
    assert_accepted("L0 -> L0: skip\nL1 -> L2: skip\nL2 -> L1: skip", &[]);
}

#[test]
fn malformed_proofs_are_rejected() {
    assert_rejected(COUNT, &[(2, "(<= x n)"), (2, "true")], "malformed: two invariants at L2");
    assert_rejected(COUNT, &[(9, "true")], "malformed: there is no location L9");
    assert_rejected(COUNT, &[(2, "x")], "malformed: the invariant at L2 is not a formula");
    let cfg = read_cfg(COUNT).expect("a graph");
    let stranger = term::build::var("stranger", term::Sort::Bool);
    let proof = Proof::of(vec![(LocationId::from_usize(2), stranger)]);
    let rejection = check_proof(&cfg, &proof, &mut solver(), &Budget::unlimited()).expect_err("a stranger");
    assert!(matches!(rejection, Rejection::Malformed(_)), "{rejection}");
    // So are graphs that no verifier accepts.
    assert_rejected("error L0 \"assert\" \"\"\nL0 -> L1: skip", &[], "malformed: edge 0");
}

#[test]
fn limits_must_be_unreachable_too() {
    let text = "var x: Int\nlimit L1 \"recursion\"\nL0 -> L1: assume (< x 0)";
    assert_rejected(text, &[], "the invariant at L1");
    assert_accepted("limit L1 \"recursion\"\nL0 -> L1: assume false", &[]);
    assert_rejected("error L0 \"assert\" \"\"", &[], "the invariant at L0");
}

#[test]
fn axioms_are_known() {
    let text = "
        function f(Int): Int
        var c: Int
        axiom (forall ((i Int)) (<= 0 (f i)))
        axiom (= (f c) 5)
        error L1 \"assert\" \"\"";
    assert_accepted(&format!("{text}\nL0 -> L1: assume (< (f (+ (f c) 1)) 0)"), &[]);
    assert_rejected(&format!("{text}\nL0 -> L1: assume (< (f (+ c 1)) 5)"), &[], "the invariant at L1");
    // Contradicting axioms have no executions, not even one that starts in an error.
    assert_accepted("var c: Int\naxiom (< c c)\nerror L0 \"assert\" \"\"", &[]);
}

#[test]
fn ways_that_meet_keep_their_values_apart() {
    let text = "
        var x: Int
        var y: Int
        error L3 \"assert\" \"\"
        L0 -> L1: x := 1, y := 2
        L0 -> L1: x := 2, y := 1
        L1 -> L2: x := y, y := x
        L2 -> L3: assume ";
    assert_accepted(&format!("{text}(= x y)"), &[]);
    assert_accepted(&format!("{text}(not (= (+ x y) 3))"), &[]);
    assert_rejected(&format!("{text}(and (= x 1) (= y 2))"), &[], "the invariant at L3");
    assert_rejected(&format!("{text}(and (= x 2) (= y 1))"), &[], "the invariant at L3");
}

/// Values belong to the condition under which they arrive: one and its negation, conditions that overlap, and more than one.
#[test]
fn ways_that_meet_keep_values_and_conditions_together() {
    let branches = |low: &str, high: &str| {
        format!(
            "var x: Int
             var y: Int
             error L9 \"assert\" \"\"
             L0 -> L1: havoc x
             L1 -> L2: assume {low}
             L1 -> L3: assume {high}
             L2 -> L4: y := 1
             L3 -> L4: y := 2
             L4 -> L9: assume "
        )
    };
    let accepts = |text: &str, states: &[&str]| {
        states.iter().for_each(|state| assert_accepted(&format!("{text}{state}"), &[]));
    };
    let rejects = |text: &str, states: &[&str]| {
        states
            .iter()
            .for_each(|state| assert_rejected(&format!("{text}{state}"), &[], "the invariant at L9"));
    };
    let exclusive = branches("(< x 5)", "(>= x 5)");
    accepts(&exclusive, &["(and (< x 5) (= y 2))", "(and (>= x 5) (= y 1))", "(= y 3)"]);
    rejects(&exclusive, &["(and (< x 5) (= y 1))", "(and (>= x 5) (= y 2))"]);
    let overlapping = branches("(< x 5)", "(> x 3)");
    accepts(&overlapping, &["(and (= x 9) (= y 1))", "(and (= x 0) (= y 2))"]);
    rejects(&overlapping, &["(and (= x 4) (= y 1))", "(and (= x 4) (= y 2))", "(and (= x 9) (= y 2))"]);
    // The condition that tells them apart, and others behind it on one side or on both.
    let more = exclusive.replace("L2 -> L4: y := 1", "L2 -> L5: y := 1\nL5 -> L4: assume (> x 2)");
    accepts(&more, &["(and (< x 3) (= y 1))", "(and (>= x 5) (= y 1))", "(< x 3)"]);
    rejects(&more, &["(and (= x 4) (= y 1))", "(and (= x 6) (= y 2))"]);
    let both = more.replace("L3 -> L4: y := 2", "L3 -> L6: y := 2\nL6 -> L4: assume (< x 8)");
    accepts(&both, &["(< x 3)", "(> x 7)", "(and (= x 6) (= y 1))"]);
    rejects(&both, &["(and (= x 4) (= y 1))", "(and (= x 7) (= y 2))"]);
}

#[test]
fn havoc_forgets() {
    let text =
        "var x: Int\nerror L3 \"assert\" \"\"\nL0 -> L1: x := 1\nL1 -> L2: havoc x\nL2 -> L3: assume (= x 2)";
    assert_rejected(text, &[], "the invariant at L3");
}

/// Branches one after the other have exponentially many paths, but a small encoding.
#[test]
fn many_branches_in_a_row() {
    let mut text = "var x: Int\nvar b: Bool\n".to_string();
    let count = 300;
    for i in 0..count {
        let (here, next) = (2 * i, 2 * i + 2);
        text += &format!("L{here} -> L{}: havoc b\n", here + 1);
        text += &format!("L{} -> L{next}: assume b\n", here + 1);
        text += &format!("L{} -> L{next}: x := {i}\n", here + 1);
    }
    let end = 2 * count + 1;
    text += &format!("error L{end} \"assert\" \"\"\n");
    text += &format!("L{} -> L{end}: assume (> x {count})\n", 2 * count);
    let safe = format!("{text}L{} -> L{}: skip\nL{} -> L0: x := 0\n", 2 * count, end + 1, end + 2);
    assert_rejected(&safe, &[], "the invariant at");
    let bounded = text.replacen("L0 -> L1: havoc b", "L0 -> L1: x := 0", 1);
    assert_accepted(&bounded, &[]);
}

#[test]
fn a_long_region_does_not_exhaust_the_stack() {
    let mut text = "var x: Int\n".to_string();
    for i in 0..5000 {
        text += &format!("L{i} -> L{}: x := (+ x 1)\n", i + 1);
    }
    assert_accepted(&format!("{text}error L5001 \"assert\" \"\"\nL5000 -> L5001: assume false"), &[]);
}

#[test]
fn quantified_invariants() {
    let text = "
        var a: (Array Int Int)
        var i: Int
        var j: Int
        error L3 \"assert\" \"\"
        L0 -> L1: i := 0
        L1 -> L1: a := (store a i 0), i := (+ i 1)
        L1 -> L2: havoc j
        L2 -> L3: assume (and (<= 0 j) (< j i) (not (= (select a j) 0)))";
    let filled = "(and (<= 0 i) (forall ((k Int)) (=> (and (<= 0 k) (< k i)) (= (select a k) 0))))";
    assert_accepted(text, &[(1, filled)]);
    assert_rejected(text, &[(1, &filled.replace("(< k i)", "(<= k i)"))], "the invariant at L1");
}

#[test]
fn budgets_end_the_check() {
    let cfg = read_cfg(COUNT).expect("a graph");
    let budget = Budget::unlimited();
    budget.cancel();
    let result = check_proof(&cfg, &proof(&cfg, &[(2, "(<= x n)")]), &mut solver(), &budget);
    assert_eq!(result, Err(Rejection::Exhausted(Exhausted::Cancelled)));
}

/// Quantifiers in conditions of branches.
#[test]
fn quantified_conditions() {
    let text = "
        var m: (_ BitVec 4)
        error L2 \"assert\" \"\"
        error L4 \"assert\" \"\"
        L0 -> L2: assume (not (forall ((x (_ BitVec 4))) (bvule (bvand x m) m)))
        L0 -> L3: assume (forall ((x (_ BitVec 4))) (bvule (bvand x m) m))
        L3 -> L4: assume (not (exists ((x (_ BitVec 4))) (= (bvand x m) #x0)))
        L3 -> L1: assume (exists ((x (_ BitVec 4))) (= (bvand x m) #x0))";
    let report = check(text, &[]).expect("a proof");
    assert_eq!(report.splits, 0);
}

/// Copies an array, then looks at one element.
const COPY: &str = "
    var a: (Array Int Int)
    var b: (Array Int Int)
    var i: Int
    var n: Int
    var x: Int
    error L6 \"assert\" \"a difference\"
    L0 -> L1: i := 0
    L1 -> L2: assume (< i n)
    L2 -> L1: b := (store b (* 4 i) (select a (* 4 i))), i := (+ i 1)
    L1 -> L3: assume (>= i n)
    L3 -> L4: havoc x
    L4 -> L5: assume (and (<= 0 x) (< x n))
    L5 -> L6: assume (not (= (select a (* 4 x)) (select b (* 4 x))))";

fn copied_before(end: &str) -> String {
    format!("(forall ((q Int)) (=> (and (<= 0 q) (< q {end})) (= (select a (* 4 q)) (select b (* 4 q)))))")
}

#[test]
fn facts_about_all_elements_are_checked_by_instances() {
    let report = check(COPY, &[(1, &copied_before("i"))]).expect("a proof");
    assert_eq!(report.splits, 0, "instances suffice for whole regions");
}

#[test]
fn a_wrong_fact_about_all_elements_is_rejected() {
    assert!(check(COPY, &[(1, &copied_before("(+ i 1)"))]).is_err());
    assert!(check(COPY, &[(1, &copied_before("(- i 1)"))]).is_err());
    // The first element differs from the others.
    let other = COPY.replace("L0 -> L1: i := 0", "L0 -> L1: i := 1");
    assert!(check(&other, &[(1, &copied_before("i"))]).is_err());
    // Two claims about all elements in one conjunction are refuted by two numbers, not by a common one.
    let both = format!("(or {} {})", copied_before("i"), copied_before("(+ i 1)"));
    assert!(check(&COPY.replace("(< x n)", "(<= x n)"), &[(1, &both)]).is_err());
}
