//! Two runs of the same matrix: what got better, worse or slower, and every verdict that flipped.
//!
//! Runs are matched by configuration, category, task and property, where a task is known by the last two parts of
//! its path, so that results of different machines can be compared. If both sides have a single configuration, it
//! is matched whatever it is called.

use std::collections::BTreeMap;

use crate::grid::{Grid, GridCell};
use crate::record::{Record, Verdict};
use crate::store::Results;

/// From when on a difference in time is worth a line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Threshold {
    /// The factor between the times.
    pub factor: f64,
    /// The difference in seconds.
    pub seconds: f64,
}

impl Default for Threshold {
    fn default() -> Threshold {
        Threshold { factor: 1.5, seconds: 0.5 }
    }
}

/// What changed for a task.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Change {
    /// True became false, or the other way round.
    Flipped,
    /// The answer is wrong, and was not.
    Wrong,
    /// Solved before, but not now.
    Worse,
    /// Solved now, but not before.
    Better,
    /// Solved both times, but it takes longer now.
    Slower,
    /// Solved both times, and quicker now.
    Faster,
}

impl Change {
    const ALL: [Change; 6] =
        [Change::Flipped, Change::Wrong, Change::Worse, Change::Better, Change::Slower, Change::Faster];

    fn title(self) -> &'static str {
        match self {
            Change::Flipped => "Flipped verdicts",
            Change::Wrong => "Wrong now",
            Change::Worse => "Worse: not solved any more",
            Change::Better => "Better: newly solved",
            Change::Slower => "Slower",
            Change::Faster => "Faster",
        }
    }

    fn of(old: &Record, new: &Record, threshold: Threshold) -> Option<Change> {
        let flips = matches!(
            (&old.verdict, &new.verdict),
            (Verdict::True, Verdict::False(_)) | (Verdict::False(_), Verdict::True)
        );
        let is_apart =
            |small: f64, great: f64| great - small >= threshold.seconds && great >= small * threshold.factor;
        match (old.class.is_correct(), new.class.is_correct()) {
            _ if flips => Some(Change::Flipped),
            _ if new.class.is_wrong() && !old.class.is_wrong() => Some(Change::Wrong),
            (true, false) => Some(Change::Worse),
            (false, true) => Some(Change::Better),
            (true, true) if is_apart(old.cpu_seconds, new.cpu_seconds) => Some(Change::Slower),
            (true, true) if is_apart(new.cpu_seconds, old.cpu_seconds) => Some(Change::Faster),
            _ => None,
        }
    }
}

/// The comparison of two folders of results.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// A summary, and a list for each kind of change that occurs.
    pub grids: Vec<Grid>,
    /// Whether something is worse than it was: a task lost, a wrong answer, or a flipped verdict.
    pub is_worse: bool,
    /// Runs that only one side has.
    pub unmatched: (usize, usize),
}

/// What both sides call a run: configuration, category, task, property.
type MatchKey = (String, String, String, String);

fn index(results: &Results, single: bool) -> BTreeMap<MatchKey, &Record> {
    let key = |record: &Record| {
        let configuration = if single { String::new() } else { record.configuration.clone() };
        (configuration, record.category.clone(), record.task.clone(), record.property.clone())
    };
    results.records.iter().map(|record| (key(record), record)).collect()
}

/// Compares the results of two runs.
pub fn compare(old: &Results, new: &Results, threshold: Threshold) -> Comparison {
    let single = old.plan.configurations.len() == 1 && new.plan.configurations.len() == 1;
    let (before, after) = (index(old, single), index(new, single));
    let pairs: Vec<(&Record, &Record)> =
        before.iter().filter_map(|(key, record)| Some((*record, *after.get(key)?))).collect();
    let mut changes: BTreeMap<Change, Vec<(&Record, &Record)>> = BTreeMap::new();
    for &(old, new) in &pairs {
        if let Some(change) = Change::of(old, new, threshold) {
            changes.entry(change).or_default().push((old, new));
        }
    }
    let is_worse = [Change::Flipped, Change::Wrong, Change::Worse].iter().any(|change| {
        // A verdict that flipped from wrong to right is no harm.
        changes.get(change).is_some_and(|list| list.iter().any(|(_, new)| !new.class.is_correct()))
    });
    let mut grids = vec![summary(new, &pairs)];
    for change in Change::ALL {
        if let Some(list) = changes.get(&change) {
            grids.push(list_changes(change, list));
        }
    }
    let unmatched = (before.len() - pairs.len(), after.len() - pairs.len());
    Comparison { grids, is_worse, unmatched }
}

/// How each configuration did before and now, on the tasks that both sides have.
fn summary(new: &Results, pairs: &[(&Record, &Record)]) -> Grid {
    let heads = [
        "",
        "runs",
        "solved before",
        "solved now",
        "wrong before",
        "wrong now",
        "CPU s before",
        "CPU s now",
        "time ratio",
    ];
    let mut grid = Grid::new("Before and now", heads.map(String::from).to_vec());
    for row in &new.plan.configurations {
        let own: Vec<&(&Record, &Record)> =
            pairs.iter().filter(|(_, new)| new.configuration == row.name).collect();
        let count =
            |is: &dyn Fn(&(&Record, &Record)) -> bool| own.iter().filter(|pair| is(pair)).count().to_string();
        let sum = |time: &dyn Fn(&(&Record, &Record)) -> f64| own.iter().map(|pair| time(pair)).sum::<f64>();
        let cells = [
            row.name.clone(),
            own.len().to_string(),
            count(&|(old, _)| old.class.is_correct()),
            count(&|(_, new)| new.class.is_correct()),
            count(&|(old, _)| old.class.is_wrong()),
            count(&|(_, new)| new.class.is_wrong()),
            format!("{:.1}", sum(&|(old, _)| old.cpu_seconds)),
            format!("{:.1}", sum(&|(_, new)| new.cpu_seconds)),
            ratio(&own).map_or("–".to_string(), |ratio| format!("{ratio:.2}")),
        ];
        grid.push("", cells.map(GridCell::from).to_vec());
    }
    grid
}

/// The geometric mean of the ratios of times, over what both sides solve.
fn ratio(pairs: &[&(&Record, &Record)]) -> Option<f64> {
    let solved = pairs.iter().filter(|(old, new)| old.class.is_correct() && new.class.is_correct());
    let logs: Vec<f64> =
        solved.map(|(old, new)| (new.cpu_seconds.max(1e-3) / old.cpu_seconds.max(1e-3)).ln()).collect();
    (!logs.is_empty()).then(|| (logs.iter().sum::<f64>() / logs.len() as f64).exp())
}

fn list_changes(change: Change, list: &[(&Record, &Record)]) -> Grid {
    let heads = ["task", "configuration", "expected", "before", "now", "CPU s before", "CPU s now"];
    let mut grid =
        Grid::new(format!("{} ({})", change.title(), list.len()), heads.map(String::from).to_vec());
    let shown = |record: &Record| match (&record.verdict, &record.reason) {
        (Verdict::Unknown, Some(reason)) => reason.chars().take(60).collect(),
        (verdict, _) => verdict.to_string(),
    };
    let mut sorted = list.to_vec();
    if matches!(change, Change::Slower | Change::Faster) {
        let factor = |(old, new): &(&Record, &Record)| {
            let ratio = new.cpu_seconds.max(1e-3) / old.cpu_seconds.max(1e-3);
            if change == Change::Slower { -ratio } else { ratio }
        };
        sorted.sort_by(|a, b| factor(a).total_cmp(&factor(b)));
    }
    for (old, new) in sorted {
        let expected = new.expected.as_ref().map(ToString::to_string).unwrap_or_default();
        let cells = [
            new.task.clone(),
            new.configuration.clone(),
            expected,
            shown(old),
            shown(new),
            format!("{:.2}", old.cpu_seconds),
            format!("{:.2}", new.cpu_seconds),
        ];
        grid.push("", cells.map(GridCell::from).to_vec());
    }
    grid
}
