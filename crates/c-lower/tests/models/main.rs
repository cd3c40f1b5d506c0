//! The models of library functions: they type-check in both data models, yield to the program's own definitions, and
//! compiled by gcc they do what the system's library does.

mod execution;

use std::path::Path;
use std::process::Command;

use base::{Diagnostics, SourceMap};
use c_lower::models::library_source;
use c_sema::hir::Program;
use c_sema::types::DataModel;
use c_sema::{Unit, check};
use c_syntax::ast::{Item, Storage};
use c_syntax::{Interner, parse};
use test_tools::Tool;

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
    if Tool::Gcc.or_skip().is_none() {
        return;
    }
    let functions = defined_functions();
    assert!(functions.len() > 50);
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("models");
    std::fs::create_dir_all(&directory).expect("the directory for tests can be written");
    let (source, program) = (directory.join("library.c"), directory.join("compare"));
    std::fs::write(&source, library_source()).expect("the directory for tests can be written");
    let object = directory.join("library.o");
    let renamed = functions.iter().map(|name| format!("-D{name}=model_{name}"));
    // Models that draw inputs are not compared, so nobody defines the inputs.
    let flags = ["-std=gnu11", "-O1", "-w", "-fno-builtin", "-ffunction-sections", "-Wl,--gc-sections"];
    run(Command::new("gcc").args(flags).args(renamed).arg("-c").arg(&source).arg("-o").arg(&object));
    let harness = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models/compare.c");
    run(Command::new("gcc").args(flags).arg(harness).arg(&object).arg("-o").arg(&program).arg("-lm"));
    run(&mut Command::new(&program));
}

/// Checks a program together with the models.
pub(crate) fn with_library(text: &str, model: DataModel) -> Program {
    let mut sources = SourceMap::new();
    let (mut names, mut diagnostics) = (Interner::new(), Diagnostics::new());
    let user = sources.add_file("user.c", text);
    let library = sources.add_file("library.c", library_source());
    let trees = [user, library].map(|file| parse(&sources, file, &mut names, &mut diagnostics));
    let units = [Unit { ast: &trees[0], is_library: false }, Unit { ast: &trees[1], is_library: true }];
    let program = check(&units, &names, model, &mut diagnostics);
    let messages: Vec<String> = diagnostics.iter().map(|d| d.message.clone()).collect();
    assert!(messages.is_empty(), "{model:?}: {messages:?}");
    program
}

fn has_body(program: &Program, name: &str) -> bool {
    program.functions.iter().any(|function| &*function.name == name && function.body.is_some())
}

pub(crate) const MODELS: [DataModel; 2] = [DataModel::Ilp32, DataModel::Lp64];

/// Calls of everything, with declarations that say as little as C allows.
#[test]
fn models_check_in_both_data_models() {
    let functions = defined_functions();
    let declarations: String = functions.iter().map(|name| format!("int {name}();\n")).collect();
    let addresses: String = functions.iter().map(|name| format!("    use({name});\n")).collect();
    let text =
        format!("{declarations}void use(int (*f)());\nint main(void)\n{{\n{addresses}    return 0;\n}}\n");
    for model in MODELS {
        let program = with_library(&text, model);
        for name in &functions {
            assert!(has_body(&program, name), "{name} has a body");
        }
    }
}

#[test]
fn programs_come_first() {
    // Old programs use such names for other things.
    let text = "
        typedef unsigned long size_t;
        size_t strlen(const char *s) { return 3; }
        static int abs(int n) { return 4; }
        int random;
        struct memchr { int index; };
        int main(void) { char *strdup(const char *); return strlen(strdup(\"x\")) + abs(random); }
    ";
    for model in MODELS {
        let program = with_library(text, model);
        let count =
            |name: &str| program.functions.iter().filter(|f| &*f.name == name && f.body.is_some()).count();
        assert_eq!((count("strlen"), count("abs"), count("strdup"), count("strstr")), (1, 1, 1, 0));
    }
}
