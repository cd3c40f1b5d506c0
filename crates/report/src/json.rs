//! The report for machines. The schema is documented in `docs/output.md`; a change that breaks readers gets a
//! new number.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::result::{Report, Statistics, Verdict};

/// The version of the schema.
const SCHEMA: u32 = 1;

/// The document of a run.
pub fn document(files: &[PathBuf], options: &impl Serialize, report: &Report, peak_memory: u64) -> Value {
    let files: Vec<_> = files.iter().map(|file| file.to_string_lossy()).collect();
    let (property, reason) = match &report.verdict {
        Verdict::True => (None, None),
        Verdict::False(property) => (Some(property), None),
        Verdict::Unknown(reason) => (None, Some(reason)),
    };
    json!({
        "schema": SCHEMA,
        "tool": { "name": "principia", "version": env!("CARGO_PKG_VERSION") },
        "input": files[0],
        "files": files,
        "options": options,
        "verdict": report.verdict.word(),
        "property": property,
        "reason": reason,
        "arithmetic": report.arithmetic,
        "assumptions": report.assumptions,
        "evidence": report.evidence,
        "counterexample": report.counterexample,
        "execution": report.replayed,
        "executions": report.tried,
        "proof": report.proof.as_ref().map(|invariants| json!({ "invariants": invariants })),
        "invariants": report.invariants,
        "statistics": statistics(&report.statistics, peak_memory),
    })
}

fn statistics(statistics: &Statistics, peak_memory: u64) -> Value {
    let counters: Map<String, Value> =
        statistics.counters.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    let times: Map<String, Value> =
        statistics.times.iter().map(|(name, millis)| (name.clone(), json!(rounded(*millis)))).collect();
    json!({ "counters": counters, "times_ms": times, "peak_memory_bytes": peak_memory })
}

/// Microseconds are all that a time can tell.
fn rounded(millis: f64) -> f64 {
    (millis * 1000.0).round() / 1000.0
}
