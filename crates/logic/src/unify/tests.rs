//! Tests of unification, with Z3.

use proptest::prelude::*;
use smt::Limits;
use term::build as mk;
use term::{Func, Sort, Symbol, Term};

use super::*;
use crate::testing::{Theory, assert_equivalent, tapes, z3};

fn int(name: &str) -> Term {
    mk::var(name, Sort::Int)
}

fn unifier() -> PredicateUnifier {
    PredicateUnifier::new(Limits::millis(500))
}

#[test]
fn constants_have_fixed_ids() {
    let (mut unifier, mut solver) = (unifier(), z3());
    assert_eq!(unifier.intern(mk::tt(), &mut solver), PredicateId::TRUE);
    assert_eq!(unifier.intern(mk::ff(), &mut solver), PredicateId::FALSE);
    assert_eq!(unifier.statistics().queries, 0);
    let (x, y) = (int("x"), int("y"));
    let squares = mk::lt(mk::mul(x, x), mk::int(0));
    assert_eq!(unifier.intern(squares, &mut solver), PredicateId::FALSE);
    let order = mk::or([mk::and([mk::lt(x, y), mk::lt(y, mk::int(3))]), mk::ge(x, y), mk::ge(y, mk::int(3))]);
    assert_eq!(unifier.intern(order, &mut solver), PredicateId::TRUE);
}

#[test]
fn equivalent_formulas_become_one() {
    let (mut unifier, mut solver) = (unifier(), z3());
    let (x, y) = (int("x"), int("y"));
    let cases = mk::or([
        mk::and([mk::le(x, y), mk::le(y, mk::int(5))]),
        mk::and([mk::le(x, y), mk::gt(y, mk::int(5)), mk::le(x, mk::mul(mk::int(2), y))]),
        mk::and([mk::le(x, y), mk::gt(x, mk::mul(mk::int(2), y))]),
    ]);
    let first = unifier.intern(cases, &mut solver);
    let second = unifier.intern(mk::le(x, y), &mut solver);
    assert_eq!(first, second);
    assert_eq!(unifier.formula(first), mk::le(x, y), "the smaller formula represents");
    let other = unifier.intern(mk::lt(x, y), &mut solver);
    assert_ne!(first, other);
    assert_eq!(unifier.implies(other, first, &mut solver), Implication::Holds);
    assert_eq!(unifier.implies(first, other, &mut solver), Implication::Fails);
    let before = unifier.statistics().queries;
    assert_eq!(unifier.intern(cases, &mut solver), first);
    assert_eq!(unifier.implies(first, other, &mut solver), Implication::Fails);
    assert_eq!(unifier.statistics().queries, before, "answers are remembered");
}

#[test]
fn quantifier_free_formulas_represent() {
    let (mut unifier, mut solver) = (unifier(), z3());
    let (x, y) = (int("x"), int("y"));
    let quantified = mk::exists(&[y], mk::and([mk::le(x, y), mk::lt(y, mk::int(4))]));
    let first = unifier.intern(quantified, &mut solver);
    let second = unifier.intern(mk::le(x, mk::int(3)), &mut solver);
    assert_eq!(first, second);
    assert_eq!(unifier.formula(first), mk::le(x, mk::int(3)));
}

#[test]
fn known_models_save_queries() {
    let (mut unifier, mut solver) = (unifier(), z3());
    let x = int("x");
    for k in 0..20 {
        unifier.intern(mk::eq(x, mk::int(k)), &mut solver);
    }
    let statistics = *unifier.statistics();
    assert_eq!(statistics.created, 20);
    assert!(statistics.implications_by_model > 0);
    assert!(statistics.queries < 20 * 19, "{statistics}");
}

#[test]
fn undecided_predicates_are_intricate() {
    let mut unifier = PredicateUnifier::new(Limits::millis(50));
    let mut solver = z3();
    let f = Func::new(Symbol::new("f"), &[Sort::Int, Sort::Int], Sort::Int);
    let [x, y, z] = ["x", "y", "z"].map(int);
    // Associativity, a unit, inverses, and not commutative: hard for instantiation.
    let ap = |a, b| mk::apply(f, &[a, b]);
    let hard = mk::and([
        mk::forall(&[x, y, z], mk::eq(ap(ap(x, y), z), ap(x, ap(y, z)))),
        mk::forall(&[x], mk::eq(ap(x, mk::int(0)), x)),
        mk::forall(&[x], mk::exists(&[y], mk::eq(ap(x, y), mk::int(0)))),
        mk::exists(&[x, y], mk::ne(ap(x, y), ap(y, x))),
        mk::lt(z, int("w")),
    ]);
    let id = unifier.intern(hard, &mut solver);
    if id.index() > 1 {
        assert!(unifier.is_intricate(id));
        let queries = unifier.statistics().queries;
        let other = unifier.intern(mk::lt(z, int("w")), &mut solver);
        let queries = unifier.statistics().queries - queries;
        assert_eq!(unifier.implies(other, id, &mut solver), Implication::Unknown);
        assert_eq!(queries, 2, "intricate predicates are not compared");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn representatives_are_equivalent_and_implications_right(tape in tapes(120)) {
        let (mut unifier, mut solver, mut judge) = (unifier(), z3(), z3());
        let mut tape = tape;
        let mut ids = Vec::new();
        for _ in 0..6 {
            let formula = tape.formula(Theory::Mixed, 2);
            let id = unifier.intern(formula, &mut solver);
            assert_equivalent(unifier.formula(id), formula, &mut judge)?;
            ids.push(id);
        }
        for &p in &ids {
            for &q in &ids {
                let (a, b) = (unifier.formula(p), unifier.formula(q));
                if unifier.implies(p, q, &mut solver) == Implication::Holds {
                    assert_equivalent(mk::and([a, b]), a, &mut judge)?;
                }
            }
        }
    }
}
