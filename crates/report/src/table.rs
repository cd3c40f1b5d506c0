//! `--stats`: counters and times as a table, grouped by the part of the name before the slash.

use std::fmt::Write;

use base::Statistics;

use crate::result::PartyReport;

/// The table, one line for each name; counters and times of the same name share a line.
pub fn render(statistics: &Statistics, peak_memory: u64) -> String {
    let mut rows: Vec<Row> = Vec::new();
    for counter in &statistics.counters {
        row_of(&mut rows, &counter.name).count = Some(counter.value);
    }
    for (name, time) in &statistics.times {
        row_of(&mut rows, name).millis = Some(time.as_secs_f64() * 1000.0);
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

/// What each party counted, if there are several.
pub fn parties(parties: &[PartyReport]) -> String {
    const SHOWN: [&str; 5] =
        ["iterations", "perfect refinements", "longest trace", "trace/checks", "hoare/solver"];
    if parties.len() < 2 {
        return String::new();
    }
    let mut out = String::from("parties\n");
    for party in parties {
        let arithmetic = party.arithmetic.map(|arithmetic| format!(" {arithmetic}")).unwrap_or_default();
        let winner = if party.is_winner { " (answered)" } else { "" };
        let counted = SHOWN.iter().filter_map(|name| Some(format!("{name} {}", party.statistics.get(name)?)));
        let counted = counted.collect::<Vec<_>>().join(", ");
        let _ = writeln!(out, "  {}{arithmetic}{winner}: {counted}", party.name);
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
    use std::time::Duration;

    use super::*;
    use expect_test::expect;

    #[test]
    fn groups_are_aligned() {
        let mut statistics = Statistics::default();
        statistics.count("iterations", 3);
        statistics.count("queries/trace check", 12);
        statistics.count("quantifiers/der attempts", 7);
        statistics.time("queries/trace check", Duration::from_micros(1250));
        statistics.time("queries/core", Duration::from_micros(1_234_500));
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
