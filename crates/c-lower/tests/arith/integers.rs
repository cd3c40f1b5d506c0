//! Integer operations, conversions, bit-fields and bytes.

use c_lower::arith::flags;
use c_lower::options::Arithmetic;
use c_sema::hir::{BinaryOp, CompareOp, UnaryOp};
use c_sema::types::{DataModel, IntKind};
use expect_test::expect;
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};
use proptest::prelude::*;
use proptest::sample::select;
use term::build as mk;

use crate::{ARITHMETICS, KINDS, Operands, PROMOTED, encoder, fresh, int, number, reference, value, wrap};

const OPERATORS: [BinaryOp; 10] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::BitAnd,
    BinaryOp::BitOr,
    BinaryOp::BitXor,
];

const COMPARISONS: [CompareOp; 6] =
    [CompareOp::Eq, CompareOp::Ne, CompareOp::Lt, CompareOp::Le, CompareOp::Gt, CompareOp::Ge];

fn is_shift(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Shl | BinaryOp::Shr)
}

/// A term of a narrower type, converted: its declared type bounds it.
fn check_binary(
    op: BinaryOp,
    kind: IntKind,
    right: IntKind,
    narrow: IntKind,
    (a, b): (i128, i128),
    arithmetic: Arithmetic,
    (is_left_constant, is_right_constant): (bool, bool),
) {
    let encoder = encoder(arithmetic);
    let right = if is_shift(op) { right } else { kind };
    let (a, b) = (wrap(kind, wrap(narrow, a)), wrap(right, b));
    let mut operands = Operands::new();
    let x = operands.operand(encoder.int_constant(wrap(narrow, a), narrow), is_left_constant);
    encoder.declare(x, narrow);
    let x = encoder.convert(&int(narrow), &int(kind), x, &mut fresh).term;
    let y = operands.operand(encoder.int_constant(b, right), is_right_constant);
    let encoded = encoder.binary(op, &int(kind), x, &int(right), y, &mut fresh);
    if arithmetic == Arithmetic::Bitvector || op != BinaryOp::Shr && op != BinaryOp::Shl {
        let is_bitwise = matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor);
        assert!(encoded.flag.is_none() || is_bitwise && encoded.flag == Some(flags::BITWISE));
    }
    let (expected, overflows) = reference::binary(op, kind, a, b);
    let result = operands.result(&encoded, encoder.int_constant(expected, kind));
    assert_eq!(value(kind, result), expected, "{a} {op:?} {b} of {kind:?}: {}", encoded.term);

    let checks = encoder.overflow_checks(op, &int(kind), x, &int(right), y);
    let is_violated =
        checks.iter().any(|(_, violated)| operands.model.eval_bool(*violated).expect("a value"));
    let overflows = if op == BinaryOp::Shl { shift_overflows(kind, a, right, b) } else { overflows };
    assert_eq!(is_violated, overflows, "{a} {op:?} {b} of {kind:?}: {checks:?}");
}

fn exact(kind: IntKind, value: i128) -> BigInt {
    if kind == IntKind::UInt128 { BigInt::from(value as u128) } else { BigInt::from(value) }
}

fn shift_overflows(kind: IntKind, a: i128, right: IntKind, b: i128) -> bool {
    let (low, high) = encoder(Arithmetic::Integer).limits(kind);
    let count = exact(right, b);
    if !kind.is_signed() || count.is_negative() {
        return false;
    }
    let result = BigInt::from(a) << count.to_u32().unwrap_or(u32::MAX).min(256);
    result < low || result > high
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn binary_operators(
        op in select(OPERATORS.to_vec()),
        kind in select(PROMOTED.to_vec()),
        right in select(PROMOTED.to_vec()),
        narrow in select(KINDS.to_vec()),
        values in (number(), prop_oneof![number(), (-2i128..130)]),
        arithmetic in select(ARITHMETICS.to_vec()),
        constants in select(vec![(false, false), (false, true), (true, false), (true, true)]),
    ) {
        check_binary(op, kind, right, narrow, values, arithmetic, constants);
    }

    #[test]
    fn unary_operators(
        kind in select(PROMOTED.to_vec()),
        a in number(),
        arithmetic in select(ARITHMETICS.to_vec()),
        is_constant in any::<bool>(),
    ) {
        let encoder = encoder(arithmetic);
        let a = wrap(kind, a);
        let mut operands = Operands::new();
        let x = operands.operand(encoder.int_constant(a, kind), is_constant);
        let mut result = |op| {
            let encoded = encoder.unary(op, &int(kind), x, &mut fresh);
            value(kind, operands.result(&encoded, x))
        };
        prop_assert_eq!(result(UnaryOp::Minus), wrap(kind, a.wrapping_neg()));
        prop_assert_eq!(result(UnaryOp::BitNot), wrap(kind, !a));
        let is_violated = encoder.negate_overflow(&int(kind), x)
            .is_some_and(|(_, violated)| operands.model.eval_bool(violated).expect("a value"));
        let smallest = encoder.limits(kind).0;
        prop_assert_eq!(is_violated, kind.is_signed() && exact(kind, a) == smallest);
        let truth = encoder.truth(&int(kind), x);
        prop_assert_eq!(operands.model.eval_bool(truth), Some(a != 0));
        prop_assert_eq!(value(IntKind::Int, operands.model.eval(encoder.from_truth(truth, IntKind::Int))), i128::from(a != 0));
        if let Some(range) = encoder.range(kind, x) {
            prop_assert_eq!(operands.model.eval_bool(range), Some(true));
        }
    }

    #[test]
    fn comparisons(
        op in select(COMPARISONS.to_vec()),
        kind in select(PROMOTED.to_vec()),
        (a, b) in prop_oneof![(number(), number()), number().prop_map(|a| (a, a))],
        arithmetic in select(ARITHMETICS.to_vec()),
        is_constant in any::<bool>(),
    ) {
        let encoder = encoder(arithmetic);
        let (a, b) = (wrap(kind, a), wrap(kind, b));
        let mut operands = Operands::new();
        let x = operands.operand(encoder.int_constant(a, kind), false);
        let y = operands.operand(encoder.int_constant(b, kind), is_constant);
        let (a, b) = (exact(kind, a), exact(kind, b));
        let expected = match op {
            CompareOp::Eq => a == b,
            CompareOp::Ne => a != b,
            CompareOp::Lt => a < b,
            CompareOp::Le => a <= b,
            CompareOp::Gt => a > b,
            CompareOp::Ge => a >= b,
        };
        prop_assert_eq!(operands.model.eval_bool(encoder.compare(op, &int(kind), x, y)), Some(expected));
    }

    #[test]
    fn conversions(
        from in select(KINDS.to_vec()),
        to in select(KINDS.to_vec()),
        a in number(),
        arithmetic in select(ARITHMETICS.to_vec()),
        is_declared in any::<bool>(),
    ) {
        let encoder = encoder(arithmetic);
        let a = wrap(from, a);
        let mut operands = Operands::new();
        let x = operands.operand(encoder.int_constant(a, from), false);
        if is_declared {
            encoder.declare(x, from);
        }
        let encoded = encoder.convert(&int(from), &int(to), x, &mut fresh);
        let expected = if to == IntKind::Bool { i128::from(a != 0) } else { wrap(to, a) };
        prop_assert_eq!(value(to, operands.result(&encoded, x)), expected);
    }

    #[test]
    fn bit_fields(
        kind in select(KINDS[1..].to_vec()),
        width in 1u32..=128,
        a in number(),
        arithmetic in select(ARITHMETICS.to_vec()),
    ) {
        let encoder = encoder(arithmetic);
        let width = (width - 1) % encoder.bits(kind) + 1;
        let a = wrap(kind, a);
        let mut operands = Operands::new();
        let x = operands.operand(encoder.int_constant(a, kind), false);
        let stored = operands.model.eval(encoder.truncate_to_width(kind, width, x));
        let shift = 128 - width;
        let expected = if kind.is_signed() { a << shift >> shift } else { ((a as u128) << shift >> shift) as i128 };
        prop_assert_eq!(value(kind, stored), expected);
    }

    #[test]
    fn bytes(
        kind in select(KINDS.to_vec()),
        read in select(KINDS[1..].to_vec()),
        a in number(),
        arithmetic in select(ARITHMETICS.to_vec()),
    ) {
        let encoder = encoder(arithmetic);
        let a = wrap(kind, a);
        let mut operands = Operands::new();
        let x = operands.operand(encoder.int_constant(a, kind), false);
        let size = kind.size(DataModel::Lp64);
        let bytes = encoder.to_bytes(&int(kind), x, size, &mut fresh);
        prop_assert!(bytes.havoc.is_empty() && bytes.assume.is_empty() && bytes.flag.is_none());
        for (expected, &byte) in a.to_le_bytes().iter().zip(&bytes.bytes) {
            prop_assert_eq!(value(IntKind::UChar, operands.model.eval(byte)), i128::from(*expected));
        }
        let back = encoder.from_bytes(&int(kind), &bytes.bytes, &mut fresh);
        // The byte of a `_Bool` is a value: what others would be read as does not matter.
        let result = match kind {
            IntKind::Bool => operands.model.eval(back.term),
            _ => operands.result(&back, x),
        };
        prop_assert_eq!(value(kind, result), a);
        // Some of the bytes, read as another type.
        let length = read.size(DataModel::Lp64) as usize;
        if length <= bytes.bytes.len() {
            let part = encoder.from_bytes(&int(read), &bytes.bytes[..length], &mut fresh);
            prop_assert_eq!(value(read, operands.result(&part, x)), wrap(read, a));
        }
    }
}

/// What must not carry a wrap-around, and what is exact although it is a bit operation.
#[test]
fn simple_forms() {
    let encoder = encoder(Arithmetic::Integer);
    let x = mk::var("x", term::Sort::Int);
    let c = mk::var("c", term::Sort::Int);
    encoder.declare(x, IntKind::Int);
    encoder.declare(c, IntKind::UChar);
    let ty = int(IntKind::Int);
    let cases = [
        (BinaryOp::Add, c, c),
        (BinaryOp::Add, x, mk::int(1)),
        (BinaryOp::Sub, x, mk::int(1)),
        (BinaryOp::Mul, x, c),
        (BinaryOp::Div, c, mk::int(3)),
        (BinaryOp::Div, x, mk::int(3)),
        (BinaryOp::Rem, c, mk::int(3)),
        (BinaryOp::BitAnd, x, mk::int(255)),
        (BinaryOp::BitAnd, c, mk::int(255)),
        (BinaryOp::BitAnd, x, mk::int(8)),
        (BinaryOp::BitAnd, x, mk::int(-4)),
        (BinaryOp::BitOr, c, mk::int(1)),
        (BinaryOp::Shl, c, mk::int(4)),
        (BinaryOp::Shr, x, mk::int(4)),
    ];
    let mut text = String::new();
    for (op, a, b) in cases {
        let encoded = encoder.binary(op, &ty, a, &ty, b, &mut fresh);
        assert!(encoded.flag.is_none());
        text += &format!("{op:?} {a} {b}: {}\n", encoded.term.display_infix());
    }
    expect![[r#"
        Add c c: 2 * c
        Add x 1: (if x >= 2147483647 then x - 4294967295 else x + 1)
        Sub x 1: (if x <= -2147483648 then x + 4294967295 else x - 1)
        Mul x c: (x * c + 2147483648) mod 4294967296 - 2147483648
        Div c 3: c div 3
        Div x 3: (if x >= 0 then x div 3 else -(-x) div 3)
        Rem c 3: c mod 3
        BitAnd x 255: x mod 256
        BitAnd c 255: c
        BitAnd x 8: 8 * ((x div 8) mod 2)
        BitAnd x (- 4): 4 * (x div 4)
        BitOr c 1: 2 * (c div 2) + 1
        Shl c 4: 16 * c
        Shr x 4: x div 16
    "#]]
    .assert_eq(&text);
}
