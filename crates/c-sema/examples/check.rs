//! Type-checks C: `cargo run --release -p c-sema --example check -- [--data-model ILP32|LP64] [--dump] PATH...`
//!
//! Paths are C files, task definitions, or directories that are searched for task definitions. The data model is that of
//! the definition, unless one is given. Prints the errors of each task, and how many have none.
//! `--warnings` also prints warnings, `--dump` the typed program, `--times` the slowest tasks.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use base::{Diagnostics, SourceMap};
use c_sema::types::DataModel;
use c_sema::verify;
use c_sema::{Unit, check};
use c_syntax::{Ast, Interner, parse};

/// What is checked together.
struct Job {
    name: PathBuf,
    files: Vec<PathBuf>,
    model: DataModel,
}

/// What is printed.
#[derive(Default)]
struct Shown {
    warnings: bool,
    dump: bool,
    times: bool,
}

/// Adds the jobs of a path, in order of their names.
fn collect(path: &Path, model: Option<DataModel>, jobs: &mut Vec<Job>) {
    if path.is_dir() {
        let Ok(entries) = std::fs::read_dir(path) else { return };
        let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        entries.sort();
        let is_job = |entry: &&PathBuf| entry.is_dir() || entry.extension().is_some_and(|end| end == "yml");
        entries.iter().filter(is_job).for_each(|entry| collect(entry, model, jobs));
    } else if path.extension().is_some_and(|end| end == "yml") {
        match task::Definition::read(path) {
            Ok(definition) => {
                let own = match definition.data_model {
                    Some(task::DataModel::Lp64) => DataModel::Lp64,
                    _ => DataModel::Ilp32,
                };
                let files = definition.input_files;
                jobs.push(Job { name: path.to_path_buf(), files, model: model.unwrap_or(own) });
            }
            Err(error) => eprintln!("{}: {error}", path.display()),
        }
    } else {
        let model = model.unwrap_or(DataModel::Lp64);
        jobs.push(Job { name: path.to_path_buf(), files: vec![path.to_path_buf()], model });
    }
}

/// Checks a job; whether it has no errors, and how long checking took.
fn run(job: &Job, shown: &Shown) -> (bool, Duration) {
    let (mut sources, mut names) = (SourceMap::new(), Interner::new());
    let mut diagnostics = Diagnostics::new();
    let mut trees: Vec<Ast> = Vec::new();
    for file in &job.files {
        let bytes = match std::fs::read(file) {
            Ok(bytes) => bytes,
            Err(error) => {
                println!("{}: {error}", file.display());
                return (false, Duration::ZERO);
            }
        };
        let file = sources.add_file_bytes(file.display().to_string(), &bytes);
        trees.push(parse(&sources, file, &mut names, &mut diagnostics));
    }
    let units: Vec<Unit<'_>> = trees.iter().map(|ast| Unit { ast, is_library: false }).collect();
    let start = Instant::now();
    let program = check(&units, &names, job.model, &mut diagnostics);
    let time = start.elapsed();
    if diagnostics.has_errors() || (shown.warnings && !diagnostics.is_empty()) {
        print!("{}", diagnostics.render(&sources));
    }
    if !diagnostics.has_errors()
        && let Err(problem) = verify(&program)
    {
        println!("{}: not well-typed: {problem}", job.name.display());
        return (false, time);
    }
    if shown.dump {
        print!("{program}");
    }
    (!diagnostics.has_errors(), time)
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (mut shown, mut model, mut paths) = (Shown::default(), None, Vec::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--warnings" => shown.warnings = true,
            "--dump" => shown.dump = true,
            "--times" => shown.times = true,
            "--data-model" => match arguments.next().as_deref() {
                Some("ILP32") => model = Some(DataModel::Ilp32),
                Some("LP64") => model = Some(DataModel::Lp64),
                _ => {
                    eprintln!("the data model is ILP32 or LP64");
                    return ExitCode::FAILURE;
                }
            },
            _ => paths.push(PathBuf::from(argument)),
        }
    }
    let mut jobs = Vec::new();
    paths.iter().for_each(|path| collect(path, model, &mut jobs));
    let results: Vec<(bool, Duration)> = jobs.iter().map(|job| run(job, &shown)).collect();
    let good = results.iter().filter(|(is_good, _)| *is_good).count();
    if shown.times {
        let mut order: Vec<usize> = (0..jobs.len()).collect();
        order.sort_by_key(|&number| std::cmp::Reverse(results[number].1));
        for number in order.into_iter().take(10) {
            println!("{:>8.1} ms {}", results[number].1.as_secs_f64() * 1e3, jobs[number].name.display());
        }
    }
    println!("{good} of {} have no errors", jobs.len());
    if good == jobs.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
