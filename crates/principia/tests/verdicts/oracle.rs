//! What gcc says about programs: the hash, or whether AddressSanitizer complains.
//!
//! Programs of one kind are one translation unit ([`super::one_unit`]) and one binary, which executes each of them in a
//! process of its own, for all admissible inputs. Two binaries must agree: one without optimisation, with sanitizers
//! and variables that begin as zeros, and one that differs in all of that. Programs whose value depends on memory
//! that was never written, or on what gcc is free to do, are discarded in this way.
//!
//! Most programs compute the same in both data models. So the second binary is for the other model; only programs for
//! which it says something else are compiled twice for each model.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use test_tools::Tool;

use crate::tool::{Scratch, run_limited};

use super::generate::{Program, Question};
use super::one_unit::{main_of, renamed};

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

/// A program is given a second of processor time, which is counted in the binary.
const BATCH_LIMIT: Duration = Duration::from_secs(300);

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
        let all: Vec<Rendered> = programs.iter().map(|program| render(program)).collect();
        let known = self.build_and_run(&all, &self.strict(first), None);
        let second = self.build_and_run(&all, &self.other(first), Some(&open(&known)));
        known.into_iter().zip(second).map(|(known, second)| agreed(known, &second)).collect()
    }

    /// Judges programs of one question and one data model in their own and in the other one.
    pub fn judge_in_both(&self, programs: &[&Program]) -> Vec<(Truth, Truth)> {
        let Some(first) = programs.first() else { return Vec::new() };
        let all: Vec<Rendered> = programs.iter().map(|program| render(program)).collect();
        let there = first.in_other_model();
        let strict = self.build_and_run(&all, &self.strict(first), None);
        let mut is_open = open(&strict);
        let elsewhere = self.build_and_run(&all, &self.other(&there), Some(&is_open));
        for (at, is_open) in is_open.iter_mut().enumerate() {
            *is_open &= strict[at] != elsewhere[at];
        }
        let second = self.build_and_run(&all, &self.other(first), Some(&is_open));
        let strict_elsewhere = self.build_and_run(&all, &self.strict(&there), Some(&is_open));
        let mut judged = Vec::new();
        for at in 0..all.len() {
            let (own, other) = (strict[at].clone(), elsewhere[at].clone());
            judged.push(match is_open[at] {
                true => (agreed(own, &second[at]), agreed(strict_elsewhere[at].clone(), &other)),
                false => (own.clone(), own),
            });
        }
        judged
    }

    /// The build that notices undefined behaviour.
    fn strict(&self, program: &Program) -> Build {
        let options = vec!["-O0", checks(program), "-fno-sanitize-recover=all", program.model.1];
        Build { options, initial: "zero" }
    }

    /// The build that does what the other one does not.
    fn other(&self, program: &Program) -> Build {
        let options = match program.question {
            Question::Memory => vec!["-O0", checks(program), program.model.1],
            Question::Hash => vec!["-O2", program.model.1],
        };
        Build { options, initial: "pattern" }
    }

    /// What a build says about those programs that are open.
    fn build_and_run(&self, rendered: &[Rendered], build: &Build, open: Option<&[bool]>) -> Vec<Truth> {
        let mut outcomes = vec![BTreeMap::new(); rendered.len()];
        let chosen: Vec<usize> = (0..rendered.len()).filter(|at| open.is_none_or(|open| open[*at])).collect();
        if chosen.is_empty() {
            return vec![Truth::Discarded("not asked"); rendered.len()];
        }
        let folder = self.scratch.path(&format!("batch{}", self.next.fetch_add(1, Ordering::Relaxed)));
        std::fs::create_dir_all(&folder).expect("a folder");
        let unit: String = chosen.iter().map(|at| renamed(&rendered[*at].text, *at)).collect();
        let mut objects = Vec::new();
        if !self.compile(&folder, "all", &unit, build, &mut objects) {
            // Not all of them are programs: the others are found one by one.
            for at in &chosen {
                self.compile(
                    &folder,
                    &format!("p{at}"),
                    &renamed(&rendered[*at].text, *at),
                    build,
                    &mut objects,
                );
            }
        }
        let driver = driver(rendered, &chosen);
        self.compile(&folder, "driver", &driver, build, &mut objects);
        let binary = format!("{folder}/binary");
        let mut link = self.gcc(&folder, build);
        link.args(objects).args(["-o", &binary]);
        let _ = run_limited(link, BATCH_LIMIT);
        for line in execute(&binary, build.initial) {
            if let [at, number, outcome] = line.splitn(3, ' ').collect::<Vec<_>>()[..] {
                let at: usize = at.parse().expect("a number");
                outcomes[at].insert(number.parse::<usize>().expect("a number"), outcome.to_string());
            }
        }
        let _ = std::fs::remove_dir_all(folder);
        rendered.iter().zip(&outcomes).map(|(program, own)| truth(own, program.choices.len())).collect()
    }

    /// Compiles a text; says whether gcc took it.
    fn compile(
        &self,
        folder: &str,
        name: &str,
        text: &str,
        build: &Build,
        objects: &mut Vec<String>,
    ) -> bool {
        let (source, object) = (format!("{folder}/{name}.c"), format!("{folder}/{name}.o"));
        std::fs::write(&source, text).expect("written");
        let mut compile = self.gcc(folder, build);
        compile.args(["-c", &source, "-o", &object]);
        let _ = run_limited(compile, BATCH_LIMIT);
        let is_there = Path::new(&object).exists();
        objects.extend(is_there.then_some(object));
        is_there
    }

    fn gcc(&self, folder: &str, build: &Build) -> Command {
        let mut gcc = Command::new("gcc");
        gcc.current_dir(folder).args(["-w", "-pipe", "-msse2", "-mfpmath=sse"]).args(&build.options);
        gcc.arg("-fno-sanitize=pointer-overflow");
        if self.has_patterns {
            gcc.arg(format!("-ftrivial-auto-var-init={}", build.initial));
        }
        gcc.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        gcc
    }
}

/// How programs are compiled.
struct Build {
    options: Vec<&'static str>,
    /// What variables hold that were never written.
    initial: &'static str,
}

fn checks(program: &Program) -> &'static str {
    if program.question == Question::Memory { ARITHMETIC_CHECKS } else { ALL_CHECKS }
}

/// Which programs may still be of use.
fn open(known: &[Truth]) -> Vec<bool> {
    known.iter().map(|truth| !matches!(truth, Truth::Discarded(_))).collect()
}

/// What two builds say together.
fn agreed(first: Truth, second: &Truth) -> Truth {
    match first {
        Truth::Discarded(why) => Truth::Discarded(why),
        first if first == *second => first,
        _ => Truth::Discarded("depends on the build"),
    }
}

/// The driver for these programs.
fn driver(rendered: &[Rendered], chosen: &[usize]) -> String {
    let (mut declared, mut cases) = (String::new(), String::new());
    for &at in chosen {
        let name = main_of(at);
        declared.push_str(&format!("extern int {name}(void) __attribute__((weak));\n"));
        for (number, choice) in rendered[at].choices.iter().enumerate() {
            let values: Vec<String> = choice.iter().map(i64::to_string).collect();
            cases.push_str(&format!("{{ {name}, {at}, {number}, {{ {} }} }},\n", values.join(", ")));
        }
    }
    DRIVER.replace("/* programs */", &declared).replace("/* cases */", &cases)
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
            _ if outcome == "signal 26" => return Truth::Discarded("too long"),
            _ => return Truth::Discarded("undefined behaviour"),
        }
    }
    if is_violated { Truth::Violated } else { Truth::Values(values) }
}
