//! Floating-point operations in single and double precision, by the machine.
//!
//! Rust's operations on `f32` and `f64` are IEEE's with rounding to nearest, ties to even; other rounding modes and
//! formats are left to the terms' own arithmetic. There is one NaN, as in SMT-LIB: every result goes through
//! [`Number::from_float`], which makes NaNs canonical.

use term::{FloatSort, Op, RoundingMode, Sort, Term};

use super::value::Value;

/// An operation on numbers of one precision; comparisons and conversions from floats have other results.
#[derive(Clone, Copy, Debug)]
pub struct FloatOperation {
    kind: Kind,
    /// Of the operands; of the result for conversions from bits.
    is_double: bool,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Abs,
    Neg,
    Add,
    Sub,
    Mul,
    Div,
    Fma,
    Sqrt,
    Round(RoundingMode),
    Le,
    Lt,
    Eq,
    IsNormal,
    IsSubnormal,
    IsZero,
    IsInfinite,
    IsNan,
    IsNegative,
    IsPositive,
    FromBits,
    /// To the other precision.
    Resize,
    /// From a signed bit-vector of this width.
    FromSigned(u32),
    FromUnsigned,
    /// Towards zero, to a bit-vector of this width.
    ToUnsigned(u32),
    /// Towards zero, to a bit-vector of this width.
    ToSigned(u32),
    ToBits,
}

/// Whether the sort is double precision; `None` if it is neither that nor single.
fn precision(sort: Sort) -> Option<bool> {
    match sort {
        Sort::Float(FloatSort::SINGLE) => Some(false),
        Sort::Float(FloatSort::DOUBLE) => Some(true),
        _ => None,
    }
}

fn narrow(sort: Sort) -> Option<u32> {
    sort.bit_width().filter(|width| *width <= 64)
}

impl FloatOperation {
    /// The operation of a term with its operands, if the machine has it.
    pub fn of(term: Term) -> Option<(FloatOperation, &'static [Term])> {
        let arguments = term.arguments();
        let last = *arguments.last()?;
        // Where there is a rounding mode, it is the first argument.
        let has_mode = arguments[0].sort() == Sort::RoundingMode;
        let mode = match arguments[0].op() {
            Op::RmConst(mode) => Some(mode),
            _ => None,
        };
        let operands = if has_mode { &arguments[1..] } else { arguments };
        let is_usual = !has_mode || mode == Some(RoundingMode::NearestEven);
        let is_towards_zero = mode == Some(RoundingMode::TowardZero);
        let (kind, sort) = match term.op() {
            Op::FpAbs => (Kind::Abs, last.sort()),
            Op::FpNeg => (Kind::Neg, last.sort()),
            Op::FpAdd if is_usual => (Kind::Add, last.sort()),
            Op::FpSub if is_usual => (Kind::Sub, last.sort()),
            Op::FpMul if is_usual => (Kind::Mul, last.sort()),
            Op::FpDiv if is_usual => (Kind::Div, last.sort()),
            Op::FpFma if is_usual => (Kind::Fma, last.sort()),
            Op::FpSqrt if is_usual => (Kind::Sqrt, last.sort()),
            Op::FpRoundToIntegral => (Kind::Round(mode?), last.sort()),
            Op::FpLe => (Kind::Le, last.sort()),
            Op::FpLt => (Kind::Lt, last.sort()),
            Op::FpEq => (Kind::Eq, last.sort()),
            Op::FpIsNormal => (Kind::IsNormal, last.sort()),
            Op::FpIsSubnormal => (Kind::IsSubnormal, last.sort()),
            Op::FpIsZero => (Kind::IsZero, last.sort()),
            Op::FpIsInfinite => (Kind::IsInfinite, last.sort()),
            Op::FpIsNan => (Kind::IsNan, last.sort()),
            Op::FpIsNegative => (Kind::IsNegative, last.sort()),
            Op::FpIsPositive => (Kind::IsPositive, last.sort()),
            Op::FpFromBits => (Kind::FromBits, term.sort()),
            Op::FpFromFloat if is_usual => {
                precision(term.sort())?;
                (Kind::Resize, last.sort())
            }
            Op::FpFromSigned if is_usual => (Kind::FromSigned(narrow(last.sort())?), term.sort()),
            Op::FpFromUnsigned if is_usual => {
                narrow(last.sort())?;
                (Kind::FromUnsigned, term.sort())
            }
            Op::FpToUbv(width) if is_towards_zero && width <= 64 => (Kind::ToUnsigned(width), last.sort()),
            Op::FpToSbv(width) if is_towards_zero && width <= 64 => (Kind::ToSigned(width), last.sort()),
            Op::FpToBits => (Kind::ToBits, last.sort()),
            _ => return None,
        };
        Some((FloatOperation { kind, is_double: precision(sort)? }, operands))
    }

    /// Applies the operation.
    pub fn apply(self, a: &Value, b: &Value, c: &Value) -> Value {
        if self.is_double { apply::<f64>(self.kind, a, b, c) } else { apply::<f32>(self.kind, a, b, c) }
    }
}

/// What both precisions have.
trait Number: Copy + PartialOrd {
    fn from_word(word: i64) -> Self;
    fn to_word(self) -> i64;
    fn from_signed(value: i64) -> Self;
    fn from_unsigned(value: u64) -> Self;
    fn to_double(self) -> f64;
    /// The bits of the number in the other precision.
    fn resized(self) -> i64;
    fn class(self) -> std::num::FpCategory;
    fn is_minus(self) -> bool;
    fn arithmetic(kind: Kind, a: Self, b: Self, c: Self) -> Self;
}

macro_rules! number {
    ($float:ident, $bits:ident, $other:ident) => {
        impl Number for $float {
            fn from_word(word: i64) -> $float {
                $float::from_bits(word as $bits)
            }
            fn to_word(self) -> i64 {
                let canonical = if self.is_nan() { $float::NAN.abs() } else { self };
                canonical.to_bits() as i64
            }
            fn from_signed(value: i64) -> $float {
                value as $float
            }
            fn from_unsigned(value: u64) -> $float {
                value as $float
            }
            fn to_double(self) -> f64 {
                self.into()
            }
            fn resized(self) -> i64 {
                (self as $other).to_word()
            }
            fn class(self) -> std::num::FpCategory {
                self.classify()
            }
            fn is_minus(self) -> bool {
                self.is_sign_negative()
            }
            fn arithmetic(kind: Kind, a: $float, b: $float, c: $float) -> $float {
                match kind {
                    Kind::Abs => a.abs(),
                    Kind::Neg => -a,
                    Kind::Add => a + b,
                    Kind::Sub => a - b,
                    Kind::Mul => a * b,
                    Kind::Div => a / b,
                    Kind::Fma => a.mul_add(b, c),
                    Kind::Sqrt => a.sqrt(),
                    Kind::Round(RoundingMode::NearestEven) => a.round_ties_even(),
                    Kind::Round(RoundingMode::NearestAway) => a.round(),
                    Kind::Round(RoundingMode::TowardPositive) => a.ceil(),
                    Kind::Round(RoundingMode::TowardNegative) => a.floor(),
                    Kind::Round(RoundingMode::TowardZero) => a.trunc(),
                    other => unreachable!("{other:?} is no arithmetic"),
                }
            }
        }
    };
}

number!(f32, u32, f64);
number!(f64, u64, f32);

fn apply<N: Number>(kind: Kind, a: &Value, b: &Value, c: &Value) -> Value {
    use std::num::FpCategory::{Infinite, Nan, Normal, Subnormal, Zero};
    let number = |value: &Value| N::from_word(value.word());
    // Operands that an operation does not have may be anything.
    let optional = |value: &Value| match value {
        Value::Word(word) => N::from_word(*word),
        _ => N::from_word(0),
    };
    let x = optional(a);
    match kind {
        Kind::Le => Value::bool(x <= number(b)),
        Kind::Lt => Value::bool(x < number(b)),
        Kind::Eq => Value::bool(x == number(b)),
        Kind::IsNormal => Value::bool(x.class() == Normal),
        Kind::IsSubnormal => Value::bool(x.class() == Subnormal),
        Kind::IsZero => Value::bool(x.class() == Zero),
        Kind::IsInfinite => Value::bool(x.class() == Infinite),
        Kind::IsNan => Value::bool(x.class() == Nan),
        Kind::IsNegative => Value::bool(x.class() != Nan && x.is_minus()),
        Kind::IsPositive => Value::bool(x.class() != Nan && !x.is_minus()),
        Kind::FromBits => Value::Word(x.to_word()),
        Kind::Resize => Value::Word(x.resized()),
        Kind::FromSigned(width) => {
            let shift = 64 - width;
            Value::Word(N::from_signed(a.word() << shift >> shift).to_word())
        }
        Kind::FromUnsigned => Value::Word(N::from_unsigned(a.word() as u64).to_word()),
        Kind::ToUnsigned(width) => {
            let whole = x.to_double().trunc();
            let is_inside = 0.0 <= whole && whole < 2f64.powi(width as i32);
            Value::Word(if is_inside { whole as u64 as i64 } else { 0 })
        }
        Kind::ToSigned(width) => {
            let (whole, half) = (x.to_double().trunc(), 2f64.powi(width as i32 - 1));
            let is_inside = -half <= whole && whole < half;
            let bits = if is_inside { whole as i64 as u64 } else { 0 };
            Value::Word((bits & (u64::MAX >> (64 - width))) as i64)
        }
        // The bits of NaN are open; these are the usual ones.
        Kind::ToBits => Value::Word(x.to_word()),
        _ => Value::Word(N::arithmetic(kind, x, optional(b), optional(c)).to_word()),
    }
}
