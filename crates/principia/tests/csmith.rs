//! Random C programs against gcc: `csmith` generates programs without undefined behaviour that end with a
//! checksum of all their variables, and `principia run` must compute the checksum that gcc's program prints.
//!
//! The program is preprocessed, and the call that prints the checksum becomes a `return` of it, which `run` shows
//! as `EXIT(checksum)`. Each program is run in both arithmetics and both data models. Programs that need more
//! than a second when compiled are too long for an executor and are left out. `PRINCIPIA_CSMITH_COUNT` sets the number of
//! programs, `PRINCIPIA_CSMITH_SEED` the first one.

mod tool;

use std::process::{Command, Stdio};
use std::time::Duration;

use test_tools::{Tool, number_from};
use tool::{Scratch, command, in_parallel, run_command, run_limited};

/// Small programs, without what has no meaning here: volatile objects are inputs to us.
const OPTIONS: [&str; 14] = [
    "--no-argc",
    "--no-volatiles",
    "--no-volatile-pointers",
    "--concise",
    "--max-funcs",
    "4",
    "--max-block-depth",
    "3",
    "--max-block-size",
    "3",
    "--max-expr-complexity",
    "6",
    "--max-array-len-per-dim",
    "6",
];

/// The call that prints the checksum.
const PRINTS: &str = "platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);";
const RETURNS: &str = "return (int)(crc32_context ^ 0xFFFFFFFFUL);";

const COMPILED_LIMIT: Duration = Duration::from_secs(1);
/// No program that is not left out needs nearly that long.
const EXECUTED_LIMIT: Duration = Duration::from_secs(120);

const ARITHMETICS: [&str; 2] = ["bitvector", "integer"];

/// The data models with gcc's option for each, and what that needs.
const DATA_MODELS: [(&str, &str, Tool); 2] = [("ILP32", "-m32", Tool::Gcc32), ("LP64", "-m64", Tool::Gcc)];

/// What became of a program in one data model.
#[derive(Debug)]
enum Outcome {
    /// The checksums are equal in both arithmetics.
    Same,
    /// The compiled program takes too long.
    LeftOut,
    /// The executor says something else, or nothing in time.
    Different(String),
}

/// Generates the program, compiles it and runs it: the checksum and the preprocessed file, unless it takes too long.
fn expected(seed: u64, gcc_option: &str, headers: &str, scratch: &Scratch) -> Option<(i32, String)> {
    let name = |suffix: &str| scratch.path(&format!("{seed}{gcc_option}{suffix}"));
    let mut csmith = Command::new("csmith");
    // It leaves a file about the platform where it runs, which others must not read half-written.
    let folder = name("-csmith");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    csmith.current_dir(folder);
    csmith.args(OPTIONS).args(["--seed", &seed.to_string(), "--output", &name(".c")]);
    let generated = run_command(csmith);
    assert_eq!(generated.status, Some(0), "csmith: {generated:?}");
    let mut preprocess = Command::new("gcc");
    preprocess.args(["-E", "-w", gcc_option, "-I", headers, "-o", &name(".i"), &name(".c")]);
    let mut compile = Command::new("gcc");
    compile.args(["-w", "-O1", gcc_option, "-o", &name(""), &name(".i")]);
    for command in [preprocess, compile] {
        let done = run_command(command);
        assert_eq!(done.status, Some(0), "seed {seed}, gcc {gcc_option}: {}", done.stderr);
    }
    let mut program = Command::new(name(""));
    program.stdin(Stdio::null()).stdout(Stdio::piped());
    let answer = run_limited(program, COMPILED_LIMIT)?;
    let _ = std::fs::remove_file(name(""));
    let checksum = answer.stdout.trim().strip_prefix("checksum = ").expect("a checksum").to_string();
    let text = std::fs::read_to_string(name(".i")).expect("preprocessed");
    assert!(text.contains(PRINTS), "seed {seed}: the checksum is printed differently");
    std::fs::write(name(".i"), text.replace(PRINTS, RETURNS)).expect("written");
    Some((u32::from_str_radix(&checksum, 16).expect("a number") as i32, name(".i")))
}

fn compare(seed: u64, (model, gcc_option): (&str, &str), headers: &str, scratch: &Scratch) -> Outcome {
    let Some((checksum, file)) = expected(seed, gcc_option, headers, scratch) else {
        return Outcome::LeftOut;
    };
    for arithmetic in ARITHMETICS {
        let arguments = ["run", &file, "--data-model", model, "--arithmetic", arithmetic];
        let what = format!("seed {seed}, {model}, {arithmetic}");
        let Some(answer) = run_limited(command(&arguments), EXECUTED_LIMIT) else {
            return Outcome::Different(format!("{what}: no end within {EXECUTED_LIMIT:?}"));
        };
        // What is over-approximated says so; nothing in these programs is.
        let is_exact = !answer.stderr.contains("the execution is only one of the model");
        if !is_exact || answer.verdict() != format!("EXIT({checksum})") {
            let said = format!("{} {}", answer.stderr.trim_end(), answer.verdict());
            return Outcome::Different(format!("{what}: {said} instead of {checksum}"));
        }
    }
    let _ = std::fs::remove_file(file);
    Outcome::Same
}

#[test]
fn checksums_are_those_of_gcc() {
    let Some(headers) = Tool::Csmith.or_skip() else { return };
    let headers = headers.to_str().expect("UTF-8");
    let models = DATA_MODELS.into_iter().filter(|(_, _, gcc)| gcc.or_skip().is_some());
    let models: Vec<(&str, &str)> = models.map(|(model, option, _)| (model, option)).collect();
    let first = number_from("PRINCIPIA_CSMITH_SEED").unwrap_or(1);
    let count = number_from("PRINCIPIA_CSMITH_COUNT").unwrap_or(30);
    let scratch = Scratch::new("csmith");
    let mut tasks = Vec::new();
    for seed in first..first + count {
        tasks.extend(models.iter().map(|data_model| (seed, *data_model)));
    }
    let outcomes = in_parallel(&tasks, |(seed, data_model)| compare(*seed, *data_model, headers, &scratch));
    let (mut same, mut left_out, mut different) = (0, 0, Vec::new());
    for outcome in outcomes {
        match outcome {
            Outcome::Same => same += 1,
            Outcome::LeftOut => left_out += 1,
            Outcome::Different(what) => different.push(what),
        }
    }
    println!("{same} equal, {left_out} left out");
    assert!(different.is_empty(), "{} different:\n{}", different.len(), different.join("\n"));
    // About a tenth of the programs has loops that do not end soon.
    assert!(same * 2 > tasks.len(), "only {same} of {} programs were compared", tasks.len());
}
