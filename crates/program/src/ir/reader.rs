//! The text form of programs: reader. The syntax is described in [`super::text`].
//!
//! Bad input is an error with a place. The result is not verified: tests read
//! broken programs on purpose. Locations exist from `L0` to the highest number
//! that is mentioned.

use std::rc::Rc;

use base::index::{Idx, IndexVec};
use rustc_hash::FxHashMap;
use term::parse::{Context, ParseError, parse_sort, parse_term};
use term::{Func, Sort, Symbol, Term, build as mk};

use super::cfg::Cfg;
use super::core_program::{CoreProgram, Edge, Limit, Location, Procedure, Target, Violation};
use super::ids::{EdgeId, LocationId, ProcedureId};
use super::scan::{Scanner, Word};
use super::statement::{Call, Provenance, Statement};

/// More locations than this are a mistake in the text.
const MAX_LOCATIONS: usize = 10_000_000;

/// Reads a control-flow graph.
pub fn read_cfg(text: &str) -> Result<Cfg, ParseError> {
    let mut reader = Reader::new(text);
    let mut graph = Graph::default();
    let (mut variables, mut axioms) = (Vec::new(), Vec::new());
    while !reader.scanner.is_at_end() {
        let (start, word) = (reader.scanner.offset(), reader.scanner.word()?);
        let is_read =
            reader.global(&word, &mut variables, &mut axioms)? || reader.graph_item(&word, &mut graph)?;
        if !is_read {
            return reader.scanner.error_at(start, format!("unexpected `{}`", word.text));
        }
    }
    if !reader.callees.is_empty() {
        return reader.scanner.error("a control-flow graph has no calls");
    }
    let entry = graph.start.unwrap_or(LocationId::from_usize(0));
    graph.mention(entry);
    let (locations, edges, frames) = (graph.locations, graph.edges, Rc::default());
    Ok(Cfg { variables, axioms, locations, edges, entry, frames })
}

/// Reads a core program.
pub fn read_program(text: &str) -> Result<CoreProgram, ParseError> {
    let mut reader = Reader::new(text);
    let mut program = CoreProgram::default();
    let mut entries = Vec::new();
    while !reader.scanner.is_at_end() {
        let (start, word) = (reader.scanner.offset(), reader.scanner.word()?);
        if reader.global(&word, &mut program.globals, &mut program.axioms)? {
            continue;
        } else if word.is("entry") {
            entries.push((reader.scanner.offset(), reader.scanner.word()?.name()));
        } else if word.is("procedure") {
            let procedure = reader.procedure()?;
            program.procedures.push(procedure);
        } else {
            return reader.scanner.error_at(start, format!("unexpected `{}`", word.text));
        }
    }
    let find = |(offset, name): &(usize, String)| {
        let mut all = program.procedures.iter_enumerated();
        match all.find(|(_, procedure)| &*procedure.name == name.as_str()) {
            Some((id, _)) => Ok(id),
            None => reader.scanner.error_at(*offset, format!("there is no procedure {name}")),
        }
    };
    program.entries = entries.iter().map(find).collect::<Result<_, _>>()?;
    let callees: Vec<ProcedureId> = reader.callees.iter().map(find).collect::<Result<_, _>>()?;
    for edge in program.procedures.iter_mut().flat_map(|procedure| procedure.edges.iter_mut()) {
        if let Statement::Call(call) = &mut edge.statement {
            call.procedure = callees[call.procedure.index()];
        }
    }
    Ok(program)
}

/// Locations and edges while they are read.
#[derive(Default)]
struct Graph {
    start: Option<LocationId>,
    exit: Option<LocationId>,
    locations: IndexVec<LocationId, Location>,
    edges: IndexVec<EdgeId, Edge>,
}

impl Graph {
    /// Makes sure that a location exists.
    fn mention(&mut self, location: LocationId) -> &mut Location {
        while self.locations.get(location).is_none() {
            self.locations.push(Location::default());
        }
        &mut self.locations[location]
    }
}

struct Reader<'t> {
    scanner: Scanner<'t>,
    /// What terms may use.
    context: Context,
    /// The variables that are visible, by name.
    variables: FxHashMap<String, Term>,
    /// The names of called procedures with their places; calls have the position in this list until
    /// all procedures are known.
    callees: Vec<(usize, String)>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Reader<'t> {
        Reader {
            scanner: Scanner::new(text),
            context: Context::new(),
            variables: FxHashMap::default(),
            callees: Vec::new(),
        }
    }

    fn sort(&mut self) -> Result<Sort, ParseError> {
        let text = self.scanner.expression()?;
        let start = self.scanner.offset() - text.len();
        parse_sort(text, &self.context).or_else(|e| self.scanner.error_at(start, e.message))
    }

    fn term(&mut self) -> Result<Term, ParseError> {
        let text = self.scanner.expression()?;
        let start = self.scanner.offset() - text.len();
        parse_term(text, &self.context).or_else(|e| self.scanner.error_at(start, e.message))
    }

    /// `x: Int`
    fn declaration(&mut self) -> Result<Term, ParseError> {
        let name = self.scanner.word()?.name();
        self.scanner.expect(":")?;
        let variable = mk::var(Symbol::new(&name), self.sort()?);
        self.context.declare_variable(variable);
        self.variables.insert(name, variable);
        Ok(variable)
    }

    /// A variable that was declared.
    fn variable(&mut self, word: &Word) -> Result<Term, ParseError> {
        match self.variables.get(&word.name()) {
            Some(variable) => Ok(*variable),
            None => self.scanner.error(format!("the variable `{}` is not declared", word.text)),
        }
    }

    /// Parts in parentheses, separated by commas. The opening one is next.
    fn list<T>(&mut self, part: impl Fn(&mut Self) -> Result<T, ParseError>) -> Result<Vec<T>, ParseError> {
        let mut parts = Vec::new();
        self.scanner.expect("(")?;
        if self.scanner.take(")") {
            return Ok(parts);
        }
        loop {
            parts.push(part(self)?);
            if !self.scanner.take(",") {
                break;
            }
        }
        self.scanner.expect(")")?;
        Ok(parts)
    }

    /// A declaration outside of procedures. False if the word starts none.
    fn global(
        &mut self,
        word: &Word,
        variables: &mut Vec<Term>,
        axioms: &mut Vec<Term>,
    ) -> Result<bool, ParseError> {
        if word.is("sort") {
            let name = self.scanner.word()?.name();
            self.context.declare_sort(Symbol::new(&name));
        } else if word.is("function") {
            let name = self.scanner.word()?.name();
            let parameters = self.list(Self::sort)?;
            self.scanner.expect(":")?;
            let function = Func::new(Symbol::new(&name), &parameters, self.sort()?);
            self.context.declare_function(function);
        } else if word.is("var") {
            variables.push(self.declaration()?);
        } else if word.is("axiom") {
            axioms.push(self.term()?);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// `p(a: Int) returns (r: Int) { ... }`
    fn procedure(&mut self) -> Result<Procedure, ParseError> {
        let outer = (self.context.clone(), self.variables.clone());
        let name: Rc<str> = self.scanner.word()?.name().into();
        let parameters = self.list(Self::declaration)?;
        let mut results = Vec::new();
        if !self.scanner.take("{") {
            self.scanner.keyword("returns")?;
            results = self.list(Self::declaration)?;
            self.scanner.expect("{")?;
        }
        let mut graph = Graph::default();
        let mut locals = Vec::new();
        loop {
            if self.scanner.is_at_end() {
                return self.scanner.error("`}` expected");
            }
            if self.scanner.take("}") {
                break;
            }
            let (start, word) = (self.scanner.offset(), self.scanner.word()?);
            if word.is("var") {
                locals.push(self.declaration()?);
            } else if !self.graph_item(&word, &mut graph)? {
                return self.scanner.error_at(start, format!("unexpected `{}`", word.text));
            }
        }
        (self.context, self.variables) = outer;
        let entry = graph.start.unwrap_or(LocationId::from_usize(0));
        let exit = graph.exit.unwrap_or(LocationId::from_usize(1));
        graph.mention(entry);
        graph.mention(exit);
        let Graph { locations, edges, .. } = graph;
        Ok(Procedure { name, parameters, results, locals, locations, edges, entry, exit })
    }

    fn location_of(&self, word: &Word) -> Result<LocationId, ParseError> {
        match word.text.strip_prefix('L').map(str::parse) {
            Some(Ok(number)) if !word.is_quoted && number < MAX_LOCATIONS => {
                Ok(LocationId::from_usize(number))
            }
            _ => self.scanner.error(format!("a location expected instead of `{}`", word.text)),
        }
    }

    fn location(&mut self) -> Result<LocationId, ParseError> {
        let word = self.scanner.word()?;
        self.location_of(&word)
    }

    /// A location or an edge. False if the word starts none.
    fn graph_item(&mut self, word: &Word, graph: &mut Graph) -> Result<bool, ParseError> {
        if word.is("start") {
            graph.start = Some(self.location()?);
        } else if word.is("exit") {
            graph.exit = Some(self.location()?);
        } else if word.is("location") {
            let location = self.location()?;
            let name = if self.scanner.is_next("\"") { self.scanner.string()? } else { String::new() };
            graph.mention(location).name = name.into();
        } else if word.is("error") {
            let location = self.location()?;
            let property = self.scanner.string()?.into();
            let message = self.scanner.string()?.into();
            let violation = Violation { property, message, span: None };
            graph.mention(location).target = Some(Target::Violation(violation));
        } else if word.is("limit") {
            let location = self.location()?;
            let limit = Limit::of_text(&self.scanner.string()?);
            graph.mention(location).target = Some(Target::Limit(limit));
        } else if self.location_of(word).is_ok() {
            let edge = self.edge(word)?;
            graph.mention(edge.source);
            graph.mention(edge.destination);
            graph.edges.push(edge);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn edge(&mut self, source: &Word) -> Result<Edge, ParseError> {
        let source = self.location_of(source)?;
        self.scanner.expect("->")?;
        let destination = self.location()?;
        let mut provenance = Provenance::default();
        while !self.scanner.take(":") {
            let (start, word) = (self.scanner.offset(), self.scanner.word()?);
            let text = Some(self.scanner.string()?.into());
            if word.is("approximately") {
                provenance.overapproximation = text;
            } else if word.is("input") {
                provenance.input = text;
            } else {
                let message = format!("`approximately`, `input` or `:` expected, found `{}`", word.text);
                return self.scanner.error_at(start, message);
            }
        }
        let statement = self.statement()?;
        provenance.text = self.scanner.comment().into();
        Ok(Edge { source, destination, statement, provenance })
    }

    fn statement(&mut self) -> Result<Statement, ParseError> {
        let word = self.scanner.word()?;
        if word.is("assume") {
            return Ok(Statement::Assume(self.term()?));
        } else if word.is("skip") {
            return Ok(Statement::Assign(Vec::new()));
        } else if word.is("havoc") {
            return self.havoc();
        } else if word.is("call") {
            return self.call();
        }
        let mut pairs = Vec::new();
        let mut name = word;
        loop {
            let variable = self.variable(&name)?;
            self.scanner.expect(":=")?;
            pairs.push((variable, self.term()?));
            if !self.scanner.take(",") {
                return Ok(Statement::Assign(pairs));
            }
            name = self.scanner.word()?;
        }
    }

    fn havoc(&mut self) -> Result<Statement, ParseError> {
        let mut variables = Vec::new();
        loop {
            let word = self.scanner.word()?;
            variables.push(self.variable(&word)?);
            if !self.scanner.take(",") {
                return Ok(Statement::Havoc(variables));
            }
        }
    }

    /// `r, s := p(e, f)` or `p(e, f)`
    fn call(&mut self) -> Result<Statement, ParseError> {
        let mut results = Vec::new();
        let mut word = self.scanner.word()?;
        loop {
            if self.scanner.take(",") {
                results.push(self.variable(&word)?);
            } else if self.scanner.take(":=") {
                results.push(self.variable(&word)?);
                word = self.scanner.word()?;
                break;
            } else {
                break;
            }
            word = self.scanner.word()?;
        }
        let procedure = ProcedureId::from_usize(self.callees.len());
        self.callees.push((self.scanner.offset(), word.name()));
        let arguments = self.list(Self::term)?;
        Ok(Statement::Call(Call { procedure, arguments, results }))
    }
}
