//! Proofs by cases: right ones are accepted without a solver where computation suffices, damaged ones are rejected.

use base::Budget;
use base::index::Idx;
use evidence::{ProofReport, Rejection, check_proof};
use program::{Cases, Cfg, LocationId, Proof, read_cfg};
use smt::{SolverOptions, Z3Solver};
use term::parse::{Context, parse_term};

/// A state machine: 1, 2, 3, and again; 4 is an error.
const MACHINE: &str = "
    var s: Int
    var input: Int
    error L9 \"assert\" \"s\"
    L0 -> L1: s := 1
    L1 -> L2: havoc input
    L2 -> L3: assume (= s 1)
    L2 -> L4: assume (and (= s 2) (= input 7))
    L2 -> L5: assume (= s 3)
    L2 -> L9: assume (= s 4)
    L3 -> L1: s := (+ s 1)
    L4 -> L1: s := (+ s 1)
    L5 -> L1: s := 1";

/// One row of cases: the location, the places and the values.
type Row<'a> = (usize, &'a [&'a str], &'a [&'a [&'a str]]);

fn proof(cfg: &Cfg, rows: &[Row]) -> Proof {
    let context = Context::of(&cfg.variables);
    let term = |text: &&str| parse_term(text, &context).expect("a term");
    let cases = rows.iter().map(|(location, places, rows)| Cases {
        location: LocationId::from_usize(*location),
        places: places.iter().map(term).collect(),
        condition: term::build::tt(),
        rows: rows.iter().map(|row| row.iter().map(term).collect()).collect(),
    });
    Proof { cases: cases.collect(), ..Proof::default() }
}

/// The same with a condition for each list of cases.
fn proof_with(cfg: &Cfg, rows: &[Row], conditions: &[&str]) -> Proof {
    let mut proof = proof(cfg, rows);
    for (cases, condition) in proof.cases.iter_mut().zip(conditions) {
        cases.condition = parse_term(condition, &Context::of(&cfg.variables)).expect("a term");
    }
    proof
}

fn check(text: &str, rows: &[Row]) -> Result<ProofReport, Rejection> {
    check_with(text, rows, &[])
}

fn check_with(text: &str, rows: &[Row], conditions: &[&str]) -> Result<ProofReport, Rejection> {
    let cfg = read_cfg(text).expect("a graph");
    let options = SolverOptions { is_isolated: true, ..SolverOptions::default() };
    let mut solver = Z3Solver::new(&options).expect("Z3 is there");
    check_proof(&cfg, &proof_with(&cfg, rows, conditions), &mut solver, &Budget::unlimited())
}

#[track_caller]
fn assert_rejected(text: &str, rows: &[Row], expected: &str) {
    let rejection = check(text, rows).expect_err("this is no proof").to_string();
    assert!(rejection.starts_with(expected), "{rejection}");
}

#[test]
fn an_enumeration_needs_no_solver() {
    let report = check(MACHINE, &[(1, &["s"], &[&["1"], &["2"], &["3"]])]).expect("a proof");
    assert_eq!((report.cases, report.queries), (3, 0));
}

#[test]
fn a_missing_case_is_found() {
    assert_rejected(
        MACHINE,
        &[(1, &["s"], &[&["1"], &["2"]])],
        "the invariant at L1 does not follow from that at L1",
    );
    assert_rejected(
        MACHINE,
        &[(1, &["s"], &[&["2"], &["3"]])],
        "the invariant at L1 does not follow from that at L0",
    );
    // The error is reached from a case that no execution has.
    let rows: &[&[&str]] = &[&["1"], &["2"], &["3"], &["4"]];
    assert_rejected(MACHINE, &[(1, &["s"], rows)], "the invariant at L9 does not follow");
    assert_rejected(MACHINE, &[(1, &[], &[&[]])], "the invariant at L9 does not follow");
    // A location without cases is claimed to be unreachable.
    assert_rejected(MACHINE, &[(1, &[], &[])], "the invariant at L1 does not follow from that at L0");
}

#[test]
fn cycles_must_be_cut() {
    assert_rejected(MACHINE, &[(9, &["s"], &[])], "no invariant on a cycle");
}

#[test]
fn cases_may_know_different_things() {
    let rows: &[Row] = &[(1, &["s"], &[&["1"], &["2"]]), (1, &["input", "s"], &[&["7", "3"]])];
    assert!(check(MACHINE, rows).is_ok());
    let wrong: &[Row] = &[(1, &["s"], &[&["1"], &["2"]]), (1, &["input", "s"], &[&["8", "3"]])];
    assert_rejected(MACHINE, wrong, "the invariant at L1 does not follow");
}

#[test]
fn what_computation_leaves_open_is_asked_of_the_solver() {
    let text = "
        var x: Int
        var y: Int
        error L4 \"assert\" \"x\"
        L0 -> L1: assume (and (= (+ x y) 3) (= (- x y) 3))
        L1 -> L2: skip
        L2 -> L2: skip
        L2 -> L4: assume (not (= x 3))";
    let report = check(text, &[(2, &["x"], &[&["3"]])]).expect("a proof");
    assert!(report.queries > 0);
    assert_rejected(text, &[(2, &["x"], &[&["4"]])], "the invariant at L2 does not follow from that at L0");
}

#[test]
fn what_intervals_exclude_needs_no_solver() {
    let text = "
        var x: Int
        error L4 \"assert\" \"x\"
        L0 -> L1: assume (and (<= 3 x) (<= x 3))
        L1 -> L2: skip
        L2 -> L2: skip
        L2 -> L4: assume (not (= x 3))";
    let report = check(text, &[(2, &["x"], &[&["3"]])]).expect("a proof");
    assert_eq!(report.queries, 0);
    assert_rejected(text, &[(2, &["x"], &[&["4"]])], "the invariant at L2 does not follow from that at L0");
}

#[test]
fn elements_of_arrays_are_places() {
    let text = "
        var a: (Array Int Int)
        var i: Int
        error L4 \"assert\" \"a\"
        L0 -> L1: a := (store (store a 1 5) 2 6)
        L1 -> L2: i := 1
        L2 -> L2: a := (store a (+ i 1) 6)
        L2 -> L4: assume (not (= (select a i) 5))";
    assert!(check(text, &[(2, &["i", "(select a 1)"], &[&["1", "5"]])]).is_ok());
    let rows: &[Row] = &[(2, &["i", "(select a 1)", "(select a 2)"], &[&["1", "5", "6"]])];
    assert!(check(text, rows).is_ok());
    assert_rejected(text, &[(2, &["(select a 1)"], &[&["5"]])], "the invariant at L");
    assert_rejected(text, &[(2, &["i", "(select a 2)"], &[&["1", "5"]])], "the invariant at L2");
}

/// Two inputs that differ, and a mode that says which was sent.
const SENT: &str = "
    var a: Int
    var b: Int
    var mode: Int
    var sent: Int
    error L9 \"assert\" \"sent\"
    L0 -> L1: assume (not (= a b))
    L1 -> L2: mode := 0
    L2 -> L3: assume (= mode 0)
    L3 -> L5: sent := a
    L5 -> L2: mode := 1
    L2 -> L4: assume (= mode 1)
    L4 -> L9: assume (= sent b)
    L4 -> L2: mode := 0";

#[test]
fn cases_have_conditions() {
    let rows: &[Row] = &[(2, &["mode"], &[&["0"]]), (2, &["mode"], &[&["1"]])];
    let differ = "(not (= a b))";
    assert!(check_with(SENT, rows, &[differ, "(and (not (= a b)) (= sent a))"]).is_ok());
    // Conditions that are too weak, not established, or not kept.
    assert_rejected_with(SENT, rows, &[differ, differ], "the invariant at L9 does not follow");
    assert_rejected_with(SENT, rows, &["(= sent a)", "(= sent a)"], "the invariant at L2 does not follow");
    assert_rejected_with(
        SENT,
        rows,
        &["(< a b)", "(< a b)"],
        "the invariant at L2 does not follow from that at L0",
    );
    assert_rejected_with(SENT, rows, &["true", "(and (not (= a b)) (= sent a))"], "the invariant at L2");
    // A case that cannot be is no case to arrive in.
    assert_rejected_with(
        SENT,
        rows,
        &["(< a a)", differ],
        "the invariant at L2 does not follow from that at L0",
    );
    assert_rejected_with(
        SENT,
        rows,
        &["(= mode 1)", differ],
        "the invariant at L2 does not follow from that at L0",
    );
}

#[track_caller]
fn assert_rejected_with(text: &str, rows: &[Row], conditions: &[&str], expected: &str) {
    let rejection = check_with(text, rows, conditions).expect_err("this is no proof").to_string();
    assert!(rejection.starts_with(expected), "{rejection}");
}

#[test]
fn conditions_are_about_the_program() {
    let cfg = read_cfg(MACHINE).expect("a graph");
    let mut solver = Z3Solver::new(&SolverOptions::default()).expect("Z3 is there");
    let stranger = term::build::var("stranger", term::Sort::Bool);
    for condition in [stranger, term::build::int(3)] {
        let mut proof = proof(&cfg, &[(1, &["s"], &[&["1"], &["2"], &["3"]])]);
        proof.cases[0].condition = condition;
        let rejection = check_proof(&cfg, &proof, &mut solver, &Budget::unlimited()).expect_err("malformed");
        assert!(rejection.to_string().starts_with("malformed: the condition of a case"), "{rejection}");
    }
}

#[test]
fn malformed_cases_are_rejected() {
    assert_rejected(MACHINE, &[(77, &[], &[])], "malformed: there is no location L77");
    assert_rejected(MACHINE, &[(1, &["(+ s 1)"], &[&["1"]])], "malformed: ");
    assert_rejected(MACHINE, &[(1, &["s"], &[&["input"]])], "malformed: a case at L1");
    assert_rejected(MACHINE, &[(1, &["s"], &[&[]])], "malformed: a case at L1");
    assert_rejected(MACHINE, &[(1, &["s"], &[&["true"]])], "malformed: a case at L1");
    let cfg = read_cfg(MACHINE).expect("a graph");
    let mut both = proof(&cfg, &[(1, &["s"], &[&["1"]])]);
    both.invariants.push((LocationId::from_usize(1), term::build::tt()));
    let mut solver = Z3Solver::new(&SolverOptions::default()).expect("Z3 is there");
    let rejection = check_proof(&cfg, &both, &mut solver, &Budget::unlimited()).expect_err("both");
    assert!(rejection.to_string().starts_with("malformed"), "{rejection}");
}

/// What one part of an assumption says about a name makes another part say more, in whatever order they are written; only
/// then it is known which of many cases the arrival is.
#[test]
fn parts_of_an_assumption_tell_values_together() {
    const TEXT: &str = "
        var a: Int
        var b: Int
        error L9 \"assert\" \"s\"
        L0 -> L1: assume (and (or (not (= a 5)) (= b 7)) (= a 5))
        L1 -> L9: assume (= b 8)";
    let values: Vec<[String; 2]> = (0..3000).map(|b| ["5".to_string(), b.to_string()]).collect();
    let rows: Vec<Vec<&str>> =
        values.iter().filter(|[_, b]| b != "8").map(|row| row.iter().map(String::as_str).collect()).collect();
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    let report = check(TEXT, &[(1, &["a", "b"], &rows)]).expect("a proof");
    assert_eq!((report.cases, report.queries), (2999, 0));
}
