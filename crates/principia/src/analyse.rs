//! The analysis, inside of the worker: from a file to a report.
//!
//! The steps are those of the picture in `ARCHITECTURE.md`: front end, inlining and pruning, blocks, engine,
//! evidence. Nothing here decides anything about programs; it only connects the parts that the options name.

use std::path::Path;
use std::time::{Duration, Instant};

use base::Budget;
use engines::trace_abstraction::{Config, Generalisation, Parts, TraceAbstraction};
use engines::{Outcome, Reason};
use evidence::Rejection;
use program::{BlockEncoding, Cfg, Copying, CoreProgram, Counterexample, InlineError, Proof};
use refine::newton::Newton;
use refine::{CoreGranularity, FeasibilityChecker, HoareChecker};
use smt::Limits;

use crate::backend::Backends;
use crate::frontend::{self, Source};
use crate::message::Message;
use crate::observe::Reporter;
use crate::options::{AnalysisArguments, Automaton, Blocks, Core};
use crate::report::{Evidence, Report, Statistics, Verdict};
use crate::worker::Channel;
use crate::{evidence_text, statistics};

/// The longest that the trace solver may take for one query; its failure costs an error location.
const TRACE_LIMIT: Duration = Duration::from_secs(120);

/// The longest that a Hoare triple may take; its failure costs precision.
const HOARE_LIMIT: Duration = Duration::from_secs(2);

/// Analyses a file. The last message is returned, the others are sent.
pub fn analyse(file: &Path, options: &AnalysisArguments, explains: bool, channel: &mut Channel) -> Message {
    let start = Instant::now();
    let budget = options.timeout.map_or_else(Budget::unlimited, Budget::with_timeout);
    let mut reporter = Reporter::new(channel, options, explains, &budget);
    reporter.phase("reading the program");
    let source = match frontend::load(file, &options.entry) {
        Ok(source) => source,
        Err(text) => return Message::BadInput(text),
    };
    if !source.warnings.is_empty() {
        reporter.warn(&source.warnings);
    }
    let mut times = vec![("time/front end", start.elapsed())];
    let mut report = match verify(&source, options, &budget, &mut reporter, &mut times) {
        Ok(report) => report,
        Err(why) => return Message::BadInput(format!("error: {why}\n")),
    };
    times.push(("time/total", start.elapsed()));
    report.statistics.times.extend(times.into_iter().map(statistics::milliseconds));
    Message::Done(Box::new(report))
}

/// Prints the core program of a file, or only checks that there is one.
pub fn lower(file: &Path, entries: &[String], is_check: bool, channel: &mut Channel) -> Message {
    match frontend::load(file, entries) {
        Err(text) => Message::BadInput(text),
        Ok(source) => {
            if !source.warnings.is_empty() {
                channel.send(&Message::Warning(source.warnings));
            }
            Message::Text(if is_check { String::new() } else { source.program.to_string() })
        }
    }
}

/// The phases of a run and how long they took.
type Times = Vec<(&'static str, Duration)>;

/// Verifies a program. The error says which solver is missing.
fn verify(
    source: &Source,
    options: &AnalysisArguments,
    budget: &Budget,
    reporter: &mut Reporter<'_>,
    times: &mut Times,
) -> Result<Report, String> {
    let start = Instant::now();
    reporter.phase("building the control-flow graph");
    let cfg = match control_flow_graph(&source.program, options) {
        Ok(cfg) => cfg,
        Err(InlineError::TooLarge { limit }) => {
            let reason = format!("unsupported: more than {limit} statements after inlining");
            return Ok(Report::unknown(reason));
        }
    };
    let encoding = match options.blocks {
        Blocks::Statement => BlockEncoding::Statement,
        Blocks::Sequence => BlockEncoding::Sequence,
        Blocks::LoopFree => BlockEncoding::LoopFree,
    };
    let blocks = program::encode_blocks(&cfg, encoding);
    times.push(("time/blocks", start.elapsed()));
    reporter.phase("verifying");
    let start = Instant::now();
    let backends = Backends::new(options)?;
    let parts = parts(&backends, options, &blocks)?;
    let generalisation = match options.automaton {
        Automaton::Canonical => Generalisation::Canonical,
        Automaton::Eager => Generalisation::Eager,
        Automaton::Predicate => Generalisation::Predicate,
    };
    let config = Config { generalisation, ..Config::default() };
    let mut engine = TraceAbstraction::new(&blocks, config, parts);
    let outcome = engine.run(budget, reporter);
    times.push(("time/engine", start.elapsed()));
    let mut counted = statistics::of_engine(&engine.statistics());
    statistics::add_sizes(&mut counted, &blocks);
    let start = Instant::now();
    let mut report = conclude(source, &cfg, outcome, options, &backends, budget, reporter)?;
    times.push(("time/evidence", start.elapsed()));
    statistics::add_queries(&mut counted, &backends.log);
    counted.counters.append(&mut report.statistics.counters);
    report.statistics = counted;
    Ok(report)
}

/// The graph that is verified.
fn control_flow_graph(program: &CoreProgram, options: &AnalysisArguments) -> Result<Cfg, InlineError> {
    let copying = Copying::within(options.inline_budget);
    let cfg = program::inline_sharing(&program.prune(), &copying)?;
    Ok(cfg.prune().contract())
}

/// The parts of the engine that talk to solvers.
fn parts(
    backends: &Backends<'_>,
    options: &AnalysisArguments,
    blocks: &program::BlockProgram,
) -> Result<Parts, String> {
    let granularity = match options.core {
        Core::Statement => CoreGranularity::Statement,
        Core::Conjunct => CoreGranularity::Conjunct,
        Core::Minimal => CoreGranularity::Minimal,
    };
    let limit = |time| Limits { time: Some(time), memory_mb: None };
    Ok(Parts {
        feasibility: FeasibilityChecker::new(backends.trace()?, blocks, granularity, limit(TRACE_LIMIT))
            .with_one_shot(backends.one_shot()),
        newton: Newton { variant: options.refine.variant, eliminator: backends.eliminator()? },
        hoare: HoareChecker::new(backends.auxiliary("hoare")?, blocks, limit(HOARE_LIMIT)),
        auxiliary: backends.auxiliary("unify")?,
    })
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
        verdict: Verdict::True,
        evidence: Evidence::Skipped,
        counterexample: None,
        proof: Some(evidence_text::of_proof(source, cfg, proof)),
        statistics: Statistics::default(),
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
        verdict: Verdict::False(counterexample.violation.property.to_string()),
        evidence,
        counterexample: Some(evidence_text::of_counterexample(source, cfg, counterexample, changes)),
        proof: None,
        statistics: Statistics::default(),
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
