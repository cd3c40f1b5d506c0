//! What range analysis answers on small graphs.

use base::Budget;
use engines::{ENGINES, EngineOptions, Outcome, Parts, Silent};
use logic::{Eliminator, QeConfig};
use program::{BlockEncoding, Proof, encode_blocks, read_cfg};
use refine::newton::Newton;
use refine::{CoreGranularity, FeasibilityChecker, HoareChecker, Variant};
use smt::{Limits, SolverOptions, Z3Solver};

const LIMITS: Limits = Limits { time: Some(std::time::Duration::from_secs(10)), memory_mb: None };

fn solver() -> Box<Z3Solver> {
    Box::new(Z3Solver::new(&SolverOptions::default()).expect("Z3 starts"))
}

fn run(text: &str, iterations: u64) -> Option<Outcome> {
    run_counting(text, iterations, &mut 0)
}

/// Also counts how many edges were executed.
fn run_counting(text: &str, iterations: u64, transfers: &mut u64) -> Option<Outcome> {
    let cfg = read_cfg(text).expect("a graph").prune();
    let blocks = encode_blocks(&cfg, BlockEncoding::LoopFree);
    let eliminator = Eliminator::new(QeConfig::default(), solver());
    let parts = Parts {
        feasibility: FeasibilityChecker::new(solver(), &blocks, CoreGranularity::Conjunct, LIMITS),
        source: Box::new(Newton::new(Variant::default(), eliminator)),
        backward: None,
        hoare: HoareChecker::new(solver(), &blocks, LIMITS),
        auxiliary: solver(),
    };
    let kind = ENGINES.iter().find(|kind| kind.name == "ranges").expect("ranges");
    let mut engine = (kind.open)(&blocks, &EngineOptions::default(), parts);
    let outcome = engine.run_for(iterations, &Budget::unlimited(), &mut Silent);
    *transfers = engine.statistics().get("ranges/transfers").unwrap_or(0);
    outcome
}

fn proof(text: &str) -> Proof {
    match run(text, 50) {
        Some(Outcome::Safe(proof)) => proof,
        other => panic!("it is safe: {other:?}"),
    }
}

/// Numbers change for ever, but the ranges that are asked for are few.
#[test]
fn ranges_are_few_where_numbers_are_not() {
    let text = "
        var mode: Int
        var level: Int
        error L5 \"assert\" \"mode\"
        L0 -> L1: mode := 1, level := 23
        L1 -> L2: assume (and (= mode 1) (<= level 38))
        L2 -> L1: level := (+ (mod (* 9 level) 100) 50), mode := 2
        L1 -> L3: assume (and (= mode 2) (>= level 39))
        L3 -> L1: level := (- (mod level 30) 20), mode := 1
        L1 -> L5: assume (or (and (= mode 1) (> level 38)) (and (= mode 2) (< level 39)))";
    let states: usize = proof(text).cases.iter().map(|cases| cases.rows.len()).sum();
    assert!(states <= 8, "{states}");
}

/// What is left of 1 to 4 without 3 are two ranges.
#[test]
fn conditions_split_states() {
    let text = "
        var input: Int
        var seen: Int
        error L5 \"assert\" \"seen\"
        L0 -> L1: seen := 1
        L1 -> L2: havoc input
        L2 -> L3: assume (and (<= 1 input) (<= input 4) (not (= input 3)))
        L3 -> L1: seen := input
        L1 -> L5: assume (= seen 3)";
    proof(text);
}

/// `x` is at most 20, because `y` is at most 10; nothing is compared with 10.
#[test]
fn bounds_of_an_infeasible_path_become_thresholds() {
    let text = "
        var x: Int
        var y: Int
        error L5 \"assert\" \"x\"
        L0 -> L1: havoc x
        L1 -> L2: y := (mod x 11), x := 0
        L2 -> L2: x := (* 2 y)
        L2 -> L5: assume (> x 20)";
    proof(text);
}

#[test]
fn a_violation_is_an_execution() {
    let text = "
        var level: Int
        var input: Int
        error L5 \"assert\" \"level\"
        L0 -> L1: level := 0
        L1 -> L2: havoc input
        L2 -> L1: assume (= input 7)
        L2 -> L3: assume (and (<= 1 input) (<= input 5))
        L3 -> L1: level := (+ (mod (* 3 level) 50) input)
        L1 -> L5: assume (and (>= level 40) (<= level 45))";
    let Some(Outcome::Unsafe(found)) = run(text, 50) else { panic!("levels grow") };
    assert!(found.edges.len() > 4);
}

/// That both counters are equal is no matter of ranges.
#[test]
fn relations_are_left_to_others() {
    let text = "
        var a: Int
        var b: Int
        error L5 \"assert\" \"a\"
        L0 -> L1: a := 0, b := 0
        L1 -> L1: a := (+ a 1), b := (+ b 1)
        L1 -> L5: assume (not (= a b))";
    match run(text, 50) {
        Some(Outcome::Unknown(reason)) => assert!(reason.is_about_engine(), "{reason}"),
        other => panic!("{other:?}"),
    }
}

/// A path is excluded by one of many variables: it is not followed once for each of the others.
#[test]
fn many_variables_are_left_out_at_once() {
    let names: Vec<String> = (0..300).map(|number| format!("v{number}")).collect();
    let declared: String = names.iter().map(|name| format!("var {name}: Int\n")).collect();
    let assigned: Vec<String> = names.iter().map(|name| format!("{name} := (mod input 11)")).collect();
    let sum = names.join(" ");
    let text = format!(
        "var x: Int
         var input: Int
         {declared}
         error L5 \"assert\" \"x\"
         L0 -> L1: havoc input
         L1 -> L2: {}, x := 0
         L2 -> L2: x := (* 2 v7)
         L2 -> L3: assume (> (+ {sum}) 5)
         L2 -> L4: assume (<= (+ {sum}) 5)
         L3 -> L5: assume (> x 20)",
        assigned.join(", ")
    );
    let mut transfers = 0;
    assert!(matches!(run_counting(&text, 50, &mut transfers), Some(Outcome::Safe(_))));
    assert!(transfers < 500, "{transfers}");
}
