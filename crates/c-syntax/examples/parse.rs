//! Parses C files and says how fast that was: `cargo run --release -p c-syntax --example parse -- FILE...`
//!
//! Directories are searched for `*.c` and `*.i`. `--repeat N` parses everything N times, for steadier figures.
//! `--roundtrip` also prints each tree, parses that text, and compares the trees. `--print` shows the text.
//! The time is the processor's for lexing and parsing, on one core; reading the files is not counted.

use base::{Diagnostics, FileId, SourceMap};
use c_syntax::ast::same_syntax;
use c_syntax::{Ast, Interner, Style, parse, print};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The processor time of this thread where the system tells it, so that a busy machine does not matter.
fn processor_time(since: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|field| field.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

/// Adds the C files under a path, in order of their names.
fn collect(path: &Path, into: &mut Vec<PathBuf>) {
    if !path.is_dir() {
        into.push(path.to_path_buf());
        return;
    }
    let Ok(entries) = std::fs::read_dir(path) else { return };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for entry in entries {
        let is_c = entry.extension().is_some_and(|extension| extension == "c" || extension == "i");
        if entry.is_dir() || is_c {
            collect(&entry, into);
        }
    }
}

/// Whether the printed tree reads as the same tree; if not, says where the text differs when printed again.
fn round_trips(name: &str, ast: &Ast, interner: &mut Interner) -> bool {
    let mut sources = SourceMap::new();
    let text = print(ast, interner, Style::Plain);
    let file = sources.add_file(format!("{name} (printed)"), text);
    let mut diagnostics = Diagnostics::new();
    let again = parse(&sources, file, interner, &mut diagnostics);
    eprint!("{}", diagnostics.render(&sources));
    if ast.walk_all().count() != ast.node_count() {
        eprintln!("{name}: the tree has nodes that nothing leads to");
        return false;
    }
    if same_syntax(ast, &again) {
        return true;
    }
    let second = print(&again, interner, Style::Plain);
    let mut lines = sources.text(file).lines().zip(second.lines());
    match lines.find(|(first, second)| first != second) {
        Some((first, second)) => eprintln!("{name}: printed `{first}`, then `{second}`"),
        None => eprintln!("{name}: the trees differ, but not their texts"),
    }
    false
}

fn main() -> ExitCode {
    let mut paths = Vec::new();
    let (mut repeat, mut roundtrip, mut show) = (1, false, false);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--repeat" => repeat = args.next().and_then(|count| count.parse().ok()).unwrap_or(1),
            "--roundtrip" => roundtrip = true,
            "--print" => show = true,
            path => collect(Path::new(path), &mut paths),
        }
    }
    let mut sources = SourceMap::new();
    let mut files: Vec<FileId> = Vec::new();
    for path in &paths {
        match std::fs::read(path) {
            Ok(bytes) => files.push(sources.add_file_bytes(path.display().to_string(), &bytes)),
            Err(error) => eprintln!("{}: {error}", path.display()),
        }
    }
    let (mut bytes, mut nodes, mut broken) = (0, 0, 0);
    let (mut time, epoch) = (Duration::ZERO, Instant::now());
    for round in 0..repeat {
        for &file in &files {
            let (mut interner, mut diagnostics) = (Interner::new(), Diagnostics::new());
            let start = processor_time(epoch);
            let ast = parse(&sources, file, &mut interner, &mut diagnostics);
            time += processor_time(epoch) - start;
            bytes += sources.text(file).len();
            nodes += ast.node_count();
            if round == 0 && !diagnostics.is_empty() {
                broken += usize::from(diagnostics.has_errors());
                eprint!("{}", diagnostics.render(&sources));
            }
            if show && round == 0 {
                print!("{}", print(&ast, &interner, Style::Plain));
            }
            if roundtrip && round == 0 && !round_trips(sources.name(file), &ast, &mut interner) {
                broken += 1;
            }
        }
    }
    let seconds = time.as_secs_f64();
    let speed = bytes as f64 / 1e6 / seconds.max(1e-9);
    println!(
        "{} files, {broken} with errors, {bytes} bytes, {nodes} nodes, {seconds:.3} s of processor time, {speed:.1} MB/s",
        files.len()
    );
    if broken == 0 && files.len() == paths.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
