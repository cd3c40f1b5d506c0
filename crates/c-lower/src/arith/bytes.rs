//! Numbers as bytes in memory, lowest byte first, and bit-fields.
//!
//! A byte is a bit-vector of 8 bits, or an integer from 0 to 255. The bytes of a float are those of its IEEE format.
//! There is one NaN as a value, but C leaves the bits of a NaN open: they are any that mean NaN. x87's format
//! has an explicit leading bit: one unless the exponent is zero. Where memory says otherwise, a zero exponent is read as
//! if it were one, and other numbers without the bit are invalid, which acts like NaN. What pads a `long double` is open.
//! All that is open is flagged, because the machine chooses, and what it chose stays.

use c_sema::types::{FloatKind, IntKind, Type};
use num_bigint::BigInt;
use num_traits::One;
use term::{FloatSort, Op, Sort, Term, build as mk};

use super::interval::Interval;
use super::{Encoded, Encoder, Fresh, Number, flags};
use crate::options::{Arithmetic, Floats};

/// The bytes of a number, lowest first, and what they need before they can be used (see [`Encoded`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EncodedBytes {
    /// The bytes.
    pub bytes: Vec<Term>,
    /// Fresh variables that the bytes mention: they hold anything,
    pub havoc: Vec<Term>,
    /// except that these facts hold.
    pub assume: Vec<Term>,
    /// If the bytes may also be something that they cannot be in C: why.
    pub flag: Option<&'static str>,
    /// If only some values of the number make it that: which.
    pub only_if: Option<Term>,
}

/// The bits of a float's format in memory: `long double` has its leading bit, too.
fn memory_bits(kind: FloatKind) -> u32 {
    Encoder::format(kind).width() + u32::from(kind == FloatKind::LongDouble)
}

impl Encoder {
    /// The sort of a byte.
    pub fn byte_sort(&self) -> Sort {
        match self.arithmetic {
            Arithmetic::Bitvector => Sort::BitVec(8),
            Arithmetic::Integer => Sort::Int,
        }
    }

    /// The value that a bit-field of a type and width has after a value was stored into it.
    pub fn truncate_to_width(&self, kind: IntKind, width: u32, a: Term) -> Term {
        let bits = self.bits(kind);
        if width >= bits || width == 0 {
            return a;
        }
        match self.arithmetic {
            Arithmetic::Bitvector => mk::resize(bits, mk::extract(width - 1, 0, a), kind.is_signed()),
            Arithmetic::Integer => self.wrapped_to(width, kind.is_signed(), a, &self.interval(kind, a)),
        }
    }

    /// The bytes of a number that takes `size` bytes.
    pub fn to_bytes(&self, ty: &Type, a: Term, size: u64, fresh: &mut Fresh) -> EncodedBytes {
        let mut result = EncodedBytes {
            bytes: Vec::new(),
            havoc: Vec::new(),
            assume: Vec::new(),
            flag: None,
            only_if: None,
        };
        match self.number(ty) {
            Number::Int(kind) => {
                result.bytes = (0..self.bits(kind) / 8).map(|i| self.int_byte(a, i)).collect();
            }
            Number::Float(kind) if self.floats == Floats::Ieee => {
                let bits = float_to_bits(kind, a, fresh, &mut result.havoc);
                if !result.havoc.is_empty() {
                    (result.flag, result.only_if) = (Some(flags::NAN), Some(mk::fp_is_nan(a)));
                }
                let byte = |i: u32| self.int_of_bits(IntKind::UChar, mk::extract(8 * i + 7, 8 * i, bits));
                result.bytes = (0..memory_bits(kind) / 8).map(byte).collect();
            }
            Number::Float(_) => result.flag = Some(flags::REAL),
        }
        result.bytes.truncate(size as usize);
        while (result.bytes.len() as u64) < size {
            (result.flag, result.only_if) = (result.flag.or(Some(flags::PADDING)), None);
            let padding = fresh(self.byte_sort());
            result.assume.extend(self.range(IntKind::UChar, padding));
            result.havoc.push(padding);
            result.bytes.push(padding);
        }
        result
    }

    /// One byte of an integer. Floors of quotients see negative numbers in two's complement.
    fn int_byte(&self, a: Term, index: u32) -> Term {
        match self.arithmetic {
            Arithmetic::Bitvector => mk::extract(8 * index + 7, 8 * index, a),
            Arithmetic::Integer => {
                mk::modulo(mk::div(a, mk::int(BigInt::one() << (8 * index))), mk::int(256))
            }
        }
    }

    /// The number with the given bytes. A `_Bool` whose byte is neither 0 nor 1 is no value (C11, 6.2.6.1p5): what it acts
    /// like differs from one use to the next.
    pub fn from_bytes(&self, ty: &Type, bytes: &[Term], fresh: &mut Fresh) -> Encoded {
        match self.number(ty) {
            Number::Int(IntKind::Bool) => {
                // Both have the sort of `unsigned char`.
                let values = [0, 1].map(|value| self.int_constant(value, IntKind::UChar));
                let is_value = mk::or(values.map(|value| mk::eq(bytes[0], value)));
                if is_value.is_true() {
                    return Encoded::exact(bytes[0]);
                }
                let any = fresh(self.byte_sort());
                let assume = self.range(IntKind::UChar, any).into_iter().collect();
                let term = mk::ite(is_value, bytes[0], any);
                Encoded {
                    term,
                    havoc: vec![any],
                    assume,
                    flag: Some(flags::NO_BOOL),
                    only_if: Some(mk::not(is_value)),
                }
            }
            Number::Int(kind) => Encoded::exact(self.int_from_bytes(kind, bytes)),
            Number::Float(kind) if self.floats == Floats::Ieee => {
                let known = &bytes[..(memory_bits(kind) / 8) as usize];
                let bits = mk::concat_all(known.iter().rev().map(|&b| self.bits_of_int(IntKind::UChar, b)));
                Encoded::exact(float_from_bits(kind, bits))
            }
            Number::Float(_) => {
                let value = fresh(Sort::Real);
                Encoded {
                    term: value,
                    havoc: vec![value],
                    assume: Vec::new(),
                    flag: Some(flags::REAL),
                    only_if: None,
                }
            }
        }
    }

    fn int_from_bytes(&self, kind: IntKind, bytes: &[Term]) -> Term {
        if self.arithmetic == Arithmetic::Bitvector {
            return mk::concat_all(bytes.iter().rev().copied());
        }
        if let Some(whole) = self.whole_number(kind, bytes) {
            return whole;
        }
        let digits = bytes.iter().enumerate();
        let sum = mk::add(digits.map(|(i, &byte)| mk::mul(byte, mk::int(BigInt::one() << (8 * i)))));
        let values = Interval::new(0, (BigInt::one() << (8 * bytes.len())) - 1);
        self.wrapped(kind, sum, values)
    }

    /// The number whose bytes these are, if they are all bytes of one number of this size.
    fn whole_number(&self, kind: IntKind, bytes: &[Term]) -> Option<Term> {
        let (Op::Mod, &[number, _]) = (bytes.first()?.op(), bytes.first()?.arguments()) else { return None };
        let is_whole = (0..).zip(bytes).all(|(i, &byte)| byte == self.int_byte(number, i));
        is_whole.then(|| self.wrapped(kind, number, self.interval_of(number)))
    }
}

/// The fields of a format in memory: sign, exponent, fraction.
fn fields(format: FloatSort, bits: Term, has_leading_bit: bool) -> (Term, Term, Term) {
    let fraction_bits = format.significand - 1;
    let exponent_at = fraction_bits + u32::from(has_leading_bit);
    let sign_at = exponent_at + format.exponent;
    (
        mk::extract(sign_at, sign_at, bits),
        mk::extract(sign_at - 1, exponent_at, bits),
        mk::extract(fraction_bits - 1, 0, bits),
    )
}

/// The bits in memory of a float.
fn float_to_bits(kind: FloatKind, a: Term, fresh: &mut Fresh, havoc: &mut Vec<Term>) -> Term {
    let format = Encoder::format(kind);
    if a.op() == Op::FpFromBits && kind != FloatKind::LongDouble {
        return a.arguments()[0]; // what was read is written back
    }
    let bits = match mk::fp_is_nan(a) {
        is_nan if is_nan.is_false() => mk::fp_to_bits(a),
        is_nan => {
            let sign = fresh(Sort::BitVec(1));
            let payload = fresh(Sort::BitVec(format.significand - 1));
            havoc.extend([sign, payload]);
            mk::ite(is_nan, nan_bits(format, sign, payload), mk::fp_to_bits(a))
        }
    };
    if kind != FloatKind::LongDouble {
        return bits;
    }
    let (sign, exponent, fraction) = fields(format, bits, false);
    let is_tiny = mk::eq(exponent, mk::bv(0u32, format.exponent));
    let leading = mk::ite(is_tiny, mk::bv(0u32, 1), mk::bv(1u32, 1));
    mk::concat_all([sign, exponent, leading, fraction])
}

/// A NaN with the given sign and payload; the payload 0, which would mean infinity, is replaced.
fn nan_bits(format: FloatSort, sign: Term, payload: Term) -> Term {
    let fraction_bits = format.significand - 1;
    let quiet = mk::bv(num_bigint::BigUint::one() << (fraction_bits - 1), fraction_bits);
    let fraction = mk::ite(mk::eq(payload, mk::bv(0u32, fraction_bits)), quiet, payload);
    let exponent = mk::bvnot(mk::bv(0u32, format.exponent));
    mk::concat_all([sign, exponent, fraction])
}

/// The float with the given bits in memory.
fn float_from_bits(kind: FloatKind, bits: Term) -> Term {
    let format = Encoder::format(kind);
    if kind != FloatKind::LongDouble {
        return mk::fp_from_bits(format, bits);
    }
    let (sign, exponent, fraction) = fields(format, bits, true);
    let leading = mk::eq(mk::extract(63, 63, bits), mk::bv(1u32, 1));
    let is_tiny = mk::eq(exponent, mk::bv(0u32, format.exponent));
    let exponent_read = mk::ite(mk::and([is_tiny, leading]), mk::bv(1u32, format.exponent), exponent);
    let value = mk::fp_from_bits(format, mk::concat_all([sign, exponent_read, fraction]));
    mk::ite(mk::or([is_tiny, leading]), value, mk::fp_nan(format))
}
