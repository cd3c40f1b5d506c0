//! Conversions between number types.
//!
//! Integers keep their value modulo the width of the target. An integer becomes the nearest float, a float the integer
//! next to it towards zero. A float out of the target's range is what C leaves open ([`Encoder::unrepresentable`]): gcc
//! gives a constant the nearest number of the type. x86 has instructions to 32-bit and 64-bit signed integers, whose result is then the smallest number, the *integer indefinite*. gcc
//! converts to smaller types through `int`, to a 32-bit unsigned type through a 64-bit signed one, and to a 64-bit unsigned type
//! by taking off the upper half first. The 128-bit types follow the same pattern.

use c_sema::types::{FloatKind, IntKind, Type};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use term::softfloat::SoftFloat;
use term::{FloatSort, RoundingMode, Term, build as mk};

use super::interval::Interval;
use super::{Encoded, Encoder, Fresh, Number, flags};
use crate::options::{Arithmetic, Floats};

/// `x` is not above, or not below, an integer that its format may not have.
fn beyond(format: FloatSort, bound: &BigInt, x: Term, is_upper: bool) -> Term {
    // Rounded inwards: if the bound itself is no float, the next float is still inside.
    let mode = if is_upper { RoundingMode::TowardNegative } else { RoundingMode::TowardPositive };
    let nearest = SoftFloat::from_integer(bound, format, mode);
    let is_exact = nearest.to_rational().is_some_and(|value| value.is_integer() && value.numer() == bound);
    let limit = mk::soft(&nearest);
    match (is_upper, is_exact) {
        (true, true) => mk::fp_lt(x, limit),
        (true, false) => mk::fp_leq(x, limit),
        (false, true) => mk::fp_lt(limit, x),
        (false, false) => mk::fp_leq(limit, x),
    }
}

/// Whether the integer part of `x` is from `low` to `high`: strictly between the numbers next to these.
fn fits(format: FloatSort, low: &BigInt, high: &BigInt, x: Term) -> Term {
    mk::and([beyond(format, &(low - 1), x, false), beyond(format, &(high + 1), x, true)])
}

impl Encoder {
    /// The value of a number after conversion to another type. To `_Bool` it is whether it is not 0.
    pub fn convert(&self, from: &Type, to: &Type, a: Term, fresh: &mut Fresh) -> Encoded {
        match (self.number(from), self.number(to)) {
            (Number::Int(IntKind::Bool), Number::Int(IntKind::Bool)) => Encoded::exact(a),
            (_, Number::Int(IntKind::Bool)) => {
                Encoded::exact(self.from_truth(self.truth(from, a), IntKind::Bool))
            }
            (Number::Int(from), Number::Int(to)) => Encoded::exact(self.int_to_int(from, to, a)),
            (Number::Int(from), Number::Float(to)) => self.int_to_float(from, to, a, fresh),
            (Number::Float(from), Number::Int(to)) => Encoded::exact(self.float_to_int(from, to, a)),
            (Number::Float(from), Number::Float(to)) => self.float_to_float(from, to, a, fresh),
        }
    }

    pub(super) fn int_to_int(&self, from: IntKind, to: IntKind, a: Term) -> Term {
        match self.arithmetic {
            Arithmetic::Bitvector => mk::resize(self.bits(to), a, from.is_signed()),
            Arithmetic::Integer => self.wrapped(to, a, self.interval(from, a)),
        }
    }

    /// The bits of an integer.
    pub(super) fn bits_of_int(&self, kind: IntKind, a: Term) -> Term {
        match self.arithmetic {
            Arithmetic::Bitvector => a,
            Arithmetic::Integer => mk::int_to_bv(self.bits(kind), a),
        }
    }

    /// The integer with the given bits.
    pub(super) fn int_of_bits(&self, kind: IntKind, bits: Term) -> Term {
        match self.arithmetic {
            Arithmetic::Bitvector => bits,
            Arithmetic::Integer if kind.is_signed() => mk::sbv_to_int(bits),
            Arithmetic::Integer => mk::ubv_to_int(bits),
        }
    }

    /// The mathematical integer that an integer means.
    fn to_integer(&self, kind: IntKind, a: Term) -> Term {
        match self.arithmetic {
            Arithmetic::Integer => a,
            Arithmetic::Bitvector if kind.is_signed() => mk::sbv_to_int(a),
            Arithmetic::Bitvector => mk::ubv_to_int(a),
        }
    }

    fn int_to_float(&self, from: IntKind, to: FloatKind, a: Term, fresh: &mut Fresh) -> Encoded {
        let format = Encoder::format(to);
        if self.floats == Floats::Real {
            let exact = mk::to_real(self.to_integer(from, a));
            let digits = self.bits(from) - u32::from(from.is_signed());
            return match digits <= format.significand {
                true => Encoded::exact(exact),
                false => self.rounded(to, exact, fresh),
            };
        }
        let bits = self.bits_of_int(from, a);
        Encoded::exact(match from.is_signed() {
            true => mk::fp_from_signed(format, self.rounding, bits),
            false => mk::fp_from_unsigned(format, self.rounding, bits),
        })
    }

    fn float_to_float(&self, from: FloatKind, to: FloatKind, a: Term, fresh: &mut Fresh) -> Encoded {
        let (source, target) = (Encoder::format(from), Encoder::format(to));
        match self.floats {
            Floats::Ieee => Encoded::exact(mk::fp_from_float(target, self.rounding, a)),
            Floats::Real
                if source.exponent <= target.exponent && source.significand <= target.significand =>
            {
                Encoded::exact(a)
            }
            Floats::Real => self.rounded(to, a, fresh),
        }
    }

    /// When a conversion to an integer type has a result that C leaves open: the float does not fit, or is no number.
    pub fn unrepresentable(&self, from: &Type, to: &Type, x: Term) -> Term {
        match (self.number(from), self.number(to)) {
            (Number::Float(_), Number::Int(IntKind::Bool)) => mk::ff(),
            (Number::Float(from), Number::Int(to)) => {
                let (low, high) = self.representable(to);
                mk::not(self.lies_in(from, &low, &high, x))
            }
            _ => mk::ff(),
        }
    }

    /// The integer that an integral float is, or anything if it does not fit; executions do what the processor does.
    pub(super) fn integral_to_int(
        &self,
        from: FloatKind,
        to: IntKind,
        x: Term,
        fresh: &mut Fresh,
    ) -> Encoded {
        let open = self.unrepresentable(&Type::Float(from), &Type::Int(to), x);
        let value = self.float_to_int(from, to, x);
        if open.is_false() || self.has_exact_bits {
            return Encoded::exact(value);
        }
        let any = fresh(self.int_sort(to));
        let assume = self.range(to, any).into_iter().collect();
        let term = mk::ite(open, any, value);
        Encoded { term, havoc: vec![any], assume, flag: Some(flags::UNREPRESENTABLE), only_if: Some(open) }
    }

    /// The integer next to a float towards zero.
    pub(super) fn float_to_int(&self, from: FloatKind, to: IntKind, x: Term) -> Term {
        let width = self.bits(to);
        let machine = match (width, to.is_signed()) {
            (..32, _) | (32, true) => 32,
            (32, false) => 64,
            _ => width,
        };
        let half = BigInt::one() << (machine - 1);
        let zero = BigInt::zero();
        let indefinite = self.machine_value(to, -&half);
        let signed = mk::ite(
            self.lies_in(from, &-&half, &(&half - 1), x),
            self.truncated(from, to, machine, x, true),
            indefinite,
        );
        if to.is_signed() || width < machine {
            return signed;
        }
        // The upper half of an unsigned type, and what is above it.
        let whole = &half * 2;
        let is_upper = self.lies_in(from, &half, &(&whole - 1), x);
        let is_above = match self.floats {
            Floats::Ieee => {
                mk::not(mk::or([beyond(Encoder::format(from), &whole, x, true), mk::fp_is_nan(x)]))
            }
            Floats::Real => mk::le(mk::to_real(mk::int(whole)), x),
        };
        let upper = self.truncated(from, to, machine, x, false);
        mk::ite(is_upper, upper, mk::ite(is_above, self.machine_value(to, zero), signed))
    }

    /// A number modulo the width of the type.
    fn machine_value(&self, kind: IntKind, value: BigInt) -> Term {
        match self.arithmetic {
            Arithmetic::Bitvector => mk::bv_signed(value, self.bits(kind)),
            Arithmetic::Integer => self.wrapped(kind, mk::int(value), Interval::ALL),
        }
    }

    /// Whether the integer part of a float lies between two integers.
    fn lies_in(&self, from: FloatKind, low: &BigInt, high: &BigInt, x: Term) -> Term {
        match self.floats {
            Floats::Ieee => fits(Encoder::format(from), low, high, x),
            Floats::Real => {
                let real = |value: BigInt| mk::to_real(mk::int(value));
                mk::and([mk::lt(real(low - 1), x), mk::lt(x, real(high + 1))])
            }
        }
    }

    /// The integer part of a float that fits into `machine` bits, modulo the width of the type.
    fn truncated(&self, _from: FloatKind, to: IntKind, machine: u32, x: Term, is_signed: bool) -> Term {
        let toward_zero = mk::rm(RoundingMode::TowardZero);
        match self.floats {
            Floats::Ieee => {
                let bits = match is_signed {
                    true => mk::fp_to_sbv(machine, toward_zero, x),
                    false => mk::fp_to_ubv(machine, toward_zero, x),
                };
                self.int_of_bits(to, mk::resize(self.bits(to), bits, true))
            }
            Floats::Real => {
                let is_positive = mk::le(mk::fraction(0, 1), x);
                let integer = mk::ite(is_positive, mk::to_int(x), mk::neg(mk::to_int(mk::neg(x))));
                let low = if is_signed { -(BigInt::one() << (machine - 1)) } else { BigInt::zero() };
                let high = &low + (BigInt::one() << machine) - 1;
                match self.arithmetic {
                    Arithmetic::Bitvector => mk::int_to_bv(self.bits(to), integer),
                    Arithmetic::Integer => self.wrapped(to, integer, Interval::new(low, high)),
                }
            }
        }
    }
}
