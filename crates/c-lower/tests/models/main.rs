//! The models of library functions: they parse, and compiled by gcc they do what the system's library does.

use std::path::Path;
use std::process::Command;

use base::{Diagnostics, SourceMap};
use c_lower::models::library_source;
use c_syntax::ast::{Item, Storage};
use c_syntax::{Interner, parse};

/// The functions that are defined for programs.
fn defined_functions() -> Vec<String> {
    let mut sources = SourceMap::new();
    let file = sources.add_file("library.c", library_source());
    let (mut names, mut diagnostics) = (Interner::new(), Diagnostics::new());
    let ast = parse(&sources, file, &mut names, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "the models parse");
    let definition = |item: &Item| match item {
        Item::Function(id) if ast[*id].specifiers.storage != Storage::Static => ast[*id].declarator.name,
        _ => None,
    };
    ast.items.iter().filter_map(definition).map(|name| names.get(name.name).to_string()).collect()
}

fn run(command: &mut Command) {
    let output = command.output().expect("the command can be run");
    let text =
        String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{command:?}:\n{text}");
}

#[test]
fn models_do_what_the_library_does() {
    let functions = defined_functions();
    assert!(functions.len() > 50);
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("models");
    std::fs::create_dir_all(&directory).expect("the directory for tests can be written");
    let (source, program) = (directory.join("library.c"), directory.join("compare"));
    std::fs::write(&source, library_source()).expect("the directory for tests can be written");
    let object = directory.join("library.o");
    let renamed = functions.iter().map(|name| format!("-D{name}=model_{name}"));
    let flags = ["-std=gnu11", "-O1", "-w", "-fno-builtin"];
    run(Command::new("gcc").args(flags).args(renamed).arg("-c").arg(&source).arg("-o").arg(&object));
    let harness = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models/compare.c");
    run(Command::new("gcc").args(flags).arg(harness).arg(&object).arg("-o").arg(&program).arg("-lm"));
    run(&mut Command::new(&program));
}
