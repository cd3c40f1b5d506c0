//! From files to a core program: reading, parsing, checking, lowering. Whatever is wrong with the input ends
//! here, as text for people.

use std::path::Path;
use std::rc::Rc;

use base::{Diagnostics, SourceMap, Span};
use c_lower::options::Arithmetic;
use program::{CoreProgram, Target};

use crate::c_front::{self, CProgram};
use crate::c_names::Names;
use crate::input;
use crate::invariants::Dictionary;
use crate::program_options::ProgramArguments;
use crate::request::{Language, Request};
use instrumentation::shaping::Shaping;
use report::Place;

/// A program that was read.
pub struct Source {
    /// Its text, for messages.
    pub sources: Rc<SourceMap>,
    /// What it means.
    pub program: CoreProgram,
    /// What its author should know.
    pub warnings: String,
    /// What is assumed about code that is not there.
    pub assumptions: Vec<String>,
    /// The names of a C program.
    pub names: Option<Names>,
    /// How the variables of a C program are named in C.
    pub dictionary: Option<Dictionary>,
    /// How the graph follows a witness.
    pub shaping: Option<Shaping>,
}

impl Source {
    /// The place of a span.
    pub fn place(&self, span: Span) -> Place {
        let (file, position) = self.sources.place(span);
        Place { file: file.to_string(), line: position.line, column: position.column }
    }
}

/// What the files hold.
pub enum Front {
    /// A program that means the same in every arithmetic.
    Ready(Box<Source>),
    /// A C program.
    C(Box<CProgram>),
}

impl Front {
    /// Reads a program. The error is text for people.
    pub fn load(request: &Request, arguments: &ProgramArguments) -> Result<Front, String> {
        Ok(match request.language {
            Language::C => Front::C(Box::new(c_front::load(request, arguments)?)),
            Language::Boogie => Front::Ready(Box::new(load_boogie(&request.files[0], &request.entries)?)),
            Language::Core => Front::Ready(Box::new(load_core(&request.files[0], &request.entries)?)),
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
            Ok(ready(sources, program, warnings))
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
    Ok(ready(sources, program, String::new()))
}

fn ready(sources: SourceMap, program: CoreProgram, warnings: String) -> Source {
    Source {
        sources: Rc::new(sources),
        program,
        warnings,
        assumptions: Vec::new(),
        names: None,
        dictionary: None,
        shaping: None,
    }
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
