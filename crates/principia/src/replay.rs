//! Counterexamples of C programs, compiled and executed.
//!
//! The worker that found a counterexample prepares what is needed ([`prepare`]); once it is gone, another one compiles
//! the program with its harness ([`crate::harness`]) and runs it, in a folder of its own, with limits, and without a
//! network where the system permits that ([`execute`]).
//!
//! What a sanitizer reports confirms a violation of memory safety and overflow; its silence proves nothing where
//! sanitizers are not exact. Where they are (calls of `free`), and where the violation is a call, an execution that ends
//! without it rejects a counterexample, unless there is a reason why the two may differ ([`doubt`]).

use std::fmt;
use std::path::Path;
use std::time::Duration;

use c_lower::options::Arithmetic;
use c_lower::types::DataModel;
use serde::{Deserialize, Serialize};
use worker::{Ending, Limits};

use crate::c_front::CProgram;
use crate::compiled::{self, Build, Conditions, Ended, Folder, Missing};
use crate::confirm::{Chosen, Effort, Input, confirm, is_denied, reads_unwritten_memory};
use crate::harness::{self, harness};
use crate::message::{Channel, Message};
use crate::report::Execution;
use crate::sanitizers::{self, Finding};
use crate::sequencing::has_unsequenced_calls;

/// What the execution of a counterexample needs.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Replay {
    /// The harness, or what it cannot express.
    pub harness: Result<String, String>,
    /// The names and texts of the program's files, preprocessed.
    pub files: Vec<(String, String)>,
    /// The functions of the program that the harness replaces.
    pub weakened: Vec<String>,
    /// What the program declares only, if the system does not have it either.
    pub missing: Vec<Missing>,
    /// Whether the program is one for 32 bits.
    pub is_32_bit: bool,
    /// What observes the violation.
    pub observer: Observer,
    /// Why an execution without the violation would prove nothing, if so.
    pub doubt: Option<String>,
}

/// What observes a violation in a compiled program.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observer {
    /// The harness: a function is called.
    Harness,
    /// AddressSanitizer: bad accesses.
    Accesses,
    /// AddressSanitizer: bad calls of `free`.
    Frees,
    /// LeakSanitizer: memory that nothing points to.
    Leaks,
    /// LeakSanitizer: memory that was not freed.
    Remains,
    /// UBSan: overflow.
    Overflow,
}

impl Observer {
    fn of(property: &str) -> Option<Observer> {
        Some(match property {
            "unreach-call" | "assert" => Observer::Harness,
            "valid-deref" => Observer::Accesses,
            "valid-free" => Observer::Frees,
            "valid-memtrack" => Observer::Leaks,
            "valid-memcleanup" => Observer::Remains,
            "no-overflow" => Observer::Overflow,
            _ => return None,
        })
    }

    /// The arguments for the compiler.
    pub fn arguments(self) -> &'static [&'static str] {
        match self {
            // What the model does.
            Observer::Harness => &["-fno-strict-aliasing", "-fno-delete-null-pointer-checks"],
            Observer::Overflow => &[
                "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero",
                "-fno-sanitize-recover=all",
            ],
            _ => &["-fsanitize=address", "-fno-omit-frame-pointer"],
        }
    }

    /// The options of AddressSanitizer and LeakSanitizer.
    pub fn sanitizer_options(self) -> (String, &'static str) {
        let leaks = matches!(self, Observer::Leaks | Observer::Remains) as u8;
        let asan = format!(
            "detect_leaks={leaks}:detect_stack_use_after_return=1:strict_string_checks=1:hard_rss_limit_mb=2048:\
             allocator_may_return_null=1"
        );
        let lsan = match self {
            Observer::Remains => "use_stacks=0:use_registers=0:use_tls=0:use_globals=0",
            // What locals point to is lost when the program ends.
            _ => "use_stacks=0:use_registers=0",
        };
        (asan, lsan)
    }

    /// Whether the end of the program shows the violation.
    pub fn saw_violation(self, ended: &Ended) -> bool {
        let said = |text: &str| ended.errors.contains(text);
        let found = |finding| sanitizers::finding(&ended.errors).is_some_and(|(found, _)| found == finding);
        match self {
            Observer::Harness => {
                ended.status == Some(harness::VIOLATED) && said(&format!("{}violation", harness::SAYS))
            }
            Observer::Accesses => found(Finding::Access),
            Observer::Frees => found(Finding::Free),
            Observer::Leaks | Observer::Remains => found(Finding::Leak),
            Observer::Overflow => found(Finding::Overflow),
        }
    }
}

/// What an execution says about a counterexample.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "result", content = "reason", rename_all = "kebab-case")]
pub enum Replayed {
    /// The violation occurred.
    Confirmed,
    /// It did not, though it should have.
    NotReproduced(String),
    /// It did not, which proves nothing.
    NotConfirmed(String),
    /// There was no execution.
    NotExecuted(String),
}

impl fmt::Display for Replayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Replayed::Confirmed => write!(f, "confirmed by execution"),
            Replayed::NotReproduced(why) => write!(f, "not reproduced by execution: {why}"),
            Replayed::NotConfirmed(why) => write!(f, "not confirmed by execution: {why}"),
            Replayed::NotExecuted(why) => write!(f, "not executed: {why}"),
        }
    }
}

/// Prepares the execution of a counterexample with these choices. `confirmed` is what the interpreter says about
/// them: all inputs that it read, or why it confirms nothing.
pub fn prepare(
    program: &CProgram,
    chosen: &Chosen,
    confirmed: Result<Vec<Input>, String>,
    execution: &Execution,
) -> Option<Replay> {
    let observer = Observer::of(&execution.property)?;
    let doubt = doubt(program, chosen, &confirmed, execution, observer);
    let found: Vec<Input> = chosen.inputs.iter().cloned().collect();
    let built = harness(program, confirmed.as_deref().unwrap_or(&found));
    let mut replay = Replay {
        harness: Err(String::new()),
        files: program.texts(),
        weakened: Vec::new(),
        missing: compiled::missing_variables(program),
        is_32_bit: program.options.model == DataModel::Ilp32,
        observer,
        doubt,
    };
    replay.harness = built.map(|built| {
        replay.weakened = built.weakened;
        heading(&replay, execution) + &built.text
    });
    Some(replay)
}

/// Why an execution by a compiler that ends without the violation would prove nothing, if so.
fn doubt(
    program: &CProgram,
    chosen: &Chosen,
    confirmed: &Result<Vec<Input>, String>,
    execution: &Execution,
    observer: Observer,
) -> Option<String> {
    let property = &execution.property;
    let is_complete = || {
        let again = || program.lower_to_execute(Arithmetic::Bitvector);
        let runs = |seed| {
            again().and_then(|source| confirm(&source, chosen, Some(property), Effort::Random(seed)).0)
        };
        runs(1).is_ok() && runs(2).is_ok()
    };
    let reads_unwritten = || {
        let source = program.lower_to_execute(Arithmetic::Bitvector);
        source.map_or(true, |source| reads_unwritten_memory(&source, chosen))
    };
    let is_elsewhere = || {
        let place = execution.place.as_ref();
        place.is_none_or(|place| !program.files.iter().any(|&file| program.sources.name(file) == place.file))
    };
    let doubt = match (confirmed, observer) {
        (_, Observer::Accesses) => "AddressSanitizer does not see bad accesses that hit another object",
        (_, Observer::Leaks | Observer::Remains) => "LeakSanitizer may take other values for pointers",
        (_, Observer::Overflow) => "UBSan does not see what the compiler or the library computes",
        (_, Observer::Frees) if is_elsewhere() => "the violation is in a function of the library",
        _ if has_unsequenced_calls(&program.program, program.library) => "the order of evaluation may matter",
        // Two executions with the same inputs, and neither has the violation.
        (Err(why), _) if is_denied(why) && !reads_unwritten() => return None,
        (Err(why), _) => {
            return Some(format!("the inputs alone do not decide about the execution ({why})"));
        }
        (Ok(_), _) if !is_complete() => "the inputs alone do not decide about the execution",
        (Ok(_), Observer::Harness | Observer::Frees) => return None,
    };
    Some(doubt.to_string())
}

/// The comment that opens a harness: what it is and how it is used.
fn heading(replay: &Replay, execution: &Execution) -> String {
    let place = execution.place.as_ref().map(|place| format!(" at {}:{}", place.file, place.line));
    let files: Vec<&str> = replay.files.iter().map(|(name, _)| name.as_str()).collect();
    let mut text = format!(
        "/* Inputs that make {} violate {}{}.\n * Written by principia {}; use it so, where HARNESS.c is this file:\n *\n",
        files.join(" "),
        execution.property,
        place.unwrap_or_default(),
        env!("CARGO_PKG_VERSION"),
    );
    let arguments = replay.arguments().join(" ");
    let objects: Vec<String> = (0..files.len()).map(|number| format!("{number}.o")).collect();
    for (file, object) in files.iter().zip(&objects) {
        text += &format!(" *   cc {arguments} -c {file} -o {object}\n");
    }
    for name in &replay.weakened {
        for object in &objects {
            text += &format!(" *   objcopy --weaken-symbol={name} {object}\n");
        }
    }
    text += &format!(" *   cc {arguments} -fno-builtin {} HARNESS.c -lm -o program\n", objects.join(" "));
    let (asan, lsan) = replay.observer.sanitizer_options();
    text += &match replay.observer {
        Observer::Harness => format!(" *   ./program; test $? -eq {}\n", harness::VIOLATED),
        Observer::Overflow => " *   ./program\n".to_string(),
        _ => format!(" *   ASAN_OPTIONS={asan} LSAN_OPTIONS={lsan} ./program\n"),
    };
    // A name of a file must not end the comment.
    text.replace("*/", "* /") + " */\n"
}

/// The longest that compiling and running may take.
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// Less time is not worth an attempt.
const WORTHWHILE: Duration = Duration::from_millis(200);

/// Compiles and runs a program with its harness. Also says what the program was not kept from.
pub fn execute(replay: &Replay, limit: Option<Duration>) -> (Replayed, Vec<String>) {
    let not_executed = |why: String| (Replayed::NotExecuted(why), Vec::new());
    if let Err(why) = &replay.harness {
        return not_executed(why.clone());
    }
    let limit = limit.map_or(TIME_LIMIT, |limit| limit.min(TIME_LIMIT));
    if limit < WORTHWHILE {
        return not_executed("there is no time left".into());
    }
    let folder = match Folder::new() {
        Ok(folder) => folder,
        Err(error) => return not_executed(format!("there is no temporary folder: {error}")),
    };
    let (job_folder, job_replay) = (folder.0.clone(), replay.clone());
    let job = move |_: &mut Channel| replayed(&job_replay, &job_folder);
    let run = worker::run(Limits { time: Some(limit), memory: None }, job, |_| {});
    match run.map(|run| run.ending) {
        Ok(Ending::Finished(Message::Replayed { replayed, gaps })) => (replayed, gaps),
        Ok(Ending::Timeout) => {
            (Replayed::NotConfirmed(format!("no end after {} s", limit.as_secs())), Vec::new())
        }
        Ok(Ending::Died(why)) => not_executed(format!("the process died: {why}")),
        Ok(_) => not_executed("the process gave no answer".into()),
        Err(error) => not_executed(error.to_string()),
    }
}

/// The address space of a program without a sanitizer.
const ADDRESS_SPACE: u64 = 4 << 30;

impl Replay {
    /// The arguments for the compiler that concern the meaning of the program.
    fn arguments(&self) -> Vec<&'static str> {
        let mut arguments = compiled::arguments(self.is_32_bit);
        arguments.extend(self.observer.arguments());
        arguments
    }

    /// Compiles the program with its harness and runs it.
    fn run(&self, folder: &Path) -> Result<Ended, String> {
        let build = Build {
            harness: self.harness.clone()?,
            files: self.files.clone(),
            weakened: self.weakened.clone(),
            missing: self.missing.clone(),
            arguments: self.arguments(),
            own_arguments: &[],
            link_arguments: &[],
        };
        let (asan, lsan) = self.observer.sanitizer_options();
        let is_sanitized = !matches!(self.observer, Observer::Harness | Observer::Overflow);
        let conditions = Conditions {
            environment: vec![("ASAN_OPTIONS", asan), ("LSAN_OPTIONS", lsan.to_string())],
            address_space: (!is_sanitized).then_some(ADDRESS_SPACE),
            needs_helper: matches!(self.observer, Observer::Leaks | Observer::Remains),
            limit: None,
        };
        let binary = compiled::compile(&build, folder)?;
        compiled::run(&binary, folder, &conditions)?.ok_or_else(|| "the program does not end".to_string())
    }
}

fn replayed(replay: &Replay, folder: &Path) -> Message {
    let ended = match replay.run(folder) {
        Ok(ended) => ended,
        Err(why) => return Message::Replayed { replayed: Replayed::NotExecuted(why), gaps: Vec::new() },
    };
    let text = ended.describe();
    let replayed = match &replay.doubt {
        _ if replay.observer.saw_violation(&ended) => Replayed::Confirmed,
        None if ended.is_regular() => Replayed::NotReproduced(text),
        None => Replayed::NotConfirmed(text),
        Some(doubt) => Replayed::NotConfirmed(format!("{text}; {doubt}")),
    };
    Message::Replayed { replayed, gaps: ended.gaps }
}
