//! What gcc says about programs: the hash, or whether AddressSanitizer complains.
//!
//! Programs of one kind are compiled by one call of gcc and linked into one binary, which executes each of them in a
//! process of its own, for all admissible inputs. Two binaries must agree: one without optimisation, with sanitizers
//! and variables that begin as zeros, and one that differs in all of that. Programs whose value depends on memory
//! that was never written, or on what gcc is free to do, are discarded in this way.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use test_tools::Tool;

use crate::tool::{Scratch, run_limited};

use super::generate::{Program, Question};

/// What is known about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Truth {
    /// The hash for each choice of inputs.
    Values(Vec<i32>),
    /// An invalid access for some choice of inputs.
    Violated,
    /// No use, for this reason.
    Discarded(&'static str),
}

/// How often a program with inputs is executed at most.
const MAX_CHOICES: usize = 9;

/// A program is given a second, which is counted in the binary.
const BATCH_LIMIT: Duration = Duration::from_secs(60);

/// Undefined behaviour that is no invalid access.
const ARITHMETIC_CHECKS: &str =
    "-fsanitize=address,signed-integer-overflow,shift,integer-divide-by-zero,bool,float-cast-overflow";

/// All undefined behaviour that gcc can check. Pointers may go back by adding a large number.
const ALL_CHECKS: &str = "-fsanitize=address,undefined,float-cast-overflow";

/// Executes the programs of a binary: each line of output is a case and its outcome.
const DRIVER: &str = include_str!("driver.c");

/// A program as text, with its inputs.
#[derive(Clone, Debug)]
pub struct Rendered {
    pub text: String,
    /// All choices of inputs, each in the order of the program's questions.
    pub choices: Vec<Vec<i64>>,
}

/// The text of a program with all choices of its inputs.
pub fn render(program: &Program) -> Rendered {
    let (text, inputs) = program.text.render();
    let mut choices = vec![Vec::new()];
    for values in inputs {
        let longer = |choice: &Vec<i64>| {
            let choice = choice.clone();
            values.iter().map(move |value| [choice.as_slice(), &[*value]].concat())
        };
        choices = choices.iter().flat_map(longer).collect();
    }
    choices.truncate(MAX_CHOICES);
    Rendered { text, choices }
}

/// gcc with a folder for its files.
pub struct Oracle {
    scratch: Scratch,
    next: AtomicUsize,
    has_patterns: bool,
}

impl Oracle {
    /// Nothing if gcc or its sanitizers are missing.
    pub fn new() -> Option<Oracle> {
        Tool::Sanitizers.or_skip()?;
        let scratch = Scratch::new("verdict-fuzz");
        let file = scratch.write("try.c", "int main(void) { return 0; }\n");
        let works = |options: &[&str]| {
            let mut gcc = Command::new("gcc");
            gcc.args(options).args(["-o", &scratch.path("try"), &file]);
            gcc.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
        };
        let has_patterns = works(&["-ftrivial-auto-var-init=pattern"]);
        if !has_patterns {
            println!("gcc is older than 12: reads of variables without a value are not noticed");
        }
        Some(Oracle { scratch, next: AtomicUsize::new(0), has_patterns })
    }

    /// Judges programs of one question and one data model.
    pub fn judge(&self, programs: &[&Program]) -> Vec<Truth> {
        let Some(first) = programs.first() else { return Vec::new() };
        let rendered: Vec<Rendered> = programs.iter().map(|program| render(program)).collect();
        let folder = self.scratch.path(&format!("batch{}", self.next.fetch_add(1, Ordering::Relaxed)));
        std::fs::create_dir_all(&folder).expect("a folder");
        let is_memory = first.question == Question::Memory;
        let checks = if is_memory { ARITHMETIC_CHECKS } else { ALL_CHECKS };
        let model = first.model.1;
        let zero = ["-O0", checks, "-fno-sanitize-recover=all", model];
        let other: &[&str] = if is_memory { &["-O0", checks, model] } else { &["-O2", model] };
        let strict = self.build_and_run(&folder, &rendered, &zero, "zero", None);
        let mut known = Vec::new();
        for (at, outcomes) in strict.iter().enumerate() {
            known.push(truth(outcomes, rendered[at].choices.len()));
        }
        let is_open = |truth: &Truth| !matches!(truth, Truth::Discarded(_));
        let open: Vec<bool> = known.iter().map(is_open).collect();
        if open.contains(&true) {
            let second = self.build_and_run(&folder, &rendered, other, "pattern", Some(&open));
            for (at, outcomes) in second.iter().enumerate() {
                if open[at] && truth(outcomes, rendered[at].choices.len()) != known[at] {
                    known[at] = Truth::Discarded("depends on the build");
                }
            }
        }
        let _ = std::fs::remove_dir_all(folder);
        known
    }

    /// The outcomes of each program by its choices of inputs.
    fn build_and_run(
        &self,
        folder: &str,
        rendered: &[Rendered],
        options: &[&str],
        initial: &str,
        open: Option<&[bool]>,
    ) -> Vec<BTreeMap<usize, String>> {
        let mut sources = Vec::new();
        let mut declared = String::new();
        let mut cases = String::new();
        for (at, program) in rendered.iter().enumerate() {
            let is_open = open.is_none_or(|open| open[at]);
            if !is_open {
                continue;
            }
            let name = format!("{folder}/p{at}.c");
            let text = format!("#define main main_{at}\n{}", program.text);
            std::fs::write(&name, text).expect("written");
            sources.push(name);
            declared.push_str(&format!("extern int main_{at}(void) __attribute__((weak));\n"));
            for (number, choice) in program.choices.iter().enumerate() {
                let values: Vec<String> = choice.iter().map(i64::to_string).collect();
                cases.push_str(&format!("{{ main_{at}, {at}, {number}, {{ {} }} }},\n", values.join(", ")));
            }
        }
        let driver = format!("{folder}/driver.c");
        let text = DRIVER.replace("/* programs */", &declared).replace("/* cases */", &cases);
        std::fs::write(&driver, text).expect("written");
        sources.push(driver);
        let mut compile = self.gcc(folder, options, initial);
        compile.arg("-c").args(&sources);
        let _ = run_limited(compile, BATCH_LIMIT);
        let objects: Vec<String> = sources.iter().map(|source| source.replace(".c", ".o")).collect();
        let objects = objects.iter().filter(|object| Path::new(object).exists());
        let binary = format!("{folder}/all");
        let mut link = self.gcc(folder, options, initial);
        link.args(objects.clone()).args(["-o", &binary]);
        let _ = run_limited(link, BATCH_LIMIT);
        let mut outcomes = vec![BTreeMap::new(); rendered.len()];
        for line in execute(&binary, initial) {
            if let [at, number, outcome] = line.splitn(3, ' ').collect::<Vec<_>>()[..] {
                let at: usize = at.parse().expect("a number");
                outcomes[at].insert(number.parse().expect("a number"), outcome.to_string());
            }
        }
        objects.for_each(|object| drop(std::fs::remove_file(object)));
        outcomes
    }

    fn gcc(&self, folder: &str, options: &[&str], initial: &str) -> Command {
        let mut gcc = Command::new("gcc");
        gcc.current_dir(folder).args(["-w", "-msse2", "-mfpmath=sse"]).args(options);
        gcc.arg("-fno-sanitize=pointer-overflow");
        if self.has_patterns {
            gcc.arg(format!("-ftrivial-auto-var-init={initial}"));
        }
        gcc.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        gcc
    }
}

/// The lines that a binary prints.
fn execute(binary: &str, initial: &str) -> Vec<String> {
    if !Path::new(binary).exists() {
        return Vec::new();
    }
    let mut program = Command::new(binary);
    program.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let fill = if initial == "zero" { "0" } else { "90" };
    let asan = "detect_leaks=0:symbolize=0:detect_stack_use_after_return=1:max_malloc_fill_size=4096";
    program.env("ASAN_OPTIONS", format!("{asan}:malloc_fill_byte={fill}"));
    program.env("UBSAN_OPTIONS", "symbolize=0").env("MALLOC_PERTURB_", fill);
    let answer = run_limited(program, BATCH_LIMIT);
    let _ = std::fs::remove_file(binary);
    answer.map_or(Vec::new(), |answer| answer.stdout.lines().map(str::to_string).collect())
}

/// What the outcomes of all executions say together.
fn truth(outcomes: &BTreeMap<usize, String>, choices: usize) -> Truth {
    if outcomes.len() != choices {
        return Truth::Discarded("not compiled");
    }
    let mut values = Vec::new();
    let mut is_violated = false;
    for outcome in outcomes.values() {
        match outcome.split_once(' ') {
            Some(("value", value)) => values.push(value.parse().expect("a number")),
            _ if outcome == "asan" => is_violated = true,
            _ if outcome == "signal 14" => return Truth::Discarded("too long"),
            _ => return Truth::Discarded("undefined behaviour"),
        }
    }
    if is_violated { Truth::Violated } else { Truth::Values(values) }
}
