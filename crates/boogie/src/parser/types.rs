//! Types.

use super::{Parsed, Parser};
use crate::ast::{TypeExpr, TypeKind};
use crate::lexer::TokenKind;
use base::Span;

/// The widest bit-vector that is read.
pub(crate) const MAX_WIDTH: u32 = 1 << 16;

const TYPE_HINT: &str = "a type is bool, int, real, bvN, a declared type or a map [index]value";

impl Parser<'_> {
    /// A type.
    pub(super) fn type_expression(&mut self) -> Parsed<TypeExpr> {
        self.nested(|parser| match parser.kind() {
            TokenKind::Identifier => parser.named_type(),
            TokenKind::LeftBracket => parser.map_type(),
            TokenKind::Less => Err(parser.polymorphic()),
            TokenKind::LeftBrace => {
                let span = parser.span();
                Err(parser.unsupported(span, "struct types", "use one variable for each field"))
            }
            _ => parser.type_atom(),
        })
    }

    /// Reports type parameters `<a, b>` at the next token.
    pub(super) fn polymorphic(&mut self) -> super::Reported {
        let span = self.span();
        let hint = "write one monomorphic declaration for each type that it is used with";
        self.unsupported(
            span,
            "type parameters (polymorphic functions, procedures, maps and quantifiers)",
            hint,
        )
    }

    /// A type that needs no parentheses as an argument.
    fn type_atom(&mut self) -> Parsed<TypeExpr> {
        let span = self.span();
        let kind = match self.kind() {
            TokenKind::Bool => TypeKind::Bool,
            TokenKind::Int => TypeKind::Int,
            TokenKind::Real => TypeKind::Real,
            TokenKind::LeftParen => {
                self.advance();
                let inner = self.type_expression()?;
                self.expect(TokenKind::RightParen, "the type in parentheses ends here")?;
                return Ok(inner);
            }
            _ => return Err(self.unexpected("a type", TYPE_HINT)),
        };
        self.advance();
        Ok(TypeExpr { kind, span })
    }

    fn map_type(&mut self) -> Parsed<TypeExpr> {
        let start = self.span();
        self.advance();
        let indices = self.comma_separated(Self::type_expression)?;
        self.expect(TokenKind::RightBracket, "the index types of a map end here")?;
        let result = self.type_expression()?;
        Ok(TypeExpr { kind: TypeKind::Map(indices, Box::new(result)), span: self.span_from(start) })
    }

    /// A declared type with arguments, or a bit-vector type.
    fn named_type(&mut self) -> Parsed<TypeExpr> {
        let ident = self.identifier(TYPE_HINT)?;
        if let Some(kind) = self.built_in(ident.span)? {
            return Ok(TypeExpr { kind, span: ident.span });
        }
        let mut arguments = Vec::new();
        loop {
            match self.kind() {
                TokenKind::Bool | TokenKind::Int | TokenKind::Real | TokenKind::LeftParen => {
                    arguments.push(self.nested(Self::type_atom)?);
                }
                TokenKind::Identifier if !self.at_word_after_type() => {
                    let argument = self.identifier(TYPE_HINT)?;
                    let built_in = self.built_in(argument.span)?;
                    let kind = built_in.unwrap_or(TypeKind::Named(argument.name, Vec::new()));
                    arguments.push(TypeExpr { kind, span: argument.span });
                }
                TokenKind::LeftBracket => {
                    arguments.push(self.type_expression()?);
                    break;
                }
                _ => break,
            }
        }
        let span = self.span_from(ident.span);
        Ok(TypeExpr { kind: TypeKind::Named(ident.name, arguments), span })
    }

    /// Words that can follow a type, so they are not its arguments.
    fn at_word_after_type(&self) -> bool {
        ["extends", "complete", "uses", "div", "mod"].iter().any(|word| self.at_word(word))
    }

    /// The type that a word names without a declaration: `bvN`.
    fn built_in(&mut self, span: Span) -> Parsed<Option<TypeKind>> {
        let text = &self.text[span.start as usize..span.end as usize];
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(width) = text.strip_prefix("bv").filter(|width| digits(width)) {
            return match width.parse() {
                Ok(width @ 1..=MAX_WIDTH) => Ok(Some(TypeKind::BitVector(width))),
                _ => Err(self.error(span, "this width is out of range", "bit-vectors have 1 to 65536 bits")),
            };
        }
        let float = text.strip_prefix("float").and_then(|sizes| sizes.split_once('e'));
        if float.is_some_and(|(significand, exponent)| digits(significand) && digits(exponent)) {
            let hint = "declare the type with {:builtin \"FloatingPoint\"} {:indices 8, 24}";
            return Err(self.unsupported(span, "built-in float types", hint));
        }
        Ok(None)
    }
}
