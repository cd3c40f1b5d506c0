//! Random C programs against gcc: what the tool says about them must not contradict what they do when they are
//! compiled and executed.
//!
//! See `docs/fuzzing.md`. `PRINCIPIA_VERDICT_FUZZ_COUNT` sets the number of programs, `PRINCIPIA_VERDICT_FUZZ_SEED`
//! the first one, `PRINCIPIA_VERDICT_FUZZ_SECONDS` the time after which no more are begun, and
//! `PRINCIPIA_VERDICT_FUZZ_FINDS` a folder for the programs with wrong answers. `PRINCIPIA_VERDICT_FUZZ_SHOW` prints
//! the program with this seed.

#[allow(dead_code)] // the other modules belong to another test
mod random {
    pub mod chance;
}
mod tool;
mod verdicts;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use test_tools::{Tool, number_from};
use tool::{Scratch, in_parallel};
use verdicts::generate::{Program, Question, program};
use verdicts::oracle::{Oracle, Truth};
use verdicts::shrink::shrink;
use verdicts::tool_runs::{Request, Result, Wrong, ask, requests};

/// So many programs are made at a time.
const BATCH: u64 = 48;

/// Programs that are compiled together.
const TOGETHER: usize = 8;

/// So many wrong answers are made small; the others are only named.
const MAX_SHRUNK: usize = 12;

/// How often each thing happened.
type Counts = BTreeMap<String, usize>;

/// The programs of a batch in groups that can be compiled together.
fn groups(programs: &[Program]) -> Vec<Vec<&Program>> {
    let mut all = Vec::new();
    for question in [Question::Hash, Question::Memory] {
        for model in ["LP64", "ILP32"] {
            let fits = |program: &&Program| program.question == question && program.model.0 == model;
            let own: Vec<&Program> = programs.iter().filter(fits).collect();
            all.extend(own.chunks(TOGETHER).map(<[_]>::to_vec));
        }
    }
    all
}

/// A wrong answer and what it is about.
struct Find<'p> {
    program: &'p Program,
    request: Request,
    wrong: Wrong,
}

/// Asks the tool everything about a program; the first wrong answer ends it.
fn check<'p>(program: &'p Program, truth: &Truth, scratch: &Scratch) -> (Vec<String>, Option<Find<'p>>) {
    let mut said = Vec::new();
    if let Truth::Discarded(why) = truth {
        return (vec![format!("discarded: {why}")], None);
    }
    said.push(format!("programs: {:?}, {}", program.question, program.model.0));
    for request in requests(program) {
        match ask(program, truth, request, scratch, &format!("p{}", program.seed)) {
            Result::Fine(what) => said.push(what.to_string()),
            Result::Open(what) => said.push(what),
            Result::Wrong(wrong) => return (said, Some(Find { program, request, wrong })),
        }
    }
    (said, None)
}

/// What is printed about a wrong answer.
fn describe(seed: u64, wrong: &Wrong) -> String {
    let (command, rest) = (&wrong.arguments[0], wrong.arguments[1..].join(" "));
    let head = format!("// seed {seed}: {} instead of {}", wrong.said.replace('\n', " "), wrong.expected);
    format!("{head}\n// principia {command} FILE.c {rest}\n{}", wrong.text)
}

/// Makes a find small and keeps it.
fn report(find: Find, oracle: &Oracle, scratch: &Scratch) -> String {
    let seed = find.program.seed;
    let small = shrink(find.program, find.wrong, find.request, oracle, scratch);
    let text = describe(seed, &small.wrong);
    println!("{text}\n");
    if let Ok(folder) = std::env::var("PRINCIPIA_VERDICT_FUZZ_FINDS") {
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(format!("{folder}/seed{seed}.c"), &text).expect("written");
    }
    text
}

#[test]
fn programs_can_be_looked_at() {
    let Some(seed) = number_from("PRINCIPIA_VERDICT_FUZZ_SHOW") else { return };
    println!("{}", program(seed).text.render().0);
}

/// Few programs are discarded, and of many programs some are executed, proved and refuted.
fn assert_something_was_compared(counts: &Counts, programs: u64) {
    let discarded = counts.iter().filter(|(what, _)| what.starts_with("discarded")).map(|(_, count)| count);
    let discarded: usize = discarded.sum();
    assert!(4 * discarded as u64 <= programs, "{discarded} of {programs} programs are discarded");
    for what in ["run", "TRUE", "FALSE"] {
        assert!(programs < 40 || counts.contains_key(what), "no answer is {what}: {counts:?}");
    }
}

#[test]
fn verdicts_are_those_of_gcc() {
    let Some(oracle) = Oracle::new() else { return };
    // Without it, only LP64 is compared.
    let has_both = Tool::Sanitizers32.or_skip().is_some();
    let first = number_from("PRINCIPIA_VERDICT_FUZZ_SEED").unwrap_or(1);
    let seconds = number_from("PRINCIPIA_VERDICT_FUZZ_SECONDS");
    let count =
        number_from("PRINCIPIA_VERDICT_FUZZ_COUNT").unwrap_or(if seconds.is_some() { u64::MAX } else { 40 });
    let (start, limit) = (Instant::now(), seconds.map_or(Duration::MAX, Duration::from_secs));
    let scratch = Scratch::new("verdict-fuzz-tool");
    let (mut counts, mut finds, mut done) = (Counts::new(), Vec::new(), 0);
    while done < count && start.elapsed() < limit {
        let size = BATCH.min(count - done);
        let begin = first.wrapping_add(done);
        let programs: Vec<Program> = (0..size).map(|at| program(begin.wrapping_add(at))).collect();
        let programs: Vec<Program> =
            programs.into_iter().filter(|program| has_both || program.model.0 == "LP64").collect();
        let groups = groups(&programs);
        let truths = in_parallel(&groups, |group| oracle.judge(group));
        let tasks: Vec<(&Program, Truth)> =
            groups.iter().flatten().copied().zip(truths.into_iter().flatten()).collect();
        let results = in_parallel(&tasks, |(program, truth)| check(program, truth, &scratch));
        for (said, find) in results {
            said.into_iter().for_each(|what| *counts.entry(what).or_default() += 1);
            let Some(find) = find else { continue };
            if finds.len() < MAX_SHRUNK {
                finds.push(report(find, &oracle, &scratch));
            } else {
                finds.push(describe(find.program.seed, &find.wrong));
            }
        }
        done += size;
    }
    println!("{done} programs from seed {first}, {} wrong answers, {:?}", finds.len(), start.elapsed());
    counts.iter().for_each(|(what, count)| println!("{count:8} {what}"));
    assert!(finds.is_empty(), "{} wrong answers; the first:\n{}", finds.len(), finds[0]);
    assert_something_was_compared(&counts, done);
}
