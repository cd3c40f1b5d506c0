//! `--stats`: counters and times as a table, grouped by the part of the name before the slash.

use std::fmt::Write;

use crate::result::Statistics;

/// The table, one line for each name; counters and times of the same name share a line.
pub fn render(statistics: &Statistics, peak_memory: u64) -> String {
    let mut rows: Vec<Row> = Vec::new();
    for (name, value) in &statistics.counters {
        row_of(&mut rows, name).count = Some(*value);
    }
    for (name, millis) in &statistics.times {
        row_of(&mut rows, name).millis = Some(*millis);
    }
    row_of(&mut rows, "memory/peak").text = Some(format!("{:.1} MB", peak_memory as f64 / (1 << 20) as f64));
    let mut groups: Vec<&str> = Vec::new();
    for row in &rows {
        if !groups.contains(&row.group.as_str()) {
            groups.push(&row.group);
        }
    }
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for group in groups {
        if !group.is_empty() {
            let _ = writeln!(out, "{group}");
        }
        for row in rows.iter().filter(|row| row.group == group) {
            let indent = if group.is_empty() { "" } else { "  " };
            let count = row.count.map(|count| count.to_string());
            let count = count.or_else(|| row.text.clone()).unwrap_or_default();
            let time = row.millis.map(|millis| format!("{millis:.1} ms")).unwrap_or_default();
            let padding = width + 2 - indent.len();
            let line = format!("{indent}{:<padding$}  {count:>12}  {time:>12}", row.name);
            let _ = writeln!(out, "{}", line.trim_end());
        }
    }
    out
}

struct Row {
    group: String,
    name: String,
    count: Option<u64>,
    millis: Option<f64>,
    text: Option<String>,
}

fn row_of<'r>(rows: &'r mut Vec<Row>, full: &str) -> &'r mut Row {
    let (group, name) = full.split_once('/').unwrap_or(("", full));
    let position = rows.iter().position(|row| row.group == group && row.name == name);
    let position = position.unwrap_or_else(|| {
        let (group, name) = (group.to_string(), name.to_string());
        rows.push(Row { group, name, count: None, millis: None, text: None });
        rows.len() - 1
    });
    &mut rows[position]
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn groups_are_aligned() {
        let statistics = Statistics {
            counters: vec![
                ("iterations".into(), 3),
                ("queries/trace check".into(), 12),
                ("quantifiers/der attempts".into(), 7),
            ],
            times: vec![("queries/trace check".into(), 1.25), ("queries/core".into(), 1234.5)],
        };
        expect![[r#"
            iterations                 3
            queries
              trace check             12        1.2 ms
              core                           1234.5 ms
            quantifiers
              der attempts             7
            memory
              peak                2.0 MB
        "#]]
        .assert_eq(&render(&statistics, 2 << 20));
    }
}
