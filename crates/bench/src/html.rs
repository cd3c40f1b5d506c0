//! Results as one HTML file that needs nothing else: tables, plots, and all tasks to be sorted and filtered.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::grid::escape;
use crate::plot::{Measure, quantile_plot, scatter_plot};
use crate::record::Class;
use crate::store::Results;
use crate::summary::Summary;
use crate::table::TableKind;

/// The tables at the top of the page.
const TABLES: [TableKind; 7] = [
    TableKind::Solved,
    TableKind::Classes,
    TableKind::Success,
    TableKind::Time,
    TableKind::Kept,
    TableKind::Reasons,
    TableKind::Profile,
];

/// The page.
pub fn page(results: &Results) -> String {
    let summary = Summary::new(results);
    let title = results.plan.title.clone().unwrap_or_else(|| "Results".to_string());
    let mut out = String::from("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n");
    let _ = writeln!(out, "<title>{}</title>", escape(&title));
    let _ = writeln!(out, "<meta name=\"viewport\" content=\"width=device-width\">");
    let _ = writeln!(out, "<style>\n{}</style></head><body>", include_str!("html/page.css"));
    let _ = writeln!(out, "<h1>{}</h1>\n<p class=\"facts\">{}</p>", escape(&title), escape(&facts(results)));
    for kind in TABLES {
        let grid = kind.build(&summary);
        if !grid.rows.is_empty() {
            let _ = writeln!(out, "<div class=\"scroll\">{}</div>", grid.html());
        }
    }
    out += &plots(results);
    out += &tasks(results, &summary);
    let _ = writeln!(out, "<script>\n{}</script></body></html>", include_str!("html/page.js"));
    out
}

/// How and where the results were made.
fn facts(results: &Results) -> String {
    let limits = &results.plan.limits;
    let memory = limits.memory_bytes.map_or(String::new(), |bytes| format!(", {} MB", bytes >> 20));
    let distinct = |text: &dyn Fn(&crate::record::Record) -> String| {
        let set: BTreeSet<String> = results.records.iter().map(text).collect();
        set.into_iter().collect::<Vec<_>>().join("; ")
    };
    let machines = distinct(&|record| {
        let machine = &record.machine;
        format!("{}, {} cores, {} GB, {}", machine.cpu, machine.cores, machine.memory_bytes >> 30, machine.os)
    });
    let tools = distinct(&|record| format!("{} {}", record.tool, record.version));
    let first = results.records.iter().map(|record| record.started.as_str()).min().unwrap_or("");
    let last = results.records.iter().map(|record| record.started.as_str()).max().unwrap_or("");
    format!(
        "{} runs. Limits: {} s of processor time{memory}. {tools}. {machines}. From {first} to {last}.",
        results.records.len(),
        limits.cpu_seconds
    )
}

fn plots(results: &Results) -> String {
    let mut drawn: Vec<String> = Measure::ALL
        .into_iter()
        .filter_map(|measure| quantile_plot(results, measure, measure.title()))
        .collect();
    if let [first, second, ..] = results.plan.configurations.as_slice() {
        let title = format!("{} against {}", first.name, second.name);
        drawn.extend(scatter_plot(results, &first.name, &second.name, &title));
    }
    format!("<h2>Plots</h2>\n<div class=\"plots\">{}</div>\n", drawn.concat())
}

/// The group of classes by which cells are coloured and filtered.
fn group(class: Class) -> &'static str {
    if class.is_correct() {
        "correct"
    } else if class.is_wrong() {
        "wrong"
    } else {
        "none"
    }
}

fn tasks(results: &Results, summary: &Summary) -> String {
    let grid = TableKind::Tasks.build(summary);
    let mut out = String::from("<h2>Tasks</h2>\n<section id=\"tasks\"><div class=\"filters\">");
    out += "<label>Search <input id=\"query\" type=\"search\" placeholder=\"task or property\"></label>\n";
    out += "<label>Category <select id=\"category\"><option value=\"\">all</option>";
    for category in &results.plan.categories {
        let _ = write!(out, "<option>{}</option>", escape(&category.name));
    }
    out += "</select></label> <span id=\"count\" role=\"status\"></span></div>\n<div class=\"scroll\"><table>\n<thead><tr>";
    for (column, head) in grid.head.iter().enumerate() {
        let is_class = column >= 4 && column % 2 == 0;
        let filter = if is_class { class_filter(column, head) } else { String::new() };
        let _ = write!(out, "<th>{}{filter}</th>", escape(head));
    }
    out += "</tr></thead>\n<tbody>\n";
    for row in &grid.rows {
        out += "<tr>";
        for (column, cell) in row.cells.iter().enumerate() {
            let class = Class::ALL.into_iter().find(|class| column >= 4 && class.name() == cell.text);
            let mark = class.map(group).map(|group| format!(" class=\"{group}\" data-group=\"{group}\""));
            let _ = write!(out, "<td{}>{}</td>", mark.unwrap_or_default(), escape(&cell.text));
        }
        out += "</tr>\n";
    }
    out + "</tbody></table></div></section>\n"
}

/// The choice of a class in the head of a configuration.
fn class_filter(column: usize, name: &str) -> String {
    let label = escape(&format!("class of {name}"));
    let mut out = format!(
        "<select class=\"class\" data-column=\"{column}\" aria-label=\"{label}\"><option value=\"\">all</option>"
    );
    let groups = [("correct", "correct"), ("wrong", "wrong"), ("none", "no answer")];
    for (value, text) in groups.into_iter().chain(Class::ALL.map(|class| (class.name(), class.name()))) {
        let _ = write!(out, "<option value=\"{value}\">{text}</option>");
    }
    out + "</select>"
}
