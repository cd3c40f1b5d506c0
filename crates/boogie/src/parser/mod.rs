//! From tokens to a syntax tree, by recursive descent.
//!
//! The parser goes on after an error: a broken statement is skipped up to its end, a broken declaration up to the
//! next one, so one run reports up to twenty independent errors. Nesting is bounded by [`MAX_DEPTH`], and what
//! can be long without being nested (operator chains, `!!!x`, `else if`) is parsed by loops, so no input
//! overflows the stack. Submodules: declarations, statements, expressions, types.

mod declarations;
mod expressions;
mod literals;
mod statements;
mod types;

use crate::ast::{Attribute, AttributeArgument, BoundId, ExprId, Ident, Program};
use crate::lexer::{Token, TokenKind, keyword, tokenize};
use crate::names::Name;
use base::{Diagnostic, Diagnostics, FileId, SourceMap, Span};
use rustc_hash::FxHashMap;

/// How deeply parentheses, brackets, blocks and types may nest.
pub const MAX_DEPTH: usize = 400;

/// Parses a file. `None` if there was an error, which `diagnostics` then tells.
pub fn parse(sources: &SourceMap, file: FileId, diagnostics: &mut Diagnostics) -> Option<Program> {
    let text = sources.text(file);
    if let Some(offset) = text.find('\0') {
        let span = Span::new(file, offset as u32, offset as u32 + 1);
        let message = "this is not a text file: it contains a zero byte";
        diagnostics.push(Diagnostic::error(span, message).with_hint("give a Boogie program, in UTF-8"));
        return None;
    }
    let errors_before = diagnostics.error_count();
    let tokens = tokenize(file, text, diagnostics);
    let mut parser = Parser {
        text,
        file,
        tokens,
        position: 0,
        depth: 0,
        program: Program::default(),
        bound_in_scope: FxHashMap::default(),
        last_unexpected: None,
        diagnostics,
    };
    parser.program();
    let program = parser.program;
    (diagnostics.error_count() == errors_before).then_some(program)
}

/// An error that has been reported.
pub(crate) struct Reported;

pub(crate) type Parsed<T> = Result<T, Reported>;

pub(crate) struct Parser<'a> {
    text: &'a str,
    file: FileId,
    tokens: Vec<Token>,
    position: usize,
    depth: usize,
    program: Program,
    /// The variables of enclosing quantifiers, innermost last.
    bound_in_scope: FxHashMap<Name, Vec<BoundId>>,
    /// The token that the last syntax error was about; it is reported once, not at every level.
    last_unexpected: Option<usize>,
    diagnostics: &'a mut Diagnostics,
}

impl Parser<'_> {
    fn token(&self) -> Token {
        self.tokens[self.position]
    }

    fn kind(&self) -> TokenKind {
        self.token().kind
    }

    fn kind_after(&self, offset: usize) -> TokenKind {
        self.tokens.get(self.position + offset).map_or(TokenKind::End, |token| token.kind)
    }

    fn text_of(&self, token: Token) -> &str {
        &self.text[token.start as usize..token.end as usize]
    }

    fn span_of(&self, token: Token) -> Span {
        Span::new(self.file, token.start, token.end)
    }

    /// The span of the next token.
    fn span(&self) -> Span {
        self.span_of(self.token())
    }

    /// The span from `start` to the last consumed token.
    fn span_from(&self, start: Span) -> Span {
        let last = self.tokens[self.position.saturating_sub(1)];
        start.to(self.span_of(last))
    }

    fn advance(&mut self) {
        if self.kind() != TokenKind::End {
            self.position += 1;
        }
    }

    fn at(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.advance();
        }
        found
    }

    /// Whether the next token is this word, which is not a keyword everywhere.
    fn at_word(&self, word: &str) -> bool {
        self.at(TokenKind::Identifier) && self.text_of(self.token()) == word
    }

    fn expect(&mut self, kind: TokenKind, purpose: &str) -> Parsed<()> {
        if self.eat(kind) {
            return Ok(());
        }
        Err(self.unexpected(&kind.describe(), purpose))
    }

    /// Reports that something else was expected here. `purpose` is the hint.
    fn unexpected(&mut self, expected: &str, purpose: &str) -> Reported {
        if self.last_unexpected.replace(self.position) == Some(self.position) {
            return Reported;
        }
        let found = match self.kind() {
            TokenKind::Unknown => return Reported,
            TokenKind::Identifier | TokenKind::Integer => format!("`{}`", self.text_of(self.token())),
            kind => kind.describe(),
        };
        let message = format!("expected {expected}, found {found}");
        self.error(self.error_position(), message, purpose)
    }

    /// Where to report a missing token: before the next one, or behind the last if that is on another line.
    fn error_position(&self) -> Span {
        let Some(previous) = self.position.checked_sub(1).map(|index| self.tokens[index]) else {
            return self.span();
        };
        let between = &self.text[previous.end as usize..self.token().start as usize];
        if between.contains('\n') || self.at(TokenKind::End) {
            self.span_of(previous).at_end()
        } else {
            self.span()
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>, hint: &str) -> Reported {
        self.diagnostics.push(Diagnostic::error(span, message).with_hint(hint));
        Reported
    }

    fn unsupported(&mut self, span: Span, what: &str, hint: &str) -> Reported {
        self.error(span, format!("{what} are not supported"), hint)
    }

    /// Runs `parse` one level deeper, unless that is too deep.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            // Whatever encloses this place is broken too; going on would only repeat the message.
            let span = self.span();
            self.position = self.tokens.len() - 1;
            self.last_unexpected = Some(self.position);
            let hint = format!(
                "at most {MAX_DEPTH} levels are read; name the inner parts by functions or variables"
            );
            return Err(self.error(span, "this is nested too deeply", &hint));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn intern(&mut self, token: Token) -> Name {
        let text = &self.text[token.start as usize..token.end as usize];
        // A backslash makes an identifier of a keyword. Before other words it is part of the name.
        let text = text.strip_prefix('\\').filter(|word| keyword(word).is_some()).unwrap_or(text);
        self.program.names.intern(text)
    }

    fn identifier(&mut self, purpose: &str) -> Parsed<Ident> {
        let token = self.token();
        if token.kind != TokenKind::Identifier {
            if keyword(self.text_of(token)).is_some() {
                let word = self.text_of(token);
                let hint = format!("{purpose}; `{word}` is a keyword, as a name it is written `\\{word}`");
                let reported = self.unexpected("an identifier", &hint);
                // On the same line it was meant as a name; on another one, something new starts there.
                if self.error_position() == self.span_of(token) {
                    self.advance();
                }
                return Err(reported);
            }
            return Err(self.unexpected("an identifier", purpose));
        }
        self.advance();
        Ok(Ident { name: self.intern(token), span: self.span_of(token) })
    }

    /// One or more, separated by commas.
    fn comma_separated<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(TokenKind::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Identifiers separated by commas.
    fn identifiers(&mut self, purpose: &str) -> Parsed<Vec<Ident>> {
        self.comma_separated(|parser| parser.identifier(purpose))
    }

    /// Any number of attributes `{:name ...}`.
    fn attributes(&mut self) -> Parsed<Vec<Attribute>> {
        let mut attributes = Vec::new();
        while self.at(TokenKind::LeftBrace) && self.kind_after(1) == TokenKind::Colon {
            self.advance();
            // Ultimate prints several attributes into one pair of braces: `{ :a 1 :b 2 }`.
            while self.eat(TokenKind::Colon) {
                attributes.push(self.attribute()?);
            }
            self.expect(TokenKind::RightBrace, "an attribute is written {:name argument, ...}")?;
        }
        Ok(attributes)
    }

    fn attribute(&mut self) -> Parsed<Attribute> {
        let token = self.token();
        let name = if keyword(self.text_of(token)).is_some() {
            self.advance();
            Ident { name: self.intern(token), span: self.span_of(token) }
        } else {
            self.identifier("an attribute is written {:name argument, ...}")?
        };
        let mut arguments = Vec::new();
        if !self.at(TokenKind::RightBrace) && !self.at(TokenKind::Colon) {
            arguments = self.comma_separated(Self::attribute_argument)?;
        }
        Ok(Attribute { name, arguments })
    }

    fn attribute_argument(&mut self) -> Parsed<AttributeArgument> {
        let token = self.token();
        if self.eat(TokenKind::Text) {
            let text = self.text_of(token);
            return Ok(AttributeArgument::Text(text[1..text.len() - 1].replace("\\\"", "\"")));
        }
        let kept = self.program.exprs.len();
        let root: ExprId = self.expression_without_coercion()?;
        let span = self.program.exprs[root].span;
        // Only the text is kept, so the nodes must not stay inside the range of an enclosing expression.
        self.program.exprs.truncate(kept);
        let text = &self.text[span.start as usize..span.end as usize];
        Ok(AttributeArgument::Expr(text.split_whitespace().collect::<Vec<_>>().join(" ")))
    }
}
