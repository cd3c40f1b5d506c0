//! Every operator to Z3 and back is equivalent; models of every sort are right.

use num_bigint::BigUint;
use term::build as mk;
use term::{Func, Op, RoundingMode, Sort, Term};

use super::Z3Solver;
use crate::samples::Samples;
use crate::{CheckResult, Checked, Limits, Solver, SolverOptions};

fn solver() -> Z3Solver {
    Z3Solver::new(&SolverOptions::default()).expect("Z3 starts")
}

/// The term comes back from Z3 as one that Z3 itself finds equal.
#[track_caller]
fn check_round_trip(term: Term) {
    let mut solver = solver();
    let there = solver.context.translate(term).unwrap_or_else(|error| panic!("{term}: {error}"));
    let back = solver.context.read(there).unwrap_or_else(|error| panic!("{term}: {error}"));
    assert_eq!(back.sort(), term.sort());
    if back != term {
        solver.assert(mk::rebuild(Op::Not, &[mk::rebuild(Op::Eq, &[term, back], Sort::Bool)], Sort::Bool));
        assert_eq!(solver.check(&[], Limits::millis(20_000)), CheckResult::Unsat, "{term}\nversus\n{back}");
    }
}

fn rounding() -> Term {
    mk::var("rm", Sort::RoundingMode)
}

#[test]
fn core_and_arithmetic() {
    let [p, q] = ["p", "q"].map(|name| mk::var(name, Sort::Bool));
    let [x, y, z] = ["x", "y", "z"].map(|name| mk::var(name, Sort::Int));
    let [r, s] = ["r", "s"].map(|name| mk::var(name, Sort::Real));
    let f = Func::new("f".into(), &[Sort::Int, Sort::Bool], Sort::Real);
    let sort = Sort::Uninterpreted("U".into());
    let [u, v] = ["u", "v"].map(|name| mk::var(name, sort));
    let large = mk::int("123456789012345678901234567890".parse::<num_bigint::BigInt>().expect("a number"));
    let terms = [
        mk::tt(),
        mk::ff(),
        mk::not(p),
        mk::and2(p, q),
        mk::or2(p, q),
        mk::eq(p, q),
        mk::xor(p, q),
        mk::implies(p, q),
        mk::ite(p, x, y),
        mk::eq(u, v),
        mk::distinct(&[x, y, z]),
        mk::apply(f, &[x, p]),
        mk::add([x, y, mk::int(-7)]),
        mk::sub(x, y),
        mk::neg(x),
        mk::mul(mk::mul(x, y), z),
        mk::div(x, y),
        mk::modulo(x, y),
        mk::modulo(x, mk::int(-3)),
        mk::real_div(r, s),
        mk::mul(r, mk::fraction(-2, 3)),
        mk::to_real(x),
        mk::to_int(r),
        mk::is_int(r),
        mk::le(x, large),
        mk::lt(r, s),
        mk::abs(x),
        mk::fraction(-1, 3),
        large,
    ];
    terms.into_iter().for_each(check_round_trip);
}

#[test]
fn arrays_and_quantifiers() {
    let sort = Sort::array(Sort::Int, Sort::array(Sort::BitVec(4), Sort::Bool));
    let a = mk::var("a", sort);
    let [i, j] = ["i", "j"].map(|name| mk::var(name, Sort::Int));
    let k = mk::var("k", Sort::BitVec(4));
    let inner = mk::store(mk::select(a, i), k, mk::ff());
    let less = mk::exists(&[j], mk::lt(i, mk::mul(mk::int(2), j)));
    let terms = [
        mk::select(mk::select(a, i), k),
        mk::store(a, j, inner),
        mk::eq(mk::store(a, i, inner), a),
        mk::const_array(sort, inner),
        less,
        mk::forall(&[i], mk::or2(less, mk::exists(&[k], mk::select(mk::select(a, i), k)))),
        mk::forall(&[i, k], mk::implies(mk::select(mk::select(a, i), k), mk::le(i, j))),
    ];
    terms.into_iter().for_each(check_round_trip);
}

#[test]
fn bit_vectors() {
    let [a, b, c] = ["a", "b", "c"].map(|name| mk::var(name, Sort::BitVec(6)));
    let same = Sort::BitVec(6);
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
    binary.into_iter().for_each(|op| check_round_trip(mk::rebuild(op, &[a, b], same)));
    let compare = [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle];
    compare.into_iter().for_each(|op| check_round_trip(mk::rebuild(op, &[a, b], Sort::Bool)));
    let terms = [
        mk::bvnot(a),
        mk::bvneg(a),
        mk::and_all([a, b, c]),
        mk::bvadd(mk::bvadd(a, b), c),
        mk::concat_all([a, b, c]),
        mk::extract(4, 2, a),
        mk::zero_extend(3, a),
        mk::sign_extend(3, a),
        mk::rebuild(Op::RotateLeft(2), &[a], same),
        mk::rebuild(Op::RotateRight(2), &[a], same),
        mk::ubv_to_int(a),
        mk::sbv_to_int(a),
        mk::int_to_bv(6, mk::var("x", Sort::Int)),
        mk::bv(BigUint::from(1u32) << 99, 100),
        mk::bv(u64::MAX, 64),
        mk::bvadd(a, mk::bv(63u32, 6)),
    ];
    terms.into_iter().for_each(check_round_trip);
}

#[test]
fn floats() {
    let sort = Sort::float(3, 4);
    let Sort::Float(format) = sort else { unreachable!() };
    let [a, b, c] = ["a", "b", "c"].map(|name| mk::var(name, sort));
    let wide = term::FloatSort { exponent: 4, significand: 5 };
    let bits = mk::var("bits", Sort::BitVec(7));
    let rm = rounding();
    let terms = [
        mk::fp_abs(a),
        mk::fp_neg(a),
        mk::fp_add(rm, a, b),
        mk::fp_sub(rm, a, b),
        mk::fp_mul(rm, a, b),
        mk::fp_div(rm, a, b),
        mk::fp_fma(rm, a, b, c),
        mk::fp_sqrt(rm, a),
        mk::fp_rem(a, b),
        mk::fp_round_to_integral(rm, a),
        mk::fp_min(a, b),
        mk::fp_max(a, b),
        mk::fp_leq(a, b),
        mk::fp_lt(a, b),
        mk::fp_eq(a, b),
        mk::fp_is_normal(a),
        mk::fp_is_subnormal(a),
        mk::fp_is_zero(a),
        mk::fp_is_infinite(a),
        mk::fp_is_nan(a),
        mk::fp_is_negative(a),
        mk::fp_is_positive(a),
        mk::fp_from_bits(format, bits),
        mk::fp_from_float(wide, rm, a),
        mk::fp_from_real(format, rm, mk::var("r", Sort::Real)),
        mk::fp_from_signed(format, rm, bits),
        mk::fp_from_unsigned(format, rm, bits),
        mk::fp_to_ubv(5, rm, a),
        mk::fp_to_sbv(5, rm, a),
        mk::fp_to_real(a),
        mk::fp_to_bits(a),
        mk::eq(a, b),
    ];
    terms.into_iter().for_each(check_round_trip);
}

#[test]
fn all_floats_of_a_small_format_keep_their_bits() {
    let format = term::FloatSort { exponent: 3, significand: 4 };
    for bits in 0u32..128 {
        let float = mk::float(BigUint::from(bits), format);
        check_round_trip(float);
        let mut solver = Checked::new(solver());
        let variable = mk::var("float", Sort::Float(format));
        solver.assert(mk::eq(variable, float));
        assert_eq!(solver.check(&[], Limits::default()), CheckResult::Sat);
        assert_eq!(solver.model().expect("a model").get(variable), Some(float));
    }
}

#[test]
fn rounding_modes_come_back() {
    let modes = [
        RoundingMode::NearestEven,
        RoundingMode::NearestAway,
        RoundingMode::TowardPositive,
        RoundingMode::TowardNegative,
        RoundingMode::TowardZero,
    ];
    for mode in modes {
        let mut solver = solver();
        solver.assert(mk::eq(rounding(), mk::rm(mode)));
        assert_eq!(solver.check(&[], Limits::default()), CheckResult::Sat);
        assert_eq!(solver.model().expect("a model").get(rounding()), Some(mk::rm(mode)));
    }
}

#[test]
fn models_of_every_sort() {
    let mut solver = Checked::new(solver());
    let element = Sort::Uninterpreted("U".into());
    let [u, v] = ["u", "v"].map(|name| mk::var(name, element));
    let f = Func::new("f".into(), &[Sort::Int, element], Sort::BitVec(5));
    let r = mk::var("r", Sort::Real);
    let nested = mk::var("m", Sort::array(Sort::Int, Sort::array(Sort::Bool, Sort::Int)));
    let keyed = mk::var("k", Sort::array(element, Sort::Bool));
    let x = mk::var("x", Sort::Int);
    let formulas = [
        mk::ne(u, v),
        mk::and2(mk::lt(mk::fraction(1, 3), r), mk::lt(r, mk::fraction(1, 2))),
        mk::eq(mk::apply(f, &[mk::int(1), u]), mk::bv(7u32, 5)),
        mk::ne(mk::apply(f, &[mk::int(1), v]), mk::apply(f, &[mk::int(2), v])),
        mk::eq(mk::select(mk::select(nested, mk::int(4)), mk::tt()), mk::int(9)),
        mk::ne(mk::select(nested, mk::int(4)), mk::select(nested, x)),
        mk::and2(mk::select(keyed, u), mk::not(mk::select(keyed, v))),
        mk::or2(mk::var("p", Sort::Bool), mk::eq(mk::var("free", Sort::BitVec(3)), mk::bv(5u32, 3))),
    ];
    formulas.iter().for_each(|&formula| solver.assert(formula));
    assert_eq!(solver.check(&[], Limits::default()), CheckResult::Sat);
    let model = solver.model().expect("a model");
    for formula in formulas {
        assert_eq!(model.eval_bool(formula), Some(true), "{formula}");
    }
    assert!(model.get(mk::var("free", Sort::BitVec(3))).is_some());
    assert!(model.function(f).is_some());
}

#[test]
fn irrational_models_are_refused() {
    let mut solver = solver();
    let r = mk::var("r", Sort::Real);
    solver.assert(mk::eq(mk::mul(r, r), mk::fraction(2, 1)));
    assert_eq!(solver.check(&[], Limits::millis(5000)), CheckResult::Sat);
    assert!(solver.model().is_none());
}

#[test]
fn elements_cannot_be_asserted() {
    let mut solver = solver();
    let sort = Sort::Uninterpreted("U".into());
    solver.push();
    solver.assert(mk::eq(mk::var("u", sort), mk::element(0, sort)));
    let answer = solver.check(&[], Limits::default());
    assert!(matches!(answer, CheckResult::Unknown(crate::UnknownReason::Unsupported(_))), "{answer:?}");
    solver.pop(1);
    assert_eq!(solver.check(&[], Limits::default()), CheckResult::Sat);
}

#[test]
fn models_of_random_formulas_are_right() {
    let mut samples = Samples::new(3);
    let mut solver = Checked::new(solver());
    let (mut sat, mut conclusive) = (0, 0);
    for _ in 0..200 {
        let formula = samples.formula(3);
        check_round_trip(formula);
        if solver.check(&[formula], Limits::millis(300)) == CheckResult::Sat {
            sat += 1;
            // The wrapper panics if the model refutes the formula.
            let is_true = solver.model().and_then(|model| model.eval_bool(formula)) == Some(true);
            conclusive += u32::from(is_true);
        }
    }
    assert!(sat > 80 && conclusive + 5 >= sat, "{conclusive} of {sat} models were checked");
}
