//! What stands at file scope: declarations and function definitions, also of the oldest kinds.

use super::declarator::Mode;
use super::{Parsed, Parser};
use crate::ast::{
    Declaration, Declarator, Derived, FunctionDef, FunctionId, Item, Parameters, Specifiers, Storage,
};
use crate::intern::Symbol;
use crate::token::Tok;

impl Parser<'_> {
    pub(super) fn translation_unit(&mut self) {
        while !self.at(Tok::Eof) && !self.stopped() {
            if self.eat(Tok::Semi) {
                continue;
            }
            let start = self.checkpoint();
            match self.item() {
                Ok(item) => self.ast.items.push(item),
                Err(_) => {
                    self.recover(start);
                    // A `}` that closes nothing would stop us here for ever.
                    self.eat(Tok::RBrace);
                }
            }
        }
    }

    fn item(&mut self) -> Parsed<Item> {
        match self.kind() {
            Tok::Asm => return Ok(Item::Asm(self.asm()?)),
            Tok::StaticAssert => return Ok(Item::StaticAssert(self.static_assert()?)),
            Tok::RBrace => {
                let hint = "is there one `}` too many above?";
                return Err(self.error_with_hint(self.here(), "`}` closes nothing", hint));
            }
            Tok::Ident => self.check_implicit_int(),
            Tok::Attribute | Tok::Extension | Tok::LBracket | Tok::Star | Tok::LParen => {}
            kind if kind.is_specifier() => {}
            _ => {
                let message = format!("expected a declaration or a function, found {}", self.describe());
                let hint = "statements can only stand in functions";
                return Err(self.error_with_hint(self.here(), message, hint));
            }
        }
        let start = self.start();
        let specifiers = self.specifiers()?;
        if self.eat(Tok::Semi) {
            let range = self.since(start);
            let declaration = Declaration { specifiers, declarators: Vec::new(), range };
            return Ok(Item::Declaration(self.ast.decls.push(declaration)));
        }
        let mut declarator = self.declarator(Mode::Named)?;
        if self.is_function_definition(&declarator) {
            return self.function(specifiers, declarator, start).map(Item::Function);
        }
        if self.at(Tok::Attribute) && self.peek(self.attributes_length(0)) == Tok::LBrace {
            self.attributes(&mut declarator.attributes)?;
            return self.function(specifiers, declarator, start).map(Item::Function);
        }
        if self.at(Tok::LBrace) {
            let message = format!("expected `;` after the declaration, found {}", self.describe());
            let hint = "only a declarator with parameters can have a body";
            return Err(self.error_with_hint(self.here(), message, hint));
        }
        let declaration = self.init_declarators(specifiers, declarator, start)?;
        Ok(Item::Declaration(self.ast.decls.push(declaration)))
    }

    /// `main() { }` is a definition without a type, but `foo_t x;` has a type that nobody declared.
    fn check_implicit_int(&mut self) {
        if !self.is_typedef_at(0) && self.is_unknown_type() {
            self.unknown_type();
        }
    }

    /// Whether a body or the declarations of K&R parameters follow.
    fn is_function_definition(&self, declarator: &Declarator) -> bool {
        let Some(Derived::Function(parameters)) = declarator.derived.first() else { return false };
        match (self.kind(), &**parameters) {
            (Tok::LBrace, _) => true,
            (Tok::Ident, Parameters::Identifiers(names)) => !names.is_empty() && self.is_typedef_at(0),
            (kind, Parameters::Identifiers(names)) => {
                !names.is_empty() && (kind.is_specifier() || kind == Tok::Extension)
            }
            _ => false,
        }
    }

    fn function(&mut self, specifiers: Specifiers, declarator: Declarator, start: u32) -> Parsed<FunctionId> {
        if let Some(name) = declarator.name {
            self.scopes.declare(name.name, false);
        }
        if specifiers.storage == Storage::Typedef {
            self.error(specifiers.range, "a function definition cannot be a typedef");
        }
        let names = parameter_names(&declarator);
        self.scopes.push();
        for &name in &names {
            self.scopes.declare(name, false);
        }
        let mut parameter_declarations = Vec::new();
        while !matches!(self.kind(), Tok::LBrace | Tok::Eof) {
            let before = self.start();
            let specifiers = self.specifiers()?;
            parameter_declarations.push(if self.eat(Tok::Semi) {
                Declaration { specifiers, declarators: Vec::new(), range: self.since(before) }
            } else {
                let first = self.declarator(Mode::Named)?;
                self.init_declarators(specifiers, first, before)?
            });
        }
        let body = self.compound()?;
        self.scopes.pop();
        let range = self.since(start);
        Ok(self.ast.functions.push(FunctionDef {
            specifiers,
            declarator,
            parameter_declarations,
            body,
            range,
        }))
    }
}

/// The names of the parameters of a function that is defined.
fn parameter_names(declarator: &Declarator) -> Vec<Symbol> {
    match declarator.derived.first() {
        Some(Derived::Function(parameters)) => match &**parameters {
            Parameters::Prototype { list, .. } => {
                list.iter().filter_map(|parameter| parameter.declarator.name).map(|name| name.name).collect()
            }
            Parameters::Identifiers(names) => names.iter().map(|name| name.name).collect(),
        },
        _ => Vec::new(),
    }
}
