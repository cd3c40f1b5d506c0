//! The C programs with known verdicts (`tests/c/verify`): the answer is right, in every arithmetic, except for the
//! programs that are pinned as unsolved; and where the inputs of a violation are known, executing them shows it.

mod tool;

use std::time::Duration;

use tool::unsolved::{ARITHMETICS, Setting, complaint, executable_models, limit, stale_names};
use tool::{Task, command, in_parallel, run, run_limited, tasks};

/// No execution with known inputs needs nearly that long.
const EXECUTION_LIMIT: Duration = Duration::from_secs(100);

/// The last line of a verification run.
fn verdict(task: &Task, setting: Setting) -> String {
    let options = ["--arithmetic", setting.arithmetic, "--timeout", limit(task, setting)];
    let answer = run(&[&task.arguments()[..], &options].concat());
    match answer.verdict() {
        "" => answer.stderr.trim_end().to_string(),
        verdict => verdict.to_string(),
    }
}

#[test]
fn every_answer_is_right_or_pinned_as_unsolved() {
    let tasks = tasks();
    assert!(tasks.len() >= 300, "only {} programs", tasks.len());
    assert_eq!(stale_names(&tasks), Vec::<&str>::new(), "there are no such programs");
    let models = executable_models();
    let mut runs = Vec::new();
    for task in &tasks {
        let executes = models.contains(&task.data_model.as_str());
        runs.extend(ARITHMETICS.map(|arithmetic| (task, Setting { arithmetic, executes })));
    }
    let complaints =
        in_parallel(&runs, |(task, setting)| complaint(task, *setting, &verdict(task, *setting)));
    let complaints: Vec<String> = complaints.into_iter().flatten().collect();
    assert!(complaints.is_empty(), "{} of {}:\n{}", complaints.len(), runs.len(), complaints.join("\n"));
}

#[test]
fn known_inputs_show_the_violation() {
    // An execution only guesses which block is lost.
    let is_shown = |task: &Task| task.inputs.is_some() && task.expected != "FALSE(valid-memtrack)";
    let tasks: Vec<Task> = tasks().into_iter().filter(is_shown).collect();
    assert!(tasks.len() >= 40, "only {} programs", tasks.len());
    let complaints = in_parallel(&tasks, |task| {
        let inputs = format!("--inputs={}", task.inputs.as_deref().unwrap_or_default());
        let arguments = ["run", &task.program, &inputs, "--data-model", &task.data_model];
        let command = command(&[&arguments[..], &["--property", &task.property]].concat());
        let Some(answer) = run_limited(command, EXECUTION_LIMIT) else {
            return Some(format!("{}: no end within {EXECUTION_LIMIT:?}", task.program));
        };
        let expected = task.expected.replace("FALSE", "VIOLATION");
        let is_right = answer.verdict().starts_with(&expected);
        (!is_right).then(|| format!("{}: {} {}", task.program, answer.verdict(), answer.stderr.trim_end()))
    });
    let complaints: Vec<String> = complaints.into_iter().flatten().collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
