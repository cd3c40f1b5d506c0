//! What is known about an entry: a file for each of them, which a later scan reads again.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use witness::stamp::sha256;

use super::plan::Entry;
use crate::json;
use crate::scan_options::ScanArguments;

/// What is known about an entry.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Record {
    /// What the answer depends on, as a hash.
    pub key: String,
    /// The file of the function.
    pub file: String,
    /// The function.
    pub function: String,
    /// Its line.
    pub line: u32,
    /// `TRUE`, `FALSE`, `UNKNOWN`, or `ERROR` for what was not read.
    pub verdict: String,
    /// The property that is violated, the reason of an `UNKNOWN`, or what was wrong.
    pub detail: String,
    /// What is violated, and where: line and text.
    pub violations: Vec<(u32, String)>,
    /// How many places are proved and how many are not known.
    pub places: (usize, usize),
    /// What is assumed.
    pub assumptions: Vec<String>,
    /// Seconds.
    pub seconds: f64,
    /// Whether it comes from an earlier scan.
    #[serde(skip)]
    pub is_old: bool,
}

/// The files of an entry in the folder of a scan.
pub struct Files {
    /// What is known.
    pub record: PathBuf,
    /// The report for machines.
    pub json: PathBuf,
    /// The violations.
    pub sarif: PathBuf,
    /// The page.
    pub page: PathBuf,
}

impl Files {
    /// The files of an entry.
    pub fn of(folder: &Path, file: &Path, function: &str) -> Files {
        let name: String =
            file.to_string_lossy().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
        // Different paths may have the same letters.
        let stamp = &sha256(file.to_string_lossy().as_bytes())[..8];
        let name = format!("{}-{stamp}-{function}", &name[name.len().saturating_sub(60)..]);
        let of = |part: &str, extension: &str| folder.join(part).join(format!("{name}.{extension}"));
        Files {
            record: of("records", "json"),
            json: of("records", "result.json"),
            sarif: of("records", "sarif"),
            page: of("reports", "html"),
        }
    }
}

/// What an answer depends on: the text, the options, and the tool.
pub fn key(entry: &Entry, arguments: &ScanArguments) -> String {
    let property = arguments.property();
    let ScanArguments { with, timeout, memory, include, define, entries, .. } = arguments;
    let options = format!("{property:?} {with:?} {timeout:?} {memory} {include:?} {define:?} {entries:?}");
    let version = env!("CARGO_PKG_VERSION");
    sha256(format!("{version}\u{0}{options}\u{0}{}\u{0}{}", entry.function, entry.fingerprint).as_bytes())
}

impl Record {
    /// What an earlier scan found out about the same.
    pub fn known(path: &Path, key: &str) -> Option<Record> {
        let record: Record = serde_json::from_str(&std::fs::read_to_string(path).ok()?).ok()?;
        (record.key == key).then_some(Record { is_old: true, ..record })
    }

    /// A record without an answer.
    pub fn new(entry: &Entry, key: String, verdict: &str, detail: String) -> Record {
        Record {
            key,
            file: entry.files[0].display().to_string(),
            function: entry.function.clone(),
            line: entry.line,
            verdict: verdict.to_string(),
            detail,
            violations: Vec::new(),
            places: (0, 0),
            assumptions: Vec::new(),
            seconds: 0.0,
            is_old: false,
        }
    }

    /// What a report for machines says.
    pub fn of(entry: &Entry, key: String, document: &Value) -> Record {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        let detail = match document["property"].as_str() {
            Some(property) => property.to_string(),
            None => text(&document["reason"]),
        };
        let obligations = document["obligations"].as_array().map(Vec::as_slice).unwrap_or_default();
        let count = |status: &str| obligations.iter().filter(|one| one["status"] == status).count();
        let told = |one: &Value| {
            let line = one["place"]["line"].as_u64().unwrap_or(0) as u32;
            (line, format!("{} [{}]", text(&one["message"]), text(&one["property"])))
        };
        let mut violations: Vec<(u32, String)> =
            obligations.iter().filter(|one| one["status"] == "violated").map(told).collect();
        if violations.is_empty() && document["counterexample"].is_object() {
            violations.push(told(&document["counterexample"]));
        }
        let assumptions = document["assumptions"].as_array().map(Vec::as_slice).unwrap_or_default();
        Record {
            violations,
            places: (count("proved"), count("unknown")),
            assumptions: assumptions.iter().map(text).collect(),
            ..Record::new(entry, key, document["verdict"].as_str().unwrap_or("UNKNOWN"), detail)
        }
    }

    /// Keeps it for later.
    pub fn write(&self, path: &Path) -> std::io::Result<()> {
        json::write_text(path, &serde_json::to_string(self)?)
    }
}
