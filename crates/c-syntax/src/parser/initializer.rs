//! Initialisers and designators.

use super::{Parsed, Parser};
use crate::ast::{Designator, Init, InitItem, InitList, InitListId};
use crate::token::Tok;

impl Parser<'_> {
    /// What may stand behind `=`.
    pub(super) fn initializer(&mut self) -> Parsed<Init> {
        Ok(if self.at(Tok::LBrace) { Init::List(self.init_list()?) } else { Init::Expr(self.assignment()?) })
    }

    /// `{ ... }`
    pub(super) fn init_list(&mut self) -> Parsed<InitListId> {
        let open = self.expect(Tok::LBrace, "before the initialisers")?;
        self.enter()?;
        let mut items = Vec::new();
        while !self.at(Tok::RBrace) {
            let designators = self.designators()?;
            let init = self.initializer()?;
            items.push(InitItem { designators, init });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.leave();
        self.close(Tok::RBrace, open)?;
        let range = self.since(open.start);
        Ok(self.ast.init_lists.push(InitList { items, range }))
    }

    /// `.f[3] =`, or the old `f:` and `[3]` without `=`, or nothing.
    fn designators(&mut self) -> Parsed<Box<[Designator]>> {
        match self.kind() {
            Tok::Dot | Tok::LBracket => {}
            Tok::Ident if self.peek(1) == Tok::Colon => {
                let name = self.any_word();
                self.bump();
                return Ok(Box::new([Designator::Field(name)]));
            }
            _ => return Ok(Box::default()),
        }
        let mut designators = Vec::new();
        loop {
            match self.kind() {
                Tok::Dot => {
                    self.bump();
                    designators.push(Designator::Field(self.ident("the name of a member after `.`")?));
                }
                Tok::LBracket => {
                    let open = self.bump();
                    let first = self.conditional()?;
                    let designator = if self.eat(Tok::Ellipsis) {
                        Designator::Range(first, self.conditional()?)
                    } else {
                        Designator::Index(first)
                    };
                    self.close(Tok::RBracket, open)?;
                    designators.push(designator);
                }
                _ => break,
            }
        }
        let old_style = matches!(designators[..], [Designator::Index(_) | Designator::Range(..)]);
        if !self.eat(Tok::Assign) && !old_style {
            return Err(self.expected("`=` after the designator"));
        }
        Ok(designators.into())
    }
}
