//! What the tests share: from C to the typed program.

#![allow(dead_code)] // Each test file uses its part.

use base::{Diagnostics, SourceMap};
use c_lower::models::library_source;
use c_sema::hir::{FunctionId, Program};
use c_sema::types::DataModel;
use c_sema::{Unit, check};
use c_syntax::{Interner, parse};

/// The typed program of a text without errors, linked with the models of the C library.
#[track_caller]
pub fn typed(text: &str) -> Program {
    let (mut sources, mut names) = (SourceMap::new(), Interner::new());
    let mut diagnostics = Diagnostics::new();
    let files = [sources.add_file("a.c", text), sources.add_file("library.c", library_source())];
    let trees = files.map(|file| parse(&sources, file, &mut names, &mut diagnostics));
    let units = [Unit { ast: &trees[0], is_library: false }, Unit { ast: &trees[1], is_library: true }];
    let program = check(&units, &names, DataModel::Lp64, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
    program
}

/// Where executions start.
pub fn entry(program: &Program) -> FunctionId {
    let mut functions = program.functions.iter_enumerated();
    functions.find(|(_, function)| &*function.name == "main").expect("there is a function main").0
}
