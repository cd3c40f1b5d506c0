//! The report for machines. The schema is documented in `docs/output.md`; a change that breaks readers gets a
//! new number.

use std::io::Write;
use std::path::Path;
use std::{fs, io};

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::options::AnalysisArguments;
use crate::program_options::ProgramArguments;
use crate::report::{Report, Statistics, Verdict};

/// The version of the schema.
const SCHEMA: u32 = 1;

/// The options of a run, all in one list.
#[derive(Serialize)]
struct AllOptions<'a> {
    #[serde(flatten)]
    program: &'a ProgramArguments,
    #[serde(flatten)]
    analysis: &'a AnalysisArguments,
}

/// The document of a run.
pub fn document(
    program: &ProgramArguments,
    analysis: &AnalysisArguments,
    report: &Report,
    peak_memory: u64,
) -> Value {
    let files: Vec<_> = program.files.iter().map(|file| file.to_string_lossy()).collect();
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
        "options": AllOptions { program, analysis },
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

/// Writes a document to a file.
pub fn write_file(path: &Path, document: &Value) -> io::Result<()> {
    write_text(path, &(serde_json::to_string_pretty(document)? + "\n"))
}

/// Writes a file as a whole or not at all.
pub fn write_text(path: &Path, text: &str) -> io::Result<()> {
    // Pipes and devices cannot be replaced.
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return fs::OpenOptions::new().write(true).open(path)?.write_all(text.as_bytes());
    }
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let temporary = path.with_file_name(format!(".{}.{}", name.to_string_lossy(), std::process::id()));
    let result = fs::write(&temporary, text).and_then(|()| fs::rename(&temporary, path));
    if result.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    result
}
