//! Functions on bits, and arithmetic that tells about overflow.

use c_sema::hir::BinaryOp;
use c_sema::types::IntKind;
use num_bigint::BigInt;
use proptest::prelude::*;
use proptest::sample::select;

use crate::{ARITHMETICS, KINDS, Operands, encoder, fresh, int, number, value, wrap};

const OVERFLOWING: [BinaryOp; 3] = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul];

fn exact(kind: IntKind, value: i128) -> BigInt {
    if kind == IntKind::UInt128 { BigInt::from(value as u128) } else { BigInt::from(value) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn functions_on_bits(a in number(), arithmetic in select(ARITHMETICS.to_vec()), is_constant in any::<bool>()) {
        let encoder = encoder(arithmetic);
        let (u, w, i, l) = (a as u32, a as u64, a as i32, a as i64);
        let expected = [
            ("__builtin_clz", IntKind::UInt, u.leading_zeros() as i128),
            ("__builtin_clzll", IntKind::ULongLong, w.leading_zeros() as i128),
            ("__builtin_ctz", IntKind::UInt, u.trailing_zeros() as i128),
            ("__builtin_ctzl", IntKind::ULong, w.trailing_zeros() as i128),
            ("__builtin_popcount", IntKind::UInt, u.count_ones() as i128),
            ("__builtin_popcountll", IntKind::ULongLong, w.count_ones() as i128),
            ("__builtin_parity", IntKind::UInt, (u.count_ones() % 2) as i128),
            ("__builtin_ffs", IntKind::Int, if u == 0 { 0 } else { u.trailing_zeros() as i128 + 1 }),
            ("ffsll", IntKind::LongLong, if w == 0 { 0 } else { w.trailing_zeros() as i128 + 1 }),
            ("__builtin_clrsb", IntKind::Int, (i.leading_zeros().max(i.leading_ones()) - 1) as i128),
            ("__builtin_clrsbl", IntKind::Long, (l.leading_zeros().max(l.leading_ones()) - 1) as i128),
            ("__builtin_bswap16", IntKind::UShort, (a as u16).swap_bytes().into()),
            ("ntohl", IntKind::UInt, u.swap_bytes().into()),
            ("__builtin_bswap64", IntKind::ULong, w.swap_bytes().into()),
            ("abs", IntKind::Int, i.wrapping_abs().into()),
            ("llabs", IntKind::LongLong, l.wrapping_abs().into()),
        ];
        for (name, kind, expected) in expected {
            let mut operands = Operands::new();
            let x = operands.operand(encoder.int_constant(wrap(kind, a), kind), is_constant);
            let encoded = encoder.bit_function(name, &[int(kind)], &[x], &mut fresh).expect("a function");
            let Some(c_sema::types::Type::Int(result)) = c_lower::arith::Encoder::bit_function_result(name) else {
                panic!("{name} returns an integer")
            };
            prop_assert_eq!(value(result, operands.result(&encoded, x)), expected, "{}", name);
        }
    }

    #[test]
    fn with_overflow(
        op in select(OVERFLOWING.to_vec()),
        left in select(KINDS.to_vec()),
        right in select(KINDS.to_vec()),
        to in select(KINDS[1..].to_vec()),
        (a, b) in (number(), number()),
        arithmetic in select(ARITHMETICS.to_vec()),
    ) {
        let encoder = encoder(arithmetic);
        let (a, b) = (wrap(left, a), wrap(right, b));
        let mut operands = Operands::new();
        let x = operands.operand(encoder.int_constant(a, left), false);
        let y = operands.operand(encoder.int_constant(b, right), false);
        let (result, overflows) = encoder.with_overflow(op, (&int(left), x), (&int(right), y), &int(to));
        let (p, q) = (exact(left, a), exact(right, b));
        let (expected, wrapped) = match op {
            BinaryOp::Add => (p + q, a.wrapping_add(b)),
            BinaryOp::Sub => (p - q, a.wrapping_sub(b)),
            _ => (p * q, a.wrapping_mul(b)),
        };
        let (low, high) = encoder.limits(to);
        prop_assert_eq!(value(to, operands.model.eval(result)), wrap(to, wrapped));
        prop_assert_eq!(operands.model.eval_bool(overflows), Some(expected < low || expected > high));
    }
}
