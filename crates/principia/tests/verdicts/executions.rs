//! Executions of many programs by one process: the tool's front end and interpreter without a process for each.
//!
//! The test starts itself ([`execute_all`]), with the name of a folder in [`VARIABLE`]; there, [`execute_batch`] does
//! the work. What does not give the expected value is asked again through the command line, so that what is told here
//! needs no details.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use c_lower::options::Arithmetic;
use c_sema::types::DataModel;
use frontend::{Front, ProgramOptions, Request};
use interpreter::{Ending, Executor, Given};
use term::build as mk;

use crate::tool::{Scratch, run_limited};

/// Names the folder of a batch.
pub const VARIABLE: &str = "PRINCIPIA_VERDICT_FUZZ_BATCH";

/// What the test is called that executes a batch.
const NAME: &str = "executions_of_a_batch";

/// So many steps an execution may have.
const MAX_STEPS: u64 = 1_000_000;

const LIMIT: Duration = Duration::from_secs(300);

/// One execution.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The number of the program among the texts.
    pub program: usize,
    pub model: &'static str,
    pub arithmetic: &'static str,
    pub inputs: Vec<i64>,
}

/// Executes programs in another process; gives what each execution said, as far as the process came.
pub fn execute_all(texts: &[String], all: &[Wanted], scratch: &Scratch) -> Vec<Option<String>> {
    let folder = scratch.path("executions");
    std::fs::create_dir_all(&folder).expect("a folder");
    for (number, text) in texts.iter().enumerate() {
        std::fs::write(format!("{folder}/p{number}.c"), text).expect("written");
    }
    let line = |wanted: &Wanted| {
        let inputs: Vec<String> = wanted.inputs.iter().map(i64::to_string).collect();
        format!("{} {} {} {}\n", wanted.program, wanted.model, wanted.arithmetic, inputs.join(" "))
    };
    let list: String = all.iter().map(line).collect();
    std::fs::write(format!("{folder}/list"), list).expect("written");
    let mut own = Command::new(std::env::current_exe().expect("the test has a file"));
    own.args([NAME, "--exact", "--nocapture"]).env(VARIABLE, &folder);
    let output = std::fs::File::create(format!("{folder}/output")).expect("a file");
    own.stdin(Stdio::null()).stdout(output).stderr(Stdio::null());
    let _ = run_limited(own, LIMIT);
    let output = std::fs::read(format!("{folder}/output")).unwrap_or_default();
    let _ = std::fs::remove_dir_all(folder);
    let mut said = vec![None; all.len()];
    for line in String::from_utf8_lossy(&output).lines() {
        let Some((number, what)) = line.split_once("@ ").and_then(|(_, line)| line.split_once(' ')) else {
            continue;
        };
        if let Ok(number) = number.parse::<usize>()
            && number < said.len()
        {
            said[number] = Some(what.to_string());
        }
    }
    said
}

/// Executes the programs of a folder, and prints what each execution says.
pub fn execute_batch(folder: &str) {
    let list = std::fs::read_to_string(format!("{folder}/list")).expect("a list");
    for (number, line) in list.lines().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let file = PathBuf::from(format!("{folder}/p{}.c", words[0]));
        let inputs: Vec<i64> = words[3..].iter().map(|word| word.parse().expect("a number")).collect();
        let execute = || execute(file, words[1], words[2], &inputs);
        let said = catch_unwind(AssertUnwindSafe(execute)).unwrap_or_else(|_| "panic".to_string());
        println!("@ {number} {said}");
    }
}

/// `EXIT(n)`, `INEXACT`, or something else.
fn execute(file: PathBuf, model: &str, arithmetic: &str, inputs: &[i64]) -> String {
    let model = if model == "LP64" { DataModel::Lp64 } else { DataModel::Ilp32 };
    let arithmetic = if arithmetic == "integer" { Arithmetic::Integer } else { Arithmetic::Bitvector };
    let options = ProgramOptions { data_model: Some(model), ..ProgramOptions::of(vec![file]) };
    let loaded = Request::new(&options).and_then(|request| Front::load(&request, &options));
    let source = match loaded.and_then(|front| front.lower_to_execute(arithmetic)) {
        Ok(source) => source,
        Err(_) => return "rejected".to_string(),
    };
    let given = Given::new(inputs.iter().map(|input| mk::int(*input)));
    let execution = Executor::new(&source.program, Box::new(given)).run(source.program.entries[0], MAX_STEPS);
    if execution.overapproximation.is_some() {
        return "INEXACT".to_string();
    }
    match (execution.ending, execution.results.first()) {
        (Ending::Finished, Some(result)) => {
            let number = mk::as_signed_bv(*result).map(|number| number.to_string());
            format!("EXIT({})", number.unwrap_or_else(|| result.display_infix().to_string()))
        }
        _ => "no exit".to_string(),
    }
}
