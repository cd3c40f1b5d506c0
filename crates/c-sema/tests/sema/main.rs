//! Tests of the type checker: C in, typed program or messages out. `UPDATE_EXPECT=1` updates the expectations.

mod builtins;
mod conversions;
mod declarations;
mod errors;
mod expressions;
mod initializers;
mod linking;
mod robustness;
mod statements;

use base::{Diagnostics, SourceMap};
use c_sema::hir::Program;
use c_sema::types::DataModel;
use c_sema::{Unit, check};
use c_syntax::{Ast, Interner, parse};
use expect_test::Expect;

/// Checks files, the last ones as libraries.
fn check_files(files: &[&str], libraries: &[&str], model: DataModel) -> (Program, String) {
    let (mut sources, mut names) = (SourceMap::new(), Interner::new());
    let mut diagnostics = Diagnostics::new();
    let mut trees: Vec<(Ast, bool)> = Vec::new();
    let user = files.iter().map(|text| (text, false));
    for (number, (text, is_library)) in user.chain(libraries.iter().map(|text| (text, true))).enumerate() {
        let file = sources.add_file(format!("{number}.c"), text.to_string());
        trees.push((parse(&sources, file, &mut names, &mut diagnostics), is_library));
    }
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
    let units: Vec<Unit<'_>> =
        trees.iter().map(|(ast, is_library)| Unit { ast, is_library: *is_library }).collect();
    let program = check(&units, &names, model, &mut diagnostics);
    if !diagnostics.has_errors() {
        assert_eq!(c_sema::verify(&program), Ok(()));
    }
    (program, diagnostics.render(&sources))
}

/// What a file becomes in LP64; it has no errors.
#[track_caller]
fn typed(text: &str, expected: Expect) {
    let (program, messages) = check_files(&[text], &[], DataModel::Lp64);
    assert!(!messages.contains("error:"), "{messages}");
    expected.assert_eq(&program.to_string());
}

/// The same in ILP32.
#[track_caller]
fn typed32(text: &str, expected: Expect) {
    let (program, messages) = check_files(&[text], &[], DataModel::Ilp32);
    assert!(!messages.contains("error:"), "{messages}");
    expected.assert_eq(&program.to_string());
}

/// What the body of a function `void f(void)` becomes, after some declarations.
#[track_caller]
fn body(declarations: &str, statements: &str, expected: Expect) {
    let text = format!("{declarations} void f(void) {{ {statements} }}");
    let (program, messages) = check_files(&[&text], &[], DataModel::Lp64);
    assert!(!messages.contains("error:"), "{messages}");
    let shown = program.to_string();
    let start = shown.find("function f:").expect("there is a function f");
    let lines = shown[start..].lines().skip(1).take_while(|line| line.starts_with("  "));
    expected.assert_eq(
        &lines.map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line))).collect::<String>(),
    );
}

/// The messages about a file.
#[track_caller]
fn messages(text: &str, expected: Expect) {
    let (_, messages) = check_files(&[text], &[], DataModel::Lp64);
    expected.assert_eq(&messages);
}
