//! gcc's built-in functions on the bits of integers, and absolute values.
//!
//! All are exact in both arithmetics: a mathematical integer shows its bits by quotients and remainders. `clz` and
//! `ctz` of 0 are the width.

use c_sema::hir::{BinaryOp, CompareOp, UnaryOp};
use c_sema::types::{IntKind, Type};
use num_bigint::BigInt;
use num_traits::One;
use term::{Term, build as mk};

use super::bitwise::bit;
use super::{Encoded, Encoder, Fresh, Number};
use crate::options::Arithmetic;

/// What a function computes.
#[derive(Clone, Copy)]
enum BitFunction {
    LeadingZeros,
    TrailingZeros,
    RedundantSignBits,
    FirstSet,
    Ones,
    Parity,
    ReverseBytes,
    Absolute,
}

/// The function of this name, and the type of its argument, which that of the result is for the last two.
fn function_named(name: &str) -> Option<(BitFunction, IntKind)> {
    use BitFunction::*;
    use IntKind::*;
    let is_builtin = name.starts_with("__builtin_");
    let base = name.strip_prefix("__builtin_").unwrap_or(name);
    Some(match base {
        "abs" => (Absolute, Int),
        "labs" => (Absolute, Long),
        "llabs" | "imaxabs" => (Absolute, LongLong),
        "ffs" => (FirstSet, UInt),
        "ffsl" => (FirstSet, ULong),
        "ffsll" => (FirstSet, ULongLong),
        "htons" | "ntohs" | "__bswap_16" => (ReverseBytes, UShort),
        "htonl" | "ntohl" | "__bswap_32" => (ReverseBytes, UInt),
        "__bswap_64" => (ReverseBytes, ULongLong),
        _ if !is_builtin => return None,
        "bswap16" => (ReverseBytes, UShort),
        "bswap32" => (ReverseBytes, UInt),
        "bswap64" => (ReverseBytes, ULongLong),
        "bswap128" => (ReverseBytes, UInt128),
        "clz" => (LeadingZeros, UInt),
        "clzl" => (LeadingZeros, ULong),
        "clzll" => (LeadingZeros, ULongLong),
        "ctz" => (TrailingZeros, UInt),
        "ctzl" => (TrailingZeros, ULong),
        "ctzll" => (TrailingZeros, ULongLong),
        "clrsb" => (RedundantSignBits, Int),
        "clrsbl" => (RedundantSignBits, Long),
        "clrsbll" => (RedundantSignBits, LongLong),
        "popcount" => (Ones, UInt),
        "popcountl" => (Ones, ULong),
        "popcountll" => (Ones, ULongLong),
        "parity" => (Parity, UInt),
        "parityl" => (Parity, ULong),
        "parityll" => (Parity, ULongLong),
        _ => return None,
    })
}

impl Encoder {
    /// The type that a function on bits returns; `None` if there is no such function.
    pub fn bit_function_result(name: &str) -> Option<Type> {
        function_named(name).map(|(function, kind)| match function {
            BitFunction::ReverseBytes | BitFunction::Absolute => Type::Int(kind),
            _ => Type::Int(IntKind::Int),
        })
    }

    /// A call of a function on bits: its value, of the type that [`Encoder::bit_function_result`] tells. `None` if there
    /// is no such function, or it takes other arguments.
    pub fn bit_function(
        &self,
        name: &str,
        types: &[Type],
        args: &[Term],
        fresh: &mut Fresh,
    ) -> Option<Encoded> {
        let (function, kind) = function_named(name)?;
        let ([ty @ (Type::Int(_) | Type::Float(_))], [argument]) = (types, args) else { return None };
        let argument = self.convert(ty, &Type::Int(kind), *argument, fresh);
        Some(argument.then(|a| self.apply_bit_function(function, kind, a, fresh)))
    }

    fn apply_bit_function(
        &self,
        function: BitFunction,
        kind: IntKind,
        a: Term,
        fresh: &mut Fresh,
    ) -> Encoded {
        let ty = Type::Int(kind);
        Encoded::exact(match function {
            BitFunction::LeadingZeros => self.leading_zeros(kind, a),
            BitFunction::TrailingZeros => self.trailing_zeros(kind, a),
            BitFunction::RedundantSignBits => {
                // As many as the leading zeros of the number or its complement, but for the sign itself.
                let is_negative = self.compare_ints(CompareOp::Lt, kind, a, self.int_constant(0, kind));
                let complement = self.unary(UnaryOp::BitNot, &ty, a, fresh).term;
                let zeros = self.leading_zeros(kind, mk::ite(is_negative, complement, a));
                return self.less_by_one(zeros, fresh);
            }
            BitFunction::FirstSet => {
                let is_zero = mk::eq(a, self.int_constant(0, kind));
                let position = self.first_set(kind, a, 1);
                mk::ite(is_zero, self.int_constant(0, IntKind::Int), position)
            }
            BitFunction::Ones => self.ones(kind, a),
            BitFunction::Parity => {
                let (int, one) = (Type::Int(IntKind::Int), self.int_constant(1, IntKind::Int));
                return self.binary(BinaryOp::BitAnd, &int, self.ones(kind, a), &int, one, fresh);
            }
            BitFunction::ReverseBytes => {
                let mut bytes = self.to_bytes(&ty, a, kind.size(self.model), fresh).bytes;
                bytes.reverse();
                return self.from_bytes(&ty, &bytes, fresh);
            }
            BitFunction::Absolute => {
                let is_negative = self.compare_ints(CompareOp::Lt, kind, a, self.int_constant(0, kind));
                mk::ite(is_negative, self.unary(UnaryOp::Minus, &ty, a, fresh).term, a)
            }
        })
    }

    fn less_by_one(&self, count: Term, fresh: &mut Fresh) -> Encoded {
        let int = Type::Int(IntKind::Int);
        self.binary(BinaryOp::Sub, &int, count, &int, self.int_constant(1, IntKind::Int), fresh)
    }

    /// Whether a bit of an integer is set.
    fn is_set(&self, a: Term, position: u32) -> Term {
        match self.arithmetic {
            Arithmetic::Bitvector => mk::eq(mk::extract(position, position, a), mk::bv(1u32, 1)),
            Arithmetic::Integer => bit(a, position),
        }
    }

    /// For a number that is not negative: by the powers of two that it reaches.
    fn leading_zeros(&self, kind: IntKind, a: Term) -> Term {
        let width = self.bits(kind);
        let top = width - u32::from(kind.is_signed());
        (0..top).fold(self.int_constant(width.into(), IntKind::Int), |rest, position| {
            let power = self.int_value(BigInt::one() << position, kind);
            let is_reached = self.compare_ints(CompareOp::Ge, kind, a, power);
            mk::ite(is_reached, self.int_constant((width - 1 - position).into(), IntKind::Int), rest)
        })
    }

    fn trailing_zeros(&self, kind: IntKind, a: Term) -> Term {
        self.first_set(kind, a, 0)
    }

    /// The position of the lowest bit that is set, counted from `base`; of 0, the width.
    fn first_set(&self, kind: IntKind, a: Term, base: u32) -> Term {
        let width = self.bits(kind);
        (0..width).rev().fold(self.int_constant(width.into(), IntKind::Int), |rest, position| {
            mk::ite(self.is_set(a, position), self.int_constant((position + base).into(), IntKind::Int), rest)
        })
    }

    /// The number of bits that are set.
    fn ones(&self, kind: IntKind, a: Term) -> Term {
        let width = self.bits(kind);
        match self.arithmetic {
            Arithmetic::Bitvector => {
                let int = self.bits(IntKind::Int);
                let digit = |i: u32| mk::resize(int, mk::extract(i, i, a), false);
                (0..width).map(digit).reduce(mk::bvadd).expect("at least one bit")
            }
            Arithmetic::Integer => {
                mk::add((0..width).map(|i| mk::modulo(mk::div(a, mk::int(BigInt::one() << i)), mk::int(2))))
            }
        }
    }

    /// `__builtin_add_overflow` and its like: the mathematical result as the result type holds it, and whether it
    /// does not fit. The operands may have any integer types.
    pub fn with_overflow(
        &self,
        op: BinaryOp,
        (left, a): (&Type, Term),
        (right, b): (&Type, Term),
        to: &Type,
    ) -> (Term, Term) {
        let kind = |ty: &Type| match self.number(ty) {
            Number::Int(kind) => kind,
            Number::Float(_) => unreachable!("overflow of floats"),
        };
        let (left, right, to) = (kind(left), kind(right), kind(to));
        if self.arithmetic == Arithmetic::Integer {
            let (x, y) = (self.interval(left, a), self.interval(right, b));
            let (result, values) = match op {
                BinaryOp::Add => (mk::add([a, b]), x.add(&y)),
                BinaryOp::Sub => (mk::sub(a, b), x.add(&y.neg())),
                _ => (mk::mul(a, b), x.mul(&y)),
            };
            return (self.wrapped(to, result, values.clone()), self.leaves_range(to, result, &values));
        }
        // Twice the width and a sign hold every product and every sum.
        let width = 2 * self.bits(left).max(self.bits(right)).max(self.bits(to)) + 2;
        let (x, y) = (mk::resize(width, a, left.is_signed()), mk::resize(width, b, right.is_signed()));
        let result = super::bitvector::binary(op, left, x, y);
        let held = mk::resize(self.bits(to), result, false);
        (held, mk::ne(mk::resize(width, held, to.is_signed()), result))
    }
}
