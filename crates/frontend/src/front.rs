//! From files to a core program: reading, parsing, checking, lowering. Whatever is wrong with the input ends
//! here, as text for people.

use std::path::Path;

use base::{Diagnostics, SourceMap};
use c_lower::options::Arithmetic;
use program::{CoreProgram, Target};

use crate::c_program::{self, CProgram};
use crate::input;
use crate::options::ProgramOptions;
use crate::request::{Language, Request};
use crate::source::Source;

/// What the files hold.
pub enum Front {
    /// A program that means the same in every arithmetic.
    Ready(Box<Source>),
    /// A C program.
    C(Box<CProgram>),
}

impl Front {
    /// Reads a program. The error is text for people.
    pub fn load(request: &Request, arguments: &ProgramOptions) -> Result<Front, String> {
        let ready = |mut source: Source| {
            source.close(&arguments.closed);
            Front::Ready(Box::new(source))
        };
        Ok(match request.language {
            Language::C => Front::C(Box::new(c_program::load(request, arguments)?)),
            Language::Boogie => ready(load_boogie(&request.files[0], &request.entries)?),
            Language::Core => ready(load_core(&request.files[0], &request.entries)?),
        })
    }

    /// The core program; C needs to know in which arithmetic.
    pub fn lower(self, arithmetic: Arithmetic) -> Result<Source, String> {
        match self {
            Front::Ready(source) => Ok(*source),
            Front::C(program) => program.lower(arithmetic),
        }
    }

    /// The core program for an execution.
    pub fn lower_to_execute(self, arithmetic: Arithmetic) -> Result<Source, String> {
        match self {
            Front::Ready(source) => Ok(*source),
            Front::C(program) => program.lower_to_execute(arithmetic),
        }
    }
}

fn load_boogie(path: &Path, entries: &[String]) -> Result<Source, String> {
    let text = input::read(path).map_err(|error| error.render())?;
    let mut sources = SourceMap::new();
    let file = sources.add_file(path.to_string_lossy(), text);
    let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
    let mut diagnostics = Diagnostics::new();
    let program = boogie::parse(&sources, file, &mut diagnostics)
        .filter(|_| !diagnostics.has_errors())
        .and_then(|program| boogie::check(program, &mut diagnostics))
        .and_then(|checked| boogie::lower(&checked, &entries, &mut diagnostics));
    match program {
        Some(program) if !diagnostics.has_errors() => {
            let warnings = diagnostics.render(&sources);
            Ok(Source::new(sources, program, warnings))
        }
        _ => Err(diagnostics.render(&sources)),
    }
}

fn load_core(path: &Path, entries: &[String]) -> Result<Source, String> {
    let text = input::read(path).map_err(|error| error.render())?;
    let shown = path.display();
    let mut program = program::read_program(&text)
        .map_err(|error| format!("{shown}:{}:{}: error: {}\n", error.line, error.column, error.message))?;
    program::verify(&program)
        .map_err(|complaints| format!("{shown}: error: {}\n", complaints.join("\nerror: ")))?;
    if !entries.is_empty() {
        let procedures = program.procedures.iter_enumerated();
        let is_entry = |name: &str| entries.iter().any(|entry| entry == name);
        program.entries = procedures.filter(|(_, p)| is_entry(&p.name)).map(|(id, _)| id).collect();
        if program.entries.is_empty() {
            return Err(format!("{shown}: error: there is no procedure `{}`\n", entries.join("`, `")));
        }
    }
    let mut sources = SourceMap::new();
    sources.add_file(path.to_string_lossy(), text);
    Ok(Source::new(sources, program, String::new()))
}

/// A program in which nothing can go wrong is perhaps not what its author meant.
pub fn warning_about(path: &Path, program: &CoreProgram) -> Option<String> {
    let has_target = |target: &Option<Target>| matches!(target, Some(Target::Violation(_)));
    let mut locations = program.procedures.iter().flat_map(|procedure| procedure.locations.iter());
    let what = if program.procedures.is_empty() {
        "the program has no procedure with a body, so there is nothing to verify"
    } else if !locations.any(|location| has_target(&location.target)) {
        "the program has no assertion that could fail, so it is trivially correct"
    } else {
        return None;
    };
    Some(format!("{}: warning: {what}\n", path.display()))
}
