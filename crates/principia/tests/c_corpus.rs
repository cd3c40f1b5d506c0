//! The C programs with known verdicts (`tests/c/verify`): the answer is right, in every arithmetic, except for the
//! programs that are pinned as unsolved; and where the inputs of a violation are known, executing them shows it.

mod tool;

use std::time::Duration;

use tool::unsolved::{ARITHMETICS, DEFAULT, Setting, complaint, executable_models, limit, stale_names};
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

/// Both directions fail: a program that is not solved any more, and one that is solved now, unless that depends on the
/// machine.
#[test]
fn changes_are_told() {
    let told = |program: &str, setting: Setting, verdict: &str| {
        let task = Task::read(format!("tests/c/verify/{program}"));
        complaint(&task, setting, verdict).unwrap_or_else(|| "fine".to_string())
    };
    let solved = "loops/count_to_input.c";
    assert_eq!(told(solved, DEFAULT, "TRUE"), "fine");
    for verdict in ["UNKNOWN(timeout)", "UNKNOWN(over-approximation: x)", "FALSE(unreach-call)", ""] {
        let expected = format!("tests/c/verify/{solved} auto: {verdict} instead of TRUE");
        assert_eq!(told(solved, DEFAULT, verdict), expected);
    }
    let unsolved = "library/same_seed.c";
    assert_eq!(told(unsolved, DEFAULT, "UNKNOWN(over-approximation: x)"), "fine");
    assert!(
        told(unsolved, DEFAULT, "UNKNOWN(timeout)").ends_with("instead of UNKNOWN(over-approximation...)")
    );
    assert!(told(unsolved, DEFAULT, "FALSE(unreach-call)").contains("FALSE(unreach-call) instead of"));
    assert!(told(unsolved, DEFAULT, "TRUE").contains("solved now: remove it"));
    assert_eq!(told("loops/small_bound.c", DEFAULT, "TRUE"), "fine");
    let without_compiler = Setting { executes: false, ..DEFAULT };
    assert_eq!(told("heap/no_size.c", without_compiler, "FALSE(unreach-call)"), "fine");
    // In one arithmetic only, and without a compiler only.
    let integer = Setting { arithmetic: "integer", ..DEFAULT };
    let flagged = "UNKNOWN(over-approximation: x)";
    assert_ne!(told("reach/xor_swap.c", DEFAULT, flagged), "fine");
    assert_eq!(told("reach/xor_swap.c", integer, flagged), "fine");
    assert_ne!(told("heap/no_size.c", DEFAULT, flagged), "fine");
    assert_eq!(told("heap/no_size.c", Setting { executes: false, ..DEFAULT }, flagged), "fine");
    // Nobody knows.
    let open = "reach/constant_address.c";
    assert_eq!(told(open, DEFAULT, flagged), "fine");
    assert_ne!(told(open, DEFAULT, "UNKNOWN(timeout)"), "fine");
    assert_ne!(told(open, DEFAULT, "UNKNOWN(worker died: panic)"), "fine");
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

/// InterpChecker in its six modes, k-induction and ranges, one for each program in turn: right or unknown, and no proof is
/// rejected.
#[test]
fn single_engines_are_right_or_unknown() {
    const INTERP: [&str; 6] = ["r", "re", "rs", "rse", "rs --weights", "rse --weights"];
    let interp = INTERP.map(|mode| format!("--engine interp --interpolants {mode}"));
    let blocks = ["loop-free", "sequence"].map(|blocks| format!("--engine k-induction --blocks {blocks}"));
    let ranges = "--engine ranges".to_string();
    let modes: Vec<&String> = interp.iter().chain(&blocks).chain([&ranges]).collect();
    let tasks = tasks();
    let numbered: Vec<(usize, &Task)> = tasks.iter().enumerate().collect();
    let word = |verdict: &str| verdict.split('(').next().unwrap_or_default().to_string();
    let complaints = in_parallel(&numbered, |(number, task)| {
        let mode: Vec<&str> = modes[number % modes.len()].split(' ').collect();
        let fixed = ["--strategy", "paper", "--timeout", "1500ms"];
        let verdict = run(&[&task.arguments()[..], &fixed, &mode].concat()).verdict().to_string();
        let is_wrong = match word(&verdict).as_str() {
            "UNKNOWN" => {
                let is_rejected = verdict.contains("evidence rejected") && !verdict.contains("undecided");
                is_rejected || verdict.contains("panic")
            }
            answer => answer != word(&task.expected),
        };
        let (program, expected) = (&task.program, &task.expected);
        is_wrong.then(|| format!("{program} {mode:?}: {verdict} instead of {expected}"))
    });
    let complaints: Vec<String> = complaints.into_iter().flatten().collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
