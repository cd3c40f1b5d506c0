//! Bit-vectors: computed in unsigned types, which wrap around as they do, and compared by their signedness.

use c_sema::types::IntKind;
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use term::{Op, Sort, Term, build as mk};

use super::integer::literal;
use super::text::{Level, Text};
use super::{Relation, Writer};

/// The unsigned type in which bit-vectors of a width are computed, and its width.
fn computed(width: u32) -> Option<(IntKind, u32)> {
    Some(match width {
        0..=32 => (IntKind::UInt, 32),
        33..=64 => (IntKind::ULongLong, 64),
        65..=128 => (IntKind::UInt128, 128),
        _ => return None,
    })
}

fn width(term: Term) -> Option<u32> {
    match term.sort() {
        Sort::BitVec(width) => Some(width),
        _ => None,
    }
}

fn unsigned_literal(value: &BigUint) -> Option<Text> {
    Some(Text::primary(match value.bits() {
        0..=32 => format!("{value}U"),
        33..=64 => format!("{value}ULL"),
        _ => return None,
    }))
}

impl Writer<'_> {
    /// `a ⋈ b` of the orders of bit-vectors.
    pub(super) fn compare_bits(&self, term: Term, positive: bool) -> Option<Text> {
        let (a, b) = (term.arguments()[0], term.arguments()[1]);
        let (is_signed, is_strict) = match term.op() {
            Op::BvSle => (true, false),
            Op::BvSlt => (true, true),
            Op::BvUlt => (false, true),
            _ => (false, false),
        };
        let mut relation = match (is_strict, positive) {
            (false, true) => Relation::Le,
            (true, true) => Relation::Lt,
            (false, false) => Relation::Gt,
            (true, false) => Relation::Ge,
        };
        let (mut a, mut b) = (a, b);
        if a.is_value() {
            (a, b, relation) = (b, a, relation.mirrored());
        }
        let sides = match is_signed {
            true => (self.signed(a)?, self.signed(b)?),
            false => (self.unsigned(a)?, self.unsigned(b)?),
        };
        Some(relation.between(&sides.0, &sides.1))
    }

    /// `a == b` or `a != b`.
    pub(super) fn equal_bits(&self, relation: Relation, a: Term, b: Term) -> Option<Text> {
        let (a, b) = if a.is_value() { (b, a) } else { (a, b) };
        let sides = match self.is_signed(a) || self.is_signed(b) {
            true => (self.signed(a)?, self.signed(b)?),
            false => (self.unsigned(a)?, self.unsigned(b)?),
        };
        Some(relation.between(&sides.0, &sides.1))
    }

    /// Whether a term is a signed number by what it is made of.
    fn is_signed(&self, term: Term) -> bool {
        match term.op() {
            Op::SignExtend(_) => true,
            _ => self.variable(term).is_some_and(|(_, kind)| kind.is_signed()),
        }
    }

    /// The value of a bit-vector in two's complement, as an expression of a signed type.
    fn signed(&self, term: Term) -> Option<Text> {
        if let Some(value) = mk::as_signed_bv(term) {
            return literal(&value);
        }
        let width = width(term)?;
        let (kind, computed_width) = computed(width)?;
        match term.op() {
            Op::SignExtend(_) => return self.signed(term.arguments()[0]),
            Op::Var(_) => {
                let (name, own) = self.variable(term)?;
                if own.is_signed() {
                    return Some(Text::primary(name));
                }
            }
            _ => {}
        }
        let bits = self.unsigned(term)?;
        let signed = match (width, kind) {
            (8, _) => "signed char",
            (16, _) => "short",
            (_, IntKind::UInt) => "int",
            (_, IntKind::ULongLong) => "long long",
            _ => "__int128",
        };
        if width == computed_width || width == 8 || width == 16 {
            return Some(bits.cast(signed));
        }
        // The sign bit of a width that C does not have.
        let sign = literal(&(BigInt::from(1) << (width - 1)))?;
        let flipped = Text::binary(&bits.cast(signed), "^", &sign, Level::BitXor);
        Some(Text::binary(&flipped, "-", &sign, Level::Sum))
    }

    /// The value of a bit-vector as a natural number. The type is unsigned, or `int` if the width is less than 32.
    fn unsigned(&self, term: Term) -> Option<Text> {
        let bits = width(term)?;
        let (kind, computed_width) = computed(bits)?;
        let arguments = term.arguments();
        let name = kind.name();
        let operand = |term: Term| Some(self.unsigned(term)?.cast(name));
        let result = match term.op() {
            Op::BvConst(value) => return unsigned_literal(value),
            Op::Var(_) => return self.unsigned_variable(term, bits),
            Op::ZeroExtend(_) => return operand(arguments[0]),
            Op::SignExtend(_) => self.signed(arguments[0])?.cast(name),
            Op::BvAdd => self.chain(arguments, "+", Level::Sum, name)?,
            Op::BvMul => self.chain(arguments, "*", Level::Product, name)?,
            Op::BvAnd => self.chain(arguments, "&", Level::BitAnd, name)?,
            Op::BvOr => self.chain(arguments, "|", Level::BitOr, name)?,
            Op::BvXor => self.chain(arguments, "^", Level::BitXor, name)?,
            Op::BvSub => self.chain(arguments, "-", Level::Sum, name)?,
            Op::BvNeg => prefixed("-", &operand(arguments[0])?),
            Op::BvNot => prefixed("~", &operand(arguments[0])?),
            Op::BvUdiv | Op::BvUrem => {
                let divisor = mk::as_bv(arguments[1]).filter(|divisor| !divisor.is_zero())?;
                let op = if term.op() == Op::BvUdiv { "/" } else { "%" };
                Text::binary(&operand(arguments[0])?, op, &unsigned_literal(divisor)?, Level::Product)
            }
            Op::BvShl | Op::BvLshr => {
                let count = mk::as_bv(arguments[1]).filter(|count| **count < BigUint::from(bits))?;
                let op = if term.op() == Op::BvShl { "<<" } else { ">>" };
                Text::binary(&operand(arguments[0])?, op, &Text::primary(count.to_string()), Level::Shift)
            }
            Op::Extract(_, low) => {
                let (outer, _) = computed(width(arguments[0])?)?;
                let whole = self.unsigned(arguments[0])?.cast(outer.name());
                let shifted = match low {
                    0 => whole,
                    _ => Text::binary(&whole, ">>", &Text::primary(low.to_string()), Level::Shift),
                };
                return masked(shifted, bits, None);
            }
            Op::Concat => self.concatenation(arguments, name)?,
            Op::Ite => {
                let condition = self.formula(arguments[0], true, true)?;
                Text::conditional(&condition, &operand(arguments[1])?, &operand(arguments[2])?)
            }
            _ => return None,
        };
        masked(result, bits, Some(computed_width))
    }

    fn unsigned_variable(&self, term: Term, bits: u32) -> Option<Text> {
        let (name, own) = self.variable(term)?;
        let name = Text::primary(name);
        if !own.is_signed() {
            return Some(name);
        }
        let kind = match bits {
            8 => IntKind::UChar,
            16 => IntKind::UShort,
            _ => computed(bits)?.0,
        };
        Some(name.cast(kind.name()))
    }

    fn chain(&self, operands: &[Term], op: &str, level: Level, ty: &str) -> Option<Text> {
        let mut parts = operands.iter().map(|operand| Some(self.unsigned(*operand)?.cast(ty)));
        let mut result = parts.next()??;
        for part in parts {
            result = Text::binary(&result, op, &part?, level);
        }
        Some(result)
    }

    /// The highest bits come first.
    fn concatenation(&self, parts: &[Term], ty: &str) -> Option<Text> {
        let mut result: Option<Text> = None;
        for &part in parts {
            let bits = self.unsigned(part)?.cast(ty);
            result = Some(match result {
                None => bits,
                Some(high) => {
                    let count = Text::primary(width(part)?.to_string());
                    let shifted = Text::binary(&high, "<<", &count, Level::Shift);
                    Text::binary(&shifted, "|", &bits, Level::BitOr)
                }
            });
        }
        result
    }
}

fn prefixed(op: &str, operand: &Text) -> Text {
    Text { text: format!("{op}{}", operand.within(Level::Unary)), level: Level::Unary }
}

/// The lowest bits of an expression whose type has the given width, or any other.
fn masked(text: Text, bits: u32, computed: Option<u32>) -> Option<Text> {
    if computed == Some(bits) {
        return Some(text);
    }
    Some(match bits {
        8 => text.cast("unsigned char"),
        16 => text.cast("unsigned short"),
        32 => text.cast("unsigned int"),
        64 => text.cast("unsigned long long"),
        _ => {
            let mask = (BigUint::from(1u32) << bits) - 1u32;
            Text::binary(&text, "&", &unsigned_literal(&mask)?, Level::BitAnd)
        }
    })
}
