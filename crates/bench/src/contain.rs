//! Containment: one process and everything it starts, under limits, measured, and gone in the end.
//!
//! Between the harness and the tool stands a *supervisor*: a fork of the harness, without another program, so that
//! it costs a millisecond. It adopts every orphan among its descendants (`PR_SET_CHILD_SUBREAPER`), so that no
//! process can leave its tree, and it is told when the harness dies (`PR_SET_PDEATHSIG`), also by `kill -9`; then
//! it kills the tree and ends. The tool dies with the supervisor in the same way.
//!
//! Processor time is what the kernel charges to the descendants that have ended, plus what `/proc` shows for
//! those that live. Memory is the sum of their resident memory. Where a cgroup (version 2) may be created, the
//! kernel counts, limits and kills instead; each of its files that is missing is replaced by the other method.

mod cgroup;
mod process_tree;
mod supervisor;

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use cgroup::CgroupParent;
pub use supervisor::{Supervisor, adopt_orphans, kill_strays};

use crate::record::{Limits, Statistics};

/// A run to be supervised.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The program and its arguments; not empty.
    pub command: Vec<String>,
    /// Variables of the environment that are added.
    pub environment: Vec<(String, String)>,
    /// The folder to work in, which is made before and removed after the run.
    pub scratch: PathBuf,
    /// Files that are written to the folder first, by name.
    pub files: Vec<(String, String)>,
    /// The limits.
    pub limits: Limits,
    /// A file in the folder with a report in the format of Principia.
    pub report: Option<String>,
}

/// Why a run ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ending {
    /// The process ended by itself.
    Exited,
    /// The limit of processor time.
    CpuTime,
    /// The limit of time on the clock.
    WallTime,
    /// The limit of memory.
    Memory,
    /// The limit of processes.
    Processes,
    /// The process could not be started.
    NotStarted(String),
}

/// What is known after a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Why it ended.
    pub ending: Ending,
    /// The exit status, or the signal that killed the process.
    pub exit: Exit,
    /// Whether the process had to be killed, because it did not end when it was told to.
    pub ignored_term: bool,
    /// Processes that were still there when the main one had ended.
    pub left_running: u32,
    /// The processor time of all processes.
    pub cpu: Duration,
    /// The time on the clock.
    pub wall: Duration,
    /// The greatest memory.
    pub memory: u64,
    /// What it printed, with the middle cut out if it was too much.
    pub output: String,
    /// What its report says.
    pub report: Option<ReportExtract>,
}

/// The end of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Exit {
    /// By an exit status.
    Status(i32),
    /// By a signal.
    Signal(i32),
    /// It never ran.
    None,
}

impl std::fmt::Display for Exit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Exit::Status(status) => write!(f, "status {status}"),
            Exit::Signal(signal) => write!(f, "signal {signal}"),
            Exit::None => f.write_str("not started"),
        }
    }
}

/// The part of a report that a record keeps.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ReportExtract {
    /// The version of the tool.
    pub version: Option<String>,
    /// What it says about the way to its answer.
    pub statistics: Statistics,
}

impl ReportExtract {
    /// Takes what a record keeps out of a report of Principia.
    pub fn of(text: &str) -> Option<ReportExtract> {
        let document: serde_json::Value = serde_json::from_str(text).ok()?;
        let statistics = &document["statistics"];
        let counters = statistics["counters"].as_object()?;
        let counter = |name: &str| counters.get(name).and_then(|count| count.as_u64());
        let queries = counters
            .iter()
            .filter_map(|(name, count)| Some((name.strip_prefix("queries/")?.to_string(), count.as_u64()?)));
        // The groups of sources are the only ones with a colon in the name.
        let is_source = |name: &str| name.split_once('/').is_some_and(|(group, _)| group.contains(':'));
        let sources = counters.iter().filter(|(name, _)| is_source(name));
        let sources = sources.filter_map(|(name, count)| Some((name.clone(), count.as_u64()?)));
        let phases = statistics["times_ms"].as_object().into_iter().flatten();
        let phases = phases.filter_map(|(name, time)| Some((name.clone(), time.as_f64()?)));
        Some(ReportExtract {
            version: document["tool"]["version"].as_str().map(String::from),
            statistics: Statistics {
                iterations: counter("iterations"),
                sequences: counter("sequences"),
                perfect_sequences: counter("perfect sequences"),
                sources: sources.collect(),
                queries: queries.collect(),
                phases_ms: phases.collect(),
            },
        })
    }
}
