//! The command line of Principia: the only place that knows options, files and which backend is used.
//!
//! The analysis runs in a worker process (`worker`); this side reads the options, enforces the limits and
//! prints. The last line on standard output is the verdict, and the exit status repeats it: 0 TRUE, 1 FALSE,
//! 3 UNKNOWN, 2 bad usage or input.

mod analyse;
mod backend;
mod bench_command;
mod bench_options;
mod check;
mod confirm;
mod counting;
mod executing;
mod explain;
mod graph;
mod inputs;
mod json;
mod message;
mod observe;
mod options;
mod program_options;
mod progress;
mod recursion;
mod replay;
mod run;
mod search;
mod solvers;
mod statistics;
mod terminal;
mod trial;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use c_lower::options::Arithmetic;
use clap::Parser;

use analyse::Attempt;
use message::{Channel, Ending, Iteration, Message, Progress, Wishes};
use options::{
    AnalysisArguments, Color, Command, CommandLine, ExplainArguments, LowerArguments, RunArguments,
    VerifyArguments,
};
use program_options::ProgramArguments;
use report::drawing::Drawing;
use report::{Report, Verdict, page, sarif, table};
use witnessing::export::WitnessFormat;
use worker::{Limits, Run};

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
        Command::Run(arguments) => run(&arguments),
        Command::Check(arguments) => check::check(&arguments),
        Command::Solvers(arguments) => solvers::list(arguments.json),
    };
    ExitCode::from(status)
}

/// A run that ended with a verdict.
struct Finished {
    report: Report,
    peak_memory: u64,
    elapsed: Duration,
    /// What a report shows, if one is asked for.
    drawing: Option<Box<Drawing>>,
    iterations: Vec<Iteration>,
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
    let analysis = AnalysisArguments { tells_invariants, witness: format, ..arguments.analysis.clone() };
    let wishes =
        Wishes { executes: !arguments.no_execute, draws: arguments.report.is_some(), ..Wishes::default() };
    let mut refinements = Vec::new();
    let on_refinement = |refinement: Box<explain::Refinement>| {
        // Another attempt counts from one again.
        if refinements.last().is_some_and(|last: &explain::Refinement| refinement.iteration <= last.iteration)
        {
            refinements.clear();
        }
        refinements.push(*refinement);
    };
    let finished = match analyse(&arguments.program, &analysis, wishes, arguments.color, on_refinement) {
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
        if let Some(arithmetic) = &report.arithmetic {
            say(&format!("answered in {arithmetic} arithmetic\n"));
        }
        if let Some(tried) = &report.tried {
            say(&format!("{}\n", tried.describe()));
        }
        say(&table::render(&report.statistics, *peak_memory));
    }
    if let Err(message) = write_evidence(arguments, &finished, &refinements) {
        return bad_input(&message, arguments.color);
    }
    if let Some(path) = &arguments.json {
        let document = json::document(&arguments.program, &arguments.analysis, report, *peak_memory);
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
        let document = json::document(&arguments.program, &arguments.analysis, report, *peak_memory);
        let content =
            page::Content { report, document, drawing: drawing.as_deref(), refinements, iterations };
        json::write_text(path, &page::page(&content)).map_err(|error| failed(path, error))?;
    }
    Ok(())
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
    let wishes = Wishes { explains: true, ..Wishes::default() };
    let finished =
        match analyse(&arguments.program, &arguments.analysis, wishes, arguments.color, on_refinement) {
            Ok(finished) => finished,
            Err(text) => return bad_input(&text, arguments.color),
        };
    let Finished { report, peak_memory, .. } = &finished;
    if arguments.json {
        let mut document = json::document(&arguments.program, &arguments.analysis, report, *peak_memory);
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
        other => conclude(&unanswered(other).verdict),
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
            print_line(&report::one_line(&ending));
            status
        }
        Ok(Ending::Finished(Message::BadInput(text))) => bad_input(&text, arguments.color),
        Ok(other) => {
            let verdict = unanswered(other).verdict;
            let Verdict::Unknown(reason) = &verdict else { unreachable!("nothing was answered") };
            print_line(&format!("STOPPED({})", report::one_line(reason)));
            verdict.exit_status()
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

/// What is told of a run while it lasts.
struct Watcher<'f> {
    line: progress::ProgressLine,
    last: Progress,
    /// The arithmetic of the attempt, once it is known.
    arithmetic: Option<String>,
    color: Color,
    drawing: Option<Box<Drawing>>,
    iterations: Vec<Iteration>,
    on_refinement: &'f mut dyn FnMut(Box<explain::Refinement>),
}

impl Watcher<'_> {
    fn observe(&mut self, message: Option<Message>) {
        match message {
            Some(Message::Progress(progress)) => self.last = progress,
            Some(Message::Chosen { arithmetic, .. }) => self.arithmetic = Some(arithmetic),
            Some(message @ Message::Warning(_)) => {
                self.line.erase();
                show(Some(message), self.color);
            }
            Some(Message::Refined(refinement)) => {
                self.line.erase();
                (self.on_refinement)(refinement);
            }
            Some(Message::Drawn(drawing)) => self.drawing = Some(drawing),
            Some(Message::Iterated(iteration)) => {
                // Another attempt counts from one again.
                if self.iterations.last().is_some_and(|last| iteration.number <= last.number) {
                    self.iterations.clear();
                }
                self.iterations.push(iteration);
            }
            _ => {}
        }
        self.line.draw(&self.last);
    }
}

/// The report of an analysis for `check`: nothing is executed by a compiler.
fn analyse_for_check(
    program: &ProgramArguments,
    options: &AnalysisArguments,
    color: Color,
) -> Result<Report, String> {
    analyse(program, options, Wishes::default(), color, |_| {}).map(|finished| finished.report)
}

/// Whether a program can be read. The error is text for people.
fn load_only(program: &ProgramArguments) -> Result<(), String> {
    let chosen = program.clone();
    let job = move |_: &mut Channel| analyse::load_only(&chosen);
    match worker::run(Limits::default(), job, |_| {}).map(|run| run.ending) {
        Ok(Ending::Finished(Message::BadInput(text))) => Err(text),
        Ok(_) => Ok(()),
        Err(error) => Err(without_worker(&error)),
    }
}

/// How long the first round takes if there is no limit of time, and how much longer each round is than the one before.
const FIRST_ROUND: Duration = Duration::from_secs(50);
const ROUND_GROWTH: u32 = 4;

/// Runs the analysis. Strategies share the time that there is; if there is no limit, rounds of increasing length begin
/// anew, so that none of them waits for long. The error says what is wrong with the input.
fn analyse(
    program: &ProgramArguments,
    options: &AnalysisArguments,
    mut wishes: Wishes,
    color: Color,
    mut on_refinement: impl FnMut(Box<explain::Refinement>),
) -> Result<Finished, String> {
    // What is explained is explained once.
    if options.timeout.is_some() || wishes.explains {
        return analyse_within(options.timeout, program, options, wishes, color, &mut on_refinement);
    }
    let (start, mut round, mut peak_memory) = (Instant::now(), FIRST_ROUND, 0);
    loop {
        let begun = start.elapsed();
        let mut finished = analyse_within(Some(round), program, options, wishes, color, &mut on_refinement)?;
        peak_memory = finished.peak_memory.max(peak_memory);
        finished.peak_memory = peak_memory;
        // What gave up when the time was over did so for lack of it.
        let is_unknown = matches!(finished.report.verdict, Verdict::Unknown(_));
        let is_final = !is_unknown || finished.report.is_refuted();
        if is_final || start.elapsed() - begun < round.mul_f64(0.9) {
            if round > FIRST_ROUND {
                let time = begun.as_secs_f64() * 1000.0;
                finished.report.statistics.times.push(("time/earlier rounds".to_string(), time));
            }
            return Ok(finished);
        }
        round *= ROUND_GROWTH;
        wishes.is_repeated = true;
    }
}

/// Runs the analysis: in one arithmetic, or in two if the first gives no answer.
fn analyse_within(
    limit: Option<Duration>,
    program: &ProgramArguments,
    options: &AnalysisArguments,
    wishes: Wishes,
    color: Color,
    on_refinement: &mut dyn FnMut(Box<explain::Refinement>),
) -> Result<Finished, String> {
    let start = Instant::now();
    let mut attempt = Attempt { arithmetic: program.arithmetic.fixed(), limit };
    let first = analyse_once(program, options, &attempt, wishes, color, on_refinement)?;
    let Some(second) = second_arithmetic(program, &first.report) else { return Ok(first) };
    attempt.arithmetic = Some(second);
    attempt.limit = match limit.map(|limit| limit.saturating_sub(start.elapsed())) {
        Some(left) if left < WORTHWHILE => return Ok(first),
        left => left,
    };
    let wishes = Wishes { is_repeated: true, ..wishes };
    let mut finished = analyse_once(program, options, &attempt, wishes, color, on_refinement)?;
    // Whoever proves what an execution has refuted only had less luck with executions.
    if first.report.is_refuted() && finished.report.verdict == Verdict::True {
        return Ok(first);
    }
    let tried = first.report.arithmetic.unwrap_or_default();
    let time = start.elapsed() - finished.elapsed;
    finished.report.statistics.times.push((format!("time/{tried} attempt"), time.as_secs_f64() * 1000.0));
    finished.peak_memory = finished.peak_memory.max(first.peak_memory);
    Ok(finished)
}

/// Less time is not worth another attempt.
const WORTHWHILE: Duration = Duration::from_millis(200);

/// The arithmetic that is tried after one that gave no answer.
fn second_arithmetic(program: &ProgramArguments, report: &Report) -> Option<Arithmetic> {
    let Verdict::Unknown(reason) = &report.verdict else { return None };
    // The model ends at the same places in both.
    if program.arithmetic.fixed().is_some() || reason.starts_with("unsupported") {
        return None;
    }
    match report.arithmetic.as_deref()? {
        "integer" => Some(Arithmetic::Bitvector),
        _ => Some(Arithmetic::Integer),
    }
}

/// Runs an analysis in a worker. The error says what is wrong with the input.
fn analyse_once(
    program: &ProgramArguments,
    options: &AnalysisArguments,
    attempt: &Attempt,
    wishes: Wishes,
    color: Color,
    on_refinement: &mut dyn FnMut(Box<explain::Refinement>),
) -> Result<Finished, String> {
    let start = Instant::now();
    let limits = Limits { time: attempt.limit, memory: options.memory };
    let (program, options, chosen) = (program.clone(), options.clone(), attempt.clone());
    let job = move |channel: &mut Channel| analyse::analyse(&program, &options, &chosen, wishes, channel);
    let (line, last) = (progress::ProgressLine::new(), Progress::default());
    let mut watcher =
        Watcher { line, last, arithmetic: None, color, drawing: None, iterations: Vec::new(), on_refinement };
    let run = worker::run(limits, job, |message| watcher.observe(message));
    watcher.line.erase();
    let (drawing, iterations) = (watcher.drawing, watcher.iterations);
    let Run { ending, peak_memory } = run.map_err(|error| without_worker(&error))?;
    let elapsed = start.elapsed();
    let mut report = match ending {
        Ending::Finished(Message::Done(mut report)) => {
            if wishes.executes {
                executing::execute(&mut report, elapsed, attempt.limit);
            }
            let elapsed = start.elapsed();
            return Ok(Finished { report: *report, peak_memory, elapsed, drawing, iterations });
        }
        Ending::Finished(Message::BadInput(text)) => return Err(text),
        other => unanswered(other),
    };
    // The worker took its statistics with it; this much has been heard.
    let Progress { iteration, states, trace_length, .. } = watcher.last;
    let known = [("iterations", iteration), ("states", states), ("longest trace", trace_length)];
    report.statistics.counters = known.map(|(name, count)| (name.to_string(), count as u64)).to_vec();
    report.arithmetic = watcher.arithmetic;
    Ok(Finished { report, peak_memory, elapsed, drawing, iterations })
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
