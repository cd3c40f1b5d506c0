//! Random terms of all theories: printing and reading is the identity, the
//! constructors and evaluation agree with each other.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use term::arbitrary::{self, Theories};
use term::parse::{Context, parse_script, parse_term};
use term::{Model, Substitution, build as mk};

/// The same terms in every run: a test that fails now and then helps nobody.
fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 4000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_is_printed_reads_back(text in arbitrary::any_text(Theories { nonlinear: true, ..Theories::all() })) {
        let term = arbitrary::read(&text);
        let context = Context::of(&[term]);
        prop_assert_eq!(parse_term(&term.to_string(), &context), Ok(term));
        prop_assert_eq!(parse_term(&term.to_smtlib_shared(), &context), Ok(term));
        let script = format!("{}(assert (= {term} {term}))", term::print::declarations(&[term]));
        prop_assert!(parse_script(&script).is_ok());
        prop_assert!(!term.display_infix().to_string().is_empty());
    }

    /// Every term is its own normal form.
    #[test]
    fn rebuilding_changes_nothing(text in arbitrary::any_text(Theories { nonlinear: true, ..Theories::all() })) {
        let term = arbitrary::read(&text);
        if !term.arguments().is_empty() {
            prop_assert_eq!(mk::rebuild(term.op(), term.arguments(), term.sort()), term);
        }
        if term.sort() == term::Sort::Bool {
            prop_assert_eq!(mk::not(mk::not(term)), term);
        }
    }

    /// Free variables are exactly those whose replacement changes the term.
    #[test]
    fn free_variables_are_those_that_matter(text in arbitrary::any_text(Theories::all())) {
        let term = arbitrary::read(&text);
        for &variable in term.free_variables() {
            let fresh = mk::var("fresh variable", variable.sort());
            let replaced: Substitution = [(variable, fresh)].into_iter().collect();
            let there = replaced.apply(term);
            prop_assert!(!there.has_free(variable));
            prop_assert!(there != term);
            let back: Substitution = [(fresh, variable)].into_iter().collect();
            prop_assert_eq!(back.apply(there), term);
        }
    }

    /// Evaluating at once and replacing one variable after the other give the same value.
    #[test]
    fn evaluation_is_substitution(
        text in arbitrary::any_text(Theories { quantifiers: false, functions: false, ..Theories::all() }),
        choices in prop::collection::vec(any::<u8>(), 40),
    ) {
        let term = arbitrary::read(&text);
        let mut model = Model::default();
        let mut step = term;
        for (position, &variable) in term.free_variables().iter().enumerate() {
            let from = &choices[position.min(choices.len())..];
            let value = arbitrary::read(&arbitrary::value_from(from, variable.sort()));
            model.insert(variable, value);
            let single: Substitution = [(variable, value)].into_iter().collect();
            step = single.apply(step);
        }
        let value = model.eval(term);
        prop_assert_eq!(model.eval(step), value);
        prop_assert!(value.free_variables().is_empty());
    }

    /// Bad input is an error, never a panic.
    #[test]
    fn mutated_text_does_no_harm(
        text in arbitrary::any_text(Theories::all()),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4u8), 1..6),
    ) {
        let mut words: Vec<String> = text.replace('(', " ( ").replace(')', " ) ").split_whitespace().map(String::from).collect();
        for (place, source, kind) in edits {
            let (at, word) = (place.index(words.len()), words[source.index(words.len())].clone());
            match kind {
                0 if words.len() > 1 => drop(words.remove(at)),
                1 => words.insert(at, word),
                2 => words[at] = word,
                _ => words[at] = ["0", "4294967296", "(", ")", "_", "as", "let", "#b", "x", "Int", "!"][source.index(11)].to_string(),
            }
        }
        let text = words.join(" ");
        let _ = parse_term(&text, &arbitrary::context());
        let _ = parse_script(&format!("{}(assert {text})(define-fun d ((x Int)) Bool {text})", arbitrary::DECLARATIONS));
        let _ = term::parse::parse_model(&format!("((define-fun fi ((x Int)) Int {text}) (define-fun p () Bool {text}))"), &arbitrary::context());
    }
}
