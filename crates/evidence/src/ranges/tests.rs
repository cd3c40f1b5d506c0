//! What intervals refute, and that nothing that has a model is refuted.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use term::Model;
use term::arbitrary::{self, Theories};

use super::*;

fn formula(text: &str) -> Term {
    arbitrary::read(text)
}

#[test]
fn contradictions_are_found() {
    let refuted = [
        "(and (<= 3 x) (<= x 2))",
        "(and (<= 0 x) (<= x 5) (<= 6 (mod x 7)))",
        "(and (<= 39 x) (<= x 218) (not (<= (+ (mod x 25) 13) 37)))",
        // Minus the remainder of `-x`, for which a large factor of `x` stands.
        "(and (<= (- 5) x) (<= x (- 1)) (<= 6 (mod (* 24 x) 25)))",
        "(and (<= 0 x) (<= x 2) (not (= x 0)) (not (= x 1)) (not (= x 2)))",
        "(and (<= 0 x) (<= x 9) (or (<= 12 (+ x 2)) (<= (* 2 x) (- 1))))",
        "(and (<= 1 x) (= y (ite (<= 0 x) 4 z)) (not (= y 4)))",
        "(and p (= p q) (not q))",
        "(and (<= (- 9) x) (<= x 9) (<= 3 (div x 5)))",
        "(and (<= 0 x) (<= x 9) (<= (div x (- 5)) (- 2)))",
        "(and (<= (- 9) x) (<= x 9) (<= 3 (div x (- 5))))",
        "(<= 5 (mod x (- 5)))",
    ];
    for text in refuted {
        assert!(refutes(formula(text)), "{text}");
    }
}

#[test]
fn cases_that_cannot_be_disappear() {
    let mut known = Known::of(&[formula("(and (<= 0 x) (<= x 9))")]).expect("possible");
    let mut same = |a: &str, b: &str| known.simplified(formula(a)) == known.simplified(formula(b));
    assert!(same("(- (mod (+ x 128) 256) 128)", "x"));
    assert!(same("(ite (<= x 9) (mod y 7) z)", "(mod y 7)"));
    assert!(same("(ite (<= y 3) (ite (<= y 5) x z) z)", "(ite (<= y 3) x z)"));
    assert!(same("(or (<= 10 x) p)", "p"));
    assert!(!same("(mod (+ x 250) 256)", "(+ x 250)"));
    assert!(!same("(ite (<= x 8) y z)", "y"));
}

#[test]
fn what_has_a_model_stays() {
    let possible = [
        "(and (<= 3 x) (<= x 3))",
        "(and (<= 0 x) (<= x 6) (<= 6 (mod x 7)))",
        "(and (<= (- 6) x) (<= x (- 1)) (<= 6 (mod (* 24 x) 25)))",
        "(and (<= 0 x) (<= x 2) (not (= x 0)) (not (= x 1)))",
        "(and (<= (- 9) x) (<= x 9) (<= (div x 5) (- 2)))",
        "(and (<= 0 x) (<= x 9) (<= (div x (- 5)) (- 1)))",
        "(and (<= (- 9) x) (<= x 9) (<= 2 (div x (- 5))))",
        "(<= 4 (mod x (- 5)))",
    ];
    for text in possible {
        assert!(!refutes(formula(text)), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(5),
        ..ProptestConfig::default()
    })]

    /// No formula is refuted that a state satisfies.
    #[test]
    fn satisfied_formulas_stay(
        texts in prop::collection::vec(
            arbitrary::any_text(Theories { ints: true, nonlinear: true, ..Theories::default() }), 1..4),
        choices in prop::collection::vec(any::<u8>(), 60),
    ) {
        let terms: Vec<Term> = texts.iter().map(|text| arbitrary::read(text)).collect();
        let mut state = Model::default();
        for (position, &variable) in terms.iter().flat_map(|term| term.free_variables()).enumerate() {
            let from = &choices[(5 * position).min(choices.len())..];
            if state.get(variable).is_none() {
                state.insert(variable, arbitrary::read(&arbitrary::value_from(from, variable.sort())));
            }
        }
        let facts = terms.iter().filter_map(|&term| {
            let value = state.eval(term);
            if !value.is_value() {
                return None;
            }
            Some(match term.sort() {
                Sort::Bool if value.is_true() => term,
                Sort::Bool => mk::not(term),
                _ => mk::eq(term, value),
            })
        });
        let bounds = terms.iter().flat_map(|term| term.free_variables()).filter(|v| v.sort() == Sort::Int);
        let one = mk::int(1);
        let near = bounds.flat_map(|v| {
            let value = state.eval(*v);
            [mk::le(mk::sub(value, one), *v), mk::le(*v, mk::add2(value, one))]
        });
        let facts: Vec<Term> = facts.chain(near).collect();
        let all = mk::and(facts.iter().copied());
        prop_assert!(!refutes(all), "{all}");
        // What is simplified has the same value.
        let mut known = Known::of(&facts[facts.len() - facts.len().min(4)..]).expect("a state");
        for &term in &terms {
            let simplified = known.simplified(term);
            let (before, after) = (state.eval(term), state.eval(simplified));
            prop_assert!(!before.is_value() || before == after, "{term} is not {simplified}");
        }
    }
}
