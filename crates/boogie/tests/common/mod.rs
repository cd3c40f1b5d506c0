//! What the tests of the front end share: running it and comparing what it says or makes.

#![allow(dead_code)] // Each test file uses its part.

use base::{Diagnostics, SourceMap};
use expect_test::Expect;
use program::CoreProgram;

/// Runs the whole front end; returns the core program and the messages.
pub fn run(text: &str) -> (Option<CoreProgram>, String) {
    run_entries(text, &[])
}

/// The same, for given entries.
pub fn run_entries(text: &str, entries: &[&str]) -> (Option<CoreProgram>, String) {
    let mut sources = SourceMap::new();
    let file = sources.add_file("a.bpl", text);
    let mut diagnostics = Diagnostics::new();
    let lowered = boogie::parse(&sources, file, &mut diagnostics)
        .and_then(|program| boogie::check(program, &mut diagnostics))
        .and_then(|checked| boogie::lower(&checked, entries, &mut diagnostics));
    (lowered, diagnostics.render(&sources))
}

/// Compares the messages about a program.
pub fn check_errors(text: &str, expected: Expect) {
    expected.assert_eq(&run(text).1);
}

/// Compares the core program of a program without errors.
pub fn check_lowering(text: &str, expected: Expect) {
    let (lowered, messages) = run(text);
    let lowered = lowered.unwrap_or_else(|| panic!("{messages}"));
    assert_eq!(program::verify(&lowered), Ok(()));
    expected.assert_eq(&lowered.to_string());
}
