//! Statements and inline assembly.

use super::expr::CONDITIONAL;
use super::{Printer, Task};
use crate::ast::{AsmId, AsmOperand, ForInit, StmtId, StmtKind};

impl<'a> Printer<'a> {
    pub(super) fn stmt(&mut self, id: StmtId) {
        let ast = self.ast;
        let semi = Task::Text(";");
        match &ast[id].kind {
            StmtKind::Empty => self.emit(";"),
            StmtKind::Expr(expr) => self.schedule(&[Task::Expr(*expr, 0), semi]),
            StmtKind::Declaration(id) => self.declaration(&ast[*id]),
            StmtKind::StaticAssert(assertion) => self.tasks.push(Task::StaticAssert(*assertion)),
            StmtKind::LocalLabels(names) => {
                let mark = self.tasks.len();
                self.tasks.push(Task::Text("__label__ "));
                self.list(names.iter().map(|name| Task::Name(name.name)));
                self.tasks.push(semi);
                self.reverse_from(mark);
            }
            StmtKind::Compound(statements) => {
                let mark = self.tasks.len();
                self.tasks.extend([Task::Text("{"), Task::Indent]);
                for &statement in statements {
                    self.tasks.extend([Task::Newline, Task::Stmt(statement)]);
                }
                self.tasks.extend([Task::Dedent, Task::Newline, Task::Text("}")]);
                self.reverse_from(mark);
            }
            StmtKind::Label(label) => {
                let attributes = Task::Attributes(&label.attributes);
                let colon = Task::Text(":");
                let body = Task::Stmt(label.body);
                self.schedule(&[Task::Name(label.name.name), colon, attributes, Task::Newline, body]);
            }
            StmtKind::Case(first, last, body) => {
                let mark = self.tasks.len();
                self.tasks.extend([Task::Text("case "), Task::Expr(*first, CONDITIONAL)]);
                if let Some(last) = last {
                    self.tasks.extend([Task::Text(" ... "), Task::Expr(*last, CONDITIONAL)]);
                }
                self.tasks.extend([Task::Text(":"), Task::Newline, Task::Stmt(*body)]);
                self.reverse_from(mark);
            }
            StmtKind::Default(body) => {
                self.schedule(&[Task::Text("default:"), Task::Newline, Task::Stmt(*body)])
            }
            StmtKind::Goto(label) => self.schedule(&[Task::Text("goto "), Task::Name(label.name), semi]),
            StmtKind::GotoComputed(expr) => {
                self.schedule(&[Task::Text("goto *"), Task::Expr(*expr, 0), semi])
            }
            StmtKind::Break => self.emit("break;"),
            StmtKind::Continue => self.emit("continue;"),
            StmtKind::Return(None) => self.emit("return;"),
            StmtKind::Return(Some(expr)) => {
                self.schedule(&[Task::Text("return "), Task::Expr(*expr, 0), semi])
            }
            StmtKind::Asm(asm) => self.asm(*asm),
            kind => self.control(kind),
        }
    }

    fn control(&mut self, kind: &'a StmtKind) {
        let close = Task::Text(")");
        match kind {
            StmtKind::If(condition, then, otherwise) => {
                let mark = self.tasks.len();
                self.tasks.extend([Task::Text("if ("), Task::Expr(*condition, 0), close, Task::Body(*then)]);
                if let Some(otherwise) = *otherwise {
                    let is_if = matches!(self.ast[otherwise].kind, StmtKind::If(..));
                    self.tasks.extend([Task::Newline, Task::Text("else")]);
                    if is_if {
                        self.tasks.extend([Task::Text(" "), Task::Stmt(otherwise)]);
                    } else {
                        self.tasks.push(Task::Body(otherwise));
                    }
                }
                self.reverse_from(mark);
            }
            StmtKind::Switch(expr, body) => {
                self.schedule(&[Task::Text("switch ("), Task::Expr(*expr, 0), close, Task::Body(*body)]);
            }
            StmtKind::While(condition, body) => {
                self.schedule(&[Task::Text("while ("), Task::Expr(*condition, 0), close, Task::Body(*body)]);
            }
            StmtKind::DoWhile(body, condition) => {
                let condition = [Task::Text("while ("), Task::Expr(*condition, 0), Task::Text(");")];
                let [open, condition, close] = condition;
                self.schedule(&[Task::Text("do"), Task::Body(*body), Task::Newline, open, condition, close]);
            }
            StmtKind::For(head) => {
                let mark = self.tasks.len();
                self.tasks.push(Task::Text("for ("));
                match head.init {
                    ForInit::None => self.tasks.push(Task::Text(";")),
                    ForInit::Expr(expr) => self.tasks.extend([Task::Expr(expr, 0), Task::Text(";")]),
                    ForInit::Declaration(id) => {
                        let ast = self.ast;
                        self.declaration_parts(&ast[id]);
                    }
                }
                for part in [head.condition, head.step] {
                    self.tasks.extend(part.map(|_| Task::Text(" ")));
                    self.tasks.extend(part.map(|part| Task::Expr(part, 0)));
                    self.tasks.push(Task::Text(";"));
                }
                // The semicolon after the step is none.
                self.tasks.pop();
                self.tasks.extend([close, Task::Body(head.body)]);
                self.reverse_from(mark);
            }
            _ => unreachable!("all other kinds are printed elsewhere"),
        }
    }

    /// A statement under another.
    pub(super) fn body(&mut self, id: StmtId) {
        if matches!(self.ast[id].kind, StmtKind::Compound(_)) {
            self.schedule(&[Task::Text(" "), Task::Stmt(id)]);
        } else {
            self.schedule(&[Task::Indent, Task::Newline, Task::Stmt(id), Task::Dedent]);
        }
    }

    pub(super) fn asm(&mut self, id: AsmId) {
        let ast = self.ast;
        let asm = &ast[id];
        let mark = self.tasks.len();
        self.tasks.push(Task::Text("__asm__"));
        for (present, word) in [(asm.volatile, " volatile"), (asm.inline, " inline"), (asm.goto, " goto")] {
            if present {
                self.tasks.push(Task::Text(word));
            }
        }
        self.tasks.extend([Task::Text(" ("), Task::Str(asm.template)]);
        if asm.extended {
            self.tasks.push(Task::Text(" : "));
            self.operands(&asm.outputs);
            self.tasks.push(Task::Text(" : "));
            self.operands(&asm.inputs);
            self.tasks.push(Task::Text(" : "));
            self.list(asm.clobbers.iter().map(|&clobber| Task::Str(clobber)));
        }
        if !asm.labels.is_empty() {
            self.tasks.push(Task::Text(" : "));
            self.list(asm.labels.iter().map(|label| Task::Name(label.name)));
        }
        self.tasks.push(Task::Text(");"));
        self.reverse_from(mark);
    }

    fn operands(&mut self, operands: &'a [AsmOperand]) {
        for (number, operand) in operands.iter().enumerate() {
            self.tasks.push(Task::Text(if number > 0 { ", " } else { "" }));
            if let Some(name) = operand.name {
                self.tasks.extend([Task::Text("["), Task::Name(name.name), Task::Text("] ")]);
            }
            self.tasks.extend([Task::Str(operand.constraint), Task::Text(" (")]);
            self.tasks.extend([Task::Expr(operand.expr, 0), Task::Text(")")]);
        }
    }
}
