//! Floating-point operations and conversions against the hardware.

use c_lower::arith::{Encoded, Encoder};
use c_lower::options::Arithmetic;
use c_sema::hir::{BinaryOp, CompareOp, UnaryOp};
use c_sema::types::{DataModel, FloatKind, IntKind, Type};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use proptest::prelude::*;
use proptest::sample::select;
use term::softfloat::SoftFloat;
use term::{FloatSort, Model, Op, Term, build as mk};

use crate::{ARITHMETICS, KINDS, Operands, encoder, fresh, int, number, value, wrap};

/// A hardware format.
pub(crate) trait Hardware: Copy + std::fmt::Debug + PartialEq {
    const KIND: FloatKind;
    fn bits(self) -> u64;
    fn with_bits(bits: u64) -> Self;
    fn binary(op: BinaryOp, a: Self, b: Self) -> Self;
    fn of_int(kind: IntKind, value: i128) -> Self;
    fn to_f64(self) -> f64;
}

macro_rules! hardware {
    ($float:ty, $bits:ty, $kind:expr) => {
        impl Hardware for $float {
            const KIND: FloatKind = $kind;

            fn bits(self) -> u64 {
                self.to_bits().into()
            }

            fn with_bits(bits: u64) -> Self {
                <$float>::from_bits(bits as $bits)
            }

            fn binary(op: BinaryOp, a: Self, b: Self) -> Self {
                match op {
                    BinaryOp::Add => a + b,
                    BinaryOp::Sub => a - b,
                    BinaryOp::Mul => a * b,
                    _ => a / b,
                }
            }

            fn of_int(kind: IntKind, value: i128) -> Self {
                if kind == IntKind::UInt128 { value as u128 as $float } else { value as $float }
            }

            fn to_f64(self) -> f64 {
                self.into()
            }
        }
    };
}

hardware!(f32, u32, FloatKind::Float);
hardware!(f64, u64, FloatKind::Double);

pub(crate) fn constant<F: Hardware>(value: F) -> Term {
    mk::float(BigUint::from(value.bits()), Encoder::format(F::KIND))
}

/// The bits of a float term; NaN is one value.
#[track_caller]
fn bits_of(term: Term) -> Option<u64> {
    match (term.op(), mk::as_float(term)) {
        (Op::FloatConst(_), Some(value)) if value.is_nan() => None,
        (Op::FloatConst(bits), _) => bits.to_u64(),
        _ => panic!("no value: {term}"),
    }
}

#[track_caller]
pub(crate) fn assert_same<F: Hardware>(term: Term, expected: F) {
    let expected_bits = if expected.to_f64().is_nan() { None } else { Some(expected.bits()) };
    assert_eq!(bits_of(term), expected_bits, "{expected:?} expected");
}

/// Bits of numbers around those where something happens.
pub(crate) fn single() -> BoxedStrategy<f32> {
    prop_oneof![
        any::<u32>().prop_map(f32::from_bits),
        (0u32..256, -2i32..3, any::<bool>()).prop_map(|(exponent, offset, is_negative)| {
            let bits = ((exponent << 23) as i32).wrapping_add(offset) as u32;
            f32::from_bits(bits ^ u32::from(is_negative) << 31)
        }),
        number().prop_map(|n| n as f32),
        (-20i32..21).prop_map(|n| n as f32 / 2.0),
        select(vec![0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, f32::MAX, f32::MIN_POSITIVE]),
    ]
    .boxed()
}

pub(crate) fn double() -> BoxedStrategy<f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits),
        (0u64..2048, -2i64..3, any::<bool>()).prop_map(|(exponent, offset, is_negative)| {
            let bits = ((exponent << 52) as i64).wrapping_add(offset) as u64;
            f64::from_bits(bits ^ u64::from(is_negative) << 63)
        }),
        single().prop_map(f64::from),
        number().prop_map(|n| n as f64),
        select(vec![0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX, f64::MIN_POSITIVE]),
    ]
    .boxed()
}

/// A result that is exact.
#[track_caller]
fn exact(model: &Model, encoded: &Encoded) -> Term {
    assert!(encoded.havoc.is_empty() && encoded.assume.is_empty() && encoded.flag.is_none());
    model.eval(encoded.term)
}

fn check_operations<F: Hardware>(a: F, b: F, arithmetic: Arithmetic) {
    let encoder = encoder(arithmetic);
    let ty = Type::Float(F::KIND);
    let mut operands = Operands::new();
    let (x, y) = (operands.operand(constant(a), false), operands.operand(constant(b), false));
    for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div] {
        let encoded = encoder.binary(op, &ty, x, &ty, y, &mut fresh);
        assert_same(exact(&operands.model, &encoded), F::binary(op, a, b));
        assert!(encoder.overflow_checks(op, &ty, x, &ty, y).is_empty());
        assert!(encoder.zero_divisor(op, &ty, y).is_none());
        assert!(encoder.bad_shift_count(op, &ty, &ty, y).is_none());
    }
    let negated = encoder.unary(UnaryOp::Minus, &ty, x, &mut fresh);
    assert_same(exact(&operands.model, &negated), F::with_bits(a.bits() ^ constant_sign::<F>()));
    assert_eq!(operands.model.eval_bool(encoder.truth(&ty, x)), Some(a.to_f64() != 0.0));
    let (p, q) = (a.to_f64(), b.to_f64());
    let comparisons = [
        (CompareOp::Eq, p == q),
        (CompareOp::Ne, p != q),
        (CompareOp::Lt, p < q),
        (CompareOp::Le, p <= q),
        (CompareOp::Gt, p > q),
        (CompareOp::Ge, p >= q),
    ];
    for (op, expected) in comparisons {
        assert_eq!(operands.model.eval_bool(encoder.compare(op, &ty, x, y)), Some(expected));
    }
}

fn constant_sign<F: Hardware>() -> u64 {
    if F::KIND == FloatKind::Float { 1 << 31 } else { 1 << 63 }
}

/// What x86 makes of a number: the instructions know 32 and 64 bits with sign.
fn machine_integer(x: f64, width: u32) -> i128 {
    let half = 2f64.powi(width as i32 - 1);
    let is_inside = x.trunc() >= -half && x.trunc() < half;
    if is_inside { x.trunc() as i128 } else { i128::MIN >> (128 - width) }
}

fn expected_integer(x: f64, kind: IntKind) -> i128 {
    match (kind.size(DataModel::Lp64) * 8, kind.is_signed()) {
        _ if kind == IntKind::Bool => i128::from(x != 0.0),
        (4, false) | (32, false) => wrap(kind, machine_integer(x, 64)),
        (..=32, _) => wrap(kind, machine_integer(x, 32)),
        (width, true) => machine_integer(x, width as u32),
        (width, false) => {
            let half = 2f64.powi(width as i32 - 1);
            match x >= half {
                true if x < 2.0 * half => x as u128 as i128,
                true => 0,
                false => wrap(kind, machine_integer(x, width as u32)),
            }
        }
    }
}

fn check_conversions<F: Hardware>(
    a: F,
    kind: IntKind,
    integer: i128,
    arithmetic: Arithmetic,
    is_constant: bool,
) {
    let encoder = encoder(arithmetic);
    let ty = Type::Float(F::KIND);
    let mut operands = Operands::new();
    let x = operands.operand(constant(a), is_constant);
    let encoded = encoder.convert(&ty, &int(kind), x, &mut fresh);
    let result = exact(&operands.model, &encoded);
    assert_eq!(value(kind, result), expected_integer(a.to_f64(), kind), "{a:?} as {kind:?}");

    let integer = wrap(kind, integer);
    let n = operands.operand(encoder.int_constant(integer, kind), is_constant);
    let encoded = encoder.convert(&int(kind), &ty, n, &mut fresh);
    assert_same(exact(&operands.model, &encoded), F::of_int(kind, integer));
}

fn check_bytes<F: Hardware>(a: F, arithmetic: Arithmetic) {
    let encoder = encoder(arithmetic);
    let ty = Type::Float(F::KIND);
    let mut operands = Operands::new();
    let x = operands.operand(constant(a), false);
    let size = if F::KIND == FloatKind::Float { 4 } else { 8 };
    let bytes = encoder.to_bytes(&ty, x, size, &mut fresh);
    // What is open about a NaN is flagged.
    assert!(bytes.assume.is_empty() && bytes.flag.is_some() != bytes.havoc.is_empty());
    if !a.to_f64().is_nan() {
        for (&byte, expected) in bytes.bytes.iter().zip(a.bits().to_le_bytes()) {
            assert_eq!(value(IntKind::UChar, operands.model.eval(byte)), i128::from(expected));
        }
    }
    let back = encoder.from_bytes(&ty, &bytes.bytes, &mut fresh);
    assert_same(exact(&operands.model, &back), a);
    // From memory and back: also a NaN keeps its bits.
    let memory: Vec<Term> =
        (0..size).map(|i| mk::var(format!("byte{i}").as_str(), encoder.byte_sort())).collect();
    for (&byte, value) in memory.iter().zip(a.bits().to_le_bytes()) {
        operands.model.insert(byte, encoder.int_constant(value.into(), IntKind::UChar));
    }
    let read = encoder.from_bytes(&ty, &memory, &mut fresh).term;
    let written = encoder.to_bytes(&ty, read, size, &mut fresh);
    for (&byte, expected) in written.bytes.iter().zip(a.bits().to_le_bytes()) {
        assert_eq!(value(IntKind::UChar, operands.model.eval(byte)), i128::from(expected));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn operations(
        (a, b) in prop_oneof![(single(), single()), single().prop_map(|a| (a, a))],
        (c, d) in prop_oneof![(double(), double()), double().prop_map(|a| (a, a))],
        arithmetic in select(ARITHMETICS.to_vec()),
    ) {
        check_operations(a, b, arithmetic);
        check_operations(c, d, arithmetic);
    }

    #[test]
    fn conversions(
        a in single(),
        b in double(),
        kind in select(KINDS.to_vec()),
        integer in number(),
        arithmetic in select(ARITHMETICS.to_vec()),
        is_constant in any::<bool>(),
    ) {
        check_conversions(a, kind, integer, arithmetic, is_constant);
        check_conversions(b, kind, integer, arithmetic, is_constant);
        let encoder = encoder(arithmetic);
        let (float, double) = (Type::Float(FloatKind::Float), Type::Float(FloatKind::Double));
        assert_same(encoder.convert(&float, &double, constant(a), &mut fresh).term, f64::from(a));
        assert_same(encoder.convert(&double, &float, constant(b), &mut fresh).term, b as f32);
        // Every double is a long double.
        let long = Type::Float(FloatKind::LongDouble);
        let wide = encoder.convert(&double, &long, constant(b), &mut fresh).term;
        assert_same(encoder.convert(&long, &double, wide, &mut fresh).term, b);
    }

    #[test]
    fn bytes(a in single(), b in double(), arithmetic in select(ARITHMETICS.to_vec())) {
        check_bytes(a, arithmetic);
        check_bytes(b, arithmetic);
    }

    /// x87's format through memory, against its definition.
    #[test]
    fn long_double_bytes(
        significand in prop_oneof![any::<u64>(), any::<u64>().prop_map(|s| s | 1 << 63), Just(1 << 63), Just(0)],
        top in prop_oneof![any::<u16>(), select(vec![0, 1, 0x7fff, 0xffff, 0x8000, 0x3fff])],
        arithmetic in select(ARITHMETICS.to_vec()),
    ) {
        let encoder = encoder(arithmetic);
        let ty = Type::Float(FloatKind::LongDouble);
        let image: Vec<u8> = significand.to_le_bytes().into_iter().chain(top.to_le_bytes()).chain([7; 6]).collect();
        let memory: Vec<Term> = image.iter().map(|&b| encoder.int_constant(b.into(), IntKind::UChar)).collect();
        let read = encoder.from_bytes(&ty, &memory, &mut fresh);
        let exponent = i64::from(top & 0x7fff);
        let is_valid = exponent == 0 || significand >> 63 == 1;
        let result = mk::as_float(read.term).expect("a value");
        let expected = x87(top >> 15 == 1, exponent, significand);
        prop_assert_eq!(result.to_bits(), expected.to_bits());
        let written = encoder.to_bytes(&ty, read.term, 16, &mut fresh);
        let is_canonical = is_valid && !expected.is_nan() && (exponent != 0 || significand >> 63 == 0);
        if is_canonical {
            prop_assert_eq!(&written.bytes[..10], &memory[..10]);
        }
    }
}

/// `significand · 2^(exponent - 16383 - 63)`.
fn x87(is_negative: bool, exponent: i64, significand: u64) -> SoftFloat {
    let format = FloatSort { exponent: 15, significand: 64 };
    let is_unit = significand == 1 << 63;
    match exponent {
        0x7fff if is_unit => SoftFloat::infinity(format, is_negative),
        0x7fff => SoftFloat::nan(format),
        1.. if significand >> 63 == 0 => SoftFloat::nan(format),
        _ => {
            let power = exponent.max(1) - 16383 - 63;
            let exact = term::softfloat::Exact {
                is_negative,
                significand: significand.into(),
                exponent: power,
                sticky: false,
            };
            SoftFloat { format, value: term::softfloat::Value::Finite(exact) }
        }
    }
}
