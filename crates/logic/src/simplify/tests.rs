//! Tests of simplification.

use proptest::prelude::*;
use smt::Limits;
use term::build as mk;
use term::{Sort, Term};

use super::{simplify_in_context, simplify_with_solver};
use crate::testing::{Theory, assert_equivalent, tapes, z3};

fn int(name: &str) -> Term {
    mk::var(name, Sort::Int)
}

#[track_caller]
fn check(formula: Term, expected: Term) {
    assert_eq!(simplify_in_context(formula), expected);
}

#[test]
fn literals_propagate() {
    let [p, q, r] = ["p", "q", "r"].map(|n| mk::var(n, Sort::Bool));
    check(mk::and([p, mk::or([mk::not(p), q])]), mk::and([p, q]));
    check(mk::and([p, mk::or([p, q])]), p);
    check(mk::or([p, mk::and([p, q])]), p);
    check(mk::or([p, mk::and([mk::not(p), q])]), mk::or([p, q]));
    check(mk::or([mk::and([p, q]), mk::and([p, r])]), mk::and([p, mk::or([q, r])]));
    check(mk::and([p, mk::eq(q, mk::and([p, r]))]), mk::and([p, mk::eq(q, r)]));
}

#[test]
fn equalities_propagate_and_stay() {
    let (x, y, z) = (int("x"), int("y"), int("z"));
    let three = mk::int(3);
    check(mk::and([mk::eq(x, three), mk::le(y, x)]), mk::and([mk::eq(x, three), mk::le(y, three)]));
    check(
        mk::and([mk::eq(x, y), mk::eq(y, three), mk::eq(z, y)]),
        mk::and([mk::eq(x, three), mk::eq(y, three), mk::eq(z, three)]),
    );
    check(mk::and([mk::eq(x, y), mk::lt(x, y)]), mk::ff());
}

#[test]
fn bounds_subsume_and_meet() {
    let (x, y) = (int("x"), int("y"));
    let [three, five] = [3, 5].map(mk::int);
    check(mk::and([mk::le(x, three), mk::le(x, five)]), mk::le(x, three));
    check(mk::or([mk::le(x, three), mk::le(x, five)]), mk::le(x, five));
    check(mk::and([mk::le(x, three), mk::ge(x, three)]), mk::eq(x, three));
    check(mk::and([mk::le(x, three), mk::ge(x, five)]), mk::ff());
    check(mk::or([mk::le(x, five), mk::ge(x, three)]), mk::tt());
    check(mk::and([mk::le(x, y), mk::le(y, x)]), mk::eq(x, y));
    check(
        mk::and([mk::le(x, three), mk::or([mk::eq(x, five), mk::le(y, x)])]),
        mk::and([mk::le(x, three), mk::le(y, x)]),
    );
    let z = mk::var("z", Sort::Real);
    let one = mk::fraction(1, 1);
    check(mk::and([mk::lt(z, one), mk::le(z, one)]), mk::lt(z, one));
    check(mk::or([mk::lt(z, one), mk::gt(z, one)]), mk::ne(z, one));
}

#[test]
fn a_store_of_the_known_value_disappears() {
    let sort = Sort::array(Sort::Int, Sort::Int);
    let (a, b) = (mk::var("a", sort), mk::var("b", sort));
    let (p, v) = (int("p"), int("v"));
    let formula = mk::and([mk::eq(a, mk::store(b, p, v)), mk::eq(mk::select(b, p), v)]);
    check(formula, mk::and([mk::eq(a, b), mk::eq(mk::select(a, p), v)]));
}

#[test]
fn facts_about_free_variables_enter_quantifiers() {
    let (x, y) = (int("x"), int("y"));
    let p = mk::var("p", Sort::Bool);
    let inside = mk::forall(&[y], mk::or([mk::and([p, mk::le(x, y)]), mk::le(y, mk::int(0))]));
    let expected = mk::forall(&[y], mk::or([mk::le(x, y), mk::le(y, mk::int(0))]));
    check(mk::and([p, inside]), mk::and([p, expected]));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn simplification_is_an_equivalence(tape in tapes(120), which in 0usize..7) {
        let mut tape = tape;
        let theory = THEORIES[which];
        let formula = tape.formula(theory, 4);
        let simplified = simplify_in_context(formula);
        assert_equivalent(formula, simplified, &mut z3())?;
    }

    #[test]
    fn simplification_with_a_solver_is_an_equivalence(tape in tapes(80), which in 0usize..7) {
        let mut tape = tape;
        let formula = tape.formula(THEORIES[which], 3);
        let simplified = simplify_with_solver(formula, &mut z3(), Limits::millis(100));
        assert_equivalent(formula, simplified, &mut z3())?;
    }
}

const THEORIES: [Theory; 7] =
    [Theory::Int, Theory::Division, Theory::Real, Theory::Bool, Theory::BitVec, Theory::Array, Theory::Mixed];

#[test]
fn the_solver_finds_redundant_parts() {
    let (x, y, z) = (int("x"), int("y"), int("z"));
    let chain = mk::and([mk::le(x, y), mk::le(y, z), mk::le(x, z)]);
    let reduced = simplify_with_solver(chain, &mut z3(), Limits::millis(500));
    assert_eq!(reduced, mk::and([mk::le(x, y), mk::le(y, z)]));
    let choice = mk::or([mk::le(x, y), mk::and([mk::lt(y, x), mk::le(x, z)])]);
    let reduced = simplify_with_solver(choice, &mut z3(), Limits::millis(500));
    assert_eq!(reduced, mk::or([mk::le(x, y), mk::le(x, z)]));
}
