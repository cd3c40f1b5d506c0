//! What value analysis answers on small graphs, and that its proofs are those of the checker's form.

use base::{Budget, Statistics};
use engines::{ENGINES, EngineKind, EngineOptions, Outcome, Parts, SearchOrder, Silent};
use logic::{Eliminator, QeConfig};
use program::{BlockEncoding, encode_blocks, read_cfg};
use refine::newton::Newton;
use refine::{CoreGranularity, FeasibilityChecker, HoareChecker, Variant};
use smt::{Limits, SolverOptions, Z3Solver};

const LIMITS: Limits = Limits { time: Some(std::time::Duration::from_secs(10)), memory_mb: None };

fn solver() -> Box<Z3Solver> {
    Box::new(Z3Solver::new(&SolverOptions::default()).expect("Z3 starts"))
}

fn kind() -> &'static EngineKind {
    ENGINES.iter().find(|kind| kind.name == "value").expect("value analysis")
}

fn run_with(text: &str, options: &EngineOptions) -> (Outcome, Statistics) {
    let cfg = read_cfg(text).expect("a graph").prune();
    let blocks = encode_blocks(&cfg, BlockEncoding::Sequence);
    let eliminator = Eliminator::new(QeConfig::default(), solver());
    let parts = Parts {
        feasibility: FeasibilityChecker::new(solver(), &blocks, CoreGranularity::Conjunct, LIMITS),
        source: Box::new(Newton::new(Variant::default(), eliminator)),
        backward: None,
        hoare: HoareChecker::new(solver(), &blocks, LIMITS),
        auxiliary: solver(),
    };
    let mut engine = (kind().open)(&blocks, options, parts);
    let outcome = engine.run(&Budget::unlimited(), &mut Silent);
    (outcome, engine.statistics())
}

/// Runs with all options; all must agree.
fn run(text: &str) -> (Outcome, Statistics) {
    let mut last: Option<(Outcome, Statistics)> = None;
    for search in [SearchOrder::DepthFirst, SearchOrder::BreadthFirst] {
        for is_global in [true, false] {
            for select in [None, Some("domain-min,width-min"), Some("random:3")] {
                let select = select.map(|text| text.parse().expect("heuristics"));
                let options = EngineOptions { search, is_global, select, ..EngineOptions::default() };
                let answer = run_with(text, &options);
                if let Some((previous, _)) = &last {
                    let kind = std::mem::discriminant(&answer.0);
                    assert_eq!(kind, std::mem::discriminant(previous), "{options:?}: {:?}", answer.0);
                }
                last = Some(answer);
            }
        }
    }
    last.expect("at least one run")
}

fn reason(text: &str) -> String {
    match run(text).0 {
        Outcome::Unknown(reason) => reason.to_string(),
        other => panic!("{other:?}"),
    }
}

const LOCK: &str = "
    var lock: Bool
    var other: Int
    error L4 \"assert\" \"taken twice\"
    L0 -> L1: lock := false
    L1 -> L2: other := (+ other 1)
    L2 -> L4: assume lock
    L2 -> L3: assume (not lock)
    L3 -> L5: lock := true
    L5 -> L1: lock := false";

#[test]
fn a_lock_is_safe_and_only_it_is_tracked() {
    let (Outcome::Safe(proof), statistics) = run(LOCK) else { panic!("the lock is safe") };
    assert!(proof.invariants.is_empty());
    let rows: usize = proof.cases.iter().map(|cases| cases.rows.len()).sum();
    // The entry, where nothing is known, and the head of the loop.
    assert_eq!((rows, statistics.get("value/tracked places")), (2, Some(1)));
}

#[test]
fn a_violation_is_an_execution() {
    let text = "
        var s: Int
        var input: Int
        error L5 \"assert\" \"s\"
        L0 -> L1: s := 0
        L1 -> L2: havoc input
        L2 -> L1: assume (< input 5)
        L2 -> L3: assume (= input 7)
        L3 -> L1: s := (+ s input)
        L1 -> L5: assume (= s 21)";
    let (Outcome::Unsafe(found), _) = run(text) else { panic!("three rounds with 7") };
    assert!(found.edges.len() >= 11);
}

#[test]
fn what_only_a_solver_excludes_is_said() {
    let text = "
        var x: Int
        error L3 \"assert\" \"x\"
        L0 -> L1: assume (< x 0)
        L1 -> L3: assume (> x 0)";
    let reason = reason(text);
    assert!(reason.starts_with("values cannot exclude a path of 2 statements to "), "{reason}");
}

#[test]
fn another_path_may_be_a_violation() {
    let text = "
        var x: Int
        var y: Int
        error L5 \"assert\" \"x\"
        L0 -> L1: assume (< x 0)
        L1 -> L5: assume (> x 0)
        L1 -> L2: y := 1
        L2 -> L3: y := 2
        L3 -> L5: assume (= y 2)";
    assert!(matches!(run(text).0, Outcome::Unsafe(_)));
}

#[test]
fn elements_of_arrays_are_tracked() {
    let text = "
        var a: (Array Int Int)
        var i: Int
        error L6 \"assert\" \"a\"
        L0 -> L1: a := ((as const (Array Int Int)) 0)
        L1 -> L2: i := 0
        L2 -> L3: assume (< i 4)
        L3 -> L4: a := (store a i (+ i 10))
        L4 -> L2: i := (+ i 1)
        L2 -> L5: assume (>= i 4)
        L5 -> L6: assume (not (= (select a 2) 12))
        L5 -> L6: assume (not (= (select a 9) 0))";
    assert!(matches!(run(text).0, Outcome::Safe(_)));
}

/// Dynamic precision: the counter has too many values, so the loop is not unrolled, and the flag alone is the proof.
#[test]
fn a_place_with_too_many_values_is_not_tracked_on_the_path() {
    let text = |bound: &str| {
        format!(
            "
        var flag: Int
        var i: Int
        error L6 \"assert\" \"flag\"
        L0 -> L3: flag := 1
        L3 -> L1: i := 0
        L1 -> L2: assume (< i {bound})
        L2 -> L1: i := (+ i 1)
        L1 -> L4: assume (>= i {bound})
        L4 -> L6: assume (= flag 0)"
        )
    };
    let states = |max_values, bound| {
        let options = EngineOptions { max_values, ..EngineOptions::default() };
        let (outcome, statistics) = run_with(&text(bound), &options);
        assert!(matches!(outcome, Outcome::Safe(_)), "{outcome:?}");
        statistics.get("value/states")
    };
    assert!(states(None, "500") > Some(400));
    assert!(states(Some(3), "500") < Some(20));
    // What needs the values is not decided then.
    let exact = text("5").replace("(= flag 0)", "(not (= i 5))");
    let limited = EngineOptions { max_values: Some(3), ..EngineOptions::default() };
    assert!(matches!(run_with(&exact, &limited).0, Outcome::Unknown(_)));
    assert!(matches!(run_with(&exact, &EngineOptions::default()).0, Outcome::Safe(_)));
}

#[test]
fn the_end_of_the_model_is_a_doubt() {
    let text = "
        var x: Int
        limit L2 \"recursion\"
        L0 -> L1: x := 1
        L1 -> L2: assume (= x 1)";
    assert_eq!(reason(text), "recursion");
}
