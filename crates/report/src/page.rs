//! The result of a run as one HTML file that needs nothing else (`--report`): verdict and what backs it, the source with
//! invariants or the execution, the graphs, the refinements, statistics, and how to get the same again.
//!
//! The page is data and a program: everything that is shown is in one JSON object, which the scripts draw when it is
//! looked at. Lists and graphs only draw what is visible, so that large programs stay fluid.

use base::Arithmetic;
use serde::Serialize;
use serde_json::{Value, json};
use verdict::Verdict;

use crate::drawing::{Drawing, Graph};
use crate::help::Help;
use crate::result::{Evidence, Execution, Report};

/// What the page shows. Refinements and iterations are whatever the scripts understand.
pub struct Content<'a, R, I> {
    /// The result.
    pub report: &'a Report,
    /// The same, for machines.
    pub document: Value,
    /// The program, if the analysis came so far.
    pub drawing: Option<&'a Drawing>,
    /// The refinements in order, as far as they were told.
    pub refinements: &'a [R],
    /// All iterations in order.
    pub iterations: &'a [I],
    /// The tree that an engine explored, if one does.
    pub exploration: Option<&'a Graph>,
    /// The command that executes the program; the inputs of the counterexample follow it.
    pub command: Option<String>,
}

const STYLE: &str = include_str!("page/page.css");
const BODY: &str = include_str!("page/page.html");

/// The scripts in the order in which they need each other.
const SCRIPTS: [&str; 7] = [
    include_str!("page/elements.js"),
    include_str!("page/layout.js"),
    include_str!("page/graph.js"),
    include_str!("page/source.js"),
    include_str!("page/refinements.js"),
    include_str!("page/charts.js"),
    include_str!("page/page.js"),
];

/// The page.
pub fn page<R: Serialize, I: Serialize>(content: &Content<'_, R, I>) -> String {
    let input = content.document["input"].as_str().unwrap_or_default();
    let title = format!("{} {input}", content.report.verdict.word());
    let data = json!({
        "document": content.document,
        "verdict": content.report.verdict.to_string(),
        "backing": backing(content.report),
        "sentence": sentence(content.report, &content.document),
        "help": Help::of(content.report),
        "noInvariants": without_invariants(content.report),
        "reproduce": reproduce(content.report, content.command.as_deref()),
        "invariants": content.report.invariants,
        "path": content.report.counterexample.as_ref().map(path),
        "drawing": content.drawing,
        "refinements": content.refinements,
        "iterations": content.iterations,
        "exploration": content.exploration,
    });
    // Nothing in the data may end the element that holds it.
    let data = data.to_string().replace('<', "\\u003c");
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>{}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<style>\n{STYLE}</style></head><body>\n{BODY}\
         <script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n\"use strict\";\n{}</script></body></html>\n",
        escaped(&title),
        SCRIPTS.concat()
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The answer in one sentence: what holds of which program, and why.
fn sentence(report: &Report, document: &Value) -> String {
    let input = document["input"].as_str().unwrap_or_default();
    let asked = match document["options"]["property"].as_str() {
        Some(name) if !matches!(name, "all") => name.to_string(),
        _ => {
            let mut names: Vec<&str> = Vec::new();
            for one in &report.obligations {
                if !names.contains(&one.obligation.property.as_str()) {
                    names.push(&one.obligation.property);
                }
            }
            match names.split_last() {
                None => "what is asked of it".to_string(),
                Some((last, [])) => last.to_string(),
                Some((last, others)) => format!("{} or {last}", others.join(", ")),
            }
        }
    };
    match &report.verdict {
        Verdict::True => format!("No execution of {input} violates {asked}: {}.", reason_of_proof(report)),
        Verdict::False(property) => {
            let execution = report.counterexample.as_ref();
            let message = execution.map_or("an execution violates it".into(), Execution::shown_message);
            let inputs = execution.map_or(&[][..], |execution| &execution.inputs);
            let inputs = match inputs {
                [] => String::new(),
                some if some.len() <= 8 => format!(", with the inputs {}", some.join(", ")),
                many => format!(", with {} inputs", many.len()),
            };
            format!("{property} is violated: {message}{inputs}.")
        }
        Verdict::Unknown(reason) => {
            format!("It is not known whether an execution of {input} violates {asked}: {reason}.")
        }
    }
}

/// Why a program has a property, in some words.
fn reason_of_proof(report: &Report) -> String {
    let counter = |name: &str| report.statistics.counters.iter().find(|counter| counter.name == name);
    if let Some(steps) = counter("evidence/steps of the only execution") {
        return format!("it has one execution, with {} steps, and that one does not", steps.value);
    }
    match report.proof.as_ref().map_or(0, |proof| proof.iter().filter(|one| one.formula != "true").count()) {
        0 if report.proof.is_none() => "each part has a proof of its own".to_string(),
        0 => "the values that variables can have exclude it".to_string(),
        1 => "an invariant excludes it".to_string(),
        count => format!("invariants at {count} locations exclude it"),
    }
}

/// Why there is no invariant beside the source.
fn without_invariants(report: &Report) -> &'static str {
    match (&report.verdict, &report.proof) {
        (Verdict::True, None) => "Several proofs: `--property` with one property shows its invariants.",
        (Verdict::True, Some(proof)) if proof.is_empty() => "The only execution is the proof.",
        (Verdict::True, _) => "No invariants are needed, or C cannot express them.",
        _ => "There is no proof, so there are no invariants.",
    }
}

/// Why the verdict may be believed, in sentences.
fn backing(report: &Report) -> Vec<String> {
    let mut sentences = Vec::new();
    match (&report.verdict, report.evidence) {
        (Verdict::True, Evidence::Checked) => {
            sentences.push(
                "The proof was checked by code that shares nothing with the engine: it is inductive, and no violation \
                 satisfies it."
                    .into(),
            );
        }
        (Verdict::False(_), Evidence::Checked) => sentences.push(
            "The execution was replayed, statement by statement, by code that shares nothing with the engine.".into(),
        ),
        (Verdict::Unknown(reason), evidence) => {
            sentences.push(format!("There is no answer: {reason}."));
            if evidence == Evidence::Rejected {
                sentences.push("The engine had one, but its evidence did not pass the check.".into());
            }
        }
        (_, _) => sentences.push("The evidence was not checked, as the options say.".into()),
    }
    match report.arithmetic {
        Some(Arithmetic::Integer) => sentences.push(
            "In the analysis, the program's integers are integers, and wrap-around is spelled out.".into(),
        ),
        Some(_) => sentences.push("In the analysis, the program's integers are bit-vectors.".into()),
        None => {}
    }
    if let Some(replayed) = &report.replayed {
        sentences.push(format!("The program, compiled with the inputs: {replayed}."));
    }
    sentences
}

/// The commands that lead to the same result.
fn reproduce(report: &Report, command: Option<&str>) -> Vec<String> {
    let words: Vec<String> = std::env::args().collect();
    let quoted = words.iter().map(|word| shlex::try_quote(word).map_or_else(|_| word.clone(), Into::into));
    let mut commands = vec![quoted.collect::<Vec<String>>().join(" ")];
    let choices = report.counterexample.as_ref().map(Execution::choices).unwrap_or_default();
    if let Some(command) = command.filter(|_| !choices.is_empty()) {
        let options: String = choices.iter().map(|(option, value)| format!(" {option} {value}")).collect();
        commands.push(format!("{command}{options}"));
    }
    if let Some(Ok(harness)) = report.replay.as_ref().map(|replay| &replay.harness) {
        let lines = harness.lines().filter_map(|line| line.strip_prefix(" *   "));
        commands.extend(lines.map(ToString::to_string));
    }
    commands
}

/// The steps of an execution: lines of C, or statements of other languages.
fn path(execution: &Execution) -> Value {
    let steps: Vec<Value> = match execution.story.is_empty() {
        false => execution.story.iter().map(|moment| json!(moment)).collect(),
        true => {
            let steps = execution.steps.iter().map(|step| {
                let notes = step.changes.iter().map(|value| format!("{} = {}", value.name, value.value));
                json!({
                    "place": step.place,
                    "function": "",
                    "depth": 0,
                    "text": step.statement,
                    "notes": notes.collect::<Vec<_>>(),
                })
            });
            steps.collect()
        }
    };
    json!({
        "steps": steps,
        "message": execution.shown_message(),
        "place": execution.shown_place(),
        "remarks": execution.remarks,
        "untold": execution.untold,
    })
}
