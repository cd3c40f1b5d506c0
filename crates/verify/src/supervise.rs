//! The parent of the workers: begins jobs, hears what they say, executes what they found, and decides what the answer is.
//!
//! The first verdict wins, and the other workers are ended. A worker that dies costs its job only. With one worker,
//! one job comes after the other.

use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use base::{Arithmetic, Statistics};
use frontend::ProgramOptions;
use report::drawing::{Drawing, Graph};
use report::refinement::{Iteration, Refinement};
use report::{PartyReport, Report};
use strategy::Features;
use verdict::{Reason, Verdict};
use worker::{Limits, Received, TICK, Worker, wait_for_any};

use crate::job::{self, Place};
use crate::message::{Channel, Ending, Message, Progress, Wishes};
use crate::reporting::{Moment, report_of};
use crate::settings::Settings;

/// Hears of a run while it lasts.
pub trait Watcher {
    /// How far a worker is, and how many there are.
    fn progress(&mut self, _progress: &Progress, _workers: usize) {}

    /// Something about the input, for people.
    fn warning(&mut self, _text: &str) {}

    /// A refinement of some party.
    fn refined(&mut self, _refinement: Refinement) {}

    /// The line that shows how far the run is must disappear.
    fn pause(&mut self) {}
}

/// A watcher that does not care.
pub struct Quiet;

impl Watcher for Quiet {}

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
    /// The tree that an engine explored, if one does and somebody wants to see it.
    pub exploration: Option<Box<Graph>>,
}

/// Verifies a program. If there is no limit of time, rounds of increasing length begin anew, so that no job waits for
/// long. The error says what is wrong with the input.
pub fn verify(
    program: &ProgramOptions,
    settings: &Settings,
    mut wishes: Wishes,
    watcher: &mut dyn Watcher,
) -> Result<Finished, String> {
    // What is explained is explained once.
    if settings.time.is_some() || wishes.explains {
        return Round::new(program, settings, wishes, settings.time, watcher).run();
    }
    let rounds = &settings.strategy.rounds;
    let (start, mut round, mut peak_memory) = (Instant::now(), rounds.first, 0);
    let mut iterations = Vec::new();
    loop {
        let begun = start.elapsed();
        let mut finished = Round::new(program, settings, wishes, Some(round), watcher).run()?;
        peak_memory = finished.peak_memory.max(peak_memory);
        finished.peak_memory = peak_memory;
        iterations.append(&mut finished.iterations);
        // What gave up when the time was over did so for lack of it.
        let is_unknown = matches!(finished.report.verdict, Verdict::Unknown(_));
        let is_final = !is_unknown || finished.report.is_refuted();
        if is_final || worker::interrupted().is_some() || start.elapsed() - begun < round.mul_f64(0.9) {
            if round > rounds.first {
                finished.report.statistics.time("time/earlier rounds", begun);
            }
            return Ok(Finished { iterations, ..finished });
        }
        round *= rounds.growth;
        wishes.is_repeated = true;
    }
}

/// Less time is not worth another job.
const WORTHWHILE: Duration = Duration::from_millis(200);

/// A job at work.
struct Working {
    worker: Worker<Message>,
    number: usize,
    start: Instant,
    limit: Option<Duration>,
    progress: Progress,
    arithmetic: Option<Arithmetic>,
    assumptions: Vec<String>,
    drawing: Option<Box<Drawing>>,
}

/// A job that ended.
struct Ended {
    number: usize,
    report: Report,
    elapsed: Duration,
    drawing: Option<Box<Drawing>>,
}

/// All jobs of a strategy within some time.
struct Round<'r> {
    program: &'r ProgramOptions,
    settings: &'r Settings,
    wishes: Wishes,
    limit: Option<Duration>,
    watcher: &'r mut dyn Watcher,
    start: Instant,
    working: Vec<Working>,
    ended: Vec<Ended>,
    /// The job that begins next.
    next: usize,
    /// So many jobs there are, as far as that is known.
    jobs: usize,
    peak_memory: u64,
    iterations: Vec<Iteration>,
    exploration: Option<Box<Graph>>,
}

impl<'r> Round<'r> {
    fn new(
        program: &'r ProgramOptions,
        settings: &'r Settings,
        wishes: Wishes,
        limit: Option<Duration>,
        watcher: &'r mut dyn Watcher,
    ) -> Round<'r> {
        // What the program is like is not known yet: some of these jobs may not exist.
        let most = [false, true].map(|has_bit_tricks| {
            let features = Features { has_arithmetic: true, has_bit_tricks };
            settings.strategy.jobs(&features, settings.workers).len()
        });
        let jobs = most[0].max(most[1]).min(settings.workers);
        let (working, ended, iterations) = (Vec::new(), Vec::new(), Vec::new());
        let start = Instant::now();
        let (next, peak_memory) = (0, 0);
        Round {
            program,
            settings,
            wishes,
            limit,
            watcher,
            start,
            working,
            ended,
            next,
            jobs,
            peak_memory,
            iterations,
            exploration: None,
        }
    }

    fn run(mut self) -> Result<Finished, String> {
        loop {
            self.begin_jobs()?;
            if worker::interrupted().is_some() {
                return Ok(self.interrupted());
            }
            if self.working.is_empty() {
                return Ok(self.without_answer());
            }
            let pipes: Vec<_> = self.working.iter().map(|working| working.worker.as_fd()).collect();
            wait_for_any(&pipes, TICK);
            for (number, ending) in self.hear() {
                // Whoever was killed by the interrupt has no answer, but whoever had one before has.
                if worker::interrupted().is_some() && !matches!(ending, Ending::Finished(_)) {
                    continue;
                }
                if let Some(finished) = self.end(number, ending)? {
                    return Ok(finished);
                }
            }
            self.look_at_memory();
        }
    }

    /// Begins as many jobs as there may be at once.
    fn begin_jobs(&mut self) -> Result<(), String> {
        while self.working.len() < self.settings.workers && self.next < self.jobs {
            let limit = self.limit.map(|limit| limit.saturating_sub(self.start.elapsed()));
            let is_late = limit.is_some_and(|left| left < WORTHWHILE);
            if is_late && self.next > 0 {
                self.next = self.jobs;
                break;
            }
            let place = Place { job: self.next, workers: self.settings.workers, limit };
            let is_repeated = self.wishes.is_repeated || self.next > 0;
            let wishes = Wishes { is_repeated, ..self.wishes };
            let (program, settings) = (self.program.clone(), self.settings.clone());
            let job = move |channel: &mut Channel| job::work(&program, &settings, place, wishes, channel);
            let limits = Limits { time: limit, memory: self.settings.memory };
            let worker = Worker::spawn(limits, job)
                .map_err(|error| format!("error: cannot start a worker process: {error}\n"))?;
            self.working.push(Working {
                worker,
                number: self.next,
                start: Instant::now(),
                limit,
                progress: Progress::default(),
                arithmetic: None,
                assumptions: Vec::new(),
                drawing: None,
            });
            self.next += 1;
        }
        Ok(())
    }

    /// Hears what the workers say; gives the numbers of the jobs that ended, and how.
    fn hear(&mut self) -> Vec<(usize, Ending)> {
        let mut endings = Vec::new();
        let workers = self.working.len();
        for working in &mut self.working {
            loop {
                match working.worker.try_recv() {
                    Received::Nothing => break,
                    Received::Ended(ending) => {
                        endings.push((working.number, ending));
                        break;
                    }
                    Received::Message(message) => match message {
                        Message::Progress(progress) => working.progress = progress,
                        Message::Chosen(chosen) => {
                            working.arithmetic = chosen.arithmetic;
                            working.assumptions = chosen.assumptions;
                            self.jobs = chosen.jobs;
                        }
                        Message::Warning(text) => self.watcher.warning(&text),
                        Message::Refined(refinement) => self.watcher.refined(*refinement),
                        Message::Drawn(drawing) => working.drawing = Some(drawing),
                        Message::Explored(tree) => self.exploration = Some(tree),
                        Message::Iterated(iteration) => self.iterations.push(iteration),
                        _ => {}
                    },
                }
            }
        }
        if let Some(working) = self.working.first() {
            self.watcher.progress(&working.progress, workers);
        }
        endings
    }

    /// A job ended; gives the answer of the run, if that is it. The error says what is wrong with the input.
    fn end(&mut self, number: usize, ending: Ending) -> Result<Option<Finished>, String> {
        let Some(position) = self.working.iter().position(|working| working.number == number) else {
            return Ok(None);
        };
        let working = self.working.remove(position);
        self.peak_memory = self.peak_memory.max(working.worker.peak_memory());
        let mut report = match ending {
            Ending::Finished(Message::Done(findings)) => {
                self.watcher.pause();
                let moment = Moment { elapsed: working.start.elapsed(), limit: working.limit };
                let (report, gaps) = report_of(*findings, self.wishes.executes.then_some(moment));
                if !gaps.is_empty() {
                    let gaps = gaps.join(", ");
                    let note = format!("note: the system offers no way to keep the program from {gaps}\n");
                    self.watcher.warning(&note);
                }
                report
            }
            Ending::Finished(Message::BadInput(text)) => return Err(text),
            Ending::Finished(Message::NoJob(jobs)) => {
                self.jobs = jobs;
                return Ok(None);
            }
            other => lost(&working, unanswered(other)),
        };
        report.whereabouts = working.progress.whereabouts.clone();
        let is_refuted_before = self.ended.iter().any(|ended| ended.report.is_refuted());
        let is_answer = match &report.verdict {
            // Whoever proves what an execution has refuted only had less luck with executions.
            Verdict::True => !is_refuted_before,
            Verdict::False(_) => true,
            Verdict::Unknown(reason) => reason.is_final(),
        };
        let is_contradicted = report.verdict == Verdict::True && is_refuted_before;
        if !is_contradicted {
            let (elapsed, drawing) = (working.start.elapsed(), working.drawing);
            self.ended.push(Ended { number, report, elapsed, drawing });
        }
        Ok(is_answer.then(|| self.finish(self.ended.len() - 1)))
    }

    /// Somebody ended the run: what the jobs told so far is all there is.
    fn interrupted(mut self) -> Finished {
        for mut working in std::mem::take(&mut self.working) {
            working.worker.kill();
            self.peak_memory = self.peak_memory.max(working.worker.peak_memory());
            let (report, elapsed) = (lost(&working, Reason::Cancelled), working.start.elapsed());
            self.ended.push(Ended { number: working.number, report, elapsed, drawing: working.drawing });
        }
        let report = Report::unknown(Reason::Cancelled);
        let (number, elapsed) = (usize::MAX, self.start.elapsed());
        self.ended.push(Ended { number, report, elapsed, drawing: None });
        let most = |ended: &Ended| ended.report.whereabouts.as_ref().map(|found| found.passes);
        let best = self.ended.iter().max_by_key(|ended| most(ended));
        let whereabouts = best.and_then(|ended| ended.report.whereabouts.clone());
        let assumptions =
            self.ended.iter().map(|ended| &ended.report.assumptions).max_by_key(|all| all.len());
        let assumptions = assumptions.cloned().unwrap_or_default();
        let mut finished = self.finish(self.ended.len() - 1);
        finished.report = Report { whereabouts, assumptions, ..finished.report };
        finished
    }

    /// No job had an answer: the reason is that of the last one that was not lost, what is about the program before what
    /// is about an engine.
    fn without_answer(mut self) -> Finished {
        let rank = |ended: &Ended| {
            let is_lost = matches!(ended.report.verdict.reason(), Some(Reason::WorkerDied(_)));
            let is_about_engine = ended.report.verdict.reason().is_some_and(Reason::is_about_engine);
            (!is_lost, !is_about_engine, ended.number)
        };
        let last = (0..self.ended.len()).max_by_key(|&position| rank(&self.ended[position]));
        match last {
            Some(last) => self.finish(last),
            None => {
                self.ended.push(Ended {
                    number: 0,
                    report: Report::unknown(Reason::Time),
                    elapsed: self.start.elapsed(),
                    drawing: None,
                });
                self.finish(0)
            }
        }
    }

    /// The answer is that of one job; all the others are ended, and what they counted is added.
    fn finish(&mut self, position: usize) -> Finished {
        let mut answer = self.ended.remove(position);
        let mut others = std::mem::take(&mut self.ended);
        for mut working in std::mem::take(&mut self.working) {
            working.worker.kill();
            self.peak_memory = self.peak_memory.max(working.worker.peak_memory());
            let report = lost(&working, Reason::Cancelled);
            let (number, elapsed) = (working.number, working.start.elapsed());
            others.push(Ended { number, report, elapsed, drawing: None });
        }
        others.sort_by_key(|ended| ended.number);
        self.watcher.pause();
        let report = &mut answer.report;
        let mut parties = Vec::new();
        for mut other in others {
            other.report.statistics.times.retain(|(name, _)| !name.starts_with("time/"));
            report.statistics.merge(&other.report.statistics);
            let name = other.report.arithmetic.map_or("other".to_string(), |known| known.to_string());
            // Several jobs may have the same arithmetic: their times add up.
            let mut attempt = Statistics::default();
            attempt.time(&format!("time/{name} attempt"), other.elapsed);
            report.statistics.merge(&attempt);
            other.report.parties.iter_mut().for_each(|party| party.is_winner = false);
            parties.append(&mut other.report.parties);
            report.whereabouts = report.whereabouts.take().or(other.report.whereabouts);
            answer.drawing = answer.drawing.or(other.drawing);
        }
        parties.append(&mut report.parties);
        report.parties = parties;
        Finished {
            report: answer.report,
            peak_memory: self.peak_memory,
            drawing: answer.drawing,
            iterations: std::mem::take(&mut self.iterations),
            exploration: self.exploration.take(),
        }
    }

    /// All workers together must not have more memory than one alone: the largest one ends.
    fn look_at_memory(&mut self) {
        let used: u64 = self.working.iter().map(|working| working.worker.memory()).sum();
        self.peak_memory = self.peak_memory.max(used);
        if self.settings.memory.is_none_or(|limit| used <= limit) {
            return;
        }
        let largest = (0..self.working.len()).max_by_key(|&position| self.working[position].worker.memory());
        if let Some(position) = largest {
            let mut working = self.working.remove(position);
            working.worker.kill();
            let (report, elapsed) = (lost(&working, Reason::Memory), working.start.elapsed());
            self.ended.push(Ended { number: working.number, report, elapsed, drawing: working.drawing });
        }
    }
}

/// What is known of a job whose worker took its statistics with it.
fn lost(working: &Working, reason: Reason) -> Report {
    let Progress { party, iteration, states, trace_length, .. } = &working.progress;
    let whereabouts = working.progress.whereabouts.clone();
    let (arithmetic, assumptions) = (working.arithmetic, working.assumptions.clone());
    let mut report = Report { arithmetic, assumptions, whereabouts, ..Report::unknown(reason) };
    report.statistics.count("iterations", *iteration as u64);
    report.statistics.peak("states", *states as u64);
    report.statistics.peak("longest trace", *trace_length as u64);
    if !party.is_empty() {
        let (name, statistics) = (party.clone(), report.statistics.clone());
        let arithmetic = working.arithmetic;
        report.parties.push(PartyReport { name, arithmetic, is_winner: false, statistics });
    }
    report
}

/// Why a worker ended without an answer.
pub fn unanswered<M: worker::Message>(ending: worker::Ending<M>) -> Reason {
    match ending {
        worker::Ending::Finished(message) => Reason::WorkerDied(match message.panic_text() {
            Some(text) => format!("panic: {text}"),
            None => "no answer".to_string(),
        }),
        worker::Ending::Timeout => Reason::Time,
        worker::Ending::OutOfMemory => Reason::Memory,
        worker::Ending::Died(cause) => Reason::WorkerDied(cause),
    }
}
