//! Matrices: what comes out of a file and a command line, and what is left out with a warning.

use std::fs;
use std::path::PathBuf;

use bench::matrix::{Matrix, Request};
use bench::tool::Tool;
use expect_test::{Expect, expect};

const EXPERIMENT: &str = r#"
title = "An experiment"
timeout = "2min"
memory = "6GB"

[[category]]
name = "Engine/One"
group = "Engine"
tasks = ["One.set", "Missing.set"]
options = "--arithmetic 'bit vector'"

[[category]]
name = "Engine/Two"
group = "Engine"
tasks = ["Two.set"]

[[category]]
name = "Later"
tasks = ["Two.set"]
options = "--engine later"

[[configuration]]
name = "A"
group = "Newton"
options = "--refine newton"

[[configuration]]
name = "B"
options = "--refine later"

[[configuration]]
name = "C"
tool = "unknown-tool"

[[configuration]]
name = "D"
except = ["*/One"]

[[portfolio]]
name = "P"
of = ["A", "D"]
"#;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder =
            Folder(std::env::temp_dir().join(format!("principia-matrix-{}-{name}", std::process::id())));
        fs::create_dir_all(folder.0.join("sets")).expect("a folder");
        folder.write("a.bpl", "// verdict: TRUE\n");
        folder.write("b.bpl", "// verdict: FALSE\n");
        folder.write("sets/One.set", "../a.bpl\n../b.bpl\n");
        folder.write("sets/Two.set", "../b.bpl\n");
        folder.write("experiment.toml", EXPERIMENT);
        folder.write(
            "other.toml",
            "name = 'other'\ncommand = ['other', '{options}', '{file}']\nlanguages = ['Boogie']\n\
             properties = { assert = [] }\n[[rule]]\npattern = 'yes'\nverdict = 'true'\n",
        );
        folder
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("written");
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn check_options(options: &[String]) -> Result<(), String> {
    match options.iter().find(|option| *option == "later") {
        Some(option) => Err(format!("`{option}` is not known")),
        None => Ok(()),
    }
}

fn check(folder: &Folder, request: &Request, expected: Expect) {
    let shown = match Matrix::new(request, Tool::principia("principia".as_ref()), &check_options) {
        Ok(matrix) => {
            let mut text = format!("{} s, {:?}\n", matrix.limits.cpu_seconds, matrix.limits.memory_bytes);
            for cell in matrix.cells() {
                let (row, column) =
                    (&matrix.configurations[cell.configuration], &matrix.categories[cell.category]);
                let options: Vec<&str> =
                    row.options.iter().chain(&column.options).map(String::as_str).collect();
                let task = &column.tasks[cell.task].file;
                let task = task.file_name().expect("a name").to_string_lossy().into_owned();
                text += &format!("{} {} {task} {} {options:?}\n", row.name, column.name, row.tool.name());
            }
            let warnings = matrix.warnings.iter().map(|warning| format!("warning: {warning}\n"));
            text + &warnings.collect::<String>()
        }
        Err(error) => error.render().to_string(),
    };
    expected.assert_eq(&shown.replace(&format!("{}/", folder.0.display()), ""));
}

#[test]
fn an_experiment_is_run_as_far_as_it_can_be() {
    let folder = Folder::new("experiment");
    let request = Request {
        paths: vec![folder.0.clone()],
        matrix: Some(folder.path("experiment.toml")),
        ..Request::default()
    };
    check(
        &folder,
        &request,
        expect![[r#"
        120 s, Some(6442450944)
        A Engine/One a.bpl principia ["--refine", "newton", "--arithmetic", "bit vector"]
        A Engine/One b.bpl principia ["--refine", "newton", "--arithmetic", "bit vector"]
        A Engine/Two b.bpl principia ["--refine", "newton"]
        D Engine/Two b.bpl principia []
        warning: category Engine/One: there is no Missing.set in the given folders
        warning: category Later is left out: `later` is not known
        warning: configuration B is left out: `later` is not known
        warning: configuration C is left out: describe unknown-tool with --tool
    "#]],
    );
}

#[test]
fn the_command_line_adds_configurations_and_tools() {
    let folder = Folder::new("command-line");
    let pair = |name: &str, value: &str| (name.to_string(), value.to_string());
    let request = Request {
        paths: vec![folder.path("sets/Two.set")],
        configurations: vec![
            pair("A", "--refine newton"),
            pair("other:fast", "-f 'a b'"),
            pair("other", "-o"),
        ],
        tools: vec![("other".to_string(), folder.path("other.toml"))],
        memory: Some(1 << 30),
        ..Request::default()
    };
    check(
        &folder,
        &request,
        expect![[r#"
        60 s, Some(1073741824)
        A Two b.bpl principia ["--refine", "newton"]
        other:fast Two b.bpl other ["-f", "a b"]
        other Two b.bpl other ["-o"]
    "#]],
    );
    let request = Request { configurations: Vec::new(), ..request };
    check(
        &folder,
        &request,
        expect![[r#"
        60 s, Some(1073741824)
        other Two b.bpl other []
    "#]],
    );
}

#[test]
fn what_is_wrong_is_said() {
    let folder = Folder::new("wrong");
    let with = |name: &str, options: &str| Request {
        paths: vec![folder.path("sets/Two.set")],
        configurations: vec![(name.to_string(), options.to_string())],
        ..Request::default()
    };
    check(
        &folder,
        &with("A", "--engine later"),
        expect![[r#"
        error: configuration A: `later` is not known
        hint: see `principia verify --help`
    "#]],
    );
    check(
        &folder,
        &with("A", "--refine 'newton"),
        expect![[r#"
        error: configuration A: the quotes in `--refine 'newton` do not match
        hint: quote as in a shell
    "#]],
    );
    let twice = with("A", "");
    let twice = Request {
        configurations: [twice.configurations.clone(), twice.configurations.clone()].concat(),
        ..twice
    };
    check(
        &folder,
        &twice,
        expect![[r#"
        error: two configurations are called A
        hint: rename one of them
    "#]],
    );
    check(
        &folder,
        &Request::default(),
        expect![[r#"
        error: there are no tasks to run
        hint: name sets (.set), task definitions (.yml), programs (.bpl, .c, .i) or folders with them
    "#]],
    );
    folder.write("typo.toml", "[[configuration]]\nname = \"A\"\noption = \"x\"\n");
    let typo = Request { matrix: Some(folder.path("typo.toml")), ..with("B", "") };
    check(
        &folder,
        &typo,
        expect![[r#"
        error: typo.toml: TOML parse error at line 3, column 1
          |
        3 | option = "x"
          | ^^^^^^
        unknown field `option`, expected one of `name`, `group`, `tool`, `options`, `except`

    "#]],
    );
    folder.write(
        "bad.toml",
        "name = 'bad'\ncommand = ['x']\nlanguages = []\nproperties = {}\n[[rule]]\npattern = '('\n",
    );
    let bad = Request { tools: vec![("bad".to_string(), folder.path("bad.toml"))], ..with("B", "") };
    check(
        &folder,
        &bad,
        expect![[r#"
        error: bad.toml: the rule `(`: found open group without closing ')'
    "#]],
    );
}
