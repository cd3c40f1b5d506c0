//! Bit-precise confirmation of a counterexample over integers.
//!
//! The inputs of the counterexample are given to the program over bit-vectors, which is executed. If it reaches a
//! violation of the same property, and no statement on the way is an over-approximation, the violation is real,
//! whatever led to the inputs.

use std::fmt;

use executions::{Arguments, Recorded};
use frontend::Source;
use interpreter::{Ending, Execution, Executor};
use program::Violation;

pub use executions::{Chosen, Confirmed, Effort, Input, choices};

/// Executions with so few steps are repeated to learn whether over-approximations on their way matter.
const SHORT: u64 = 100_000;

/// Executes a program with choices that were found in another arithmetic, and gives all inputs that it read, and how
/// many steps it took. The error says why that confirms no violation, of the property if there is one.
pub fn confirm(
    source: &Source,
    chosen: &Chosen,
    property: Option<&str>,
    effort: Effort,
) -> (Result<Confirmed, Unconfirmed>, u64) {
    let program = &source.program;
    let &[entry] = program.entries.as_slice() else {
        return (Err(Unconfirmed::Unknown("the program has several entries".into())), 0);
    };
    let execute = |has_trail: bool| {
        let choices = Recorded::new(chosen, effort);
        let log = choices.log();
        let mut executor = choices.executor(source);
        if has_trail {
            executor = executor.with_trail();
        }
        let mut execution = executor.run(entry, effort.step_limit());
        if let Some(trail) = executor.trail() {
            // Whether it matters what over-approximations made up is known exactly.
            execution.overapproximation = trail.overapproximation.clone();
        }
        (executor, execution, log)
    };
    let (mut executor, mut execution, mut log) = execute(false);
    let is_short = execution.steps <= SHORT;
    if effort == Effort::Optional && execution.overapproximation.is_some() && is_short {
        (executor, execution, log) = execute(true);
    }
    if effort == Effort::Candidate {
        execution.overapproximation = None;
    }
    let steps = execution.steps;
    let confirmed = violation(execution, property).map(|violation| {
        let arguments = Arguments::of_execution(&executor, program, source.pointer_size);
        let (inputs, chosen) = (log.take(), chosen.clone());
        Confirmed { violation, inputs, arguments, steps, chosen, effort }
    });
    (confirmed, steps)
}

/// Whether an execution with these choices reads memory that nobody has written, of which the choices tell nothing.
pub fn reads_unwritten_memory(source: &Source, chosen: &Chosen) -> bool {
    let &[entry] = source.program.entries.as_slice() else { return true };
    let choices = Recorded::new(chosen, Effort::Optional);
    let has_read = choices.has_read_unwritten();
    // Only an execution with a trail asks for elements one by one.
    let mut executor = Executor::new(&source.program, Box::new(choices)).with_trail();
    executor.run(entry, Effort::Optional.step_limit());
    has_read.get()
}

/// Why an execution confirms no violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unconfirmed {
    /// It ends without a violation.
    NoViolation,
    /// An assumption keeps it from going on.
    NotAssumed,
    /// The interpreter does not know, for this reason.
    Unknown(String),
}

impl Unconfirmed {
    /// Whether there is certainly no violation.
    pub fn is_denial(&self) -> bool {
        matches!(self, Unconfirmed::NoViolation | Unconfirmed::NotAssumed)
    }
}

impl fmt::Display for Unconfirmed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unconfirmed::NoViolation => "the execution ends without a violation",
            Unconfirmed::NotAssumed => "an assumption does not hold",
            Unconfirmed::Unknown(why) => why.trim_end(),
        })
    }
}

/// The violation that an execution ends in, if that is certain.
fn violation(execution: Execution, property: Option<&str>) -> Result<Violation, Unconfirmed> {
    let unknown = |why: String| Err(Unconfirmed::Unknown(why));
    let violation = match execution.ending {
        Ending::Violated(violation) if property.is_none_or(|name| *violation.property == *name) => violation,
        Ending::Violated(violation) => return unknown(format!("{} is violated instead", violation.property)),
        Ending::Finished => return Err(Unconfirmed::NoViolation),
        Ending::Stuck => return Err(Unconfirmed::NotAssumed),
        Ending::Limit(why) => return unknown(why.to_string()),
        Ending::StepLimit | Ending::StackLimit => return unknown("the execution is too long".into()),
        Ending::Undetermined(why) => return unknown(why.to_string()),
    };
    if let Some(why) = execution.overapproximation {
        return unknown(format!("over-approximation: {why}"));
    }
    if execution.has_unchecked_axioms {
        return unknown("there are axioms".into());
    }
    Ok(violation)
}
