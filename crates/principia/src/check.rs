//! `principia check`: validates a witness.

use std::path::PathBuf;

use ::verify::{Settings, Wishes, verify};
use task::Property;
use verdict::one_line;
use witness::Witness;
use witnessing::validation::{self, Opinion};

use crate::lower::load_only;
use crate::options::CheckArguments;
use crate::output::{bad_input, print_line};
use crate::program_options::{ModelChoice, ProgramArguments};
use crate::watcher::Watching;

/// Validates a witness; gives the exit status.
pub fn check(arguments: &CheckArguments) -> u8 {
    let (program, witness) = match load(arguments) {
        Ok(loaded) => loaded,
        Err(text) => return bad_input(&text, arguments.color),
    };
    let settings = match arguments.analysis.settings(program.arithmetic.fixed()) {
        Ok(settings) => settings,
        Err(text) => return bad_input(&text, arguments.color),
    };
    // What is wrong with the program itself is not the fault of the witness.
    if let Err(text) = load_only(&program.options()) {
        return bad_input(&text, arguments.color);
    }
    for part in &witness.unread {
        eprintln!("note: the witness has {part}, which is not checked");
    }
    let verified = |plan, tells_invariants| {
        let program = ProgramArguments { plan, ..program.clone() };
        let settings = Settings { tells_invariants, ..settings.clone() };
        let mut watcher = Watching::new(arguments.color, |_| {});
        // Nothing is executed by a compiler.
        let finished = verify(&program.options(), &settings, Wishes::default(), &mut watcher)?;
        Ok(finished.report)
    };
    let (line, status) = match validation::validate(&witness, &verified) {
        Opinion::Accepted(why) => (format!("ACCEPTED({})", one_line(&why)), 0),
        Opinion::Rejected(why) => (format!("REJECTED({})", one_line(&why)), 1),
        Opinion::Unknown(why) => (format!("UNKNOWN({})", one_line(&why)), 3),
    };
    print_line(&line);
    status
}

/// Reads the witness, and what it says about the task. The error is text for people.
fn load(arguments: &CheckArguments) -> Result<(ProgramArguments, Witness), String> {
    let mut program = arguments.program.clone();
    let Some(path) = program.files.pop().filter(|_| !program.files.is_empty()) else {
        return Err("error: there is no witness\nhint: name the program, and then the witness\n".into());
    };
    let witness = validation::read(&path)?;
    let is_definition = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "yml");
    if !arguments.ignore_hash && !program.files.iter().any(is_definition) {
        validation::check_hashes(&path, &program.files, &witness)?;
    }
    if program.property.is_none() && !program.files.iter().any(is_definition) {
        let specification = witness.metadata.specification.trim();
        program.property = match specification {
            // Older programs call their error function by another name.
            usual if usual == Property::unreach_call().text() => None,
            other => other.starts_with("CHECK").then(|| other.to_string()),
        };
    }
    let stated = match witness.metadata.data_model.as_str() {
        "ILP32" | "32bit" => ModelChoice::Ilp32,
        "LP64" | "64bit" => ModelChoice::Lp64,
        other => return Err(format!("{}: error: there is no data model `{other}`\n", path.display())),
    };
    match program.data_model {
        Some(asked) if asked != stated => {
            return Err(format!("{}: error: the witness is one for another data model\n", path.display()));
        }
        _ => program.data_model = Some(stated),
    }
    Ok((program, witness))
}
