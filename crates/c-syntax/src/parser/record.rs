//! Structs, unions and enums.

use super::declarator::Mode;
use super::{Parsed, Parser};
use crate::ast::{
    Attribute, EnumId, EnumSpec, Enumerator, FieldDeclarator, Ident, Member, RecordId, RecordSpec,
    StaticAssert, TextRange,
};
use crate::token::Tok;

impl Parser<'_> {
    /// The attributes and the tag behind `struct`, `union` or `enum`, and how many attributes that were.
    fn tag(&mut self, attributes: &mut Vec<Attribute>) -> Parsed<(Option<Ident>, usize)> {
        self.attributes(attributes)?;
        let tag = self.at(Tok::Ident).then(|| self.any_word());
        let leading = attributes.len();
        self.attributes(attributes)?;
        if tag.is_none() && !self.at(Tok::LBrace) {
            return Err(self.expected("a tag or `{`"));
        }
        Ok((tag, leading))
    }

    /// `struct tag { ... }`
    pub(super) fn record(&mut self) -> Parsed<RecordId> {
        let word = self.bump();
        let mut attributes = Vec::new();
        let (tag, leading_attributes) = self.tag(&mut attributes)?;
        let (mut members, mut pack) = (None, None);
        if self.at(Tok::LBrace) {
            let open = self.bump();
            self.enter()?;
            members = Some(self.members());
            self.leave();
            pack = self.packs.at(self.start());
            self.close(Tok::RBrace, open)?;
            self.attributes(&mut attributes)?;
        }
        let is_union = word.kind == Tok::Union;
        let range = self.since(word.start);
        Ok(self.ast.records.push(RecordSpec {
            is_union,
            tag,
            members,
            attributes,
            leading_attributes,
            pack,
            range,
        }))
    }

    fn members(&mut self) -> Vec<Member> {
        let mut members = Vec::new();
        while !matches!(self.kind(), Tok::RBrace | Tok::Eof) && !self.stopped() {
            if self.eat(Tok::Semi) {
                continue;
            }
            let start = self.checkpoint();
            match self.member() {
                Ok(member) => members.push(member),
                Err(_) => self.recover(start),
            }
        }
        members
    }

    fn member(&mut self) -> Parsed<Member> {
        if self.at(Tok::StaticAssert) {
            return self.static_assert().map(Member::StaticAssert);
        }
        let kind = self.kind();
        let known = kind.is_specifier() || matches!(kind, Tok::Attribute | Tok::Extension | Tok::LBracket);
        if kind == Tok::Ident && !self.is_typedef_at(0) {
            self.unknown_type();
        } else if !known && kind != Tok::Ident {
            return Err(self.expected("a member or `}`"));
        }
        let specifiers = self.specifiers()?;
        let mut fields = Vec::new();
        if !matches!(self.kind(), Tok::Semi | Tok::RBrace) {
            loop {
                fields.push(self.field()?);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        // gcc accepts that the last `;` is missing.
        if !self.at(Tok::RBrace) {
            self.semicolon("the member")?;
        }
        Ok(Member::Fields(specifiers, fields))
    }

    fn field(&mut self) -> Parsed<FieldDeclarator> {
        let padding = self.at(Tok::Colon);
        let mut declarator = self.declarator(if padding { Mode::Abstract } else { Mode::Named })?;
        let width = if self.eat(Tok::Colon) { Some(self.conditional()?) } else { None };
        self.attributes(&mut declarator.attributes)?;
        Ok(FieldDeclarator { declarator, width })
    }

    /// `enum tag { ... }`
    pub(super) fn enumeration(&mut self) -> Parsed<EnumId> {
        let start = self.bump().start;
        let mut attributes = Vec::new();
        let (tag, leading_attributes) = self.tag(&mut attributes)?;
        let mut enumerators = None;
        if self.at(Tok::LBrace) {
            let open = self.bump();
            self.enter()?;
            let mut list = Vec::new();
            while !self.at(Tok::RBrace) {
                list.push(self.enumerator()?);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
            self.leave();
            self.close(Tok::RBrace, open)?;
            if list.is_empty() {
                let range = TextRange { start: open.start, end: self.last_end };
                self.error(range, "an enum needs an enumerator");
            }
            enumerators = Some(list);
            self.attributes(&mut attributes)?;
        }
        let range = self.since(start);
        Ok(self.ast.enums.push(EnumSpec { tag, enumerators, attributes, leading_attributes, range }))
    }

    fn enumerator(&mut self) -> Parsed<Enumerator> {
        let name = self.ident("the name of an enumerator")?;
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let value = if self.eat(Tok::Assign) { Some(self.conditional()?) } else { None };
        self.scopes.declare(name.name, false);
        Ok(Enumerator { name, attributes, value })
    }

    /// `_Static_assert(e, "message");`
    pub(super) fn static_assert(&mut self) -> Parsed<StaticAssert> {
        let start = self.bump().start;
        let open = self.expect(Tok::LParen, "after `_Static_assert`")?;
        let condition = self.conditional()?;
        let message = if self.eat(Tok::Comma) { Some(self.string("as the message")?) } else { None };
        self.close(Tok::RParen, open)?;
        self.semicolon("`_Static_assert(...)`")?;
        Ok(StaticAssert { condition, message, range: self.since(start) })
    }
}
