//! What executions by a compiler change about the report of a C program.

use std::time::{Duration, Instant};

use native::refute::{self, Allowance};
use report::native::{Replayed, Tried};
use report::{Evidence, Report};
use verdict::{Reason, Verdict};

/// Compiles and runs a C program after its analysis, which took some of the time that there is: the counterexample, or
/// with drawn inputs before a proof is told.
///
/// Gives what the program could not be kept from.
pub fn execute(report: &mut Report, elapsed: Duration, limit: Option<Duration>) -> Vec<String> {
    let left = limit.map(|limit| limit.saturating_sub(elapsed));
    let start = Instant::now();
    let gaps = match report.verdict {
        Verdict::True => try_to_refute(report, Allowance::after(elapsed, left)),
        _ => replay(report, left),
    };
    let Some(gaps) = gaps else { return Vec::new() };
    report.statistics.time("time/execution", start.elapsed());
    gaps
}

/// Runs the counterexample; if it is not real, nothing is known. What may be one is one if it violates the property.
/// Gives what the program was not kept from, if it ran.
fn replay(report: &mut Report, limit: Option<Duration>) -> Option<Vec<String>> {
    let Some(replay) = &report.replay else {
        if let Verdict::Unknown(_) = &report.verdict {
            report.drop_counterexample();
        }
        return None;
    };
    let (replayed, gaps) = native::replay::execute(replay, limit);
    match (&replayed, &report.verdict, &report.counterexample) {
        // A candidate that is real, whatever was modelled too coarsely.
        (Replayed::Confirmed, Verdict::Unknown(_), Some(execution)) => {
            report.verdict = Verdict::False(execution.property.to_string());
            report.evidence = Evidence::Checked;
            report.replayed = Some(replayed);
        }
        (_, Verdict::Unknown(_), _) => report.drop_counterexample(),
        (Replayed::NotReproduced(why), ..) => {
            report.verdict = Verdict::Unknown(Reason::EvidenceRejected(why.clone()));
            report.evidence = Evidence::Rejected;
            report.drop_counterexample();
            report.replayed = Some(replayed);
        }
        _ => report.replayed = Some(replayed),
    }
    Some(gaps)
}

/// Runs a program that was proved; if it violates the property, the proof proves nothing.
fn try_to_refute(report: &mut Report, allowance: Allowance) -> Option<Vec<String>> {
    let tried = refute::execute(report.refuter.as_ref()?, allowance);
    report.refuter = None;
    let Tried { gaps, violation, .. } = &tried;
    let gaps = gaps.clone();
    if let Some(shown) = violation {
        report.verdict = Verdict::Unknown(Reason::EvidenceRejected(shown.reason()));
        report.evidence = Evidence::Rejected;
        (report.proof, report.invariants, report.witness) = (None, None, None);
    }
    report.tried = Some(tried);
    Some(gaps)
}
