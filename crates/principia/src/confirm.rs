//! Bit-precise confirmation of a counterexample over integers.
//!
//! The inputs of the counterexample are given to the program over bit-vectors, which is executed. If it reaches a
//! violation of the same property, and no statement on the way is an over-approximation, the violation is real,
//! whatever led to the inputs.

use std::collections::VecDeque;

use base::Span;
use program::execute::{Choices, Ending, Executor, converted};
use program::{Cfg, Counterexample, Provenance};
use term::{Sort, Term, model::default_value};

use crate::frontend::Source;

/// Executions that take longer confirm nothing.
const STEP_LIMIT: u64 = 50_000_000;

/// An input of an execution.
#[derive(Clone, Debug)]
pub struct Input {
    /// Where it is read.
    pub span: Option<Span>,
    /// The value.
    pub value: Term,
}

/// The inputs of a counterexample in their order.
pub fn inputs(cfg: &Cfg, counterexample: &Counterexample) -> Vec<Input> {
    let mut inputs = Vec::new();
    for &(step, _, value) in &counterexample.havocs {
        let provenance = &cfg.edges[counterexample.edges[step]].provenance;
        if provenance.input.is_some() {
            inputs.push(Input { span: provenance.span, value });
        }
    }
    inputs
}

/// Executes a program with inputs that were found in another arithmetic. The error says why that confirms nothing.
pub fn confirm(source: &Source, inputs: Vec<Input>, property: &str) -> Result<(), String> {
    let program = &source.program;
    let &[entry] = program.entries.as_slice() else { return Err("the program has several entries".into()) };
    let choices = Recorded { inputs: inputs.into() };
    let mut executor = Executor::new(program, Box::new(choices));
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

/// Inputs of another execution. Inputs that did not matter may be missing there, so an input is only given where
/// the same statement asks for it.
struct Recorded {
    inputs: VecDeque<Input>,
}

impl Choices for Recorded {
    fn input(&mut self, provenance: &Provenance, sort: Sort) -> Term {
        match self.inputs.front() {
            Some(input) if input.span == provenance.span => {
                let value = input.value;
                self.inputs.pop_front();
                converted(value, sort)
            }
            _ => default_value(sort),
        }
    }

    fn arbitrary(&mut self, _: Sort) -> Option<Term> {
        None
    }

    fn branch(&mut self, _: usize) -> usize {
        0
    }
}
