//! From a file to a core program: reading, parsing, checking, lowering. Whatever is wrong with the input ends
//! here, as text for people.

use std::path::Path;

use base::{Diagnostics, SourceMap, Span};
use program::{CoreProgram, Target};

use crate::input;
use crate::report::Place;

/// A program that was read.
pub struct Source {
    /// Its text, for messages.
    pub sources: SourceMap,
    /// What it means.
    pub program: CoreProgram,
    /// What its author should know.
    pub warnings: String,
}

impl Source {
    /// The place of a span.
    pub fn place(&self, span: Span) -> Place {
        let position = self.sources.line_column(span);
        let file = self.sources.name(span.file).to_string();
        Place { file, line: position.line, column: position.column }
    }
}

/// Reads a Boogie program. The error is text for people.
pub fn load(path: &Path, entries: &[String]) -> Result<Source, String> {
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
            let mut warnings = diagnostics.render(&sources);
            warnings += &warning_about(path, &program).unwrap_or_default();
            Ok(Source { sources, program, warnings })
        }
        _ => Err(diagnostics.render(&sources)),
    }
}

/// A program in which nothing can go wrong is perhaps not what its author meant.
fn warning_about(path: &Path, program: &CoreProgram) -> Option<String> {
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
