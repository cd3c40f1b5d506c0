//! Statements as text.

use super::Printer;
use crate::hir::{ExprId, ObjectId, StmtId, StmtKind};

impl Printer<'_> {
    /// A block inside of an expression and the value behind it, on one line.
    pub(super) fn inline(&mut self, id: StmtId, value: Option<ExprId>) -> String {
        let out = std::mem::take(&mut self.out);
        let indent = std::mem::take(&mut self.indent);
        let (statements, objects) = match &self.program.stmts[id].kind {
            StmtKind::Block(statements, objects) => (&statements[..], &objects[..]),
            _ => (&[id][..], &[][..]),
        };
        statements.iter().for_each(|&statement| self.stmt(statement));
        if let Some(value) = value {
            let value = self.expr(value);
            self.line(&format!("value {value}"));
        }
        self.end_lifetimes(objects);
        self.indent = indent;
        let text = std::mem::replace(&mut self.out, out);
        text.lines().map(|line| format!(" {};", line.trim_start())).collect()
    }

    fn end_lifetimes(&mut self, objects: &[ObjectId]) {
        if !objects.is_empty() {
            let names: Vec<&str> = objects.iter().map(|&object| self.name(object)).collect();
            self.line(&format!("end {}", names.join(", ")));
        }
    }

    pub(super) fn stmt(&mut self, id: StmtId) {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.stmt_inner(id));
    }

    fn nested(&mut self, head: &str, id: StmtId) {
        self.line(head);
        self.indent += 1;
        self.stmt(id);
        self.indent -= 1;
    }

    fn stmt_inner(&mut self, id: StmtId) {
        let program = self.program;
        let text = match &program.stmts[id].kind {
            StmtKind::Empty => "empty".into(),
            &StmtKind::Expr(expr) => self.expr(expr),
            &StmtKind::Declare(object) => format!("declare {}", self.declared(object)),
            StmtKind::Init { object, is_zeroed, parts } => {
                let zero = if *is_zeroed { "zero " } else { "" };
                let parts = self.parts(program.objects[*object].ty, parts);
                format!("init {} = {zero}{parts}", self.name(*object))
            }
            StmtKind::Block(statements, objects) => {
                self.line("block");
                self.indent += 1;
                statements.iter().for_each(|&statement| self.stmt(statement));
                self.end_lifetimes(objects);
                self.indent -= 1;
                return;
            }
            &StmtKind::If(condition, then, otherwise) => {
                let head = format!("if {}", self.expr(condition));
                self.nested(&head, then);
                if let Some(otherwise) = otherwise {
                    self.nested("else", otherwise);
                }
                return;
            }
            &StmtKind::While(condition, body) => {
                let head = format!("while {}", self.expr(condition));
                return self.nested(&head, body);
            }
            &StmtKind::DoWhile(body, condition) => {
                let head = format!("do-while {}", self.expr(condition));
                return self.nested(&head, body);
            }
            &StmtKind::For { init, condition, step, body } => {
                let mut part = |expr: Option<_>| expr.map(|expr| self.expr(expr)).unwrap_or_default();
                let head = format!("for {}; {}; {}", part(init), part(condition), part(step));
                return self.nested(&head, body);
            }
            StmtKind::Switch { value, cases, default, body } => {
                let mut names: Vec<&str> =
                    cases.iter().map(|&(_, _, label)| &*program.labels[label].name).collect();
                names.extend(default.map(|_| "default"));
                let head = format!("switch {} [{}]", self.expr(*value), names.join(", "));
                return self.nested(&head, *body);
            }
            &StmtKind::Label(label, body) => {
                self.line(&format!("{}:", program.labels[label].name));
                if !matches!(program.stmts[body].kind, StmtKind::Empty) {
                    self.stmt(body);
                }
                return;
            }
            StmtKind::Goto(label) => format!("goto {}", program.labels[*label].name),
            &StmtKind::ComputedGoto(target) => format!("goto *{}", self.expr(target)),
            StmtKind::Break => "break".into(),
            StmtKind::Continue => "continue".into(),
            StmtKind::Return(None) => "return".into(),
            &StmtKind::Return(Some(value)) => format!("return {}", self.expr(value)),
            StmtKind::Asm { outputs, inputs, is_empty, clobbers_memory } => {
                let outputs: Vec<String> = outputs.iter().map(|&place| self.place(place)).collect();
                let inputs: Vec<String> = inputs.iter().map(|&input| self.expr(input)).collect();
                let empty = if *is_empty { " empty" } else { "" };
                let memory = if *clobbers_memory { " memory" } else { "" };
                format!("asm{empty}{memory} ({}) from ({})", outputs.join(", "), inputs.join(", "))
            }
        };
        self.line(&text);
    }
}
