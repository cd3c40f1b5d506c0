//! Expressions.
//!
//! Binary operators are read with an explicit stack of operators and operands, so neither long chains nor the
//! seven levels of precedence cost stack. Levels, loosest first: `<==>`; `==>` (to the right) and `<==` (to the
//! left), which do not mix; `&&` and `||`, which do not mix; comparisons, which do not chain; `++`; `+ -`;
//! `* / % div mod`. Names of bound variables are resolved here, because the parser sees the scopes anyway.

use super::{Parsed, Parser, Reported};
use crate::ast::{BinaryOp, BoundVariable, Expr, ExprId, ExprKind, Quantifier, QuantifierKind, UnaryOp};
use crate::lexer::TokenKind;
use base::Span;

/// An operator on the stack: what it makes, its level, and its token for the checks on mixing.
#[derive(Clone, Copy)]
struct Pending {
    token: TokenKind,
    op: BinaryOp,
    level: u8,
}

impl Parser<'_> {
    /// Adds a node above nodes that are already there.
    fn add(&mut self, kind: ExprKind, span: Span) -> ExprId {
        let mut first = self.program.exprs.next_id();
        let exprs = &self.program.exprs;
        kind.for_each_child(|child| first = first.min(exprs[child].first));
        self.program.exprs.push(Expr { kind, span, first })
    }

    fn expr_span(&self, expr: ExprId) -> Span {
        self.program.exprs[expr].span
    }

    /// An expression.
    pub(super) fn expression(&mut self) -> Parsed<ExprId> {
        self.nested(|parser| parser.binary_expression(true))
    }

    /// An expression that ends before a `:` outside of parentheses, as arguments of attributes do.
    pub(super) fn expression_without_coercion(&mut self) -> Parsed<ExprId> {
        self.nested(|parser| parser.binary_expression(false))
    }

    fn binary_expression(&mut self, coercions: bool) -> Parsed<ExprId> {
        let mut operands = vec![self.unary_expression(coercions)?];
        let mut pending: Vec<Pending> = Vec::new();
        while let Some(next) = self.binary_operator()? {
            while let Some(&last) = pending.last() {
                if last.level == next.level {
                    self.check_mixing(last.token, next)?;
                }
                let right_associative = next.op == BinaryOp::Implies && next.token == TokenKind::Implies;
                if last.level < next.level || (last.level == next.level && right_associative) {
                    break;
                }
                pending.pop();
                self.reduce(&mut operands, last);
            }
            self.advance();
            pending.push(next);
            operands.push(self.unary_expression(coercions)?);
        }
        while let Some(last) = pending.pop() {
            self.reduce(&mut operands, last);
        }
        Ok(operands.pop().expect("one operand is left when all operators are reduced"))
    }

    fn reduce(&mut self, operands: &mut Vec<ExprId>, operator: Pending) {
        let right = operands.pop().expect("an operator has a right operand");
        let left = operands.pop().expect("an operator has a left operand");
        let span = self.expr_span(left).to(self.expr_span(right));
        let (left, right) = if operator.token == TokenKind::Explies { (right, left) } else { (left, right) };
        operands.push(self.add(ExprKind::Binary(operator.op, left, right), span));
    }

    /// The binary operator at the next token, which is not consumed.
    fn binary_operator(&mut self) -> Parsed<Option<Pending>> {
        let token = self.kind();
        let (op, level) = match token {
            TokenKind::Iff => (BinaryOp::Iff, 1),
            TokenKind::Implies | TokenKind::Explies => (BinaryOp::Implies, 2),
            TokenKind::And => (BinaryOp::And, 3),
            TokenKind::Or => (BinaryOp::Or, 3),
            TokenKind::Equal => (BinaryOp::Equal, 4),
            TokenKind::NotEqual => (BinaryOp::NotEqual, 4),
            TokenKind::Less => (BinaryOp::Less, 4),
            TokenKind::LessEqual => (BinaryOp::LessEqual, 4),
            TokenKind::Greater => (BinaryOp::Greater, 4),
            TokenKind::GreaterEqual => (BinaryOp::GreaterEqual, 4),
            TokenKind::PlusPlus => (BinaryOp::Concat, 5),
            TokenKind::Plus => (BinaryOp::Add, 6),
            TokenKind::Minus => (BinaryOp::Subtract, 6),
            TokenKind::Star => (BinaryOp::Multiply, 7),
            TokenKind::Slash => (BinaryOp::Divide, 7),
            TokenKind::Percent => (BinaryOp::Mod, 7),
            TokenKind::Identifier if self.at_word("div") => (BinaryOp::Div, 7),
            TokenKind::Identifier if self.at_word("mod") => (BinaryOp::Mod, 7),
            TokenKind::StarStar => {
                let span = self.span();
                return Err(self.unsupported(
                    span,
                    "powers",
                    "write the product out, or axiomatise a function",
                ));
            }
            TokenKind::Subtype => {
                let span = self.span();
                let hint = "declare a function for the order, with axioms";
                return Err(self.unsupported(span, "partial orders", hint));
            }
            TokenKind::Define => {
                let span = self.span();
                return Err(self.error(span, "`=` is not an operator", "equality is written `==`"));
            }
            _ => return Ok(None),
        };
        Ok(Some(Pending { token, op, level }))
    }

    /// Rejects what reads ambiguously: `a && b || c`, `a ==> b <== c`, `a < b < c`.
    fn check_mixing(&mut self, last: TokenKind, next: Pending) -> Parsed<()> {
        let span = self.span();
        if next.level == 4 {
            return Err(self.error(span, "comparisons do not chain", "join two comparisons with `&&`"));
        }
        if (next.level == 2 || next.level == 3) && last != next.token {
            let message = format!("{} and {} do not mix", last.describe(), next.token.describe());
            return Err(self.error(span, message, "use parentheses to say which binds tighter"));
        }
        Ok(())
    }

    fn unary_expression(&mut self, coercions: bool) -> Parsed<ExprId> {
        let mut operators: Vec<(UnaryOp, Span)> = Vec::new();
        loop {
            let op = match self.kind() {
                TokenKind::Not => UnaryOp::Not,
                TokenKind::Minus => UnaryOp::Negate,
                _ => break,
            };
            operators.push((op, self.span()));
            self.advance();
        }
        let mut expr = self.postfix_expression(coercions)?;
        for (op, span) in operators.into_iter().rev() {
            let span = span.to(self.expr_span(expr));
            expr = self.add(ExprKind::Unary(op, expr), span);
        }
        Ok(expr)
    }

    fn postfix_expression(&mut self, coercions: bool) -> Parsed<ExprId> {
        let mut expr = self.atom()?;
        loop {
            match self.kind() {
                TokenKind::LeftBracket => expr = self.subscript(expr)?,
                TokenKind::Colon if coercions => {
                    self.advance();
                    let ty = self.type_expression()?;
                    let span = self.span_from(self.expr_span(expr));
                    expr = self.add(ExprKind::Coerce(expr, ty), span);
                }
                TokenKind::Not if self.kind_after(1) == TokenKind::Identifier => {
                    let span = self.span();
                    return Err(self.unsupported(span, "struct fields", "use one variable for each field"));
                }
                _ => return Ok(expr),
            }
        }
    }

    /// `[indices]`, `[indices := value]` or `[high:low]` after `base`.
    fn subscript(&mut self, base: ExprId) -> Parsed<ExprId> {
        let start = self.expr_span(base);
        self.advance();
        if self.at(TokenKind::Integer) && self.kind_after(1) == TokenKind::Colon {
            let high = self.bit_index()?;
            self.advance();
            let low = self.bit_index()?;
            self.expect(TokenKind::RightBracket, "bits are extracted by e[high:low], with two numbers")?;
            let span = self.span_from(start);
            return Ok(self.add(ExprKind::Extract(base, high, low), span));
        }
        let indices = self.comma_separated(Self::expression)?;
        let value = if self.eat(TokenKind::Assign) { Some(self.expression()?) } else { None };
        self.expect(TokenKind::RightBracket, "a map is read by m[i] and updated by m[i := v]")?;
        let span = self.span_from(start);
        Ok(match value {
            None => self.add(ExprKind::Select(base, indices), span),
            Some(value) => self.add(ExprKind::Store(base, indices, value), span),
        })
    }

    fn bit_index(&mut self) -> Parsed<u32> {
        let token = self.token();
        if token.kind != TokenKind::Integer {
            return Err(self.unexpected("a number", "bits are extracted by e[high:low], with two numbers"));
        }
        self.advance();
        match self.text_of(token).parse() {
            Ok(index) => Ok(index),
            Err(_) => {
                let span = self.span_of(token);
                Err(self.error(span, "this bit index is out of range", "bit-vectors have at most 65536 bits"))
            }
        }
    }

    fn atom(&mut self) -> Parsed<ExprId> {
        let token = self.token();
        let span = self.span();
        let kind = match token.kind {
            TokenKind::True => ExprKind::Bool(true),
            TokenKind::False => ExprKind::Bool(false),
            TokenKind::Integer => self.integer_literal(token)?,
            TokenKind::Decimal => self.decimal_literal(token)?,
            TokenKind::BitVector => self.bit_vector_literal(token)?,
            TokenKind::Identifier => return self.name_or_application(),
            TokenKind::Old | TokenKind::Int | TokenKind::Real => return self.conversion(),
            TokenKind::If => return self.if_then_else(),
            TokenKind::LeftParen => return self.parenthesised(),
            TokenKind::Forall | TokenKind::Exists => {
                let word = if token.kind == TokenKind::Forall { "forall" } else { "exists" };
                return Err(self.error(
                    span,
                    "a quantifier needs parentheses",
                    &format!("write ({word} ... :: ...)"),
                ));
            }
            TokenKind::LeftBrace => {
                return Err(self.unsupported(span, "struct values", "use one variable for each field"));
            }
            TokenKind::Text => {
                return Err(self.error(
                    span,
                    "a string is not an expression",
                    "strings occur only in attributes",
                ));
            }
            TokenKind::Star => {
                let hint = "`*` stands alone as the condition of if and while, or as an argument of a call";
                return Err(self.unexpected("an expression", hint));
            }
            _ => return Err(self.unexpected("an expression", "something is missing before this")),
        };
        self.advance();
        Ok(self.add(kind, span))
    }

    fn name_or_application(&mut self) -> Parsed<ExprId> {
        let ident = self.identifier("an expression starts here")?;
        if self.at(TokenKind::LeftParen) {
            self.advance();
            let mut arguments = Vec::new();
            if !self.at(TokenKind::RightParen) {
                arguments = self.comma_separated(Self::expression)?;
            }
            self.expect(TokenKind::RightParen, "the arguments of the function end here")?;
            let span = self.span_from(ident.span);
            return Ok(self.add(ExprKind::Apply(ident, arguments), span));
        }
        let bound = self.bound_in_scope.get(&ident.name).and_then(|binders| binders.last());
        let kind = bound.map_or(ExprKind::Name(ident.name), |&binder| ExprKind::Bound(binder));
        Ok(self.add(kind, ident.span))
    }

    /// `old(e)`, `int(e)` or `real(e)`.
    fn conversion(&mut self) -> Parsed<ExprId> {
        let (keyword, start) = (self.kind(), self.span());
        self.advance();
        let hint = format!(
            "{} is applied as in {}",
            keyword.describe(),
            keyword.describe().replace('`', "") + "(e)"
        );
        self.expect(TokenKind::LeftParen, &hint)?;
        let inner = self.expression()?;
        self.expect(TokenKind::RightParen, &hint)?;
        let span = self.span_from(start);
        let kind = match keyword {
            TokenKind::Old => ExprKind::Old(inner),
            TokenKind::Int => ExprKind::ToInt(inner),
            _ => ExprKind::ToReal(inner),
        };
        Ok(self.add(kind, span))
    }

    /// `if c then a else if d then b else e`, as a loop over the arms.
    fn if_then_else(&mut self) -> Parsed<ExprId> {
        let hint = "a conditional expression is written `if c then a else b`";
        let mut arms = Vec::new();
        let mut result = loop {
            let start = self.span();
            if !self.eat(TokenKind::If) {
                break self.expression()?;
            }
            let condition = self.expression()?;
            self.expect(TokenKind::Then, hint)?;
            let then = self.expression()?;
            self.expect(TokenKind::Else, hint)?;
            arms.push((start, condition, then));
        };
        for (start, condition, then) in arms.into_iter().rev() {
            let span = start.to(self.expr_span(result));
            result = self.add(ExprKind::IfThenElse(condition, then, result), span);
        }
        Ok(result)
    }

    fn parenthesised(&mut self) -> Parsed<ExprId> {
        let start = self.span();
        self.advance();
        let lambda = self.at_word("lambda") && self.kind_after(1) == TokenKind::Identifier;
        let expr = match self.kind() {
            TokenKind::Forall => self.quantifier(QuantifierKind::Forall)?,
            TokenKind::Exists => self.quantifier(QuantifierKind::Exists)?,
            _ if lambda => self.quantifier(QuantifierKind::Lambda)?,
            _ => self.expression()?,
        };
        self.expect(TokenKind::RightParen, "a parenthesis that was opened is not closed")?;
        // The span covers the parentheses, so that messages mark the expression as it is written.
        let span = self.span_from(start);
        self.program.exprs[expr].span = span;
        Ok(expr)
    }

    fn quantifier(&mut self, kind: QuantifierKind) -> Parsed<ExprId> {
        let start = self.span();
        self.advance();
        if self.at(TokenKind::Less) {
            return Err(self.polymorphic());
        }
        let groups = self.comma_separated(|parser| {
            let attributes = parser.attributes()?;
            drop(attributes);
            let names = parser.identifiers("a quantifier binds variables: (forall x: int :: ...)")?;
            parser.expect(TokenKind::Colon, "a bound variable needs a type: (forall x: int :: ...)")?;
            Ok((names, parser.type_expression()?))
        })?;
        self.expect(TokenKind::ColonColon, "`::` separates the bound variables from the body")?;
        let mut variables = Vec::new();
        for (names, ty) in groups {
            for name in names {
                variables.push(self.program.bound.push(BoundVariable { name, ty: ty.clone() }));
            }
        }
        for &variable in &variables {
            let name = self.program.bound[variable].name.name;
            self.bound_in_scope.entry(name).or_default().push(variable);
        }
        let parts = self.quantifier_parts();
        for &variable in variables.iter().rev() {
            let name = self.program.bound[variable].name.name;
            self.bound_in_scope.entry(name).or_default().pop();
        }
        let (attributes, triggers, body) = parts?;
        let span = self.span_from(start);
        let quantifier = Quantifier { kind, variables, attributes, triggers, body };
        Ok(self.add(ExprKind::Quantifier(Box::new(quantifier)), span))
    }

    /// Attributes and triggers in any order, then the body.
    #[allow(clippy::type_complexity)]
    fn quantifier_parts(
        &mut self,
    ) -> Result<(Vec<crate::ast::Attribute>, Vec<Vec<ExprId>>, ExprId), Reported> {
        let (mut attributes, mut triggers) = (Vec::new(), Vec::new());
        while self.at(TokenKind::LeftBrace) {
            if self.kind_after(1) == TokenKind::Colon {
                attributes.append(&mut self.attributes()?);
                continue;
            }
            self.advance();
            triggers.push(self.comma_separated(Self::expression)?);
            self.expect(TokenKind::RightBrace, "a trigger is written { term, ... }")?;
        }
        Ok((attributes, triggers, self.expression()?))
    }
}
