//! Statements. Chains of labels and of `else if` are loops here, so that only real nesting is recursion.

use super::{Parsed, Parser};
use crate::ast::{Attribute, ExprId, For, ForInit, Ident, Label, Stmt, StmtId, StmtKind};
use crate::token::Tok;

/// What may stand before a statement, once or many times.
enum Prefix {
    Label(Ident, Vec<Attribute>),
    Case(ExprId, Option<ExprId>),
    Default,
}

impl Parser<'_> {
    fn stmt_node(&mut self, kind: StmtKind, start: u32) -> StmtId {
        let range = self.since(start);
        self.ast.stmts.push(Stmt { kind, range })
    }

    /// `{ ... }` with its own scope.
    pub(super) fn compound(&mut self) -> Parsed<StmtId> {
        let open = self.expect(Tok::LBrace, "before the statements")?;
        self.enter()?;
        self.scopes.push();
        let mut statements = Vec::new();
        while !matches!(self.kind(), Tok::RBrace | Tok::Eof) && !self.stopped() {
            let start = self.checkpoint();
            match self.block_item() {
                Ok(statement) => statements.push(statement),
                Err(_) => self.recover(start),
            }
        }
        self.scopes.pop();
        self.leave();
        if self.gave_up {
            return Err(super::Abort);
        }
        self.close(Tok::RBrace, open)?;
        Ok(self.stmt_node(StmtKind::Compound(statements.into()), open.start))
    }

    /// A statement or a declaration.
    fn block_item(&mut self) -> Parsed<StmtId> {
        if self.starts_declaration() { self.declaration_statement() } else { self.statement() }
    }

    fn declaration_statement(&mut self) -> Parsed<StmtId> {
        let start = self.start();
        if self.at(Tok::StaticAssert) {
            let assertion = self.static_assert()?;
            return Ok(self.stmt_node(StmtKind::StaticAssert(assertion), start));
        }
        let declaration = self.declaration()?;
        Ok(self.stmt_node(StmtKind::Declaration(declaration), start))
    }

    /// A statement inside another.
    fn substatement(&mut self) -> Parsed<StmtId> {
        self.enter()?;
        let statement = self.statement()?;
        self.leave();
        Ok(statement)
    }

    fn statement(&mut self) -> Parsed<StmtId> {
        let start = self.start();
        match self.kind() {
            Tok::Ident if self.peek(1) == Tok::Colon => self.labelled(),
            Tok::Case | Tok::Default => self.labelled(),
            Tok::LBrace => self.compound(),
            Tok::If => self.if_statement(),
            Tok::Switch | Tok::While => self.head_and_body(),
            Tok::Do => self.do_while(),
            Tok::For => self.for_loop(),
            Tok::Goto | Tok::Break | Tok::Continue | Tok::Return => self.jump(),
            Tok::Semi => {
                self.bump();
                Ok(self.stmt_node(StmtKind::Empty, start))
            }
            Tok::Asm => {
                let asm = self.asm()?;
                Ok(self.stmt_node(StmtKind::Asm(asm), start))
            }
            Tok::Label => self.local_labels(),
            Tok::Attribute | Tok::LBracket => {
                // Attributes of statements (`fallthrough`, `assume`) promise something that nobody relies on.
                let length = self.attributes_length(0);
                if length == 0 {
                    return Err(self.expected("a statement"));
                }
                (0..length).for_each(|_| {
                    self.bump();
                });
                self.substatement()
            }
            Tok::Else => {
                let hint = "is there a `;` or a `}` too many before it?";
                Err(self.error_with_hint(self.here(), "`else` without `if`", hint))
            }
            _ => {
                let expr = self.expr()?;
                self.semicolon("the expression")?;
                Ok(self.stmt_node(StmtKind::Expr(expr), start))
            }
        }
    }

    /// Labels and what they label, which may be a declaration, or nothing at the end of a block.
    fn labelled(&mut self) -> Parsed<StmtId> {
        let mut prefixes = Vec::new();
        loop {
            let start = self.start();
            let prefix = match self.kind() {
                Tok::Case => self.case()?,
                Tok::Default => {
                    self.bump();
                    self.expect(Tok::Colon, "after `default`")?;
                    Prefix::Default
                }
                Tok::Ident if self.peek(1) == Tok::Colon => {
                    let name = self.any_word();
                    self.bump();
                    let mut attributes = Vec::new();
                    self.attributes(&mut attributes)?;
                    Prefix::Label(name, attributes)
                }
                _ => break,
            };
            prefixes.push((start, prefix));
        }
        self.enter()?;
        let mut body = match self.kind() {
            Tok::RBrace => {
                let end = self.last_end;
                self.stmt_node(StmtKind::Empty, end)
            }
            _ => self.block_item()?,
        };
        self.leave();
        for (start, prefix) in prefixes.into_iter().rev() {
            let kind = match prefix {
                Prefix::Label(name, attributes) => {
                    StmtKind::Label(Box::new(Label { name, attributes, body }))
                }
                Prefix::Case(first, last) => StmtKind::Case(first, last, body),
                Prefix::Default => StmtKind::Default(body),
            };
            body = self.stmt_node(kind, start);
        }
        Ok(body)
    }

    fn case(&mut self) -> Parsed<Prefix> {
        self.bump();
        let first = self.conditional()?;
        let last = if self.eat(Tok::Ellipsis) { Some(self.conditional()?) } else { None };
        self.expect(Tok::Colon, "after `case`")?;
        Ok(Prefix::Case(first, last))
    }

    /// `(e)` after a keyword.
    fn condition(&mut self, word: &str) -> Parsed<ExprId> {
        let open = self.expect(Tok::LParen, &format!("after `{word}`"))?;
        let condition = self.expr()?;
        self.close(Tok::RParen, open)?;
        Ok(condition)
    }

    fn if_statement(&mut self) -> Parsed<StmtId> {
        let mut arms = Vec::new();
        let mut otherwise = None;
        loop {
            let start = self.bump().start;
            let condition = self.condition("if")?;
            let then = self.substatement()?;
            arms.push((start, condition, then));
            if !self.eat(Tok::Else) {
                break;
            }
            if !self.at(Tok::If) {
                otherwise = Some(self.substatement()?);
                break;
            }
        }
        for (start, condition, then) in arms.into_iter().rev() {
            otherwise = Some(self.stmt_node(StmtKind::If(condition, then, otherwise), start));
        }
        Ok(otherwise.expect("an if statement has an arm"))
    }

    /// `switch` and `while`.
    fn head_and_body(&mut self) -> Parsed<StmtId> {
        let word = self.bump();
        let condition = self.condition(word.kind.text())?;
        let body = self.substatement()?;
        let kind = match word.kind {
            Tok::Switch => StmtKind::Switch(condition, body),
            _ => StmtKind::While(condition, body),
        };
        Ok(self.stmt_node(kind, word.start))
    }

    fn do_while(&mut self) -> Parsed<StmtId> {
        let start = self.bump().start;
        let body = self.substatement()?;
        self.expect(Tok::While, "after the body of `do`")?;
        let condition = self.condition("while")?;
        self.semicolon("`do ... while (...)`")?;
        Ok(self.stmt_node(StmtKind::DoWhile(body, condition), start))
    }

    fn for_loop(&mut self) -> Parsed<StmtId> {
        let start = self.bump().start;
        let open = self.expect(Tok::LParen, "after `for`")?;
        self.scopes.push();
        let init = if self.eat(Tok::Semi) {
            ForInit::None
        } else if self.starts_declaration() {
            ForInit::Declaration(self.declaration()?)
        } else {
            let expr = self.expr()?;
            self.expect(Tok::Semi, "after the first part of `for`")?;
            ForInit::Expr(expr)
        };
        let condition = if self.at(Tok::Semi) { None } else { Some(self.expr()?) };
        self.expect(Tok::Semi, "after the condition of `for`")?;
        let step = if self.at(Tok::RParen) { None } else { Some(self.expr()?) };
        self.close(Tok::RParen, open)?;
        let body = self.substatement()?;
        self.scopes.pop();
        Ok(self.stmt_node(StmtKind::For(Box::new(For { init, condition, step, body })), start))
    }

    fn jump(&mut self) -> Parsed<StmtId> {
        let word = self.bump();
        let (kind, after) = match word.kind {
            Tok::Goto if self.eat(Tok::Star) => (StmtKind::GotoComputed(self.expr()?), "`goto`"),
            Tok::Goto => (StmtKind::Goto(self.ident("the name of a label after `goto`")?), "`goto`"),
            Tok::Break => (StmtKind::Break, "`break`"),
            Tok::Continue => (StmtKind::Continue, "`continue`"),
            _ if self.at(Tok::Semi) => (StmtKind::Return(None), "`return`"),
            _ => (StmtKind::Return(Some(self.expr()?)), "`return`"),
        };
        self.semicolon(after)?;
        Ok(self.stmt_node(kind, word.start))
    }

    /// `__label__ a, b;`
    fn local_labels(&mut self) -> Parsed<StmtId> {
        let start = self.bump().start;
        let mut names = vec![self.ident("the name of a label")?];
        while self.eat(Tok::Comma) {
            names.push(self.ident("the name of a label")?);
        }
        self.semicolon("`__label__`")?;
        Ok(self.stmt_node(StmtKind::LocalLabels(names.into()), start))
    }
}
