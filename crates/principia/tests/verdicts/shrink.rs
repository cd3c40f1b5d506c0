//! Makes a program smaller while an answer about it stays wrong.

use std::time::{Duration, Instant};

use super::generate::Program;
use super::oracle::{Oracle, Truth};
use super::text::Edits;
use super::tool_runs::{Request, Result, Wrong, ask};
use crate::tool::Scratch;

/// How long one program is made smaller.
const LIMIT: Duration = Duration::from_secs(120);

/// So many candidates are compiled together.
const TOGETHER: usize = 8;

/// A wrong answer with the smallest program for it.
pub struct Small {
    pub program: Program,
    pub wrong: Wrong,
}

/// What kind of wrong an answer is: another one is another find.
fn kind(wrong: &Wrong) -> &str {
    wrong.said.split('(').next().unwrap_or_default().split(' ').next().unwrap_or_default()
}

/// The first of several programs about which the answer is wrong in the same way.
fn first_wrong(
    programs: Vec<Program>,
    request: Request,
    old: &Wrong,
    oracle: &Oracle,
    scratch: &Scratch,
) -> Option<Small> {
    let truths = oracle.judge(&programs.iter().collect::<Vec<_>>());
    for (program, truth) in programs.into_iter().zip(truths) {
        if matches!(truth, Truth::Discarded(_)) {
            continue;
        }
        let name = format!("shrink{}", program.seed);
        if let Result::Wrong(wrong) = ask(&program, &truth, request, scratch, &name) {
            // A program that gcc accepts and the tool does not is the same find only if it was one before.
            if kind(&wrong) == kind(old) && wrong.expected.split('(').next() == old.expected.split('(').next()
            {
                return Some(Small { program, wrong });
            }
        }
    }
    None
}

/// A smaller program about which the answer is wrong in the same way, or the program itself.
pub fn shrink(
    program: &Program,
    wrong: Wrong,
    request: Request,
    oracle: &Oracle,
    scratch: &Scratch,
) -> Small {
    let mut best = Small { program: program.clone(), wrong };
    let start = Instant::now();
    let mut size = best.program.text.edits().len().div_ceil(2);
    while size > 0 {
        let mut from = 0;
        loop {
            let edits = best.program.text.edits();
            let mut candidates = Vec::new();
            while from < edits.len() && candidates.len() < TOGETHER {
                let mut chunk = Edits::new();
                for (place, edit) in edits.iter().skip(from).take(size) {
                    chunk.entry(*place).or_insert(*edit);
                }
                from += size;
                candidates.push(Program { text: best.program.text.edited(&chunk), ..best.program.clone() });
            }
            if candidates.is_empty() || start.elapsed() > LIMIT {
                break;
            }
            let count = candidates.len();
            if let Some(small) = first_wrong(candidates, request, &best.wrong, oracle, scratch) {
                best = small;
                // What was tried before is not tried again in this round.
                from = from.saturating_sub(count * size);
            }
        }
        if start.elapsed() > LIMIT {
            break;
        }
        let before = best.program.text.edits().len();
        size = if size == 1 { 0 } else { size / 2 };
        if size == 0 && before > 0 && !is_minimal(&mut best, request, oracle, scratch, start) {
            size = 1;
        }
    }
    best
}

/// Whether no single edit keeps the answer wrong; otherwise such an edit is made.
fn is_minimal(
    best: &mut Small,
    request: Request,
    oracle: &Oracle,
    scratch: &Scratch,
    start: Instant,
) -> bool {
    let edits = best.program.text.edits();
    for chunk in edits.chunks(TOGETHER) {
        if start.elapsed() > LIMIT {
            return true;
        }
        let edited = |edit: &(usize, Option<usize>)| best.program.text.edited(&Edits::from([*edit]));
        let candidates: Vec<Program> =
            chunk.iter().map(|edit| Program { text: edited(edit), ..best.program.clone() }).collect();
        if let Some(small) = first_wrong(candidates, request, &best.wrong, oracle, scratch) {
            *best = small;
            return false;
        }
    }
    true
}
