//! From a graph to a verdict with evidence: the search, then the check of what it claims.

use std::time::Instant;

use base::{Budget, Statistics};
use engines::Outcome;
use evidence::Rejection;
use executions::Chosen;
use frontend::{CProgram, Source};
use narration::error_path::Stop;
use narration::invariants::VerifiedGraph;
use narration::{evidence_text, invariants};
use program::{Cfg, Counterexample, Proof};
use report::{Evidence, Report};
use strategy::Job;
use verdict::{Reason, Verdict};

use crate::graph::Graph;
use crate::reporter::Reporter;
use crate::search::{Found, Search, Times, search};
use crate::settings::Settings;
use crate::solvers::Backends;
use crate::{confirm, statistics};

/// What is verified.
pub struct Task<'a> {
    /// The program.
    pub source: &'a Source,
    /// The C program, if it may be executed.
    pub trial: Option<&'a CProgram>,
    /// How.
    pub settings: &'a Settings,
    /// What this process does of it.
    pub job: &'a Job,
}

/// What is known about the execution of a counterexample.
pub enum Choice {
    /// What the analysis chose.
    Chosen(Chosen),
    /// The route of an execution.
    Executed(Vec<Stop>),
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
