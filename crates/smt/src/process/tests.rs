//! Each test runs with every solver that is installed.

use std::time::{Duration, Instant};

use term::build as mk;
use term::{Func, Sort, Term};
use test_tools::Tool;

use super::child::Splitter;
use super::{DIALECTS, Dialect, ProcessSolver, dialect, find};
use crate::samples::Samples;
use crate::{CheckResult, Limits, Solver, SolverOptions, UnknownReason, UnsatCores, Z3Solver};

fn is_there(dialect: &Dialect) -> bool {
    Tool::Solver(dialect.name).skip_without(find(dialect).ok()).is_some()
}

/// Runs a test with each installed solver that knows integers.
fn with_each(mut test: impl FnMut(&mut ProcessSolver)) {
    for dialect in DIALECTS.iter().filter(|dialect| dialect.has_numbers) {
        if !is_there(dialect) {
            continue;
        }
        let mut solver = ProcessSolver::new(dialect, &SolverOptions::default()).expect("found");
        test(&mut solver);
    }
}

fn int(name: &str) -> Term {
    mk::var(name, Sort::Int)
}

fn limits() -> Limits {
    Limits::millis(20_000)
}

#[test]
fn output_is_cut_into_expressions() {
    let mut splitter = Splitter::default();
    let text = "sat\n((x 1) ; a ) comment\n |a ) b|)(error \"a ) \"\"b\")unknown\n";
    let answers: Vec<String> = text.bytes().filter_map(|byte| splitter.next(byte)).collect();
    assert_eq!(answers, ["sat", "((x 1)  |a ) b|)", "(error \"a ) \"\"b\")", "unknown"]);
}

#[test]
fn scopes_and_declarations() {
    with_each(|solver| {
        let (x, y) = (int("x"), int("y"));
        solver.assert(mk::lt(x, mk::int(5)));
        solver.push();
        solver.assert(mk::lt(y, mk::int(4)));
        assert_eq!(solver.check(&[], limits()), CheckResult::Sat, "{}", solver.name());
        solver.push();
        solver.assert(mk::gt(x, mk::int(6)));
        assert_eq!(solver.check(&[], limits()), CheckResult::Unsat);
        solver.pop(2);
        // `y` was declared in a scope that is closed.
        assert_eq!(solver.check(&[mk::eq(y, x)], limits()), CheckResult::Sat);
        solver.push();
        solver.push();
        solver.pop(1);
        solver.assert(mk::gt(y, mk::int(9)));
        assert_eq!(solver.check(&[mk::eq(y, x)], limits()), CheckResult::Unsat);
        assert_eq!(solver.unsat_core(), Some(vec![mk::eq(y, x)]));
        solver.pop(1);
        assert_eq!(solver.check(&[mk::eq(y, x)], limits()), CheckResult::Sat);
        assert_eq!(solver.stats().total().total(), 5);
    });
}

#[test]
fn cores_and_strange_names() {
    with_each(|solver| {
        let x = mk::versioned_var("a |strange\\ name".into(), term::Version::At(3), Sort::Int);
        let p = mk::var("and", Sort::Bool);
        let low = mk::lt(x, mk::int(3));
        let high = mk::implies(p, mk::gt(x, mk::int(3)));
        let other = mk::eq(int("y"), mk::int(7));
        assert_eq!(solver.check(&[other, low, mk::tt(), high, p], limits()), CheckResult::Unsat);
        let core = solver.unsat_core().expect("a core");
        assert!(core.contains(&low) && core.contains(&high) && core.contains(&p), "{core:?}");
        assert_eq!(solver.check(&[other, low, high], limits()), CheckResult::Sat);
        let model = solver.model().expect("a model");
        assert_eq!(model.get(int("y")), Some(mk::int(7)), "{}", solver.name());
        assert!(model.get(x).is_some());
    });
}

#[test]
fn models_have_all_symbols() {
    with_each(|solver| {
        let a = mk::var("a", Sort::array(Sort::Int, Sort::BitVec(8)));
        // MathSAT has no functions of Booleans.
        let (second, one) = match solver.name() {
            "mathsat" => (Sort::Int, mk::int(1)),
            _ => (Sort::Bool, mk::tt()),
        };
        let f = Func::new("f".into(), &[Sort::Int, second], Sort::Int);
        let sort = Sort::Uninterpreted("U".into());
        let (u, v) = (mk::var("u", sort), mk::var("v", sort));
        let (r, free) = (mk::var("r", Sort::Real), int("free"));
        solver.assert(mk::eq(mk::select(a, mk::int(3)), mk::bv(255u32, 8)));
        solver.assert(mk::eq(mk::apply(f, &[mk::int(1), one]), mk::int(-4)));
        solver.assert(mk::ne(u, v));
        solver.assert(mk::and2(mk::lt(mk::fraction(1, 3), r), mk::lt(r, mk::fraction(1, 2))));
        solver.assert(mk::or2(mk::eq(free, mk::int(1)), mk::var("p", Sort::Bool)));
        assert_eq!(solver.check(&[], limits()), CheckResult::Sat, "{}", solver.name());
        let model = solver.model().unwrap_or_else(|| panic!("no model from {}", solver.name()));
        let value = |variable: Term| model.get(variable).expect("a value");
        assert_eq!(mk::select(value(a), mk::int(3)), mk::bv(255u32, 8));
        assert_ne!(value(u), value(v));
        assert!(mk::lt(mk::fraction(1, 3), value(r)).is_true());
        assert!(model.get(free).is_some() && model.function(f).is_some());
    });
}

/// More pigeons than holes.
fn hard_formula() -> Term {
    let sits = |pigeon: usize, hole: usize| mk::var(&*format!("pigeon {pigeon} in {hole}"), Sort::Bool);
    let mut clauses = Vec::new();
    for pigeon in 0..13 {
        clauses.push(mk::or((0..12).map(|hole| sits(pigeon, hole))));
        for (other, hole) in (0..pigeon).flat_map(|other| (0..12).map(move |hole| (other, hole))) {
            clauses.push(mk::or2(mk::not(sits(pigeon, hole)), mk::not(sits(other, hole))));
        }
    }
    mk::and(clauses)
}

#[test]
fn late_answers_cost_one_query() {
    with_each(|solver| {
        solver.assert(mk::lt(int("x"), mk::int(0)));
        assert_eq!(solver.check(&[], limits()), CheckResult::Sat); // it has started
        solver.push();
        solver.assert(hard_formula());
        let start = Instant::now();
        let answer = solver.check(&[], Limits::millis(200));
        assert_eq!(answer, CheckResult::Unknown(UnknownReason::Timeout), "{}", solver.name());
        assert!(start.elapsed() < Duration::from_secs(1));
        solver.pop(1);
        assert_eq!(solver.check(&[mk::gt(int("x"), mk::int(0))], limits()), CheckResult::Unsat);
    });
}

#[test]
fn killing_the_child_costs_one_query() {
    with_each(|solver| {
        solver.assert(mk::lt(int("x"), mk::int(0)));
        assert_eq!(solver.check(&[], limits()), CheckResult::Sat);
        let id = solver.process_id().expect("it runs") as libc::pid_t;
        let killer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            // SAFETY: the number is that of our child, which is not waited for before it ends.
            unsafe { libc::kill(id, libc::SIGKILL) }
        });
        let answer = solver.check(&[hard_formula()], limits());
        assert!(matches!(answer, CheckResult::Unknown(UnknownReason::Crashed(_))), "{answer:?}");
        assert_eq!(killer.join().expect("the thread ends"), 0);
        assert_eq!(solver.check(&[mk::gt(int("x"), mk::int(0))], limits()), CheckResult::Unsat);
        assert_ne!(solver.process_id().map(|id| id as libc::pid_t), Some(id));
    });
}

#[test]
fn children_are_not_left_behind() {
    let mut ids = Vec::new();
    with_each(|solver| {
        assert_eq!(solver.check(&[int("x")].map(|x| mk::lt(x, mk::int(0))), limits()), CheckResult::Sat);
        ids.extend(solver.process_id());
    });
    for id in ids {
        let is_there = std::path::Path::new(&format!("/proc/{id}")).exists();
        assert!(!is_there, "process {id} is still there");
    }
}

#[test]
fn memory_is_limited() {
    with_each(|solver| {
        let tight = Limits { time: Some(Duration::from_secs(20)), memory_mb: Some(3) };
        let answer = solver.check(&[hard_formula()], tight);
        assert!(matches!(answer, CheckResult::Unknown(_)), "{} said {answer:?}", solver.name());
        assert_ne!(answer, CheckResult::Unknown(UnknownReason::Timeout), "{}", solver.name());
        let p = mk::var("p", Sort::Bool);
        assert_eq!(solver.check(&[p, mk::not(p)], limits()), CheckResult::Unsat, "{}", solver.name());
    });
}

#[test]
fn what_a_solver_does_not_know_is_refused() {
    with_each(|solver| {
        let name = solver.name().to_owned();
        let is_refused =
            |answer: &CheckResult| matches!(answer, CheckResult::Unknown(UnknownReason::Unsupported(_)));
        solver.assert(mk::eq(int("x"), mk::int(1)));
        let clash = mk::var("x", Sort::Bool);
        let answer = solver.check(&[clash], limits());
        assert!(is_refused(&answer), "{name}: {answer:?}");
        let (x, y) = (int("x"), int("y"));
        let quantified = mk::exists(&[y], mk::lt(mk::mul(mk::int(3), y), x));
        let answer = solver.check(&[quantified], limits());
        let dialect = dialect(&name).expect("known");
        let is_right = |answer: &CheckResult, is_known: bool| match is_known {
            true => *answer == CheckResult::Sat,
            false => is_refused(answer),
        };
        assert!(is_right(&answer, dialect.has_quantifiers), "{name}: {answer:?}");
        let float = mk::var("float", Sort::float(8, 24));
        let answer = solver.check(&[mk::fp_is_nan(float)], limits());
        assert!(is_right(&answer, dialect.has_floats), "{name}: {answer:?}");
        assert_eq!(solver.check(&[], limits()), CheckResult::Sat, "{name}");
    });
}

#[test]
fn a_missing_executable_is_an_answer() {
    let options = SolverOptions { path: Some("/no/such/solver".into()), ..SolverOptions::default() };
    let mut solver = ProcessSolver::new(&DIALECTS[0], &options).expect("nothing is started yet");
    let answer = solver.check(&[], limits());
    assert!(matches!(answer, CheckResult::Unknown(UnknownReason::Crashed(_))), "{answer:?}");
}

#[test]
fn solvers_agree() {
    let mut z3 = Z3Solver::new(&SolverOptions::default()).expect("Z3 starts");
    let mut samples = Samples::new(1);
    let formulas: Vec<Term> = (0..100).map(|_| samples.formula(3)).collect();
    let mut expected = Vec::new();
    for pair in formulas.chunks(2) {
        expected.push(z3.check(pair, limits()));
    }
    with_each(|solver| {
        let mut decided = 0;
        // They compute with bit-vectors as integers, and start again after each time that they are late.
        let is_java = matches!(solver.name(), "smtinterpol" | "princess");
        let count = if is_java { 20 } else { 50 };
        for (pair, expected) in formulas.chunks(2).zip(&expected).take(count) {
            let answer = solver.check(pair, Limits::millis(if is_java { 1000 } else { 300 }));
            if !matches!(answer, CheckResult::Unknown(_)) && !matches!(expected, CheckResult::Unknown(_)) {
                assert_eq!(answer, *expected, "{} on {pair:?}", solver.name());
                decided += 1;
            }
        }
        assert!(decided >= if is_java { 5 } else { 40 }, "{} decided only {decided}", solver.name());
    });
}

#[test]
fn floats_bits_and_arrays() {
    for dialect in DIALECTS.iter().filter(|dialect| dialect.has_floats && is_there(dialect)) {
        let mut solver = ProcessSolver::new(dialect, &SolverOptions::default()).expect("found");
        let name = dialect.name;
        let float = mk::var("float", Sort::float(8, 24));
        let word = mk::var("word", Sort::BitVec(32));
        let memory = mk::var("memory", Sort::array(Sort::BitVec(8), Sort::BitVec(32)));
        let place = mk::var("place", Sort::BitVec(8));
        solver.assert(mk::eq(mk::select(memory, place), mk::fp_to_bits(float)));
        solver.push();
        // The bits of minus zero, and the one NaN that terms have.
        let minus_zero = mk::eq(mk::select(memory, place), mk::bv(0x8000_0000u32, 32));
        let is_zero = mk::fp_is_zero(float);
        assert_eq!(solver.check(&[minus_zero, mk::not(is_zero)], limits()), CheckResult::Unsat, "{name}");
        assert_eq!(solver.unsat_core().map(|core| core.len()), Some(2), "{name}");
        let quiet = mk::eq(mk::fp_to_bits(float), word);
        assert_eq!(solver.check(&[mk::fp_is_nan(float), quiet], limits()), CheckResult::Sat, "{name}");
        let model = solver.model().unwrap_or_else(|| panic!("{name}: a model"));
        assert_eq!(model.eval(word), mk::bv(0x7fc0_0000u32, 32), "{name}");
        solver.pop(1);
        assert_eq!(solver.check(&[minus_zero], limits()), CheckResult::Sat, "{name}");
    }
}

/// What gives cores costs some solvers their simplifications, so they are told only when somebody assumes something.
#[test]
fn cores_come_with_the_first_assumptions() {
    for dialect in DIALECTS.iter().filter(|dialect| !dialect.core_prologue.is_empty()) {
        if !is_there(dialect) {
            continue;
        }
        let mut solver = ProcessSolver::new(dialect, &SolverOptions::default()).expect("found");
        let x = mk::var("x", Sort::BitVec(8));
        let above = |bound: u32| mk::bvult(mk::bv(bound, 8), x);
        solver.assert(mk::not(above(10)));
        assert_eq!(solver.check(&[], limits()), CheckResult::Sat);
        let first = solver.process_id();
        solver.push();
        solver.assert(mk::not(above(9)));
        assert_eq!(solver.check(&[], limits()), CheckResult::Sat);
        assert_eq!(solver.process_id(), first, "the session goes on");
        assert_eq!(solver.check(&[above(3), above(12)], limits()), CheckResult::Unsat);
        assert_eq!(solver.unsat_core(), Some(vec![above(12)]));
        solver.pop(1);
        assert_ne!(solver.process_id(), first, "it began again");
        let second = solver.process_id();
        assert_eq!(solver.check(&[above(9)], limits()), CheckResult::Sat);
        assert_eq!(solver.check(&[], limits()), CheckResult::Sat);
        assert_eq!(solver.process_id(), second);
    }
}
