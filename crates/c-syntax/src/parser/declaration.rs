//! Declarations with their initialisers.

use super::declarator::Mode;
use super::{Parsed, Parser};
use crate::ast::{DeclId, Declaration, Declarator, Derived, InitDeclarator, Specifiers, Storage};
use crate::token::Tok;

impl Parser<'_> {
    /// Whether a declaration starts here. A typedef name before a colon is a label.
    pub(super) fn starts_declaration(&self) -> bool {
        match self.kind() {
            Tok::Ident if self.is_typedef_at(0) => self.peek(1) != Tok::Colon,
            Tok::Ident => self.peek(1) == Tok::Ident,
            Tok::Extension => self.peek(1).is_specifier() || self.is_typedef_at(1),
            Tok::Attribute | Tok::LBracket => {
                let ahead = self.attributes_length(0);
                ahead > 0 && (self.peek(ahead).is_specifier() || self.is_typedef_at(ahead))
            }
            Tok::StaticAssert => true,
            kind => kind.is_specifier(),
        }
    }

    /// A declaration that is not at file scope.
    pub(super) fn declaration(&mut self) -> Parsed<DeclId> {
        let start = self.start();
        let specifiers = self.specifiers()?;
        if self.eat(Tok::Semi) {
            let range = self.since(start);
            return Ok(self.ast.decls.push(Declaration { specifiers, declarators: Vec::new(), range }));
        }
        let declarator = self.declarator(Mode::Named)?;
        if self.at(Tok::LBrace) && matches!(declarator.derived.first(), Some(Derived::Function(_))) {
            let message = "functions inside functions are not supported";
            return Err(self.error_with_hint(declarator.range, message, "move the function to file scope"));
        }
        let declaration = self.init_declarators(specifiers, declarator, start)?;
        Ok(self.ast.decls.push(declaration))
    }

    /// The rest of a declaration after its first declarator.
    pub(super) fn init_declarators(
        &mut self,
        specifiers: Specifiers,
        first: Declarator,
        start: u32,
    ) -> Parsed<Declaration> {
        let mut declarators = vec![self.init_declarator(&specifiers, first)?];
        while self.eat(Tok::Comma) {
            let declarator = self.declarator(Mode::Named)?;
            declarators.push(self.init_declarator(&specifiers, declarator)?);
        }
        self.semicolon("the declaration")?;
        Ok(Declaration { specifiers, declarators, range: self.since(start) })
    }

    /// What follows a declarator. The name is in scope in its own initialiser.
    fn init_declarator(
        &mut self,
        specifiers: &Specifiers,
        mut declarator: Declarator,
    ) -> Parsed<InitDeclarator> {
        self.declarator_tail(&mut declarator)?;
        let is_typedef = specifiers.storage == Storage::Typedef;
        if let Some(name) = declarator.name {
            self.scopes.declare(name.name, is_typedef);
        }
        let mut init = None;
        if self.at(Tok::Assign) {
            if is_typedef {
                self.error(self.here(), "a typedef has no initialiser");
            }
            self.bump();
            init = Some(self.initializer()?);
        }
        Ok(InitDeclarator { declarator, init })
    }
}
