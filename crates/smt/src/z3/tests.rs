//! Tests of Z3 in process: answers, cores, models, limits.

use std::time::{Duration, Instant};

use term::build as mk;
use term::{Func, Sort, Symbol, Term};

use super::Z3Solver;
use crate::{
    CheckResult, Limits, QeTactic, QuantifierElimination, Solver, SolverOptions, UnknownReason, UnsatCores,
};

fn solver() -> Z3Solver {
    Z3Solver::new(&SolverOptions::default()).expect("Z3 starts")
}

fn int(name: &str) -> Term {
    mk::var(name, Sort::Int)
}

fn no_limits() -> Limits {
    Limits::default()
}

#[track_caller]
fn check_equivalent(a: Term, b: Term) {
    let mut solver = solver();
    solver.assert(mk::ne(a, b));
    assert_eq!(solver.check(&[], Limits::millis(10_000)), CheckResult::Unsat, "{a}\nversus\n{b}");
}

#[test]
fn scopes_hold_what_was_asserted_in_them() {
    let mut solver = solver();
    let x = int("x");
    solver.assert(mk::lt(x, mk::int(5)));
    solver.push();
    solver.assert(mk::lt(x, mk::int(4)));
    solver.push();
    solver.assert(mk::gt(x, mk::int(6)));
    assert_eq!(solver.check(&[], no_limits()), CheckResult::Unsat);
    solver.pop(2);
    assert_eq!(solver.check(&[mk::gt(x, mk::int(3))], no_limits()), CheckResult::Sat);
    assert_eq!(solver.model().expect("a model").get(x), Some(mk::int(4)));
    assert_eq!(solver.check(&[mk::gt(x, mk::int(4))], no_limits()), CheckResult::Unsat);
    assert_eq!(solver.model().map(|_| ()), None);
}

#[test]
fn cores_consist_of_the_given_formulas() {
    let mut solver = solver();
    let (x, y, p) = (int("x"), int("y"), mk::var("p", Sort::Bool));
    let low = mk::lt(x, mk::int(3));
    let other = mk::eq(y, mk::int(7));
    let high = mk::implies(p, mk::gt(x, mk::int(3)));
    let assumptions = [other, low, mk::tt(), high, p];
    assert_eq!(solver.check(&assumptions, no_limits()), CheckResult::Unsat);
    assert_eq!(solver.unsat_core(), Some(vec![low, high, p]));
    assert_eq!(solver.check(&assumptions[..4], no_limits()), CheckResult::Sat);
    assert_eq!(solver.unsat_core(), None);
    assert_eq!(solver.check(&[mk::not(p), p, low], no_limits()), CheckResult::Unsat);
    assert_eq!(solver.unsat_core(), Some(vec![mk::not(p), p]));
    assert_eq!(solver.check(&[mk::ff(), low], no_limits()), CheckResult::Unsat);
    assert_eq!(solver.unsat_core(), Some(vec![mk::ff()]));
}

#[test]
fn literals_of_old_queries_do_not_disturb_new_ones() {
    let mut solver = solver();
    let x = int("x");
    for round in 0..1000 {
        let above = mk::gt(x, mk::int(round));
        let below = mk::lt(x, mk::int(round));
        assert_eq!(solver.check(&[above], no_limits()), CheckResult::Sat);
        assert_eq!(solver.check(&[above, below], no_limits()), CheckResult::Unsat);
        assert_eq!(solver.unsat_core(), Some(vec![above, below]));
    }
}

#[test]
fn variables_with_the_same_text_differ() {
    let mut solver = solver();
    let copy = mk::versioned_var("x".into(), term::Version::At(3), Sort::Int);
    let other = int("x@3");
    solver.assert(mk::lt(copy, other));
    assert_eq!(solver.check(&[], no_limits()), CheckResult::Sat);
    let model = solver.model().expect("a model");
    assert_ne!(model.get(copy), model.get(other));
    solver.assert(mk::var("x", Sort::Bool));
    solver.assert(mk::eq(int("x"), mk::int(1)));
    assert_eq!(solver.check(&[], no_limits()), CheckResult::Sat);
}

#[test]
fn deep_terms_are_translated() {
    let mut solver = solver();
    let f = term::Func::new("f".into(), &[Sort::Int], Sort::Int);
    let chain = (0..100_000).fold(int("x"), |t, _| mk::apply(f, &[t]));
    solver.assert(mk::eq(chain, int("y")));
    let back = solver.context.read(solver.context.translate(chain).expect("translated")).expect("read");
    assert_eq!(back, chain);
}

/// More pigeons than holes: refutations by resolution are exponential.
fn hard_formula() -> Term {
    let sits = |pigeon: usize, hole: usize| mk::var(&*format!("pigeon {pigeon} in {hole}"), Sort::Bool);
    let mut clauses = Vec::new();
    for pigeon in 0..12 {
        clauses.push(mk::or((0..11).map(|hole| sits(pigeon, hole))));
        for (other, hole) in (0..pigeon).flat_map(|other| (0..11).map(move |hole| (other, hole))) {
            clauses.push(mk::or2(mk::not(sits(pigeon, hole)), mk::not(sits(other, hole))));
        }
    }
    mk::and(clauses)
}

/// Whether 114 is a sum of three cubes is an open question.
fn hard_nonlinear_formula() -> Term {
    let cube = |name: &str| mk::mul(mk::mul(int(name), int(name)), int(name));
    mk::eq(mk::add([cube("a"), cube("b"), cube("c")]), mk::int(114))
}

#[test]
fn time_limits_hold_and_the_solver_survives() {
    let mut solver = solver();
    solver.push();
    solver.assert(hard_formula());
    for _ in 0..2 {
        let start = Instant::now();
        let answer = solver.check(&[], Limits::millis(200));
        assert_eq!(answer, CheckResult::Unknown(UnknownReason::Timeout));
        assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    }
    solver.pop(1);
    solver.assert(mk::lt(int("x"), int("y")));
    assert_eq!(solver.check(&[], Limits::millis(5000)), CheckResult::Sat);
}

#[test]
fn nonlinear_queries_end_in_time() {
    let mut solver = solver();
    solver.assert(hard_nonlinear_formula());
    let start = Instant::now();
    let answer = solver.check(&[], Limits::millis(200));
    assert!(matches!(answer, CheckResult::Unknown(_)), "{answer:?}");
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
}

#[test]
fn time_limits_hold_where_assertions_have_ever_more_instances() {
    let (x, y) = (int("x"), int("y"));
    let g = |argument| mk::apply(Func::new(Symbol::new("g"), &[Sort::Int], Sort::Int), &[argument]);
    let pair = mk::apply(Func::new(Symbol::new("pair"), &[Sort::Int, Sort::Int], Sort::Int), &[x, y]);
    let more = mk::gt(g(pair), mk::add([g(x), g(y)]));
    let mut solver = solver();
    solver.push();
    solver.assert(mk::forall(&[x, y], more));
    solver.assert(mk::gt(g(int("a")), g(int("b"))));
    for _ in 0..2 {
        let start = Instant::now();
        let answer = solver.check(&[mk::gt(g(int("c")), mk::int(0))], Limits::millis(200));
        assert!(matches!(answer, CheckResult::Unknown(_)), "{answer:?}");
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    }
    solver.pop(1);
    assert_eq!(solver.check(&[mk::gt(g(int("c")), mk::int(0))], no_limits()), CheckResult::Sat);
}

#[test]
fn literals_beside_quantifiers_do_not_disturb_each_other() {
    let mut solver = solver();
    let (x, b) = (int("x"), mk::var("b", Sort::Int));
    let f = |argument| mk::apply(Func::new(Symbol::new("f"), &[Sort::Int], Sort::Int), &[argument]);
    solver.assert(mk::forall(&[b], mk::gt(f(b), b)));
    for bound in 0..600 {
        let high = mk::gt(f(x), mk::int(bound));
        assert_eq!(
            solver.check(&[mk::eq(x, mk::int(bound)), mk::not(high)], no_limits()),
            CheckResult::Unsat
        );
        if bound % 100 == 7 {
            solver.push();
            solver.assert(mk::eq(x, mk::int(bound)));
            assert_eq!(solver.check(&[mk::not(high)], no_limits()), CheckResult::Unsat);
            assert_eq!(solver.unsat_core(), Some(vec![mk::not(high)]));
            solver.pop(1);
        }
    }
}

#[test]
fn variables_that_are_defined_by_quantified_formulas_have_values() {
    let mut solver = Z3Solver::new(&SolverOptions { is_one_shot: true, ..SolverOptions::default() }).unwrap();
    let (x, q, p) = (int("x"), int("q"), mk::var("p", Sort::Bool));
    let in_range = mk::and([mk::le(mk::int(0), q), mk::lt(q, mk::int(4))]);
    let all_below = mk::forall(&[q], mk::implies(in_range, mk::lt(q, x)));
    solver.assert(mk::eq(p, all_below));
    solver.assert(mk::eq(x, mk::int(3)));
    assert_eq!(solver.check(&[], Limits::millis(10_000)), CheckResult::Sat);
    assert_eq!(solver.model().expect("a model").get(p), Some(mk::ff()));
}

#[test]
fn queries_can_be_interrupted_from_another_thread() {
    let mut solver = solver();
    solver.push();
    solver.assert(hard_formula());
    let handle = solver.interrupt_handle();
    let other = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        handle.interrupt();
        handle
    });
    let start = Instant::now();
    assert_eq!(solver.check(&[], no_limits()), CheckResult::Unknown(UnknownReason::Interrupted));
    assert!(start.elapsed() < Duration::from_secs(2));
    let handle = other.join().expect("the thread ends");
    handle.interrupt(); // nothing runs
    solver.pop(1);
    assert_eq!(solver.check(&[], no_limits()), CheckResult::Sat);
    drop(solver);
    handle.interrupt();
}

#[test]
fn quantifiers_are_eliminated() {
    let mut solver = solver();
    let (x, y, z) = (int("x"), int("y"), int("z"));
    let between = mk::exists(&[y], mk::and2(mk::lt(x, y), mk::lt(y, z)));
    let full = solver.eliminate(between, QeTactic::Full, Limits::millis(5000)).expect("eliminated");
    assert!(!full.has_quantifier(), "{full}");
    check_equivalent(full, mk::le(mk::add2(x, mk::int(2)), z));
    let determined = mk::exists(&[y], mk::and2(mk::eq(y, mk::add2(x, z)), mk::le(y, mk::int(0))));
    let light = solver.eliminate(determined, QeTactic::Light, no_limits()).expect("eliminated");
    assert_eq!(light, mk::le(mk::add2(x, z), mk::int(0)));
    let kept = solver.eliminate(mk::not(between), QeTactic::Light, no_limits()).expect("an answer");
    check_equivalent(kept, mk::not(between));
}

#[test]
fn elimination_obeys_its_limit() {
    let mut solver = solver();
    let variables: Vec<Term> = ["a", "b", "c"].map(int).to_vec();
    let hard = mk::exists(&variables, mk::and2(hard_nonlinear_formula(), mk::lt(int("a"), int("z"))));
    let start = Instant::now();
    let result = solver.eliminate(hard, QeTactic::Full, Limits::millis(200));
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    assert!(result.is_err(), "{result:?}");
    // The interruption must not hit what comes next.
    let (x, y) = (int("x"), int("y"));
    let easy = mk::exists(&[y], mk::lt(x, y));
    assert_eq!(solver.eliminate(easy, QeTactic::Full, Limits::millis(5000)), Ok(mk::tt()));
    assert_eq!(solver.check(&[mk::lt(x, y)], no_limits()), CheckResult::Sat);
    assert!(solver.model().is_some());
}

#[test]
fn starting_is_quick() {
    let start = Instant::now();
    let mut solver = Z3Solver::new(&SolverOptions { is_isolated: true, ..SolverOptions::default() }).unwrap();
    let created = start.elapsed();
    solver.assert(mk::lt(int("x"), int("y")));
    assert_eq!(solver.check(&[mk::lt(int("y"), int("x"))], Limits::millis(5000)), CheckResult::Unsat);
    eprintln!("created in {created:?}, answered in {:?}", start.elapsed());
    assert!(start.elapsed() < Duration::from_millis(500));
}
