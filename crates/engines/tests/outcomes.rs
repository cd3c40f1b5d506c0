//! What the engines answer on small graphs: proofs, executions, and every kind of doubt. All of them agree, whatever
//! their options, their blocks and their source of assertions.

use base::{Budget, Statistics};
use engines::{
    AbstractionKind, ENGINES, EngineOptions, Generalisation, Grain, InterpOptions, Outcome, Parts,
    PredicateOptions, Restart, Scope, SearchOrder, Silent,
};
use logic::{Eliminator, QeConfig};
use program::{BlockEncoding, BlockOperator, read_cfg};
use refine::{CoreGranularity, FeasibilityChecker, HoareChecker, SOURCES, SourceChoice, Toolbox};
use smt::{Limits, SolverOptions, TraceSolver, Z3Solver};
use verdict::Reason;

const LIMITS: Limits = Limits { time: Some(std::time::Duration::from_secs(10)), memory_mb: None };

fn solver() -> Box<Z3Solver> {
    Box::new(Z3Solver::new(&SolverOptions::default()).expect("Z3 starts"))
}

struct Solvers;

impl Toolbox for Solvers {
    fn eliminator(&self) -> Result<Eliminator, String> {
        Ok(Eliminator::new(QeConfig::default(), solver()))
    }

    fn auxiliary(&self, _: &'static str) -> Result<Box<dyn TraceSolver>, String> {
        Ok(solver())
    }

    fn interpolation(&self, solver: &str) -> Result<Box<dyn smt::Interpolation>, String> {
        smt::open_interpolator(solver, &SolverOptions::default())
    }
}

/// An engine with what it is to know.
#[derive(Clone, Debug)]
struct Config {
    engine: &'static str,
    options: EngineOptions,
    source: &'static str,
}

impl Config {
    fn new(engine: &'static str) -> Config {
        Config { engine, options: EngineOptions::default(), source: "newton" }
    }

    fn with(predicate: PredicateOptions) -> Config {
        Config {
            options: EngineOptions { predicate, ..EngineOptions::default() },
            ..Config::new("predicate")
        }
    }
}

/// The six modes of InterpChecker: safety interpolants, error interpolants, weights.
const MODES: [(bool, bool, bool); 6] = [
    (false, false, false),
    (false, true, false),
    (true, false, false),
    (true, true, false),
    (true, false, true),
    (true, true, true),
];

/// Every engine, each option of it, and two sources.
fn configs() -> Vec<Config> {
    let mut configs = vec![Config::new("kojak"), Config { source: "craig", ..Config::new("kojak") }];
    for generalisation in [Generalisation::Canonical, Generalisation::Eager, Generalisation::Predicate] {
        let options = EngineOptions { generalisation, ..EngineOptions::default() };
        configs.push(Config { options, ..Config::new("trace") });
    }
    let default = PredicateOptions::default();
    for kind in [
        AbstractionKind::Boolean,
        AbstractionKind::Cartesian,
        AbstractionKind::Combined,
        AbstractionKind::None,
    ] {
        let config = Config::with(PredicateOptions { kind, ..default });
        configs.push(Config { source: "craig", ..config.clone() });
        configs.push(config);
    }
    for order in [SearchOrder::BreadthFirst, SearchOrder::DepthFirst] {
        configs.push(Config::with(PredicateOptions { order, ..default }));
        configs.push(Config::with(PredicateOptions { order, kind: AbstractionKind::None, ..default }));
    }
    for scope in [Scope::Function, Scope::Global] {
        configs.push(Config::with(PredicateOptions { scope, ..default }));
    }
    for (safety, error, weights) in MODES {
        let interp = InterpOptions { safety, error, weights, prunes: !weights };
        let options = EngineOptions { interp, ..EngineOptions::default() };
        let config = Config { options, ..Config::new("interp") };
        configs.push(Config { source: "craig", ..config.clone() });
        configs.push(config);
    }
    configs.push(Config::with(PredicateOptions { grain: Grain::Whole, ..default }));
    configs.push(Config::with(PredicateOptions { restart: Restart::Entry, ..default }));
    configs
}

fn run_with(text: &str, operator: BlockOperator, config: &Config, budget: &Budget) -> (Outcome, Statistics) {
    let cfg = read_cfg(text).expect("a graph").prune();
    let blocks = operator.encode(&cfg);
    let source = SourceChoice::parse(config.source, SOURCES).expect("a source");
    let parts = Parts {
        feasibility: FeasibilityChecker::new(solver(), &blocks, CoreGranularity::Conjunct, LIMITS),
        source: source.open(SOURCES, &Solvers).expect("a source"),
        backward: Some(source.backward().open(SOURCES, &Solvers).expect("a source")),
        hoare: HoareChecker::new(solver(), &blocks, LIMITS),
        auxiliary: solver(),
    };
    let kind = ENGINES.iter().find(|kind| kind.name == config.engine).expect("an engine");
    let mut engine = (kind.open)(&blocks, &config.options, parts);
    let outcome = engine.run(budget, &mut Silent);
    (outcome, engine.statistics())
}

fn operator(encoding: BlockEncoding) -> BlockOperator {
    BlockOperator { encoding, ..BlockOperator::default() }
}

/// Runs every engine with every size of blocks; all must agree.
fn run(text: &str) -> Outcome {
    let mut operators: Vec<BlockOperator> =
        [BlockEncoding::Statement, BlockEncoding::Sequence, BlockEncoding::LoopFree].map(operator).into();
    operators.push(BlockOperator { max_statements: Some(2), ..operator(BlockEncoding::LoopFree) });
    operators.push(BlockOperator { ends_at_calls: true, ..operator(BlockEncoding::LoopFree) });
    let mut last = None;
    for operator in operators {
        for config in configs() {
            let (outcome, _) = run_with(text, operator, &config, &Budget::unlimited());
            let kind = std::mem::discriminant(&outcome);
            if let Some(previous) = &last {
                assert_eq!(kind, std::mem::discriminant(previous), "{operator:?}, {config:?}: {outcome:?}");
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

/// Two phases: the predicates of one are correlated, and no conjunction of values describes them.
const CORRELATED: &str = "
    var a: Bool
    var x: Int
    error L4 \"assert\" \"x\"
    L0 -> L1: havoc a
    L1 -> L5: a := true
    L5 -> L2: x := 1
    L1 -> L6: a := false
    L6 -> L2: x := 2
    L2 -> L2: skip
    L2 -> L3: assume a
    L3 -> L4: assume (not (= x 1))";

#[test]
fn correlated_predicates_are_proved() {
    assert!(matches!(run(CORRELATED), Outcome::Safe(_)));
}

#[test]
fn queries_and_models_are_counted() {
    let config = Config::with(PredicateOptions::default());
    let blocks = operator(BlockEncoding::LoopFree);
    let (_, statistics) = run_with(CORRELATED, blocks, &config, &Budget::unlimited());
    for name in ["abstraction/computed", "abstraction/queries", "abstraction/models", "graph/covered"] {
        assert!(statistics.get(name) > Some(0), "{name}: {statistics:?}");
    }
    assert_eq!(statistics.get("abstraction/weak"), Some(0));
}

#[test]
fn unrolling_without_end_is_reported() {
    let options = EngineOptions { max_recurrences: 5, ..EngineOptions::default() };
    let config = Config { options, ..Config::new("trace") };
    let blocks = operator(BlockEncoding::LoopFree);
    let (outcome, statistics) = run_with(COUNT, blocks, &config, &Budget::unlimited());
    assert!(matches!(outcome, Outcome::Unknown(Reason::NoProgress(_))), "{outcome:?}");
    let iterations = statistics.get("iterations");
    assert!(iterations.is_some_and(|n| n <= 10), "{iterations:?}");
}

#[test]
fn a_cancelled_run_stops() {
    let budget = Budget::unlimited();
    budget.cancel();
    for config in configs() {
        let (outcome, _) = run_with(COUNT, operator(BlockEncoding::LoopFree), &config, &budget);
        assert!(matches!(outcome, Outcome::Unknown(Reason::Cancelled)), "{config:?}: {outcome:?}");
    }
}

#[test]
fn runs_are_deterministic() {
    for config in configs() {
        let options = EngineOptions { max_recurrences: 8, ..config.options.clone() };
        let config = Config { options, ..config };
        let blocks = operator(BlockEncoding::LoopFree);
        let counters = || run_with(COUNT, blocks, &config, &Budget::unlimited()).1.counters;
        assert_eq!(counters(), counters(), "{config:?}");
    }
}
