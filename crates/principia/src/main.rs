//! The command line of Principia: the only place that knows options, files and which backend is used.
//!
//! The analysis runs in a worker process ([`worker`]); this side reads the options, enforces the limits and
//! prints. The last line on standard output is the verdict, and the exit status repeats it: 0 TRUE, 1 FALSE,
//! 3 UNKNOWN, 2 bad usage or input.

mod analyse;
mod backend;
mod bench_command;
mod bench_options;
mod columns;
mod counting;
mod evidence_text;
mod explain;
mod formula;
mod frontend;
mod input;
mod json;
mod memory;
mod message;
mod observe;
mod options;
mod progress;
mod report;
mod solvers;
mod statement_text;
mod statistics;
mod table;
mod terminal;
mod worker;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use message::{Message, Progress};
use options::{
    AnalysisArguments, Color, Command, CommandLine, ExplainArguments, LowerArguments, VerifyArguments,
};
use report::{Report, Verdict};
use worker::{Ending, Limits, Run};

/// The exit status for bad usage and bad input.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let status = match CommandLine::parse().command {
        Command::Verify(arguments) => verify(&arguments),
        Command::Explain(arguments) => explain(&arguments),
        Command::Lower(arguments) => lower(&arguments),
        Command::Bench(arguments) => bench_command::bench(&arguments),
        Command::BenchErrands(arguments) => bench_command::errands(&arguments),
        Command::Table(arguments) => bench_command::table(&arguments),
        Command::Plot(arguments) => bench_command::plot(&arguments),
        Command::Compare(arguments) => bench_command::compare(&arguments),
        Command::Solvers(arguments) => solvers::list(arguments.json),
    };
    ExitCode::from(status)
}

/// A run that ended with a verdict.
struct Finished {
    report: Report,
    peak_memory: u64,
}

fn verify(arguments: &VerifyArguments) -> u8 {
    if let Some(path) = arguments.json.as_deref().filter(|path| *path != Path::new("-"))
        && let Err(message) = check_destination(path)
    {
        return bad_input(&message, arguments.color);
    }
    let finished = match analyse(&arguments.file, &arguments.analysis, false, arguments.color, |_| {}) {
        Ok(finished) => finished,
        Err(status) => return status,
    };
    let Finished { report, peak_memory } = &finished;
    if let Some(execution) = &report.counterexample {
        say(&terminal::execution(execution, arguments.verbose));
    }
    if let Some(invariants) = report.proof.as_ref().filter(|_| arguments.show_proof) {
        say(&terminal::proof(invariants));
    }
    if arguments.stats {
        say(&table::render(&report.statistics, *peak_memory));
    }
    if let Some(path) = &arguments.json {
        let document = json::document(&arguments.file, &arguments.analysis, report, *peak_memory);
        if path == Path::new("-") {
            print_line(&document.to_string());
        } else if let Err(error) = json::write_file(path, &document) {
            let message = format!("error: cannot write {}: {error}\n", path.display());
            return bad_input(&message, arguments.color);
        }
    }
    conclude(&report.verdict)
}

fn explain(arguments: &ExplainArguments) -> u8 {
    let width = arguments.width.map_or_else(terminal::width, usize::from);
    let uses_core = arguments.analysis.refine.variant.infeasible_core;
    let mut refinements = Vec::new();
    let on_refinement = |refinement: Box<explain::Refinement>| {
        if arguments.json {
            refinements.push(*refinement);
        } else {
            print_line(&refinement.render(uses_core, width));
        }
    };
    let finished = match analyse(&arguments.file, &arguments.analysis, true, arguments.color, on_refinement) {
        Ok(finished) => finished,
        Err(status) => return status,
    };
    let Finished { report, peak_memory } = &finished;
    if arguments.json {
        let mut document = json::document(&arguments.file, &arguments.analysis, report, *peak_memory);
        document["refinements"] = serde_json::json!(refinements);
        print_line(&document.to_string());
    } else if let Some(execution) = &report.counterexample {
        print_line(&terminal::execution(execution, false));
    }
    conclude(&report.verdict)
}

fn lower(arguments: &LowerArguments) -> u8 {
    let (file, entries, is_check) = (arguments.file.clone(), arguments.entry.clone(), arguments.check);
    let job = move |channel: &mut worker::Channel| analyse::lower(&file, &entries, is_check, channel);
    let run = worker::run(Limits::default(), job, |message| {
        if let Some(Message::Warning(text)) = message {
            say(&terminal::colored(&text, terminal::uses_color(arguments.color)));
        }
    });
    match run.map(|run| run.ending) {
        Ok(Ending::Finished(Message::Text(text))) => {
            let _ = std::io::stdout().write_all(text.as_bytes());
            0
        }
        Ok(Ending::Finished(Message::BadInput(text))) => bad_input(&text, arguments.color),
        Ok(other) => conclude(&unanswered(other).verdict),
        Err(error) => bad_input(&format!("error: cannot start a worker process: {error}\n"), arguments.color),
    }
}

/// The report of a worker that ended without one.
fn unanswered(ending: Ending) -> Report {
    Report::unknown(match ending {
        Ending::Finished(Message::Panicked(text)) => format!("worker died: panic: {text}"),
        Ending::Finished(_) => "worker died: no answer".to_string(),
        Ending::Timeout => "timeout".to_string(),
        Ending::OutOfMemory => "out of memory".to_string(),
        Ending::Died(cause) => format!("worker died: {cause}"),
    })
}

/// Runs the analysis in a worker. The error is an exit status; everything has been said then.
fn analyse(
    file: &Path,
    options: &AnalysisArguments,
    explains: bool,
    color: Color,
    mut on_refinement: impl FnMut(Box<explain::Refinement>),
) -> Result<Finished, u8> {
    let limits = Limits { time: options.timeout, memory: options.memory };
    let (path, choices) = (file.to_path_buf(), options.clone());
    let job = move |channel: &mut worker::Channel| analyse::analyse(&path, &choices, explains, channel);
    let mut line = progress::ProgressLine::new();
    let mut last = Progress::default();
    let run = worker::run(limits, job, |message| {
        match message {
            Some(Message::Progress(progress)) => last = progress,
            Some(Message::Warning(text)) => {
                line.erase();
                say(&terminal::colored(&text, terminal::uses_color(color)));
            }
            Some(Message::Refined(refinement)) => {
                line.erase();
                on_refinement(refinement);
            }
            _ => {}
        }
        line.draw(&last);
    });
    line.erase();
    let Run { ending, peak_memory } =
        run.map_err(|error| bad_input(&format!("error: cannot start a worker process: {error}\n"), color))?;
    let mut report = match ending {
        Ending::Finished(Message::Done(report)) => return Ok(Finished { report: *report, peak_memory }),
        Ending::Finished(Message::BadInput(text)) => return Err(bad_input(&text, color)),
        other => unanswered(other),
    };
    // The worker took its statistics with it; this much has been heard.
    let Progress { iteration, states, trace_length, .. } = last;
    let known = [("iterations", iteration), ("states", states), ("longest trace", trace_length)];
    report.statistics.counters = known.map(|(name, count)| (name.to_string(), count as u64)).to_vec();
    Ok(Finished { report, peak_memory })
}

/// Whether a file could be written there, before time is spent on what goes into it.
fn check_destination(path: &Path) -> Result<(), String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if path.is_dir() {
        return Err(format!("error: cannot write {}: it is a folder\n", path.display()));
    }
    if !folder.is_dir() {
        return Err(format!("error: cannot write {}: there is no such folder\n", path.display()));
    }
    Ok(())
}

/// Prints the verdict and gives its exit status.
fn conclude(verdict: &Verdict) -> u8 {
    print_line(&verdict.to_string());
    verdict.exit_status()
}

fn bad_input(text: &str, color: Color) -> u8 {
    say(&terminal::colored(text, terminal::uses_color(color)));
    BAD_INPUT
}

/// Text for people. If nobody reads it, that is no error.
fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// A line on standard output. If nobody reads it, that is no error.
fn print_line(text: &str) {
    let mut stdout = std::io::stdout();
    let _ = writeln!(stdout, "{text}");
    let _ = stdout.flush();
}
