//! Counterexamples of C programs, compiled and executed.
//!
//! The worker that found a counterexample prepares what is needed ([`prepare`]); once it is gone, another one compiles
//! the program with its harness ([`crate::harness`]) and runs it, in a folder of its own, with limits, and without a
//! network where the system permits that ([`execute`]).
//!
//! What a sanitizer reports confirms a violation of memory safety and overflow; its silence proves nothing where
//! sanitizers are not exact. Where they are (calls of `free`), and where the violation is a call, an execution that ends
//! without it rejects a counterexample, unless there is a reason why the two may differ ([`doubt`]).

use std::path::Path;
use std::time::Duration;

use c_sema::types::DataModel;
use executions::{Arguments, Input};
use frontend::CProgram;
use report::Execution;
use report::native::{Detector, Replay, Replayed};
use worker::{Channel, Ending, Limits};

use crate::answer::Answer;
use crate::compiled::{self, Build, Conditions, Ended, Folder};
use crate::detection;
use crate::harness::{self, harness};
use crate::sequencing::has_unsequenced_calls;
use crate::standard_input;

/// What the interpreter tells about a counterexample.
pub struct Interpreted<'c> {
    /// The inputs of the counterexample in their order.
    pub found: &'c [Input],
    /// All inputs that the interpreter read on its way to the violation, or why it confirms none.
    pub confirmed: Result<Vec<Input>, String>,
    /// The arguments of `main`.
    pub arguments: Option<&'c Arguments>,
    /// Whether it says that there is no violation, and not only that it does not know.
    pub is_denied: bool,
    /// Whether the violation happens again if everything that is no input is at random.
    pub is_complete: &'c dyn Fn() -> bool,
    /// Whether memory is read that nobody has written.
    pub reads_unwritten: &'c dyn Fn() -> bool,
}

/// Prepares the execution of a counterexample.
pub fn prepare(program: &CProgram, interpreted: &Interpreted<'_>, execution: &Execution) -> Option<Replay> {
    let detector = detection::of_property(&execution.property)?;
    let doubt = doubt(program, interpreted, execution, detector);
    let inputs = interpreted.confirmed.as_deref().unwrap_or(interpreted.found);
    let read = standard_input::of(program, inputs);
    let mut built = match &read {
        Ok(read) => harness(program, &read.others),
        Err(why) => Err(why.clone()),
    };
    let read = read.unwrap_or_default();
    // What the model reads need not be what the library reads.
    let doubt = doubt.or(read.is_read.then(|| "the program reads its standard input".to_string()));
    match (detector, &mut built) {
        (Detector::Leaks, Ok(built)) => built.tell_return(program),
        (Detector::Accesses, Ok(built)) if interpreted.arguments.is_some() => built.copy_arguments(),
        _ => {}
    }
    let mut replay = Replay {
        harness: Err(String::new()),
        files: program.texts(),
        weakened: Vec::new(),
        wrapped: Vec::new(),
        arguments: interpreted.arguments.map(|arguments| arguments.strings.clone()),
        input: read.text,
        missing: compiled::missing_variables(program),
        is_32_bit: program.options.model == DataModel::Ilp32,
        detector,
        doubt,
    };
    replay.harness = built.map(|built| {
        replay.weakened = built.weakened;
        replay.wrapped = built.wrapped;
        heading(&replay, execution) + &built.text
    });
    Some(replay)
}

/// Why an execution by a compiler that ends without the violation would prove nothing, if so.
fn doubt(
    program: &CProgram,
    interpreted: &Interpreted<'_>,
    execution: &Execution,
    detector: Detector,
) -> Option<String> {
    let is_elsewhere = || {
        let place = execution.place.as_ref();
        place.is_none_or(|place| !program.files.iter().any(|&file| program.sources.name(file) == place.file))
    };
    let doubt = match (&interpreted.confirmed, detector) {
        (_, Detector::Accesses) => "AddressSanitizer does not see bad accesses that hit another object",
        (_, Detector::Leaks | Detector::Remains) => "LeakSanitizer may take other values for pointers",
        (_, Detector::Overflow | Detector::Division | Detector::Shift) => {
            "UBSan does not see what the compiler or the library computes"
        }
        (_, Detector::Frees) if is_elsewhere() => "the violation is in a function of the library",
        _ if has_unsequenced_calls(&program.program, program.library) => "the order of evaluation may matter",
        // Two executions with the same inputs, and neither has the violation.
        (Err(_), _) if interpreted.is_denied && !(interpreted.reads_unwritten)() => return None,
        (Err(why), _) => {
            return Some(format!("the inputs alone do not decide about the execution ({why})"));
        }
        (Ok(_), _) if !(interpreted.is_complete)() => "the inputs alone do not decide about the execution",
        (Ok(_), Detector::Harness | Detector::Frees) => return None,
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
    let arguments = arguments(replay).join(" ");
    let objects: Vec<String> = (0..files.len()).map(|number| format!("{number}.o")).collect();
    for (file, object) in files.iter().zip(&objects) {
        text += &format!(" *   cc {arguments} -c {file} -o {object}\n");
    }
    for name in &replay.weakened {
        for object in &objects {
            text += &format!(" *   objcopy --weaken-symbol={name} {object}\n");
        }
    }
    let wrapped: String =
        replay.wrapped.iter().map(|name| format!(" {}", compiled::wrap_argument(name))).collect();
    text += &format!(
        " *   cc {arguments} -fno-builtin{wrapped} {} HARNESS.c -lm -o program\n",
        objects.join(" ")
    );
    let (asan, lsan) = detection::sanitizer_options(replay.detector);
    text += &match replay.detector {
        Detector::Harness => format!(" *   ./program; test $? -eq {}\n", harness::VIOLATED),
        Detector::Overflow | Detector::Division | Detector::Shift => " *   ./program\n".to_string(),
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
    let job = move |_: &mut Channel<Answer<_>>| Answer::Done(replayed(&job_replay, &job_folder));
    let run = worker::run(Limits { time: Some(limit), memory: None }, job, |_| {});
    match run.map(|run| run.ending) {
        Ok(Ending::Finished(Answer::Done(answer))) => answer,
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

/// The arguments for the compiler that concern the meaning of the program.
fn arguments(replay: &Replay) -> Vec<&'static str> {
    let mut arguments = compiled::arguments(replay.is_32_bit, replay.files.len());
    arguments.extend(detection::arguments(replay.detector));
    arguments
}

/// Compiles the program with its harness and runs it.
fn run(replay: &Replay, folder: &Path) -> Result<Ended, String> {
    let build = Build {
        harness: replay.harness.clone()?,
        files: replay.files.clone(),
        weakened: replay.weakened.clone(),
        missing: replay.missing.clone(),
        arguments: arguments(replay),
        own_arguments: &[],
        wrapped: replay.wrapped.clone(),
    };
    let (asan, lsan) = detection::sanitizer_options(replay.detector);
    let is_sanitized = replay.detector != Detector::Harness && !replay.detector.is_about_numbers();
    let conditions = |lsan: &str| Conditions {
        arguments: replay.arguments.clone(),
        input: replay.input.clone(),
        environment: vec![("ASAN_OPTIONS", asan.clone()), ("LSAN_OPTIONS", lsan.to_string())],
        address_space: (!is_sanitized).then_some(ADDRESS_SPACE),
        needs_helper: matches!(replay.detector, Detector::Leaks | Detector::Remains),
        limit: None,
    };
    let binary = compiled::compile(&build, folder)?;
    let run = |lsan| {
        let ended = compiled::run(&binary, folder, &conditions(lsan))?;
        ended.ok_or_else(|| "the program does not end".to_string())
    };
    let ended = run(lsan)?;
    match detection::needs_locals(replay.detector, &ended) {
        true => run(detection::LOCALS_LIVE),
        false => Ok(ended),
    }
}

/// Why a program whose access fails never comes to the violation: AddressSanitizer tells an invalid access from a stack
/// that is too small, of which the model knows nothing.
fn invalid_access(replay: &Replay, folder: &Path) -> Option<String> {
    let ended = run(&Replay { detector: Detector::Accesses, ..replay.clone() }, folder).ok()?;
    detection::saw_violation(Detector::Accesses, &ended).then(|| {
        format!(
            "the program accesses invalid memory, which is not checked, before the violation: {}",
            ended.describe()
        )
    })
}

fn replayed(replay: &Replay, folder: &Path) -> (Replayed, Vec<String>) {
    let ended = match run(replay, folder) {
        Ok(ended) => ended,
        Err(why) => return (Replayed::NotExecuted(why), Vec::new()),
    };
    let text = ended.describe();
    let undefined = match replay.doubt {
        None if replay.detector == Detector::Harness && ended.is_failed_access() => {
            invalid_access(replay, folder)
        }
        _ => None,
    };
    let replayed = match &replay.doubt {
        _ if undefined.is_some() => Replayed::NotReproduced(undefined.unwrap_or_default()),
        _ if detection::saw_violation(replay.detector, &ended) => Replayed::Confirmed,
        None if ended.is_regular() => Replayed::NotReproduced(text),
        None => Replayed::NotConfirmed(text),
        Some(doubt) => Replayed::NotConfirmed(format!("{text}; {doubt}")),
    };
    (replayed, ended.gaps)
}
