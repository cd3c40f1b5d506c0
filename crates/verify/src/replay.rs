//! Counterexamples of C programs that a compiler is to execute: what the interpreter tells about them.

use c_lower::options::Arithmetic;
use executions::{Chosen, Effort, Input};
use frontend::CProgram;
use native::replay::Interpreted;
use report::Execution;
use report::native::Replay;

use crate::confirm::{Unconfirmed, confirm, reads_unwritten_memory};

/// Prepares the execution of a counterexample with these choices. `confirmed` is what the interpreter says about
/// them: all inputs that it read, or why it confirms nothing.
pub fn prepare(
    program: &CProgram,
    chosen: &Chosen,
    confirmed: Result<Vec<Input>, Unconfirmed>,
    execution: &Execution,
) -> Option<Replay> {
    let found: Vec<Input> = chosen.inputs.iter().cloned().collect();
    let is_denied = confirmed.as_ref().is_err_and(Unconfirmed::is_denial);
    let lowered = || program.lower_to_execute(Arithmetic::Bitvector);
    let property = Some(execution.property.as_str());
    let repeats = |seed| {
        let runs = |source| confirm(&source, chosen, property, Effort::Random(seed)).0.is_ok();
        lowered().is_ok_and(runs)
    };
    let is_complete = || repeats(1) && repeats(2);
    let reads_unwritten = || lowered().map_or(true, |source| reads_unwritten_memory(&source, chosen));
    let interpreted = Interpreted {
        found: &found,
        confirmed: confirmed.map_err(|why| why.to_string()),
        arguments: chosen.arguments.as_ref(),
        is_denied,
        is_complete: &is_complete,
        reads_unwritten: &reads_unwritten,
    };
    native::replay::prepare(program, &interpreted, execution)
}
