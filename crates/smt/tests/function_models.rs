//! Interpretations of uninterpreted functions come back with their arguments in
//! order, and also where Z3 describes them by an expression.

use smt::{CheckResult, Limits, Solver, SolverOptions, Z3Solver};
use term::{Func, Sort, Symbol, Term, build as mk};

fn f(x: Term, y: Term) -> Term {
    mk::apply(Func::new(Symbol::new("f"), &[Sort::Int, Sort::Int], Sort::Int), &[x, y])
}

/// The formulas are satisfiable, and our evaluation agrees with Z3 on the quantifier-free ones.
fn check(formulas: &[Term], is_one_shot: bool) {
    let options = SolverOptions { is_one_shot, ..SolverOptions::default() };
    let mut solver = Z3Solver::new(&options).expect("Z3 starts");
    formulas.iter().for_each(|formula| solver.assert(*formula));
    assert_eq!(solver.check(&[], Limits::millis(20_000)), CheckResult::Sat);
    let model = solver.model().expect("a model");
    for formula in formulas.iter().filter(|formula| !formula.has_quantifier()) {
        assert!(model.eval(*formula).is_true(), "{formula} in {model:?}");
    }
}

#[test]
fn arguments_keep_their_order() {
    let points = [(1, 2, 30), (2, 1, 50), (7, 7, 70), (1, 9, 10)];
    let formulas: Vec<Term> =
        points.iter().map(|&(x, y, v)| mk::eq(f(mk::int(x), mk::int(y)), mk::int(v))).collect();
    check(&formulas, false);
    check(&formulas, true);
}

#[test]
fn defaults_may_depend_on_the_arguments() {
    let (x, y, k) = (mk::var("x", Sort::Int), mk::var("y", Sort::Int), mk::var("k", Sort::Int));
    // Beyond zero, f(x, y) = 2x - y; at k it is something else.
    let body = mk::implies(mk::gt(x, mk::int(0)), mk::eq(f(x, y), mk::sub(mk::mul(mk::int(2), x), y)));
    let axiom = mk::forall(&[x, y], body);
    let probe = |a: i32, b: i32, v: i32| mk::eq(f(mk::int(a), mk::int(b)), mk::int(v));
    let odd = mk::ne(f(k, mk::int(1)), mk::sub(mk::mul(mk::int(2), k), mk::int(1)));
    check(&[axiom, probe(5, 1, 9), probe(1, 5, -3), odd, mk::ge(k, mk::int(0))], false);
}
