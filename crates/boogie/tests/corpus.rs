//! Every program of the repository parses, checks, lowers, and prints to a fixpoint of parsing.

use base::{Diagnostics, SourceMap};
use std::path::{Path, PathBuf};

fn programs(directory: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).expect("a folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "bpl") {
            found.push(path);
        }
    }
}

fn reprint(name: &str, text: &str) -> Result<String, String> {
    let mut sources = SourceMap::new();
    let file = sources.add_file(name, text);
    let mut diagnostics = Diagnostics::new();
    let program = boogie::parse(&sources, file, &mut diagnostics);
    let printed = program.and_then(|program| {
        let printed = boogie::print::print(&program);
        let checked = boogie::check(program, &mut diagnostics);
        let lowered = checked.and_then(|checked| boogie::lower(&checked, &[], &mut diagnostics))?;
        assert_eq!(program::verify(&lowered), Ok(()), "{name}");
        Some(printed)
    });
    assert_eq!(printed.is_none(), diagnostics.has_errors(), "{name}: a failure says why, and only a failure");
    printed.ok_or_else(|| diagnostics.render(&sources))
}

#[test]
fn programs_print_to_a_fixpoint() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    programs(&root.join("examples"), &mut found);
    programs(&root.join("tests"), &mut found);
    assert!(found.len() > 100, "{} programs", found.len());
    for path in found {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path).expect("the file is readable");
        let printed = reprint(&name, &text).unwrap_or_else(|errors| panic!("{errors}"));
        let again = reprint(&name, &printed).unwrap_or_else(|errors| panic!("{errors}\n{printed}"));
        assert_eq!(printed, again, "{name}");
    }
}
