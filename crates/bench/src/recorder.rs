//! From the end of a run to its record: what the answer is worth, and everything that is known about it.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::BenchError;
use crate::contain::{Ending, Job, Outcome};
use crate::machine::Machine;
use crate::matrix::{Cell, Matrix};
use crate::record::{Class, Record, RunKey, SCHEMA, Verdict, expected_verdict};
use crate::store::Store;
use crate::tool::Answer;

/// Hears what happens.
pub trait Observer {
    /// The matrix has so many runs; those that are done have these classes.
    fn start(&mut self, total: usize, done: &[Class]);
    /// A run has ended.
    fn finished(&mut self, record: &Record);
    /// Some time has passed.
    fn tick(&mut self);
}

/// A run that has ended, wherever it took place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Landing {
    /// What is known; nothing if whoever looked after the run died.
    pub outcome: Option<Outcome>,
    /// The machine.
    pub machine: Machine,
    /// When it started.
    pub started: String,
}

/// What identifies a cell of a matrix.
pub fn key(matrix: &Matrix, cell: Cell) -> RunKey {
    let category = &matrix.categories[cell.category];
    let task = &category.tasks[cell.task];
    RunKey {
        configuration: matrix.configurations[cell.configuration].name.clone(),
        category: category.name.clone(),
        file: task.file.to_string_lossy().into_owned(),
        property: task.property.name(),
    }
}

/// Makes and keeps the records of a matrix.
pub struct Recorder<'a> {
    /// The matrix.
    pub matrix: &'a Matrix,
    /// The records.
    pub store: &'a mut Store,
    /// Whoever wants to know.
    pub observer: &'a mut dyn Observer,
}

impl Recorder<'_> {
    /// Tells the observer how much there is to do, and gives the runs that have no record yet.
    pub fn start(&mut self) -> Vec<Cell> {
        let (done, open): (Vec<Cell>, Vec<Cell>) =
            self.matrix.cells().into_iter().partition(|&cell| self.store.contains(&key(self.matrix, cell)));
        let keys: std::collections::HashSet<RunKey> =
            done.iter().map(|&cell| key(self.matrix, cell)).collect();
        let records = self.store.records().iter().filter(|record| keys.contains(&record.key()));
        let classes: Vec<Class> = records.map(|record| record.class).collect();
        self.observer.start(done.len() + open.len(), &classes);
        open
    }

    /// The process that a run consists of.
    pub fn job(&self, cell: Cell, scratch: PathBuf) -> Job {
        let row = &self.matrix.configurations[cell.configuration];
        let column = &self.matrix.categories[cell.category];
        let options: Vec<String> = row.options.iter().chain(&column.options).cloned().collect();
        row.tool.job(&column.tasks[cell.task], &options, self.matrix.limits, scratch)
    }

    /// Why the tool cannot be asked, if it cannot.
    pub fn refusal(&self, cell: Cell) -> Option<String> {
        let task = &self.matrix.categories[cell.category].tasks[cell.task];
        self.matrix.configurations[cell.configuration].tool.refusal(task)
    }

    /// Keeps the record of a run that did not take place.
    pub fn keep_refusal(&mut self, cell: Cell, reason: String, landing: Landing) -> Result<(), BenchError> {
        let answer = Answer { verdict: Verdict::Unknown, class: Some(Class::Unknown), reason: Some(reason) };
        let record = self.record(cell, answer, &landing);
        self.append(record)
    }

    /// Keeps the record of a run.
    pub fn keep(&mut self, cell: Cell, command: &[String], landing: &Landing) -> Result<(), BenchError> {
        let tool = &self.matrix.configurations[cell.configuration].tool;
        let answer = judge(landing.outcome.as_ref(), |output| tool.answer(output));
        let record = self.record(cell, answer, landing);
        if let Some(outcome) = &landing.outcome {
            self.store.write_log(&record, command, &outcome.output);
        }
        self.append(record)
    }

    fn append(&mut self, record: Record) -> Result<(), BenchError> {
        self.store.append(record.clone())?;
        self.observer.finished(&record);
        Ok(())
    }

    fn record(&self, cell: Cell, answer: Answer, landing: &Landing) -> Record {
        let row = &self.matrix.configurations[cell.configuration];
        let column = &self.matrix.categories[cell.category];
        let task = &column.tasks[cell.task];
        let RunKey { configuration, category, file, property } = key(self.matrix, cell);
        let class = answer.class.or_else(|| Class::of_verdict(&answer.verdict, task.expected.as_ref()));
        let outcome = landing.outcome.as_ref();
        let report = outcome.and_then(|outcome| outcome.report.clone()).unwrap_or_default();
        let seconds =
            |time: fn(&Outcome) -> Duration| outcome.map_or(0.0, |outcome| time(outcome).as_secs_f64());
        let options = row.options.iter().chain(&column.options).map(String::as_str);
        Record {
            schema: SCHEMA,
            task: task.name.clone(),
            file,
            property,
            category,
            configuration,
            verdict: answer.verdict,
            expected: task.expected.as_ref().map(expected_verdict),
            class: class.unwrap_or(Class::Unknown),
            reason: answer.reason,
            cpu_seconds: rounded(seconds(|outcome| outcome.cpu)),
            wall_seconds: rounded(seconds(|outcome| outcome.wall)),
            memory_bytes: outcome.map_or(0, |outcome| outcome.memory),
            statistics: report.statistics,
            tool: row.tool.name().to_string(),
            version: report.version.unwrap_or_else(|| row.tool.version.clone()),
            options: shlex::try_join(options).unwrap_or_default(),
            exit: outcome.map_or("not started".to_string(), |outcome| outcome.exit.to_string()),
            left_running: outcome.map_or(0, |outcome| outcome.left_running),
            limits: self.matrix.limits,
            machine: landing.machine.clone(),
            started: landing.started.clone(),
        }
    }
}

/// Microseconds are all that a time can tell.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// What a run amounts to: limits first, then what the tool says.
fn judge(outcome: Option<&Outcome>, read: impl Fn(&str) -> Option<Answer>) -> Answer {
    let unknown = |class: Class, reason: String| Answer {
        verdict: Verdict::Unknown,
        class: Some(class),
        reason: Some(reason),
    };
    let Some(outcome) = outcome else {
        return unknown(Class::Error, "the supervisor was killed".to_string());
    };
    let suffix = if outcome.ignored_term { ", ignored SIGTERM" } else { "" };
    match &outcome.ending {
        Ending::CpuTime => unknown(Class::Timeout, format!("timeout{suffix}")),
        Ending::WallTime => unknown(Class::Timeout, format!("timeout on the clock{suffix}")),
        Ending::Memory => unknown(Class::OutOfMemory, "out of memory".to_string()),
        Ending::Processes => unknown(Class::Error, "too many processes".to_string()),
        Ending::NotStarted(error) => unknown(Class::Error, error.clone()),
        Ending::Exited => read(&outcome.output).unwrap_or_else(|| {
            let last = outcome.output.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("no output");
            let shown: String = last.trim().chars().take(200).collect();
            unknown(Class::Error, format!("{}: {shown}", outcome.exit))
        }),
    }
}
