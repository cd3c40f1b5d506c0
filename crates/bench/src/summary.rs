//! What the records of a matrix amount to: counts for each configuration and category, and for portfolios.
//!
//! A task is *solved* by a configuration if its answer is correct, and solved *exclusively* if no other
//! configuration solves it. A portfolio solves what any of its parts solves (Craig vs. Newton, Sect. 7.1).

use std::collections::{BTreeMap, BTreeSet};

use crate::matrix::Portfolio;
use crate::record::{Class, Record, Verdict};
use crate::store::Results;

/// A task within its category: file and property.
type TaskKey<'a> = (&'a str, &'a str);

/// The runs of a configuration in a category.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Counts {
    /// How many runs there are.
    pub runs: usize,
    /// How many of each class.
    pub classes: BTreeMap<Class, usize>,
    /// How many of those that nothing is expected of are proofs.
    pub unchecked_true: usize,
    /// Solved by no other configuration.
    pub exclusive: usize,
    /// The points of SV-COMP.
    pub score: i64,
    /// The processor time of all runs.
    pub cpu: f64,
    /// The processor time of the runs that solve their task.
    pub cpu_solved: f64,
    /// The greatest memory of a run.
    pub memory: u64,
}

impl Counts {
    /// How many tasks were solved.
    pub fn solved(&self) -> usize {
        self.of(Class::CorrectTrue) + self.of(Class::CorrectFalse)
    }

    /// How many runs have a class.
    pub fn of(&self, class: Class) -> usize {
        self.classes.get(&class).copied().unwrap_or(0)
    }

    /// The sum of two.
    pub fn plus(mut self, other: &Counts) -> Counts {
        self.runs += other.runs;
        for (&class, count) in &other.classes {
            *self.classes.entry(class).or_default() += count;
        }
        self.unchecked_true += other.unchecked_true;
        self.exclusive += other.exclusive;
        self.score += other.score;
        self.cpu += other.cpu;
        self.cpu_solved += other.cpu_solved;
        self.memory = self.memory.max(other.memory);
        self
    }
}

/// A column of a table: a category, or the sum of several.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// Its head.
    pub name: String,
    /// The categories in it.
    pub categories: Vec<String>,
}

/// The records of a matrix, by configuration and category.
#[derive(Debug)]
pub struct Summary<'a> {
    results: &'a Results,
    /// By configuration, then by category.
    by_cell: BTreeMap<&'a str, BTreeMap<&'a str, Vec<&'a Record>>>,
    solvers: BTreeMap<(&'a str, TaskKey<'a>), BTreeSet<&'a str>>,
    tasks: BTreeMap<&'a str, BTreeSet<TaskKey<'a>>>,
}

impl<'a> Summary<'a> {
    /// Sorts records.
    pub fn new(results: &'a Results) -> Summary<'a> {
        let mut summary =
            Summary { results, by_cell: BTreeMap::new(), solvers: BTreeMap::new(), tasks: BTreeMap::new() };
        for record in &results.records {
            let (row, column) = (record.configuration.as_str(), record.category.as_str());
            let task = (record.file.as_str(), record.property.as_str());
            summary.by_cell.entry(row).or_default().entry(column).or_default().push(record);
            summary.tasks.entry(column).or_default().insert(task);
            let solvers = summary.solvers.entry((column, task)).or_default();
            if record.class.is_correct() {
                solvers.insert(row);
            }
        }
        summary
    }

    /// The results that this is about.
    pub fn results(&self) -> &'a Results {
        self.results
    }

    /// The names and groups of the configurations, in order.
    pub fn configurations(&self) -> impl Iterator<Item = (&'a str, &'a str)> + '_ {
        let rows = self.results.plan.configurations.iter();
        rows.map(|row| (row.name.as_str(), row.group.as_deref().unwrap_or("")))
    }

    /// The columns: every category, a sum after each group, and a sum of all if there is no group.
    pub fn columns(&self) -> Vec<Column> {
        let categories = &self.results.plan.categories;
        let mut columns = Vec::new();
        let mut sum: Vec<String> = Vec::new();
        for (index, category) in categories.iter().enumerate() {
            columns.push(Column { name: category.name.clone(), categories: vec![category.name.clone()] });
            sum.push(category.name.clone());
            let is_last = categories.get(index + 1).is_none_or(|next| next.group != category.group);
            if is_last {
                if sum.len() > 1 {
                    let prefix = category.group.as_ref().map(|group| format!("{group} ")).unwrap_or_default();
                    columns
                        .push(Column { name: format!("{prefix}Σ"), categories: std::mem::take(&mut sum) });
                }
                sum.clear();
            }
        }
        columns
    }

    /// All categories together.
    pub fn all(&self) -> Column {
        let categories = self.results.plan.categories.iter().map(|category| category.name.clone()).collect();
        Column { name: "Σ".to_string(), categories }
    }

    /// The number of tasks in a column.
    pub fn tasks(&self, column: &Column) -> usize {
        let planned = |name: &String| {
            let plan = self.results.plan.categories.iter().find(|category| category.name == *name);
            let seen = self.tasks.get(name.as_str()).map_or(0, BTreeSet::len);
            plan.map_or(seen, |plan| plan.tasks.max(seen))
        };
        column.categories.iter().map(planned).sum()
    }

    /// The records of a configuration in a category.
    pub fn records(&self, configuration: &str, category: &str) -> &[&'a Record] {
        let row = self.by_cell.get(configuration);
        row.and_then(|row| row.get(category)).map_or(&[], Vec::as_slice)
    }

    /// The counts of a configuration in a column; `None` if it has no runs there.
    pub fn counts(&self, configuration: &str, column: &Column) -> Option<Counts> {
        let mut counts: Option<Counts> = None;
        for category in &column.categories {
            for record in self.records(configuration, category) {
                let counts = counts.get_or_insert_default();
                counts.runs += 1;
                *counts.classes.entry(record.class).or_default() += 1;
                let is_proof = record.class == Class::Unchecked && record.verdict == Verdict::True;
                counts.unchecked_true += usize::from(is_proof);
                counts.score += record.class.score();
                counts.cpu += record.cpu_seconds;
                counts.memory = counts.memory.max(record.memory_bytes);
                if record.class.is_correct() {
                    counts.cpu_solved += record.cpu_seconds;
                    let solvers = self.solvers.get(&(category.as_str(), (&record.file, &record.property)));
                    counts.exclusive += usize::from(solvers.is_some_and(|solvers| solvers.len() == 1));
                }
            }
        }
        counts
    }

    /// How many tasks of a column a portfolio solves; `None` if no part of it has runs there.
    pub fn portfolio(&self, portfolio: &Portfolio, column: &Column) -> Option<usize> {
        let parts: Vec<&str> =
            self.configurations().map(|(name, _)| name).filter(|name| portfolio.contains(name)).collect();
        let has_runs =
            |part: &&str| column.categories.iter().any(|category| !self.records(part, category).is_empty());
        parts.iter().find(|part| has_runs(part))?;
        let is_solved = |(key, solvers): &(&(&str, TaskKey), &BTreeSet<&str>)| {
            column.categories.iter().any(|category| category == key.0)
                && parts.iter().any(|part| solvers.contains(part))
        };
        Some(self.solvers.iter().filter(is_solved).count())
    }

    /// Whether a configuration solves a task.
    pub fn is_solved(&self, configuration: &str, record: &Record) -> bool {
        let key = (record.category.as_str(), (record.file.as_str(), record.property.as_str()));
        self.solvers.get(&key).is_some_and(|solvers| solvers.contains(configuration))
    }
}
