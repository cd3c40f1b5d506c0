//! Statements, procedures and programs, and their text.

use std::fmt::Write;

use super::expressions::{Expr, Slot, Variable, prelude};

/// An assignment's left side: a variable, or a map at an index.
#[derive(Clone, Debug)]
pub struct Left {
    /// The variable.
    pub slot: Slot,
    /// The index.
    pub index: Option<Expr>,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// A parallel assignment; no variable twice.
    Assign(Vec<(Left, Expr)>),
    /// `havoc`, followed by what limits the values.
    Havoc(Vec<Slot>),
    /// `assume`
    Assume(Expr),
    /// `assert`
    Assert(Expr),
    /// `if`; without a condition, `*`.
    If(Option<Expr>, Vec<Stmt>, Vec<Stmt>),
    /// `while` with an invariant, which is checked whenever the head is reached.
    While(Option<Expr>, Option<Expr>, Vec<Stmt>),
    /// Leaves the innermost loop.
    Break,
    /// Jumps to one of the labels of the body.
    Goto(Vec<usize>),
    /// A label, only at the top of a body.
    Label(usize),
    /// `return`
    Return,
    /// A call: procedure, arguments, the variables for the results.
    Call(usize, Vec<Expr>, Vec<Slot>),
}

/// A procedure; the first of a program is the entry and has no parameters.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// The name.
    pub name: String,
    /// Parameters, which nothing assigns.
    pub parameters: Vec<Slot>,
    /// Results.
    pub results: Vec<Slot>,
    /// Local variables.
    pub locals: Vec<Slot>,
    /// Checked at each call, over globals and parameters.
    pub requires: Option<Expr>,
    /// Checked at the end of the body; assumed if there is none.
    pub ensures: Option<Expr>,
    /// The body. Without one, the procedure does what its contract allows.
    pub body: Option<Vec<Stmt>>,
    /// The globals that it changes.
    pub modifies: Vec<Slot>,
}

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// All variables: globals, locals, bound ones.
    pub variables: Vec<Variable>,
    /// The global variables.
    pub globals: Vec<Slot>,
    /// Constants.
    pub constants: Vec<Slot>,
    /// Over the constants.
    pub axioms: Vec<Expr>,
    /// The procedures; calls only go to later ones.
    pub procedures: Vec<Procedure>,
}

impl Program {
    /// Boogie's text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for (slots, word) in [(&self.globals, "var"), (&self.constants, "const")] {
            for &slot in slots {
                push(&mut out, 0, &format!("{word} {};", self.declaration(slot)));
            }
        }
        for axiom in &self.axioms {
            push(&mut out, 0, &format!("axiom {};", self.of(axiom)));
        }
        for &slot in &self.constants {
            let Variable { name, ty } = &self.variables[slot];
            if let Some(range) = ty.range(name) {
                push(&mut out, 0, &format!("axiom {range};"));
            }
        }
        for number in 0..self.procedures.len() {
            self.procedure(number, &mut out);
        }
        // Only the functions that are used, so that small programs are easy to read.
        let prelude = prelude([1, 2, 3].into_iter());
        let name =
            |line: &str| line.split("} ").nth(1).and_then(|rest| Some(rest.split('(').next()?.to_owned()));
        let is_used = |line: &&str| name(line).is_some_and(|name| out.contains(&format!("{name}(")));
        let used: String = prelude.lines().filter(is_used).map(|line| format!("{line}\n")).collect();
        used + &out
    }

    fn of(&self, expr: &Expr) -> String {
        expr.text(&self.variables)
    }

    fn declaration(&self, slot: Slot) -> String {
        let Variable { name, ty } = &self.variables[slot];
        format!("{name}: {ty}")
    }

    fn names(&self, slots: &[Slot]) -> String {
        slots.iter().map(|slot| self.variables[*slot].name.clone()).collect::<Vec<_>>().join(", ")
    }

    fn procedure(&self, number: usize, out: &mut String) {
        let procedure = &self.procedures[number];
        let list = |slots: &[Slot]| slots.iter().map(|s| self.declaration(*s)).collect::<Vec<_>>().join(", ");
        let end = if procedure.body.is_some() { "" } else { ";" };
        let head = format!(
            "procedure {}({}) returns ({}){end}",
            procedure.name,
            list(&procedure.parameters),
            list(&procedure.results)
        );
        push(out, 0, &head);
        if let Some(requires) = &procedure.requires {
            push(out, 1, &format!("requires {};", self.of(requires)));
        }
        if !procedure.modifies.is_empty() {
            push(out, 1, &format!("modifies {};", self.names(&procedure.modifies)));
        }
        let mut ensures: Vec<String> = procedure.ensures.iter().map(|ensures| self.of(ensures)).collect();
        if procedure.body.is_none() {
            ensures.extend(self.ranges(procedure.modifies.iter().chain(&procedure.results)));
        }
        ensures.iter().for_each(|ensures| push(out, 1, &format!("ensures {ensures};")));
        let Some(body) = &procedure.body else { return };
        push(out, 0, "{");
        for &local in &procedure.locals {
            push(out, 1, &format!("var {};", self.declaration(local)));
        }
        let entry = if number == 0 { &self.globals[..] } else { &[] };
        for range in self.ranges(procedure.results.iter().chain(&procedure.locals).chain(entry)) {
            push(out, 1, &format!("assume {range};"));
        }
        self.statements(body, 1, out);
        push(out, 0, "}");
    }

    fn ranges<'s>(&self, slots: impl Iterator<Item = &'s Slot>) -> Vec<String> {
        let range = |slot: &Slot| self.variables[*slot].ty.range(&self.variables[*slot].name);
        slots.filter_map(range).collect()
    }

    fn statements(&self, statements: &[Stmt], depth: usize, out: &mut String) {
        statements.iter().for_each(|statement| self.statement(statement, depth, out));
    }

    fn statement(&self, statement: &Stmt, depth: usize, out: &mut String) {
        let condition = |c: &Option<Expr>| c.as_ref().map_or("*".to_string(), |c| self.of(c));
        match statement {
            Stmt::Assign(pairs) => {
                let name = |left: &Left| self.variables[left.slot].name.clone();
                let index =
                    |left: &Left| left.index.as_ref().map_or(String::new(), |i| format!("[{}]", self.of(i)));
                let left: Vec<String> = pairs.iter().map(|(left, _)| name(left) + &index(left)).collect();
                let right: Vec<String> = pairs.iter().map(|(_, right)| self.of(right)).collect();
                push(out, depth, &format!("{} := {};", left.join(", "), right.join(", ")));
            }
            Stmt::Havoc(slots) => {
                push(out, depth, &format!("havoc {};", self.names(slots)));
                let ranges = self.ranges(slots.iter());
                ranges.iter().for_each(|range| push(out, depth, &format!("assume {range};")));
            }
            Stmt::Assume(e) => push(out, depth, &format!("assume {};", self.of(e))),
            Stmt::Assert(e) => push(out, depth, &format!("assert {};", self.of(e))),
            Stmt::If(c, then, otherwise) => {
                push(out, depth, &format!("if ({}) {{", condition(c)));
                self.statements(then, depth + 1, out);
                if !otherwise.is_empty() {
                    push(out, depth, "} else {");
                    self.statements(otherwise, depth + 1, out);
                }
                push(out, depth, "}");
            }
            Stmt::While(c, invariant, body) => {
                push(out, depth, &format!("while ({})", condition(c)));
                if let Some(invariant) = invariant {
                    push(out, depth + 1, &format!("invariant {};", self.of(invariant)));
                }
                push(out, depth, "{");
                self.statements(body, depth + 1, out);
                push(out, depth, "}");
            }
            Stmt::Break => push(out, depth, "break;"),
            Stmt::Goto(labels) => {
                let labels: Vec<String> = labels.iter().map(|label| format!("L{label}")).collect();
                push(out, depth, &format!("goto {};", labels.join(", ")));
            }
            Stmt::Label(label) => push(out, depth.saturating_sub(1), &format!("L{label}:")),
            Stmt::Return => push(out, depth, "return;"),
            Stmt::Call(callee, arguments, results) => {
                let arguments: Vec<String> = arguments.iter().map(|a| self.of(a)).collect();
                let name = &self.procedures[*callee].name;
                let receivers =
                    if results.is_empty() { String::new() } else { format!("{} := ", self.names(results)) };
                push(out, depth, &format!("call {receivers}{name}({});", arguments.join(", ")));
            }
        }
    }
}

fn push(out: &mut String, depth: usize, line: &str) {
    writeln!(out, "{:1$}{line}", "", 2 * depth).expect("strings can be written to");
}
