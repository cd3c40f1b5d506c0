//! A job, inside of a worker: from files to a report.
//!
//! The steps are those of the picture in `ARCHITECTURE.md`: front end, inlining and pruning, blocks, engine,
//! evidence. Nothing here decides anything about programs; it only connects the parts that the options name.

use std::time::{Duration, Instant};

use base::{Arithmetic, Budget};
use frontend::bit_tricks::first_arithmetic;
use frontend::{CProgram, Front, ProgramOptions, Request, Source};
use narration::error_path::{self, Stop};
use narration::evidence_text;
use native::refute;
use report::Report;
use strategy::{Features, Job};
use verdict::{Reason, Verdict};
use witnessing::export;

use crate::conclude::{Choice, Task};
use crate::confirm::{Chosen, Effort, Input, confirm};
use crate::message::{self, Channel, Message, Progress, Wishes};
use crate::recursion::verify_deeper;
use crate::replay;
use crate::reporter::Reporter;
use crate::settings::Settings;
use crate::solvers::Backends;

/// Which part of the work a process does.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The number of its job.
    pub job: usize,
    /// So many processes work at once.
    pub workers: usize,
    /// How long it may take.
    pub limit: Option<Duration>,
}

/// Does one job of a run. The last message is returned, the others are sent.
pub fn work(
    program: &ProgramOptions,
    settings: &Settings,
    place: Place,
    wishes: Wishes,
    channel: &mut Channel,
) -> Message {
    let start = Instant::now();
    channel.progress(&Progress { phase: "reading the program".into(), ..Progress::default() });
    let prepared = match prepare(program, settings, place) {
        Ok(Ok(prepared)) => prepared,
        Ok(Err(jobs)) => return Message::NoJob(jobs),
        Err(text) => return Message::BadInput(text),
    };
    let Prepared { request, source, arithmetic, front, job, jobs } = &prepared;
    let attempt = &settings.strategy.attempts[job.attempt];
    let needs_confirmation = attempt.confirm && *arithmetic == Some(Arithmetic::Integer);
    let solver = || Backends::new(&settings.solvers).ok()?.auxiliary("explore").ok();
    let replayed = front.as_deref().and_then(|front| witnessing::replay::replay(front, solver));
    let passed = replayed.as_ref().map(|replayed| replayed.passed);
    if let Some(report) = replayed.and_then(|replayed| replayed.report) {
        return Message::Done(Box::new(Report { passed, ..report }));
    }
    let limit = match job.share {
        1.0 => place.limit,
        share => Some(place.limit.map_or(attempt.longest, |limit| limit.mul_f64(share))),
    };
    channel.send(&Message::Chosen(message::Chosen { jobs: *jobs, arithmetic: *arithmetic, limit }));
    let budget = limit.map_or_else(Budget::unlimited, |limit| {
        Budget::with_timeout(limit.saturating_sub(start.elapsed()).max(Duration::from_millis(1)))
    });
    let mut reporter = Reporter::new(channel, wishes, *arithmetic);
    let warnings = source.warnings.clone()
        + &frontend::warning_about(&program.files[0], &source.program).unwrap_or_default();
    if !warnings.is_empty() && !wishes.is_repeated {
        reporter.warn(&warnings);
    }
    let mut times = vec![("time/front end", start.elapsed())];
    // Executions know nothing of a witness that the program is to follow.
    let trial = front.as_deref().filter(|_| source.shaping.is_none());
    let task = Task { source, trial, settings, job };
    let (mut report, choice) = match verify_deeper(&task, &budget, &mut reporter, &mut times) {
        Ok(verified) => verified,
        Err(why) => return Message::BadInput(format!("error: {why}\n")),
    };
    // What may be a violation is executed by a compiler, which decides about it; over integers, bit-vectors come next.
    let is_candidate =
        matches!(report.verdict, Verdict::Unknown(_)) && wishes.executes && !needs_confirmation;
    if !is_candidate && matches!(report.verdict, Verdict::Unknown(_)) {
        report.counterexample = None;
    }
    if let (Some(front), Some(choice)) = (front, &choice)
        && report.counterexample.is_some()
    {
        reporter.phase("confirming the counterexample");
        let route = match choice {
            Choice::Chosen(chosen) => confirm_again(front, needs_confirmation, chosen, &mut report),
            Choice::Executed(route) => route.clone(),
        };
        if let (Some(format), Some(execution)) = (settings.witness, &report.counterexample) {
            let content = export::of_counterexample(request, front, &route, execution, format);
            report.witness = Some(export::text(request, front, content, format));
        }
    }
    if let (Some(format), Some(front), Verdict::True) = (settings.witness, front, &report.verdict) {
        let invariants = report.invariants.as_deref().unwrap_or_default();
        let content = export::of_proof(request, front, invariants);
        report.witness = Some(export::text(request, front, content, format));
    }
    if let (Some(front), Verdict::True, true) = (front, &report.verdict, wishes.executes) {
        report.refuter = Some(refute::prepare(front));
    }
    times.push(("time/total", start.elapsed()));
    for (name, time) in times {
        report.statistics.time(name, time);
    }
    report.arithmetic = *arithmetic;
    for party in &mut report.parties {
        party.arithmetic = *arithmetic;
    }
    report.assumptions = source.assumptions.clone();
    report.passed = passed;
    Message::Done(Box::new(report))
}

/// Executes the counterexample of a C program over bit-vectors: with no success the verdict is unknown if that
/// `is_needed`. Whatever is found out serves its execution by a compiler. Gives its route.
fn confirm_again(program: &CProgram, is_needed: bool, chosen: &Chosen, report: &mut Report) -> Vec<Stop> {
    let Some(execution) = &mut report.counterexample else { return Vec::new() };
    let effort = if is_needed { Effort::Needed } else { Effort::Optional };
    let inputs: Vec<Input> = chosen.inputs.iter().cloned().collect();
    let mut route = error_path::of_inputs(&inputs);
    let confirmed = program.lower_to_execute(Arithmetic::Bitvector).and_then(|source| {
        let confirmed = confirm(&source, chosen, Some(&execution.property), effort).0?;
        route = evidence_text::retell(execution, &source, &confirmed);
        Ok(confirmed.inputs)
    });
    match &confirmed {
        Err(why) if is_needed => {
            let parties = std::mem::take(&mut report.parties);
            let statistics = std::mem::take(&mut report.statistics);
            let reason = Reason::NotConfirmed(why.trim_end().to_string());
            *report = Report { parties, statistics, ..Report::unknown(reason) };
        }
        _ => report.replay = replay::prepare(program, chosen, confirmed, execution),
    }
    route
}

/// A program that is ready for its analysis.
struct Prepared {
    request: Request,
    source: Source,
    /// The arithmetic, if there is a choice.
    arithmetic: Option<Arithmetic>,
    /// The C program, if it is one.
    front: Option<Box<CProgram>>,
    /// What is to be done.
    job: Job,
    /// So many jobs there are.
    jobs: usize,
}

/// Reads a program for a job; if there is no such job, says how many there are. The error is text for people.
fn prepare(
    program: &ProgramOptions,
    settings: &Settings,
    place: Place,
) -> Result<Result<Prepared, usize>, String> {
    let request = Request::new(program)?;
    let strategy = &settings.strategy;
    Ok(match Front::load(&request, program)? {
        Front::Ready(source) => {
            let mut jobs = strategy.jobs(&Features::default(), place.workers);
            let number = jobs.len();
            if place.job >= number {
                return Ok(Err(number));
            }
            let job = jobs.swap_remove(place.job);
            Ok(Prepared { request, source: *source, arithmetic: None, front: None, job, jobs: number })
        }
        Front::C(program) => {
            let (has_bit_tricks, mut lowered) = match strategy.needs_features() {
                true => {
                    let (first, source) = first_arithmetic(&program)?;
                    (first == Arithmetic::Bitvector, Some((first, source)))
                }
                false => (false, None),
            };
            let features = Features { has_arithmetic: true, has_bit_tricks };
            let mut jobs = strategy.jobs(&features, place.workers);
            let number = jobs.len();
            if place.job >= number {
                return Ok(Err(number));
            }
            let job = jobs.swap_remove(place.job);
            let arithmetic = strategy.attempts[job.attempt].arithmetic;
            let source = match lowered.take().filter(|(first, _)| *first == arithmetic) {
                Some((_, source)) => source,
                None => program.lower(arithmetic)?,
            };
            let (arithmetic, front) = (Some(arithmetic), Some(program));
            Ok(Prepared { request, source, arithmetic, front, job, jobs: number })
        }
    })
}
