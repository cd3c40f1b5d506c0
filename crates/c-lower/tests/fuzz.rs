//! Mutated C programs never make the front end panic: what parses is checked, what checks is lowered, in both
//! arithmetics and with every property, and the core program is well formed.
//!
//! A deterministic mutator changes the tokens of our test programs: it deletes, repeats, moves and exchanges them, and
//! replaces names, types, operators and numbers by others of their kind, so that many mutants still have a meaning.
//! `PRINCIPIA_FUZZ_COUNT` says how many mutants are tried (6000 without it), `PRINCIPIA_FUZZ_SEED` where the sequence
//! starts.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use base::random::Random;
use base::{Diagnostics, SourceMap};
use c_lower::lower::lower;
use c_lower::options::{Arithmetic, Options, Properties};
use c_sema::types::DataModel;
use c_sema::{Unit, check};
use test_tools::number_from;

const TYPES: [&str; 12] = [
    "int",
    "char",
    "long",
    "short",
    "unsigned",
    "float",
    "double",
    "void",
    "_Bool",
    "long long",
    "struct s",
    "__int128",
];
const OPERATORS: [&str; 20] = [
    "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "&&", "||", "==", "<", "=", "+=", "->", ".", ",", "?",
];
const NUMBERS: [&str; 8] = ["0", "1", "-1", "7", "255", "65536", "4294967295u", "1.5"];

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
}

/// Words, numbers, strings, and single other characters, with the blanks before them.
fn tokens(text: &str) -> Vec<String> {
    let mut result: Vec<String> = Vec::new();
    let mut current = String::new();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    for c in text.chars() {
        let joins =
            current.chars().last().is_some_and(|last| is_word(last) && is_word(c) || last.is_whitespace());
        if !joins && !current.is_empty() {
            result.push(std::mem::take(&mut current));
        }
        current.push(c);
    }
    result.push(current);
    result
}

fn mutate(random: &mut Random, tokens: &mut Vec<String>) {
    if tokens.is_empty() {
        return;
    }
    let at = random.below(tokens.len());
    let other = tokens[random.below(tokens.len())].clone();
    match random.below(8) {
        0 => drop(tokens.remove(at)),
        1 => tokens.insert(at, other),
        2 => tokens[at] = other,
        3 => {
            let second = random.below(tokens.len());
            tokens.swap(at, second);
        }
        kind => {
            let word = tokens[at].trim().to_owned();
            let replacement = match kind {
                4 => random.pick(&TYPES),
                5 => random.pick(&OPERATORS),
                6 => random.pick(&NUMBERS),
                _ => return,
            };
            if !word.is_empty() {
                tokens[at] = format!(" {replacement} ");
            }
        }
    }
}

/// Runs the front end; how far it got, or what is wrong with the program that it made.
fn run(text: &str, arithmetic: Arithmetic, model: DataModel) -> Result<usize, String> {
    let mut sources = SourceMap::new();
    let file = sources.add_file("mutant.c", text);
    let (mut names, mut diagnostics) = (c_syntax::Interner::new(), Diagnostics::new());
    let ast = c_syntax::parse(&sources, file, &mut names, &mut diagnostics);
    let program = check(&[Unit { ast: &ast, is_library: false }], &names, model, &mut diagnostics);
    if diagnostics.has_errors() {
        return Ok(0);
    }
    let mut options = Options::new(model, arithmetic);
    options.properties = Properties {
        valid_deref: true,
        valid_free: true,
        valid_memtrack: true,
        no_overflow: true,
        ..Properties::unreach_call()
    };
    match lower(&program, &options) {
        Ok(lowered) => program::verify(&lowered.program).map(|()| 2).map_err(|errors| errors.join("; ")),
        Err(_) => Ok(1),
    }
}

#[test]
fn mutants_never_panic() {
    let count = number_from("PRINCIPIA_FUZZ_COUNT").unwrap_or(6000) as usize;
    let mut random = Random::new(number_from("PRINCIPIA_FUZZ_SEED").unwrap_or(0x5eed_0c0d).max(1));
    let mut found = Vec::new();
    programs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c"), &mut found);
    let corpus: Vec<Vec<String>> =
        found.iter().map(|path| tokens(&std::fs::read_to_string(path).expect("readable"))).collect();
    let mut reached = [0usize; 3];
    std::panic::set_hook(Box::new(|_| {}));
    for number in 0..count {
        let mut mutant = corpus[random.below(corpus.len())].clone();
        for _ in 0..=random.below(3) {
            mutate(&mut random, &mut mutant);
        }
        let text = mutant.concat();
        let arithmetic = if number % 2 == 0 { Arithmetic::Bitvector } else { Arithmetic::Integer };
        let model = if number % 4 < 2 { DataModel::Lp64 } else { DataModel::Ilp32 };
        let outcome = catch_unwind(AssertUnwindSafe(|| run(&text, arithmetic, model)));
        let failure = match outcome {
            Ok(Ok(stage)) => {
                reached[stage] += 1;
                continue;
            }
            Ok(Err(message)) => format!("not well formed: {message}"),
            Err(panic) => match panic.downcast_ref::<String>() {
                Some(message) => format!("panic: {message}"),
                None => format!("panic: {:?}", panic.downcast_ref::<&str>()),
            },
        };
        drop(std::panic::take_hook());
        panic!("mutant {number} ({arithmetic:?}, {model:?}): {failure}\n{text}");
    }
    drop(std::panic::take_hook());
    println!("rejected, not supported, lowered: {reached:?}");
    assert!(reached.iter().all(|&count| count > 0), "mutants fail and succeed at every stage: {reached:?}");
}
