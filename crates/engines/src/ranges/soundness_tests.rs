//! Random statements in random states: whatever execution a state allows is allowed by one of the states behind the
//! statement, also after rounding.

use base::index::Idx;
use program::{Cfg, EdgeId, Interval, Provenance, Statement};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use term::arbitrary::{self, Theories};
use term::{Model, Sort, Term, build as mk};

use super::state::State;
use super::thresholds::Thresholds;
use super::transfer::Machine;

fn number(value: Term) -> i128 {
    Interval::of_constant(value).and_then(Interval::value).expect("a number or a Boolean")
}

/// Whether a state allows the values of a model.
fn allows(machine: &Machine, state: &State, model: &Model) -> bool {
    machine.variables.iter().zip(state.iter()).all(|(variable, values)| {
        let value = model.eval(*variable);
        !value.is_value() || Interval::point(number(value)).is_within(values)
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(3),
        ..ProptestConfig::default()
    })]

    #[test]
    fn executions_are_allowed(
        text in arbitrary::any_text(Theories { ints: true, nonlinear: true, ..Theories::default() }),
        choices in prop::collection::vec(any::<u8>(), 60),
        widths in prop::collection::vec(0_i128..6, 20),
    ) {
        let term = arbitrary::read(&text);
        let target = mk::var("target", term.sort());
        let mut before = Model::default();
        for (position, &variable) in term.free_variables().iter().enumerate() {
            let from = &choices[(5 * position).min(choices.len())..];
            before.insert(variable, arbitrary::read(&arbitrary::value_from(from, variable.sort())));
        }
        let value = before.eval(term);
        if !value.is_value() {
            return Ok(()); // a quotient by zero may be anything
        }
        let mut after = before.clone();
        after.insert(target, value);
        let mut statements = vec![(Statement::assign(target, term), after)];
        if term.sort() == Sort::Bool {
            let condition = if value.is_true() { term } else { mk::not(term) };
            statements.push((Statement::Assume(condition), before.clone()));
        }
        for (statement, after) in statements {
            let variables = term.free_variables().iter().copied().chain([target]).collect();
            let mut cfg = Cfg { variables, ..Cfg::new() };
            let end = cfg.locations.push(program::Location::default());
            cfg.add_edge(cfg.entry, end, statement, Provenance::default());
            let mut machine = Machine::new(&cfg);
            let around = |(position, variable): (usize, &Term)| {
                let value = before.eval(*variable);
                if *variable == target || variable.sort() == Sort::Bool || !value.is_value() {
                    return Interval::of_sort(variable.sort());
                }
                let (below, above) = (widths[position % 20], widths[(position + 7) % 20]);
                let value = number(value);
                Interval::new(Some(value - below), Some(value + above)).expect("not empty")
            };
            let state: State = machine.variables.iter().enumerate().map(around).collect();
            let states = machine.execute(&cfg, EdgeId::from_usize(0), state);
            prop_assert!(states.iter().any(|state| allows(&machine, state, &after)), "{term}: {states:?}");
            let thresholds = Thresholds::of(&cfg, &machine.variables, &machine.numbers);
            let rounded = |state: &State| {
                let round = |(number, values): (usize, Interval)| match machine.variables[number].sort() {
                    Sort::Int => thresholds.round(number, values),
                    _ => values,
                };
                state.iter().enumerate().map(round).collect::<State>()
            };
            prop_assert!(states.iter().any(|state| allows(&machine, &rounded(state), &after)), "{term}");
        }
    }
}
