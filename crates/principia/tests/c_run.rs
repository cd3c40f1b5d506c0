//! The C programs that check themselves (`tests/c/run`): each must return 0 from `main`, compiled by gcc, and
//! executed by `principia run` in both arithmetics and both data models.
//!
//! A program returns another number for each expectation that does not hold, so `EXIT(3)` names the third one.

mod tool;

use std::process::Command;
use std::time::Duration;

use test_tools::Tool;
use tool::{Scratch, command, files, header, in_parallel, root, run_command, run_limited};

/// What is not modelled exactly: the program and a part of what the run must say about it.
const INEXACT: [(&str, &str); 3] = [
    ("floats/rounding_mode.c", "rounding that is not to the nearest"),
    ("library/counted_output.c", "`%n`"),
    ("library/formatted.c", "the characters of a number that is printed"),
];

/// No program needs nearly that long.
const LIMIT: Duration = Duration::from_secs(20);

const ARITHMETICS: [&str; 2] = ["bitvector", "integer"];

/// The data models with gcc's option for each.
const DATA_MODELS: [(&str, &str); 2] = [("ILP32", "-m32"), ("LP64", "-m64")];

/// The data models in which a program is meant to work.
fn data_models(program: &str) -> Vec<(&'static str, &'static str)> {
    let only = header(program, "data-model");
    DATA_MODELS.into_iter().filter(|(model, _)| only.as_deref().is_none_or(|only| only == *model)).collect()
}

#[test]
fn programs_return_zero_when_run() {
    let mut tasks = Vec::new();
    for program in files("tests/c/run", "c") {
        for (model, _) in data_models(&program) {
            tasks.extend(ARITHMETICS.map(|arithmetic| (program.clone(), model, arithmetic)));
        }
    }
    assert!(tasks.len() > 1000, "{} runs", tasks.len());
    let complaints = in_parallel(&tasks, |(program, model, arithmetic)| {
        let arguments = ["run", program, "--data-model", model, "--arithmetic", arithmetic];
        let Some(answer) = run_limited(command(&arguments), LIMIT) else {
            return Some(format!("{program} {model} {arithmetic}: takes too long"));
        };
        let reason = INEXACT.iter().find(|(name, _)| program.ends_with(name)).map(|(_, reason)| *reason);
        let is_right = match reason {
            Some(reason) => answer.verdict().contains(reason) || answer.stderr.contains(reason),
            None => answer.verdict() == "EXIT(0)",
        };
        let shown = if answer.verdict().is_empty() { answer.stderr.trim_end() } else { answer.verdict() };
        (!is_right).then(|| format!("{program} {model} {arithmetic}: {shown}"))
    });
    let complaints: Vec<String> = complaints.into_iter().flatten().collect();
    assert!(complaints.is_empty(), "{} of {}:\n{}", complaints.len(), tasks.len(), complaints.join("\n"));
}

#[test]
fn gcc_agrees_with_the_programs() {
    let scratch = Scratch::new("c-run");
    let works = [Tool::Gcc32, Tool::Gcc].map(|tool| tool.or_skip().is_some());
    // One data model is enough here: the tool must agree with the program in both.
    let mut tasks = Vec::new();
    for (number, program) in files("tests/c/run", "c").into_iter().enumerate() {
        let models = data_models(&program);
        let mut possible =
            DATA_MODELS.iter().zip(works).filter(|(model, works)| *works && models.contains(model));
        if let Some(((_, option), _)) = possible.next_back() {
            tasks.push((program, *option, format!("{number}")));
        }
    }
    assert!(tasks.len() > 300 || !works[1], "{} programs", tasks.len());
    let complaints = in_parallel(&tasks, |(program, option, binary)| {
        let binary = scratch.path(binary);
        let mut gcc = Command::new("gcc");
        // On 32 bits, floats are rounded after each operation only with SSE.
        gcc.args(["-w", "-O0", "-std=gnu11", "-fpreprocessed", "-msse2", "-mfpmath=sse", option]);
        gcc.args(["-o", &binary, program, "-lm"]).current_dir(root());
        let compiled = run_command(gcc);
        if compiled.status != Some(0) {
            return Some(format!("{program} {option}: {}", compiled.stderr));
        }
        let status = Command::new(&binary).status().expect("the program runs").code();
        let _ = std::fs::remove_file(&binary);
        (status != Some(0)).then(|| format!("{program} {option}: status {status:?}"))
    });
    let complaints: Vec<String> = complaints.into_iter().flatten().collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
