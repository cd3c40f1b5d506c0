//! `principia scan`: every function of a project, kept results, what changed, SARIF and the page.

mod tool;

use std::fs;

use serde_json::Value;
use tool::{Answer, Scratch, plain_command, run_command};

const LIST: &str = "\
static const int table[4] = { 1, 2, 3, 4 };
int safe(int i) { return i >= 0 && i < 4 ? table[i] : 0; }
int unsafe(int i) { return table[i]; }
int sum(int i) { return safe(i) + safe(i + 0); }
";

const OTHER: &str =
    "#include \"limits.h\"\n#include \"other.h\"\nint low(int x) { return x > LIMIT ? LIMIT : x; }\n";

struct Project {
    scratch: Scratch,
}

impl Project {
    fn new(name: &str) -> Project {
        let scratch = Scratch::new(&format!("scan-{name}"));
        scratch.write("list.c", LIST);
        scratch.write("other.c", OTHER);
        scratch.write("other.h", "#define LIMIT 7\nstatic inline int unused(void) { return 1; }\n");
        Project { scratch }
    }

    fn scan(&self, options: &[&str]) -> Answer {
        let arguments = [&["scan", "--timeout", "20s", "--jobs", "2"], options].concat();
        let mut command = plain_command(&arguments);
        command.current_dir(self.scratch.path(""));
        run_command(command)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.scratch.path(name)).expect("written")
    }
}

#[test]
fn a_project_is_scanned_and_only_changes_are_looked_at_again() {
    let project = Project::new("functions");
    let first = project.scan(&[]);
    assert_eq!(
        first.verdict(),
        "3 proved, 1 violated, 0 unknown of 4 entries in 2 files",
        "{}",
        first.stderr
    );
    assert_eq!(first.status, Some(1));
    assert!(first.stderr.contains("list.c:3: in unsafe: "), "{}", first.stderr);
    let sarif: Value = serde_json::from_str(&project.read("principia-scan/results.sarif")).expect("JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    assert_eq!((results.len(), &results[0]["properties"]["entry"]), (1, &Value::from("unsafe")));
    let page = project.read("principia-scan/index.html");
    assert!(
        page.contains("reports/") && !page.contains("http"),
        "a page that needs nothing else but its reports"
    );

    let counted: Vec<&str> = first.stderr.lines().filter_map(|line| Some(line.split_once(']')?.0)).collect();
    assert_eq!(counted[..4], ["[1/4", "[2/4", "[3/4", "[4/4"], "{}", first.stderr);

    let second = project.scan(&[]);
    assert_eq!(second.verdict(), "3 proved, 1 violated, 0 unknown of 4 entries in 2 files; 4 as before");
    assert!(!second.stderr.contains("/4]"), "{}", second.stderr);

    // `sum` calls `safe`; the others do not.
    let changed = LIST.replace("i < 4", "i < 3");
    project.scratch.write("list.c", &changed);
    let third = project.scan(&[]);
    assert_eq!(third.verdict(), "3 proved, 1 violated, 0 unknown of 4 entries in 2 files; 2 as before");
    let looked_at = |answer: &Answer| {
        ["safe", "unsafe", "sum", "low"].map(|name| answer.stderr.contains(&format!(": {name}: ")))
    };
    assert_eq!(looked_at(&third), [true, false, true, false], "{}", third.stderr);

    // Lines move: what is told about a violation must be right.
    project.scratch.write("list.c", format!("// a line more\n{changed}"));
    let fourth = project.scan(&[]);
    assert_eq!(looked_at(&fourth), [false, true, false, false], "{}", fourth.stderr);
    assert!(fourth.stderr.contains("list.c:4: in unsafe: "), "{}", fourth.stderr);
}

#[test]
fn mains_are_linked_with_the_other_files() {
    let project = Project::new("mains");
    project
        .scratch
        .write("main.c", "extern int low(int);\nint main(void) { int a[8]; a[low(9)] = 1; return a[7]; }\n");
    let answer = project.scan(&["--entries", "mains", "other.c", "main.c"]);
    assert_eq!(
        answer.verdict(),
        "1 proved, 0 violated, 0 unknown of 1 entries in 2 files",
        "{}",
        answer.stderr
    );
    assert_eq!(answer.status, Some(0));
}

#[test]
fn a_database_says_how_files_are_compiled() {
    let project = Project::new("database");
    let folder = project.scratch.path("");
    project.scratch.write("macro.c", "int f(void) { return VALUE / VALUE; }\n");
    let command = "cc -DVALUE=0 -c macro.c";
    let database = serde_json::json!([{ "directory": folder, "file": "macro.c", "command": command }]);
    project.scratch.write("compile_commands.json", database.to_string());
    let answer = project.scan(&[]);
    assert_eq!(
        answer.verdict(),
        "0 proved, 1 violated, 0 unknown of 1 entries in 1 files",
        "{}",
        answer.stderr
    );
}

#[test]
fn what_cannot_be_read_is_told() {
    let project = Project::new("unread");
    project.scratch.write("broken.c", "int f( {\n");
    let answer = project.scan(&["broken.c", "other.c"]);
    assert_eq!(
        answer.verdict(),
        "1 proved, 0 violated, 0 unknown of 1 entries in 2 files (1 of them not read)"
    );
    assert!(answer.stderr.contains("broken.c:1:"), "{}", answer.stderr);
    assert_eq!(project.scan(&["nowhere"]).status, Some(2));
}
