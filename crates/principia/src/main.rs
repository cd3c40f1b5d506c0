//! The command line of Principia: the only place that knows options, files and which backend is used.
//!
//! The analysis runs in a worker process (`worker`); this side reads the options, enforces the limits and
//! prints. The last line on standard output is the verdict, and the exit status repeats it: 0 TRUE, 1 FALSE,
//! 3 UNKNOWN, 2 bad usage or input.

mod analyse;
mod backend;
mod bench_command;
mod bench_options;
mod catalogues;
mod check;
mod confirm;
mod counting;
mod executing;
mod explain;
mod graph;
mod json;
mod message;
mod observe;
mod options;
mod party;
mod program_options;
mod progress;
mod recursion;
mod replay;
mod run;
mod search;
mod settings;
mod solvers;
mod statistics;
mod strategy_options;
mod supervise;
mod terminal;
mod trial;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use verdict::{Verdict, one_line};

use message::{Channel, Ending, Message, Wishes};
use options::{
    Color, Command, CommandLine, ExplainArguments, LowerArguments, RunArguments, StrategiesArguments,
    VerifyArguments,
};
use report::{page, sarif, table};
use settings::Settings;
use supervise::{Finished, supervise, unanswered};
use witnessing::export::WitnessFormat;
use worker::Limits;

/// The exit status for bad usage and bad input.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let status = match &CommandLine::parse().command {
        Command::Verify(arguments) => verify(arguments),
        Command::Explain(arguments) => explain(arguments),
        Command::Lower(arguments) => lower(arguments),
        Command::Bench(arguments) => bench_command::bench(arguments),
        Command::BenchErrands(arguments) => bench_command::errands(arguments),
        Command::Table(arguments) => bench_command::table(arguments),
        Command::Plot(arguments) => bench_command::plot(arguments),
        Command::Compare(arguments) => bench_command::compare(arguments),
        Command::Run(arguments) => run(arguments),
        Command::Check(arguments) => check::check(arguments),
        Command::Solvers(arguments) => solvers::list(arguments.json),
        Command::Engines => print_text(&catalogues::engines()),
        Command::Strategies(StrategiesArguments { name: None }) => print_text(&catalogues::strategies()),
        Command::Strategies(StrategiesArguments { name: Some(name) }) => match catalogues::strategy(name) {
            Ok(text) => print_text(&text),
            Err(text) => bad_input(&text, Color::Auto),
        },
    };
    ExitCode::from(status)
}

fn verify(arguments: &VerifyArguments) -> u8 {
    let json = arguments.json.as_deref().filter(|path| *path != Path::new("-"));
    let others = [&arguments.harness, &arguments.sarif, &arguments.witness, &arguments.report];
    let others = others.map(|path| path.as_deref());
    for path in others.into_iter().chain([json]).flatten() {
        if let Err(message) = check_destination(path) {
            return bad_input(&message, arguments.color);
        }
    }
    let format = match arguments.witness.as_deref().map(WitnessFormat::of).transpose() {
        Ok(format) => format,
        Err(text) => return bad_input(&text, arguments.color),
    };
    let tells_invariants = arguments.show_invariants || format.is_some() || arguments.report.is_some();
    let settings = match arguments.analysis.settings(arguments.program.arithmetic.fixed()) {
        Ok(settings) => Settings { tells_invariants, witness: format, ..settings },
        Err(text) => return bad_input(&text, arguments.color),
    };
    let wishes =
        Wishes { executes: !arguments.no_execute, draws: arguments.report.is_some(), ..Wishes::default() };
    let mut refinements = Vec::new();
    let on_refinement = |refinement: Box<explain::Refinement>| refinements.push(*refinement);
    let finished = match supervise(&arguments.program.options(), &settings, wishes, arguments.color, on_refinement) {
        Ok(finished) => finished,
        Err(text) => return bad_input(&text, arguments.color),
    };
    let Finished { report, peak_memory, .. } = &finished;
    if let Some(execution) = &report.counterexample {
        let text = terminal::execution(execution, arguments.verbose);
        say(&terminal::colored(&text, terminal::uses_color(arguments.color)));
    }
    if let Some(replayed) = &report.replayed {
        say(&format!("{replayed}\n"));
    }
    if let Some(invariants) = report.proof.as_ref().filter(|_| arguments.show_proof) {
        say(&terminal::proof(invariants));
    }
    if arguments.show_invariants && report.verdict == Verdict::True {
        say(&terminal::source_invariants(report.invariants.as_deref().unwrap_or_default()));
    }
    for assumption in &report.assumptions {
        say(&format!("assumed: {assumption}\n"));
    }
    if arguments.stats {
        say(&format!("strategy {}\n", catalogues::describe(&settings.strategy)));
        if let Some(arithmetic) = &report.arithmetic {
            say(&format!("answered in {arithmetic} arithmetic\n"));
        }
        if let Some(tried) = &report.tried {
            say(&format!("{}\n", tried.describe()));
        }
        say(&table::render(&report.statistics, *peak_memory));
        say(&table::parties(&report.parties));
    }
    if let Err(message) = write_evidence(arguments, &settings, &finished, &refinements) {
        return bad_input(&message, arguments.color);
    }
    if let Some(path) = &arguments.json {
        let document = json::document(&arguments.program, &arguments.analysis, &settings.strategy, report, *peak_memory);
        if path == Path::new("-") {
            print_line(&document.to_string());
        } else if let Err(error) = json::write_file(path, &document) {
            let message = format!("error: cannot write {}: {error}\n", path.display());
            return bad_input(&message, arguments.color);
        }
    }
    conclude(&report.verdict)
}

/// Writes what others can use. The error is text for people.
fn write_evidence(
    arguments: &VerifyArguments,
    settings: &Settings,
    finished: &Finished,
    refinements: &[explain::Refinement],
) -> Result<(), String> {
    let Finished { report, peak_memory, drawing, iterations, .. } = finished;
    let failed = |path: &Path, error| format!("error: cannot write {}: {error}\n", path.display());
    if let Some(path) = &arguments.sarif {
        json::write_file(path, &sarif::document(report)).map_err(|error| failed(path, error))?;
    }
    if let Some(path) = &arguments.witness {
        match &report.witness {
            Some(text) => json::write_text(path, text).map_err(|error| failed(path, error))?,
            None => say("note: there is no witness: the program is not in C, or there is no verdict\n"),
        }
    }
    if let (Some(path), Some(replay)) = (&arguments.harness, &report.replay) {
        match &replay.harness {
            Ok(text) => json::write_text(path, text).map_err(|error| failed(path, error))?,
            Err(why) => say(&format!("note: there is no harness: {why}\n")),
        }
    }
    if let Some(path) = &arguments.report {
        let document = json::document(&arguments.program, &arguments.analysis, &settings.strategy, report, *peak_memory);
        let content =
            page::Content { report, document, drawing: drawing.as_deref(), refinements, iterations };
        json::write_text(path, &page::page(&content)).map_err(|error| failed(path, error))?;
    }
    Ok(())
}

fn explain(arguments: &ExplainArguments) -> u8 {
    let width = arguments.width.map_or_else(terminal::width, usize::from);
    let settings = match arguments.analysis.settings(arguments.program.arithmetic.fixed()) {
        Ok(settings) => Settings { strategy: settings.strategy.for_explanation(), workers: 1, ..settings },
        Err(text) => return bad_input(&text, arguments.color),
    };
    let mut refinements = Vec::new();
    let on_refinement = |refinement: Box<explain::Refinement>| {
        if arguments.json {
            refinements.push(*refinement);
        } else {
            print_line(&refinement.render(width));
        }
    };
    let wishes = Wishes { explains: true, ..Wishes::default() };
    let finished = match supervise(&arguments.program.options(), &settings, wishes, arguments.color, on_refinement) {
        Ok(finished) => finished,
        Err(text) => return bad_input(&text, arguments.color),
    };
    let Finished { report, peak_memory, .. } = &finished;
    if arguments.json {
        let mut document = json::document(&arguments.program, &arguments.analysis, &settings.strategy, report, *peak_memory);
        document["refinements"] = serde_json::json!(refinements);
        print_line(&document.to_string());
    } else if let Some(execution) = &report.counterexample {
        print_line(&terminal::execution(execution, false));
    }
    conclude(&report.verdict)
}

fn lower(arguments: &LowerArguments) -> u8 {
    let start = Instant::now();
    let chosen = arguments.clone();
    let job = move |channel: &mut Channel| analyse::lower(&chosen, channel);
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

fn run(arguments: &RunArguments) -> u8 {
    let limits = Limits { time: arguments.timeout, memory: arguments.memory };
    let chosen = arguments.clone();
    let job = move |channel: &mut Channel| run::run(&chosen, channel);
    match worker::run(limits, job, |message| show(message, arguments.color)).map(|run| run.ending) {
        Ok(Ending::Finished(Message::Ran { notes, ending, status })) => {
            say(&terminal::colored(&notes, terminal::uses_color(arguments.color)));
            print_line(&one_line(&ending));
            status
        }
        Ok(Ending::Finished(Message::BadInput(text))) => bad_input(&text, arguments.color),
        Ok(other) => {
            let reason = unanswered(other);
            print_line(&format!("STOPPED({})", one_line(&reason.to_string())));
            Verdict::Unknown(reason).exit_status()
        }
        Err(error) => no_worker(&error, arguments.color),
    }
}

/// Shows what a worker says on the way.
fn show(message: Option<Message>, color: Color) {
    match message {
        Some(Message::Warning(text)) => say(&terminal::colored(&text, terminal::uses_color(color))),
        Some(Message::Trace(text)) => say(&text),
        _ => {}
    }
}

fn no_worker(error: &std::io::Error, color: Color) -> u8 {
    bad_input(&without_worker(error), color)
}

fn without_worker(error: &std::io::Error) -> String {
    format!("error: cannot start a worker process: {error}\n")
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

/// Text on standard output; gives the exit status. If nobody reads it, that is no error.
fn print_text(text: &str) -> u8 {
    let _ = std::io::stdout().write_all(text.as_bytes());
    0
}

/// A line on standard output. If nobody reads it, that is no error.
fn print_line(text: &str) {
    let mut stdout = std::io::stdout();
    let _ = writeln!(stdout, "{text}");
    let _ = stdout.flush();
}
