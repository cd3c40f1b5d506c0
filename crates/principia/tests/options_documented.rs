//! Help and documents name the same options.

mod tool;

use std::collections::BTreeSet;

use tool::{plain_command, root, run_command};

/// The long options that a text names.
fn options(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let mut found = BTreeSet::new();
    for (start, _) in text.match_indices("--") {
        let before = text[..start].chars().next_back();
        let name: String = text[start + 2..].chars().take_while(|c| is_part(*c)).collect();
        let is_option = name.starts_with(|c: char| c.is_ascii_lowercase())
            && !before.is_some_and(|c| c == '-' || c.is_alphanumeric());
        if is_option {
            found.insert(name.trim_end_matches('-').to_string());
        }
    }
    found
}

fn help(command: &str) -> BTreeSet<String> {
    let answer = run_command(plain_command(&["help", command]));
    assert!(!answer.stdout.is_empty(), "no help about {command}: {}", answer.stderr);
    // Only what begins a line is an option of the command; texts may name others.
    let lines = answer.stdout.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let heads = lines.map(|line| line.split("  ").next().unwrap_or(line));
    heads.flat_map(options).filter(|name| name != "help").collect()
}

#[test]
fn help_and_documents_agree() {
    let document = std::fs::read_to_string(root().join("docs/options.md")).expect("the document");
    let documented = options(&document);
    let commands = [
        "verify",
        "check",
        "explain",
        "lower",
        "run",
        "properties",
        "scan",
        "solvers",
        "engines",
        "strategies",
    ];
    let told: BTreeSet<String> = commands.iter().flat_map(|command| help(command)).collect();
    let missing: Vec<&String> = told.difference(&documented).collect();
    assert!(missing.is_empty(), "docs/options.md does not name {missing:?}");
    // What is about measuring has a page of its own.
    let page = std::fs::read_to_string(root().join("docs/bench.md")).expect("the page");
    let documented_there = &options(&page) | &documented;
    let measuring: BTreeSet<String> =
        ["bench", "table", "plot", "compare"].iter().flat_map(|command| help(command)).collect();
    let missing: Vec<&String> = measuring.difference(&documented_there).collect();
    assert!(missing.is_empty(), "docs/bench.md does not name {missing:?}");
    // Every command has a heading.
    for command in commands.iter().filter(|command| **command != "help") {
        assert!(document.contains(&format!("## principia {command}")), "docs/options.md has no {command}");
    }
    // Options of what solvers have as subcommands, and of other pages.
    let elsewhere = ["accept-licence"];
    let unknown: Vec<&String> =
        documented.difference(&told).filter(|name| !elsewhere.contains(&name.as_str())).collect();
    assert!(unknown.is_empty(), "docs/options.md names {unknown:?}, which no help does");
}
