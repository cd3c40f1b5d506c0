//! Results as the XML files of BenchExec, at least one for each configuration, for its `table-generator` and other tools.
//!
//! The format is that of BenchExec 3 (`result-3.0.dtd`): a run has a status, such as `true`, `false(valid-deref)`,
//! `unknown` or `TIMEOUT`, and a category: `correct`, `wrong`, `unknown`, `error`, or `missing` if nothing is expected.

use std::collections::HashSet;
use std::fmt::Write;

use crate::grid::escape;
use crate::matrix::PlannedConfiguration;
use crate::record::{Class, Record, Verdict};
use crate::store::Results;

/// The files: name and content. A task that is in several categories would be several runs of the same name in a
/// file, so then each category has a file of its own.
pub fn files(results: &Results) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for row in &results.plan.configurations {
        let own = |record: &&Record| record.configuration == row.name;
        let records: Vec<&Record> = results.records.iter().filter(own).collect();
        let names: HashSet<(&str, &str)> =
            records.iter().map(|record| (record.file.as_str(), record.property.as_str())).collect();
        if names.len() == records.len() {
            files.push(file(results, row, &row.name, &records));
            continue;
        }
        for category in &results.plan.categories {
            let part: Vec<&Record> =
                records.iter().copied().filter(|record| record.category == category.name).collect();
            if !part.is_empty() {
                files.push(file(results, row, &format!("{}.{}", row.name, category.name), &part));
            }
        }
    }
    files
}

fn file(results: &Results, row: &PlannedConfiguration, name: &str, records: &[&Record]) -> (String, String) {
    let plain = name.replace(|c: char| !c.is_alphanumeric() && !"-_.+".contains(c), "_");
    (format!("{plain}.results.xml"), document(results, row, name, records))
}

/// The attributes of an element.
fn attributes(pairs: &[(&str, String)]) -> String {
    pairs.iter().map(|(name, value)| format!(" {name}=\"{}\"", escape(value))).collect()
}

fn document(results: &Results, row: &PlannedConfiguration, name: &str, records: &[&Record]) -> String {
    let limits = &results.plan.limits;
    let started = records.iter().map(|record| record.started.as_str()).min().unwrap_or("");
    let version = records.first().map_or("", |record| record.version.as_str());
    let title = results.plan.title.clone().unwrap_or_else(|| "bench".to_string());
    let mut head = vec![
        ("benchmarkname", title),
        ("name", name.to_string()),
        ("date", started.replace('T', " ").replace('Z', " UTC")),
        ("starttime", started.replace('Z', "+00:00")),
        ("tool", row.tool.clone()),
        ("version", version.to_string()),
        ("options", row.options.clone()),
        ("timelimit", format!("{}s", limits.cpu_seconds)),
        ("walltimelimit", format!("{}s", limits.wall_seconds)),
        ("generator", format!("principia {}", env!("CARGO_PKG_VERSION"))),
    ];
    if let Some(bytes) = limits.memory_bytes {
        head.push(("memlimit", format!("{bytes}B")));
    }
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!DOCTYPE result PUBLIC \"+//IDN sosy-lab.org//DTD BenchExec result 3.0//EN\" \
         \"https://www.sosy-lab.org/benchexec/result-3.0.dtd\">\n",
    );
    let _ = writeln!(out, "<result{}>", attributes(&head));
    out += "  <columns>\n";
    for title in ["status", "cputime", "walltime", "memory", "iterations", "perfect sequences"] {
        let _ = writeln!(out, "    <column title=\"{title}\"/>");
    }
    out += "  </columns>\n";
    out += &system(records);
    records.iter().for_each(|record| out += &run(record));
    out + "</result>\n"
}

fn system(records: &[&Record]) -> String {
    let Some(record) = records.first() else { return String::new() };
    let machine = &record.machine;
    let cpu =
        [("model", machine.cpu.clone()), ("cores", machine.cores.to_string()), ("frequency", String::new())];
    format!(
        "  <systeminfo{}>\n    <os{}/>\n    <cpu{}/>\n    <ram{}/>\n  </systeminfo>\n",
        attributes(&[("hostname", machine.host.clone())]),
        attributes(&[("name", machine.os.clone())]),
        attributes(&cpu),
        attributes(&[("size", format!("{}B", machine.memory_bytes))]),
    )
}

fn run(record: &Record) -> String {
    let mut head = vec![
        ("name", record.file.clone()),
        ("files", format!("[{}]", record.file)),
        ("properties", record.property.clone()),
    ];
    if let Some(expected) = &record.expected {
        head.push(("expectedVerdict", expected.to_string()));
    }
    let mut out = format!("  <run{}>\n", attributes(&head));
    let mut column = |title: &str, value: String, is_hidden: bool| {
        let mut pairs = vec![("title", title.to_string()), ("value", value)];
        if is_hidden {
            pairs.push(("hidden", "true".to_string()));
        }
        let _ = writeln!(out, "    <column{}/>", attributes(&pairs));
    };
    column("status", status(record), false);
    column("category", category(record.class).to_string(), true);
    column("cputime", format!("{}s", record.cpu_seconds), false);
    column("walltime", format!("{}s", record.wall_seconds), false);
    column("memory", format!("{}B", record.memory_bytes), false);
    if let Some(count) = record.statistics.iterations {
        column("iterations", count.to_string(), false);
    }
    if let Some(percent) = record.perfect_percent() {
        column("perfect sequences", format!("{percent:.1}%"), false);
    }
    out + "  </run>\n"
}

fn status(record: &Record) -> String {
    let reason = |word: &str| match &record.reason {
        Some(reason) if record.class == Class::Error => format!("{word} ({reason})"),
        _ => word.to_string(),
    };
    match (record.class, &record.verdict) {
        (Class::Timeout, _) => "TIMEOUT".to_string(),
        (Class::OutOfMemory, _) => "OUT OF MEMORY".to_string(),
        (Class::Error, _) => reason("ERROR"),
        (_, Verdict::False(None)) => format!("false({})", record.property),
        (_, verdict) => verdict.to_string(),
    }
}

fn category(class: Class) -> &'static str {
    match class {
        Class::CorrectTrue | Class::CorrectFalse => "correct",
        Class::WrongTrue | Class::WrongFalse => "wrong",
        Class::Unchecked => "missing",
        Class::Unknown => "unknown",
        Class::Timeout | Class::OutOfMemory | Class::Error => "error",
    }
}
