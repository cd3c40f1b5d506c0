//! Runs the real binary and gathers what it says.
#![allow(dead_code)] // every test file uses its own part

pub mod unsolved;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
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

/// A command that runs the tool in the workspace: with one worker, because tests run beside each other, and with the
/// property `unreach-call` of C programs, unless the arguments say otherwise.
pub fn command(arguments: &[&str]) -> Command {
    let is_c = arguments.iter().any(|argument| argument.ends_with(".c") || argument.ends_with(".i"));
    let is_open = is_c && arguments.first() == Some(&"verify") && !arguments.contains(&"--property");
    let mut command = plain_command(arguments);
    if is_open {
        command.args(["--property", "unreach-call"]);
    }
    command
}

/// A command that runs the tool in the workspace with one worker.
pub fn plain_command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_principia"));
    let has_jobs = ["verify", "explain", "check"].iter().any(|name| arguments.first() == Some(name));
    if has_jobs && !arguments.contains(&"--jobs") {
        command.args([arguments[0], "--jobs", "1"]).args(&arguments[1..]);
    } else {
        command.args(arguments);
    }
    command.current_dir(root()).stdin(Stdio::null());
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

/// Runs a command to its end, or kills it after `limit`, which gives `None`. It must not print much.
pub fn run_limited(mut command: Command, limit: Duration) -> Option<Answer> {
    let start = Instant::now();
    let mut child: Child = command.spawn().expect("the command starts");
    while child.try_wait().expect("a child of ours").is_none() {
        if start.elapsed() > limit {
            child.kill().expect("killed");
            child.wait().expect("gone");
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().expect("output");
    Some(Answer {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        status: output.status.code(),
        elapsed: start.elapsed(),
    })
}

/// Works on all tasks with as many threads as there are cores, or as `PRINCIPIA_TEST_THREADS` says; results come in the
/// order of the tasks.
pub fn in_parallel<T: Sync, R: Send>(tasks: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let asked = std::env::var("PRINCIPIA_TEST_THREADS").ok().and_then(|number| number.parse().ok());
    let threads = asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(2, usize::from));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((number, task)) = Some(next.fetch_add(1, Ordering::Relaxed))
                    .and_then(|number| Some((number, tasks.get(number)?)))
                {
                    let result = work(task);
                    results.lock().expect("no panic").push((number, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no panic");
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
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
    files(folder, "bpl").into_iter().map(|name| (name.clone(), verdict_of(&root().join(name)))).collect()
}

/// The files below a folder of the workspace with an extension, in a fixed order.
pub fn files(folder: &str, extension: &str) -> Vec<String> {
    let mut found = Vec::new();
    collect(&root().join(folder), extension, &mut found);
    found.sort();
    found.iter().map(|path| name_of(path)).collect()
}

/// The value of a line `// key: value` among the comments that a program of the workspace opens with.
pub fn header(program: &str, key: &str) -> Option<String> {
    let text = std::fs::read_to_string(root().join(program)).expect("readable");
    let comments = text.lines().map_while(|line| line.strip_prefix("// "));
    let mut values = comments.filter_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
    values.next().map(str::to_string)
}

/// A C program of the workspace with what its first lines say about it.
pub struct Task {
    pub program: String,
    pub property: String,
    pub expected: String,
    /// Without a header the verdict holds in both data models.
    pub data_model: String,
    /// The inputs of one violation.
    pub inputs: Option<String>,
}

impl Task {
    /// Reads the headers of a program.
    pub fn read(program: String) -> Task {
        let required =
            |key: &str| header(&program, key).unwrap_or_else(|| panic!("{program} does not say its {key}"));
        Task {
            property: required("property"),
            expected: required("verdict"),
            data_model: header(&program, "data-model").unwrap_or_else(|| "ILP32".to_string()),
            inputs: header(&program, "inputs"),
            program,
        }
    }

    /// The arguments that verify it.
    pub fn arguments(&self) -> [&str; 6] {
        ["verify", &self.program, "--property", &self.property, "--data-model", &self.data_model]
    }
}

/// The C programs with known verdicts.
pub fn tasks() -> Vec<Task> {
    files("tests/c/verify", "c").into_iter().map(Task::read).collect()
}

fn collect(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, extension, found);
        } else if path.extension().is_some_and(|own| own == extension) {
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

/// A program that nobody proves: it needs to know that a number is a square.
pub const ENDLESS: &str = "procedure main() {
  var square, root: int;
  square, root := 0, 0;
  while (*) { square := square + 2 * root + 1; root := root + 1; }
  assert square != 1000000000001;
}
";
