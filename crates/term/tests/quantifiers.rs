//! Formulas that differ only in the names of bound variables are the same term,
//! however they were built, and substitution never captures.

use term::{Sort, Substitution, Term, build as mk};

fn int(name: &str) -> Term {
    mk::var(name, Sort::Int)
}

/// `Q1 i. Q2 j. Q3 k. i < j + k ∨ i * k = x ∨ b` with alternating quantifiers
fn nested(names: [&str; 3], x: Term, b: Term) -> Term {
    let [i, j, k] = names.map(int);
    let body = mk::or([mk::lt(i, mk::add([j, k])), mk::eq(mk::mul(i, k), x), b]);
    mk::forall(&[i], mk::exists(&[j], mk::forall(&[k], body)))
}

#[test]
fn names_do_not_matter() {
    let b = mk::var("b", Sort::Bool);
    let reference = nested(["i", "j", "k"], int("x"), b);
    assert_eq!(reference, nested(["k", "i", "j"], int("x"), b));
    assert_eq!(reference, nested(["c", "bb", "aa"], int("x"), b));
}

#[test]
fn substitution_commutes_with_building() {
    let (x, b) = (int("x"), mk::var("b", Sort::Bool));
    let (p, q) = (int("p"), int("q"));
    let formula = nested(["i", "j", "k"], x, b);
    // Quantifiers of every level inside the replacement, and free variables called like bound ones.
    let closed = [
        mk::eq(p, q),
        mk::exists(&[p], mk::eq(mk::mul(p, p), q)),
        mk::forall(&[q], mk::exists(&[p], mk::eq(mk::mul(p, p), q))),
        nested(["i", "j", "k"], q, mk::ff()),
        mk::exists(&[p], nested(["i", "j", "k"], p, mk::ff())),
        mk::forall(&[q], mk::exists(&[p], nested(["i", "j", "k"], mk::mul(p, q), mk::ff()))),
        mk::tt(),
        mk::ff(),
    ];
    for replacement in closed {
        for number in [int("i"), int("k"), mk::int(7), x] {
            let substitution: Substitution = [(b, replacement), (x, number)].into_iter().collect();
            let built = nested(["u", "v", "w"], number, replacement);
            assert_eq!(substitution.apply(formula), built, "{formula} with {substitution:?}");
        }
    }
}

#[test]
fn opening_and_closing_is_the_identity() {
    let formula = nested(["i", "j", "k"], int("x"), mk::var("b", Sort::Bool));
    let (variables, body) = mk::open(formula);
    assert_eq!(mk::forall(&variables, body), formula);
    assert_eq!(mk::push_negation(mk::push_negation(formula)), formula);
    assert!(!body.has_free(int("i")));
}

#[test]
fn unused_variables_disappear() {
    let (x, y, z) = (int("x"), int("y"), int("z"));
    let formula = mk::forall(&[x, y], mk::or([mk::eq(x, z), mk::exists(&[y], mk::eq(mk::mul(y, y), z))]));
    let substitution: Substitution = [(z, mk::int(0))].into_iter().collect();
    assert_eq!(
        substitution.apply(formula),
        mk::forall(
            &[x],
            mk::or([mk::eq(x, mk::int(0)), mk::exists(&[y], mk::eq(mk::mul(y, y), mk::int(0)))])
        )
    );
    assert_eq!(formula.free_variables(), [z]);
}
