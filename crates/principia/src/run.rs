//! `principia run`: one execution of a program.
//!
//! The last line on standard output says how it ended: `EXIT(n)` if the program ended with status n,
//! `VIOLATION(property) at file:line`, or `STOPPED(reason)`.

use std::fmt::Write;

use ::verify::unanswered;
use base::Idx;
use c_lower::lower::{EXIT_STATUS, EXITED, HALT};
use c_lower::options::{Allocation, Arithmetic};
use executions::Arguments;
use frontend::{Front, Request, Source};
use interpreter::{Choices, Ending, Execution, Executor, Given, Random, Step};
use narration::formula;
use program::{LocationId, Provenance, Statement};
use term::{Sort, Term, build as mk};
use verdict::{Verdict, one_line};
use worker::Limits;

use crate::inputs::{Inputs, Number};
use crate::leak_watch::{self, Watching};
use crate::message::{Channel, Ending as WorkerEnding, Message};
use crate::options::RunArguments;
use crate::output::{bad_input, no_worker, print_line, say, show};
use crate::terminal;

/// Executes a program; gives the exit status.
pub fn run(arguments: &RunArguments) -> u8 {
    let limits = Limits { time: arguments.timeout, memory: arguments.memory };
    let chosen = arguments.clone();
    let job = move |channel: &mut Channel| execute(&chosen, channel);
    match worker::run(limits, job, |message| show(message, arguments.color)).map(|run| run.ending) {
        Ok(WorkerEnding::Finished(Message::Ran { notes, ending, status })) => {
            say(&terminal::colored(&notes, terminal::uses_color(arguments.color)));
            print_line(&one_line(&ending));
            status
        }
        Ok(WorkerEnding::Finished(Message::BadInput(text))) => bad_input(&text, arguments.color),
        Ok(other) => {
            let reason = unanswered(other);
            print_line(&format!("STOPPED({})", one_line(&reason.to_string())));
            Verdict::Unknown(reason).exit_status()
        }
        Err(error) => no_worker(&error, arguments.color),
    }
}

/// Executes a program. The last message is returned, the others are sent.
fn execute(arguments: &RunArguments, channel: &mut Channel) -> Message {
    // There is nothing to choose here: bit-vectors are exact.
    let arithmetic = arguments.program.arithmetic.fixed().unwrap_or(Arithmetic::Bitvector);
    let mut options = arguments.program.options();
    if arguments.inputs.as_ref().is_some_and(Inputs::tell_allocations) {
        options.allocation = Allocation::MayFail;
    }
    let loaded = Request::new(&options)
        .and_then(|request| Front::load(&request, &options))
        .and_then(|front| front.lower_to_execute(arithmetic));
    let source = match loaded {
        Ok(source) => source,
        Err(text) => return Message::BadInput(text),
    };
    if !source.warnings.is_empty() {
        channel.send(&Message::Warning(source.warnings.clone()));
    }
    let &[entry] = source.program.entries.as_slice() else {
        let hint = "hint: choose where the execution starts with --entry NAME\n";
        return Message::BadInput(format!(
            "error: the program has {} entries\n{hint}",
            source.program.entries.len()
        ));
    };
    let words = match words_of(arguments) {
        Ok(words) => words,
        Err(text) => {
            return Message::BadInput(format!("error: `{text}` has a quotation that does not end\n"));
        }
    };
    let choices = || with_arguments(choices(arguments), words.as_deref(), source.pointer_size);
    let watched = leak_watch::lost(&source, entry, choices, arguments.max_steps);
    let mut executor = Executor::new(&source.program, Box::new(Watching::new(choices(), watched)));
    if arguments.trace {
        let observer = |step: &Step<'_>| {
            if !step.edge.statement.is_skip() && !step.is_return {
                channel.send(&Message::Trace(trace_line(&source, step)));
            }
        };
        executor = executor.with_observer(Box::new(observer));
    }
    let execution = executor.run(entry, arguments.max_steps);
    let status = executor.global(mk::var(EXIT_STATUS, status_sort(&source)));
    let (ending, code) = describe(&source, &execution, status);
    Message::Ran { notes: notes(&source, &execution), ending, status: code }
}

/// Who decides what the program leaves open.
fn choices(arguments: &RunArguments) -> Box<dyn Choices> {
    match (&arguments.inputs, arguments.seed) {
        (_, Some(seed)) => Box::new(Ranged(Random::new(seed))),
        (Some(Inputs(numbers)), None) => Box::new(Given::new(numbers.iter().map(Number::term))),
        (None, None) => Box::new(Given::default()),
    }
}

/// The words of `--arguments`, if there are some. The error is a text with a quotation that does not end.
fn words_of(arguments: &RunArguments) -> Result<Option<Vec<String>>, &str> {
    let words = arguments.arguments.as_deref().map(|text| shlex::split(text).ok_or(text));
    words.transpose()
}

/// The same choices, but `main` gets these arguments.
fn with_arguments(
    choices: Box<dyn Choices>,
    words: Option<&[String]>,
    pointer_size: u64,
) -> Box<dyn Choices> {
    let Some(words) = words else { return choices };
    let strings = words.iter().map(|word| word.clone().into_bytes()).collect();
    Box::new(WithArguments { choices, arguments: Arguments::new(strings, pointer_size) })
}

/// The sort of the exit status, whose variable exists only if the program calls `exit`.
fn status_sort(source: &Source) -> Sort {
    let is_status = |global: &&Term| global.as_var().is_some_and(|name| name.base.as_str() == EXIT_STATUS);
    source.program.globals.iter().find(is_status).map_or(Sort::Int, |global| global.sort())
}

/// The last line and the exit status.
fn describe(source: &Source, execution: &Execution, status: Option<Term>) -> (String, u8) {
    let (procedure, location) = execution.place;
    match &execution.ending {
        Ending::Finished => match execution.results.first() {
            Some(result) => (format!("EXIT({})", number_text(*result)), 0),
            None => ("EXIT(0)".to_string(), 0),
        },
        Ending::Stuck => match &*source.program.procedures[procedure].locations[location].name {
            EXITED => (format!("EXIT({})", status.map_or_else(|| "0".into(), number_text)), 0),
            HALT => ("STOPPED(abort)".to_string(), 3),
            _ => (format!("STOPPED(no execution goes on here: {})", whereabouts(source, execution)), 3),
        },
        Ending::Violated(violation) => {
            let place = violation.span.map(|span| source.place(span));
            let at = place.map(|place| format!(" at {}:{}", place.file, place.line)).unwrap_or_default();
            (format!("VIOLATION({}){at}", violation.property), 1)
        }
        Ending::Limit(why) => (format!("STOPPED({why})"), 3),
        Ending::StepLimit => (format!("STOPPED(step limit: {})", execution.steps), 3),
        Ending::StackLimit => ("STOPPED(stack overflow)".to_string(), 3),
        Ending::Undetermined(why) => (format!("STOPPED({why})"), 3),
    }
}

/// Where an execution ended.
fn whereabouts(source: &Source, execution: &Execution) -> String {
    let (id, location) = execution.place;
    let procedure = &source.program.procedures[id];
    let edges = procedure.edges.iter().filter(|edge| edge.source == location);
    match edges.filter_map(|edge| edge.provenance.span).min() {
        Some(span) => {
            let place = source.place(span);
            format!("{}:{}", place.file, place.line)
        }
        None => location_text(&procedure.name, location),
    }
}

fn location_text(procedure: &str, location: LocationId) -> String {
    format!("{procedure}, L{}", location.index())
}

/// A number as C would print it.
fn number_text(value: Term) -> String {
    match mk::as_signed_bv(value) {
        Some(number) => number.to_string(),
        None => formula::text(value),
    }
}

/// What else is worth knowing.
fn notes(source: &Source, execution: &Execution) -> String {
    let mut out = String::new();
    if let Ending::Violated(violation) = &execution.ending {
        let place = violation.span.map(|span| format!("{}: ", source.place(span))).unwrap_or_default();
        let _ = writeln!(out, "{place}{}", violation.message);
    }
    if let Some(why) = &execution.overapproximation {
        let _ = writeln!(out, "note: the execution is only one of the model: {why}");
    }
    if let Some((procedure, location)) = execution.choice {
        let place = location_text(&source.program.procedures[procedure].name, location);
        let _ = writeln!(out, "note: several statements could follow ({place}); one was chosen");
    }
    if execution.has_unchecked_axioms {
        let _ = writeln!(out, "note: axioms with quantifiers were not checked");
    }
    out
}

fn trace_line(source: &Source, step: &Step<'_>) -> String {
    let provenance = &step.edge.provenance;
    let place = provenance.span.map(|span| source.place(span));
    let place = place.map(|place| format!("{}:{}", place.file, place.line)).unwrap_or_default();
    let text = provenance.text.trim().trim_end_matches(';');
    let statement = match &step.edge.statement {
        _ if !text.is_empty() => text.to_string(),
        Statement::Call(call) => format!("call {}", source.program.procedures[call.procedure].name),
        statement => formula::cut(statement, 200),
    };
    let changes: Vec<String> = step
        .changes
        .iter()
        .map(|(v, value)| format!("{} == {}", formula::text(*v), number_text(*value)))
        .collect();
    let changes = if changes.is_empty() { String::new() } else { format!("  // {}", changes.join(", ")) };
    format!("{place}  {}{statement}{changes}\n", "  ".repeat(step.depth))
}

/// Choices, but for the arguments of `main`.
struct WithArguments<'c> {
    choices: Box<dyn Choices + 'c>,
    arguments: Arguments,
}

impl Choices for WithArguments<'_> {
    fn input(&mut self, provenance: &Provenance, sort: Sort) -> Term {
        self.choices.input(provenance, sort)
    }

    fn arbitrary(&mut self, provenance: Option<&Provenance>, sort: Sort) -> Option<Term> {
        self.choices.arbitrary(provenance, sort)
    }

    fn initial(&mut self, variable: Term) -> Option<Term> {
        self.arguments.initial(variable)
    }

    fn branch(&mut self, enabled: usize) -> usize {
        self.choices.branch(enabled)
    }
}

/// Random inputs in the ranges of the types that the functions' names tell, so that integers are not refused by
/// the assumption that follows them.
struct Ranged(Random);

impl Choices for Ranged {
    fn input(&mut self, provenance: &Provenance, sort: Sort) -> Term {
        let value = self.0.input(provenance, sort);
        let name = provenance.input.as_deref().unwrap_or("").rsplit("nondet_").next().unwrap_or("");
        let bits = match name {
            "bool" | "_Bool" => 1,
            "char" | "uchar" | "u8" => 8,
            "short" | "ushort" | "u16" => 16,
            _ => 32,
        };
        let is_signed = matches!(name, "char" | "short" | "int" | "long" | "longlong");
        match (sort, interpreter::converted(value, Sort::BitVec(bits))) {
            (Sort::Int, word) if is_signed => mk::sbv_to_int(word),
            (Sort::Int, word) => mk::ubv_to_int(word),
            _ => value,
        }
    }

    fn arbitrary(&mut self, provenance: Option<&Provenance>, sort: Sort) -> Option<Term> {
        self.0.arbitrary(provenance, sort)
    }

    fn branch(&mut self, enabled: usize) -> usize {
        self.0.branch(enabled)
    }
}
