//! What trace abstraction answers on small graphs: proofs, executions, and every kind of doubt.

use base::{Budget, Statistics};
use engines::{ENGINES, EngineOptions, Generalisation, Outcome, Parts, Silent};
use logic::{Eliminator, QeConfig};
use program::{BlockEncoding, encode_blocks, read_cfg};
use refine::newton::Newton;
use refine::{CoreGranularity, FeasibilityChecker, HoareChecker, Variant};
use smt::{Limits, SolverOptions, Z3Solver};
use verdict::Reason;

const LIMITS: Limits = Limits { time: Some(std::time::Duration::from_secs(10)), memory_mb: None };

fn solver() -> Box<Z3Solver> {
    Box::new(Z3Solver::new(&SolverOptions::default()).expect("Z3 starts"))
}

fn run_with(
    text: &str,
    encoding: BlockEncoding,
    options: EngineOptions,
    budget: &Budget,
) -> (Outcome, Statistics) {
    let cfg = read_cfg(text).expect("a graph").prune();
    let blocks = encode_blocks(&cfg, encoding);
    let parts = Parts {
        feasibility: FeasibilityChecker::new(solver(), &blocks, CoreGranularity::Conjunct, LIMITS),
        source: Box::new(Newton {
            variant: Variant::default(),
            eliminator: Eliminator::new(QeConfig::default(), solver()),
        }),
        hoare: HoareChecker::new(solver(), &blocks, LIMITS),
        auxiliary: solver(),
    };
    let mut engine = (ENGINES[0].open)(&blocks, &options, parts);
    let outcome = engine.run(budget, &mut Silent);
    (outcome, engine.statistics())
}

/// Runs every block encoding and every automaton; all must agree.
fn run(text: &str) -> Outcome {
    let mut last = None;
    for encoding in [BlockEncoding::Statement, BlockEncoding::Sequence, BlockEncoding::LoopFree] {
        for generalisation in [Generalisation::Canonical, Generalisation::Eager, Generalisation::Predicate] {
            let options = EngineOptions { generalisation, ..EngineOptions::default() };
            let (outcome, _) = run_with(text, encoding, options, &Budget::unlimited());
            let kind = std::mem::discriminant(&outcome);
            if let Some(previous) = &last {
                assert_eq!(kind, std::mem::discriminant(previous), "{encoding:?}, {generalisation:?}");
            }
            last = Some(outcome);
        }
    }
    last.expect("at least one run")
}

fn reason(text: &str) -> String {
    match run(text) {
        Outcome::Unknown(reason) => reason.to_string(),
        other => panic!("{other:?}"),
    }
}

/// A lock that is taken and released in a loop.
const LOCK: &str = "
    var lock: Bool
    error L4 \"assert\" \"taken twice\"
    L0 -> L1: lock := false
    L1 -> L2: skip
    L2 -> L4: assume lock
    L2 -> L3: assume (not lock)
    L3 -> L5: lock := true
    L5 -> L1: lock := false";

#[test]
fn a_lock_is_safe() {
    let Outcome::Safe(proof) = run(LOCK) else { panic!("the lock is safe") };
    assert!(proof.invariants.iter().any(|(_, invariant)| !invariant.is_true() && !invariant.is_false()));
}

#[test]
fn a_forgotten_release_is_an_execution() {
    let broken = LOCK.replace("L5 -> L1: lock := false", "L5 -> L1: skip");
    let Outcome::Unsafe(counterexample) = run(&broken) else { panic!("the lock is taken twice") };
    assert_eq!(&*counterexample.violation.message, "taken twice");
}

#[test]
fn values_of_havocs_are_told() {
    let text = "
        var x: Int
        error L3 \"assert\" \"x\"
        L0 -> L1: havoc x
        L1 -> L2: x := (* 2 x)
        L2 -> L3: assume (= x 42)";
    let Outcome::Unsafe(counterexample) = run(text) else { panic!("21 does it") };
    let values: Vec<String> = counterexample.havocs.iter().map(|(_, _, value)| value.to_string()).collect();
    assert_eq!(values, ["21"]);
}

#[test]
fn a_reachable_limit_is_a_doubt() {
    let text = "
        var x: Int
        limit L2 \"recursion\"
        L0 -> L1: havoc x
        L1 -> L2: assume (< x 5)";
    assert_eq!(reason(text), "recursion");
}

#[test]
fn a_violation_beats_a_limit() {
    let text = "
        var x: Int
        limit L2 \"recursion\"
        error L3 \"assert\" \"x\"
        L0 -> L1: havoc x
        L1 -> L2: assume (< x 5)
        L1 -> L4: assume (>= x 5)
        L4 -> L3: assume (= x 7)";
    assert!(matches!(run(text), Outcome::Unsafe(_)));
}

#[test]
fn an_unreachable_limit_does_not_matter() {
    let text = "
        var x: Int
        limit L2 \"recursion\"
        L0 -> L1: x := 7
        L1 -> L2: assume (< x 5)";
    assert!(matches!(run(text), Outcome::Safe(_)));
}

#[test]
fn an_overapproximation_counts_only_if_it_matters() {
    let text = |condition: &str| {
        format!(
            "var x: Int
             var y: Int
             error L3 \"assert\" \"x\"
             L0 -> L1 approximately \"inline assembly\": havoc x
             L1 -> L2: y := 3
             L2 -> L3: assume {condition}"
        )
    };
    assert_eq!(reason(&text("(= x y)")), "over-approximation: inline assembly");
    assert!(matches!(run(&text("(= y 3)")), Outcome::Unsafe(_)));
}

#[test]
fn a_graph_without_errors_is_safe() {
    assert!(matches!(run("var x: Int\nL0 -> L1: havoc x"), Outcome::Safe(_)));
}

const COUNT: &str = "
    var x: Int
    error L3 \"assert\" \"x\"
    L0 -> L1: x := 0
    L1 -> L1: x := (+ x 1)
    L1 -> L3: assume (< x 0)";

#[test]
fn unrolling_without_end_is_reported() {
    let config = EngineOptions { max_recurrences: 5, ..EngineOptions::default() };
    let (outcome, statistics) = run_with(COUNT, BlockEncoding::LoopFree, config, &Budget::unlimited());
    assert!(matches!(outcome, Outcome::Unknown(Reason::NoProgress(_))), "{outcome:?}");
    let iterations = statistics.get("iterations");
    assert!(iterations.is_some_and(|n| n <= 10), "{iterations:?}");
}

#[test]
fn a_cancelled_run_stops() {
    let budget = Budget::unlimited();
    budget.cancel();
    let (outcome, _) = run_with(COUNT, BlockEncoding::LoopFree, EngineOptions::default(), &budget);
    assert!(matches!(outcome, Outcome::Unknown(Reason::Cancelled)));
}

#[test]
fn runs_are_deterministic() {
    let counters = || {
        let config = EngineOptions { max_recurrences: 8, ..EngineOptions::default() };
        run_with(COUNT, BlockEncoding::LoopFree, config, &Budget::unlimited()).1.counters
    };
    assert_eq!(counters(), counters());
}
