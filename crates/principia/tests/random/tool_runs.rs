//! What the tool says about a program: `principia verify`, as a user calls it, with any options of its analysis.

use std::fmt;
use std::time::Duration;

use crate::tool::{Scratch, command, run_limited};

use super::chance::Chance;

/// What can be chosen: options and their values.
const CHOICES: [(&str, &[&str]); 12] = [
    (
        "--engine",
        &[BY_STRATEGY, "trace", "trace", "value", "value+predicate", "predicate", "kojak", "interp"],
    ),
    ("--abstraction", &["boolean", "cartesian", "combined", "none"]),
    ("--interpolants", &["r", "re", "rs", "rse"]),
    ("--select", &[BY_STRATEGY, "domain-min,width-min", "length-max", "random:5"]),
    ("--precision", &["location", "function", "global"]),
    ("--search", &["reverse-postorder", "breadth-first", "depth-first"]),
    (
        "--refine",
        &[
            "newton:it-sp-lv",
            "newton:it-wp-lv",
            "newton:it-sp",
            "newton:it-wp",
            "newton:sp-lv",
            "newton:wp-lv",
            "newton:sp",
            "newton:wp",
            "newton:it-spwp-lv",
            "newton:spwp",
            "newton:edge-it-sp-lv",
            "newton:edge-sp-keep",
            "newton:path-it-wp",
            "newton:path-it-sp-lv-drop",
            "craig:builtin",
            "perfect:newton:it-sp-lv,craig:builtin",
            "craig:builtin,newton:sp",
            "craig:z3",
        ],
    ),
    ("--blocks", &[BY_STRATEGY, "statement", "sequence", "loop-free"]),
    ("--automaton", &["canonical", "eager", "predicate"]),
    ("--core", &["statement", "conjunct", "inequality", "minimal"]),
    ("--qe", &["none", "light", "full"]),
    ("--inline-budget", &["0", "30000"]),
];

/// The option is left out, so that the strategy decides.
const BY_STRATEGY: &str = "";

/// What can be turned off.
const FLAGS: [&str; 2] = ["--no-guess", "--no-simplify"];

/// The reasons for which there may be no answer. All others, above all rejected evidence and a worker that died, are
/// bugs: these programs have finitely many states, no recursion, and nothing that is not supported.
const TOLERATED: [&str; 5] =
    ["timeout", "solver unknown", "no assertions", "no progress on trace", "values cannot exclude"];

/// The options of a run.
#[derive(Clone, Default)]
pub struct Setup(Vec<&'static str>);

impl Setup {
    /// Any setup.
    pub fn random(chance: &mut Chance) -> Setup {
        let mut options = Vec::new();
        for (option, values) in CHOICES {
            let value = *chance.pick(values);
            if value != BY_STRATEGY && is_heard(option, &options) {
                options.extend([option, value]);
            }
        }
        options.extend(FLAGS.into_iter().filter(|_| chance.percent(50)));
        Setup(options)
    }
}

/// Options that would change nothing are mistakes.
fn is_heard(option: &str, others: &[&str]) -> bool {
    let is = |engine: &str| others.contains(&engine);
    let is_default = !others.contains(&"--engine");
    let has_values = is("value") || is("value+predicate");
    match option {
        "--abstraction" => is("predicate"),
        "--search" => is("predicate") || has_values || is_default,
        "--precision" => (is("predicate") && !is("none")) || has_values || is_default,
        "--automaton" => is("trace") || is_default,
        "--refine" | "--core" | "--qe" => !is("value"),
        "--interpolants" => is("interp"),
        _ => true,
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [] => write!(f, "by default"),
            options => write!(f, "{}", options.join(" ")),
        }
    }
}

/// The answer for a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Proved, and the proof was accepted.
    Safe,
    /// Refuted, and the counterexample was accepted.
    Unsafe,
    /// No answer, with a reason that is tolerated.
    Unknown(String),
    /// Evidence was rejected, the worker died, the program was not accepted, or the like.
    Failed(String),
}

/// Verifies a program; `limit` is the tool's own, which is to hold.
pub fn verify(text: &str, setup: &Setup, limit: Duration, scratch: &Scratch, name: &str) -> Answer {
    let file = scratch.write(&format!("{name}.bpl"), text);
    let timeout = format!("{}ms", limit.as_millis());
    let arguments = [&["verify", &file, "--entry", "main", "--timeout", &timeout], &setup.0[..]].concat();
    let answer = run_limited(command(&arguments), limit + Duration::from_secs(10));
    let _ = std::fs::remove_file(file);
    let Some(answer) = answer else { return Answer::Failed("no end".to_string()) };
    let said = answer.verdict();
    let is_tolerated = |reason: &&str| TOLERATED.iter().any(|kind| reason.starts_with(kind));
    match (said, answer.status) {
        ("TRUE", Some(0)) => Answer::Safe,
        ("FALSE(assert)", Some(1)) => Answer::Unsafe,
        (_, Some(3)) => match said.strip_prefix("UNKNOWN(").filter(is_tolerated) {
            Some(reason) => Answer::Unknown(reason.trim_end_matches(')').to_string()),
            None => Answer::Failed(said.to_string()),
        },
        (_, status) => Answer::Failed(format!("status {status:?}, {said}, {}", answer.stderr)),
    }
}
