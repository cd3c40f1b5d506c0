//! The analysis, inside of the worker: from files to a report.
//!
//! The steps are those of the picture in `ARCHITECTURE.md`: front end, inlining and pruning, blocks, engine,
//! evidence. Nothing here decides anything about programs; it only connects the parts that the options name.

use std::time::{Duration, Instant};

use base::{Arithmetic, Budget, Statistics};
use engines::Outcome;
use evidence::Rejection;
use frontend::CProgram;
use frontend::Request;
use frontend::bit_tricks::first_arithmetic;
use frontend::{self, Front, Source};
use narration::error_path::{self, Stop};
use narration::invariants::VerifiedGraph;
use narration::{evidence_text, invariants};
use native::refute;
use program::{Cfg, Counterexample, Proof};
use report::{Evidence, Report};
use strategy::{Features, Job};
use verdict::{Reason, Verdict};
use witnessing::export;

use crate::backend::Backends;
use crate::confirm::{self, Chosen, Effort, Input, confirm};
use crate::graph::Graph;
use crate::message::{self, Channel, Message, Progress, Wishes};
use crate::observe::Reporter;
use crate::options::LowerArguments;
use frontend::ProgramOptions;
use crate::recursion::Task;
use crate::search::{Found, Search, Times, search};
use crate::settings::Settings;
use crate::{replay, statistics};

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
pub fn analyse(
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
    let mut reporter = Reporter::new(channel, wishes);
    let warnings = source.warnings.clone()
        + &frontend::warning_about(&program.files[0], &source.program).unwrap_or_default();
    if !warnings.is_empty() && !wishes.is_repeated {
        reporter.warn(&warnings);
    }
    let mut times = vec![("time/front end", start.elapsed())];
    // Executions know nothing of a witness that the program is to follow.
    let trial = front.as_deref().filter(|_| source.shaping.is_none());
    let task = Task { source, trial, settings, job };
    let (mut report, choice) = match task.verify_deeper(&budget, &mut reporter, &mut times) {
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

/// What is known about the execution of a counterexample.
pub enum Choice {
    /// What the analysis chose.
    Chosen(Chosen),
    /// The route of an execution.
    Executed(Vec<Stop>),
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

/// Only says whether a program can be read.
pub fn load_only(program: &ProgramOptions) -> Message {
    match Request::new(program).and_then(|request| Front::load(&request, program)) {
        Ok(_) => Message::Text(String::new()),
        Err(text) => Message::BadInput(text),
    }
}

/// Prints the core program of a source file, or only checks that there is one.
pub fn lower(arguments: &LowerArguments, channel: &mut Channel) -> Message {
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
    Message::Text(match (arguments.check, arguments.text) {
        (true, _) => String::new(),
        (false, true) => source.program.to_text(),
        (false, false) => source.program.to_string(),
    })
}

/// Verifies a graph. The error says which solver is missing.
pub fn verify(
    task: &Task<'_>,
    graph: &Graph,
    budget: &Budget,
    reporter: &mut Reporter<'_>,
    times: &mut Times,
) -> Result<(Report, Option<Choice>), String> {
    let Task { source, trial, settings, job } = task;
    let attempt = &settings.strategy.attempts[job.attempt];
    reporter.draw(source, &graph.cfg, attempt.parties[job.parties[0]].blocks.into());
    let backends = Backends::new(&settings.solvers)?;
    let Search { found, parties } =
        search(graph, *trial, (attempt, job), &backends, budget, reporter, times)?;
    let (outcome, candidate) = match found {
        Found::Claim(outcome, candidate) => (outcome, candidate),
        Found::Execution(report, route) => {
            let mut report = Report { parties, ..*report };
            count_all(&mut report, &backends);
            return Ok((report, Some(Choice::Executed(route))));
        }
    };
    let chosen = match (&outcome, &candidate) {
        (Outcome::Unsafe(counterexample), _) => {
            Some(Choice::Chosen(confirm::choices(&graph.cfg, counterexample)))
        }
        (_, Some(candidate)) => Some(Choice::Chosen(confirm::choices(&graph.cfg, candidate))),
        _ => None,
    };
    let proof = match &outcome {
        Outcome::Safe(proof) if settings.tells_invariants => Some(proof.clone()),
        _ => None,
    };
    let start = Instant::now();
    let mut report = conclude(source, &graph.cfg, outcome, settings, &backends, budget, reporter)?;
    if let (Some(candidate), Verdict::Unknown(_)) = (candidate, &report.verdict) {
        let changes = evidence_text::choices(&candidate);
        report.counterexample =
            Some(evidence_text::of_counterexample(source, &graph.cfg, &candidate, &changes));
    }
    if report.evidence == Evidence::Checked {
        match graph.check(&mut *backends.evidence()?, budget) {
            Ok(claims) => report.statistics.count("evidence/simplification", claims as u64),
            Err(rejection) => report = rejected(rejection),
        }
    }
    if let (Some(proof), Verdict::True) = (proof, &report.verdict) {
        let verified = VerifiedGraph { cfg: &graph.cfg, copying: graph.copying, stages: graph.stages() };
        report.invariants = Some(invariants::of_proof(source, verified, &proof));
    }
    times.push(("time/evidence", start.elapsed()));
    report.parties = parties;
    count_all(&mut report, &backends);
    Ok((report, chosen))
}

/// Adds what all parties counted, and the queries that are nobody's.
fn count_all(report: &mut Report, backends: &Backends<'_>) {
    let mut all = Statistics::default();
    for party in &report.parties {
        all.merge(&party.statistics);
    }
    statistics::add_queries(&mut report.statistics, &backends.log);
    all.merge(&report.statistics);
    report.statistics = all;
}

/// Checks what the engine claims; what does not pass is unknown.
fn conclude(
    source: &Source,
    cfg: &Cfg,
    outcome: Outcome,
    settings: &Settings,
    backends: &Backends<'_>,
    budget: &Budget,
    reporter: &mut Reporter<'_>,
) -> Result<Report, String> {
    match outcome {
        Outcome::Unknown(reason) => Ok(Report::unknown(reason)),
        Outcome::Safe(proof) => {
            reporter.phase("checking the proof");
            conclude_safe(source, cfg, &proof, settings, backends, budget)
        }
        Outcome::Unsafe(counterexample) => {
            reporter.phase("checking the counterexample");
            conclude_unsafe(source, cfg, &counterexample, settings, backends)
        }
    }
}

fn conclude_safe(
    source: &Source,
    cfg: &Cfg,
    proof: &Proof,
    settings: &Settings,
    backends: &Backends<'_>,
    budget: &Budget,
) -> Result<Report, String> {
    let mut report = Report {
        evidence: Evidence::Skipped,
        proof: Some(evidence_text::of_proof(source, cfg, proof)),
        ..Report::new(Verdict::True)
    };
    if !settings.is_checked {
        return Ok(report);
    }
    let mut solver = backends.evidence()?;
    Ok(match evidence::check_proof(cfg, proof, &mut *solver, budget) {
        Ok(checked) => {
            report.evidence = Evidence::Checked;
            report.statistics.count("evidence/regions", checked.regions as u64);
            report
        }
        Err(rejection) => rejected(rejection),
    })
}

fn conclude_unsafe(
    source: &Source,
    cfg: &Cfg,
    counterexample: &Counterexample,
    settings: &Settings,
    backends: &Backends<'_>,
) -> Result<Report, String> {
    let found = |evidence, changes: &[Vec<_>]| Report {
        evidence,
        counterexample: Some(evidence_text::of_counterexample(source, cfg, counterexample, changes)),
        ..Report::new(Verdict::False(counterexample.violation.property.to_string()))
    };
    if !settings.is_checked {
        return Ok(found(Evidence::Skipped, &evidence_text::choices(counterexample)));
    }
    let mut solver = backends.evidence()?;
    Ok(match evidence::replay(cfg, counterexample, &mut *solver) {
        Ok(execution) => match execution.overapproximations.first() {
            Some((_, why)) => Report::unknown(Reason::Overapproximation(why.to_string())),
            None => {
                let changes: Vec<_> = execution.steps.into_iter().map(|step| step.changed).collect();
                found(Evidence::Checked, &changes)
            }
        },
        Err(rejection) => rejected(rejection),
    })
}

fn rejected(rejection: Rejection) -> Report {
    match rejection {
        Rejection::Exhausted(why) => Report::unknown(Reason::from(why)),
        other => Report {
            evidence: Evidence::Rejected,
            ..Report::unknown(Reason::EvidenceRejected(other.to_string()))
        },
    }
}
