//! Slurm: the runs of a matrix as job arrays of a cluster, with the same records as on one machine.
//!
//! The folder of the results must be on a file system that all nodes share. A *batch* is a folder below it: a line
//! of JSON for each run (an *errand*: the complete command, so that a node needs no matrix), and a file for each
//! one that has ended. An element of the array runs a few errands, one after the other, contained as ever. The harness
//! only watches the batches: it turns files into records, asks `squeue` which arrays still exist, and submits again
//! what ended without a result. A batch outlives the harness, so that a run that was killed goes on with what the
//! cluster has done in the meantime; an interrupt cancels the arrays.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::os::fd::RawFd;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::BenchError;
use crate::contain::{Job, Supervisor, adopt_orphans};
use crate::harness::{Completion, Containment, Signals, groups};
use crate::machine::{Machine, now};
use crate::matrix::Cell;
use crate::record::RunKey;
use crate::recorder::{Landing, Recorder, key};
use crate::store::write_whole;

/// Slurm's own limit for the size of an array is 1001, unless its administrator says otherwise.
const MAX_ELEMENTS: usize = 1000;

/// So often an errand is submitted before it counts as failed.
const MAX_ATTEMPTS: usize = 2;

/// `squeue` is asked so often.
const QUEUE_INTERVAL: Duration = Duration::from_secs(3);

/// A file may show on this machine so long after the job has ended on another one.
const FILE_DELAY: Duration = Duration::from_secs(10);

/// How to use the cluster.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// So many elements of an array run at the same time.
    pub parallel: usize,
    /// So many runs are one element.
    pub chunk: usize,
    /// Further options of `sbatch`.
    pub options: Vec<String>,
    /// The program that runs errands, on every node.
    pub executable: PathBuf,
    /// The folder for batches.
    pub folder: PathBuf,
    /// How runs are contained on the nodes.
    pub containment: Containment,
}

/// A run that is sent to a node.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Errand {
    key: RunKey,
    job: Job,
}

/// A job array.
struct Batch {
    folder: PathBuf,
    id: String,
    errands: Vec<Errand>,
    open: HashSet<usize>,
    /// When `squeue` first did not know it any more.
    gone: Option<Instant>,
}

/// Runs what is left of a matrix on a cluster.
pub fn run<'a>(recorder: Recorder<'a>, cluster: &'a Cluster) -> Result<Completion, BenchError> {
    fs::create_dir_all(&cluster.folder).map_err(|error| BenchError::file(&cluster.folder, error))?;
    let signals = Signals::block();
    let cells = recorder.matrix.cells();
    let cells = cells.into_iter().map(|cell| (key(recorder.matrix, cell), cell)).collect();
    let mut watch =
        Watch { recorder, cluster, cells, batches: Vec::new(), attempts: HashMap::new(), number: 0 };
    watch.adopt_batches()?;
    watch.collect()?;
    let open = watch.recorder.start();
    watch.submit(open)?;
    let completion = watch.run(&signals)?;
    if completion == Completion::Interrupted {
        watch.cancel();
    }
    Ok(completion)
}

struct Watch<'a> {
    recorder: Recorder<'a>,
    cluster: &'a Cluster,
    cells: HashMap<RunKey, Cell>,
    batches: Vec<Batch>,
    attempts: HashMap<RunKey, usize>,
    number: usize,
}

impl Watch<'_> {
    fn run(&mut self, signals: &Signals) -> Result<Completion, BenchError> {
        let mut last_asked = Instant::now();
        while !self.batches.is_empty() {
            signals.wait(&[] as &[RawFd], Duration::from_millis(200));
            if signals.is_pending() {
                return Ok(Completion::Interrupted);
            }
            self.collect()?;
            if last_asked.elapsed() >= QUEUE_INTERVAL {
                last_asked = Instant::now();
                self.look_for_lost()?;
            }
            self.recorder.observer.tick();
        }
        Ok(Completion::Complete)
    }

    /// Takes over the batches that an earlier harness left.
    fn adopt_batches(&mut self) -> Result<(), BenchError> {
        let entries = fs::read_dir(&self.cluster.folder).into_iter().flatten().flatten();
        let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        folders.sort();
        for folder in folders {
            // Without an id it was never submitted.
            let Ok(id) = fs::read_to_string(folder.join("id")) else {
                let _ = fs::remove_dir_all(&folder);
                continue;
            };
            let errands = read_errands(&folder)?;
            let open = (0..errands.len()).collect();
            self.batches.push(Batch { folder, id: id.trim().to_string(), errands, open, gone: None });
        }
        Ok(())
    }

    /// Submits runs in arrays, except for those that a batch has already.
    fn submit(&mut self, cells: Vec<Cell>) -> Result<(), BenchError> {
        let known: HashSet<RunKey> = self
            .batches
            .iter()
            .flat_map(|batch| batch.open.iter().map(|&index| batch.errands[index].key.clone()))
            .collect();
        let mut errands = Vec::new();
        for cell in cells {
            let key = key(self.recorder.matrix, cell);
            if known.contains(&key) {
                continue;
            }
            if let Some(reason) = self.recorder.refusal(cell) {
                let landing = Landing { outcome: None, machine: Machine::this(), started: now() };
                self.recorder.keep_refusal(cell, reason, landing)?;
                continue;
            }
            self.number += 1;
            let name = format!("principia-errands-{}/{}", std::process::id(), self.number);
            let job = self.recorder.job(cell, std::env::temp_dir().join(name));
            errands.push(Errand { key, job });
        }
        for part in errands.chunks(MAX_ELEMENTS * self.cluster.chunk) {
            self.submit_batch(part)?;
        }
        Ok(())
    }

    fn submit_batch(&mut self, errands: &[Errand]) -> Result<(), BenchError> {
        self.number += 1;
        let name = format!("{}-{}-{}", now().replace(':', ""), std::process::id(), self.number);
        let folder = self.cluster.folder.join(name);
        let complain = |error: std::io::Error| BenchError::file(&folder, error);
        fs::create_dir_all(&folder).map_err(complain)?;
        let line = |errand: &Errand| serde_json::to_string(errand).unwrap_or_default() + "\n";
        let text: String = errands.iter().map(line).collect();
        write_whole(&folder.join("errands.jsonl"), &text).map_err(complain)?;
        let id = self.sbatch(&folder, errands.len())?;
        write_whole(&folder.join("id"), &id).map_err(complain)?;
        for errand in errands {
            *self.attempts.entry(errand.key.clone()).or_default() += 1;
        }
        let open = (0..errands.len()).collect();
        self.batches.push(Batch { folder, id, errands: errands.to_vec(), open, gone: None });
        Ok(())
    }

    /// Submits an array; gives its id.
    fn sbatch(&self, folder: &Path, errands: usize) -> Result<String, BenchError> {
        let Cluster { parallel, chunk, options, executable, containment, .. } = self.cluster;
        let limits = &self.recorder.matrix.limits;
        let elements = errands.div_ceil(*chunk);
        let minutes = ((limits.wall_seconds + 15.0) * *chunk as f64 / 60.0).ceil() as u64 + 1;
        let mut command = Command::new("sbatch");
        command.args(["--parsable", "--job-name=principia-bench", "--cpus-per-task=1"]);
        command.arg(format!("--array=0-{}%{parallel}", elements - 1)).arg(format!("--time={minutes}"));
        command.arg(format!("--output={}/%a.log", folder.display()));
        if let Some(bytes) = limits.memory_bytes {
            // The supervisor enforces the limit; Slurm only has to know how much is needed.
            command.arg(format!("--mem={}M", (bytes >> 20) + 300));
        }
        let how = match containment {
            Containment::Auto => "auto",
            Containment::Cgroup => "cgroup",
            Containment::Process => "process",
        };
        let words =
            [executable.to_string_lossy(), "bench-errands".into(), folder.to_string_lossy(), how.into()];
        let words = shlex::try_join(words.iter().map(|word| word.as_ref())).unwrap_or_default();
        command.args(options).arg(format!("--wrap=exec {words} {chunk} $SLURM_ARRAY_TASK_ID"));
        let output = command.output().map_err(|error| {
            BenchError::new(format!("cannot run sbatch: {error}"), "is this a node of a Slurm cluster?")
        })?;
        let text = String::from_utf8_lossy(&output.stdout);
        // `ID;CLUSTER` where there are several clusters.
        let id = text.trim().split(';').next().unwrap_or_default().to_string();
        if output.status.success() && !id.is_empty() {
            return Ok(id);
        }
        let message = String::from_utf8_lossy(&output.stderr).trim().to_string();
        Err(BenchError::new(format!("sbatch refused the job: {message}"), "see --slurm-options"))
    }

    /// Turns what has arrived into records.
    fn collect(&mut self) -> Result<(), BenchError> {
        let mut batches = std::mem::take(&mut self.batches);
        for batch in &mut batches {
            let mut open: Vec<usize> = batch.open.iter().copied().collect();
            open.sort_unstable();
            for index in open {
                let path = batch.folder.join(format!("{index}.json"));
                let Ok(text) = fs::read_to_string(&path) else { continue };
                let Ok(landing) = serde_json::from_str::<Landing>(&text) else { continue };
                let errand = &batch.errands[index];
                if let Some(&cell) = self.cells.get(&errand.key) {
                    self.recorder.keep(cell, &errand.job.command, &landing)?;
                }
                batch.open.remove(&index);
            }
            if batch.open.is_empty() {
                let _ = fs::remove_dir_all(&batch.folder);
            }
        }
        batches.retain(|batch| !batch.open.is_empty());
        self.batches = batches;
        Ok(())
    }

    /// Submits again what ended without a result, for a node may fail; what fails again is recorded.
    fn look_for_lost(&mut self) -> Result<(), BenchError> {
        let Some(alive) = living_arrays(&self.batches) else { return Ok(()) };
        for batch in &mut self.batches {
            match (alive.contains(&batch.id), batch.gone) {
                (true, _) => batch.gone = None,
                (false, None) => batch.gone = Some(Instant::now()),
                _ => {}
            }
        }
        let is_lost = |batch: &Batch| batch.gone.is_some_and(|since| since.elapsed() >= FILE_DELAY);
        let (lost, rest): (Vec<Batch>, Vec<Batch>) =
            std::mem::take(&mut self.batches).into_iter().partition(is_lost);
        self.batches = rest;
        for batch in lost {
            let mut again = Vec::new();
            let mut open: Vec<usize> = batch.open.iter().copied().collect();
            open.sort_unstable();
            for errand in open.into_iter().map(|index| &batch.errands[index]) {
                let Some(&cell) = self.cells.get(&errand.key) else { continue };
                if self.attempts.get(&errand.key).is_some_and(|&attempts| attempts >= MAX_ATTEMPTS) {
                    let landing = Landing { outcome: None, machine: Machine::this(), started: now() };
                    self.recorder.keep(cell, &errand.job.command, &landing)?;
                } else {
                    again.push(errand.clone());
                }
            }
            let _ = fs::remove_dir_all(&batch.folder);
            for part in again.chunks(MAX_ELEMENTS * self.cluster.chunk) {
                self.submit_batch(part)?;
            }
        }
        Ok(())
    }

    /// Cancels everything.
    fn cancel(&mut self) {
        for batch in self.batches.drain(..) {
            let _ = Command::new("scancel").arg(&batch.id).output();
            let _ = fs::remove_dir_all(&batch.folder);
        }
    }
}

/// The ids of the arrays that wait or run; `None` if the controller does not answer.
fn living_arrays(batches: &[Batch]) -> Option<HashSet<String>> {
    let mut alive = HashSet::new();
    for batch in batches {
        let output =
            Command::new("squeue").args(["--noheader", "--format=%F", "--jobs", &batch.id]).output().ok()?;
        let message = String::from_utf8_lossy(&output.stderr);
        // An id that has been forgotten is an error, but an answer.
        if !output.status.success() && !message.contains("Invalid job id") {
            return None;
        }
        let text = String::from_utf8_lossy(&output.stdout);
        if text.split_whitespace().any(|id| id == batch.id) {
            alive.insert(batch.id.clone());
        }
    }
    Some(alive)
}

fn read_errands(folder: &Path) -> Result<Vec<Errand>, BenchError> {
    let path = folder.join("errands.jsonl");
    let text = fs::read_to_string(&path).map_err(|error| BenchError::file(&path, error))?;
    let parse = |line| serde_json::from_str(line).map_err(|error| BenchError::file(&path, error));
    text.lines().map(parse).collect()
}

/// Runs the errands of one element of an array, on a node.
pub fn run_errands(
    folder: &Path,
    containment: Containment,
    chunk: usize,
    element: usize,
) -> Result<(), BenchError> {
    let errands = read_errands(folder)?;
    let groups = groups(containment)?;
    let machine = Machine::this();
    adopt_orphans();
    for (index, errand) in errands.iter().enumerate().skip(element * chunk).take(chunk) {
        let started = now();
        let supervisor = Supervisor::start(&errand.job, groups.as_ref());
        let outcome = supervisor.ok().and_then(|mut supervisor| supervisor.wait());
        let landing = Landing { outcome, machine: machine.clone(), started };
        let text = serde_json::to_string(&landing).unwrap_or_default();
        let path = folder.join(format!("{index}.json"));
        write_whole(&path, &text).map_err(|error| BenchError::file(&path, error))?;
    }
    Ok(())
}
