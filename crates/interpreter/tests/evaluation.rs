//! The evaluator of executions agrees with the evaluation of terms under a model, whose semantics are those of the
//! constructors: on random terms of all theories, and for every operation of machine words on values where it could
//! go wrong.

use interpreter::evaluate;
use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use term::arbitrary::{self, Theories};
use term::{FloatSort, Model, Op, RoundingMode, Sort, Term, build as mk};

/// The same terms in every run: a test that fails now and then helps nobody.
fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 20_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    }
}

/// Both evaluators agree where the model determines the value.
#[track_caller]
fn check(term: Term, model: &Model) {
    let expected = model.eval(term);
    if !expected.is_value() {
        return;
    }
    let Some(found) = evaluate(term, model) else {
        // Here all parts are evaluated, also what turns out not to matter.
        assert!(term.has_quantifier(), "no value for {term}");
        return;
    };
    let same = found == expected || mk::eq(found, expected).is_true();
    assert!(same, "{term} is {expected}, not {found}, where {:?}", model.variables());
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn random_terms(
        text in arbitrary::any_text(Theories { nonlinear: true, ..Theories::all() }),
        choices in prop::collection::vec(any::<u8>(), 40),
    ) {
        let term = arbitrary::read(&text);
        let mut model = Model::default();
        for (position, &variable) in term.free_variables().iter().enumerate() {
            let from = &choices[(7 * position).min(choices.len())..];
            model.insert(variable, arbitrary::read(&arbitrary::value_from(from, variable.sort())));
        }
        check(term, &model);
    }
}

/// Applies an operator to variables with each combination of the values.
fn check_all(op: Op, sort: Sort, mode: Option<RoundingMode>, values: &[&[Term]]) {
    let variables: Vec<Term> =
        values.iter().enumerate().map(|(i, v)| mk::var(["a", "b", "c"][i], v[0].sort())).collect();
    let arguments: Vec<Term> = mode.map(mk::rm).into_iter().chain(variables.iter().copied()).collect();
    let term = mk::rebuild(op, &arguments, sort);
    let count = values.iter().map(|values| values.len()).product::<usize>();
    for mut choice in 0..count {
        let mut model = Model::default();
        for (variable, values) in variables.iter().zip(values) {
            model.insert(*variable, values[choice % values.len()]);
            choice /= values.len();
        }
        check(term, &model);
    }
}

fn bit_vectors(width: u32) -> Vec<Term> {
    let one = BigUint::from(1u32);
    let half = &one << (width - 1);
    let low = [0u32, 1, 2, 3, 7, 100].map(BigUint::from);
    let high =
        [half.clone(), half.clone() + 1u32, (&one << width) - 1u32, (&one << width) - 2u32, half - 1u32];
    let mut values: Vec<Term> = low.into_iter().chain(high).map(|value| mk::bv(value, width)).collect();
    values.push(mk::bv(0x1234_5678_9abc_def1u64, width));
    values.dedup();
    values
}

#[test]
fn bit_vector_operations() {
    let binary = [
        Op::BvAnd,
        Op::BvOr,
        Op::BvXor,
        Op::BvAdd,
        Op::BvSub,
        Op::BvMul,
        Op::BvUdiv,
        Op::BvUrem,
        Op::BvSdiv,
        Op::BvSrem,
        Op::BvSmod,
        Op::BvShl,
        Op::BvLshr,
        Op::BvAshr,
    ];
    for width in [1, 3, 8, 31, 32, 33, 63, 64, 65, 128] {
        let (sort, values) = (Sort::BitVec(width), bit_vectors(width));
        for op in binary {
            check_all(op, sort, None, &[&values, &values]);
        }
        for op in [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle, Op::Eq] {
            check_all(op, Sort::Bool, None, &[&values, &values]);
        }
        for op in [Op::BvNot, Op::BvNeg, Op::RotateLeft(1), Op::RotateRight(2)] {
            check_all(op, sort, None, &[&values]);
        }
        for by in [1, 31, 64] {
            let wider = Sort::BitVec(width + by);
            check_all(Op::ZeroExtend(by), wider, None, &[&values]);
            check_all(Op::SignExtend(by), wider, None, &[&values]);
            check_all(Op::Concat, wider, None, &[&values, &bit_vectors(by)]);
        }
        for low in [0, width / 2, width - 1] {
            check_all(Op::Extract(width - 1, low), Sort::BitVec(width - low), None, &[&values]);
        }
        check_all(Op::UbvToInt, Sort::Int, None, &[&values]);
        check_all(Op::SbvToInt, Sort::Int, None, &[&values]);
        check_all(Op::IntToBv(width), sort, None, &[&integers()]);
        check_all(Op::Concat, Sort::BitVec(width + 9), None, &[&values, &bit_vectors(1), &bit_vectors(8)]);
    }
}

fn integers() -> Vec<Term> {
    let power = |exponent: u32| BigInt::from(1) << exponent;
    let numbers =
        [power(31), power(32), power(62), power(63), power(64), power(65), 7.into(), 2.into(), 1.into()];
    let around = |n: BigInt| [n.clone(), -n.clone(), n.clone() - 1, 1 - n];
    let mut values: Vec<Term> = numbers.into_iter().flat_map(around).map(mk::int).collect();
    values.sort_unstable();
    values.dedup();
    values
}

#[test]
fn integer_operations() {
    for op in [Op::Add, Op::Mul, Op::IntDiv, Op::Mod] {
        check_all(op, Sort::Int, None, &[&integers(), &integers()]);
    }
    for op in [Op::Le, Op::Lt, Op::Eq] {
        check_all(op, Sort::Bool, None, &[&integers(), &integers()]);
    }
}

fn floats(format: FloatSort) -> Vec<Term> {
    let nearest = mk::rm(RoundingMode::NearestEven);
    let number = |n: i64, d: i64| mk::fp_from_real(format, nearest, mk::fraction(n, d));
    let mut values = vec![mk::fp_nan(format), number(1, 10), number(3, 2), number(5, 2), number(1 << 40, 3)];
    for is_negative in [false, true] {
        values.push(mk::fp_zero(format, is_negative));
        values.push(mk::fp_infinity(format, is_negative));
    }
    values.extend([number(-1, 3), number(-7, 2), number(i64::MAX, 1), number(i64::MIN, 1), number(255, 1)]);
    // The smallest numbers and the largest one.
    let largest = BigUint::from((1u64 << (format.exponent)) - 2) << (format.significand - 1);
    let ones = (BigUint::from(1u32) << (format.significand - 1)) - 1u32;
    for bits in [BigUint::from(1u32), ones.clone(), ones.clone() + 1u32, largest | ones] {
        values.push(mk::float(bits, format));
    }
    values
}

#[test]
fn float_operations() {
    use RoundingMode::{NearestAway, NearestEven, TowardNegative, TowardPositive, TowardZero};
    let modes = [NearestEven, NearestAway, TowardPositive, TowardNegative, TowardZero];
    let formats = [FloatSort::SINGLE, FloatSort::DOUBLE, FloatSort { exponent: 15, significand: 64 }];
    for format in formats {
        let (sort, values) = (Sort::Float(format), floats(format));
        for mode in modes.map(Some) {
            for op in [Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv] {
                check_all(op, sort, mode, &[&values, &values]);
            }
            for op in [Op::FpSqrt, Op::FpRoundToIntegral] {
                check_all(op, sort, mode, &[&values]);
            }
            for other in formats.into_iter().filter(|other| *other != format) {
                check_all(Op::FpFromFloat, Sort::Float(other), mode, &[&values]);
            }
            for width in [8, 32, 64, 65] {
                check_all(Op::FpToSbv(width), Sort::BitVec(width), mode, &[&values]);
                check_all(Op::FpToUbv(width), Sort::BitVec(width), mode, &[&values]);
                check_all(Op::FpFromSigned, sort, mode, &[&bit_vectors(width)]);
                check_all(Op::FpFromUnsigned, sort, mode, &[&bit_vectors(width)]);
            }
        }
        check_all(Op::FpFma, sort, Some(NearestEven), &[&values, &values, &values]);
        for op in [Op::FpRem, Op::FpMin, Op::FpMax] {
            check_all(op, sort, None, &[&values, &values]);
        }
        for op in [Op::FpLe, Op::FpLt, Op::FpEq, Op::Eq] {
            check_all(op, Sort::Bool, None, &[&values, &values]);
        }
        let predicates = [
            Op::FpIsNormal,
            Op::FpIsSubnormal,
            Op::FpIsZero,
            Op::FpIsInfinite,
            Op::FpIsNan,
            Op::FpIsNegative,
            Op::FpIsPositive,
        ];
        for op in predicates {
            check_all(op, Sort::Bool, None, &[&values]);
        }
        check_all(Op::FpAbs, sort, None, &[&values]);
        check_all(Op::FpNeg, sort, None, &[&values]);
        check_all(Op::FpToBits, Sort::BitVec(format.width()), None, &[&values]);
        check_all(Op::FpToReal, Sort::Real, None, &[&values]);
        check_all(Op::FpFromBits, sort, None, &[&bit_vectors(format.width())]);
    }
}
