//! The statements and calls of a C file by their places, as witnesses name them.
//!
//! A witness names a statement by its first character, a loop or a branch by its keyword, a call by its closing
//! parenthesis. Without a column, the first fitting place of the line is meant, or any fitting branch of it.

use base::{FileId, SourceMap, Span};
use c_syntax::ast::{Ast, ExprKind, Node, StmtId, StmtKind, TextRange};
use c_syntax::{Interner, Symbol};
use rustc_hash::FxHashSet;
use witness::Location;

use crate::scan::Scan;

/// The statements and calls of a file, in the order of the text.
pub struct Sites<'s> {
    sources: &'s SourceMap,
    file: FileId,
    /// The statements; what is inside of another one comes after it.
    pub stmts: Vec<Statement>,
    /// The calls of functions by name.
    pub calls: Vec<Call>,
    functions: Vec<(TextRange, String)>,
    choices: Vec<Choice>,
    cases: Vec<Case>,
}

/// A choice `a ? b : c`, or `a ?: c`.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// What is asked.
    pub condition: TextRange,
    /// Where the question mark is.
    pub question: u32,
    /// Whether what is asked is also the answer.
    pub is_elvis: bool,
}

/// A case of a `switch`.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Where the `switch` starts.
    switch: u32,
    /// The expression; the first one of a range.
    pub first: TextRange,
    /// The last one of a range, or the expression again.
    pub last: TextRange,
}

/// A statement.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    /// Where it is.
    pub range: TextRange,
    /// What it is.
    pub kind: Kind,
    /// Whether a statement can be put before it: it is one of a block.
    pub is_listed: bool,
    /// Of an `if` or a loop: whether there is code in all of its parts.
    pub has_bodies: bool,
}

/// The kinds of statements that witnesses tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `while`
    While,
    /// `for`
    For,
    /// `do`, with the start of its body.
    Do {
        /// Where the body starts.
        body: u32,
        /// Whether the body is a block.
        is_block: bool,
    },
    /// `if`
    If,
    /// `switch`
    Switch,
    /// A block, or a label, which is no place by itself.
    Around,
    /// Any other.
    Plain,
}

impl Kind {
    /// Whether it decides where the execution goes.
    pub fn is_branch(self) -> bool {
        self.is_loop() || matches!(self, Kind::If | Kind::Switch)
    }

    /// Whether it is a loop.
    pub fn is_loop(self) -> bool {
        matches!(self, Kind::While | Kind::For | Kind::Do { .. })
    }
}

/// A call of a function by name.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// From the name to the closing parenthesis.
    pub range: TextRange,
    /// The function.
    pub callee: Symbol,
}

/// The innermost statement around an offset, blocks and labels aside.
pub fn innermost(stmts: &[Statement], offset: u32) -> Option<Statement> {
    let is_around = |stmt: &&Statement| stmt.range.start <= offset && offset < stmt.range.end;
    stmts.iter().filter(|stmt| stmt.kind != Kind::Around).rfind(is_around).copied()
}

/// Whether a statement is more than `;` and `{}`.
fn has_code(ast: &Ast, id: StmtId) -> bool {
    match &ast[id].kind {
        StmtKind::Empty => false,
        StmtKind::Compound(stmts) => stmts.iter().any(|stmt| has_code(ast, *stmt)),
        _ => true,
    }
}

impl<'s> Sites<'s> {
    /// The sites of a file.
    pub fn of(ast: &Ast, names: &Interner, sources: &'s SourceMap) -> Sites<'s> {
        let mut sites = Sites {
            sources,
            file: ast.file,
            stmts: Vec::new(),
            calls: Vec::new(),
            functions: Vec::new(),
            choices: Vec::new(),
            cases: Vec::new(),
        };
        let mut listed = FxHashSet::default();
        for node in ast.walk_all() {
            match node {
                Node::Function(id) => {
                    let name = ast[id].declarator.name.map(|name| names.get(name.name).to_string());
                    sites.functions.push((ast[id].range, name.unwrap_or_default()));
                }
                Node::Stmt(id) => {
                    let stmt = &ast[id];
                    if let StmtKind::Case(first, last, _) = stmt.kind {
                        sites.add_case(stmt.range, ast[first].range, ast[last.unwrap_or(first)].range);
                    }
                    let is_listed = listed.contains(&id);
                    let kind = match &stmt.kind {
                        StmtKind::Compound(stmts) => {
                            listed.extend(stmts.iter().copied());
                            Kind::Around
                        }
                        StmtKind::Label(label) => {
                            listed.extend(is_listed.then_some(label.body));
                            Kind::Around
                        }
                        StmtKind::Case(_, _, body) | StmtKind::Default(body) => {
                            listed.extend(is_listed.then_some(*body));
                            Kind::Around
                        }
                        StmtKind::While(..) => Kind::While,
                        StmtKind::For(_) => Kind::For,
                        StmtKind::DoWhile(body, _) => Kind::Do {
                            body: ast[*body].range.start,
                            is_block: matches!(ast[*body].kind, StmtKind::Compound(_)),
                        },
                        StmtKind::If(..) => Kind::If,
                        StmtKind::Switch(..) => Kind::Switch,
                        _ => Kind::Plain,
                    };
                    let has_bodies = match &stmt.kind {
                        StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => has_code(ast, *body),
                        StmtKind::For(parts) => has_code(ast, parts.body),
                        StmtKind::If(_, then, otherwise) => {
                            has_code(ast, *then) && otherwise.is_none_or(|body| has_code(ast, body))
                        }
                        _ => false,
                    };
                    sites.stmts.push(Statement { range: stmt.range, kind, is_listed, has_bodies });
                }
                Node::Expr(id) => {
                    if let ExprKind::Conditional(condition, then, _) = ast[id].kind {
                        sites.add_choice(ast[condition].range, then.is_none());
                    }
                    if let ExprKind::Call(callee, _) = ast[id].kind
                        && let ExprKind::Ident(callee) = ast[callee].kind
                    {
                        sites.calls.push(Call { range: ast[id].range, callee });
                    }
                }
                _ => {}
            }
        }
        sites
    }

    /// A case belongs to the innermost `switch` around it, which was met before it.
    fn add_case(&mut self, range: TextRange, first: TextRange, last: TextRange) {
        let is_around = |stmt: &&Statement| {
            stmt.kind == Kind::Switch && stmt.range.start <= range.start && range.end <= stmt.range.end
        };
        if let Some(switch) = self.stmts.iter().rfind(is_around).map(|stmt| stmt.range.start) {
            self.cases.push(Case { switch, first, last });
        }
    }

    fn add_choice(&mut self, condition: TextRange, is_elvis: bool) {
        let bytes = self.sources.text(self.file).as_bytes();
        let mut scan = Scan { bytes, at: condition.end as usize, depth: 0 };
        let question = loop {
            let at = scan.at as u32;
            match scan.next() {
                Some(b'?') => break at,
                Some(_) => {}
                None => return,
            }
        };
        self.choices.push(Choice { condition, question, is_elvis });
    }

    /// The choices whose question mark is at a location.
    pub fn choices_at(&self, location: &Location) -> impl Iterator<Item = &Choice> {
        self.choices.iter().filter(|choice| self.is_at(choice.question, location))
    }

    /// The cases of a `switch`.
    pub fn cases_of(&self, switch: Statement) -> impl Iterator<Item = &Case> {
        self.cases.iter().filter(move |case| case.switch == switch.range.start)
    }

    /// Where the first function is defined.
    pub fn first_function(&self) -> Option<u32> {
        self.functions.iter().map(|(range, _)| range.start).min()
    }

    /// Where the statement starts that is executed after the one around an offset, if both are in one block.
    pub fn following(&self, offset: u32) -> Option<u32> {
        let stmt = innermost(&self.stmts, offset).filter(|stmt| stmt.is_listed)?;
        let is_around = |other: &&Statement| {
            other.kind == Kind::Around
                && other.range.start < stmt.range.start
                && stmt.range.end <= other.range.end
        };
        let block = self.stmts.iter().rfind(is_around)?;
        let is_next = |other: &&Statement| {
            other.kind != Kind::Around
                && stmt.range.end <= other.range.start
                && other.range.end <= block.range.end
        };
        self.stmts.iter().find(is_next).map(|next| next.range.start)
    }

    /// Whether nothing but blanks stands before a place in its line.
    pub fn is_first_of_line(&self, offset: u32) -> bool {
        let before = self.sources.text(self.file).get(..offset as usize).unwrap_or("");
        before.rsplit('\n').next().unwrap_or("").trim().is_empty()
    }

    fn is_at(&self, offset: u32, location: &Location) -> bool {
        let (_, place) = self.sources.place(Span::new(self.file, offset, offset));
        place.line == location.line && location.column.is_none_or(|column| column == place.column)
    }

    /// Whether a location is in this file, as far as names tell.
    pub fn is_here(&self, location: &Location) -> bool {
        let last = |name: &str| name.rsplit('/').next().unwrap_or(name).to_string();
        last(self.sources.name(self.file)) == last(&location.file_name)
    }

    /// The first statement that starts at a location.
    pub fn statement(&self, location: &Location, fits: impl Fn(Kind) -> bool) -> Option<Statement> {
        self.statements(location, fits).into_iter().next()
    }

    /// The statements that start at a location: several only if it has no column.
    pub fn statements(&self, location: &Location, fits: impl Fn(Kind) -> bool) -> Vec<Statement> {
        let is_meant = |stmt: &&Statement| fits(stmt.kind) && self.is_at(stmt.range.start, location);
        self.stmts.iter().filter(is_meant).copied().collect()
    }

    /// The statements that a target may name: those that start there, or the innermost one around the place.
    pub fn targets(&self, location: &Location) -> Vec<u32> {
        let real = self.stmts.iter().filter(|stmt| stmt.kind != Kind::Around).map(|stmt| stmt.range.start);
        let found: Vec<u32> = real.filter(|start| self.is_at(*start, location)).collect();
        if !found.is_empty() {
            return found;
        }
        let around = self.offset(location).and_then(|offset| innermost(&self.stmts, offset));
        around.map(|stmt| stmt.range.start).into_iter().collect()
    }

    /// The offset of a line and column of the text itself.
    fn offset(&self, location: &Location) -> Option<u32> {
        let column = location.column? as usize;
        let text = self.sources.text(self.file);
        let start: usize =
            text.split_inclusive('\n').take((location.line as usize).checked_sub(1)?).map(str::len).sum();
        let line = text.get(start..)?.lines().next()?;
        let (offset, _) = line.char_indices().nth(column - 1)?;
        Some((start + offset) as u32)
    }

    /// The call whose closing parenthesis is at a location; without a column, all calls of a function in the line, or
    /// the first call.
    pub fn calls(&self, location: &Location, callee: Option<&str>, names: &Interner) -> Vec<Call> {
        let fits = |call: &&Call| {
            let end = call.range.end.saturating_sub(1);
            self.is_at(end, location) && callee.is_none_or(|callee| names.get(call.callee) == callee)
        };
        let mut found: Vec<Call> = self.calls.iter().filter(fits).copied().collect();
        // The innermost call ends first.
        found.sort_by_key(|call| call.range.end);
        if location.column.is_some() || callee.is_none() {
            found.truncate(1);
        }
        found
    }

    /// The location of an offset, for a witness about a file that has this name and text.
    pub fn location(&self, offset: u32, file_name: &str, original: &str) -> Location {
        let span = Span::new(self.file, offset, offset);
        let (_, place) = self.sources.place(span);
        let physical = self.sources.line_column(span).line;
        let written = original.lines().nth(place.line.saturating_sub(1) as usize).unwrap_or("");
        // Macros move columns.
        let is_as_written = written.trim_end() == self.sources.line_text(self.file, physical).trim_end();
        let function = self
            .functions
            .iter()
            .find(|(range, _)| range.start <= offset && offset < range.end)
            .map(|(_, name)| name.clone());
        Location {
            file_name: file_name.to_string(),
            line: place.line,
            column: is_as_written.then_some(place.column),
            function,
        }
    }
}
