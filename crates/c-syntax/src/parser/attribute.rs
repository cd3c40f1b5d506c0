//! Attributes: GNU's are kept in either notation, `__attribute__((packed))` and `[[gnu::packed]]`; C23's own and
//! those of others are skipped, since they do not change what a program does.

use super::{Parsed, Parser};
use crate::ast::{Attribute, AttributeArgs, AttributeToken, Ident};
use crate::intern::Symbol;
use crate::token::Tok;

impl Parser<'_> {
    /// Any number of attributes, perhaps none.
    #[inline]
    pub(super) fn attributes(&mut self, into: &mut Vec<Attribute>) -> Parsed<()> {
        loop {
            match self.kind() {
                Tok::Attribute => self.gnu_attributes(into)?,
                Tok::LBracket if self.peek(1) == Tok::LBracket => self.standard_attributes(into)?,
                _ => return Ok(()),
            }
        }
    }

    /// `__attribute__((a, b(c)))`
    fn gnu_attributes(&mut self, into: &mut Vec<Attribute>) -> Parsed<()> {
        self.bump();
        let outer = self.expect(Tok::LParen, "after `__attribute__`")?;
        let inner = self.expect(Tok::LParen, "after `__attribute__(`")?;
        loop {
            if self.at(Tok::Ident) || self.kind().is_keyword() {
                let word = self.any_word();
                let name = self.without_underscores(word.name);
                let args =
                    if self.at(Tok::LParen) { self.attribute_args(name)? } else { AttributeArgs::None };
                let range = self.since(word.range.start);
                into.push(Attribute { name, args, range });
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.close(Tok::RParen, inner)?;
        self.close(Tok::RParen, outer)
    }

    /// `packed` for `__packed__`.
    fn without_underscores(&mut self, name: Symbol) -> Symbol {
        let text = self.interner.get(name);
        match text.strip_prefix("__").and_then(|text| text.strip_suffix("__")) {
            Some(inner) if !inner.is_empty() => {
                let inner = inner.to_string();
                self.interner.intern(&inner)
            }
            _ => name,
        }
    }

    fn attribute_args(&mut self, name: Symbol) -> Parsed<AttributeArgs> {
        let open = self.bump();
        let args = match self.interner.get(name) {
            "aligned" | "vector_size" if !self.at(Tok::RParen) => {
                self.enter()?;
                let argument = self.assignment()?;
                self.leave();
                AttributeArgs::Expr(argument)
            }
            "section" | "alias" | "ifunc" | "weakref" if self.at(Tok::Str) && self.peek(1) == Tok::RParen => {
                AttributeArgs::Str(self.string_literal())
            }
            "mode" if self.at(Tok::Ident) => {
                let word = self.any_word().name;
                AttributeArgs::Word(self.without_underscores(word))
            }
            "cleanup" if self.at(Tok::Ident) => AttributeArgs::Word(self.any_word().name),
            _ => AttributeArgs::Tokens(self.attribute_tokens()),
        };
        self.close(Tok::RParen, open)?;
        Ok(args)
    }

    /// The tokens up to the parenthesis that closes the arguments.
    fn attribute_tokens(&mut self) -> Box<[AttributeToken]> {
        let mut tokens = Vec::new();
        let mut open = 0usize;
        loop {
            match self.kind() {
                Tok::Eof => break,
                Tok::LParen => open += 1,
                Tok::RParen if open == 0 => break,
                Tok::RParen => open -= 1,
                _ => {}
            }
            if self.at(Tok::Str) {
                tokens.push(AttributeToken::Str(self.string_literal()));
                continue;
            }
            let token = self.bump();
            tokens.push(match token.kind {
                Tok::Int | Tok::Float | Tok::Char => {
                    let text = &self.text[token.start as usize..token.end as usize];
                    AttributeToken::Word(self.interner.intern(text))
                }
                kind if kind == Tok::Ident || kind.is_keyword() => AttributeToken::Word(Self::symbol(token)),
                kind => AttributeToken::Punctuator(kind),
            });
        }
        tokens.into()
    }

    /// `[[deprecated("text"), gnu::packed]]`
    fn standard_attributes(&mut self, into: &mut Vec<Attribute>) -> Parsed<()> {
        let (outer, inner) = (self.bump(), self.bump());
        while !self.at(Tok::RBracket) {
            if self.eat(Tok::Comma) {
                continue;
            }
            let mut word = self.attribute_name()?;
            let mut is_gnu = false;
            if self.at(Tok::Colon) && self.peek(1) == Tok::Colon {
                is_gnu = matches!(self.interner.get(word.name), "gnu" | "__gnu__");
                self.bump();
                self.bump();
                word = self.attribute_name()?;
            }
            if is_gnu {
                let name = self.without_underscores(word.name);
                let args =
                    if self.at(Tok::LParen) { self.attribute_args(name)? } else { AttributeArgs::None };
                let range = self.since(word.range.start);
                into.push(Attribute { name, args, range });
            } else if self.at(Tok::LParen) {
                self.skip_parenthesised();
            }
        }
        self.close(Tok::RBracket, inner)?;
        self.close(Tok::RBracket, outer)
    }

    fn attribute_name(&mut self) -> Parsed<Ident> {
        if self.at(Tok::Ident) || self.kind().is_keyword() {
            Ok(self.any_word())
        } else {
            Err(self.expected("the name of an attribute"))
        }
    }

    /// Goes behind the `)` that closes the `(` here.
    fn skip_parenthesised(&mut self) {
        let mut depth = 0usize;
        loop {
            match self.bump().kind {
                Tok::LParen => depth += 1,
                Tok::RParen => depth -= 1,
                Tok::Eof => return,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// How many tokens the attributes take that start `ahead` of the current token.
    pub(super) fn attributes_length(&self, ahead: usize) -> usize {
        let mut index = self.pos + ahead;
        let kind = |index: usize| self.tokens[index.min(self.tokens.len() - 1)].kind;
        loop {
            let (open, close) = match kind(index) {
                Tok::Attribute => (Tok::LParen, Tok::RParen),
                Tok::LBracket if kind(index + 1) == Tok::LBracket => (Tok::LBracket, Tok::RBracket),
                _ => return index - self.pos - ahead,
            };
            index += usize::from(kind(index) == Tok::Attribute);
            let mut depth = 0usize;
            loop {
                match kind(index) {
                    Tok::Eof => return index - self.pos - ahead,
                    token if token == open => depth += 1,
                    token if token == close => depth = depth.saturating_sub(1),
                    _ => {}
                }
                index += 1;
                if depth == 0 {
                    break;
                }
            }
        }
    }
}
