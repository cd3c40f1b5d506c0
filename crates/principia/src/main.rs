//! The command line of Principia: the only place that knows options, files and which backend is used.
//!
//! The analysis runs in a worker process (`worker`); this side reads the options, enforces the limits and
//! prints. The last line on standard output is the verdict, and the exit status repeats it: 0 TRUE, 1 FALSE,
//! 3 UNKNOWN, 2 bad usage or input.

mod bench_command;
mod bench_options;
mod catalogues;
mod check;
mod color;
mod explain;
mod inputs;
mod json;
mod leak_watch;
mod lower;
mod message;
mod options;
mod output;
mod program_options;
mod progress;
mod properties;
mod run;
mod scan;
mod scan_options;
mod shell;
mod solvers;
mod standard_input;
mod strategy_options;
mod terminal;
mod verify;
mod watcher;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use color::Color;
use options::{Command, CommandLine, StrategiesArguments};
use output::{bad_input, print_text};

fn main() -> ExitCode {
    let mut command = CommandLine::parse().command;
    let kept = match files(&mut command).map(standard_input::keep).transpose() {
        Ok(kept) => kept.flatten(),
        Err(text) => return ExitCode::from(bad_input(&text, Color::Auto)),
    };
    let status = match &command {
        Command::Verify(arguments) => verify::verify(arguments),
        Command::Explain(arguments) => explain::explain(arguments),
        Command::Lower(arguments) => lower::lower(arguments),
        Command::Properties(arguments) => properties::list(arguments),
        Command::Bench(arguments) => bench_command::bench(arguments),
        Command::BenchErrands(arguments) => bench_command::errands(arguments),
        Command::Table(arguments) => bench_command::table(arguments),
        Command::Plot(arguments) => bench_command::plot(arguments),
        Command::Compare(arguments) => bench_command::compare(arguments),
        Command::Scan(arguments) => scan::scan(arguments),
        Command::Run(arguments) => run::run(arguments),
        Command::Check(arguments) => check::check(arguments),
        Command::Solvers(arguments) => solvers::solvers(arguments),
        Command::Completions(arguments) => shell::completions(arguments.shell),
        Command::Man(arguments) => shell::man(arguments.folder.as_deref()),
        Command::Engines => print_text(&catalogues::engines()),
        Command::Strategies(StrategiesArguments { name: None }) => print_text(&catalogues::strategies()),
        Command::Strategies(StrategiesArguments { name: Some(name) }) => match catalogues::strategy(name) {
            Ok(text) => print_text(&text),
            Err(text) => bad_input(&text, Color::Auto),
        },
    };
    drop(kept);
    ExitCode::from(status)
}

/// The files that a command reads, if one of them may be standard input.
fn files(command: &mut Command) -> Option<&mut [PathBuf]> {
    Some(match command {
        Command::Verify(arguments) => &mut arguments.program.files,
        Command::Explain(arguments) => &mut arguments.program.files,
        Command::Lower(arguments) => &mut arguments.program.files,
        Command::Properties(arguments) => &mut arguments.program.files,
        Command::Run(arguments) => &mut arguments.program.files,
        _ => return None,
    })
}
