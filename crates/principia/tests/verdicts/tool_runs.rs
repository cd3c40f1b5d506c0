//! What the tool says about a program, and whether that is wrong.

use std::process::{Command, Stdio};
use std::time::Duration;

use test_tools::number_from;

use crate::tool::{Answer, Scratch, command, run_limited};

use super::generate::{CHECK, Program, Question};
use super::oracle::{Rendered, Truth, render};

/// How the tool is asked about a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// It executes the program.
    Run(&'static str),
    /// It verifies that the hash is one of those that are possible.
    Possible(&'static str),
    /// It verifies that the hash is not one that is possible.
    Impossible(&'static str),
    /// It verifies the memory accesses.
    Memory(&'static str),
    /// It verifies that no signed number overflows.
    Overflow(&'static str),
}

/// What came of a request.
#[derive(Clone, Debug)]
pub enum Result {
    /// Nothing wrong; the word is for statistics.
    Fine(&'static str),
    /// Neither right nor wrong.
    Open(String),
    /// It is wrong.
    Wrong(Wrong),
}

/// A wrong answer.
#[derive(Clone, Debug)]
pub struct Wrong {
    pub said: String,
    pub expected: String,
    /// The arguments of the tool without the file.
    pub arguments: Vec<String>,
    /// The text that the tool was given.
    pub text: String,
}

/// How long a verification may take.
const VERIFY_LIMIT: &str = "2s";

/// What a run of `verify` may take: most of those that are not done soon are not done at all.
fn verify_limit() -> String {
    std::env::var("PRINCIPIA_VERDICT_FUZZ_LIMIT").unwrap_or_else(|_| VERIFY_LIMIT.to_string())
}

const RUN_LIMIT: &str = "5s";
const HARD_LIMIT: Duration = Duration::from_secs(20);

/// What is verified about a program: one question by its seed, for so many of a hundred programs as
/// `PRINCIPIA_VERDICT_FUZZ_VERDICTS` says. Executions are asked for elsewhere.
pub fn requests(program: &Program) -> Vec<Request> {
    // Programs about memory have nothing but their verdict.
    let share = number_from("PRINCIPIA_VERDICT_FUZZ_VERDICTS").unwrap_or(100);
    if program.question == Question::Hash && (program.seed / 35) % 100 >= share {
        return Vec::new();
    }
    let arithmetic = ["auto", "auto", "auto", "bitvector", "integer"][(program.seed % 5) as usize];
    match program.question {
        // Sanitizers had nothing to say about the program.
        Question::Hash => vec![match program.seed % 7 {
            0 => Request::Memory(arithmetic),
            1 => Request::Overflow(arithmetic),
            2..5 => Request::Possible(arithmetic),
            _ => Request::Impossible(arithmetic),
        }],
        Question::Memory => vec![Request::Memory(arithmetic)],
    }
}

/// Asks the tool.
pub fn ask(program: &Program, truth: &Truth, request: Request, scratch: &Scratch, name: &str) -> Result {
    let rendered = render(program);
    match (request, truth) {
        (_, Truth::Discarded(why)) => Result::Open((*why).to_string()),
        (Request::Run(arithmetic), Truth::Values(values)) => {
            let chosen = program.seed as usize % values.len();
            run(program, &rendered, chosen, values[chosen], arithmetic, (scratch, name))
        }
        (Request::Run(_), Truth::Violated) => Result::Open("violated".to_string()),
        (Request::Possible(arithmetic), Truth::Values(values)) => {
            let all: Vec<String> = values.iter().map(|value| format!("h != {}u", *value as u32)).collect();
            let text = with_check(&rendered, &all.join(" && "));
            verify(program, text, "unreach-call", arithmetic, Some("FALSE"), (scratch, name))
        }
        (Request::Impossible(arithmetic), Truth::Values(values)) => {
            let value = values[program.seed as usize % values.len()] as u32;
            let text = with_check(&rendered, &format!("h == {value}u"));
            verify(program, text, "unreach-call", arithmetic, Some("TRUE"), (scratch, name))
        }
        (Request::Memory(arithmetic), truth) => {
            let wrong = if *truth == Truth::Violated { "TRUE" } else { "FALSE" };
            verify(program, rendered.text, "valid-memsafety", arithmetic, Some(wrong), (scratch, name))
        }
        (Request::Overflow(arithmetic), Truth::Values(_)) => {
            verify(program, rendered.text, "no-overflow", arithmetic, Some("FALSE"), (scratch, name))
        }
        (Request::Possible(_) | Request::Impossible(_) | Request::Overflow(_), Truth::Violated) => {
            Result::Open("violated".to_string())
        }
    }
}

/// The program with a check before it returns.
fn with_check(rendered: &Rendered, condition: &str) -> String {
    rendered.text.replace(CHECK, &format!("if ({condition}) reach_error();"))
}

/// The tool of this workspace, or another build of it.
fn tool(arguments: &[&str]) -> Command {
    let Ok(path) = std::env::var("PRINCIPIA_VERDICT_FUZZ_TOOL") else { return command(arguments) };
    let mut command = Command::new(path);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Gives a text to the tool.
fn answer(arguments: &[String], text: &str, (scratch, name): (&Scratch, &str)) -> Option<Answer> {
    let file = scratch.write(&format!("{name}.c"), text);
    let mut all = vec![arguments[0].as_str(), &file];
    all.extend(arguments[1..].iter().map(String::as_str));
    let answer = run_limited(tool(&all), HARD_LIMIT);
    let _ = std::fs::remove_file(file);
    answer
}

fn run(
    program: &Program,
    rendered: &Rendered,
    chosen: usize,
    value: i32,
    arithmetic: &str,
    place: (&Scratch, &str),
) -> Result {
    let inputs: Vec<String> = rendered.choices[chosen].iter().map(i64::to_string).collect();
    let mut arguments: Vec<String> = ["run", "--data-model", program.model.0, "--arithmetic", arithmetic]
        .into_iter()
        .map(str::to_string)
        .collect();
    arguments.extend(["--timeout", RUN_LIMIT].map(str::to_string));
    if !inputs.is_empty() {
        arguments.push(format!("--inputs={}", inputs.join(",")));
    }
    let Some(answer) = answer(&arguments, &rendered.text, place) else {
        return Result::Open("run: no end".to_string());
    };
    let said = if answer.verdict().is_empty() { answer.stderr.trim() } else { answer.verdict() };
    let expected = format!("EXIT({value})");
    if answer.stderr.contains("the execution is only one of the model") {
        return Result::Open("run: inexact".to_string());
    }
    if said == expected {
        return Result::Fine("run");
    }
    if said.starts_with("STOPPED") && !said.contains("panic") {
        return Result::Open(format!("run: {}", kind_of(said)));
    }
    Result::Wrong(Wrong { said: said.to_string(), expected, arguments, text: rendered.text.clone() })
}

fn verify(
    program: &Program,
    text: String,
    property: &str,
    arithmetic: &str,
    wrong: Option<&str>,
    place: (&Scratch, &str),
) -> Result {
    let arguments: Vec<String> = ["verify", "--property", property, "--data-model", program.model.0]
        .into_iter()
        .chain(["--arithmetic", arithmetic, "--timeout", &verify_limit(), "--no-execute", "--jobs", "1"])
        // Guessed facts take half of the time of these programs.
        .chain((!program.seed.is_multiple_of(4)).then_some("--no-guess"))
        .map(str::to_string)
        .collect();
    let Some(answer) = answer(&arguments, &text, place) else {
        return Result::Open("verify: no end".to_string());
    };
    let said = answer.verdict();
    let is_bad = said.is_empty() || said.contains("panic");
    // Leaks are nobody's question here.
    if said.starts_with("FALSE(valid-memtrack") {
        return Result::Open("verify: leak".to_string());
    }
    if is_bad || wrong.is_some_and(|wrong| said.starts_with(wrong)) {
        let said = if said.is_empty() { answer.stderr.trim().to_string() } else { said.to_string() };
        let expected = format!("not {}", wrong.unwrap_or("a panic"));
        return Result::Wrong(Wrong { said, expected, arguments, text });
    }
    match said.split('(').next() {
        Some("TRUE") => Result::Fine("TRUE"),
        Some("FALSE") => Result::Fine("FALSE"),
        _ => Result::Open(format!("verify: {}", kind_of(said))),
    }
}

/// A reason without its details.
fn kind_of(said: &str) -> String {
    let end = said.char_indices().filter(|(_, c)| [':', ')'].contains(c)).nth(1);
    said[..end.map_or(said.len(), |(at, _)| at)].chars().take(60).collect()
}
