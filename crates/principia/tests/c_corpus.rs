//! The C programs with known verdicts (`tests/c/verify`): the answer is right or unknown, in both arithmetics;
//! nearly all are solved; and where the inputs of a violation are known, executing them shows it.

mod tool;

use std::time::Duration;

use tool::{Task, command, in_parallel, run, run_limited, tasks};

/// The arithmetics; the first one is the default and must solve nearly all.
const ARITHMETICS: [&str; 3] = ["auto", "bitvector", "integer"];

/// The default gets more time than the others, which only have to be right.
const DEFAULT_LIMIT: &str = "5s";
const OTHER_LIMIT: &str = "1500ms";

/// The last line of a verification run.
fn verdict(task: &Task, arithmetic: &str) -> String {
    let limit = if arithmetic == ARITHMETICS[0] { DEFAULT_LIMIT } else { OTHER_LIMIT };
    let answer = run(&[&task.arguments()[..], &["--arithmetic", arithmetic, "--timeout", limit]].concat());
    if answer.verdict().is_empty() {
        answer.stderr.trim_end().to_string()
    } else {
        answer.verdict().to_string()
    }
}

#[test]
fn every_answer_is_right_or_unknown() {
    let tasks = tasks();
    let mut runs = Vec::new();
    for task in &tasks {
        runs.extend(ARITHMETICS.map(|arithmetic| (task, arithmetic)));
    }
    let verdicts = in_parallel(&runs, |(task, arithmetic)| verdict(task, arithmetic));
    let (mut wrong, mut unsolved) = (Vec::new(), Vec::new());
    for ((task, arithmetic), verdict) in runs.iter().zip(&verdicts) {
        let line = format!("{} {arithmetic}: {verdict} instead of {}", task.program, task.expected);
        // An answer for a program of which the file expects none is not wrong, but the file should say so.
        let is_open = verdict.starts_with("UNKNOWN(") && !verdict.contains("rejected");
        if *verdict != task.expected && !is_open {
            wrong.push(line);
        } else if *verdict != task.expected && *arithmetic == ARITHMETICS[0] {
            unsolved.push(line);
        }
    }
    println!("unsolved:\n{}", unsolved.join("\n"));
    assert!(wrong.is_empty(), "{} wrong answers:\n{}", wrong.len(), wrong.join("\n"));
    assert!(unsolved.len() * 5 < tasks.len(), "unsolved:\n{}", unsolved.join("\n"));
}

#[test]
fn known_inputs_show_the_violation() {
    // An execution only guesses which block is lost.
    let is_shown = |task: &Task| task.inputs.is_some() && task.expected != "FALSE(valid-memtrack)";
    let tasks: Vec<Task> = tasks().into_iter().filter(is_shown).collect();
    let complaints = in_parallel(&tasks, |task| {
        let inputs = format!("--inputs={}", task.inputs.as_deref().unwrap_or_default());
        let arguments = ["run", &task.program, &inputs, "--data-model", &task.data_model];
        let command = command(&[&arguments[..], &["--property", &task.property]].concat());
        let answer = run_limited(command, Duration::from_secs(20))?;
        let expected = task.expected.replace("FALSE", "VIOLATION");
        let is_right = answer.verdict().starts_with(&expected);
        (!is_right).then(|| format!("{}: {} {}", task.program, answer.verdict(), answer.stderr.trim_end()))
    });
    let complaints: Vec<String> = complaints.into_iter().flatten().collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
