//! The parent of the workers: begins jobs, hears what they say, executes what they found, and decides what the answer is.

use std::time::{Duration, Instant};

use base::Arithmetic;
use report::Report;
use report::drawing::Drawing;
use verdict::{Reason, Verdict};
use worker::{Limits, Run};

use crate::analyse::{self, Place};
use crate::message::{Channel, Ending, Iteration, Message, Progress, Wishes};
use crate::options::Color;
use frontend::ProgramOptions;
use crate::settings::Settings;
use crate::{executing, explain, progress, show, without_worker};

/// A run that ended with a verdict.
pub struct Finished {
    /// The answer and everything about it.
    pub report: Report,
    /// The most memory that all processes had together.
    pub peak_memory: u64,
    /// What a report shows, if one is asked for.
    pub drawing: Option<Box<Drawing>>,
    /// The iterations of all parties, for a report.
    pub iterations: Vec<Iteration>,
    elapsed: Duration,
    /// So many jobs there are in all.
    jobs: usize,
}

/// Why a worker ended without an answer.
pub fn unanswered(ending: Ending) -> Reason {
    match ending {
        Ending::Finished(Message::Panicked(text)) => Reason::WorkerDied(format!("panic: {text}")),
        Ending::Finished(_) => Reason::WorkerDied("no answer".to_string()),
        Ending::Timeout => Reason::Time,
        Ending::OutOfMemory => Reason::Memory,
        Ending::Died(cause) => Reason::WorkerDied(cause),
    }
}

/// What is told of a run while it lasts.
struct Watcher<'f> {
    line: progress::ProgressLine,
    last: Progress,
    /// The arithmetic of the attempt, once it is known.
    arithmetic: Option<Arithmetic>,
    jobs: usize,
    color: Color,
    drawing: Option<Box<Drawing>>,
    iterations: Vec<Iteration>,
    on_refinement: &'f mut dyn FnMut(Box<explain::Refinement>),
}

impl Watcher<'_> {
    fn observe(&mut self, message: Option<Message>) {
        match message {
            Some(Message::Progress(progress)) => self.last = progress,
            Some(Message::Chosen(chosen)) => (self.arithmetic, self.jobs) = (chosen.arithmetic, chosen.jobs),
            Some(message @ Message::Warning(_)) => {
                self.line.erase();
                show(Some(message), self.color);
            }
            Some(Message::Refined(refinement)) => {
                self.line.erase();
                (self.on_refinement)(refinement);
            }
            Some(Message::Drawn(drawing)) => self.drawing = Some(drawing),
            Some(Message::Iterated(iteration)) => self.iterations.push(iteration),
            _ => {}
        }
        self.line.draw(&self.last);
    }
}

/// Runs the analysis. Strategies share the time that there is; if there is no limit, rounds of increasing length begin
/// anew, so that none of them waits for long. The error says what is wrong with the input.
pub fn supervise(
    program: &ProgramOptions,
    settings: &Settings,
    mut wishes: Wishes,
    color: Color,
    mut on_refinement: impl FnMut(Box<explain::Refinement>),
) -> Result<Finished, String> {
    // What is explained is explained once.
    if settings.time.is_some() || wishes.explains {
        return round_within(settings.time, program, settings, wishes, color, &mut on_refinement);
    }
    let rounds = &settings.strategy.rounds;
    let (start, mut round, mut peak_memory) = (Instant::now(), rounds.first, 0);
    loop {
        let begun = start.elapsed();
        let mut finished = round_within(Some(round), program, settings, wishes, color, &mut on_refinement)?;
        peak_memory = finished.peak_memory.max(peak_memory);
        finished.peak_memory = peak_memory;
        // What gave up when the time was over did so for lack of it.
        let is_unknown = matches!(finished.report.verdict, Verdict::Unknown(_));
        let is_final = !is_unknown || finished.report.is_refuted();
        if is_final || start.elapsed() - begun < round.mul_f64(0.9) {
            if round > rounds.first {
                finished.report.statistics.time("time/earlier rounds", begun);
            }
            return Ok(finished);
        }
        round *= rounds.growth;
        wishes.is_repeated = true;
    }
}

/// Less time is not worth another attempt.
const WORTHWHILE: Duration = Duration::from_millis(200);

/// Runs one job after the other until there is an answer.
fn round_within(
    limit: Option<Duration>,
    program: &ProgramOptions,
    settings: &Settings,
    mut wishes: Wishes,
    color: Color,
    on_refinement: &mut dyn FnMut(Box<explain::Refinement>),
) -> Result<Finished, String> {
    let start = Instant::now();
    let mut place = Place { job: 0, workers: 1, limit };
    let mut last = run_job(program, settings, place, wishes, color, on_refinement)?;
    while !is_answered(&last.report) && place.job + 1 < last.jobs {
        place.job += 1;
        place.limit = match limit.map(|limit| limit.saturating_sub(start.elapsed())) {
            Some(left) if left < WORTHWHILE => return Ok(last),
            left => left,
        };
        wishes.is_repeated = true;
        let next = run_job(program, settings, place, wishes, color, on_refinement)?;
        // Whoever proves what an execution has refuted only had less luck with executions.
        if last.report.is_refuted() && next.report.verdict == Verdict::True {
            return Ok(last);
        }
        last = joined(last, next);
    }
    Ok(last)
}

/// Whether no other job can change the answer.
fn is_answered(report: &Report) -> bool {
    report.verdict.reason().is_none_or(Reason::is_about_program)
}

/// A job and those before it, which had no answer.
fn joined(before: Finished, mut after: Finished) -> Finished {
    let tried = before.report.arithmetic.map_or("earlier".to_string(), |arithmetic| arithmetic.to_string());
    let mut statistics = before.report.statistics;
    statistics.times.retain(|(name, _)| !name.starts_with("time/"));
    statistics.merge(&after.report.statistics);
    statistics.time(&format!("time/{tried} attempt"), before.elapsed);
    after.report.statistics = statistics;
    let mut parties = before.report.parties;
    parties.iter_mut().for_each(|party| party.is_winner = false);
    parties.append(&mut after.report.parties);
    after.report.parties = parties;
    let mut iterations = before.iterations;
    iterations.append(&mut after.iterations);
    after.iterations = iterations;
    after.drawing = after.drawing.or(before.drawing);
    after.peak_memory = after.peak_memory.max(before.peak_memory);
    after
}

/// Runs a job in a worker. The error says what is wrong with the input.
fn run_job(
    program: &ProgramOptions,
    settings: &Settings,
    place: Place,
    wishes: Wishes,
    color: Color,
    on_refinement: &mut dyn FnMut(Box<explain::Refinement>),
) -> Result<Finished, String> {
    let start = Instant::now();
    let limits = Limits { time: place.limit, memory: settings.memory };
    let (program, settings) = (program.clone(), settings.clone());
    let job =
        move |channel: &mut Channel| analyse::analyse(&program, &settings, place, wishes, channel);
    let (line, last) = (progress::ProgressLine::new(), Progress::default());
    let (drawing, iterations) = (None, Vec::new());
    let mut watcher =
        Watcher { line, last, arithmetic: None, jobs: 0, color, drawing, iterations, on_refinement };
    let run = worker::run(limits, job, |message| watcher.observe(message));
    watcher.line.erase();
    let Watcher { drawing, iterations, arithmetic, jobs, last, .. } = watcher;
    let Run { ending, peak_memory } = run.map_err(|error| without_worker(&error))?;
    let report = match ending {
        Ending::Finished(Message::Done(mut report)) => {
            if wishes.executes {
                executing::execute(&mut report, start.elapsed(), place.limit);
            }
            *report
        }
        Ending::Finished(Message::BadInput(text)) => return Err(text),
        other => {
            // The worker took its statistics with it; this much has been heard.
            let mut report = Report::unknown(unanswered(other));
            report.statistics.count("iterations", last.iteration as u64);
            report.statistics.peak("states", last.states as u64);
            report.statistics.peak("longest trace", last.trace_length as u64);
            report.arithmetic = arithmetic;
            report
        }
    };
    Ok(Finished { report, peak_memory, elapsed: start.elapsed(), drawing, iterations, jobs })
}

/// The report of an analysis for `check`: nothing is executed by a compiler.
pub fn report_for_check(
    program: &ProgramOptions,
    settings: &Settings,
    color: Color,
) -> Result<Report, String> {
    supervise(program, settings, Wishes::default(), color, |_| {}).map(|finished| finished.report)
}

/// Whether a program can be read. The error is text for people.
pub fn load_only(program: &ProgramOptions) -> Result<(), String> {
    let chosen = program.clone();
    let job = move |_: &mut Channel| analyse::load_only(&chosen);
    match worker::run(Limits::default(), job, |_| {}).map(|run| run.ending) {
        Ok(Ending::Finished(Message::BadInput(text))) => Err(text),
        Ok(_) => Ok(()),
        Err(error) => Err(without_worker(&error)),
    }
}
