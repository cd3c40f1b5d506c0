//! Terms that are recognised to be in normal form are what the long way gives.

use proptest::prelude::*;
use term::polynomial::Polynomial;
use term::{Op, Sort, Substitution, Term, build as mk};

const VARIABLES: usize = 5;

fn variables(sort: Sort) -> Vec<Term> {
    (0..VARIABLES).map(|i| mk::var(format!("{sort}{i}").as_str(), sort)).collect()
}

/// Coefficients of the variables, of a product of two of them, and a constant.
type Coefficients = ([i8; VARIABLES], i8, i8);

fn coefficients() -> impl Strategy<Value = Coefficients> {
    (prop::array::uniform5(-2i8..4), -1i8..2, -3i8..4)
}

fn number(value: i8, sort: Sort) -> Term {
    match sort {
        Sort::Real => mk::fraction(value, 2),
        _ => mk::int(value),
    }
}

fn linear((factors, product, constant): Coefficients, sort: Sort) -> Term {
    let variables = variables(sort);
    let scaled = |(factor, &v): (i8, &Term)| mk::mul(number(factor, sort), v);
    let monomials = factors.into_iter().zip(&variables).map(scaled);
    let product = mk::mul(number(product, sort), mk::mul(variables[1], variables[3]));
    mk::add(monomials.chain([product, number(constant, sort)]))
}

/// The comparison without a look at the form of its sides.
fn at_length(a: Term, b: Term, is_strict: bool) -> Term {
    mk::compare(Polynomial::difference(a, b), is_strict)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn comparisons(a in coefficients(), b in coefficients(), is_real in any::<bool>()) {
        let sort = if is_real { Sort::Real } else { Sort::Int };
        let (a, b) = (linear(a, sort), linear(b, sort));
        let normal = at_length(a, b, false);
        prop_assert_eq!(mk::le(a, b), normal);
        if let (Op::Le, &[left, right]) = (normal.op(), normal.arguments()) {
            prop_assert_eq!(mk::le(left, right), normal);
            prop_assert_eq!(mk::le(right, left), at_length(right, left, false));
        }
        let equal = mk::eq(a, b);
        prop_assert_eq!(mk::eq(b, a), equal);
        // The difference on one side is no form that is recognised.
        prop_assert_eq!(mk::eq(mk::sub(a, b), number(0, sort)), equal);
        if let (Op::Eq, &[left, right]) = (equal.op(), equal.arguments()) {
            prop_assert_eq!(mk::eq(left, right), equal);
            prop_assert_eq!(mk::eq(right, left), equal);
        }
    }

    #[test]
    fn sums(summands in prop::collection::vec(coefficients(), 1..4), is_real in any::<bool>()) {
        let sort = if is_real { Sort::Real } else { Sort::Int };
        let mut parts: Vec<Term> = summands.into_iter().map(|s| linear(s, sort)).collect();
        let whole = mk::add(parts.iter().copied());
        prop_assert_eq!(mk::rebuild(Op::Add, &parts, sort), whole);
        parts.extend(whole.arguments());
        prop_assert_eq!(mk::rebuild(Op::Add, &parts, sort), mk::add(parts.iter().copied()));
        if whole.op() == Op::Add {
            prop_assert_eq!(mk::rebuild(Op::Add, whole.arguments(), sort), whole);
        }
    }

    /// Variables change places, and some become equal or constant: what is built from the start is the same.
    #[test]
    fn substitutions(a in coefficients(), b in coefficients(), to in prop::array::uniform5(0..VARIABLES + 1)) {
        let variables = variables(Sort::Int);
        let image = |i: usize| variables.get(to[i]).copied().unwrap_or_else(|| mk::int(2));
        let substitution: Substitution = (0..VARIABLES).map(|i| (variables[i], image(i))).collect();
        let moved = |(factors, product, constant): Coefficients| {
            let scaled = |i: usize| mk::mul(mk::int(factors[i]), image(i));
            let product = mk::mul(mk::int(product), mk::mul(image(1), image(3)));
            mk::add((0..VARIABLES).map(scaled).chain([product, mk::int(constant)]))
        };
        let (p, q) = (linear(a, Sort::Int), linear(b, Sort::Int));
        prop_assert_eq!(substitution.apply(p), moved(a));
        prop_assert_eq!(substitution.apply(mk::le(p, q)), at_length(moved(a), moved(b), false));
        prop_assert_eq!(substitution.apply(mk::eq(p, q)), mk::eq(mk::sub(moved(a), moved(b)), mk::int(0)));
    }
}
