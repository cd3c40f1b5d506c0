//! Verifies the entries of a scan: each in a process of its own, several at once, and only what is not known yet.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde_json::Value;

use super::plan::{Entry, Plan};
use super::record::{Files, Record, key};
use crate::output::say;
use crate::scan_options::ScanArguments;

/// A process that ignores its own limit by so much is ended.
const GRACE: Duration = Duration::from_secs(20);

/// What is known about all entries, in their order. The error is text for people.
pub fn run(arguments: &ScanArguments, plan: &Plan) -> Result<Vec<Record>, String> {
    let tool = std::env::current_exe().map_err(|error| format!("error: cannot find principia: {error}\n"))?;
    let cores = thread::available_parallelism().map_or(1, |number| number.get());
    let jobs = arguments.jobs.map_or(cores, usize::from);
    let options = Options { arguments, plan, tool: &tool, words: words(arguments)?, done: Mutex::new(0) };
    let records: Vec<Mutex<Option<Record>>> = plan.entries.iter().map(|_| Mutex::new(None)).collect();
    let (next, failure) = (AtomicUsize::new(0), Mutex::new(None));
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::SeqCst);
                    let Some(entry) = plan.entries.get(at) else { break };
                    match options.look_at(entry) {
                        Ok(record) => store(&records[at], record),
                        Err(text) => {
                            store(&failure, text);
                            break;
                        }
                    }
                }
            });
        }
    });
    if let Some(text) = failure.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
        return Err(text);
    }
    let records = records.into_iter();
    Ok(records
        .filter_map(|record| record.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()))
        .collect())
}

fn store<T>(place: &Mutex<Option<T>>, value: T) {
    *place.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(value);
}

fn words(arguments: &ScanArguments) -> Result<Vec<String>, String> {
    let text = arguments.with.as_deref().unwrap_or_default();
    shlex::split(text)
        .ok_or_else(|| format!("error: `{text}` ends in the middle of a word\nhint: close the quotes\n"))
}

/// How entries are verified.
struct Options<'o> {
    arguments: &'o ScanArguments,
    plan: &'o Plan,
    tool: &'o Path,
    /// More options.
    words: Vec<String>,
    /// How many entries are done.
    done: Mutex<usize>,
}

impl Options<'_> {
    /// What is known about an entry. The error says that results cannot be kept.
    fn look_at(&self, entry: &Entry) -> Result<Record, String> {
        let key = key(entry, self.arguments);
        let files = Files::of(&self.arguments.output, &entry.files[0], &entry.function);
        // The lines of a violation must be those of the file as it is.
        let is_still_there = |record: &Record| record.line == entry.line || record.verdict != "FALSE";
        let known =
            Record::known(&files.record, &key).filter(|_| !self.arguments.again).filter(is_still_there);
        if let Some(record) = known {
            *self.count() += 1;
            return Ok(Record { line: entry.line, ..record });
        }
        let start = Instant::now();
        let mut record = self.verify(entry, key, &files);
        record.seconds = start.elapsed().as_secs_f64();
        let Record { file, function, verdict, detail, seconds, .. } = &record;
        let detail = if detail.is_empty() {
            String::new()
        } else {
            format!("({})", detail.lines().next().unwrap_or(""))
        };
        let all = self.plan.entries.len();
        // Nobody else counts before the line is told: the numbers grow from line to line.
        let mut done = self.count();
        *done += 1;
        say(&format!("[{}/{all}] {file}: {function}: {verdict}{detail}, {seconds:.1} s\n", *done));
        drop(done);
        let failed = |error| format!("error: cannot write {}: {error}\n", files.record.display());
        record.write(&files.record).map_err(failed)?;
        Ok(record)
    }

    fn count(&self) -> MutexGuard<'_, usize> {
        self.done.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn verify(&self, entry: &Entry, key: String, files: &Files) -> Record {
        for path in [&files.json, &files.sarif, &files.page] {
            let _ = fs::remove_file(path);
        }
        let ScanArguments { timeout, memory, include, define, .. } = self.arguments;
        let property = self.arguments.property();
        let mut command = Command::new(self.tool);
        command.arg("verify").args(&entry.files).args(["--entry", &entry.function, "--property", property]);
        command.arg("--timeout").arg(format!("{}ms", timeout.as_millis()));
        command
            .arg("--memory")
            .arg(format!("{}MB", memory / 1_000_000))
            .args(["--jobs", "1", "--color", "never"]);
        command
            .arg("--json")
            .arg(&files.json)
            .arg("--sarif")
            .arg(&files.sarif)
            .arg("--report")
            .arg(&files.page);
        include.iter().for_each(|folder| {
            command.arg("-I").arg(folder);
        });
        define.iter().for_each(|name| {
            command.arg("-D").arg(name);
        });
        if let Some(database) = &self.plan.database {
            command.arg("--compile-commands").arg(database);
        }
        // NULL is what most functions do not expect, and say nowhere.
        if !self.words.iter().any(|word| word.starts_with("--parameters")) {
            command.args(["--parameters", "not-null"]);
        }
        command.args(&self.words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        // SAFETY: prctl may be called between fork and exec. The thread that forks waits for the process.
        unsafe {
            command.pre_exec(|| {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM);
                Ok(())
            });
        }
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => return Record::new(entry, key, "ERROR", error.to_string()),
        };
        // Whoever says much must be heard, or waits for ever.
        let stderr = child.stderr.take();
        let said = thread::spawn(move || {
            let mut text = Vec::new();
            stderr.map(|mut stderr| stderr.read_to_end(&mut text));
            String::from_utf8_lossy(&text).into_owned()
        });
        let deadline = Instant::now() + *timeout * 2 + GRACE;
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(20)),
                _ => {
                    let _ = child.kill();
                    let _ = child.wait();
                    break None;
                }
            }
        };
        let said = said.join().unwrap_or_default();
        let document =
            fs::read_to_string(&files.json).ok().and_then(|text| serde_json::from_str::<Value>(&text).ok());
        match (document, status.and_then(|status| status.code())) {
            (Some(document), _) => Record::of(entry, key, &document),
            (None, Some(2)) => Record::new(entry, key, "ERROR", message(&said)),
            (None, Some(code)) => {
                Record::new(entry, key, "UNKNOWN", format!("no result, exit status {code}"))
            }
            (None, None) => Record::new(entry, key, "UNKNOWN", "the process was ended".into()),
        }
    }
}

/// The error among what was said.
fn message(said: &str) -> String {
    let error = said.lines().find(|line| line.contains("error: ")).or(said.lines().next());
    error.unwrap_or("no message").to_string()
}
