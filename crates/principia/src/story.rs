//! The execution of a C program as a person would tell it: lines of the source in the order of their execution, the
//! functions that they are in, inputs, the values of variables that matter, allocated and freed memory.
//!
//! A variable matters at a step if its value reaches a condition that the execution passes later, which is the slice
//! of the path for its last location: from the end to the start, conditions add their variables, and assignments
//! replace a variable by those of its expression. What the lowering added for itself (declarations, ranges of
//! integers, lifetimes) tells nothing.

use std::collections::{BTreeMap, BTreeSet};

use base::{FileId, Span};
use c_lower::hir::Program;
use c_lower::types::Type;
use program::{Cfg, Counterexample, EdgeId, Statement};
use term::{Op, Sort, Term, build as mk};

use crate::formula;
use crate::frontend::Source;
use crate::report::Moment;

/// What a story knows about a C program beyond its core program.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The bodies of functions with their names.
    bodies: Vec<(Span, String)>,
    /// The variables of the source, and how their values are written.
    variables: BTreeMap<String, Notation>,
}

/// How a value is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Notation {
    Signed,
    Unsigned,
    Pointer,
    Other,
}

impl Names {
    /// The names of a program, without those of the library.
    pub fn of(program: &Program, library: FileId) -> Names {
        let mut names = Names::default();
        for function in program.functions.iter() {
            let body = function.body.map(|body| program.stmts[body].span);
            names.bodies.extend(
                body.filter(|body| body.file != library).map(|body| (body, function.name.to_string())),
            );
        }
        for object in program.objects.iter().filter(|object| object.span.file != library) {
            let notation = match &program.types[object.ty] {
                Type::Int(kind) if kind.is_signed() => Notation::Signed,
                Type::Int(_) => Notation::Unsigned,
                Type::Pointer(_) => Notation::Pointer,
                _ => Notation::Other,
            };
            let known = names.variables.entry(object.name.to_string()).or_insert(notation);
            if *known != notation {
                *known = Notation::Other;
            }
        }
        names
    }

    fn function_around(&self, span: Span) -> Option<&str> {
        let is_around =
            |body: &Span| body.file == span.file && body.start <= span.start && span.start < body.end;
        self.bodies.iter().find(|(body, _)| is_around(body)).map(|(_, name)| name.as_str())
    }

    /// The name and notation of a core variable that stands for one of the source.
    fn variable(&self, variable: Term) -> Option<(&str, Notation)> {
        let name = variable.as_var()?.base.as_str();
        let name = name.split(['@', '#']).next().unwrap_or(name);
        let name = name.rsplit('.').next().unwrap_or(name);
        self.variables.get_key_value(name).map(|(name, notation)| (name.as_str(), *notation))
    }
}

/// Tells the execution of a counterexample; `changes` are the values that each step gave to variables.
pub fn tell(
    source: &Source,
    names: &Names,
    cfg: &Cfg,
    counterexample: &Counterexample,
    changes: &[Vec<(Term, Term)>],
) -> Vec<Moment> {
    let relevant = relevant_changes(cfg, &counterexample.edges);
    let mut teller = Teller {
        source,
        names,
        moments: Vec::new(),
        stack: Vec::new(),
        blocks: Vec::new(),
        values: BTreeMap::new(),
    };
    for (position, &edge) in counterexample.edges.iter().enumerate() {
        let changes = changes.get(position).map_or(&[][..], Vec::as_slice);
        teller.values.extend(changes.iter().copied());
        teller.step(cfg, edge, changes, &relevant[position]);
    }
    if let Some(span) = counterexample.violation.span {
        teller.arrive(span);
    }
    teller.moments
}

/// The variables of each step whose new values matter later.
fn relevant_changes(cfg: &Cfg, edges: &[EdgeId]) -> Vec<BTreeSet<Term>> {
    let mut live: BTreeSet<Term> = BTreeSet::new();
    let mut result = vec![BTreeSet::new(); edges.len()];
    for (position, &edge) in edges.iter().enumerate().rev() {
        let statement = &cfg.edges[edge].statement;
        match statement {
            Statement::Assume(condition) if !is_range(cfg, edges, position, *condition) => {
                live.extend(condition.free_variables());
            }
            Statement::Assign(pairs) => {
                let written = pairs.iter().filter(|(variable, _)| live.contains(variable)).copied();
                let written: Vec<(Term, Term)> = written.collect();
                for (variable, _) in &written {
                    live.remove(variable);
                    result[position].insert(*variable);
                }
                live.extend(written.iter().flat_map(|(_, value)| value.free_variables()));
            }
            Statement::Havoc(variables) => {
                result[position].extend(variables.iter().filter(|variable| live.remove(*variable)));
            }
            _ => {}
        }
    }
    result
}

/// Whether a condition only says that an arbitrary value is one of its type.
fn is_range(cfg: &Cfg, edges: &[EdgeId], position: usize, condition: Term) -> bool {
    let Some(&previous) = position.checked_sub(1).and_then(|before| edges.get(before)) else { return false };
    let Statement::Havoc(variables) = &cfg.edges[previous].statement else { return false };
    condition.free_variables().iter().all(|variable| variables.contains(variable))
}

struct Teller<'s> {
    source: &'s Source,
    names: &'s Names,
    moments: Vec<Moment>,
    /// The functions that are active.
    stack: Vec<String>,
    /// The bases of allocated blocks in order.
    blocks: Vec<Term>,
    values: BTreeMap<Term, Term>,
}

impl Teller<'_> {
    fn step(&mut self, cfg: &Cfg, edge: EdgeId, changes: &[(Term, Term)], relevant: &BTreeSet<Term>) {
        let edge = &cfg.edges[edge];
        let is_input = edge.provenance.input.is_some();
        if matches!(edge.statement, Statement::Havoc(_)) && !is_input
            || edge.provenance.text.starts_with("variables of ")
        {
            return;
        }
        if let Some(span) = edge.provenance.span {
            self.arrive(span);
        }
        if let Some(function) = &edge.provenance.input {
            for (variable, value) in changes.iter().filter(|(variable, _)| !is_offset(*variable)) {
                let text = self.value_text(Notation::of_input(function, *variable), *value);
                self.note(None, format!("{function}() is {text}"));
            }
        }
        self.blocks_of(&edge.statement, changes);
        for &(variable, value) in changes.iter().filter(|(variable, _)| relevant.contains(variable)) {
            if is_offset(variable) || matches!(variable.sort(), Sort::Array(..)) {
                continue;
            }
            if let Some((name, notation)) = self.names.variable(variable) {
                let (name, text) = (name.to_string(), self.value_text(notation, value));
                self.note(Some(&name), format!("{name} = {text}"));
            }
        }
    }

    /// Notes memory that is allocated or freed.
    fn blocks_of(&mut self, statement: &Statement, changes: &[(Term, Term)]) {
        let Statement::Assign(pairs) = statement else { return };
        for &(variable, expression) in pairs {
            let name = base_name(variable);
            if name.rsplit('.').next().is_some_and(|last| last.split('@').next() == Some("allocated")) {
                if let Some((_, base)) = changes.iter().find(|(changed, _)| *changed == variable) {
                    self.blocks.push(*base);
                    self.note(None, format!("allocates block {}", self.blocks.len()));
                }
            } else if name.starts_with("valid") && expression.op() == Op::Store {
                let (index, stored) = (expression.arguments()[1], expression.arguments()[2]);
                let index = self.values.get(&index).copied().unwrap_or(index);
                let block = self.blocks.iter().rposition(|block| *block == index);
                if let (true, Some(block)) = (stored.is_false(), block) {
                    self.note(None, format!("frees block {}", block + 1));
                }
            }
        }
    }

    fn value_text(&self, notation: Notation, value: Term) -> String {
        match notation {
            Notation::Pointer => match self.blocks.iter().rposition(|block| *block == value) {
                Some(block) => format!("block {}", block + 1),
                None if is_zero(value) => "NULL".to_string(),
                None => "an address".to_string(),
            },
            Notation::Unsigned => mk::as_bv(value).map_or_else(|| formula::text(value), ToString::to_string),
            Notation::Signed | Notation::Other => {
                mk::as_signed_bv(value).map_or_else(|| formula::text(value), |number| number.to_string())
            }
        }
    }

    /// The execution is at a place. What the library does belongs to the line that called it.
    fn arrive(&mut self, span: Span) {
        let Some(function) = self.names.function_around(span) else { return };
        match self.stack.iter().position(|active| active == function) {
            Some(position) => self.stack.truncate(position + 1),
            None => self.stack.push(function.to_string()),
        }
        let place = self.source.place(span);
        let depth = self.stack.len() - 1;
        let is_same = |last: &Moment| {
            last.place.line == place.line && last.place.file == place.file && last.function == function
        };
        if self.moments.last().is_none_or(|last| !is_same(last)) {
            let line = self.source.sources.line_column(span).line;
            let text = self.source.sources.line_text(span.file, line).trim().to_string();
            let function = function.to_string();
            self.moments.push(Moment { place, function, depth, text, notes: Vec::new() });
        }
    }

    /// Adds a note to the line; a variable that changes again has its last value.
    fn note(&mut self, variable: Option<&str>, text: String) {
        let Some(moment) = self.moments.last_mut() else { return };
        if let Some(variable) = variable {
            let prefix = format!("{variable} = ");
            moment.notes.retain(|note| !note.starts_with(&prefix));
        }
        moment.notes.push(text);
    }
}

impl Notation {
    /// The notation of an input, by what is known of its function's name.
    fn of_input(function: &str, variable: Term) -> Notation {
        let kind = function.rsplit("nondet_").next().unwrap_or("");
        match kind {
            _ if base_name(variable).ends_with(".offset") => Notation::Other,
            "pointer" => Notation::Pointer,
            _ if kind.starts_with('u') || kind.starts_with("size") || kind == "bool" => Notation::Unsigned,
            _ => Notation::Signed,
        }
    }
}

fn base_name(variable: Term) -> &'static str {
    variable.as_var().map_or("", |name| name.base.as_str())
}

fn is_offset(variable: Term) -> bool {
    base_name(variable).ends_with(".offset")
}

fn is_zero(value: Term) -> bool {
    mk::as_signed_bv(value)
        .map_or_else(|| formula::text(value) == "0", |number| number.sign() == num_bigint::Sign::NoSign)
}
