//! Results as SARIF 2.1.0, for editors and code scanning.
//!
//! A violation is one result with its path as a code flow; a program that is proved has none. An unknown verdict is
//! a notification of the run.

use serde_json::{Value, json};

use verdict::Verdict;

use crate::result::{Execution, Place, Report, Status};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Longer paths are left to the other reports; code scanning takes no more.
const MAX_LOCATIONS: usize = 1000;

/// The document of a run.
pub fn document(report: &Report) -> Value {
    let mut invocation = json!({ "executionSuccessful": true });
    if let Verdict::Unknown(_) = &report.verdict {
        let text = report.verdict.to_string();
        invocation["toolExecutionNotifications"] =
            json!([{ "level": "warning", "message": { "text": text } }]);
    }
    let executions = violations(report);
    let mut properties: Vec<&str> = executions.iter().map(|execution| execution.property.as_str()).collect();
    if let (Verdict::False(property), true) = (&report.verdict, properties.is_empty()) {
        properties.push(property);
    }
    properties.sort_unstable();
    properties.dedup();
    let rule =
        |property: &&str| json!({ "id": property, "shortDescription": { "text": describe(property) } });
    let rules: Vec<Value> = properties.iter().map(rule).collect();
    let index = |execution: &Execution| properties.iter().position(|one| *one == execution.property);
    let results: Vec<Value> =
        executions.iter().map(|execution| result(execution, index(execution).unwrap_or(0))).collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "principia",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "invocations": [invocation],
            "results": results,
        }],
    })
}

fn describe(property: &str) -> &'static str {
    match property {
        "unreach-call" => "A function that must not be called is called",
        "assert" => "An assertion fails",
        "valid-deref" => "Memory is accessed that is not there",
        "valid-free" => "Memory is freed that must not be",
        "valid-memtrack" => "Memory is lost",
        "valid-memcleanup" => "Memory is not freed at the end",
        "no-overflow" => "An operation of signed integers overflows",
        "no-division-by-zero" => "An integer is divided by zero",
        "valid-shift" => "A shift is by more bits than there are, or by a negative number",
        "no-unsigned-overflow" => "An operation of unsigned integers wraps around",
        "no-lossy-conversion" => "A conversion that nobody wrote down changes the value",
        "no-float-overflow" => "A floating-point operation on finite numbers gives infinity",
        "valid-stream" => "A stream is used that was closed",
        "no-nan" => "A floating-point operation on numbers gives none",
        _ => "The property is violated",
    }
}

/// The executions that violate something: that of the verdict, and those of other obligations.
fn violations(report: &Report) -> Vec<&Execution> {
    let Verdict::False(_) = &report.verdict else { return Vec::new() };
    let others = report.obligations.iter().filter_map(|decided| match &decided.status {
        Status::Violated { execution } => Some(&**execution),
        _ => None,
    });
    let first = report.counterexample.as_ref();
    first.into_iter().chain(others.filter(|other| first != Some(*other))).collect()
}

fn result(execution: &Execution, rule: usize) -> Value {
    let mut result = json!({
        "ruleId": execution.property,
        "ruleIndex": rule,
        "level": "error",
        "message": { "text": execution.shown_message() },
        "locations": execution.shown_place().iter().map(|place| location(place, None)).collect::<Vec<_>>(),
    });
    if !execution.remarks.is_empty() {
        let remarks = execution.remarks.iter();
        result["relatedLocations"] =
            remarks.map(|remark| location(&remark.place, Some(remark.text.clone()))).collect();
    }
    let steps: Vec<Value> = match execution.story.is_empty() {
        false => {
            let moments = execution.story.iter();
            moments.map(|moment| location(&moment.place, Some(moment.sentence()))).collect()
        }
        true => {
            let steps =
                execution.steps.iter().filter_map(|step| step.place.as_ref().map(|place| (place, step)));
            steps.map(|(place, step)| location(place, Some(step.statement.clone()))).collect()
        }
    };
    // The end is what matters.
    let steps = &steps[steps.len().saturating_sub(MAX_LOCATIONS)..];
    if !steps.is_empty() {
        let locations: Vec<Value> = steps.iter().map(|step| json!({ "location": step })).collect();
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": locations }] }]);
    }
    result
}

fn location(place: &Place, message: Option<String>) -> Value {
    let mut location = json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(&place.file) },
        "region": { "startLine": place.line.max(1), "startColumn": place.column.max(1) },
    } });
    if let Some(text) = message {
        location["message"] = json!({ "text": text });
    }
    location
}

/// A path as a reference of RFC 3986; absolute ones have a scheme.
fn uri(path: &str) -> String {
    let mut out = if path.starts_with('/') { "file://".to_string() } else { String::new() };
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(byte as char)
            }
            _ => out += &format!("%{byte:02X}"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("a b/ä.c"), "a%20b/%C3%A4.c");
        assert_eq!(uri("/x/y.c"), "file:///x/y.c");
    }
}
