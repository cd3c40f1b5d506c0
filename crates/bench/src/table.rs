//! The tables of the papers, from records.
//!
//! | table | rows | columns | as in |
//! |---|---|---|---|
//! | `solved` | configurations, portfolios | categories: solved (exclusively) | Craig vs. Newton, Table 1; Refinement Selection, Tables 1-3 |
//! | `classes` | configurations | correct, wrong, unknown, timeout, score, time | Newton in CPAchecker, Tables 5.1-5.3 |
//! | `success` | categories | solved and not solved, for each configuration | InterpChecker, Tables I and II |
//! | `time` | categories | processor time of each configuration | InterpChecker, Table III |
//! | `kept` | configurations | what becomes of the tasks of the first one | InterpChecker, Fig. 9 |
//! | `reasons` | reasons | how often each configuration gives up for them | |
//! | `tasks` | tasks | class and time of each configuration | |
//! | `profile` | phases | their time under each configuration | |

use std::collections::BTreeMap;

use crate::grid::{Grid, GridCell};
use crate::matrix::Portfolio;
use crate::record::{Class, Record};
use crate::summary::{Column, Counts, Summary};

/// Stands where there are no runs.
const NOTHING: &str = "–";

/// The kinds of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableKind {
    /// Solved tasks by configuration and category.
    Solved,
    /// Classes of answers by configuration.
    Classes,
    /// Solved and unsolved tasks by category.
    Success,
    /// Processor time by category.
    Time,
    /// What becomes of the tasks of the first configuration.
    Kept,
    /// Why there was no answer.
    Reasons,
    /// What sources of assertions were asked and answered.
    Perfect,
    /// Every task.
    Tasks,
    /// Where the time went.
    Profile,
}

impl TableKind {
    /// All kinds.
    pub const ALL: [TableKind; 9] = [
        TableKind::Solved,
        TableKind::Classes,
        TableKind::Success,
        TableKind::Time,
        TableKind::Kept,
        TableKind::Reasons,
        TableKind::Perfect,
        TableKind::Tasks,
        TableKind::Profile,
    ];

    /// The name, and what the table shows.
    pub fn describe(self) -> (&'static str, &'static str) {
        match self {
            TableKind::Solved => ("solved", "Solved tasks by configuration and category, with portfolios"),
            TableKind::Classes => {
                ("classes", "Correct, wrong, unknown, timeout, score and time by configuration")
            }
            TableKind::Success => ("success", "Solved and unsolved tasks by category"),
            TableKind::Time => ("time", "Processor time by category"),
            TableKind::Kept => {
                ("kept", "What becomes of the tasks that the first configuration solves, or does not")
            }
            TableKind::Reasons => ("reasons", "Why there was no answer"),
            TableKind::Perfect => {
                ("perfect", "What sources of assertions answered, and how much of it was perfect")
            }
            TableKind::Tasks => ("tasks", "Every task"),
            TableKind::Profile => ("profile", "Where the time went"),
        }
    }

    /// Makes the table.
    pub fn build(self, summary: &Summary) -> Grid {
        match self {
            TableKind::Solved => solved(summary),
            TableKind::Classes => classes(summary),
            TableKind::Success => success(summary),
            TableKind::Time => time(summary),
            TableKind::Kept => kept(summary),
            TableKind::Reasons => reasons(summary),
            TableKind::Perfect => perfect(summary),
            TableKind::Tasks => tasks(summary),
            TableKind::Profile => profile(summary),
        }
    }
}

/// A head whose first cell is empty.
fn head(names: impl Iterator<Item = String>) -> Vec<String> {
    std::iter::once(String::new()).chain(names).collect()
}

/// Marks the greatest numbers of a column.
fn mark_best(grid: &mut Grid, column: usize, rows: std::ops::Range<usize>) {
    let number = |text: &str| text.split(' ').next()?.parse::<f64>().ok();
    let numbers: Vec<Option<f64>> =
        rows.clone().map(|row| number(&grid.rows[row].cells[column].text)).collect();
    let best = numbers.iter().flatten().copied().fold(0.0, f64::max);
    if rows.len() > 1 {
        for (row, value) in rows.zip(numbers) {
            grid.rows[row].cells[column].is_best = best > 0.0 && value == Some(best);
        }
    }
}

fn solved(summary: &Summary) -> Grid {
    let columns = summary.columns();
    let title = "Solved tasks, in parentheses those that no other configuration solves";
    let mut grid = Grid::new(title, head(columns.iter().map(|column| column.name.clone())));
    let sizes = columns.iter().map(|column| GridCell::from(summary.tasks(column).to_string()));
    grid.push("tasks", std::iter::once(GridCell::from("No. of tasks")).chain(sizes).collect());
    for (name, group) in summary.configurations() {
        let cell = |column: &Column| match summary.counts(name, column) {
            Some(counts) => GridCell::from(match counts.of(Class::Unchecked) {
                0 => format!("{} ({})", counts.solved(), counts.exclusive),
                // Nobody says what is right, but there are answers.
                unchecked => format!("{} ({}), {unchecked} unchecked", counts.solved(), counts.exclusive),
            }),
            None => GridCell::from(NOTHING),
        };
        let cells = std::iter::once(GridCell::from(name)).chain(columns.iter().map(cell)).collect();
        grid.push(&format!("configurations {group}"), cells);
    }
    let rows = 1..grid.rows.len();
    (1..=columns.len()).for_each(|column| mark_best(&mut grid, column, rows.clone()));
    for portfolio in &summary.results().plan.portfolios {
        grid.push("portfolios", portfolio_row(summary, portfolio, &columns));
    }
    grid
}

fn portfolio_row(summary: &Summary, portfolio: &Portfolio, columns: &[Column]) -> Vec<GridCell> {
    let cell = |column: &Column| match summary.portfolio(portfolio, column) {
        Some(count) => GridCell::from(count.to_string()),
        None => GridCell::from(NOTHING),
    };
    std::iter::once(GridCell::from(portfolio.name.as_str())).chain(columns.iter().map(cell)).collect()
}

/// Seconds with as many digits as mean something.
fn seconds(time: f64) -> String {
    if time < 100.0 { format!("{time:.2}") } else { format!("{time:.0}") }
}

fn classes(summary: &Summary) -> Grid {
    let all = summary.all();
    let rows: Vec<(&str, &str, Counts)> = summary
        .configurations()
        .map(|(name, group)| (name, group, summary.counts(name, &all).unwrap_or_default()))
        .collect();
    // What never happens needs no column, except for what must not happen.
    let is_shown = |class: &Class| {
        let matters = !matches!(class, Class::Unchecked | Class::OutOfMemory | Class::Error);
        matters || rows.iter().any(|(_, _, counts)| counts.of(*class) > 0)
    };
    let shown: Vec<Class> = Class::ALL.into_iter().filter(is_shown).collect();
    let names = ["runs"].into_iter().chain(shown.iter().map(|class| class.name()));
    let has_unchecked = shown.contains(&Class::Unchecked);
    let parts = if has_unchecked { &["unchecked true", "unchecked false"][..] } else { &[] };
    let names = names.chain(parts.iter().copied());
    let names = names.chain(["score", "CPU s", "CPU s solved", "max MB"]);
    let mut grid = Grid::new("Answers by configuration", head(names.map(String::from)));
    for (name, group, counts) in rows {
        let mut cells = vec![GridCell::from(name), counts.runs.to_string().into()];
        cells.extend(shown.iter().map(|class| GridCell::from(counts.of(*class).to_string())));
        if has_unchecked {
            cells.push(counts.unchecked_true.to_string().into());
            cells.push((counts.of(Class::Unchecked) - counts.unchecked_true).to_string().into());
        }
        cells.push(counts.score.to_string().into());
        cells.push(seconds(counts.cpu).into());
        cells.push(seconds(counts.cpu_solved).into());
        cells.push((counts.memory >> 20).to_string().into());
        grid.push(group, cells);
    }
    let rows = 0..grid.rows.len();
    for name in ["correct true", "correct false", "score"] {
        let column = grid.head.iter().position(|head| head == name).unwrap_or(0);
        mark_best(&mut grid, column, rows.clone());
    }
    grid
}

/// The categories, and their sum if there are several.
fn categories_and_sum(summary: &Summary) -> Vec<Column> {
    let plan = &summary.results().plan.categories;
    let single = |name: &String| Column { name: name.clone(), categories: vec![name.clone()] };
    let mut columns: Vec<Column> = plan.iter().map(|category| single(&category.name)).collect();
    if columns.len() > 1 {
        columns.push(Column { name: "Total".to_string(), ..summary.all() });
    }
    columns
}

fn success(summary: &Summary) -> Grid {
    let names: Vec<&str> = summary.configurations().map(|(name, _)| name).collect();
    let heads = names.iter().flat_map(|name| [format!("{name} solved"), "not".to_string()]);
    let heads = std::iter::once("tasks".to_string()).chain(heads);
    let mut grid = Grid::new("Solved and unsolved tasks by category", head(heads));
    let rows = categories_and_sum(summary);
    for column in &rows {
        let is_sum = column.categories.len() > 1;
        let mut cells = vec![GridCell::from(column.name.as_str()), summary.tasks(column).to_string().into()];
        let mut shares = vec![GridCell::from("Share"), "".into()];
        for name in &names {
            let counts = summary.counts(name, column).unwrap_or_default();
            let (solved, not) = (counts.solved(), counts.runs - counts.solved());
            let share = |count: usize| format!("{:.1}%", 100.0 * count as f64 / counts.runs.max(1) as f64);
            cells.extend([solved.to_string().into(), not.to_string().into()]);
            shares.extend([share(solved).into(), share(not).into()]);
        }
        grid.push(if is_sum { "sum" } else { "" }, cells);
        if is_sum {
            grid.push("sum", shares);
        }
    }
    grid
}

fn time(summary: &Summary) -> Grid {
    let names: Vec<&str> = summary.configurations().map(|(name, _)| name).collect();
    let mut grid =
        Grid::new("Processor time of all runs, in seconds", head(names.iter().map(ToString::to_string)));
    for column in &categories_and_sum(summary) {
        let cell = |name: &&str| match summary.counts(name, column) {
            Some(counts) => GridCell::from(format!("{:.1}", counts.cpu)),
            None => GridCell::from(NOTHING),
        };
        let cells =
            std::iter::once(GridCell::from(column.name.as_str())).chain(names.iter().map(cell)).collect();
        grid.push(if column.categories.len() > 1 { "sum" } else { "" }, cells);
    }
    grid
}

fn kept(summary: &Summary) -> Grid {
    let names: Vec<&str> = summary.configurations().map(|(name, _)| name).collect();
    let Some(first) = names.first() else { return Grid::default() };
    let all = summary.all();
    let records: Vec<&Record> =
        all.categories.iter().flat_map(|category| summary.records(first, category)).copied().collect();
    let (solved, unsolved): (Vec<&Record>, Vec<&Record>) =
        records.into_iter().partition(|r| r.class.is_correct());
    let heads = [
        format!("of {} solved by {first}: solved", solved.len()),
        format!("of {} others: not solved", unsolved.len()),
    ];
    let mut grid = Grid::new(
        format!("What becomes of the tasks that {first} solves or does not"),
        head(heads.into_iter()),
    );
    for name in names {
        let count = |records: &[&Record], wanted: bool| {
            let count = records.iter().filter(|record| summary.is_solved(name, record) == wanted).count();
            GridCell::from(format!("{count} ({:.1}%)", 100.0 * count as f64 / records.len().max(1) as f64))
        };
        grid.push("", vec![name.into(), count(&solved, true), count(&unsolved, false)]);
    }
    grid
}

fn reasons(summary: &Summary) -> Grid {
    let names: Vec<&str> = summary.configurations().map(|(name, _)| name).collect();
    let mut counts: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for record in &summary.results().records {
        let reason = record.reason.as_deref().filter(|_| !record.class.is_correct());
        if let (Some(reason), Some(place)) =
            (reason, names.iter().position(|name| *name == record.configuration))
        {
            counts.entry(reason).or_insert_with(|| vec![0; names.len()])[place] += 1;
        }
    }
    let mut rows: Vec<(&str, Vec<usize>)> = counts.into_iter().collect();
    rows.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.iter().sum::<usize>()));
    let mut grid = Grid::new("Why there was no answer", head(names.iter().map(ToString::to_string)));
    for (reason, counts) in rows {
        let shown: String = reason.chars().take(100).collect();
        let cells = counts.iter().map(|count| GridCell::from(count.to_string()));
        grid.push("", std::iter::once(GridCell::from(shown)).chain(cells).collect());
    }
    grid
}

/// For each configuration, what its sources were asked, over all tasks.
fn perfect(summary: &Summary) -> Grid {
    const COLUMNS: [&str; 4] = ["asked", "answered", "perfect", "quantified assertions"];
    let heads = head(["source".to_string()].into_iter().chain(COLUMNS.map(String::from)));
    let heads = heads.into_iter().chain(["failed".to_string()]).collect();
    let mut grid = Grid::new("What sources of assertions answered", heads);
    for (configuration, _) in summary.configurations() {
        let mut sources: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
        let records = summary.results().records.iter().filter(|record| record.configuration == configuration);
        for (name, count) in records.flat_map(|record| &record.statistics.sources) {
            if let Some((source, what)) = name.split_once('/') {
                *sources.entry(source).or_default().entry(what).or_default() += count;
            }
        }
        for (source, counted) in sources {
            let get = |what: &&str| GridCell::from(counted.get(what).copied().unwrap_or(0).to_string());
            let failures = counted.iter().filter_map(|(what, count)| {
                what.strip_prefix("failed: ").map(|reason| format!("{reason} {count}"))
            });
            let failures = failures.collect::<Vec<_>>().join(", ");
            let names = [configuration, source].map(|name| GridCell::from(name.to_string()));
            let cells = COLUMNS.iter().map(get).chain([GridCell::from(failures)]);
            grid.push("", names.into_iter().chain(cells).collect());
        }
    }
    grid
}

fn tasks(summary: &Summary) -> Grid {
    let names: Vec<&str> = summary.configurations().map(|(name, _)| name).collect();
    let fixed = ["task", "category", "property", "expected"].map(String::from);
    let heads = names.iter().flat_map(|name| [name.to_string(), format!("{name}: CPU s")]);
    let mut grid = Grid::new("All tasks", fixed.into_iter().chain(heads).collect());
    let mut rows: Vec<(TaskId, BTreeMap<&str, &Record>)> = Vec::new();
    let mut places: BTreeMap<TaskId, usize> = BTreeMap::new();
    for record in &summary.results().records {
        let id = (record.category.as_str(), record.file.as_str(), record.property.as_str());
        let place = *places.entry(id).or_insert_with(|| {
            rows.push((id, BTreeMap::new()));
            rows.len() - 1
        });
        rows[place].1.insert(&record.configuration, record);
    }
    rows.sort_by_key(|(id, _)| *id);
    for ((category, _, property), records) in rows {
        let Some(any) = records.values().next() else { continue };
        let expected = any.expected.as_ref().map(ToString::to_string).unwrap_or_default();
        let mut cells: Vec<GridCell> =
            vec![any.task.as_str().into(), category.into(), property.into(), expected.into()];
        for name in &names {
            match records.get(name) {
                Some(record) => {
                    cells.extend([record.class.name().into(), format!("{:.3}", record.cpu_seconds).into()]);
                }
                None => cells.extend([GridCell::from(""), "".into()]),
            }
        }
        grid.push("", cells);
    }
    grid
}

/// What identifies a task in a table: category, file and property.
type TaskId<'a> = (&'a str, &'a str, &'a str);

/// The time of each phase, and its share of the total, by configuration.
fn profile(summary: &Summary) -> Grid {
    let names: Vec<&str> = summary.configurations().map(|(name, _)| name).collect();
    let mut phases: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for record in &summary.results().records {
        let Some(place) = names.iter().position(|name| *name == record.configuration) else { continue };
        for (phase, time) in &record.statistics.phases_ms {
            phases.entry(phase).or_insert_with(|| vec![0.0; names.len()])[place] += time / 1000.0;
        }
    }
    let totals = phases.get("time/total").cloned().unwrap_or_else(|| vec![0.0; names.len()]);
    let mut rows: Vec<(&str, Vec<f64>)> = phases.into_iter().collect();
    let group = |name: &str| name.split('/').next().unwrap_or_default().to_string();
    let by_time = |times: &[f64]| std::cmp::Reverse((times.iter().sum::<f64>() * 1e6) as u64);
    rows.sort_by_key(|(name, times)| (std::cmp::Reverse(group(name)), by_time(times)));
    let title = "Where the time went: seconds, and the share of the total";
    let mut grid = Grid::new(title, head(names.iter().map(ToString::to_string)));
    for (phase, times) in rows {
        let cell = |(time, total): (&f64, &f64)| {
            GridCell::from(format!("{} ({:.0}%)", seconds(*time), 100.0 * time / total.max(1e-9)))
        };
        let cells = times.iter().zip(&totals).map(cell);
        grid.push(&group(phase), std::iter::once(GridCell::from(phase)).chain(cells).collect());
    }
    grid
}
