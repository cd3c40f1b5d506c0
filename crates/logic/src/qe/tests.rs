//! Explicit cases of the elimination, without a solver. The property tests
//! that ask a solver for equivalence are in [`super::properties`].

use term::build as mk;
use term::{Func, Sort, Symbol, Term};

use super::*;

fn int(name: &str) -> Term {
    mk::var(name, Sort::Int)
}

fn real(name: &str) -> Term {
    mk::var(name, Sort::Real)
}

fn array(name: &str) -> Term {
    mk::var(name, Sort::array(Sort::Int, Sort::Bool))
}

fn eliminate(variables: &[Term], body: Term) -> Eliminated {
    Eliminator::without_solver(QeConfig::default()).exists(variables, body)
}

/// The elimination is complete and gives the expected formula.
#[track_caller]
fn check(variables: &[Term], body: Term, expected: Term) {
    let result = eliminate(variables, body);
    assert_eq!(result.leftover, 0, "{}", result.formula);
    assert_eq!(result.formula, expected);
}

/// Nothing can be eliminated.
#[track_caller]
fn check_left(variables: &[Term], body: Term) {
    let result = eliminate(variables, body);
    assert!(result.leftover > 0, "{}", result.formula);
    assert_eq!(result.formula, mk::exists(variables, body));
}

#[test]
fn der_substitutes() {
    let (x, x0) = (int("x"), int("x0"));
    let body = mk::and([mk::eq(x, mk::add2(x0, mk::int(1))), mk::ge(x0, mk::int(0))]);
    check(&[x0], body, mk::ge(x, mk::int(1)));
}

#[test]
fn der_has_an_occurs_check() {
    let x = int("x");
    check(&[x], mk::eq(x, mk::add2(x, mk::int(1))), mk::ff());
    let f = Func::new(Symbol::new("f"), &[Sort::Int], Sort::Int);
    check_left(&[x], mk::eq(x, mk::apply(f, &[x])));
    let a = array("a");
    let i = int("i");
    let v = mk::var("v", Sort::Bool);
    // a = a[i := v] says a[i] = v, and some array satisfies this.
    check(&[a], mk::eq(a, mk::store(a, i, v)), mk::tt());
    let index = Func::new(Symbol::new("index"), &[a.sort()], Sort::Int);
    check_left(&[a], mk::eq(array("b"), mk::store(a, mk::apply(index, &[a]), v)));
}

#[test]
fn der_takes_boolean_literals() {
    let (p, q) = (mk::var("p", Sort::Bool), mk::var("q", Sort::Bool));
    check(&[p], mk::and([p, mk::or([mk::not(p), q])]), q);
    check(&[p], mk::and([mk::not(p), mk::eq(p, q)]), mk::not(q));
    check(&[p], mk::and([mk::not(mk::eq(p, q)), p]), mk::not(q));
}

#[test]
fn ird_drops_one_sided_bounds() {
    let (x, y, z) = (int("x"), int("y"), int("z"));
    let body = mk::and([mk::le(y, x), mk::le(z, mk::mul(mk::int(3), x)), mk::ne(x, z), mk::le(y, z)]);
    check(&[x], body, mk::le(y, z));
    let inside = mk::and([mk::or([mk::le(y, x), mk::ne(x, z)]), mk::le(y, z)]);
    check(&[x], inside, mk::le(y, z));
}

#[test]
fn ird_needs_an_infinite_sort() {
    let p = mk::var("p", Sort::Bool);
    let (q, r) = (mk::var("q", Sort::Bool), mk::var("r", Sort::Bool));
    // p differs from both q and r: possible only if these are equal.
    check(&[p], mk::and([mk::ne(p, q), mk::ne(p, r)]), mk::eq(q, r));
    let [x, y] = ["x", "y"].map(|n| mk::var(n, Sort::Uninterpreted(Symbol::new("T"))));
    check_left(&[x], mk::ne(x, y));
}

#[test]
fn tir_resolves_reals() {
    let (x, y, z) = (real("x"), real("y"), real("z"));
    let two = mk::fraction(2, 1);
    let body = mk::and([mk::lt(y, mk::mul(two, x)), mk::le(mk::mul(two, x), z)]);
    check(&[x], body, mk::lt(y, z));
}

#[test]
fn tir_keeps_integers_exact() {
    let (x, y, z) = (int("x"), int("y"), int("z"));
    let twice = mk::mul(mk::int(2), x);
    // A naive resolution would give 3 <= 3.
    let lower = mk::le(mk::int(3), mk::add2(twice, mk::sub(y, y)));
    check(&[x], mk::and([lower, mk::le(twice, mk::int(3))]), mk::ff());
    // One unit coefficient suffices.
    check(&[x], mk::and([mk::le(y, x), mk::le(twice, z)]), mk::le(mk::mul(mk::int(2), y), z));
    // y <= 2x <= z: there is an even number in between.
    let rounded = mk::le(mk::neg(mk::div(mk::neg(y), mk::int(2))), mk::div(z, mk::int(2)));
    check(&[x], mk::and([mk::le(y, twice), mk::le(twice, z)]), rounded);
}

#[test]
fn tir_splits_disequalities() {
    let (x, y) = (int("x"), int("y"));
    let body = mk::and([mk::le(mk::int(0), x), mk::le(x, mk::int(1)), mk::ne(x, y)]);
    // Of two values, one differs from y.
    let result = eliminate(&[x], body);
    assert_eq!((result.leftover, result.formula.is_false()), (0, false));
}

#[test]
fn upd_respects_connections() {
    let (x, y, z) = (int("x"), int("y"), int("z"));
    // x < y must not be dropped for y < z's sake, but both go, in turn.
    check(&[x, y], mk::and([mk::lt(x, y), mk::lt(y, z)]), mk::tt());
    let product = |a, b| mk::mul(a, b);
    let p = mk::eq(product(x, x), mk::add2(product(y, y), mk::int(2)));
    let q = mk::eq(product(y, z), mk::int(7));
    // The first conjunct has only eliminated variables, but shares y with the second.
    assert!(!upd::is_closed(mk::and([p, q]), &[x, y]));
    assert_eq!(driver::components(&[x, y], &[p, q]).len(), 2);
    assert_eq!(driver::components(&[x], &[p, q]).len(), 2);
    check_left(&[x, y], mk::and([p, q]));
}

#[test]
fn divisions_are_eliminated() {
    let (x, y) = (int("x"), int("y"));
    let three = mk::int(3);
    check(&[x], mk::eq(mk::mul(three, x), y), mk::divisible(y, 3));
    let range = mk::and([mk::le(mk::int(0), y), mk::le(y, mk::int(2))]);
    check(&[x], mk::eq(mk::modulo(x, three), y), range);
    check(&[x], mk::and([mk::eq(mk::div(x, three), y), mk::le(x, mk::int(8))]), mk::le(y, mk::int(2)));
}

#[test]
fn equations_are_reduced_like_euclid() {
    let (x, y, z) = (int("x"), int("y"), int("z"));
    let scaled = |k: i64, v| mk::mul(mk::int(k), v);
    check(&[x, y], mk::eq(mk::add2(scaled(6, x), scaled(10, y)), z), mk::divisible(z, 2));
    check(&[x, y], mk::eq(mk::sub(scaled(2, x), scaled(3, y)), z), mk::tt());
}

#[test]
fn arrays_unwind_through_stores() {
    let (a, a0, b, p) = (array("a"), array("a0"), array("b"), int("p"));
    let body = mk::and([mk::eq(a, mk::store(a0, p, mk::tt())), mk::not(mk::select(a0, p)), mk::eq(a0, b)]);
    check(&[a0], body, mk::and([mk::eq(a, mk::store(b, p, mk::tt())), mk::not(mk::select(b, p))]));
    // Without a second equality, only the value at p is unknown.
    let body = mk::and([mk::eq(a, mk::store(a0, p, mk::tt())), mk::not(mk::select(a0, p))]);
    check(&[a0], body, mk::select(a, p));
}

#[test]
fn the_trace_of_figure_2() {
    let (a, b, p) = (array("a"), array("b"), int("p"));
    let before = mk::and([mk::eq(a, b), mk::not(mk::select(a, p))]);
    let mut eliminator = Eliminator::without_solver(QeConfig::default());
    let mut assign = |state: Term, value: bool| {
        let old = mk::var("a_old", a.sort());
        let renamed: term::Substitution = [(a, old)].into_iter().collect();
        let step = mk::eq(a, mk::store(old, p, mk::bool(value)));
        eliminator.exists(&[old], mk::and([renamed.apply(state), step])).formula
    };
    let allocated = assign(before, true);
    assert_eq!(allocated, mk::and([mk::eq(a, mk::store(b, p, mk::tt())), mk::not(mk::select(b, p))]));
    assert_eq!(assign(allocated, false), before);
}

#[test]
fn array_values_stay_functional() {
    let (a, i, j) = (array("a"), int("i"), int("j"));
    let body = mk::and([mk::select(a, i), mk::not(mk::select(a, j))]);
    check(&[a], body, mk::ne(i, j));
    check(&[a], mk::and([mk::select(a, i), mk::ne(a, array("b"))]), mk::tt());
}

#[test]
fn nested_quantifiers_go_from_the_inside() {
    let (x, y, z) = (int("x"), int("y"), int("z"));
    // ∃x. x <= z ∧ ∀y. y <= x ∨ y >= 5
    let inner = mk::forall(&[y], mk::or([mk::le(y, x), mk::ge(y, mk::int(5))]));
    check(&[x], mk::and([mk::le(x, z), inner]), mk::ge(z, mk::int(4)));
    let inner = mk::exists(&[y], mk::and([mk::le(y, x), mk::ge(y, z)]));
    check(&[x], mk::and([mk::le(x, mk::int(3)), inner]), mk::le(z, mk::int(3)));
}

#[test]
fn shadowed_names_are_different_variables() {
    let (x, y) = (int("x"), int("y"));
    // ∃x. x = y ∧ ∃x. x > y ∧ x < 3
    let inner = mk::exists(&[x], mk::and([mk::gt(x, y), mk::lt(x, mk::int(3))]));
    check(&[x], mk::and([mk::eq(x, y), inner]), mk::le(y, mk::int(1)));
}

#[test]
fn ites_and_disjunctions_are_split_if_it_helps() {
    let (x, y) = (int("x"), int("y"));
    let c = mk::var("c", Sort::Bool);
    let body = mk::and([mk::eq(y, mk::ite(c, x, mk::int(0))), mk::ge(x, mk::int(1))]);
    let expected =
        mk::or([mk::and([c, mk::ge(y, mk::int(1))]), mk::and([mk::not(c), mk::eq(y, mk::int(0))])]);
    check(&[x], body, expected);
}

#[test]
fn universal_quantifiers_are_dual() {
    let (x, y) = (int("x"), int("y"));
    let mut eliminator = Eliminator::without_solver(QeConfig::default());
    let body = mk::implies(mk::eq(x, mk::add2(y, mk::int(1))), mk::ge(x, mk::int(0)));
    let result = eliminator.forall(&[x], body);
    assert_eq!(result, Eliminated { formula: mk::ge(y, mk::int(-1)), is_exact: true, leftover: 0 });
}

#[test]
fn approximation_is_flagged() {
    let (x, y) = (int("x"), int("y"));
    let f = Func::new(Symbol::new("f"), &[Sort::Int], Sort::Int);
    let body = mk::and([mk::eq(mk::apply(f, &[x]), y), mk::le(y, mk::int(3))]);
    let config = QeConfig { overapproximate: true, ..QeConfig::default() };
    let mut eliminator = Eliminator::without_solver(config);
    let result = eliminator.exists(&[x], body);
    assert_eq!(result, Eliminated { formula: mk::le(y, mk::int(3)), is_exact: false, leftover: 0 });
    let result = eliminator.forall(&[x], mk::not(body));
    assert_eq!(result, Eliminated { formula: mk::gt(y, mk::int(3)), is_exact: false, leftover: 0 });
}

#[test]
fn statistics_print_as_a_table() {
    let mut eliminator = Eliminator::without_solver(QeConfig::default());
    let (x, y, z) = (int("x"), int("y"), int("z"));
    let f = Func::new(Symbol::new("f"), &[Sort::Int], Sort::Int);
    eliminator.exists(&[x], mk::and([mk::eq(x, y), mk::le(x, z)]));
    eliminator.exists(&[x, y], mk::and([mk::le(y, x), mk::le(x, z)]));
    eliminator.exists(&[x], mk::eq(mk::apply(f, &[x]), y));
    expect_test::expect![[r#"
        technique       attempts  eliminated
        DER                    5           1
        IRD                    3           2
        TIR                    1           0
        UPD                    1           0
        div/mod                1           0
        array DER              1           0
        array value            1           0
        boolean                1           0
        solver light           0           0
        solver full            0           0
        left                               1
        4 variables in 3 calls, 0 queries"#]]
    .assert_eq(&eliminator.statistics().to_string());
}

#[test]
fn wrong_results_of_the_complete_tactic_are_refused() {
    let [u, v, w] = ["u", "v", "w"].map(|n| mk::var(n, Sort::BitVec(3)));
    let mixed = mk::concat(mk::extract(0, 0, v), mk::extract(2, 1, u));
    let a = mk::eq(mk::bvmul(mk::bv(2u8, 3), u), mk::bvxor(u, mixed));
    let b = mk::bvule(mk::bvxor(w, mixed), mk::bv(1u8, 3));
    let body = mk::and([mk::bvult(v, u), mk::or([a, b])]);
    let config = QeConfig { tactic: SolverTactic::Full, ..QeConfig::default() };
    let mut eliminator = Eliminator::new(config, Box::new(crate::testing::z3()));
    let result = eliminator.exists(&[v], body).formula;
    // u = 1 leaves v = 0 only; then w decides.
    let at: term::Substitution = [(u, mk::bv(1u8, 3)), (w, mk::bv(7u8, 3))].into_iter().collect();
    let mut solver = crate::testing::z3();
    solver.assert(at.apply(result));
    assert_eq!(solver.check(&[], Limits::millis(2000)), smt::CheckResult::Unsat);
}
