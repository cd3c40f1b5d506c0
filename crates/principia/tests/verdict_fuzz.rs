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
use verdicts::executions::{self, Wanted, execute_all};
use verdicts::generate::{Program, Question, program};
use verdicts::oracle::{Oracle, Truth, render};
use verdicts::shrink::shrink;
use verdicts::tool_runs::{Request, Result, Wrong, ask, requests};

/// So many programs are made at a time.
const BATCH: u64 = 240;

/// Programs that are compiled together.
const TOGETHER: usize = 100;

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
struct Find {
    program: Program,
    request: Request,
    wrong: Wrong,
}

/// A program with what gcc says in its own data model and in the other one.
struct Judged<'p> {
    program: &'p Program,
    truths: (Truth, Truth),
    /// What executions of the tool did not say as expected: to be asked again.
    doubts: Vec<(Program, Truth, Request)>,
    /// What the other executions said, for statistics.
    said: Vec<String>,
}

/// Executes all programs in both arithmetics and both data models.
fn execute(judged: &mut [Judged], scratch: &Scratch) {
    let texts: Vec<String> = judged.iter().map(|own| render(own.program).text).collect();
    let (mut all, mut about) = (Vec::new(), Vec::new());
    for (number, own) in judged.iter().enumerate() {
        let rendered = render(own.program);
        for (program, truth) in [
            (own.program.clone(), own.truths.0.clone()),
            (own.program.in_other_model(), own.truths.1.clone()),
        ] {
            let Truth::Values(values) = &truth else { continue };
            let chosen = program.seed as usize % values.len();
            for arithmetic in ["bitvector", "integer"] {
                let inputs = rendered.choices[chosen].clone();
                all.push(Wanted { program: number, model: program.model.0, arithmetic, inputs });
                about.push((
                    number,
                    values[chosen],
                    program.clone(),
                    truth.clone(),
                    Request::Run(arithmetic),
                ));
            }
        }
    }
    for (said, (number, value, program, truth, request)) in
        execute_all(&texts, &all, scratch).into_iter().zip(about)
    {
        match said.as_deref() {
            Some("INEXACT") => judged[number].said.push("run: inexact".to_string()),
            Some(said) if said == format!("EXIT({value})") => judged[number].said.push("run".to_string()),
            _ => judged[number].doubts.push((program, truth, request)),
        }
    }
}

/// Asks the tool everything about a program; the first wrong answer ends it.
fn check(judged: &Judged, scratch: &Scratch) -> (Vec<String>, Option<Find>) {
    let (program, truth) = (judged.program, &judged.truths.0);
    let mut said = Vec::new();
    if let Truth::Discarded(why) = truth {
        return (vec![format!("discarded: {why}")], None);
    }
    said.push(format!("programs: {:?}, {}", program.question, program.model.0));
    let models = if judged.truths.0 == judged.truths.1 { "the same" } else { "not the same" };
    said.push(format!("programs: {models} in both data models"));
    said.extend(judged.said.iter().cloned());
    let own = requests(program).into_iter().map(|request| (program.clone(), truth.clone(), request));
    for (program, truth, request) in judged.doubts.iter().cloned().chain(own) {
        match ask(&program, &truth, request, scratch, &format!("p{}", program.seed)) {
            Result::Fine(what) => said.push(what.to_string()),
            Result::Open(what) => said.push(what),
            Result::Wrong(wrong) => return (said, Some(Find { program, request, wrong })),
        }
    }
    (said, None)
}

/// Programs with what gcc and the tool's executions say about them.
fn judged<'p>(
    programs: &'p [Program],
    has_both: bool,
    oracle: &Oracle,
    scratch: &Scratch,
) -> Vec<Judged<'p>> {
    let groups = groups(programs);
    let truths = in_parallel(&groups, |group| {
        if has_both && group.first().is_some_and(|program| program.question == Question::Hash) {
            return oracle.judge_in_both(group);
        }
        let other = Truth::Discarded("not asked");
        oracle.judge(group).into_iter().map(|truth| (truth, other.clone())).collect()
    });
    let all = groups.iter().flatten().zip(truths.into_iter().flatten());
    let mut judged: Vec<Judged> = all
        .map(|(program, truths)| Judged { program, truths, doubts: Vec::new(), said: Vec::new() })
        .collect();
    execute(&mut judged, scratch);
    judged
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
    let small = shrink(&find.program, find.wrong, find.request, oracle, scratch);
    let text = describe(seed, &small.wrong);
    println!("{text}\n");
    if let Ok(folder) = std::env::var("PRINCIPIA_VERDICT_FUZZ_FINDS") {
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(format!("{folder}/seed{seed}.c"), &text).expect("written");
    }
    text
}

/// Works only when the test below starts it.
#[test]
fn executions_of_a_batch() {
    if let Ok(folder) = std::env::var(executions::VARIABLE) {
        executions::execute_batch(&folder);
    }
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

/// Writes the counts so far to a file, if one is named: a campaign may be ended at any time.
fn keep_counts(counts: &Counts, done: u64, finds: usize, start: Instant) {
    let Ok(file) = std::env::var("PRINCIPIA_VERDICT_FUZZ_COUNTS") else { return };
    let mut text = format!("{done} programs, {finds} wrong answers, {:?}\n", start.elapsed());
    counts.iter().for_each(|(what, count)| text.push_str(&format!("{count:8} {what}\n")));
    std::fs::write(file, text).expect("written");
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
        let judged = judged(&programs, has_both, &oracle, &scratch);
        let results = in_parallel(&judged, |own| check(own, &scratch));
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
        keep_counts(&counts, done, finds.len(), start);
    }
    println!("{done} programs from seed {first}, {} wrong answers, {:?}", finds.len(), start.elapsed());
    counts.iter().for_each(|(what, count)| println!("{count:8} {what}"));
    assert!(finds.is_empty(), "{} wrong answers; the first:\n{}", finds.len(), finds[0]);
    assert_something_was_compared(&counts, done);
}
