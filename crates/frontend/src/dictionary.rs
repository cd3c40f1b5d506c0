//! How the variables and places of a C program are named in C.

use std::rc::Rc;

use base::{FileId, Span};
use c_lower::express::Scopes;
use c_lower::lower::NamedVariable;
use c_sema::hir::{Program, StmtKind};
use program::LandmarkKind;

/// What it takes to speak about a C program in its own words.
pub struct Dictionary {
    /// The program.
    pub program: Rc<Program>,
    /// Which variables are visible where.
    pub scopes: Scopes,
    /// The core variables that stand for variables of the source.
    pub variables: Vec<NamedVariable>,
    /// The file with the models of library functions, of which nobody wants to hear.
    pub library: FileId,
}

impl Dictionary {
    /// The dictionary of a lowered program.
    pub fn new(program: Rc<Program>, variables: Vec<NamedVariable>, library: FileId) -> Dictionary {
        let scopes = Scopes::of(&program);
        Dictionary { program, scopes, variables, library }
    }

    /// Where a tool that knows statements only finds a landmark: of a function, its first statement.
    pub fn statement(&self, kind: LandmarkKind, span: Span) -> Option<Span> {
        if kind == LandmarkKind::LoopHead {
            let here = self.program.stmts.iter().filter(|stmt| stmt.span == span);
            let mut bodies = here.filter_map(|stmt| match stmt.kind {
                StmtKind::DoWhile(body, _) => Some(self.program.stmts[body].span),
                _ => None,
            });
            return Some(bodies.next().unwrap_or(span));
        }
        let scope = self.scopes.at(kind, span)?;
        let body = self.program.functions[scope.function].body?;
        match &self.program.stmts[body].kind {
            StmtKind::Block(stmts, _) => stmts.first().map(|first| self.program.stmts[*first].span),
            _ => None,
        }
    }
}
