//! The text form of programs: printer.
//!
//! One item per line, terms and sorts in SMT-LIB syntax, names quoted as there:
//!
//! ```text
//! sort T
//! function f(Int, T): Int
//! var x: Int
//! axiom (< 0 x)
//! start L0
//! location L0 "start"
//! error L3 "assert" "x > 0"
//! limit L4 "recursion"
//! L0 -> L1: assume (<= x 5)  // the statement as the source has it
//! L1 -> L2: x := (+ x 1), y := x
//! L1 -> L2 approximately "inline assembly": havoc x, y
//! L1 -> L2 input "__VERIFIER_nondet_int": havoc x
//! ```
//!
//! That is a control-flow graph. A core program has `entry p` lines instead of
//! `start`, and procedures:
//!
//! ```text
//! procedure p(a: Int) returns (r: Int) {
//!   var t: Int
//!   start L0
//!   exit L1
//!   L0 -> L1: call r := q((+ a 1))
//! }
//! ```
//!
//! What [`Cfg::to_text`] and [`CoreProgram::to_text`] print can be read again by [`super::reader`] and gives the same
//! program, except for spans, which mean nothing without their sources. Block
//! programs and traces are only printed. People may prefer the infix listing that
//! `Display` gives ([`super::infix`]).

use std::fmt::{self, Display, Formatter};

use base::index::{Idx, IndexVec};
use term::Term;
use term::print::declarations::Signature;
use term::print::symbol;

use super::cfg::Cfg;
use super::core_program::{CoreProgram, Edge, Location, Procedure, Target};
use super::ids::{EdgeId, LocationId};
use super::statement::Statement;

/// Words that start a statement: a variable with such a name is quoted there.
pub(crate) const STATEMENT_WORDS: [&str; 4] = ["assume", "havoc", "call", "skip"];

/// Terms with more nodes are printed with `let` for what they share.
const LARGE: u32 = 300;

/// A term on one line.
pub(crate) struct Line(pub Term);

impl Display for Line {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.size() > LARGE { f.write_str(&self.0.to_smtlib_shared()) } else { write!(f, "{}", self.0) }
    }
}

/// A string in quotes.
struct Quoted<'s>(&'s str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", escape(self.0).replace('"', "\\\""))
    }
}

/// The text without line breaks; [`super::reader`] inverts it.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

/// `L7`
pub(crate) struct Name(pub LocationId);

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "L{}", self.0.index())
    }
}

/// The parts, separated by commas.
pub(crate) struct Commas<T>(pub Vec<T>);

impl<T: Display> Display for Commas<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (position, part) in self.0.iter().enumerate() {
            write!(f, "{}{part}", if position == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

fn declared(variables: &[Term]) -> Commas<String> {
    Commas(variables.iter().map(|v| format!("{v}: {}", v.sort())).collect())
}

impl Cfg {
    /// The graph in the text form that [`crate::read_cfg`] reads.
    pub fn to_text(&self) -> String {
        CfgText(self).to_string()
    }
}

struct CfgText<'c>(&'c Cfg);

impl Display for CfgText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let CfgText(cfg) = self;
        let expressions = cfg.edges.iter().flat_map(|edge| edge.statement.expressions());
        write_signature(f, expressions.chain(cfg.variables.clone()).chain(cfg.axioms.clone()))?;
        write_globals(f, &cfg.variables, &cfg.axioms)?;
        writeln!(f, "start {}", Name(cfg.entry))?;
        write_graph(f, "", &cfg.locations, &cfg.edges, None)
    }
}

impl CoreProgram {
    /// The program in the text form that [`crate::read_program`] reads.
    pub fn to_text(&self) -> String {
        ProgramText(self).to_string()
    }
}

struct ProgramText<'p>(&'p CoreProgram);

impl Display for ProgramText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ProgramText(program) = self;
        let of_procedure = |p: &Procedure| -> Vec<Term> {
            let expressions = p.edges.iter().flat_map(|edge| edge.statement.expressions());
            let locals = p.parameters.iter().chain(&p.results).chain(&p.locals);
            expressions.chain(locals.copied()).collect()
        };
        let terms = program.procedures.iter().flat_map(of_procedure);
        write_signature(f, terms.chain(program.globals.clone()).chain(program.axioms.clone()))?;
        write_globals(f, &program.globals, &program.axioms)?;
        for entry in &program.entries {
            writeln!(f, "entry {}", symbol::plain(&program.procedures[*entry].name))?;
        }
        for procedure in program.procedures.iter() {
            write_procedure(f, procedure, program)?;
        }
        Ok(())
    }
}

fn write_signature(f: &mut Formatter<'_>, terms: impl Iterator<Item = Term>) -> fmt::Result {
    let signature = Signature::of(&terms.collect::<Vec<_>>());
    for sort in &signature.sorts {
        writeln!(f, "sort {}", symbol::plain(sort.as_str()))?;
    }
    for function in &signature.functions {
        let parameters = Commas(function.parameters().to_vec());
        writeln!(
            f,
            "function {}({parameters}): {}",
            symbol::plain(function.name().as_str()),
            function.result()
        )?;
    }
    Ok(())
}

pub(crate) fn write_globals(f: &mut Formatter<'_>, variables: &[Term], axioms: &[Term]) -> fmt::Result {
    for variable in variables {
        writeln!(f, "var {variable}: {}", variable.sort())?;
    }
    for axiom in axioms {
        writeln!(f, "axiom {}", Line(*axiom))?;
    }
    Ok(())
}

fn write_procedure(f: &mut Formatter<'_>, procedure: &Procedure, program: &CoreProgram) -> fmt::Result {
    write!(f, "procedure {}({})", symbol::plain(&procedure.name), declared(&procedure.parameters))?;
    if !procedure.results.is_empty() {
        write!(f, " returns ({})", declared(&procedure.results))?;
    }
    writeln!(f, " {{")?;
    for local in &procedure.locals {
        writeln!(f, "  var {local}: {}", local.sort())?;
    }
    writeln!(f, "  start {}", Name(procedure.entry))?;
    writeln!(f, "  exit {}", Name(procedure.exit))?;
    write_graph(f, "  ", &procedure.locations, &procedure.edges, Some(program))?;
    writeln!(f, "}}")
}

fn write_graph(
    f: &mut Formatter<'_>,
    indent: &str,
    locations: &IndexVec<LocationId, Location>,
    edges: &IndexVec<EdgeId, Edge>,
    program: Option<&CoreProgram>,
) -> fmt::Result {
    let last = locations.ids().next_back();
    for (id, location) in locations.iter_enumerated() {
        if !location.name.is_empty() {
            writeln!(f, "{indent}location {} {}", Name(id), Quoted(&location.name))?;
        } else if Some(id) == last {
            writeln!(f, "{indent}location {}", Name(id))?; // tells how many there are
        }
        match &location.target {
            None => {}
            Some(Target::Violation(violation)) => {
                let (property, message) = (Quoted(&violation.property), Quoted(&violation.message));
                writeln!(f, "{indent}error {} {property} {message}", Name(id))?;
            }
            Some(Target::Limit(limit)) => {
                writeln!(f, "{indent}limit {} {}", Name(id), Quoted(&limit.to_string()))?;
            }
        }
    }
    for edge in edges.iter() {
        write!(f, "{indent}{} -> {}", Name(edge.source), Name(edge.destination))?;
        if let Some(why) = &edge.provenance.overapproximation {
            write!(f, " approximately {}", Quoted(why))?;
        }
        if let Some(function) = &edge.provenance.input {
            write!(f, " input {}", Quoted(function))?;
        }
        write!(f, ": ")?;
        write_statement(f, &edge.statement, program)?;
        if !edge.provenance.text.is_empty() {
            write!(f, "  // {}", escape(&edge.provenance.text))?;
        }
        writeln!(f)?;
    }
    Ok(())
}

fn write_statement(
    f: &mut Formatter<'_>,
    statement: &Statement,
    program: Option<&CoreProgram>,
) -> fmt::Result {
    match statement {
        Statement::Assume(condition) => write!(f, "assume {}", Line(*condition)),
        Statement::Assign(pairs) if pairs.is_empty() => write!(f, "skip"),
        Statement::Havoc(variables) if variables.is_empty() => write!(f, "skip"),
        Statement::Assign(pairs) => {
            let written = |(v, e): &(Term, Term)| format!("{} := {}", assigned(*v), Line(*e));
            write!(f, "{}", Commas(pairs.iter().map(written).collect()))
        }
        Statement::Havoc(variables) => write!(f, "havoc {}", Commas(variables.clone())),
        Statement::Call(call) => {
            write!(f, "call ")?;
            if !call.results.is_empty() {
                write!(f, "{} := ", Commas(call.results.clone()))?;
            }
            match program.and_then(|p| p.procedures.get(call.procedure)) {
                Some(callee) => write!(f, "{}", symbol::plain(&callee.name))?,
                None => write!(f, "procedure#{}", call.procedure.index())?,
            }
            write!(f, "({})", Commas(call.arguments.iter().map(|a| Line(*a)).collect()))
        }
    }
}

/// The name of an assigned variable, which must not look like another statement.
fn assigned(variable: Term) -> String {
    let name = variable.to_string();
    if STATEMENT_WORDS.contains(&name.as_str()) { format!("|{name}|") } else { name }
}

impl Display for Edge {
    /// The statement as a person would write it.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.provenance.text.is_empty() {
            write!(f, "{}", self.statement)
        } else {
            f.write_str(&self.provenance.text)
        }
    }
}
