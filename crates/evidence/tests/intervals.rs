//! Simplification by intervals passes its check on random graphs and for random terms, and mistakes do not.

#[path = "../../program/tests/graphs/mod.rs"]
mod graphs;

use std::collections::BTreeSet;

use base::Budget;
use evidence::{Rejection, check_intervals};
use graphs::graphs;
use program::{Cfg, Intervals, Location, Provenance, Statement, read_cfg};
use proptest::prelude::*;
use smt::{SolverOptions, Z3Solver};
use term::arbitrary::{Theories, read, text};
use term::{Sort, Term, build as mk};

fn check(original: &Cfg, intervals: &Intervals, simplified: &Cfg) -> Result<usize, Rejection> {
    let mut solver = Z3Solver::new(&SolverOptions::default()).expect("Z3 is there");
    check_intervals(original, intervals, simplified, &mut solver, &Budget::unlimited())
}

fn check_graph(cfg: &Cfg) -> Result<(), TestCaseError> {
    let intervals = Intervals::of(cfg).expect("a small graph");
    let simplified = intervals.simplify(cfg);
    let result = check(cfg, &intervals, &simplified);
    let is_fine = matches!(result, Ok(_) | Err(Rejection::Undecided { .. }));
    prop_assert!(is_fine, "{:?}\n{}\n{}", result, cfg.to_text(), simplified.to_text());
    Ok(())
}

fn theories() -> Theories {
    Theories { functions: true, bit_vectors: true, bit_vectors_as_ints: true, ..Theories::ints() }
}

/// A loop with random conditions and assignments.
fn random_loop(conditions: &[String], value: &str, condition: &str) -> Cfg {
    let [x, y, z] = ["x", "y", "z"].map(|name| mk::var(name, Sort::Int));
    let range = |v: Term, low: i32, high: i32| mk::and2(mk::le(mk::int(low), v), mk::le(v, mk::int(high)));
    let mut statements = vec![Statement::Assume(mk::and([range(x, 0, 9), range(y, -4, 3), range(z, 5, 6)]))];
    statements.extend(conditions.iter().map(|condition| Statement::Assume(read(condition))));
    statements.push(Statement::assign(y, read(value)));
    statements.push(Statement::Assume(read(condition)));
    statements.push(Statement::assign(x, mk::add2(x, y)));
    let mut cfg = Cfg::new();
    let mut last = cfg.entry;
    for statement in &statements {
        let next = cfg.locations.push(Location::default());
        cfg.add_edge(last, next, statement.clone(), Provenance::default());
        last = next;
    }
    let head = cfg.edges.iter().next().expect("an edge").destination;
    cfg.add_edge(last, head, Statement::skip(), Provenance::default());
    let terms = statements.iter().flat_map(|s| s.expressions());
    let variables: BTreeSet<Term> =
        terms.flat_map(|t| t.free_variables().iter().copied()).chain([x, y]).collect();
    cfg.variables = variables.into_iter().collect();
    cfg
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn simplified_graphs_have_the_same_executions(raw in graphs(9, 20, true)) {
        check_graph(&raw.build())?;
    }

    #[test]
    fn simplified_terms_have_the_same_values(
        conditions in prop::collection::vec(text(Sort::Bool, theories()), 0..3),
        value in text(Sort::Int, theories()),
        condition in text(Sort::Bool, theories()),
    ) {
        check_graph(&random_loop(&conditions, &value, &condition))?;
    }
}

const COUNTER: &str = "
    var i: Int
    start L0
    L0 -> L1: i := 0
    L1 -> L2: assume (<= i 9)
    L2 -> L1: i := (ite (<= 255 i) (- i 255) (+ i 1))
    L1 -> L3: assume (> i 10)
    error L3 \"assert\" \"\"";

#[test]
fn mistakes_are_found() {
    let cfg = read_cfg(COUNTER).expect("a graph");
    let intervals = Intervals::of(&cfg).expect("a small graph");
    let simplified = intervals.simplify(&cfg);
    assert!(check(&cfg, &intervals, &simplified).is_ok());
    // Intervals of another program.
    let other = read_cfg(&COUNTER.replace("i := 0", "i := 5")).expect("a graph");
    let wrong = check(&cfg, &Intervals::of(&other).expect("a small graph"), &simplified);
    assert!(matches!(wrong, Err(Rejection::NotInductive { .. })), "{wrong:?}");
    // Another statement.
    for (statement, replacement) in [("(+ i 1)", "(+ i 2)"), ("(<= i 9)", "(<= i 8)")] {
        let changed = read_cfg(&simplified.to_text().replace(statement, replacement)).expect("a graph");
        assert_ne!(changed, simplified);
        let wrong = check(&cfg, &intervals, &changed);
        assert!(matches!(wrong, Err(Rejection::NotEquivalent { .. })), "{wrong:?}");
    }
}
