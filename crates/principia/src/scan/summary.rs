//! What a scan found, for people in a terminal and for code scanning.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::plan::Plan;
use super::record::{Files, Record};

/// More lines of a kind are left to the page.
const MOST: usize = 40;

/// What was violated and what is unknown and why.
pub fn text(records: &[Record], plan: &Plan) -> String {
    let mut out = String::new();
    let violated: Vec<&Record> = records.iter().filter(|record| record.verdict == "FALSE").collect();
    if !violated.is_empty() {
        out += if plan.has_arguments { "Violated by some arguments:\n" } else { "Violated:\n" };
    }
    for record in violated.iter().take(MOST) {
        let (line, what) = record.violations.first().cloned().unwrap_or((record.line, record.detail.clone()));
        let more = record.violations.len().saturating_sub(1);
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        let _ = writeln!(out, "  {}:{line}: in {}: {what}{more}", record.file, record.function);
    }
    if violated.len() > MOST {
        let _ = writeln!(out, "  ... and {} more", violated.len() - MOST);
    }
    let mut reasons: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    for record in records.iter().filter(|record| !["TRUE", "FALSE"].contains(&record.verdict.as_str())) {
        reasons.entry(record.detail.lines().next().unwrap_or("no reason")).or_default().push(record);
    }
    if !reasons.is_empty() {
        out += "Unknown:\n";
    }
    let mut reasons: Vec<(&str, Vec<&Record>)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, records)| std::cmp::Reverse(records.len()));
    for (reason, records) in reasons.iter().take(MOST) {
        let names: Vec<&str> = records.iter().take(6).map(|record| record.function.as_str()).collect();
        let more = if records.len() > 6 { ", ..." } else { "" };
        let _ = writeln!(out, "  {:4}  {reason}: {}{more}", records.len(), names.join(", "));
    }
    out
}

/// Everything in one line.
pub fn line(records: &[Record], plan: &Plan) -> String {
    let count = |verdict: &str| records.iter().filter(|record| record.verdict == verdict).count();
    let old = records.iter().filter(|record| record.is_old).count();
    let mut parts = vec![
        format!("{} proved", count("TRUE")),
        format!("{} violated", count("FALSE")),
        format!("{} unknown", count("UNKNOWN")),
    ];
    if count("ERROR") > 0 {
        parts.push(format!("{} not read", count("ERROR")));
    }
    let unread = match plan.unread.len() {
        0 => String::new(),
        count => format!(" ({count} of them not read)"),
    };
    let old = if old > 0 { format!("; {old} as before") } else { String::new() };
    format!("{} of {} entries in {} files{unread}{old}", parts.join(", "), records.len(), plan.files)
}

/// The violations of all entries as one SARIF document. A violation that several entries find is told once.
pub fn sarif(records: &[Record], folder: &Path) -> Value {
    let (mut rules, mut results): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
    for record in records {
        let files = Files::of(folder, Path::new(&record.file), &record.function);
        let document = fs::read_to_string(&files.sarif).ok();
        let document = document.and_then(|text| serde_json::from_str::<Value>(&text).ok());
        let Some(run) = document.as_ref().map(|document| &document["runs"][0]) else { continue };
        for rule in run["tool"]["driver"]["rules"].as_array().map(Vec::as_slice).unwrap_or_default() {
            if !rules.iter().any(|known: &Value| known["id"] == rule["id"]) {
                rules.push(rule.clone());
            }
        }
        for result in run["results"].as_array().map(Vec::as_slice).unwrap_or_default() {
            let is_same = |known: &Value| {
                ["ruleId", "locations", "message"].iter().all(|name| known[*name] == result[*name])
            };
            if results.iter().any(is_same) {
                continue;
            }
            let mut result = result.clone();
            result["ruleIndex"] = json!(rules.iter().position(|rule| rule["id"] == result["ruleId"]));
            result["properties"] = json!({ "entry": record.function });
            results.push(result);
        }
    }
    let version = env!("CARGO_PKG_VERSION");
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "principia", "version": version, "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "invocations": [{ "executionSuccessful": true }],
            "results": results,
        }],
    })
}

#[cfg(test)]
mod tests {
    use super::super::plan::Entry;
    use super::*;
    use expect_test::expect;

    fn record(function: &str, verdict: &str, detail: &str) -> Record {
        let files = vec!["a.c".into()];
        let entry = Entry { files, function: function.into(), line: 3, fingerprint: String::new() };
        Record::new(&entry, String::new(), verdict, detail.into())
    }

    #[test]
    fn a_summary_groups_reasons() {
        let mut violated = record("f", "FALSE", "valid-deref");
        violated.violations = vec![(7, "invalid read [valid-deref]".into()), (9, "other".into())];
        let old = Record { is_old: true, ..record("h", "UNKNOWN", "timeout") };
        let records = [
            record("t", "TRUE", ""),
            violated,
            record("g", "UNKNOWN", "timeout"),
            old,
            record("k", "ERROR", "no type"),
        ];
        let plan = Plan {
            entries: Vec::new(),
            has_arguments: true,
            files: 2,
            unread: vec!["x".into()],
            database: None,
        };
        expect![[r#"
            Violated by some arguments:
              a.c:7: in f: invalid read [valid-deref], and 1 more
            Unknown:
                 2  timeout: g, h
                 1  no type: k
            1 proved, 1 violated, 2 unknown, 1 not read of 5 entries in 2 files (1 of them not read); 1 as before
        "#]]
        .assert_eq(&format!("{}{}\n", text(&records, &plan), line(&records, &plan)));
    }
}
