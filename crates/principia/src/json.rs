//! The report for machines, with the options of the run, and files that are written as a whole.

use std::io::Write;
use std::path::Path;
use std::{fs, io};

use report::Report;
use serde::Serialize;
use serde_json::Value;
use strategy::Strategy;

use crate::options::AnalysisArguments;
use crate::program_options::ProgramArguments;

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
    strategy: &Strategy,
    report: &Report,
    peak_memory: u64,
) -> Value {
    report::json::document(&program.files, &AllOptions { program, analysis }, strategy, report, peak_memory)
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
