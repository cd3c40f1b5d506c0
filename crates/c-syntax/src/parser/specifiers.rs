//! Declaration specifiers: storage, qualifiers, and the words that together name a type.
//!
//! The words of a basic type may come in any order and mixed with everything else (`long const unsigned`), so
//! they are collected first and resolved at the end. After a complete type a typedef name is no type any more
//! but the declared name: that is how inner scopes and members reuse such names.

use super::{Parsed, Parser};
use crate::ast::{Alignas, Basic, Qualifiers, Specifiers, Storage, TextRange, TypeId, TypeSpec};
use crate::token::Tok;

/// The words of a type, as far as they were seen.
#[derive(Default)]
struct Words {
    /// `char`, `int`, `double`, ...
    base: Option<Tok>,
    /// A type that is not made of words.
    whole: Option<TypeSpec>,
    longs: u8,
    short: bool,
    signed: bool,
    unsigned: bool,
    complex: bool,
}

impl Words {
    fn any(&self) -> bool {
        self.base.is_some()
            || self.whole.is_some()
            || self.longs > 0
            || self.short
            || self.signed
            || self.unsigned
            || self.complex
    }

    /// The type, or none if the words contradict each other.
    fn resolve(&self) -> Option<TypeSpec> {
        let plain = self.longs == 0 && !self.short && !self.signed && !self.unsigned;
        if let Some(whole) = self.whole {
            return (plain && self.base.is_none() && !self.complex).then_some(whole);
        }
        let basic = match self.base {
            // Plain `_Complex` is `_Complex double`.
            None if self.complex && plain => Basic::Double,
            None | Some(Tok::IntWord) => self.integer()?,
            Some(Tok::CharWord) if self.longs == 0 && !self.short => match (self.signed, self.unsigned) {
                (true, true) => return None,
                (true, false) => Basic::SChar,
                (false, true) => Basic::UChar,
                (false, false) => Basic::Char,
            },
            Some(Tok::Int128) if self.longs == 0 && !self.short && !(self.signed && self.unsigned) => {
                if self.unsigned { Basic::UInt128 } else { Basic::Int128 }
            }
            Some(Tok::Double) if self.longs == 1 && !self.short && !self.signed && !self.unsigned => {
                Basic::LongDouble
            }
            Some(word) if plain => whole_word(word)?,
            Some(_) => return None,
        };
        Some(if self.complex { TypeSpec::Complex(basic) } else { TypeSpec::Basic(basic) })
    }

    fn integer(&self) -> Option<Basic> {
        if self.signed && self.unsigned || self.short && self.longs > 0 {
            return None;
        }
        Some(match (self.short, self.longs, self.unsigned) {
            (true, _, false) => Basic::Short,
            (true, _, true) => Basic::UShort,
            (false, 0, false) => Basic::Int,
            (false, 0, true) => Basic::UInt,
            (false, 1, false) => Basic::Long,
            (false, 1, true) => Basic::ULong,
            (false, 2, false) => Basic::LongLong,
            (false, 2, true) => Basic::ULongLong,
            _ => return None,
        })
    }
}

/// The types that take no `signed`, `long` and so on.
fn whole_word(word: Tok) -> Option<Basic> {
    Some(match word {
        Tok::Void => Basic::Void,
        Tok::Bool => Basic::Bool,
        Tok::FloatWord => Basic::Float,
        Tok::Double => Basic::Double,
        Tok::Int128T => Basic::Int128,
        Tok::UInt128T => Basic::UInt128,
        Tok::Float16 => Basic::Float16,
        Tok::Float32 => Basic::Float32,
        Tok::Float64 => Basic::Float64,
        Tok::Float128 => Basic::Float128,
        Tok::Float32x => Basic::Float32x,
        Tok::Float64x => Basic::Float64x,
        Tok::Float80 => Basic::Float80,
        Tok::Decimal32 => Basic::Decimal32,
        Tok::Decimal64 => Basic::Decimal64,
        Tok::Decimal128 => Basic::Decimal128,
        Tok::VaList => Basic::VaList,
        _ => return None,
    })
}

impl Parser<'_> {
    /// Specifiers; a missing type is `int`. Stops before what cannot be one.
    pub(super) fn specifiers(&mut self) -> Parsed<Specifiers> {
        let start = self.start();
        let first = self.pos;
        let mut words = Words::default();
        let mut specifiers = Specifiers {
            storage: Storage::None,
            thread_local: false,
            inline: false,
            noreturn: false,
            qualifiers: Qualifiers::default(),
            ty: TypeSpec::Basic(Basic::Int),
            alignments: Vec::new(),
            attributes: Vec::new(),
            leading_attributes: 0,
            range: TextRange::default(),
        };
        while self.specifier(&mut specifiers, &mut words)? {}
        specifiers.range = TextRange { start, end: if self.pos == first { start } else { self.last_end } };
        if words.any() {
            let Some(ty) = words.resolve() else {
                let hint = "a declaration has one type: is a `;` or a `,` missing?";
                return Err(self.error_with_hint(specifiers.range, "these types cannot be combined", hint));
            };
            specifiers.ty = ty;
        } else if self.at(Tok::Ident) && self.is_unknown_type() {
            self.unknown_type();
        }
        Ok(specifiers)
    }

    /// Takes one specifier; says whether there was one.
    fn specifier(&mut self, into: &mut Specifiers, words: &mut Words) -> Parsed<bool> {
        let kind = self.kind();
        match kind {
            Tok::Typedef => self.storage(into, Storage::Typedef),
            Tok::Extern => self.storage(into, Storage::Extern),
            Tok::Static => self.storage(into, Storage::Static),
            Tok::Auto => self.storage(into, Storage::Auto),
            Tok::Register => self.storage(into, Storage::Register),
            Tok::ThreadLocal => into.thread_local = true,
            Tok::Inline => into.inline = true,
            Tok::Noreturn => into.noreturn = true,
            Tok::Extension => {}
            Tok::Atomic if self.peek(1) == Tok::LParen && !words.any() => return self.whole_type(words),
            Tok::Const | Tok::Volatile | Tok::Restrict | Tok::Atomic => {
                self.note_volatile(kind);
                add_qualifier(&mut into.qualifiers, kind);
            }
            Tok::Attribute | Tok::LBracket => {
                let before = self.pos;
                self.attributes(&mut into.attributes)?;
                if !words.any() {
                    into.leading_attributes = into.attributes.len();
                }
                return Ok(self.pos > before);
            }
            Tok::Alignas => {
                let alignment = self.alignas()?;
                into.alignments.push(alignment);
                return Ok(true);
            }
            _ => return self.type_word(words),
        }
        self.bump();
        Ok(true)
    }

    /// Takes one word of a type, or a whole type; says whether there was one.
    fn type_word(&mut self, words: &mut Words) -> Parsed<bool> {
        match self.kind() {
            Tok::Ident if words.any() || !self.is_typedef_at(0) => return Ok(false),
            Tok::Ident
            | Tok::Struct
            | Tok::Union
            | Tok::Enum
            | Tok::Typeof
            | Tok::TypeofUnqual
            | Tok::AutoType => return self.whole_type(words),
            Tok::Long => words.longs += 1,
            Tok::Short => words.short = true,
            Tok::Signed => words.signed = true,
            Tok::Unsigned => words.unsigned = true,
            Tok::Complex => words.complex = true,
            kind if kind.is_redeclarable() && words.any() && !words.complex => return Ok(false),
            kind if kind.is_type_word() => {
                if words.base.is_some() || words.whole.is_some() {
                    return Err(self.second_type());
                }
                words.base = Some(kind);
            }
            _ => return Ok(false),
        }
        if words.longs > 2 {
            return Err(self.error(self.here(), "`long long long` is too long"));
        }
        self.bump();
        Ok(true)
    }

    /// Takes a type that is not made of words.
    fn whole_type(&mut self, words: &mut Words) -> Parsed<bool> {
        if words.any() {
            return Err(self.second_type());
        }
        words.whole = Some(match self.kind() {
            Tok::Struct | Tok::Union => TypeSpec::Record(self.record()?),
            Tok::Enum => TypeSpec::Enum(self.enumeration()?),
            Tok::Typeof | Tok::TypeofUnqual => self.type_of()?,
            Tok::Atomic => {
                self.bump();
                TypeSpec::Atomic(self.parenthesised_type()?)
            }
            Tok::AutoType => {
                self.bump();
                TypeSpec::AutoType
            }
            _ => TypeSpec::Typedef(self.any_word().name),
        });
        Ok(true)
    }

    fn second_type(&mut self) -> super::Abort {
        let hint = "is a `;` missing before it?";
        let message = format!("a second type in one declaration: {}", self.describe());
        self.error_with_hint(self.here(), message, hint)
    }

    fn storage(&mut self, into: &mut Specifiers, storage: Storage) {
        if into.storage != Storage::None && into.storage != storage {
            let message = format!("a second storage class in one declaration: {}", self.describe());
            self.error(self.here(), message);
        }
        into.storage = storage;
    }

    /// Whether the identifier here, which is no typedef name, can only be meant as one.
    pub(super) fn is_unknown_type(&self) -> bool {
        let next = self.peek(1);
        matches!(next, Tok::Ident | Tok::Star) || next.is_type_word()
    }

    /// Reports an unknown type, and takes the name for a type from here on.
    pub(super) fn unknown_type(&mut self) {
        let message = format!("unknown type name {}", self.describe());
        let hint = "declare it with `typedef`, or preprocess the file with the header that does";
        let symbol = Self::symbol(self.token());
        self.error_with_hint(self.here(), message, hint);
        self.scopes.declare(symbol, true);
        self.bump();
    }

    /// `_Alignas(type)` or `_Alignas(e)`
    fn alignas(&mut self) -> Parsed<Alignas> {
        self.bump();
        let open = self.expect(Tok::LParen, "after `_Alignas`")?;
        self.enter()?;
        let alignment = if self.starts_type(0) {
            Alignas::Type(self.type_name()?)
        } else {
            Alignas::Expr(self.assignment()?)
        };
        self.leave();
        self.close(Tok::RParen, open)?;
        Ok(alignment)
    }

    /// `__typeof__(type)` or `__typeof__(e)`
    fn type_of(&mut self) -> Parsed<TypeSpec> {
        let unqualified = self.bump().kind == Tok::TypeofUnqual;
        let open = self.expect(Tok::LParen, "after `typeof`")?;
        self.enter()?;
        let ty = if self.starts_type(0) {
            let ty = self.type_name()?;
            if unqualified { TypeSpec::TypeofUnqualType(ty) } else { TypeSpec::TypeofType(ty) }
        } else {
            let expr = self.expr()?;
            if unqualified { TypeSpec::TypeofUnqualExpr(expr) } else { TypeSpec::TypeofExpr(expr) }
        };
        self.leave();
        self.close(Tok::RParen, open)?;
        Ok(ty)
    }

    /// Remembers where `volatile` stands, if the next token is that.
    pub(super) fn note_volatile(&mut self, kind: Tok) {
        if kind == Tok::Volatile {
            let token = self.token();
            self.ast.volatiles.push(TextRange { start: token.start, end: token.end });
        }
    }

    /// `(type)`
    pub(super) fn parenthesised_type(&mut self) -> Parsed<TypeId> {
        let open = self.expect(Tok::LParen, "before the type")?;
        self.enter()?;
        let ty = self.type_name()?;
        self.leave();
        self.close(Tok::RParen, open)?;
        Ok(ty)
    }
}

/// Adds a qualifier to a set.
pub(super) fn add_qualifier(qualifiers: &mut Qualifiers, kind: Tok) {
    match kind {
        Tok::Const => qualifiers.is_const = true,
        Tok::Volatile => qualifiers.is_volatile = true,
        Tok::Restrict => qualifiers.is_restrict = true,
        _ => qualifiers.is_atomic = true,
    }
}
