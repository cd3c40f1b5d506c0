//! The analysis, inside of the worker: from files to a report.
//!
//! The steps are those of the picture in `ARCHITECTURE.md`: front end, inlining and pruning, blocks, engine,
//! evidence. Nothing here decides anything about programs; it only connects the parts that the options name.

use std::time::{Duration, Instant};

use base::Budget;
use c_lower::options::Arithmetic;
use engines::{Outcome, Reason};
use evidence::Rejection;
use frontend::bit_tricks::first_arithmetic;
use frontend::{self, Front, Source};
use frontend::{CProgram, Request};
use narration::error_path::{self, Stop};
use narration::invariants::VerifiedGraph;
use narration::{evidence_text, invariants};
use native::refute;
use program::{Cfg, Counterexample, Proof};
use report::{Evidence, Report, Verdict};
use witnessing::export;

use crate::backend::Backends;
use crate::confirm::{self, Chosen, Effort, Input, confirm};
use crate::graph::Graph;
use crate::message::{Channel, Message, Progress, Wishes};
use crate::observe::Reporter;
use crate::options::{AnalysisArguments, LowerArguments};
use crate::program_options::{ProgramArguments, arithmetic_name};
use crate::recursion::Task;
use crate::search::{Found, Times, search};
use crate::{replay, statistics};

/// One of the analyses of a run.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// In which arithmetic; `None` leaves it to the program.
    pub arithmetic: Option<Arithmetic>,
    /// How long it may take.
    pub limit: Option<Duration>,
}

/// The part of the time limit that integers get before bit-vectors are tried.
const INTEGER_SHARE: f64 = 0.6;

/// How long integers are tried if there is no limit.
const INTEGER_LIMIT: Duration = Duration::from_secs(600);

/// Analyses a program. The last message is returned, the others are sent.
pub fn analyse(
    program: &ProgramArguments,
    options: &AnalysisArguments,
    attempt: &Attempt,
    wishes: Wishes,
    channel: &mut Channel,
) -> Message {
    let start = Instant::now();
    channel.progress(&Progress { phase: "reading the program".into(), ..Progress::default() });
    let prepared = match prepare(program, attempt) {
        Ok(prepared) => prepared,
        Err(text) => return Message::BadInput(text),
    };
    let Prepared { request, source, arithmetic, front, needs_confirmation } = &prepared;
    let solver = || Backends::new(options).ok()?.auxiliary("explore").ok();
    let replayed = front.as_deref().and_then(|front| witnessing::replay::replay(front, solver));
    let passed = replayed.as_ref().map(|replayed| replayed.passed);
    if let Some(report) = replayed.and_then(|replayed| replayed.report) {
        return Message::Done(Box::new(Report { passed, ..report }));
    }
    let limit = match (attempt.limit, needs_confirmation) {
        (limit, false) => limit,
        (limit, true) => Some(limit.map_or(INTEGER_LIMIT, |limit| limit.mul_f64(INTEGER_SHARE))),
    };
    if let Some(arithmetic) = arithmetic {
        let name = arithmetic_name(*arithmetic).to_string();
        channel.send(&Message::Chosen { arithmetic: name, limit });
    }
    let budget = limit.map_or_else(Budget::unlimited, |limit| {
        Budget::with_timeout(limit.saturating_sub(start.elapsed()).max(Duration::from_millis(1)))
    });
    let mut reporter = Reporter::new(channel, options, wishes, &budget);
    let warnings = source.warnings.clone()
        + &frontend::warning_about(&program.files[0], &source.program).unwrap_or_default();
    if !warnings.is_empty() && !wishes.is_repeated {
        reporter.warn(&warnings);
    }
    let mut times = vec![("time/front end", start.elapsed())];
    // What is explained is the program as it is.
    let is_simplified = !options.no_simplify && !wishes.explains;
    // Executions know nothing of a witness that the program is to follow.
    let is_free = source.shaping.is_none();
    let trial = front.as_deref().filter(|_| is_simplified && is_free && !options.no_guess);
    let task = Task { source, trial, options, is_simplified };
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
            Choice::Chosen(chosen) => confirm_again(front, *needs_confirmation, chosen, &mut report),
            Choice::Executed(route) => route.clone(),
        };
        if let (Some(format), Some(execution)) = (options.witness, &report.counterexample) {
            let content = export::of_counterexample(request, front, &route, execution, format);
            report.witness = Some(export::text(request, front, content, format));
        }
    }
    if let (Some(format), Some(front), Verdict::True) = (options.witness, front, &report.verdict) {
        let invariants = report.invariants.as_deref().unwrap_or_default();
        let content = export::of_proof(request, front, invariants);
        report.witness = Some(export::text(request, front, content, format));
    }
    if let (Some(front), Verdict::True, true) = (front, &report.verdict, wishes.executes) {
        report.refuter = Some(refute::prepare(front));
    }
    times.push(("time/total", start.elapsed()));
    report.statistics.times.extend(times.into_iter().map(statistics::milliseconds));
    report.arithmetic = arithmetic.map(|arithmetic| arithmetic_name(arithmetic).to_string());
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
            *report = Report::unknown(format!("not confirmed over bit-vectors: {}", why.trim_end()));
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
    /// Whether its counterexamples need a confirmation, and bit-vectors come next.
    needs_confirmation: bool,
}

fn prepare(program: &ProgramArguments, attempt: &Attempt) -> Result<Prepared, String> {
    let request = Request::new(&program.options())?;
    Ok(match (Front::load(&request, &program.options())?, attempt.arithmetic) {
        (Front::Ready(source), _) => {
            Prepared { request, source: *source, arithmetic: None, front: None, needs_confirmation: false }
        }
        (Front::C(program), fixed) => {
            let (arithmetic, source) = match fixed {
                Some(arithmetic) => (arithmetic, program.lower(arithmetic)?),
                None => first_arithmetic(&program)?,
            };
            let needs_confirmation = fixed.is_none() && arithmetic == Arithmetic::Integer;
            let (arithmetic, front) = (Some(arithmetic), Some(program));
            Prepared { request, source, arithmetic, front, needs_confirmation }
        }
    })
}

/// Only says whether a program can be read.
pub fn load_only(program: &ProgramArguments) -> Message {
    match Request::new(&program.options()).and_then(|request| Front::load(&request, &program.options())) {
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
    source: &Source,
    trial: Option<&CProgram>,
    graph: &Graph,
    options: &AnalysisArguments,
    budget: &Budget,
    reporter: &mut Reporter<'_>,
    times: &mut Times,
) -> Result<(Report, Option<Choice>), String> {
    reporter.draw(source, &graph.cfg, options.blocks.fixed().unwrap_or_default());
    let backends = Backends::new(options)?;
    let found = search(graph, trial, options, &backends, budget, reporter, times)?;
    let (outcome, mut counted, candidate) = match found {
        Found::Claim(outcome, counted, candidate) => (outcome, counted, candidate),
        Found::Execution(report, route) => return Ok((*report, Some(Choice::Executed(route)))),
    };
    let chosen = match (&outcome, &candidate) {
        (Outcome::Unsafe(counterexample), _) => {
            Some(Choice::Chosen(confirm::choices(&graph.cfg, counterexample)))
        }
        (_, Some(candidate)) => Some(Choice::Chosen(confirm::choices(&graph.cfg, candidate))),
        _ => None,
    };
    let proof = match &outcome {
        Outcome::Safe(proof) if options.tells_invariants => Some(proof.clone()),
        _ => None,
    };
    let start = Instant::now();
    let mut report = conclude(source, &graph.cfg, outcome, options, &backends, budget, reporter)?;
    if let (Some(candidate), Verdict::Unknown(_)) = (candidate, &report.verdict) {
        let changes = evidence_text::choices(&candidate);
        report.counterexample =
            Some(evidence_text::of_counterexample(source, &graph.cfg, &candidate, &changes));
    }
    if report.evidence == Evidence::Checked {
        match graph.check(&mut *backends.evidence()?, budget) {
            Ok(claims) => report.statistics.counters.push(("evidence/simplification".into(), claims as u64)),
            Err(rejection) => report = rejected(rejection),
        }
    }
    if let (Some(proof), Verdict::True) = (proof, &report.verdict) {
        let verified = VerifiedGraph { cfg: &graph.cfg, copying: graph.copying, stages: graph.stages() };
        report.invariants = Some(invariants::of_proof(source, verified, &proof));
    }
    times.push(("time/evidence", start.elapsed()));
    statistics::add_queries(&mut counted, &backends.log);
    counted.counters.append(&mut report.statistics.counters);
    report.statistics = counted;
    Ok((report, chosen))
}

/// Checks what the engine claims; what does not pass is unknown.
fn conclude(
    source: &Source,
    cfg: &Cfg,
    outcome: Outcome,
    options: &AnalysisArguments,
    backends: &Backends<'_>,
    budget: &Budget,
    reporter: &mut Reporter<'_>,
) -> Result<Report, String> {
    match outcome {
        Outcome::Unknown(reason) => Ok(Report::unknown(reason.to_string())),
        Outcome::Safe(proof) => {
            reporter.phase("checking the proof");
            conclude_safe(source, cfg, &proof, options, backends, budget)
        }
        Outcome::Unsafe(counterexample) => {
            reporter.phase("checking the counterexample");
            conclude_unsafe(source, cfg, &counterexample, options, backends)
        }
    }
}

fn conclude_safe(
    source: &Source,
    cfg: &Cfg,
    proof: &Proof,
    options: &AnalysisArguments,
    backends: &Backends<'_>,
    budget: &Budget,
) -> Result<Report, String> {
    let mut report = Report {
        evidence: Evidence::Skipped,
        proof: Some(evidence_text::of_proof(source, cfg, proof)),
        ..Report::new(Verdict::True)
    };
    if options.no_check {
        return Ok(report);
    }
    let mut solver = backends.evidence()?;
    Ok(match evidence::check_proof(cfg, proof, &mut *solver, budget) {
        Ok(checked) => {
            report.evidence = Evidence::Checked;
            report.statistics.counters.push(("evidence/regions".into(), checked.regions as u64));
            report
        }
        Err(rejection) => rejected(rejection),
    })
}

fn conclude_unsafe(
    source: &Source,
    cfg: &Cfg,
    counterexample: &Counterexample,
    options: &AnalysisArguments,
    backends: &Backends<'_>,
) -> Result<Report, String> {
    let found = |evidence, changes: &[Vec<_>]| Report {
        evidence,
        counterexample: Some(evidence_text::of_counterexample(source, cfg, counterexample, changes)),
        ..Report::new(Verdict::False(counterexample.violation.property.to_string()))
    };
    if options.no_check {
        return Ok(found(Evidence::Skipped, &evidence_text::choices(counterexample)));
    }
    let mut solver = backends.evidence()?;
    Ok(match evidence::replay(cfg, counterexample, &mut *solver) {
        Ok(execution) => match execution.overapproximations.first() {
            Some((_, why)) => Report::unknown(Reason::Overapproximation(why.clone()).to_string()),
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
        Rejection::Exhausted(why) => Report::unknown(Reason::from(why).to_string()),
        other => Report {
            evidence: Evidence::Rejected,
            ..Report::unknown(Reason::EvidenceRejected(other.to_string()).to_string())
        },
    }
}
