//! Tidiness: the layering of the crates and the rules that no compiler checks.
//!
//! Layers only look down. Each crate has an explicit set of our crates that it may
//! use; above all, `evidence` must not know the engines whose claims it checks,
//! and `program` must not know solvers. Tests of a crate may use any lower layer,
//! except for those of `evidence`, which stays independent even there.

mod module_graph;

use std::fs;
use std::path::{Path, PathBuf};

use module_graph::ModuleTree;

/// Our crates from the bottom up, each with the crates it may depend on.
const LAYERS: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("test-tools", &[]),
    ("verdict", &["base"]),
    ("report", &["base", "verdict"]),
    ("worker", &[]),
    ("task", &["base"]),
    ("bench", &["base", "task"]),
    ("witness", &["base", "task"]),
    ("term", &["base"]),
    ("smt", &["base", "term"]),
    ("logic", &["base", "term", "smt"]),
    ("program", &["base", "term"]),
    ("interpreter", &["base", "term", "program"]),
    ("instances", &["term"]),
    ("boogie", &["base", "term", "program"]),
    ("c-syntax", &["base"]),
    ("c-sema", &["base", "term", "c-syntax"]),
    ("c-lower", &["base", "term", "program", "c-sema"]),
    ("instrumentation", &["base", "term", "program", "c-syntax", "c-sema", "c-lower", "witness"]),
    (
        "frontend",
        &[
            "base",
            "task",
            "term",
            "program",
            "boogie",
            "c-syntax",
            "c-sema",
            "c-lower",
            "instrumentation",
            "report",
        ],
    ),
    ("refine", &["base", "worker", "term", "smt", "logic", "program"]),
    ("engines", &["base", "verdict", "term", "smt", "logic", "program", "refine"]),
    ("evidence", &["base", "term", "smt", "program", "instances"]),
    // Helpers of a run, no engines: facts that are guessed, executions that learn from each other.
    ("houdini", &["base", "term", "smt", "program", "instances", "refine"]),
    ("concolic", &["base", "term", "smt", "program", "interpreter"]),
    ("strategy", &["base", "verdict", "logic", "program", "refine", "engines"]),
    ("executions", &["base", "term", "program", "interpreter", "concolic", "c-lower", "frontend"]),
    (
        "narration",
        &["base", "term", "program", "interpreter", "c-sema", "c-lower", "frontend", "executions", "report"],
    ),
    (
        "native",
        &[
            "base",
            "term",
            "program",
            "interpreter",
            "c-sema",
            "c-lower",
            "frontend",
            "executions",
            "report",
            "worker",
        ],
    ),
    (
        "witnessing",
        &[
            "base",
            "task",
            "verdict",
            "term",
            "smt",
            "program",
            "interpreter",
            "c-syntax",
            "c-sema",
            "c-lower",
            "concolic",
            "witness",
            "instrumentation",
            "frontend",
            "narration",
            "report",
        ],
    ),
    // A run connects everything, and the command line stands above it.
    ("verify", &["*"]),
    ("principia", &["*"]),
];

/// Files may have so many lines.
const MAX_LINES: usize = 600;

/// Longer files, each with the reason why it is not split.
const LONG_FILES: [(&str, &str); 1] =
    [("crates/c-syntax/tests/syntax/errors.rs", "a list of messages, most of it expected text")];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace exists")
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|(layer, _)| *layer == name)
}

/// The dependencies of a manifest: section and name.
fn dependencies(manifest: &str) -> Vec<(String, String)> {
    let mut section = String::new();
    let mut found = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_end_matches(']').to_string();
            // `[dependencies.name]` is another way to write it.
            if let Some((kind, name)) = section.split_once("dependencies.") {
                found.push((format!("{kind}dependencies"), name.to_string()));
            }
        } else if section.ends_with("dependencies") && !line.starts_with('#') {
            let name = line.split(['.', '=', ' ']).next().unwrap_or("").trim_matches('"');
            if !name.is_empty() {
                found.push((section.clone(), name.to_string()));
            }
        }
    }
    found
}

fn is_allowed(name: &str, section: &str, dependency: &str) -> bool {
    let (Some(own), Some(other)) = (layer(name), layer(dependency)) else { return true };
    let is_for_tests = section.contains("dev-") && name != "evidence";
    LAYERS[own].1.iter().any(|allowed| [dependency, "*"].contains(allowed))
        || (is_for_tests && other < own)
        || name == dependency
}

/// All files under a directory, in a fixed order. Build output and hidden files are skipped.
fn files_under(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name == "target" || name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            files_under(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// The text files of the project, by their path in it.
fn texts() -> Vec<(String, String)> {
    let root = root();
    let mut files = Vec::new();
    for part in ["contrib", "crates", "docs", "examples", "experiments", "tests"] {
        files_under(&root.join(part), &mut files);
    }
    for entry in fs::read_dir(&root).expect("the workspace can be read").flatten() {
        files.push(entry.path());
    }
    files.sort();
    let is_text = |path: &PathBuf| {
        let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        ["rs", "md", "toml", "bpl", "c"].contains(&extension.as_str())
    };
    let read = |path: PathBuf| {
        let name = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().into_owned();
        Some((name, fs::read_to_string(&path).ok()?))
    };
    let texts: Vec<_> = files.into_iter().filter(is_text).filter_map(read).collect();
    assert!(texts.len() > 1000, "only {} files were found", texts.len());
    texts
}

#[track_caller]
fn assert_none(what: &str, complaints: &[String]) {
    assert!(complaints.is_empty(), "{what}:\n{}", complaints.join("\n"));
}

#[test]
fn layers_only_look_down() {
    let mut complaints = Vec::new();
    for entry in fs::read_dir(root().join("crates")).expect("there are crates").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Ok(manifest) = fs::read_to_string(entry.path().join("Cargo.toml")) else { continue };
        if layer(&name).is_none() {
            complaints.push(format!("{name} is in no layer"));
        }
        for (section, dependency) in dependencies(&manifest) {
            if !is_allowed(&name, &section, &dependency) {
                complaints.push(format!("{name} must not know {dependency} ({section})"));
            }
        }
    }
    assert_none("layering", &complaints);
}

#[test]
fn forbidden_dependencies_are_seen() {
    let manifest = "[package]\nname = \"x\"\n[dependencies]\nbase.workspace = true\nengines = { path = \"..\" }\n\
                    [dev-dependencies.smt]\npath = \"..\"\n[features]\nrefine = []\n";
    let found = dependencies(manifest);
    let names: Vec<&str> = found.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names, ["base", "engines", "smt"]);
    assert_eq!(found[2].0, "dev-dependencies");
    assert!(!is_allowed("evidence", "dependencies", "engines"));
    assert!(!is_allowed("evidence", "dev-dependencies", "logic"));
    assert!(!is_allowed("program", "dependencies", "smt"));
    assert!(is_allowed("program", "dev-dependencies", "smt"));
    assert!(!is_allowed("smt", "dev-dependencies", "logic"));
}

#[test]
fn files_open_with_what_they_are_about() {
    let is_bare = |(name, text): &(String, String)| name.ends_with(".rs") && !text.starts_with("//! ");
    let bare: Vec<String> = texts().into_iter().filter(is_bare).map(|(name, _)| name).collect();
    assert_none("files that do not open with `//!`", &bare);
}

#[test]
fn files_are_named_after_what_they_hold() {
    let vague = ["util", "utils", "other", "others", "misc", "helper", "helpers", "refactor"];
    let is_vague = |name: &String| {
        let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        name.ends_with(".rs") && vague.contains(&stem.as_str())
    };
    let names: Vec<String> = texts().into_iter().map(|(name, _)| name).filter(is_vague).collect();
    assert_none("names that say nothing", &names);
}

#[test]
fn files_are_short() {
    let mut complaints = Vec::new();
    for (name, text) in texts() {
        let lines = text.lines().count();
        let reason = LONG_FILES.iter().find(|(file, _)| *file == name).map(|(_, reason)| *reason);
        if name.ends_with(".rs") && lines > MAX_LINES && reason.is_none_or(str::is_empty) {
            complaints.push(format!("{name}: {lines} lines"));
        }
    }
    assert_none(&format!("files of more than {MAX_LINES} lines"), &complaints);
}

/// The lines for which `is_bad` gives a complaint.
fn check_lines(is_bad: impl Fn(&str, &str) -> Option<String>) -> Vec<String> {
    let mut complaints = Vec::new();
    for (name, text) in texts() {
        for (number, line) in text.split('\n').enumerate() {
            if let Some(complaint) = is_bad(&name, line) {
                complaints.push(format!("{name}:{}: {complaint}", number + 1));
            }
        }
    }
    complaints
}

#[test]
fn nothing_is_left_over() {
    // Put together here, so that this file passes.
    let leftovers = ["todo!", "unimplemented!", "dbg!"].map(|name| format!("{name}{}", '('));
    let ignored = format!("#[{}", "ignore");
    let complaints = check_lines(|name, line| {
        let found = leftovers.iter().chain([&ignored]).find(|leftover| line.contains(leftover.as_str()))?;
        name.ends_with(".rs").then(|| found.clone())
    });
    assert_none("leftovers", &complaints);
}

#[test]
fn lines_have_no_stray_whitespace() {
    let complaints = check_lines(|_, line| {
        let is_stray = line.contains('\t') || line.trim_end() != line;
        is_stray.then(|| "a tab or whitespace at the end".to_string())
    });
    assert_none("whitespace", &complaints);
}

/// Where such a word means something else.
const OTHER_MEANINGS: [(&str, &str); 1] = [("crates/smt/src/process/", "the dialogue with a child process")];

#[test]
fn texts_speak_about_the_program_only() {
    let words = [["ses", "sion"], ["ag", "ent"]].map(|halves| halves.concat());
    let complaints = check_lines(|name, line| {
        if OTHER_MEANINGS.iter().any(|(place, _)| name.starts_with(place)) {
            return None;
        }
        let mut parts = line.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
        parts.find(|part| words.contains(part) || words.iter().any(|word| *part == format!("{word}s")))
    });
    assert_none("words about the way of working", &complaints);
}
#[test]
fn modules_form_no_cycles() {
    let mut complaints = Vec::new();
    for (name, _) in LAYERS {
        let source = root().join("crates").join(name).join("src");
        let file = if source.join("lib.rs").exists() { "lib.rs" } else { "main.rs" };
        let tree = ModuleTree::read(file, &|file| fs::read_to_string(source.join(file)).ok());
        complaints.extend(tree.cycles().into_iter().map(|cycle| format!("{name}, {cycle}")));
    }
    assert_none("cycles between modules", &complaints);
}

/// The cycles of a made-up crate.
fn cycles_of(files: &[(&str, &str)]) -> Vec<String> {
    let text = |name: &str| files.iter().find(|(file, _)| *file == name).map(|(_, text)| text.to_string());
    ModuleTree::read("lib.rs", &text).cycles()
}

#[test]
fn cycles_between_modules_are_seen() {
    let found = cycles_of(&[
        ("lib.rs", "mod a;\nmod b;\nmod c;\npub use c::{C, inner::D as E};"),
        ("a.rs", "use crate::b::{self, B};\nfn f(_: &'static str) -> char { '\"' }"),
        ("b.rs", "pub struct B;\nfn f() -> super::E { \"crate::x\" }"),
        ("c/mod.rs", "pub mod inner;\npub mod other;\npub struct C;"),
        ("c/inner.rs", "pub struct D(super::other::O, super::C);"),
        ("c/other.rs", "pub struct O;\nfn f() { crate::a::f(); self::super::inner::g(); }"),
    ]);
    let expected = [
        "crate: a, b, c form a cycle\n  a -> b\n    a.rs:1: crate::b\n    a.rs:1: crate::b::B\n  b -> c\n    \
         b.rs:2: super::E\n  c -> a\n    c/other.rs:2: crate::a::f",
        "crate::c: inner, other form a cycle\n  inner -> other\n    c/inner.rs:1: super::other::O\n  \
         other -> inner\n    c/other.rs:2: self::super::inner::g",
    ];
    assert_eq!(found, expected);
}

#[test]
fn tests_comments_and_parents_make_no_cycle() {
    let found = cycles_of(&[
        ("lib.rs", "mod a;\nmod b;\n#[cfg(test)]\nmod checks;\nfn root() { a::f(); }"),
        ("a.rs", "mod child;\n/// See [`crate::b::g`].\npub fn f() { self::child::h(); crate::root(); }"),
        ("a/child.rs", "pub fn h() { super::f(); /* crate::b::g() */ }\n#[cfg(test)]\nuse crate::b::{g};"),
        (
            "b.rs",
            "pub fn g() { crate::a::f(); r#\"crate::checks\"#; }\n#[cfg(test)]\nmod tests { use super::*; }",
        ),
        ("checks.rs", "use crate::{a, b};"),
    ]);
    assert_eq!(found, Vec::<String>::new());
}
