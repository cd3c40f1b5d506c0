//! What values and predicates together answer on small graphs.

use base::{Budget, Statistics};
use engines::{ENGINES, EngineOptions, Outcome, Parts, Silent};
use logic::{Eliminator, QeConfig};
use program::{BlockEncoding, encode_blocks, read_cfg};
use refine::newton::Newton;
use refine::{
    ChooseAmongPrefixes, CoreGranularity, FeasibilityChecker, HoareChecker, Selection, Source, Variant,
};
use smt::{Limits, SolverOptions, Z3Solver};

const LIMITS: Limits = Limits { time: Some(std::time::Duration::from_secs(10)), memory_mb: None };

fn solver() -> Box<Z3Solver> {
    Box::new(Z3Solver::new(&SolverOptions::default()).expect("Z3 starts"))
}

/// Runs the engine, one iteration at a time if it is to be interrupted.
fn run_with(text: &str, select: Option<&str>, select_analysis: bool) -> (Outcome, Statistics) {
    let cfg = read_cfg(text).expect("a graph").prune();
    let blocks = encode_blocks(&cfg, BlockEncoding::Statement);
    let eliminator = Eliminator::new(QeConfig::default(), solver());
    let select: Option<Selection> = select.map(|text| text.parse().expect("heuristics"));
    let mut source: Box<dyn Source> = Box::new(Newton::new(Variant::default(), eliminator));
    if let Some(selection) = &select {
        source = Box::new(ChooseAmongPrefixes::new(source, solver(), selection.clone()));
    }
    let parts = Parts {
        feasibility: FeasibilityChecker::new(solver(), &blocks, CoreGranularity::Conjunct, LIMITS),
        source,
        backward: None,
        hoare: HoareChecker::new(solver(), &blocks, LIMITS),
        auxiliary: solver(),
    };
    let kind = ENGINES.iter().find(|kind| kind.name == "value+predicate").expect("the combination");
    let options = EngineOptions { select, select_analysis, ..EngineOptions::default() };
    let mut engine = (kind.open)(&blocks, &options, parts);
    loop {
        if let Some(outcome) = engine.run_for(1, &Budget::unlimited(), &mut Silent) {
            return (outcome, engine.statistics());
        }
    }
}

/// Runs VA+PA, with selection in each domain, and with selection among both; all must agree.
fn run(text: &str) -> [(Outcome, Statistics); 3] {
    let answers =
        [(None, false), (Some("domain-min,width-min"), false), (Some("domain-min,width-min"), true)]
            .map(|(select, select_analysis)| run_with(text, select, select_analysis));
    for (outcome, _) in &answers {
        let kind = std::mem::discriminant(outcome);
        assert_eq!(kind, std::mem::discriminant(&answers[0].0), "{outcome:?}");
    }
    answers
}

/// Two inputs that differ, and a mode that says whether one was sent: values for the mode, predicates for the inputs.
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
fn values_and_predicates_prove_together() {
    for (outcome, statistics) in run(SENT) {
        let Outcome::Safe(proof) = outcome else { panic!("{outcome:?}") };
        assert!(proof.invariants.is_empty());
        assert!(proof.cases.iter().any(|cases| !cases.condition.is_true()), "{proof:?}");
        assert!(statistics.get("predicate part/refinements") > Some(0));
    }
}

#[test]
fn predicates_are_not_needed_where_values_suffice() {
    let text = "
        var lock: Bool
        error L4 \"assert\" \"taken twice\"
        L0 -> L1: lock := false
        L1 -> L4: assume lock
        L1 -> L3: assume (not lock)
        L3 -> L5: lock := true
        L5 -> L1: lock := false";
    let (outcome, statistics) = run_with(text, None, false);
    assert!(matches!(outcome, Outcome::Safe(_)), "{outcome:?}");
    assert_eq!(statistics.get("predicate part/queries"), Some(0));
}

#[test]
fn violations_that_need_both_are_found() {
    let text = SENT.replace("(= sent b)", "(< sent b)");
    for (outcome, _) in run(&text) {
        assert!(matches!(outcome, Outcome::Unsafe(_)), "{outcome:?}");
    }
}

/// Values unroll the loop a thousand times; the heuristics prefer the inequality about `x` and `y`.
#[test]
fn selection_among_both_domains_prefers_predicates_to_loop_counters() {
    let text = "
        var i: Int
        var x: Int
        var y: Int
        error L5 \"assert\" \"x\"
        L0 -> L7: i := 0
        L7 -> L8: x := 0
        L8 -> L1: y := 0
        L1 -> L2: assume (< i 1000)
        L2 -> L3: havoc x
        L3 -> L4: assume (<= x y)
        L4 -> L1: i := (+ i 1)
        L1 -> L6: assume (>= i 1000)
        L6 -> L5: assume (> x y)";
    let (first, values) = run_with(text, None, false);
    assert!(matches!(first, Outcome::Safe(_)), "{first:?}");
    let (both, selected) = run_with(text, Some("domain-min"), true);
    assert!(matches!(both, Outcome::Safe(_)), "{both:?}");
    assert!(values.get("value/states") > Some(900), "{:?}", values.get("value/states"));
    assert!(selected.get("value/states") < Some(20), "{:?}", selected.get("value/states"));
    assert!(selected.get("select/predicates preferred") > Some(0));
}
