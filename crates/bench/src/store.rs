//! The results of a matrix on disk: one folder, one line of JSON for each run.
//!
//! `results.jsonl` is only ever appended to, and each line is on the disk before the run counts as done; a line that
//! was cut off by a crash is removed when the file is opened again. `run.json` has the shape of the matrix, so that
//! tables know the order of rows and columns. A lock keeps a second harness from writing to the same folder.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};

use glob::Pattern;

use crate::BenchError;
use crate::matrix::Plan;
use crate::record::{Record, RunKey};

/// The file with the records.
pub const RESULTS: &str = "results.jsonl";

/// The file with the shape of the matrix.
const PLAN: &str = "run.json";

/// A folder of results that is being written.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    file: File,
    done: HashSet<RunKey>,
    records: Vec<Record>,
}

impl Store {
    /// Opens a folder of results, or makes one, for a matrix of this shape.
    pub fn open(folder: &Path, plan: &Plan) -> Result<Store, BenchError> {
        let complain = |error: io::Error| BenchError::file(folder, error);
        fs::create_dir_all(folder).map_err(complain)?;
        let mut options = OpenOptions::new();
        let file =
            options.read(true).append(true).create(true).open(folder.join(RESULTS)).map_err(complain)?;
        // SAFETY: the descriptor is open.
        if unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) } != 0 {
            return Err(BenchError::new(
                format!("another run writes to {}", folder.display()),
                "wait for it, or use another folder with --out",
            ));
        }
        let mut store =
            Store { folder: folder.to_path_buf(), file, done: HashSet::new(), records: Vec::new() };
        store.recover().map_err(complain)?;
        let plan = match read_plan(folder)? {
            Some(old) => merge(old, plan, folder)?,
            None => plan.clone(),
        };
        write_whole(&folder.join(PLAN), &(serde_json::to_string_pretty(&plan).unwrap_or_default() + "\n"))
            .map_err(complain)?;
        Ok(store)
    }

    /// Reads what is there; a last line that is not complete is cut off.
    fn recover(&mut self) -> io::Result<()> {
        let mut text = Vec::new();
        self.file.seek(SeekFrom::Start(0))?;
        self.file.read_to_end(&mut text)?;
        let complete = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if complete < text.len() {
            self.file.set_len(complete as u64)?;
            self.file.sync_all()?;
        }
        for record in parse_lines(&String::from_utf8_lossy(&text[..complete])) {
            if self.done.insert(record.key()) {
                self.records.push(record);
            }
        }
        Ok(())
    }

    /// Whether a run has been made.
    pub fn contains(&self, key: &RunKey) -> bool {
        self.done.contains(key)
    }

    /// The records of earlier runs and of this one.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Appends a record; it is on the disk when this returns.
    pub fn append(&mut self, record: Record) -> Result<(), BenchError> {
        if !self.done.insert(record.key()) {
            return Ok(());
        }
        let complain = |error: io::Error| BenchError::file(&self.folder.join(RESULTS), error);
        let mut line = serde_json::to_string(&record).map_err(|error| complain(error.into()))?;
        line.push('\n');
        self.file.write_all(line.as_bytes()).map_err(complain)?;
        self.file.sync_data().map_err(complain)?;
        self.records.push(record);
        Ok(())
    }

    /// Keeps the output of a run, for whoever wants to know why. That it cannot be written is no error.
    pub fn write_log(&self, record: &Record, command: &[String], output: &str) {
        let plain = |text: &str| text.replace(|c: char| !c.is_alphanumeric() && !"-_.+".contains(c), "_");
        let folder =
            self.folder.join("logs").join(plain(&record.configuration)).join(plain(&record.category));
        let _ = fs::create_dir_all(&folder);
        let name = format!("{}.{}.log", plain(&record.task), plain(&record.property));
        let command = shlex::try_join(command.iter().map(String::as_str)).unwrap_or_default();
        let _ = fs::write(folder.join(name), format!("{command}\n\n{output}"));
    }
}

/// A folder of results that is read.
#[derive(Clone, Debug)]
pub struct Results {
    /// The shape of the matrix.
    pub plan: Plan,
    /// The records.
    pub records: Vec<Record>,
}

impl Results {
    /// Reads a folder of results, also while it is being written.
    pub fn read(folder: &Path) -> Result<Results, BenchError> {
        let hint = "results are made with `principia bench ... --out DIR`";
        let Some(plan) = read_plan(folder)? else {
            return Err(BenchError::new(format!("there are no results in {}", folder.display()), hint));
        };
        let text =
            fs::read_to_string(folder.join(RESULTS)).map_err(|error| BenchError::file(folder, error))?;
        let mut keys = HashSet::new();
        let records = parse_lines(&text).filter(|record| keys.insert(record.key())).collect();
        Ok(Results { plan, records })
    }

    /// Keeps only configurations and categories whose names match one of the patterns; no patterns keep all.
    pub fn select(&mut self, configurations: &[String], categories: &[String]) -> Result<(), BenchError> {
        let parse = |texts: &[String]| {
            let pattern = |text: &String| {
                Pattern::new(text).map_err(|error| {
                    BenchError::new(format!("`{text}`: {error}"), "patterns are as in a shell")
                })
            };
            texts.iter().map(pattern).collect::<Result<Vec<Pattern>, BenchError>>()
        };
        let (rows, columns) = (parse(configurations)?, parse(categories)?);
        let matches = |patterns: &[Pattern], name: &str| {
            patterns.is_empty()
                || patterns.iter().any(|pattern| pattern.as_str() == name || pattern.matches(name))
        };
        self.plan.configurations.retain(|row| matches(&rows, &row.name));
        self.plan.categories.retain(|column| matches(&columns, &column.name));
        self.records
            .retain(|record| matches(&rows, &record.configuration) && matches(&columns, &record.category));
        if self.records.is_empty() && !(rows.is_empty() && columns.is_empty()) {
            return Err(BenchError::new("no results match", "see `principia table DIR` for the names"));
        }
        Ok(())
    }

    /// A note, if runs are missing because the matrix is not complete.
    pub fn missing(&self) -> Option<String> {
        let tasks: usize = self.plan.categories.iter().map(|category| category.tasks).sum();
        let (done, most) = (self.records.len(), tasks * self.plan.configurations.len());
        (done < most).then(|| format!("{done} runs of at most {most}: some are excepted, or not done yet"))
    }
}

/// The records in a text; lines that are none are skipped.
fn parse_lines(text: &str) -> impl Iterator<Item = Record> + '_ {
    text.lines().filter_map(|line| serde_json::from_str(line).ok())
}

fn read_plan(folder: &Path) -> Result<Option<Plan>, BenchError> {
    let path = folder.join(PLAN);
    match fs::read_to_string(&path) {
        Ok(text) => serde_json::from_str(&text).map(Some).map_err(|error| BenchError::file(&path, error)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(BenchError::file(&path, error)),
    }
}

/// Adds the rows and columns of a new matrix to those of an earlier one; what both have must be the same.
fn merge(mut old: Plan, new: &Plan, folder: &Path) -> Result<Plan, BenchError> {
    let differs = |what: String| {
        let message = format!("{} has results with {what}", folder.display());
        Err(BenchError::new(message, "use another folder with --out, or the same limits and options"))
    };
    if old.limits != new.limits {
        return differs("other limits".to_string());
    }
    for row in &new.configurations {
        match old.configurations.iter_mut().find(|known| known.name == row.name) {
            Some(known) if known.options != row.options || known.tool != row.tool => {
                return differs(format!("other options of {}: `{}`", known.name, known.options));
            }
            Some(known) => known.group.clone_from(&row.group),
            None => old.configurations.push(row.clone()),
        }
    }
    for column in &new.categories {
        match old.categories.iter_mut().find(|known| known.name == column.name) {
            Some(known) if known.options != column.options => {
                return differs(format!("other options of {}: `{}`", known.name, known.options));
            }
            Some(known) => known.tasks = known.tasks.max(column.tasks),
            None => old.categories.push(column.clone()),
        }
    }
    for portfolio in &new.portfolios {
        old.portfolios.retain(|known| known.name != portfolio.name);
        old.portfolios.push(portfolio.clone());
    }
    old.title = new.title.clone().or(old.title);
    Ok(old)
}

/// Writes a file as a whole or not at all.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let temporary = path.with_file_name(format!(".{}.{}", name.to_string_lossy(), std::process::id()));
    let result = fs::write(&temporary, text).and_then(|()| fs::rename(&temporary, path));
    if result.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    result
}
