//! Runs the Boogie front end on files and says how long each stage took: `cargo run --example frontend FILE...`.

use base::{Diagnostics, SourceMap};
use std::time::Instant;

fn main() {
    for path in std::env::args().skip(1) {
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("{path}: {error}");
                continue;
            }
        };
        let start = Instant::now();
        let mut sources = SourceMap::new();
        let file = sources.add_file_bytes(path.as_str(), &bytes);
        let mut diagnostics = Diagnostics::new();
        let program = boogie::parse(&sources, file, &mut diagnostics);
        let parsed = start.elapsed();
        let checked = program.and_then(|program| boogie::check(program, &mut diagnostics));
        let checked_after = start.elapsed();
        let lowered = checked.and_then(|checked| boogie::lower(&checked, &[], &mut diagnostics));
        eprint!("{}", diagnostics.render(&sources));
        let verdict = if lowered.is_some() { "ok" } else { "rejected" };
        let (check, lower) = (checked_after - parsed, start.elapsed() - checked_after);
        println!("{path}: {verdict}; parse {parsed:.1?}, check {check:.1?}, lower {lower:.1?}");
    }
}
