//! Property tests: whatever a technique or the whole elimination returns is
//! equivalent to the quantified formula, as the solver sees it.

use proptest::prelude::*;
use term::Term;
use term::build as mk;

use super::*;
use crate::testing::{Tape, Theory, assert_equivalent, sorts, tapes, variables, z3};

fn config(cases: u32) -> ProptestConfig {
    let max_global_rejects = 50 * cases;
    ProptestConfig { cases, max_global_rejects, failure_persistence: None, ..ProptestConfig::default() }
}

/// Applies one technique to a random conjunction and compares. Where it does not apply, another conjunction is made: a
/// technique that hardly ever applies fails.
fn check_technique(
    mut tape: Tape,
    theory: Theory,
    technique: impl Fn(Term, &[Term]) -> Option<Elimination>,
) -> Result<(), TestCaseError> {
    let sort = sorts(theory)[0];
    let x = variables(sort)[0];
    let length = 2 + tape.choose(3);
    let conjuncts = tape.conjunction(theory, length);
    let Some(elimination) = technique(x, &conjuncts) else {
        return Err(TestCaseError::reject("the technique does not apply"));
    };
    prop_assert!(!elimination.is_eliminated || !elimination.formula.has_free(x));
    let mut left = elimination.introduced.clone();
    left.extend((!elimination.is_eliminated).then_some(x));
    let before = mk::exists(&[x], mk::and(conjuncts));
    let after = mk::exists(&left, elimination.formula);
    assert_equivalent(before, after, &mut z3())
}

/// Eliminates variables from a random formula and compares.
fn check_driver(mut tape: Tape, theory: Theory, tactic: SolverTactic) -> Result<(), TestCaseError> {
    let all: Vec<Term> = sorts(theory).into_iter().flat_map(|s| variables(s)[..2].to_vec()).collect();
    let chosen: Vec<Term> = all.into_iter().filter(|_| tape.choose(2) == 0).collect();
    let body = tape.formula(theory, 3);
    let config = QeConfig { tactic, limits: Limits::millis(100), ..QeConfig::default() };
    let mut eliminator = Eliminator::new(config, Box::new(z3()));
    let result = eliminator.exists(&chosen, body);
    prop_assert!(result.is_exact);
    prop_assert_eq!(result.leftover, result.formula.bound_variables());
    if result.leftover == 0 {
        prop_assert!(chosen.iter().all(|&v| !result.formula.has_free(v)));
    }
    let mut solver = z3();
    assert_equivalent(mk::exists(&chosen, body), result.formula, &mut solver)?;
    let dual = eliminator.forall(&chosen, body);
    assert_equivalent(mk::forall(&chosen, body), dual.formula, &mut solver)
}

proptest! {
    #![proptest_config(config(120))]

    #[test]
    fn der_on_integers(tape in tapes(40)) {
        check_technique(tape, Theory::Int, der::eliminate)?;
    }

    #[test]
    fn der_on_reals(tape in tapes(40)) {
        check_technique(tape, Theory::Real, der::eliminate)?;
    }

    #[test]
    fn der_on_bit_vectors(tape in tapes(40)) {
        check_technique(tape, Theory::BitVec, der::eliminate)?;
    }

    #[test]
    fn der_on_arrays(tape in tapes(40)) {
        check_technique(tape, Theory::Array, der::eliminate)?;
    }

    #[test]
    fn ird_on_integers(tape in tapes(40)) {
        check_technique(tape, Theory::Int, |x, c| bounds::drop_infinity_restrictors(x, mk::and(c.iter().copied())))?;
    }

    #[test]
    fn ird_on_reals(tape in tapes(40)) {
        check_technique(tape, Theory::Real, |x, c| bounds::drop_infinity_restrictors(x, mk::and(c.iter().copied())))?;
    }

    #[test]
    fn tir_on_integers(tape in tapes(40)) {
        check_technique(tape, Theory::Int, bounds::resolve_bounds)?;
    }

    #[test]
    fn tir_on_reals(tape in tapes(40)) {
        check_technique(tape, Theory::Real, bounds::resolve_bounds)?;
    }

    #[test]
    fn divisions(tape in tapes(40)) {
        check_technique(tape, Theory::Division, |x, c| divmod::eliminate(x, c, &[x]))?;
    }

    #[test]
    fn stores(tape in tapes(40)) {
        check_technique(tape, Theory::Array, arrays::unwind_stores)?;
    }

    #[test]
    fn array_values(tape in tapes(40)) {
        check_technique(tape, Theory::Array, arrays::eliminate_values)?;
    }

    #[test]
    fn booleans(tape in tapes(40)) {
        check_technique(tape, Theory::Bool, |x, c| boolean::split(x, mk::and(c.iter().copied()), 1000))?;
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn driver_on_integers(tape in tapes(60)) {
        check_driver(tape, Theory::Int, SolverTactic::Light)?;
    }

    #[test]
    fn driver_on_divisions(tape in tapes(60)) {
        check_driver(tape, Theory::Division, SolverTactic::Light)?;
    }

    #[test]
    fn driver_on_reals(tape in tapes(60)) {
        check_driver(tape, Theory::Real, SolverTactic::None)?;
    }

    #[test]
    fn driver_on_booleans(tape in tapes(60)) {
        check_driver(tape, Theory::Bool, SolverTactic::None)?;
    }

    #[test]
    fn driver_on_bit_vectors(tape in tapes(60)) {
        check_driver(tape, Theory::BitVec, SolverTactic::Full)?;
    }

    #[test]
    fn driver_on_arrays(tape in tapes(60)) {
        check_driver(tape, Theory::Array, SolverTactic::Light)?;
    }

    #[test]
    fn driver_on_everything(tape in tapes(80)) {
        check_driver(tape, Theory::Mixed, SolverTactic::Full)?;
    }
}
