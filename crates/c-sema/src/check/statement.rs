//! Statements.
//!
//! A statement is appended to the list of the block around it; it may become several (a declaration) or none. A label is
//! a statement of its own before the one it labels, so that chains of labels need no recursion.

use base::Span;
use c_syntax::ast::{self, Asm, ForInit, StmtKind as Syntax};

use super::operand::Operand;
use super::{Checked, Checker};
use crate::hir::{ExprId, ExprKind, LabelId, StmtId, StmtKind};
use crate::types::Type;

impl<'a> Checker<'a> {
    /// A part of a statement as one node: a block of its own, which ends the lifetime of compound literals.
    pub(super) fn single_statement(&mut self, id: ast::StmtId) -> StmtId {
        let mut out = Vec::new();
        self.open_block();
        self.append_statement(id, &mut out);
        let span = self.span(self.ast[id].range);
        let block = self.close_block(out, span);
        match &self.program.stmts[block].kind {
            StmtKind::Block(statements, objects) if objects.is_empty() => match statements[..] {
                [] => self.statement(StmtKind::Empty, span),
                [only] => only,
                _ => block,
            },
            _ => block,
        }
    }

    /// Appends what a statement becomes; nothing if it has errors.
    pub(super) fn append_statement(&mut self, id: ast::StmtId, out: &mut Vec<StmtId>) {
        if self.diagnostics.is_full() {
            return;
        }
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || {
            let _ = self.append_checked(id, out);
        });
    }

    fn append_checked(&mut self, id: ast::StmtId, out: &mut Vec<StmtId>) -> Checked<()> {
        let id = self.append_labels(id, out)?;
        let ast = self.ast;
        let statement = &ast[id];
        let span = self.span(statement.range);
        let kind = match &statement.kind {
            Syntax::Empty | Syntax::Label(_) | Syntax::Case(..) | Syntax::Default(_) => return Ok(()),
            Syntax::Expr(expr) => StmtKind::Expr(self.value(*expr)?),
            Syntax::Declaration(declaration) => {
                self.local_declaration(*declaration, out);
                return Ok(());
            }
            Syntax::StaticAssert(assertion) => return self.static_assert(*assertion),
            Syntax::LocalLabels(names) => return self.declare_labels(names),
            Syntax::Compound(_) => {
                self.block_statement(id, out);
                return Ok(());
            }
            Syntax::If(condition, then, otherwise) => {
                let condition = self.scalar(*condition);
                let then = self.single_statement(*then);
                let otherwise = otherwise.map(|otherwise| self.single_statement(otherwise));
                StmtKind::If(condition?, then, otherwise)
            }
            Syntax::Switch(value, body) => return self.switch(*value, *body, span, out),
            Syntax::While(condition, body) => {
                let condition = self.scalar(*condition);
                let body = self.loop_body(*body);
                StmtKind::While(condition?, body)
            }
            Syntax::DoWhile(body, condition) => {
                let body = self.loop_body(*body);
                StmtKind::DoWhile(body, self.scalar(*condition)?)
            }
            Syntax::For(parts) => return self.for_loop(parts, span, out),
            Syntax::Goto(label) => StmtKind::Goto(self.use_label(*label)?),
            Syntax::GotoComputed(target) => {
                let target = self.scalar(*target)?;
                StmtKind::ComputedGoto(self.convert_assigned(target, self.common.void_pointer, span)?)
            }
            Syntax::Break => {
                if self.function.as_ref().is_none_or(|function| function.breakable == 0) {
                    return self.error(span, "`break` outside of loops and `switch`");
                }
                StmtKind::Break
            }
            Syntax::Continue => {
                if self.function.as_ref().is_none_or(|function| function.loops == 0) {
                    return self.error(span, "`continue` outside of loops");
                }
                StmtKind::Continue
            }
            Syntax::Return(value) => return self.return_statement(*value, span, out),
            Syntax::Asm(asm) => self.asm_statement(&ast[*asm], span)?,
        };
        out.push(self.statement(kind, span));
        Ok(())
    }

    /// Appends the labels before a statement and gives the statement behind them.
    fn append_labels(&mut self, id: ast::StmtId, out: &mut Vec<StmtId>) -> Checked<ast::StmtId> {
        let ast = self.ast;
        let mut id = id;
        loop {
            let span = self.span(ast[id].range);
            let (label, body) = match &ast[id].kind {
                Syntax::Label(label) => (self.define_label(label.name).map(Some), label.body),
                Syntax::Case(first, last, body) => (self.case(*first, *last, span), *body),
                Syntax::Default(body) => (self.default_case(span).map(Some), *body),
                _ => return Ok(id),
            };
            // What follows a wrong label is checked all the same.
            if let Ok(Some(label)) = label {
                self.append_label(label, span, out);
            }
            id = body;
        }
    }

    fn append_label(&mut self, label: LabelId, span: Span, out: &mut Vec<StmtId>) {
        let empty = self.statement(StmtKind::Empty, span.at_start());
        out.push(self.statement(StmtKind::Label(label, empty), span));
    }

    fn open_block(&mut self) {
        self.scopes.open();
        if let Some(function) = &mut self.function {
            function.blocks.push(Vec::new());
            function.labels.push(Default::default());
        }
    }

    /// Ends a block and makes it a statement.
    fn close_block(&mut self, statements: Vec<StmtId>, span: Span) -> StmtId {
        self.scopes.close();
        self.check_labels();
        let objects = self.function.as_mut().and_then(|function| function.blocks.pop()).unwrap_or_default();
        self.statement(StmtKind::Block(statements, objects), span)
    }

    pub(super) fn block_statement(&mut self, id: ast::StmtId, out: &mut Vec<StmtId>) {
        let statement = &self.ast[id];
        let Syntax::Compound(list) = &statement.kind else { return };
        self.open_block();
        let mut statements = Vec::with_capacity(list.len());
        for &child in list {
            self.append_statement(child, &mut statements);
        }
        let block = self.close_block(statements, self.span(statement.range));
        out.push(block);
    }

    fn loop_body(&mut self, body: ast::StmtId) -> StmtId {
        if let Some(function) = &mut self.function {
            function.breakable += 1;
            function.loops += 1;
        }
        let body = self.single_statement(body);
        if let Some(function) = &mut self.function {
            function.breakable -= 1;
            function.loops -= 1;
        }
        body
    }

    fn for_loop(&mut self, parts: &'a ast::For, span: Span, out: &mut Vec<StmtId>) -> Checked<()> {
        let mut statements = Vec::new();
        self.open_block();
        let init = match parts.init {
            ForInit::None => Ok(None),
            ForInit::Expr(init) => self.value(init).map(Some),
            ForInit::Declaration(declaration) => {
                self.local_declaration(declaration, &mut statements);
                Ok(None)
            }
        };
        let condition = parts.condition.map(|condition| self.scalar(condition)).transpose();
        let step = parts.step.map(|step| self.value(step)).transpose();
        let body = self.loop_body(parts.body);
        if let (Ok(init), Ok(condition), Ok(step)) = (init, condition, step) {
            let kind = StmtKind::For { init, condition, step, body };
            statements.push(self.statement(kind, span));
        }
        let block = self.close_block(statements, span);
        // Without declarations the loop needs no block.
        match &self.program.stmts[block].kind {
            StmtKind::Block(statements, objects) if statements.len() == 1 && objects.is_empty() => {
                out.push(statements[0]);
            }
            _ => out.push(block),
        }
        Ok(())
    }

    fn return_statement(
        &mut self,
        value: Option<ast::ExprId>,
        span: Span,
        out: &mut Vec<StmtId>,
    ) -> Checked<()> {
        let Some(result) = self.function.as_ref().map(|function| function.result) else {
            return self.error(span, "`return` outside of functions");
        };
        let value = match value {
            None => None,
            Some(value) => {
                let value = self.value(value)?;
                if result == self.common.void {
                    out.push(self.statement(StmtKind::Expr(value), span));
                    None
                } else {
                    Some(self.convert_assigned(value, result, span)?)
                }
            }
        };
        out.push(self.statement(StmtKind::Return(value), span));
        Ok(())
    }

    fn asm_statement(&mut self, asm: &'a Asm, span: Span) -> Checked<StmtKind> {
        let template = self.ast[asm.template].to_text();
        let mut outputs = Vec::with_capacity(asm.outputs.len());
        let mut inputs = Vec::with_capacity(asm.inputs.len());
        for output in &asm.outputs {
            let place = self.expr_span(output.expr);
            let operand = self.expression(output.expr)?;
            // gcc accepts casts around the place that is written.
            let (effect, target) = self.lvalue(operand, place)?;
            inputs.extend(effect);
            let mut target = target;
            if self.ast[output.constraint].to_text().starts_with('+')
                && !matches!(self.program.types[self.program.places[target].ty], Type::Array(..))
            {
                // It is read and written, but there is one place.
                let (effect, stable) = self.stable_place(target, place);
                inputs.extend(effect);
                target = stable;
                inputs.push(self.load(target, place));
            }
            outputs.push(target);
        }
        for input in &asm.inputs {
            inputs.push(self.value(input.expr)?);
        }
        if asm.goto || !asm.labels.is_empty() {
            let value = self.unsupported("`asm goto`", self.common.void, span);
            return Ok(StmtKind::Expr(value));
        }
        let clobbers = |name: &str| asm.clobbers.iter().any(|&clobber| self.ast[clobber].to_text() == name);
        let is_empty = template.trim().is_empty();
        let clobbers_memory = clobbers("memory");
        Ok(StmtKind::Asm { outputs, inputs, is_empty, clobbers_memory })
    }

    /// `({ ... })`
    pub(super) fn statement_expression(&mut self, id: ast::StmtId, span: Span) -> Checked<Operand> {
        if self.function.is_none() {
            return self.error(span, "a statement expression outside of functions");
        }
        let Syntax::Compound(list) = &self.ast[id].kind else { return Err(super::Reported) };
        self.open_block();
        let mut statements = Vec::with_capacity(list.len());
        let mut value: Checked<Option<ExprId>> = Ok(None);
        for (number, &child) in list.iter().enumerate() {
            if number + 1 < list.len() {
                self.append_statement(child, &mut statements);
                continue;
            }
            let last = self.append_labels(child, &mut statements);
            match last.map(|last| (last, &self.ast[last].kind)) {
                Ok((_, Syntax::Expr(expr))) => value = self.value(*expr).map(Some),
                Ok((last, _)) => self.append_statement(last, &mut statements),
                Err(reported) => value = Err(reported),
            }
        }
        let block = self.close_block(statements, span);
        let value = value?;
        let ty = value.map_or(self.common.void, |value| self.ty(value));
        Ok(Operand::Value(self.node(ExprKind::Statements(block, value), ty, span)))
    }
}
