//! A place for experiments with the harness: tasks, tools that are shell scripts, and results.
#![allow(dead_code)] // every test file uses its own part

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A folder with tasks, tools and results, removed in the end.
pub struct Laboratory {
    /// The folder.
    pub folder: PathBuf,
    /// Occurs in the command lines of the processes of this test, and of no other.
    mark: String,
}

impl Laboratory {
    pub fn new(name: &str) -> Laboratory {
        let folder = std::env::temp_dir().join(format!("principia-laboratory-{}-{name}", std::process::id()));
        fs::create_dir_all(folder.join("tasks")).expect("a folder");
        let number: u32 = name.bytes().map(u32::from).sum();
        Laboratory { folder, mark: format!("9{}.{number}", std::process::id()) }
    }

    /// Tasks of which every third is violated.
    pub fn with_tasks(self, count: usize) -> Laboratory {
        for number in 0..count {
            let verdict = if number % 3 == 0 { "FALSE" } else { "TRUE" };
            let text = format!("// verdict: {verdict}\nprocedure main() {{ }}\n");
            fs::write(self.folder.join(format!("tasks/t{number:02}.bpl")), text).expect("written");
        }
        self
    }

    /// A tool that is a shell script; `$1` is the program, `MARK` a number that only this test uses.
    pub fn tool(&self, name: &str, script: &str) -> String {
        let script = script.replace("MARK", &self.mark);
        fs::write(self.folder.join(format!("{name}.sh")), script).expect("written");
        let description = format!(
            "name = '{name}'\ncommand = ['sh', '{{folder}}/{name}.sh', '{{file}}', '{{options}}']\n\
             languages = ['Boogie']\nproperties = {{ assert = [] }}\n\
             [[rule]]\npattern = '^TRUE$'\nverdict = 'true'\n\
             [[rule]]\npattern = '^FALSE$'\nverdict = 'false'\n\
             [[rule]]\npattern = '^UNKNOWN (?<reason>.*)$'\n"
        );
        let path = self.folder.join(format!("{name}.toml"));
        fs::write(&path, description).expect("written");
        format!("{name}={}", path.display())
    }

    pub fn out(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub fn command(&self, out: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_principia"));
        command.arg("bench").arg(self.folder.join("tasks")).args(arguments).arg("--out").arg(self.out(out));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn run(&self, out: &str, arguments: &[&str]) -> Output {
        self.command(out, arguments).output().expect("principia runs")
    }

    /// The records so far; one that is still being written has no end of line.
    pub fn records(&self, out: &str) -> Vec<Value> {
        let text = fs::read_to_string(self.out(out).join("results.jsonl")).unwrap_or_default();
        let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        whole.map(|line| serde_json::from_str(line).expect("a record")).collect()
    }

    /// The processes of this test that are still there.
    pub fn survivors(&self) -> Vec<String> {
        let processes = fs::read_dir("/proc").expect("/proc is mounted").flatten();
        let commands = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        let commands = commands.map(|bytes| String::from_utf8_lossy(&bytes).replace('\0', " "));
        commands.filter(|command| command.contains(&self.mark)).collect()
    }

    #[track_caller]
    pub fn assert_nothing_survives(&self) {
        let start = Instant::now();
        while !self.survivors().is_empty() && start.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(self.survivors(), Vec::<String>::new());
    }
}

impl Drop for Laboratory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Sends a signal.
pub fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([format!("-{name}"), child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
}

/// A member of a record.
pub fn text<'a>(record: &'a Value, member: &str) -> &'a str {
    record[member].as_str().unwrap_or_default()
}

/// Answers as the file says, except for the tasks that a configuration does not know.
pub const ORACLE: &str = "sleep 0.02\ncase \"$1\" in *$2.bpl) echo UNKNOWN hard; exit;; esac\n\
                      if grep -q FALSE \"$1\"; then echo FALSE; else echo TRUE; fi\n";

/// The records without what differs from run to run, in order.
pub fn essence(records: &[Value]) -> Vec<String> {
    let show = |record: &Value| {
        ["configuration", "task", "verdict", "expected", "class", "reason"]
            .map(|member| record[member].to_string())
            .join(" ")
    };
    let mut lines: Vec<String> = records.iter().map(show).collect();
    lines.sort();
    lines
}
