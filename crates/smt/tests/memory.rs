//! Z3's memory limit holds for the whole process, hence a test program of its own.

use std::time::Duration;

use smt::{CheckResult, Limits, Solver, SolverOptions, UnknownReason, Z3Solver};
use term::build as mk;
use term::{Op, Sort, Term};

#[test]
fn memory_limits_hold_and_the_solver_survives() {
    let mut solver = Z3Solver::new(&SolverOptions::default()).expect("Z3 starts");
    let p = mk::var("p", Sort::Bool);
    solver.assert(p);
    solver.push();
    let sort = Sort::BitVec(256);
    let [a, b, c] = ["a", "b", "c"].map(|name| mk::var(name, sort));
    // As plain applications, so that the constructors do not sort the factors.
    let product = |x: Term, y: Term| mk::rebuild(Op::BvUdiv, &[x, y], sort);
    solver.assert(mk::ne(product(product(a, b), c), product(product(a, c), b)));
    let limits = Limits { time: Some(Duration::from_secs(60)), memory_mb: Some(100) };
    let answer = solver.check(&[], limits);
    assert_eq!(answer, CheckResult::Unknown(UnknownReason::Memory));
    solver.pop(1);
    assert_eq!(solver.check(&[mk::not(p)], Limits::millis(10_000)), CheckResult::Unsat);
    let x = mk::var("x", Sort::Int);
    let limits = Limits { time: Some(Duration::from_secs(60)), memory_mb: Some(2000) };
    assert_eq!(solver.check(&[mk::lt(x, mk::int(3))], limits), CheckResult::Sat);
    assert!(solver.model().is_some());
}
