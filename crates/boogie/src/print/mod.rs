//! The text form of a syntax tree.
//!
//! Printing a parsed program and parsing it again gives the same text: parentheses are written where the parser
//! needs them and nowhere else.

mod expressions;

use crate::ast::*;
use crate::lexer::keyword;
use crate::names::Name;
use std::fmt::Write;

/// The program as text.
pub fn print(program: &Program) -> String {
    let mut printer = Printer { program, out: String::new() };
    for declaration in &program.declarations {
        printer.declaration(declaration);
    }
    printer.out
}

/// One expression as text.
pub fn print_expression(program: &Program, expr: ExprId) -> String {
    let mut printer = Printer { program, out: String::new() };
    printer.expression(expr);
    printer.out
}

/// One statement as text, without the `;`. Of compound statements only the head makes sense here.
pub fn print_statement(program: &Program, statement: &Statement) -> String {
    let mut printer = Printer { program, out: String::new() };
    printer.statement(statement, 0);
    printer.out.trim_end_matches(['\n', ';']).to_owned()
}

struct Printer<'a> {
    program: &'a Program,
    out: String,
}

impl Printer<'_> {
    fn name(&self, name: Name) -> String {
        let text = self.program.names.text(name);
        if keyword(text).is_some() { format!("\\{text}") } else { text.to_owned() }
    }

    fn names(&self, idents: &[Ident]) -> String {
        idents.iter().map(|ident| self.name(ident.name)).collect::<Vec<_>>().join(", ")
    }

    fn type_text(&self, ty: &TypeExpr) -> String {
        match &ty.kind {
            TypeKind::Bool => "bool".into(),
            TypeKind::Int => "int".into(),
            TypeKind::Real => "real".into(),
            TypeKind::BitVector(width) => format!("bv{width}"),
            TypeKind::Named(name, arguments) => {
                let mut text = self.name(*name);
                for argument in arguments {
                    let compound = match &argument.kind {
                        TypeKind::Map(..) => true,
                        TypeKind::Named(_, arguments) => !arguments.is_empty(),
                        _ => false,
                    };
                    let argument = self.type_text(argument);
                    text += &if compound { format!(" ({argument})") } else { format!(" {argument}") };
                }
                text
            }
            TypeKind::Map(indices, result) => {
                let indices: Vec<String> = indices.iter().map(|index| self.type_text(index)).collect();
                format!("[{}]{}", indices.join(", "), self.type_text(result))
            }
        }
    }

    fn attributes(&self, attributes: &[Attribute]) -> String {
        let mut text = String::new();
        for attribute in attributes {
            let arguments: Vec<String> = attribute
                .arguments
                .iter()
                .map(|argument| match argument {
                    AttributeArgument::Text(text) => format!("\"{}\"", text.replace('"', "\\\"")),
                    AttributeArgument::Expr(text) => text.clone(),
                })
                .collect();
            let space = if arguments.is_empty() { "" } else { " " };
            let _ = write!(
                text,
                "{{:{}{space}{}}} ",
                self.program.names.text(attribute.name.name),
                arguments.join(", ")
            );
        }
        text
    }

    fn declaration(&mut self, declaration: &Declaration) {
        let attributes = self.attributes(&declaration.attributes);
        match &declaration.kind {
            DeclarationKind::Type(ty) => {
                let finite = if ty.finite { "finite " } else { "" };
                let _ = write!(self.out, "type {attributes}{finite}{}", self.name(ty.name.name));
                for parameter in &ty.parameters {
                    self.out += " ";
                    self.out += &self.name(parameter.name);
                }
                if let Some(synonym) = &ty.synonym {
                    let _ = write!(self.out, " = {}", self.type_text(synonym));
                }
                self.out += ";\n";
            }
            DeclarationKind::Constants(constants) => {
                let unique = if constants.unique { "unique " } else { "" };
                let (names, ty) = (self.names(&constants.names), self.type_text(&constants.ty));
                let _ = writeln!(self.out, "const {attributes}{unique}{names}: {ty};");
            }
            DeclarationKind::Function(function) => self.function(&attributes, function),
            DeclarationKind::Axiom(axiom) => {
                let _ = write!(self.out, "axiom {attributes}");
                self.expression(*axiom);
                self.out += ";\n";
            }
            DeclarationKind::Variables(variables) => {
                let _ = write!(self.out, "var {attributes}");
                self.variables(variables);
                self.out += ";\n";
            }
            DeclarationKind::Procedure(procedure) => {
                let _ = write!(self.out, "procedure {attributes}");
                self.signature(procedure.name, &procedure.parameters, &procedure.results);
                self.out += if procedure.body.is_none() { ";\n" } else { "\n" };
                for clause in &procedure.contract {
                    self.clause(clause);
                }
                if let Some(body) = &procedure.body {
                    self.body(body);
                }
            }
            DeclarationKind::Implementation(implementation) => {
                let _ = write!(self.out, "implementation {attributes}");
                self.signature(implementation.name, &implementation.parameters, &implementation.results);
                self.out += "\n";
                self.body(&implementation.body);
            }
        }
    }

    fn function(&mut self, attributes: &str, function: &FunctionDeclaration) {
        let parameters: Vec<String> = function
            .parameters
            .iter()
            .map(|(name, ty)| match name {
                Some(name) => format!("{}: {}", self.name(name.name), self.type_text(ty)),
                None => self.type_text(ty),
            })
            .collect();
        let (name, result) = (self.name(function.name.name), self.type_text(&function.result));
        let _ = write!(self.out, "function {attributes}{name}({}) returns ({result})", parameters.join(", "));
        match function.body {
            Some(body) => {
                self.out += " { ";
                self.expression(body);
                self.out += " }\n";
            }
            None => self.out += ";\n",
        }
    }

    fn variables(&mut self, variables: &[Variable]) {
        for (number, variable) in variables.iter().enumerate() {
            if number > 0 {
                self.out += ", ";
            }
            let (name, ty) = (self.name(variable.name.name), self.type_text(&variable.ty));
            let _ = write!(self.out, "{name}: {ty}");
            if let Some(clause) = variable.where_clause {
                self.out += " where ";
                self.expression(clause);
            }
        }
    }

    fn signature(&mut self, name: Ident, parameters: &[Variable], results: &[Variable]) {
        self.out += &self.name(name.name);
        self.out += "(";
        self.attributed_variables(parameters);
        self.out += ")";
        if !results.is_empty() {
            self.out += " returns (";
            self.attributed_variables(results);
            self.out += ")";
        }
    }

    fn attributed_variables(&mut self, variables: &[Variable]) {
        for (number, variable) in variables.iter().enumerate() {
            if number > 0 {
                self.out += ", ";
            }
            self.out += &self.attributes(&variable.attributes);
            self.variables(std::slice::from_ref(variable));
        }
    }

    fn clause(&mut self, clause: &Clause) {
        let free = if clause.free { "free " } else { "" };
        let attributes = self.attributes(&clause.attributes);
        match &clause.kind {
            ClauseKind::Requires(condition) | ClauseKind::Ensures(condition) => {
                let word =
                    if matches!(clause.kind, ClauseKind::Requires(_)) { "requires" } else { "ensures" };
                let _ = write!(self.out, "  {free}{word} {attributes}");
                self.expression(*condition);
            }
            ClauseKind::Modifies(names) => {
                let names = self.names(names);
                let _ = write!(self.out, "  {free}modifies {attributes}{names}");
            }
        }
        self.out += ";\n";
    }

    fn body(&mut self, body: &Body) {
        self.out += "{\n";
        for local in &body.locals {
            let _ = write!(self.out, "  var {}", self.attributes(&local.attributes));
            self.variables(std::slice::from_ref(local));
            self.out += ";\n";
        }
        self.statements(&body.statements, 1);
        self.out += "}\n";
    }

    fn statements(&mut self, statements: &[Statement], depth: usize) {
        for statement in statements {
            self.out += &"  ".repeat(depth);
            self.statement(statement, depth);
        }
    }

    fn block(&mut self, statements: &[Statement], depth: usize) {
        self.out += "{\n";
        self.statements(statements, depth + 1);
        self.out += &"  ".repeat(depth);
        self.out += "}";
    }

    fn guard(&mut self, guard: Guard) {
        match guard {
            Some(condition) => self.expression(condition),
            None => self.out += "*",
        }
    }

    fn expressions(&mut self, exprs: &[ExprId]) {
        for (number, &expr) in exprs.iter().enumerate() {
            if number > 0 {
                self.out += ", ";
            }
            self.expression(expr);
        }
    }

    fn statement(&mut self, statement: &Statement, depth: usize) {
        let attributes = self.attributes(&statement.attributes);
        match &statement.kind {
            StatementKind::Label(label) => {
                let _ = writeln!(self.out, "{}:", self.name(label.name));
                return;
            }
            StatementKind::Assert(condition) | StatementKind::Assume(condition) => {
                let word =
                    if matches!(statement.kind, StatementKind::Assert(_)) { "assert" } else { "assume" };
                let _ = write!(self.out, "{word} {attributes}");
                self.expression(*condition);
            }
            StatementKind::Havoc(names) => {
                let _ = write!(self.out, "havoc {attributes}{}", self.names(names));
            }
            StatementKind::Assign(targets, values) => {
                self.targets(targets);
                self.out += " := ";
                self.expressions(values);
            }
            StatementKind::Call(call) => self.call(&attributes, call),
            StatementKind::If(branches, otherwise) => {
                return self.if_statement(&attributes, branches, otherwise.as_deref(), depth);
            }
            StatementKind::While(statement) => return self.while_statement(&attributes, statement, depth),
            StatementKind::Goto(labels) => {
                let _ = write!(self.out, "goto {attributes}{}", self.names(labels));
            }
            StatementKind::Break(None) => {
                let _ = write!(self.out, "break{}", attributes.trim_end());
            }
            StatementKind::Break(Some(label)) => {
                let _ = write!(self.out, "break {attributes}{}", self.name(label.name));
            }
            StatementKind::Return => {
                let _ = write!(self.out, "return{}", attributes.trim_end());
            }
            StatementKind::Block(statements) => {
                self.out += "atomic ";
                self.block(statements, depth);
                self.out += "\n";
                return;
            }
        }
        self.out += ";\n";
    }

    fn targets(&mut self, targets: &[Target]) {
        for (number, target) in targets.iter().enumerate() {
            if number > 0 {
                self.out += ", ";
            }
            self.out += &self.name(target.variable.name);
            for indices in &target.indices {
                self.out += "[";
                self.expressions(indices);
                self.out += "]";
            }
        }
    }

    fn call(&mut self, attributes: &str, call: &Call) {
        let _ = write!(self.out, "call {attributes}");
        if !call.results.is_empty() {
            let _ = write!(self.out, "{} := ", self.names(&call.results));
        }
        let _ = write!(self.out, "{}(", self.name(call.procedure.name));
        for (number, &argument) in call.arguments.iter().enumerate() {
            if number > 0 {
                self.out += ", ";
            }
            self.guard(argument);
        }
        self.out += ")";
    }

    fn if_statement(
        &mut self,
        attributes: &str,
        branches: &[Branch],
        otherwise: Option<&[Statement]>,
        depth: usize,
    ) {
        for (number, branch) in branches.iter().enumerate() {
            self.out += if number > 0 { " else if " } else { "if " };
            if number == 0 {
                self.out += attributes;
            }
            self.out += "(";
            self.guard(branch.guard);
            self.out += ") ";
            self.block(&branch.statements, depth);
        }
        if let Some(statements) = otherwise {
            self.out += " else ";
            self.block(statements, depth);
        }
        self.out += "\n";
    }

    fn while_statement(&mut self, attributes: &str, statement: &While, depth: usize) {
        let _ = write!(self.out, "while {attributes}(");
        self.guard(statement.guard);
        self.out += ")";
        for invariant in &statement.invariants {
            let free = if invariant.free { "free " } else { "" };
            let attributes = self.attributes(&invariant.attributes);
            let _ = write!(self.out, "\n{}{free}invariant {attributes}", "  ".repeat(depth + 1));
            self.expression(invariant.condition);
            self.out += ";";
        }
        if statement.invariants.is_empty() {
            self.out += " ";
        } else {
            self.out += "\n";
            self.out += &"  ".repeat(depth);
        }
        self.block(&statement.statements, depth);
        self.out += "\n";
    }
}
