//! The report for machines. The schema is documented in `docs/output.md`; a change that breaks readers gets a
//! new number.

use std::path::PathBuf;
use std::time::Duration;

use base::Statistics;
use serde::Serialize;
use serde_json::{Map, Value, json};
use verdict::Verdict;

use crate::help::Help;
use crate::result::{PartyReport, Report};

/// The version of the schema.
const SCHEMA: u32 = 1;

/// The document of a run.
pub fn document(
    files: &[PathBuf],
    options: &impl Serialize,
    strategy: &impl Serialize,
    report: &Report,
    peak_memory: u64,
) -> Value {
    let files: Vec<_> = files.iter().map(|file| file.to_string_lossy()).collect();
    let (property, reason) = match &report.verdict {
        Verdict::True => (None, None),
        Verdict::False(property) => (Some(property), None),
        Verdict::Unknown(reason) => (None, Some(reason.to_string())),
    };
    json!({
        "schema": SCHEMA,
        "tool": { "name": "principia", "version": env!("CARGO_PKG_VERSION") },
        "input": files[0],
        "files": files,
        "options": options,
        "strategy": strategy,
        "verdict": report.verdict.word(),
        "property": property,
        "reason": reason,
        "arithmetic": report.arithmetic,
        "assumptions": report.assumptions,
        "evidence": report.evidence,
        "counterexample": report.counterexample,
        "obligations": report.obligations,
        "execution": report.replayed,
        "executions": report.tried,
        "proof": report.proof.as_ref().map(|invariants| json!({ "invariants": invariants })),
        "invariants": report.invariants,
        "help": Help::of(report),
        "statistics": statistics(&report.statistics, Some(peak_memory)),
        "parties": report.parties.iter().map(party).collect::<Vec<_>>(),
    })
}

fn statistics(statistics: &Statistics, peak_memory: Option<u64>) -> Value {
    let counters = statistics.counters.iter().map(|counter| (counter.name.clone(), json!(counter.value)));
    let times = statistics.times.iter().map(|(name, time)| (name.clone(), json!(milliseconds(*time))));
    let (counters, times): (Map<String, Value>, Map<String, Value>) = (counters.collect(), times.collect());
    match peak_memory {
        Some(bytes) => json!({ "counters": counters, "times_ms": times, "peak_memory_bytes": bytes }),
        None => json!({ "counters": counters, "times_ms": times }),
    }
}

/// What a party did.
fn party(party: &PartyReport) -> Value {
    json!({
        "name": party.name,
        "arithmetic": party.arithmetic,
        "winner": party.is_winner,
        "statistics": statistics(&party.statistics, None),
    })
}

/// Microseconds are all that a time can tell.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1_000_000.0).round() / 1000.0
}
