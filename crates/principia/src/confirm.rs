//! Bit-precise confirmation of a counterexample over integers.
//!
//! The inputs of the counterexample are given to the program over bit-vectors, which is executed. If it reaches a
//! violation of the same property, and no statement on the way is an over-approximation, the violation is real,
//! whatever led to the inputs.

use std::collections::VecDeque;

use base::Span;
use program::execute::{Choices, Ending, Executor, converted};
use program::{Cfg, Counterexample, Provenance};
use rustc_hash::FxHashMap;
use term::{Sort, Term, model::default_value};

use crate::frontend::Source;

/// Executions that take longer confirm nothing.
const STEP_LIMIT: u64 = 50_000_000;

/// What the program leaves open, as an execution chose it.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// The inputs in their order: where they are read, and their values.
    pub inputs: VecDeque<(Option<Span>, Term)>,
    /// Other numbers, by the place of the statement that makes them arbitrary.
    others: FxHashMap<Span, VecDeque<Term>>,
}

/// The choices of a counterexample.
pub fn choices(cfg: &Cfg, counterexample: &Counterexample) -> Chosen {
    let mut chosen = Chosen::default();
    for &(step, _, value) in &counterexample.havocs {
        let provenance = &cfg.edges[counterexample.edges[step]].provenance;
        if provenance.input.is_some() {
            chosen.inputs.push_back((provenance.span, value));
        } else if let Some(span) = provenance.span
            && is_number(value.sort())
        {
            chosen.others.entry(span).or_default().push_back(value);
        }
    }
    chosen
}

fn is_number(sort: Sort) -> bool {
    matches!(sort, Sort::Bool | Sort::Int | Sort::BitVec(_))
}

/// Executes a program with choices that were found in another arithmetic. The error says why that confirms nothing.
pub fn confirm(source: &Source, chosen: Chosen, property: &str) -> Result<(), String> {
    let program = &source.program;
    let &[entry] = program.entries.as_slice() else { return Err("the program has several entries".into()) };
    let mut executor = Executor::new(program, Box::new(chosen));
    let execution = executor.run(entry, STEP_LIMIT);
    match execution.ending {
        Ending::Violated(violation) if *violation.property == *property => {}
        Ending::Violated(violation) => return Err(format!("{} is violated instead", violation.property)),
        Ending::Finished => return Err("the execution ends without a violation".into()),
        Ending::Stuck => return Err("an assumption does not hold".into()),
        Ending::Limit(why) => return Err(why.to_string()),
        Ending::StepLimit | Ending::StackLimit => return Err("the execution is too long".into()),
        Ending::Undetermined(why) => return Err(why.to_string()),
    }
    match execution.overapproximation {
        Some(why) => Err(format!("over-approximation: {why}")),
        None if execution.has_unchecked_axioms => Err("there are axioms".into()),
        None => Ok(()),
    }
}

/// The other execution may have fewer choices (some do not matter) or more (what is exact here is arbitrary there),
/// so a value is only used by the statement that it belongs to.
impl Choices for Chosen {
    fn input(&mut self, provenance: &Provenance, sort: Sort) -> Term {
        match self.inputs.front() {
            Some(&(span, value)) if span == provenance.span => {
                self.inputs.pop_front();
                converted(value, sort)
            }
            _ => default_value(sort),
        }
    }

    fn arbitrary(&mut self, provenance: Option<&Provenance>, sort: Sort) -> Option<Term> {
        let span = provenance?.span.filter(|_| is_number(sort))?;
        self.others.get_mut(&span)?.pop_front().map(|value| converted(value, sort))
    }

    fn branch(&mut self, _: usize) -> usize {
        0
    }
}
