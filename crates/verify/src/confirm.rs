//! Bit-precise confirmation of a counterexample over integers.
//!
//! The inputs of the counterexample are given to the program over bit-vectors, which is executed. If it reaches a
//! violation of the same property, and no statement on the way is an over-approximation, the violation is real,
//! whatever led to the inputs.

use executions::Recorded;
use frontend::Source;
use interpreter::{Ending, Execution, Executor};
use program::Violation;

pub use executions::{Chosen, Confirmed, Effort, Input, choices};

/// Executes a program with choices that were found in another arithmetic, and gives all inputs that it read, and how
/// many steps it took. The error says why that confirms no violation, of the property if there is one.
pub fn confirm(
    source: &Source,
    chosen: &Chosen,
    property: Option<&str>,
    effort: Effort,
) -> (Result<Confirmed, String>, u64) {
    let program = &source.program;
    let &[entry] = program.entries.as_slice() else {
        return (Err("the program has several entries".into()), 0);
    };
    let choices = Recorded::new(chosen, effort);
    let log = choices.log();
    let mut executor = choices.executor(source);
    let mut execution = executor.run(entry, effort.step_limit());
    if let Some(trail) = executor.trail() {
        // Whether it matters what over-approximations made up is known exactly.
        execution.overapproximation = trail.overapproximation.clone();
    }
    if effort == Effort::Candidate {
        execution.overapproximation = None;
    }
    let steps = execution.steps;
    let confirmed = violation(execution, property).map(|violation| {
        let (inputs, chosen) = (log.take(), chosen.clone());
        Confirmed { violation, inputs, steps, chosen, effort }
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

/// What is said of executions that end without a violation, and of those that do not go on.
const NO_VIOLATION: &str = "the execution ends without a violation";
const NOT_ASSUMED: &str = "an assumption does not hold";

/// Whether the interpreter says that there is no violation, and not only that it does not know.
pub fn is_denied(why: &str) -> bool {
    [NO_VIOLATION, NOT_ASSUMED].contains(&why)
}

/// The violation that an execution ends in, if that is certain.
pub fn violation(execution: Execution, property: Option<&str>) -> Result<Violation, String> {
    let violation = match execution.ending {
        Ending::Violated(violation) if property.is_none_or(|name| *violation.property == *name) => violation,
        Ending::Violated(violation) => return Err(format!("{} is violated instead", violation.property)),
        Ending::Finished => return Err(NO_VIOLATION.into()),
        Ending::Stuck => return Err(NOT_ASSUMED.into()),
        Ending::Limit(why) => return Err(why.to_string()),
        Ending::StepLimit | Ending::StackLimit => return Err("the execution is too long".into()),
        Ending::Undetermined(why) => return Err(why.to_string()),
    };
    if let Some(why) = execution.overapproximation {
        return Err(format!("over-approximation: {why}"));
    }
    if execution.has_unchecked_axioms {
        return Err("there are axioms".into());
    }
    Ok(violation)
}
