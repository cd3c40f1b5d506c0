//! The report of a job: what it found, and what executions by a compiler say about that.

use std::time::{Duration, Instant};

use native::refute::{self, Allowance};
use report::native::Replayed;
use report::{Evidence, Report};
use verdict::{Reason, Verdict};

use crate::findings::{Claim, Findings, Proved, Violated};

/// When executions by a compiler come.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// So long the job took.
    pub elapsed: Duration,
    /// So long it may take in all.
    pub limit: Option<Duration>,
}

/// Makes the report of a job. With a moment for executions, a C program is compiled and executed before: its
/// counterexample, what may be one, or the program with drawn inputs before a proof is told. Gives also what the program
/// could not be kept from.
pub fn report_of(findings: Findings, executions: Option<Moment>) -> (Report, Vec<String>) {
    let Findings { claim, arithmetic, assumptions, passed, statistics, parties } = findings;
    let start = Instant::now();
    let mut gaps = Vec::new();
    let concluded = match claim {
        Claim::Proved(proved) => of_proof(*proved, executions, &mut gaps),
        Claim::Violated(violated) => of_violation(*violated, executions, &mut gaps),
        Claim::Candidate(reason, violated) => of_candidate(reason, *violated, executions, &mut gaps),
        Claim::Nothing(reason) => of_nothing(reason),
    };
    let mut report = Report { arithmetic, assumptions, passed, statistics, parties, ..concluded };
    if report.replayed.is_some() || report.tried.is_some() {
        report.statistics.time("time/execution", start.elapsed());
    }
    (report, gaps)
}

/// A proof, unless the program violates the property when it is executed: then it proves nothing.
fn of_proof(proved: Proved, executions: Option<Moment>, gaps: &mut Vec<String>) -> Report {
    let Proved { evidence, proof, invariants, witness, refuter } = proved;
    let tried = executions.zip(refuter).map(|(Moment { elapsed, limit }, refuter)| {
        let left = limit.map(|limit| limit.saturating_sub(elapsed));
        refute::execute(&refuter, Allowance::after(elapsed, left))
    });
    gaps.extend(tried.iter().flat_map(|tried| tried.gaps.clone()));
    match tried.as_ref().and_then(|tried| tried.violation.as_ref()) {
        Some(shown) => Report {
            evidence: Evidence::Rejected,
            tried: tried.clone(),
            ..Report::unknown(Reason::EvidenceRejected(shown.reason()))
        },
        None => {
            let proof = Some(proof);
            Report { evidence, proof, invariants, witness, tried, ..Report::new(Verdict::True) }
        }
    }
}

/// What the compiled program says about a violation.
fn replayed(violated: &Violated, executions: Option<Moment>, gaps: &mut Vec<String>) -> Option<Replayed> {
    let Moment { elapsed, limit } = executions?;
    let left = limit.map(|limit| limit.saturating_sub(elapsed));
    let (replayed, open) = native::replay::execute(violated.replay.as_ref()?, left);
    gaps.extend(open);
    Some(replayed)
}

/// A violation, unless the compiled program shows that it is none.
fn of_violation(violated: Violated, executions: Option<Moment>, gaps: &mut Vec<String>) -> Report {
    let replayed = replayed(&violated, executions, gaps);
    match &replayed {
        Some(Replayed::NotReproduced(why)) => {
            let reason = Reason::EvidenceRejected(why.clone());
            Report { evidence: Evidence::Rejected, replayed, ..Report::unknown(reason) }
        }
        _ => real(violated, replayed),
    }
}

/// A candidate is a violation if the compiled program says so, whatever was modelled too coarsely.
fn of_candidate(
    reason: Reason,
    violated: Violated,
    executions: Option<Moment>,
    gaps: &mut Vec<String>,
) -> Report {
    match replayed(&violated, executions, gaps) {
        Some(Replayed::Confirmed) => {
            let violated = Violated { evidence: Evidence::Checked, ..violated };
            real(violated, Some(Replayed::Confirmed))
        }
        _ => Report::unknown(reason),
    }
}

fn real(violated: Violated, replayed: Option<Replayed>) -> Report {
    let Violated { evidence, execution, replay, witness } = violated;
    let verdict = Verdict::False(execution.property.clone());
    Report { evidence, counterexample: Some(execution), replay, replayed, witness, ..Report::new(verdict) }
}

fn of_nothing(reason: Reason) -> Report {
    let evidence = match reason {
        Reason::EvidenceRejected(_) => Evidence::Rejected,
        _ => Evidence::None,
    };
    Report { evidence, ..Report::unknown(reason) }
}
