//! Runs the real binary and gathers what it says.
#![allow(dead_code)] // every test file uses its own part

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a run of the tool gave.
#[derive(Debug)]
pub struct Answer {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// The exit status; `None` after a signal.
    pub status: Option<i32>,
    /// How long it took.
    pub elapsed: Duration,
}

impl Answer {
    /// The last line on standard output.
    pub fn verdict(&self) -> &str {
        self.stdout.lines().last().unwrap_or("")
    }

    /// The document that `--json -` prints before the verdict.
    pub fn json(&self) -> serde_json::Value {
        let line = self.stdout.lines().rev().nth(1).expect("a line before the verdict");
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }
}

/// The workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace exists")
}

/// A command that runs the tool in the workspace.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_principia"));
    command.args(arguments).current_dir(root()).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the tool to its end.
pub fn run(arguments: &[&str]) -> Answer {
    run_command(command(arguments))
}

/// Runs a command to its end.
pub fn run_command(mut command: Command) -> Answer {
    let start = Instant::now();
    let output = command.output().expect("the tool starts");
    Answer {
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
        status: output.status.code(),
        elapsed: start.elapsed(),
    }
}

/// A folder for the files of one test, removed at the end.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new, empty folder.
    pub fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("principia-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Scratch(path)
    }

    /// The path of a file in the folder.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_string()
    }

    /// Writes a file and gives its path.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        std::fs::write(self.0.join(name), content).expect("written");
        self.path(name)
    }

    /// The names of the files in the folder.
    pub fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("readable");
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The programs below a folder of the workspace, in a fixed order, with the verdict in their first line.
pub fn programs(folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    collect(&root().join(folder), &mut found);
    found.sort();
    found.into_iter().map(|path| (name_of(&path), verdict_of(&path))).collect()
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "bpl") {
            found.push(path);
        }
    }
}

fn name_of(path: &Path) -> String {
    path.strip_prefix(root()).expect("in the workspace").to_str().expect("UTF-8").to_string()
}

fn verdict_of(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("readable");
    let verdict = text.lines().next().and_then(|line| line.strip_prefix("// verdict: "));
    verdict.unwrap_or_else(|| panic!("{} has no verdict", path.display())).trim().to_string()
}

/// A program that no variant proves: it needs to know that a number is even.
pub const ENDLESS: &str = "procedure main() {
  var i: int;
  i := 0;
  while (*) { i := i + 2; }
  assert i != 1000001;
}
";
