//! A program that was read, with what it takes to speak about it.

use std::collections::HashSet;
use std::rc::Rc;

use base::{SourceMap, Span};
use instrumentation::shaping::Shaping;
use program::{CoreProgram, Statement, Target, Violation};
use report::{Obligation, Place};

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
    /// How many bytes a pointer has, in C.
    pub pointer_size: u64,
}

impl Source {
    /// Whether a C program starts in a function other than `main` that has parameters: callers of it choose these.
    pub fn has_callers(&self) -> bool {
        let procedures = &self.program.procedures;
        let edges = self.program.entries.iter().flat_map(|entry| procedures[*entry].edges.iter());
        let mut calls = edges.filter_map(|edge| match &edge.statement {
            Statement::Call(call) if !call.arguments.is_empty() => Some(&procedures[call.procedure].name),
            _ => None,
        });
        self.names.is_some() && calls.any(|name| &**name != "main")
    }

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
            pointer_size: 8,
        }
    }

    /// The places at which a property may be violated, in an order that people expect.
    pub fn obligations(&self) -> Vec<Obligation> {
        let locations = self.program.procedures.iter().flat_map(|procedure| procedure.locations.iter());
        let violations = locations.filter_map(|location| match &location.target {
            Some(Target::Violation(violation)) => Some(self.obligation(violation)),
            _ => None,
        });
        let mut seen = HashSet::new();
        let mut all: Vec<Obligation> = violations.filter(|one| seen.insert(one.clone())).collect();
        all.sort_by(|a, b| a.order().cmp(&b.order()));
        all
    }

    fn obligation(&self, violation: &Violation) -> Obligation {
        Obligation {
            property: violation.property.to_string(),
            place: violation.span.map(|span| self.place(span)),
            message: violation.message.to_string(),
        }
    }

    /// Executions end at these obligations, and nobody is told.
    pub(crate) fn close(&mut self, closed: &[Obligation]) {
        if closed.is_empty() {
            return;
        }
        let closed: HashSet<&Obligation> = closed.iter().collect();
        let mut ends = Vec::new();
        for (id, procedure) in self.program.procedures.iter_enumerated() {
            for (location, data) in procedure.locations.iter_enumerated() {
                if let Some(Target::Violation(violation)) = &data.target
                    && closed.contains(&self.obligation(violation))
                {
                    ends.push((id, location));
                }
            }
        }
        for (procedure, location) in ends {
            self.program.procedures[procedure].locations[location].target = None;
        }
    }

    /// The place of a span.
    pub fn place(&self, span: Span) -> Place {
        let (file, position) = self.sources.place(span);
        Place { file: file.to_string(), line: position.line, column: position.column }
    }
}
