//! Random C programs against gcc: `csmith` generates programs without undefined behaviour that end with a
//! checksum of all their variables, and `principia run` must compute the checksum that gcc's program prints.
//!
//! The program is preprocessed, and the call that prints the checksum becomes a `return` of it, which `run` shows
//! as `EXIT(checksum)`. Each program is run in both arithmetics and both data models. Programs that need more
//! than a second when compiled are too long for an executor and are left out. Without `csmith` and its headers
//! (Debian: `csmith`, `libcsmith-dev`) nothing is compared, and the test says so. `PRINCIPIA_CSMITH_COUNT` sets the
//! number of programs, `PRINCIPIA_CSMITH_SEED` the first one.

mod tool;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tool::{Scratch, command, in_parallel, run_command, run_limited};

/// Where packages put the headers of the generated programs.
const HEADERS: [&str; 3] = ["/usr/include/csmith", "/usr/include/csmith-2.3.0", "/usr/local/include/csmith"];

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
const EXECUTED_LIMIT: Duration = Duration::from_secs(20);

const ARITHMETICS: [&str; 2] = ["bitvector", "integer"];

/// The data models with gcc's option for each.
const DATA_MODELS: [(&str, &str); 2] = [("ILP32", "-m32"), ("LP64", "-m64")];

fn number_from(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// What became of a program in one data model.
#[derive(Debug)]
enum Outcome {
    /// The checksums are equal in both arithmetics.
    Same,
    /// The compiled program takes too long, or gcc cannot make one for this data model.
    LeftOut,
    /// The execution contains something that is not modelled exactly.
    Inexact,
    /// The executor takes too long.
    TooSlow(String),
    /// The executor says something else.
    Different(String),
}

/// Generates the program, compiles it and runs it: the checksum and the preprocessed file.
fn expected(seed: u64, gcc_option: &str, headers: &str, scratch: &Scratch) -> Option<(i32, String)> {
    let name = |suffix: &str| scratch.path(&format!("{seed}{gcc_option}{suffix}"));
    let mut csmith = Command::new("csmith");
    // It leaves a file about the platform where it runs.
    csmith.current_dir(scratch.path("."));
    csmith.args(OPTIONS).args(["--seed", &seed.to_string(), "--output", &name(".c")]);
    let generated = run_limited(csmith, Duration::from_secs(10))?;
    assert_eq!(generated.status, Some(0), "csmith: {generated:?}");
    let mut preprocess = Command::new("gcc");
    preprocess.args(["-E", "-w", gcc_option, "-I", headers, "-o", &name(".i"), &name(".c")]);
    let mut compile = Command::new("gcc");
    compile.args(["-w", "-O1", gcc_option, "-o", &name(""), &name(".i")]);
    if run_command(preprocess).status != Some(0) || run_command(compile).status != Some(0) {
        return None;
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
            return Outcome::TooSlow(what);
        };
        // What is over-approximated says so, and may come out differently.
        if answer.stderr.contains("the execution is only one of the model") {
            return Outcome::Inexact;
        }
        if answer.verdict() != format!("EXIT({checksum})") {
            let said = if answer.verdict().is_empty() { answer.stderr.trim_end() } else { answer.verdict() };
            return Outcome::Different(format!("{what}: {said} instead of {checksum}"));
        }
    }
    let _ = std::fs::remove_file(file);
    Outcome::Same
}

#[test]
fn checksums_are_those_of_gcc() {
    let headers = HEADERS.into_iter().find(|path| Path::new(path).join("csmith.h").exists());
    let mut version = Command::new("csmith");
    version.arg("--version").current_dir(std::env::temp_dir()).stdout(Stdio::null());
    let has_csmith = version.status().is_ok();
    let (Some(headers), true) = (headers, has_csmith) else {
        println!("nothing was compared: this test needs csmith and its headers (csmith, libcsmith-dev)");
        return;
    };
    let (first, count) = (number_from("PRINCIPIA_CSMITH_SEED", 1), number_from("PRINCIPIA_CSMITH_COUNT", 30));
    let scratch = Scratch::new("csmith");
    let mut tasks = Vec::new();
    for seed in first..first + count {
        tasks.extend(DATA_MODELS.map(|data_model| (seed, data_model)));
    }
    let outcomes = in_parallel(&tasks, |(seed, data_model)| compare(*seed, *data_model, headers, &scratch));
    let (mut same, mut left_out, mut inexact, mut slow, mut different) = (0, 0, 0, Vec::new(), Vec::new());
    for outcome in outcomes {
        match outcome {
            Outcome::Same => same += 1,
            Outcome::LeftOut => left_out += 1,
            Outcome::Inexact => inexact += 1,
            Outcome::TooSlow(what) => slow.push(what),
            Outcome::Different(what) => different.push(what),
        }
    }
    println!("{same} equal, {left_out} left out, {inexact} inexact, too slow: {slow:#?}");
    assert!(different.is_empty(), "{} different:\n{}", different.len(), different.join("\n"));
    assert!(slow.len() * 10 <= tasks.len(), "{} of {} are too slow", slow.len(), tasks.len());
    assert!(inexact * 10 <= tasks.len(), "{inexact} of {} are inexact", tasks.len());
}
