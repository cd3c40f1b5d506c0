//! `principia lower`: the core program of a source file; and whether a file can be read at all.

use std::io::Write;
use std::time::Instant;

use ::verify::unanswered;
use base::Arithmetic;
use frontend::{Front, ProgramOptions, Request};
use program::{Copying, CoreProgram, DomainTypes, InlineError};
use verdict::Verdict;
use worker::Limits;

use crate::message::{Channel, Ending, Message};
use crate::options::LowerArguments;
use crate::output::{bad_input, conclude, no_worker, say, show, without_worker};

/// Lowers a program; gives the exit status.
pub fn lower(arguments: &LowerArguments) -> u8 {
    let start = Instant::now();
    let chosen = arguments.clone();
    let job = move |channel: &mut Channel| lowered(&chosen, channel);
    let run = match worker::run(Limits::default(), job, |message| show(message, arguments.color)) {
        Ok(run) => run,
        Err(error) => return no_worker(&error, arguments.color),
    };
    let status = match run.ending {
        Ending::Finished(Message::Text(text)) => {
            let _ = std::io::stdout().write_all(text.as_bytes());
            0
        }
        Ending::Finished(Message::BadInput(text)) => bad_input(&text, arguments.color),
        other => conclude(&Verdict::Unknown(unanswered(other))),
    };
    if arguments.stats {
        let (seconds, megabytes) = (start.elapsed().as_secs_f64(), run.peak_memory as f64 / (1 << 20) as f64);
        say(&format!("{seconds:.3} s, {megabytes:.0} MB\n"));
    }
    status
}

/// The core program of a source file, or only whether there is one.
fn lowered(arguments: &LowerArguments, channel: &mut Channel) -> Message {
    let arithmetic = arguments.program.arithmetic.fixed().unwrap_or(Arithmetic::Bitvector);
    let loaded = Request::new(&arguments.program.options())
        .and_then(|request| Front::load(&request, &arguments.program.options()))
        .and_then(|front| front.lower(arithmetic));
    let source = match loaded {
        Ok(source) => source,
        Err(text) => return Message::BadInput(text),
    };
    if !source.warnings.is_empty() {
        channel.send(&Message::Warning(source.warnings));
    }
    if arguments.types {
        return types_of(&source.program);
    }
    Message::Text(match (arguments.check, arguments.text) {
        (true, _) => String::new(),
        (false, true) => source.program.to_text(),
        (false, false) => source.program.to_string(),
    })
}

/// How a program uses its variables, one line for each.
fn types_of(program: &CoreProgram) -> Message {
    let cfg = match program::inline_sharing(program, &Copying::default()) {
        Ok(cfg) => cfg,
        Err(InlineError::TooLarge { limit }) => {
            let why = format!("error: the program with its calls inlined has more than {limit} statements\n");
            return Message::BadInput(why);
        }
    };
    let types = DomainTypes::of(&cfg);
    let width = cfg.variables.iter().map(|variable| variable.to_string().chars().count()).max().unwrap_or(0);
    let line = |variable: &term::Term| {
        let (kind, name) = (types.get(*variable), variable.to_string());
        format!("{name:width$}  {:12}  {:>5}\n", kind.name(), kind.score())
    };
    Message::Text(cfg.variables.iter().map(line).collect())
}

/// Whether a program can be read. The error is text for people.
pub fn load_only(program: &ProgramOptions) -> Result<(), String> {
    let chosen = program.clone();
    let job = move |_: &mut Channel| match Request::new(&chosen)
        .and_then(|request| Front::load(&request, &chosen))
    {
        Ok(_) => Message::Text(String::new()),
        Err(text) => Message::BadInput(text),
    };
    match worker::run(Limits::default(), job, |_| {}).map(|run| run.ending) {
        Ok(Ending::Finished(Message::BadInput(text))) => Err(text),
        Ok(_) => Ok(()),
        Err(error) => Err(without_worker(&error)),
    }
}
