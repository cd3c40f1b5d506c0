//! Primary expressions: names, literals, parentheses, and the builtins whose arguments are types.

use super::{Parsed, Parser};
use crate::ast::{ExprId, ExprKind, OffsetStep};
use crate::token::Tok;

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Parsed<ExprId> {
        let token = self.token();
        let start = token.start;
        let kind = match token.kind {
            Tok::Ident => {
                let symbol = Self::symbol(token);
                if self.scopes.is_typedef(symbol) {
                    return self.type_instead_of_expression();
                }
                self.bump();
                ExprKind::Ident(symbol)
            }
            Tok::Str => ExprKind::Str(self.string_literal()),
            Tok::Int | Tok::Float | Tok::Char | Tok::FuncName => {
                let index = self.bump().data as usize;
                match token.kind {
                    Tok::Int => ExprKind::Int(self.ints[index]),
                    Tok::Float => ExprKind::Float(self.floats[index]),
                    Tok::Char => ExprKind::Char(self.chars[index]),
                    _ => ExprKind::FuncName,
                }
            }
            Tok::LParen => return self.parenthesised(),
            Tok::Generic => self.generic()?,
            Tok::VaArg => self.va_arg()?,
            Tok::Offsetof => self.offsetof()?,
            Tok::TypesCompatible | Tok::ChooseExpr | Tok::ConvertVector => self.builtin()?,
            kind if kind.is_type_word() => return self.type_instead_of_expression(),
            _ => return Err(self.expected("an expression")),
        };
        Ok(self.expr_node(kind, start))
    }

    fn type_instead_of_expression(&mut self) -> Parsed<ExprId> {
        let message = format!("expected an expression, found the type {}", self.describe());
        let hint = "a declaration cannot stand here, and a cast needs parentheses around its type";
        Err(self.error_with_hint(self.here(), message, hint))
    }

    /// `(e)` or `({ ... })`.
    fn parenthesised(&mut self) -> Parsed<ExprId> {
        let open = self.bump();
        self.enter()?;
        let inner = if self.at(Tok::LBrace) {
            let body = self.compound()?;
            self.close(Tok::RParen, open)?;
            self.expr_node(ExprKind::StmtExpr(body), open.start)
        } else {
            let inner = self.expr()?;
            self.close(Tok::RParen, open)?;
            inner
        };
        self.leave();
        Ok(inner)
    }

    /// `_Generic(e, type: e, default: e)`.
    fn generic(&mut self) -> Parsed<ExprKind> {
        self.bump();
        let open = self.expect(Tok::LParen, "after `_Generic`")?;
        self.enter()?;
        let control = self.assignment()?;
        let mut cases = Vec::new();
        while self.eat(Tok::Comma) {
            let ty = if self.eat(Tok::Default) { None } else { Some(self.type_name()?) };
            self.expect(Tok::Colon, "after the type in `_Generic`")?;
            cases.push((ty, self.assignment()?));
        }
        self.leave();
        self.close(Tok::RParen, open)?;
        Ok(ExprKind::Generic(control, cases.into()))
    }

    /// `__builtin_va_arg(e, type)`. Some tools write it as a call with expressions only, which stays a call.
    fn va_arg(&mut self) -> Parsed<ExprKind> {
        let word = self.bump();
        let open = self.expect(Tok::LParen, "after `__builtin_va_arg`")?;
        self.enter()?;
        let list = self.assignment()?;
        self.expect(Tok::Comma, "in `__builtin_va_arg`")?;
        let kind = if self.starts_type(0) {
            ExprKind::VaArg(list, self.type_name()?)
        } else {
            let mut args = vec![list, self.assignment()?];
            while self.eat(Tok::Comma) {
                args.push(self.assignment()?);
            }
            let callee = self.expr_node(ExprKind::Ident(Self::symbol(word)), word.start);
            ExprKind::Call(callee, args.into())
        };
        self.leave();
        self.close(Tok::RParen, open)?;
        Ok(kind)
    }

    /// `__builtin_offsetof(type, a.b[3])`.
    fn offsetof(&mut self) -> Parsed<ExprKind> {
        self.bump();
        let open = self.expect(Tok::LParen, "after `__builtin_offsetof`")?;
        self.enter()?;
        let ty = self.type_name()?;
        self.expect(Tok::Comma, "in `__builtin_offsetof`")?;
        let mut steps = vec![OffsetStep::Field(self.ident("the name of a member")?)];
        loop {
            match self.kind() {
                Tok::Dot | Tok::Arrow => {
                    self.bump();
                    steps.push(OffsetStep::Field(self.ident("the name of a member")?));
                }
                Tok::LBracket => {
                    let open = self.bump();
                    steps.push(OffsetStep::Index(self.expr()?));
                    self.close(Tok::RBracket, open)?;
                }
                _ => break,
            }
        }
        self.leave();
        self.close(Tok::RParen, open)?;
        Ok(ExprKind::Offsetof(ty, steps.into()))
    }

    /// The other builtins with arguments of their own kind.
    fn builtin(&mut self) -> Parsed<ExprKind> {
        let word = self.bump().kind;
        let open = self.expect(Tok::LParen, &format!("after `{}`", word.text()))?;
        let comma = format!("between the arguments of `{}`", word.text());
        self.enter()?;
        let kind = match word {
            Tok::TypesCompatible => {
                let first = self.type_name()?;
                self.expect(Tok::Comma, &comma)?;
                ExprKind::TypesCompatible(first, self.type_name()?)
            }
            Tok::ConvertVector => {
                let vector = self.assignment()?;
                self.expect(Tok::Comma, &comma)?;
                ExprKind::ConvertVector(vector, self.type_name()?)
            }
            _ => {
                let condition = self.assignment()?;
                self.expect(Tok::Comma, &comma)?;
                let then = self.assignment()?;
                self.expect(Tok::Comma, &comma)?;
                ExprKind::ChooseExpr(condition, then, self.assignment()?)
            }
        };
        self.leave();
        self.close(Tok::RParen, open)?;
        Ok(kind)
    }
}
