//! Counterexamples of small graphs: executions are replayed, damaged ones are
//! rejected for the right reason.

use base::index::Idx;
use evidence::{Execution, Rejection, replay};
use program::{Cfg, Counterexample, EdgeId, Target, Violation, read_cfg};
use smt::{SolverOptions, Z3Solver};
use term::parse::{Context, parse_term};
use term::{Func, FuncInterp, Sort, Term, build as mk};

const STEPS: &str = "
    var x: Int
    var y: Int
    error L4 \"assert\" \"x != y\"
    limit L5 \"recursion\"
    L0 -> L1: assume (<= 0 x)
    L1 -> L2: havoc y  // y := *
    L2 -> L3: x := (+ x 1), y := x
    L3 -> L4: assume (= x y)
    L3 -> L2: havoc y
    L3 -> L5: skip
    L2 -> L4: assume (= x (* 2 y))";

fn value(text: &str) -> Term {
    parse_term(text, &Context::new()).expect("a value")
}

fn variable(cfg: &Cfg, name: &str) -> Term {
    *cfg.variables.iter().find(|v| v.to_string() == name).expect("a variable of the graph")
}

/// A counterexample in short: edges, initial values, choices.
fn counterexample(
    cfg: &Cfg,
    edges: &[usize],
    initial: &[(&str, &str)],
    havocs: &[(usize, &str, &str)],
) -> Counterexample {
    let violation = cfg.targets().find_map(|(_, target)| match target {
        Target::Violation(violation) => Some(violation.clone()),
        Target::Limit(_) => None,
    });
    Counterexample {
        edges: edges.iter().map(|e| EdgeId::from_usize(*e)).collect(),
        initial: initial.iter().map(|(name, text)| (variable(cfg, name), value(text))).collect(),
        havocs: havocs.iter().map(|(step, name, text)| (*step, variable(cfg, name), value(text))).collect(),
        functions: Vec::new(),
        violation: violation.expect("the graph has an error location"),
    }
}

fn run(cfg: &Cfg, counterexample: &Counterexample) -> Result<Execution, Rejection> {
    let options = SolverOptions { is_isolated: true, ..SolverOptions::default() };
    replay(cfg, counterexample, &mut Z3Solver::new(&options).expect("Z3 is there"))
}

fn check(
    text: &str,
    edges: &[usize],
    initial: &[(&str, &str)],
    havocs: &[(usize, &str, &str)],
) -> Result<Execution, Rejection> {
    let cfg = read_cfg(text).expect("a graph");
    run(&cfg, &counterexample(&cfg, edges, initial, havocs))
}

#[track_caller]
fn assert_rejected(result: Result<Execution, Rejection>, expected: &str) {
    assert_eq!(result.expect_err("this is no execution").to_string(), expected);
}

#[test]
fn an_execution_is_replayed() {
    let execution =
        check(STEPS, &[0, 1, 6], &[("x", "6"), ("y", "1")], &[(1, "y", "3")]).expect("an execution");
    let changed: Vec<String> = execution.steps.iter().map(|step| format!("{:?}", step.changed)).collect();
    assert_eq!(changed, ["[]", "[(y, 3)]", "[]"]);
    assert_eq!(format!("{:?}", execution.initial), "[(x, 6), (y, 1)]");
    assert_eq!((execution.asked, &*execution.violation.message), (0, "x != y"));
    // Missing values are defaults.
    assert!(check(STEPS, &[0, 1, 6], &[], &[]).is_ok());
    // Assignments are parallel, loops may be taken.
    let execution = check(STEPS, &[0, 1, 2, 4, 6], &[("x", "5")], &[(3, "y", "3")]).expect("an execution");
    assert_eq!(format!("{:?}", execution.steps[2].changed), "[(x, 6), (y, 5)]");
}

#[test]
fn wrong_values_are_noticed() {
    let wrong = check(STEPS, &[0, 1, 6], &[("x", "6")], &[(1, "y", "4")]);
    assert!(matches!(wrong, Err(Rejection::AssumptionFails { step: 2, .. })), "{wrong:?}");
    let wrong = check(STEPS, &[0, 1, 6], &[("x", "(- 6)")], &[(1, "y", "(- 3)")]);
    assert!(matches!(wrong, Err(Rejection::AssumptionFails { step: 0, .. })), "{wrong:?}");
    // The assignment makes both differ.
    let wrong = check(STEPS, &[0, 1, 2, 3], &[], &[]);
    assert!(matches!(wrong, Err(Rejection::AssumptionFails { step: 3, .. })), "{wrong:?}");
}

#[test]
fn paths_must_be_paths_to_the_violation() {
    assert_rejected(check(STEPS, &[1, 0, 6], &[], &[]), "the edges are not a path at step 0");
    assert_rejected(check(STEPS, &[0, 6], &[], &[]), "the edges are not a path at step 1");
    assert_rejected(check(STEPS, &[0, 99], &[], &[]), "the edges are not a path at step 1");
    let no_violation = |place| format!("the path ends at {place}, which is not the claimed violation");
    assert_rejected(check(STEPS, &[0, 1], &[], &[]), &no_violation("L2"));
    assert_rejected(check(STEPS, &[], &[], &[]), &no_violation("L0"));
    assert_rejected(check(STEPS, &[0, 1, 2, 5], &[], &[]), &no_violation("L5"));
    let cfg = read_cfg(STEPS).expect("a graph");
    let mut other = counterexample(&cfg, &[0, 1, 6], &[], &[]);
    other.violation = Violation { message: "something else".into(), ..other.violation };
    assert_rejected(run(&cfg, &other), &no_violation("L4"));
}

#[test]
fn malformed_counterexamples_are_rejected() {
    let path = [0, 1, 6];
    assert_rejected(check(STEPS, &path, &[("x", "true")], &[]), "malformed: true is no value for x");
    assert_rejected(check(STEPS, &path, &[], &[(0, "y", "1")]), "malformed: step 0 does not havoc y");
    assert_rejected(check(STEPS, &path, &[], &[(1, "x", "1")]), "malformed: step 1 does not havoc x");
    assert_rejected(check(STEPS, &path, &[], &[(7, "y", "1")]), "malformed: step 7 does not havoc y");
    let twice = check(STEPS, &path, &[], &[(1, "y", "0"), (1, "y", "1")]);
    assert_rejected(twice, "malformed: two values for y at step 1");
    assert!(check(STEPS, &path, &[("x", "0"), ("x", "0")], &[]).is_err());
}

/// `f` is zero except that `f(1) = 5`.
fn with_function(text: &str, edges: &[usize], initial: &[(&str, &str)]) -> Result<Execution, Rejection> {
    let cfg = read_cfg(text).expect("a graph");
    let mut claim = counterexample(&cfg, edges, initial, &[]);
    let f = Func::new("f".into(), &[Sort::Int], Sort::Int);
    let table = FuncInterp { entries: vec![(vec![mk::int(1)], mk::int(5))], default: mk::int(0) };
    claim.functions.push((f, table));
    run(&cfg, &claim)
}

#[test]
fn functions_have_their_tables() {
    let text = "
        function f(Int): Int
        var c: Int
        var x: Int
        axiom (= (f c) 5)
        error L2 \"assert\" \"\"
        L0 -> L1: x := (f (+ c 1))
        L1 -> L2: assume (= x 0)";
    let execution = with_function(text, &[0, 1], &[("c", "1"), ("x", "9")]).expect("an execution");
    assert_eq!(execution.asked, 0);
    let wrong = with_function(text, &[0, 1], &[("c", "2")]);
    assert!(matches!(wrong, Err(Rejection::AxiomFails { .. })), "{wrong:?}");
}

#[test]
fn quantified_axioms_are_decided_by_the_solver() {
    let program = |axiom: &str| {
        format!(
            "function f(Int): Int\nvar x: Int\naxiom {axiom}\nerror L1 \"assert\" \"\"\nL0 -> L1: assume (= (f x) 5)"
        )
    };
    let holds = program("(forall ((i Int)) (<= 0 (f i)))");
    let execution = with_function(&holds, &[0], &[("x", "1")]).expect("an execution");
    assert_eq!(execution.asked, 1);
    let fails = program("(forall ((i Int)) (= 0 (f i)))");
    assert_rejected(
        with_function(&fails, &[0], &[("x", "1")]),
        "1 conditions that evaluation leaves open contradict each other",
    );
}

/// A function without a table has the same value for evaluation and for the solver.
#[test]
fn functions_without_a_table_are_constant() {
    let text = "
        function g(Int): Int
        var x: Int
        axiom (forall ((i Int)) (< 5 (g i)))
        error L1 \"assert\" \"\"
        L0 -> L1: assume (= (g x) 0)";
    assert!(matches!(check(text, &[0], &[], &[]), Err(Rejection::Contradiction { .. })));
}

#[test]
fn elements_of_uninterpreted_sorts_differ() {
    let text = "
        sort T
        var a: T
        var b: T
        error L1 \"assert\" \"\"
        L0 -> L1: assume (exists ((c T)) (and (not (= a c)) (not (= b c)) (not (= a b))))";
    let cfg = read_cfg(text).expect("a graph");
    let mut claim = counterexample(&cfg, &[0], &[], &[]);
    let sort = cfg.variables[0].sort();
    claim.initial = vec![(cfg.variables[0], mk::element(0, sort)), (cfg.variables[1], mk::element(1, sort))];
    assert!(run(&cfg, &claim).is_ok());
    claim.initial[1].1 = mk::element(0, sort);
    assert!(run(&cfg, &claim).is_err());
}

/// The value of a division by zero is arbitrary, but the same for the same dividend.
#[test]
fn division_by_zero_has_some_value() {
    let text = "
        var x: Int
        var y: Int
        var z: Int
        error L2 \"assert\" \"\"
        L0 -> L1: x := (div 7 z), y := (div 7 z)
        L1 -> L2: assume ";
    assert!(check(&format!("{text}(= x 3)"), &[0, 1], &[], &[]).is_ok());
    assert!(check(&format!("{text}(not (= x y))"), &[0, 1], &[], &[]).is_err());
    assert!(check(&format!("{text}(= x 3)"), &[0, 1], &[("z", "2")], &[]).is_ok());
}

/// Whether the first edge matters for the path through three of them.
#[track_caller]
fn check_relevance(first: &str, rest: [&str; 2], is_relevant: bool) {
    let [second, third] = rest;
    let text = format!(
        "var x: Int\nvar y: Int\nvar a: (Array Int Int)\nerror L3 \"assert\" \"\"\n\
         L0 -> L1 approximately \"assembly\": {first}\nL1 -> L2: {second}\nL2 -> L3: {third}"
    );
    let execution = check(&text, &[0, 1, 2], &[], &[]).expect("an execution");
    let told: Vec<(EdgeId, std::rc::Rc<str>)> = vec![(EdgeId::from_usize(0), "assembly".into())];
    assert_eq!(execution.overapproximations, if is_relevant { told } else { Vec::new() }, "{text}");
}

#[test]
fn overapproximations_that_matter_are_told() {
    check_relevance("havoc x", ["skip", "skip"], false);
    check_relevance("havoc x", ["skip", "assume (= x 0)"], true);
    check_relevance("x := (+ x 1)", ["y := (+ x y)", "assume (= y 1)"], true);
    check_relevance("havoc x", ["y := (+ x y)", "assume (= y (- y 0))"], false);
    check_relevance("havoc x", ["x := y", "assume (= x 0)"], false);
    check_relevance("havoc x", ["x := (+ x y)", "assume (= x 0)"], true);
    check_relevance("havoc a", ["a := (store a 1 2)", "assume (= (select a 1) 2)"], true);
    check_relevance("assume (= x 0)", ["skip", "skip"], true);
    check_relevance("havoc x, y", ["skip", "assume (= y 0)"], true);
}
