//! Declarators, without recursion into their parentheses.
//!
//! `* (* f [3]) (int)` is read from the outside to the name, keeping the pointers of each open parenthesis on a
//! stack, and then back outwards: at each level first the brackets and parameters behind, then the pointers in
//! front. That yields the derivation list of [`Declarator`] in order.

use super::specifiers::add_qualifier;
use super::{Parsed, Parser};
use crate::ast::{
    ArrayParameter, ArraySize, Attribute, Declarator, Derived, Ident, Parameter, Parameters, Qualifiers,
    Storage, TypeId, TypeName,
};
use crate::token::Tok;

/// Whether a declarator has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// It must.
    Named,
    /// It must not: type names.
    Abstract,
    /// It may: parameters.
    Either,
}

impl Parser<'_> {
    /// A type as casts name it.
    pub(super) fn type_name(&mut self) -> Parsed<TypeId> {
        let start = self.start();
        if !self.starts_type(0) {
            if self.at(Tok::Ident) {
                self.unknown_type();
            } else {
                return Err(self.expected("a type"));
            }
        }
        let specifiers = self.specifiers()?;
        if specifiers.storage != Storage::None {
            self.error(specifiers.range, "a type name takes no storage class");
        }
        let declarator = self.declarator(Mode::Abstract)?;
        let range = self.since(start);
        Ok(self.ast.types.push(TypeName { specifiers, declarator, range }))
    }

    /// A declarator, perhaps empty if the mode allows.
    pub(super) fn declarator(&mut self, mode: Mode) -> Parsed<Declarator> {
        let start = self.start();
        let first = self.pos;
        let mut attributes = Vec::new();
        let mut outer = Vec::new();
        let mut pointers = Vec::new();
        loop {
            let before = attributes.len();
            self.attributes(&mut attributes)?;
            while self.at(Tok::Star) {
                let own = if outer.is_empty() { Vec::new() } else { attributes.split_off(before) };
                pointers.push(self.pointer(own)?);
            }
            if !(self.at(Tok::LParen) && self.is_nested_declarator(mode)) {
                break;
            }
            outer.push((self.bump(), std::mem::take(&mut pointers)));
        }
        let leading_attributes = attributes.len();
        let name = self.declared_name(mode)?;
        let mut derived = Vec::new();
        loop {
            self.declarator_suffixes(&mut derived)?;
            derived.extend(pointers.drain(..).rev());
            let Some((open, next)) = outer.pop() else { break };
            self.attributes(&mut attributes)?;
            self.close(Tok::RParen, open)?;
            pointers = next;
        }
        let end = if self.pos == first { start } else { self.last_end };
        let range = crate::ast::TextRange { start, end };
        Ok(Declarator {
            name,
            derived: derived.into(),
            asm_label: None,
            attributes,
            leading_attributes,
            range,
        })
    }

    fn declared_name(&mut self, mode: Mode) -> Parsed<Option<Ident>> {
        match self.kind() {
            Tok::Ident if mode != Mode::Abstract => Ok(Some(self.any_word())),
            kind if mode == Mode::Named && kind.is_redeclarable() => Ok(Some(self.any_word())),
            _ if mode != Mode::Named => Ok(None),
            _ => self.ident("the name that is declared").map(Some),
        }
    }

    /// `* const __attribute__((...))`, after the attributes that stand before it.
    fn pointer(&mut self, mut attributes: Vec<Attribute>) -> Parsed<Derived> {
        self.bump();
        let mut qualifiers = Qualifiers::default();
        loop {
            match self.kind() {
                kind @ (Tok::Const | Tok::Volatile | Tok::Restrict | Tok::Atomic) => {
                    self.note_volatile(kind);
                    add_qualifier(&mut qualifiers, kind);
                    self.bump();
                }
                Tok::Attribute => self.attributes(&mut attributes)?,
                _ => return Ok(Derived::Pointer(qualifiers, attributes)),
            }
        }
    }

    /// Whether the parenthesis here groups a declarator; otherwise it opens the parameters of a function.
    fn is_nested_declarator(&self, mode: Mode) -> bool {
        if mode == Mode::Named {
            return true;
        }
        let ahead = 1 + self.attributes_length(1);
        match self.peek(ahead) {
            Tok::Star | Tok::LParen | Tok::LBracket => true,
            Tok::Ident => mode == Mode::Either && !self.is_typedef_at(ahead),
            _ => false,
        }
    }

    /// Brackets and parameters behind a name or a parenthesis.
    fn declarator_suffixes(&mut self, derived: &mut Vec<Derived>) -> Parsed<()> {
        loop {
            match self.kind() {
                Tok::LBracket if self.peek(1) != Tok::LBracket => {
                    let array = self.array_suffix()?;
                    derived.push(array);
                }
                Tok::LParen => {
                    self.enter()?;
                    let parameters = self.parameters()?;
                    self.leave();
                    derived.push(Derived::Function(Box::new(parameters)));
                }
                _ => return Ok(()),
            }
        }
    }

    fn array_suffix(&mut self) -> Parsed<Derived> {
        let open = self.bump();
        let mut parameter = ArrayParameter::default();
        loop {
            match self.kind() {
                Tok::Static => parameter.is_static = true,
                kind @ (Tok::Const | Tok::Volatile | Tok::Restrict | Tok::Atomic) => {
                    self.note_volatile(kind);
                    add_qualifier(&mut parameter.qualifiers, kind);
                }
                _ => break,
            }
            self.bump();
        }
        let size = match self.kind() {
            Tok::RBracket => ArraySize::None,
            Tok::Star if self.peek(1) == Tok::RBracket => {
                self.bump();
                ArraySize::Star
            }
            _ => {
                self.enter()?;
                let size = self.assignment()?;
                self.leave();
                ArraySize::Expr(size)
            }
        };
        self.close(Tok::RBracket, open)?;
        Ok(Derived::Array(size, parameter))
    }

    fn parameters(&mut self) -> Parsed<Parameters> {
        let open = self.bump();
        if self.eat(Tok::RParen) {
            return Ok(Parameters::Identifiers(Vec::new()));
        }
        if self.at(Tok::Ident) && !self.is_typedef_at(0) && matches!(self.peek(1), Tok::Comma | Tok::RParen) {
            return self.identifier_list(open);
        }
        self.scopes.push();
        let mut list = Vec::new();
        let mut variadic = false;
        loop {
            if self.eat(Tok::Ellipsis) {
                variadic = true;
                break;
            }
            list.push(self.parameter()?);
            if self.at(Tok::Semi) {
                let message = "parameters that are announced before a `;` are not supported";
                let hint = "put the parameter before the ones that use it";
                return Err(self.error_with_hint(self.here(), message, hint));
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.scopes.pop();
        self.close(Tok::RParen, open)?;
        Ok(Parameters::Prototype { list, variadic })
    }

    fn identifier_list(&mut self, open: crate::token::Token) -> Parsed<Parameters> {
        let mut names = Vec::new();
        loop {
            names.push(self.ident("the name of a parameter")?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.close(Tok::RParen, open)?;
        Ok(Parameters::Identifiers(names))
    }

    fn parameter(&mut self) -> Parsed<Parameter> {
        let start = self.start();
        let kind = self.kind();
        if kind == Tok::Ident && !self.is_typedef_at(0) {
            self.unknown_type();
        } else if !(kind.is_specifier()
            || matches!(kind, Tok::Ident | Tok::Attribute | Tok::Extension | Tok::LBracket))
        {
            return Err(self.expected("the type of a parameter"));
        }
        let specifiers = self.specifiers()?;
        let mut declarator = self.declarator(Mode::Either)?;
        self.attributes(&mut declarator.attributes)?;
        if let Some(name) = declarator.name {
            self.scopes.declare(name.name, false);
        }
        if self.at(Tok::Assign) {
            self.error_with_hint(self.here(), "a parameter has no initialiser", "C has no default arguments");
            self.bump();
            self.initializer()?;
        }
        let range = self.since(start);
        Ok(Parameter { specifiers, declarator, range })
    }

    /// `asm("name")` and attributes behind a declarator.
    pub(super) fn declarator_tail(&mut self, declarator: &mut Declarator) -> Parsed<()> {
        if self.at(Tok::Asm) {
            declarator.asm_label = Some(self.asm_label()?);
        }
        self.attributes(&mut declarator.attributes)
    }
}
