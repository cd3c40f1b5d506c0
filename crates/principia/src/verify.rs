//! `principia verify`: verifies a program and writes what is asked for.

use std::io;
use std::path::Path;

use ::verify::{Finished, Settings, Watcher, Wishes, list_obligations, verify_all};
use frontend::Request;
use report::help::Help;
use report::refinement::Refinement;
use report::{Execution, Status};
use report::{page, sarif, table};
use serde_json::Value;
use verdict::Verdict;
use witnessing::export::WitnessFormat;
use worker::Limits;

use crate::options::VerifyArguments;
use crate::output::{bad_input, conclude, print_line, say};
use crate::watcher::Watching;
use crate::{catalogues, json, terminal};

/// Verifies a program; gives the exit status.
pub fn verify(arguments: &VerifyArguments) -> u8 {
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
    let tells_invariants =
        arguments.show_invariants || arguments.show_proof || format.is_some() || arguments.report.is_some();
    let settings = match arguments.analysis.settings(arguments.program.arithmetic.fixed()) {
        Ok(settings) => Settings { tells_invariants, witness: format, ..settings },
        Err(text) => return bad_input(&text, arguments.color),
    };
    let wishes =
        Wishes { executes: !arguments.no_execute, draws: arguments.report.is_some(), ..Wishes::default() };
    worker::defer_interrupts();
    let mut refinements = Vec::new();
    let mut watcher = Watching::new(arguments.color, |refinement| refinements.push(refinement));
    let finished = match answer(arguments, &settings, wishes, &mut watcher) {
        Ok(finished) => finished,
        Err(text) => return ended(bad_input(&text, arguments.color)),
    };
    tell(arguments, &settings, &finished);
    let Finished { report, peak_memory, .. } = &finished;
    let strategy = &settings.strategy;
    let document = || json::document(&arguments.program, &arguments.analysis, strategy, report, *peak_memory);
    if arguments.json.as_deref() == Some(Path::new("-")) {
        print_line(&document().to_string());
    }
    // The verdict comes before files: whatever becomes of them, it is told.
    let status = conclude(&report.verdict);
    for message in write_files(arguments, &finished, &refinements, json, &document) {
        bad_input(&message, arguments.color);
    }
    ended(status)
}

/// The exit status, unless an interrupt decides about it.
fn ended(status: u8) -> u8 {
    worker::interrupted().map_or(status, |signal| (128 + signal) as u8)
}

/// Says what people want to know before the verdict.
fn tell(arguments: &VerifyArguments, settings: &Settings, finished: &Finished) {
    let Finished { report, peak_memory, .. } = finished;
    let in_words = |execution: &Execution| {
        let command = arguments.program.run_command(&execution.property);
        terminal::execution(execution, &command, arguments.verbose)
    };
    if let Some(execution) = &report.counterexample {
        let text = in_words(execution);
        say(&terminal::colored(&text, terminal::uses_color(arguments.color)));
    }
    if let Some(replayed) = &report.replayed {
        say(&format!("{replayed}\n"));
    }
    for decided in report.obligations.iter().filter(|_| arguments.all_violations) {
        if let Status::Violated { execution } = &decided.status
            && report.counterexample.as_ref() != Some(execution)
        {
            let text = in_words(execution);
            say(&terminal::colored(&text, terminal::uses_color(arguments.color)));
        }
    }
    say(&terminal::obligations(&report.obligations));
    if let Some(invariants) = report.proof.as_ref().filter(|_| arguments.show_proof) {
        say(&terminal::proof(invariants, report.invariants.as_deref().unwrap_or_default()));
    }
    if arguments.show_invariants && report.verdict == Verdict::True {
        say(&terminal::source_invariants(report.invariants.as_deref().unwrap_or_default()));
    }
    if let Some(help) = Help::of(report) {
        say(&terminal::colored(&help.text(), terminal::uses_color(arguments.color)));
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
}

/// One answer, or one for each obligation if there are several questions. The error is text for people.
fn answer(
    arguments: &VerifyArguments,
    settings: &Settings,
    wishes: Wishes,
    watcher: &mut dyn Watcher,
) -> Result<Finished, String> {
    let program = arguments.program.people_options();
    let limits = Limits { time: settings.time, memory: settings.memory };
    if arguments.all_violations || Request::new(&program)?.is_combined {
        let obligations = list_obligations(&program, &settings.strategy, limits)?;
        if obligations.len() > 1 {
            return verify_all(&program, settings, wishes, obligations, watcher);
        }
    }
    ::verify::verify(&program, settings, wishes, watcher)
}

/// Writes what others can use, as far as it can be written. Gives what is wrong with the rest, for people.
fn write_files(
    arguments: &VerifyArguments,
    finished: &Finished,
    refinements: &[Refinement],
    json: Option<&Path>,
    document: &dyn Fn() -> Value,
) -> Vec<String> {
    let Finished { report, drawing, iterations, exploration, .. } = finished;
    let mut messages = Vec::new();
    let mut note = |path: &Path, result: io::Result<()>| {
        if let Err(error) = result {
            messages.push(format!("error: cannot write {}: {error}\n", path.display()));
        }
    };
    if let Some(path) = json {
        note(path, json::write_file(path, &document()));
    }
    if let Some(path) = &arguments.sarif {
        note(path, json::write_file(path, &sarif::document(report)));
    }
    if let Some(path) = &arguments.witness {
        match &report.witness {
            Some(text) => note(path, json::write_text(path, text)),
            None => say("note: there is no witness: the program is not in C, or there is no verdict\n"),
        }
    }
    if let (Some(path), Some(replay)) = (&arguments.harness, &report.replay) {
        match &replay.harness {
            Ok(text) => note(path, json::write_text(path, text)),
            Err(why) => say(&format!("note: there is no harness: {why}\n")),
        }
    }
    if let Some(path) = &arguments.report {
        let (document, drawing, exploration) = (document(), drawing.as_deref(), exploration.as_deref());
        let violated = report.counterexample.as_ref();
        let command = violated.map(|execution| arguments.program.run_command(&execution.property));
        let content =
            page::Content { report, document, drawing, refinements, iterations, exploration, command };
        note(path, json::write_text(path, &page::page(&content)));
    }
    messages
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
