//! Operations on numbers: the terms that an encoder builds, evaluated, against the machine's arithmetic.
//!
//! Each operation is built three times, with variables and with a constant on either side, because constants have
//! encodings of their own. A flagged result must allow the right value: with the fresh variables set to it, the facts
//! about them hold.

mod bits;
mod floats;
mod functions;
mod integers;
mod reals;
mod reference;

use c_lower::arith::{Encoded, Encoder};
use c_lower::options::{Arithmetic, Floats};
use c_sema::types::{DataModel, IntKind, Type};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};
use proptest::prelude::*;
use term::{Model, Op, Sort, Term, build as mk};

pub(crate) const ARITHMETICS: [Arithmetic; 2] = [Arithmetic::Bitvector, Arithmetic::Integer];

/// The types that operands have after promotion, and how wide they are.
pub(crate) const PROMOTED: [IntKind; 6] =
    [IntKind::Int, IntKind::UInt, IntKind::Long, IntKind::ULong, IntKind::Int128, IntKind::UInt128];

pub(crate) const KINDS: [IntKind; 14] = [
    IntKind::Bool,
    IntKind::Char,
    IntKind::SChar,
    IntKind::UChar,
    IntKind::Short,
    IntKind::UShort,
    IntKind::Int,
    IntKind::UInt,
    IntKind::Long,
    IntKind::ULong,
    IntKind::LongLong,
    IntKind::ULongLong,
    IntKind::Int128,
    IntKind::UInt128,
];

pub(crate) fn encoder(arithmetic: Arithmetic) -> Encoder {
    Encoder::new(arithmetic, Floats::Ieee, DataModel::Lp64)
}

pub(crate) fn fresh(sort: Sort) -> Term {
    mk::fresh_var("fresh", sort)
}

/// The number that `bits` bits mean.
pub(crate) fn wrap(kind: IntKind, bits: i128) -> i128 {
    match (kind, kind.size(DataModel::Lp64) as u32 * 8) {
        (IntKind::Bool, _) => bits & 1,
        (_, 128) => bits,
        (_, width) if kind.is_signed() => bits << (128 - width) >> (128 - width),
        (_, width) => bits & ((1 << width) - 1),
    }
}

/// The value of an integer term, as [`wrap`] gives it.
#[track_caller]
pub(crate) fn value(kind: IntKind, term: Term) -> i128 {
    match term.op() {
        Op::BvConst(value) => wrap(kind, value.to_u128().expect("128 bits") as i128),
        Op::IntConst(value) => {
            let value = value.to_bigint();
            let (low, high) = encoder(Arithmetic::Integer).limits(kind);
            assert!(low <= value && value <= high, "{value} is no {kind:?}");
            value.to_i128().unwrap_or_else(|| value.to_u128().expect("128 bits") as i128)
        }
        _ => panic!("no value: {term}"),
    }
}

/// Numbers around those where something happens.
pub(crate) fn number() -> BoxedStrategy<i128> {
    prop_oneof![
        -4i128..5,
        (0u32..128, -2i128..3, any::<bool>()).prop_map(|(shift, offset, is_negative)| {
            let power = (1i128 << shift).wrapping_add(offset);
            if is_negative { power.wrapping_neg() } else { power }
        }),
        any::<u8>().prop_map(i128::from),
        any::<i32>().prop_map(i128::from),
        any::<i64>().prop_map(i128::from),
        any::<i128>(),
    ]
    .boxed()
}

/// Variables with values, or constants.
pub(crate) struct Operands {
    pub(crate) model: Model,
    count: usize,
}

impl Operands {
    pub(crate) fn new() -> Operands {
        Operands { model: Model::default(), count: 0 }
    }

    /// A constant, or a variable that has the value.
    pub(crate) fn operand(&mut self, constant: Term, is_constant: bool) -> Term {
        if is_constant {
            return constant;
        }
        self.count += 1;
        let variable = mk::var(format!("operand{}", self.count).as_str(), constant.sort());
        self.model.insert(variable, constant);
        variable
    }

    /// The value of a result. If it is not exact, `expected` must be allowed, and is the answer.
    #[track_caller]
    pub(crate) fn result(&mut self, encoded: &Encoded, expected: Term) -> Term {
        if encoded.havoc.is_empty() {
            assert!(encoded.flag.is_none() && encoded.assume.is_empty(), "{encoded:?}");
            return self.model.eval(encoded.term);
        }
        let solved = solve(&self.model, encoded, expected);
        self.model.insert(encoded.havoc[0], solved);
        for &fact in &encoded.assume {
            assert_eq!(self.model.eval_bool(fact), Some(true), "{fact} excludes {expected}");
        }
        self.model.eval(encoded.term)
    }
}

/// The value of the only fresh variable with which the result is as expected. Results depend on it linearly.
fn solve(model: &Model, encoded: &Encoded, expected: Term) -> Term {
    let &[variable] = encoded.havoc.as_slice() else { panic!("one fresh variable: {encoded:?}") };
    let at = |value: i32| {
        let mut model = model.clone();
        model.insert(variable, mk::int(value));
        match model.eval(encoded.term).op() {
            Op::IntConst(value) => value.to_bigint(),
            _ => panic!("no value: {}", encoded.term),
        }
    };
    let Op::IntConst(expected) = expected.op() else { panic!("{expected} is no integer") };
    let (start, slope) = (at(0), at(1) - at(0));
    assert!(!slope.eq(&BigInt::ZERO), "the result depends on the fresh variable");
    let (quotient, rest) = num_integer::Integer::div_rem(&(expected.to_bigint() - start), &slope);
    assert!(rest == BigInt::ZERO || slope.magnitude().is_one());
    mk::int(quotient)
}

pub(crate) fn int(kind: IntKind) -> Type {
    Type::Int(kind)
}
