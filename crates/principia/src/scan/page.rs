//! The page of a scan: one file that needs nothing else, with a row for each entry that leads to its report.

use serde_json::json;

use super::plan::Plan;
use super::record::{Files, Record};
use super::summary;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page.
pub fn page(records: &[Record], plan: &Plan) -> String {
    let row = |record: &Record| {
        let files = Files::of("".as_ref(), record.file.as_ref(), &record.function);
        json!({
            "verdict": record.verdict,
            "file": record.file,
            "line": record.line,
            "function": record.function,
            "detail": record.detail,
            "violations": record.violations,
            "places": record.places,
            "assumptions": record.assumptions,
            "seconds": (record.seconds * 100.0).round() / 100.0,
            "report": if record.verdict == "ERROR" { None } else { Some(files.page) },
            "isOld": record.is_old,
        })
    };
    let data = json!({
        "line": summary::line(records, plan),
        "unread": plan.unread,
        "rows": records.iter().map(row).collect::<Vec<_>>(),
    });
    // Nothing in the data may end the element that holds it.
    let data = data.to_string().replace('<', "\\u003c");
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>principia scan</title>\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<style>\n{STYLE}</style></head><body>\n\
         <header><h1>principia scan</h1><p id=\"line\"></p></header>\n<div id=\"bar\"></div>\n<table id=\"rows\"></table>\n\
         <section id=\"unread\"></section>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n\"use strict\";\n{SCRIPT}</script></body></html>\n"
    )
}
