//! Random statements under random partial assignments: whatever execution the assignment allows, the values that are
//! known behind the statement are those of the execution, and no assumption that it passes is a contradiction.

use program::{Cfg, EdgeId, Provenance, Statement};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use term::arbitrary::{self, Theories};
use term::{Model, Op, Sort, Term, build as mk};

use super::place::PlaceId;
use super::transfer::Machine;
use base::index::Idx;

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 20_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(3),
        ..ProptestConfig::default()
    }
}

/// A machine for one statement.
fn machine(statement: Statement, variables: &[Term]) -> Machine {
    let mut cfg = Cfg { variables: variables.to_vec(), ..Cfg::new() };
    let end = cfg.locations.push(program::Location::default());
    cfg.add_edge(cfg.entry, end, statement, Provenance::default());
    Machine::new(&cfg)
}

/// Makes a variable known as the model has it; of arrays, the elements that the model lists.
fn make_known(machine: &mut Machine, variable: Term, value: Term) {
    let place = machine.places.variable(variable);
    make_place_known(machine, place, value);
}

fn make_place_known(machine: &mut Machine, place: PlaceId, value: Term) {
    if machine.places.is_scalar(place) {
        let word = machine.words.of(value);
        machine.assignment.set(place, word);
        return;
    }
    let mut current = value;
    while let (Op::Store, &[before, index, _]) = (current.op(), current.arguments()) {
        if let Some(word) = machine.words.of(index) {
            let element = machine.places.element(place, word);
            make_place_known(machine, element, mk::select(value, index));
        }
        current = before;
    }
}

/// All known values are those of the state.
fn check_known(machine: &Machine, state: &Model) -> Result<(), TestCaseError> {
    for number in 0..machine.places.len() {
        let place = PlaceId::from_usize(number);
        let Some(word) = machine.assignment.get(place) else { continue };
        let found = machine.words.term(word, machine.places.sort(place));
        let part = machine.places.term(place, &machine.words);
        let expected = state.eval(part);
        prop_assert!(!expected.is_value() || found == expected, "{part} is {expected}, not {found}");
    }
    Ok(())
}

fn state_of(variables: &[Term], choices: &[u8]) -> Model {
    let mut state = Model::default();
    for (position, &variable) in variables.iter().enumerate() {
        let from = &choices[(5 * position).min(choices.len())..];
        state.insert(variable, arbitrary::read(&arbitrary::value_from(from, variable.sort())));
    }
    state
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn statements(
        text in arbitrary::any_text(Theories { nonlinear: true, ..Theories::all() }),
        choices in prop::collection::vec(any::<u8>(), 60),
        known in any::<u32>(),
    ) {
        let term = arbitrary::read(&text);
        let target = mk::var("target", term.sort());
        let mut variables = term.free_variables().to_vec();
        let before = state_of(&variables, &choices);
        variables.push(target);
        let value = before.eval(term);
        // The value of a function that the model does not have, or of what SMT-LIB leaves open, may be anything.
        prop_assume!(value.is_value());
        let mut statements = vec![Statement::assign(target, term)];
        if term.sort() == Sort::Bool {
            statements.push(Statement::Assume(if value.is_true() { term } else { mk::not(term) }));
        }
        for statement in statements {
            let is_assignment = matches!(statement, Statement::Assign(_));
            let mut machine = machine(statement, &variables);
            for (position, &variable) in term.free_variables().iter().enumerate() {
                if known >> (position % 32) & 1 == 1 {
                    make_known(&mut machine, variable, before.eval(variable));
                }
            }
            prop_assert!(machine.execute(EdgeId::from_usize(0)).is_ok(), "{term} contradicts");
            let mut after = before.clone();
            if is_assignment {
                after.insert(target, value);
            }
            check_known(&machine, &after)?;
        }
    }

    /// What is computed from known scalars is known.
    #[test]
    fn known_values_give_known_values(
        text in arbitrary::any_text(Theories {
            bit_vectors: true, ints: true, bit_vectors_as_ints: true, ..Theories::default()
        }),
        choices in prop::collection::vec(any::<u8>(), 60),
    ) {
        let term = arbitrary::read(&text);
        let target = mk::var("target", term.sort());
        let before = state_of(term.free_variables(), &choices);
        let value = before.eval(term);
        // All parts are computed, also those that turn out not to matter.
        let mut is_defined = true;
        term.visit_once(|part| is_defined &= before.eval(part).is_value());
        prop_assume!(is_defined);
        let variables: Vec<Term> = term.free_variables().iter().copied().chain([target]).collect();
        let mut machine = machine(Statement::assign(target, term), &variables);
        for &variable in term.free_variables() {
            make_known(&mut machine, variable, before.eval(variable));
        }
        prop_assert!(machine.execute(EdgeId::from_usize(0)).is_ok());
        let place = machine.places.variable(target);
        let found = machine.assignment.get(place).map(|word| machine.words.term(word, term.sort()));
        prop_assert_eq!(found, Some(value));
    }
}

/// What an assumption has just taught about one part is neither a contradiction nor a reason where the same part occurs
/// again: `a = 1 ∧ (a = 1 ∨ b = 1 ∨ c = 1)`, with known and unknown `b` and `c`.
#[test]
fn a_part_that_occurs_twice_is_learnt_once() {
    let variables = ["a", "b", "c"].map(|name| mk::var(name, Sort::Int));
    let [a, b, c] = variables.map(|variable| mk::eq(variable, mk::int(1)));
    let condition = mk::and2(a, mk::or([a, b, c]));
    for known in [&variables[1..1], &variables[1..2], &variables[1..3]] {
        let mut machine = machine(Statement::Assume(condition), &variables);
        for &variable in known {
            make_known(&mut machine, variable, mk::int(0));
        }
        assert!(machine.execute(EdgeId::from_usize(0)).is_ok(), "with {known:?}");
        let values = variables.map(|variable| {
            let place = machine.places.variable(variable);
            machine.assignment.get(place)
        });
        assert_eq!(values[0], machine.words.of(mk::int(1)), "with {known:?}");
        for (variable, value) in variables.iter().zip(values).skip(1) {
            assert_eq!(value.is_some(), known.contains(variable), "{variable} with {known:?}");
        }
    }
}
