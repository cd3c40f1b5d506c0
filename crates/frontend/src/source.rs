//! A program that was read, with what it takes to speak about it.

use std::rc::Rc;

use base::{SourceMap, Span};
use instrumentation::shaping::Shaping;
use program::CoreProgram;
use report::Place;

use crate::dictionary::Dictionary;
use crate::names::Names;

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
    /// A program of which nothing else is known.
    pub(crate) fn new(sources: SourceMap, program: CoreProgram, warnings: String) -> Source {
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

    /// The place of a span.
    pub fn place(&self, span: Span) -> Place {
        let (file, position) = self.sources.place(span);
        Place { file: file.to_string(), line: position.line, column: position.column }
    }
}
