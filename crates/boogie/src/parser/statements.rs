//! Statements and bodies.
//!
//! A broken statement is skipped up to its `;` or up to where another statement, the end of the block or the
//! next declaration starts, and the block goes on.

use super::{Parsed, Parser, Reported};
use crate::ast::{Attribute, Body, Branch, Call, Guard, Invariant, Statement, StatementKind, Target, While};
use crate::lexer::TokenKind;
use base::Span;

impl TokenKind {
    /// Whether only a statement starts like this.
    fn starts_statement(self) -> bool {
        matches!(
            self,
            TokenKind::Assert
                | TokenKind::Assume
                | TokenKind::Havoc
                | TokenKind::Call
                | TokenKind::While
                | TokenKind::Break
                | TokenKind::Return
                | TokenKind::Goto
        )
    }
}

impl Parser<'_> {
    /// `{ local variables, statements }`.
    pub(super) fn body(&mut self) -> Parsed<Body> {
        let start = self.span();
        self.expect(
            TokenKind::LeftBrace,
            "the body of a procedure stands in braces; without a body, end with `;`",
        )?;
        let mut locals = Vec::new();
        while self.at(TokenKind::Var) {
            let position = self.position;
            self.advance();
            let attributes = self.attributes()?;
            match self.variable_declaration(attributes) {
                Ok(mut variables) => locals.append(&mut variables),
                Err(Reported) => self.skip_statement(position),
            }
        }
        let statements = self.block_contents()?;
        Ok(Body { locals, statements, span: self.span_from(start) })
    }

    fn block(&mut self) -> Parsed<Vec<Statement>> {
        self.expect(TokenKind::LeftBrace, "the statements of if, else and while stand in braces")?;
        self.nested(Self::block_contents)
    }

    /// Statements and the closing brace.
    fn block_contents(&mut self) -> Parsed<Vec<Statement>> {
        let mut statements = Vec::new();
        while !self.eat(TokenKind::RightBrace) {
            if self.at(TokenKind::End) || self.kind().starts_declaration() || self.diagnostics.is_full() {
                return Err(self.unexpected("`}`", "a brace that was opened is not closed"));
            }
            let (start, depth) = (self.position, self.depth);
            match self.statement() {
                Ok(statement) => statements.push(statement),
                Err(Reported) => {
                    self.depth = depth;
                    self.bound_in_scope.clear();
                    self.skip_statement(start);
                }
            }
        }
        Ok(statements)
    }

    /// Skips a broken statement that started at `start`.
    fn skip_statement(&mut self, start: usize) {
        if self.position == start && !self.at(TokenKind::LeftBrace) {
            self.advance();
        }
        let mut depth = 0usize;
        loop {
            match self.kind() {
                TokenKind::End => return,
                kind if kind.starts_declaration() => return,
                kind if depth == 0 && kind.starts_statement() => return,
                TokenKind::RightBrace if depth == 0 => return,
                TokenKind::LeftBrace => depth += 1,
                TokenKind::RightBrace => {
                    depth -= 1;
                    self.advance();
                    // The end of a block, not of a trigger in the middle of an expression.
                    if depth == 0 && self.seems_to_start_statement() {
                        return;
                    }
                    continue;
                }
                TokenKind::Semicolon if depth == 0 => return self.advance(),
                _ => {}
            }
            self.advance();
        }
    }

    fn seems_to_start_statement(&self) -> bool {
        match self.kind() {
            TokenKind::Identifier => matches!(self.kind_after(1), TokenKind::Assign | TokenKind::Colon),
            TokenKind::If | TokenKind::RightBrace => true,
            kind => kind.starts_statement(),
        }
    }

    fn statement(&mut self) -> Parsed<Statement> {
        let start = self.span();
        let keyword = self.kind();
        match keyword {
            TokenKind::Identifier => return self.identifier_statement(),
            TokenKind::Var => {
                let hint = "move the declaration to the start of the body";
                return Err(self.error(start, "variables are declared before the first statement", hint));
            }
            TokenKind::LeftBrace => {
                let hint = "remove the braces: blocks occur only with if, else and while";
                return Err(self.error(start, "a block is not a statement of its own", hint));
            }
            _ => {}
        }
        let simple = keyword.starts_statement() || keyword == TokenKind::If;
        if !simple {
            return Err(
                self.unexpected("a statement", "statements start with a keyword, a label or a variable")
            );
        }
        self.advance();
        let attributes = self.attributes()?;
        let kind = match keyword {
            TokenKind::If => return self.if_statement(start, attributes),
            TokenKind::While => return self.while_statement(start, attributes),
            TokenKind::Assert => StatementKind::Assert(self.expression()?),
            TokenKind::Assume => StatementKind::Assume(self.expression()?),
            TokenKind::Havoc => StatementKind::Havoc(self.identifiers("havoc names variables")?),
            TokenKind::Call => self.call()?,
            TokenKind::Goto => StatementKind::Goto(self.identifiers("goto names labels")?),
            TokenKind::Break if self.at(TokenKind::Semicolon) => StatementKind::Break(None),
            TokenKind::Break => {
                StatementKind::Break(Some(self.identifier("break names a label or nothing")?))
            }
            _ => StatementKind::Return,
        };
        self.end_of_statement(kind, attributes, start)
    }

    fn end_of_statement(
        &mut self,
        kind: StatementKind,
        attributes: Vec<Attribute>,
        start: Span,
    ) -> Parsed<Statement> {
        self.expect(TokenKind::Semicolon, "a statement ends with `;`")?;
        Ok(Statement { kind, attributes, span: self.span_from(start) })
    }

    /// A statement that starts with an identifier: a label, an assignment, or a word that only Ultimate reserves.
    fn identifier_statement(&mut self) -> Parsed<Statement> {
        let start = self.span();
        match self.kind_after(1) {
            TokenKind::Colon => {
                let label = self.identifier("a label")?;
                self.advance();
                return Ok(Statement {
                    kind: StatementKind::Label(label),
                    attributes: Vec::new(),
                    span: self.span_from(start),
                });
            }
            TokenKind::Assign | TokenKind::Comma | TokenKind::LeftBracket => return self.assignment(),
            TokenKind::LeftBrace if self.at_word("atomic") => {
                self.advance();
                let statements = self.block()?;
                return Ok(Statement {
                    kind: StatementKind::Block(statements),
                    attributes: Vec::new(),
                    span: start,
                });
            }
            _ => {}
        }
        let word = self.text_of(self.token());
        if matches!(word, "fork" | "join" | "async" | "par" | "yield") {
            return Err(self.unsupported(
                start,
                "concurrent programs",
                "only sequential programs are verified",
            ));
        }
        let hint = match self.kind_after(1) {
            TokenKind::Define => "an assignment is written `x := e;`",
            TokenKind::LeftParen => "a procedure is called by `call p(...);`",
            TokenKind::Not => "struct fields are not supported; use one variable for each field",
            _ => "statements start with a keyword, a label or a variable",
        };
        self.advance();
        Err(self.unexpected("`:=`", hint))
    }

    fn assignment(&mut self) -> Parsed<Statement> {
        let start = self.span();
        let targets = self.comma_separated(Self::target)?;
        self.expect(TokenKind::Assign, "an assignment is written `x := e;`")?;
        let values = self.comma_separated(Self::expression)?;
        if targets.len() != values.len() {
            let message =
                format!("the number of variables is {}, that of values {}", targets.len(), values.len());
            let span = self.span_from(start);
            return Err(self.error(span, message, "give one value for each variable"));
        }
        self.end_of_statement(StatementKind::Assign(targets, values), Vec::new(), start)
    }

    fn target(&mut self) -> Parsed<Target> {
        let variable = self.identifier("an assignment starts with variables")?;
        let mut indices = Vec::new();
        while self.eat(TokenKind::LeftBracket) {
            indices.push(self.comma_separated(Self::expression)?);
            self.expect(TokenKind::RightBracket, "an element of a map is assigned by `m[i] := v;`")?;
        }
        Ok(Target { variable, indices, span: self.span_from(variable.span) })
    }

    /// What follows `call`.
    fn call(&mut self) -> Parsed<StatementKind> {
        let hint = "calls are written `call x, y := p(...);` or `call p(...);`";
        if self.at(TokenKind::Forall) {
            let span = self.span();
            return Err(self.unsupported(
                span,
                "`call forall` statements",
                "assume the quantified formula instead",
            ));
        }
        let mut names = self.identifiers(hint)?;
        let (results, procedure) = if self.eat(TokenKind::Assign) {
            (names, self.identifier(hint)?)
        } else {
            let procedure = names.remove(0);
            if !names.is_empty() {
                return Err(self.unexpected("`:=`", hint));
            }
            (Vec::new(), procedure)
        };
        self.expect(TokenKind::LeftParen, hint)?;
        let mut arguments = Vec::new();
        if !self.at(TokenKind::RightParen) {
            arguments = self.comma_separated(Self::guard)?;
        }
        self.expect(TokenKind::RightParen, "the arguments of the call end here")?;
        Ok(StatementKind::Call(Call { results, procedure, arguments }))
    }

    /// An expression or `*`.
    fn guard(&mut self) -> Parsed<Guard> {
        if self.at(TokenKind::Star) && matches!(self.kind_after(1), TokenKind::RightParen | TokenKind::Comma)
        {
            self.advance();
            return Ok(None);
        }
        self.expression().map(Some)
    }

    fn guard_in_parentheses(&mut self) -> Parsed<Guard> {
        self.expect(TokenKind::LeftParen, "the condition of if and while stands in parentheses")?;
        let guard = self.guard()?;
        self.expect(TokenKind::RightParen, "the condition ends here")?;
        Ok(guard)
    }

    fn if_statement(&mut self, start: Span, attributes: Vec<Attribute>) -> Parsed<Statement> {
        let mut branches = Vec::new();
        let mut branch_start = start;
        let otherwise = loop {
            let guard = self.guard_in_parentheses()?;
            let span = self.span_from(branch_start);
            let statements = self.block()?;
            branches.push(Branch { guard, statements, span });
            if !self.eat(TokenKind::Else) {
                break None;
            }
            branch_start = self.span();
            if !self.eat(TokenKind::If) {
                break Some(self.block()?);
            }
        };
        let span = branches[0].span;
        Ok(Statement { kind: StatementKind::If(branches, otherwise), attributes, span })
    }

    fn while_statement(&mut self, start: Span, attributes: Vec<Attribute>) -> Parsed<Statement> {
        let guard = self.guard_in_parentheses()?;
        let span = self.span_from(start);
        let mut invariants = Vec::new();
        while matches!(self.kind(), TokenKind::Free | TokenKind::Invariant) {
            invariants.push(self.invariant()?);
        }
        let statements = self.block()?;
        Ok(Statement {
            kind: StatementKind::While(While { guard, invariants, statements }),
            attributes,
            span,
        })
    }

    fn invariant(&mut self) -> Parsed<Invariant> {
        let start = self.span();
        let free = self.eat(TokenKind::Free);
        self.expect(TokenKind::Invariant, "a loop has invariants, each ending with `;`, before its block")?;
        let attributes = self.attributes()?;
        let condition = self.expression()?;
        self.expect(TokenKind::Semicolon, "an invariant ends with `;`")?;
        Ok(Invariant { free, condition, attributes, span: self.span_from(start) })
    }
}
