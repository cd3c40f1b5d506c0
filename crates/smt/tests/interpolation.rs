//! Every interpolating solver that is there gives sequence interpolants: each follows from the one before it and the
//! formula between them, the last one contradicts the last formula, and all speak about shared symbols only.

use std::time::{Duration, Instant};

use num_bigint::BigInt;
use smt::{
    CheckResult, INTERPOLATORS, Interpolation, Limits, NoInterpolants, Solver, SolverOptions, UnknownReason,
    Z3Solver,
};
use term::{Sort, Term, Version, build as mk};

fn at(name: &str, sort: Sort, index: u32) -> Term {
    mk::with_version(mk::var(name, sort), Version::At(index))
}

/// A loop of `rounds` rounds: what holds before it, one round from index `i` to `i + 1`, what does not hold behind it.
fn trace(rounds: u32, first: Term, round: impl Fn(u32) -> Term, last: Term) -> Vec<Term> {
    std::iter::once(first).chain((0..rounds).map(round)).chain([last]).collect()
}

const ROUNDS: u32 = 6;

/// `s = 2i`, kept by `i++; s += 2`, over numbers.
fn doubled(sort: Sort) -> Vec<Term> {
    let number =
        |value: i64| if sort == Sort::Int { mk::int(value) } else { mk::real(BigInt::from(value).into()) };
    let [s, i] = ["s", "i"].map(|name| move |index| at(name, sort, index));
    let step = |index: u32| {
        let s_grows = mk::eq(s(index + 1), mk::add2(s(index), number(2)));
        mk::and2(s_grows, mk::eq(i(index + 1), mk::add2(i(index), number(1))))
    };
    let first = mk::and2(mk::eq(s(0), number(0)), mk::eq(i(0), number(0)));
    trace(ROUNDS, first, step, mk::ne(s(ROUNDS), mk::add2(i(ROUNDS), i(ROUNDS))))
}

/// The lowest bit stays zero.
fn even() -> Vec<Term> {
    let sort = Sort::BitVec(16);
    let x = |index| at("x", sort, index);
    let step = |index| mk::eq(x(index + 1), mk::bvadd(x(index), mk::bv(2u32, 16)));
    let is_odd = mk::eq(mk::extract(0, 0, x(ROUNDS)), mk::bv(1u32, 1));
    trace(ROUNDS, mk::eq(x(0), mk::bv(0u32, 16)), step, is_odd)
}

/// What is written at 0 stays although the other places are overwritten.
fn frame() -> Vec<Term> {
    let sort = Sort::array(Sort::Int, Sort::Int);
    let (a, i) = (|index| at("a", sort, index), |index| at("i", Sort::Int, index));
    let step = |index| {
        let written = mk::store(a(index), i(index), mk::int(7));
        let counted = mk::eq(i(index + 1), mk::add2(i(index), mk::int(1)));
        mk::and2(mk::eq(a(index + 1), written), counted)
    };
    let first = mk::and2(mk::eq(mk::select(a(0), mk::int(0)), mk::int(5)), mk::eq(i(0), mk::int(1)));
    trace(ROUNDS, first, step, mk::ne(mk::select(a(ROUNDS), mk::int(0)), mk::int(5)))
}

fn samples() -> Vec<(&'static str, Vec<Term>)> {
    let (p, q) = (mk::var("p", Sort::Bool), mk::var("q", Sort::Bool));
    let [x, y, z] = ["x", "y", "z"].map(|name| mk::var(name, Sort::Int));
    vec![
        ("integers", doubled(Sort::Int)),
        ("reals", doubled(Sort::Real)),
        ("bit-vectors", even()),
        ("arrays", frame()),
        ("booleans", vec![p, mk::or2(mk::not(p), q), mk::not(q)]),
        ("nothing shared", vec![p, mk::and2(q, mk::not(q))]),
        ("false inside", vec![p, mk::and([mk::lt(x, y), mk::lt(y, z), mk::lt(z, x)]), q]),
        ("false first", vec![mk::ff(), p, q]),
        ("one formula", vec![mk::and2(p, mk::not(p))]),
    ]
}

fn is_unsat(formulas: &[Term]) -> bool {
    decide(formulas) == CheckResult::Unsat
}

fn decide(formulas: &[Term]) -> CheckResult {
    let mut solver = Z3Solver::new(&SolverOptions::default()).expect("Z3 starts");
    formulas.iter().for_each(|formula| solver.assert(*formula));
    solver.check(&[], Limits::millis(20_000))
}

fn assert_sequence(formulas: &[Term], interpolants: &[Term], what: &str) {
    assert_eq!(interpolants.len() + 1, formulas.len(), "{what}");
    let mut before = mk::tt();
    for (position, formula) in formulas.iter().enumerate() {
        let after = interpolants.get(position).copied().unwrap_or(mk::ff());
        match decide(&[before, *formula, mk::not(after)]) {
            CheckResult::Unsat => {}
            // Formulas of other solvers may be too hard, which the gate refuses.
            CheckResult::Unknown(why) if !what.starts_with("z3,") => {
                eprintln!("{what}, step {position}: {why}")
            }
            answer => panic!("{what}, step {position}: {answer:?}, {interpolants:?}"),
        }
        let occurs = |part: &[Term], variable: Term| part.iter().any(|other| other.has_free(variable));
        for &variable in after.free_variables() {
            let (left, right) = formulas.split_at(position + 1);
            assert!(occurs(left, variable) && occurs(right, variable), "{what}, {variable} in {after}");
        }
        before = after;
    }
}

fn all() -> impl Iterator<Item = Box<dyn Interpolation>> {
    INTERPOLATORS.iter().filter_map(|known| match (known.open)(&SolverOptions::default()) {
        Ok(solver) => Some(solver),
        Err(missing) => {
            assert_ne!(known.name, "z3", "{missing}");
            eprintln!("skipped {}: {missing}", known.name);
            None
        }
    })
}

#[test]
fn interpolants_are_checked() {
    for mut solver in all() {
        let name = solver.name().to_owned();
        for (what, formulas) in samples() {
            match solver.sequence_interpolants(&formulas, Limits::millis(20_000)) {
                Ok(interpolants) => assert_sequence(&formulas, &interpolants, &format!("{name}, {what}")),
                Err(reason) => {
                    eprintln!("{name}, {what}: {reason}");
                    assert_ne!(name, "z3", "{what}: {reason}");
                }
            }
        }
    }
}

#[test]
fn satisfiable_formulas_have_none() {
    let x = mk::var("x", Sort::Int);
    let formulas = [mk::le(mk::int(0), x), mk::le(x, mk::int(5))];
    for mut solver in all() {
        let answer = solver.sequence_interpolants(&formulas, Limits::millis(20_000));
        match answer {
            Err(NoInterpolants::Unknown(UnknownReason::Unsupported(what))) => {
                assert_eq!(solver.name(), "bitwuzla", "{what}");
            }
            answer => assert_eq!(answer, Err(NoInterpolants::Satisfiable), "{}", solver.name()),
        }
    }
}

/// The loop whose invariant says that `s` is twice `i` has one that holds for every round.
#[test]
fn spacer_finds_relations() {
    let mut spacer = smt::Spacer::default();
    let interpolants =
        spacer.sequence_interpolants(&doubled(Sort::Int), Limits::millis(20_000)).expect("interpolants");
    let [s, i] = ["s", "i"].map(|name| at(name, Sort::Int, 3));
    let relation = mk::eq(s, mk::add2(i, i));
    assert!(
        is_unsat(&[interpolants[3], mk::not(relation)]) && is_unsat(&[relation, mk::not(interpolants[3])])
    );
}

#[test]
fn spacer_says_what_it_does_not_know() {
    let [x, y] = ["x", "y"].map(|name| mk::var(name, Sort::Int));
    let float = mk::var("f", Sort::float(8, 24));
    let quantified = mk::forall(&[x], mk::le(mk::mul(x, x), y));
    let function = term::Func::new("f".into(), &[Sort::Int], Sort::Int);
    for odd in
        [quantified, mk::eq(mk::apply(function, &[x]), y), mk::ne(float, mk::var("g", Sort::float(8, 24)))]
    {
        let answer = smt::Spacer::default().sequence_interpolants(&[odd, mk::not(odd)], Limits::default());
        let is_refused = matches!(answer, Err(NoInterpolants::Unknown(UnknownReason::Unsupported(_))));
        assert!(is_refused, "{odd}: {answer:?}");
    }
}

/// A product of two numbers that no solver factors soon.
#[test]
fn spacer_ends_at_its_limit() {
    let [x, y, z] = ["x", "y", "z"].map(|name| mk::var(name, Sort::BitVec(64)));
    let is_factor = |part| mk::bvult(mk::bv(1u32, 64), part);
    let small = mk::bv(1u64 << 31, 64);
    let first = mk::and([is_factor(x), is_factor(y), mk::bvult(x, small), mk::bvult(y, small)]);
    let second = mk::eq(z, mk::bvmul(x, y));
    // A prime between 2^60 and 2^61.
    let formulas = [first, second, mk::eq(z, mk::bv(2_305_843_009_213_693_951u64, 64))];
    let start = Instant::now();
    let answer = smt::Spacer::default().sequence_interpolants(&formulas, Limits::millis(300));
    assert_eq!(answer, Err(NoInterpolants::Unknown(UnknownReason::Timeout)));
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}
