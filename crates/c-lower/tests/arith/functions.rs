//! Mathematical functions against the hardware and the system's library.

use c_lower::arith::{Encoder, flags};
use c_lower::options::Arithmetic;
use c_sema::types::{FloatKind, IntKind, Type};
use proptest::prelude::*;
use proptest::sample::select;
use term::{Model, Term};

use crate::floats::{Hardware, assert_same, constant, double, single};
use crate::{ARITHMETICS, encoder, fresh, value};

/// Calls a function that is exact.
#[track_caller]
fn call<F: Hardware>(encoder: &Encoder, name: &str, args: &[F]) -> Term {
    let types = vec![Type::Float(F::KIND); args.len()];
    let terms: Vec<Term> = args.iter().map(|&a| constant(a)).collect();
    let encoded = encoder.math_function(name, &types, &terms, &mut fresh).expect("a function");
    assert!(encoded.havoc.is_empty() && encoded.flag.is_none(), "{name}");
    assert_eq!(encoded.term.sort(), encoder.sort(&Encoder::math_function_result(name).expect("a function")));
    encoded.term
}

/// Calls a function that is only bounded, and checks that the right value is allowed.
#[track_caller]
fn allows(encoder: &Encoder, name: &str, args: &[f64], expected: f64) {
    let types = vec![Type::Float(FloatKind::Double); args.len()];
    let terms: Vec<Term> = args.iter().map(|&a| constant(a)).collect();
    let encoded = encoder.math_function(name, &types, &terms, &mut fresh).expect("a function");
    assert_eq!(encoded.flag, Some(flags::MATH));
    let mut model = Model::default();
    model.insert(encoded.term, constant(expected));
    for fact in encoded.assume {
        assert_eq!(model.eval_bool(fact), Some(true), "{name}({args:?}) = {expected:?}: {fact}");
    }
}

#[track_caller]
fn asks(encoder: &Encoder, name: &str, args: &[f64], expected: i128) {
    assert_eq!(value(IntKind::Int, call(encoder, name, args)), expected, "{name}({args:?})");
}

type Unary<F> = (&'static str, fn(F) -> F);

const UNARY: [Unary<f64>; 9] = [
    ("fabs", f64::abs),
    ("sqrt", f64::sqrt),
    ("floor", f64::floor),
    ("__builtin_ceil", f64::ceil),
    ("round", f64::round),
    ("trunc", f64::trunc),
    ("rint", f64::round_ties_even),
    ("nearbyint", f64::round_ties_even),
    ("__builtin_roundeven", f64::round_ties_even),
];

const UNARY_SINGLE: [Unary<f32>; 7] = [
    ("fabsf", f32::abs),
    ("__builtin_sqrtf", f32::sqrt),
    ("floorf", f32::floor),
    ("ceilf", f32::ceil),
    ("roundf", f32::round),
    ("truncf", f32::trunc),
    ("rintf", f32::round_ties_even),
];

const BOUNDED: [Unary<f64>; 19] = [
    ("sin", f64::sin),
    ("cos", f64::cos),
    ("tan", f64::tan),
    ("asin", f64::asin),
    ("acos", f64::acos),
    ("atan", f64::atan),
    ("sinh", f64::sinh),
    ("cosh", f64::cosh),
    ("tanh", f64::tanh),
    ("asinh", f64::asinh),
    ("acosh", f64::acosh),
    ("atanh", f64::atanh),
    ("exp", f64::exp),
    ("exp2", f64::exp2),
    ("expm1", f64::exp_m1),
    ("log", f64::ln),
    ("log2", f64::log2),
    ("log10", f64::log10),
    ("cbrt", f64::cbrt),
];

fn fdim(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else if a > b {
        a - b
    } else {
        0.0
    }
}

/// The sign of the result is flagged.
#[track_caller]
fn is_either_zero(encoder: &Encoder, name: &str, a: f64, b: f64) {
    let double = Type::Float(FloatKind::Double);
    let types = [double.clone(), double];
    let encoded = encoder.math_function(name, &types, &[constant(a), constant(b)], &mut fresh);
    assert_eq!(encoded.expect("a function").flag, Some(flags::ZEROS), "{name}({a:?}, {b:?})");
}

fn least(a: f64, b: f64) -> f64 {
    if b.is_nan() || a < b { a } else { b }
}

fn greatest(a: f64, b: f64) -> f64 {
    if b.is_nan() || a > b { a } else { b }
}

fn class(a: f64) -> i128 {
    match a.classify() {
        std::num::FpCategory::Nan => 0,
        std::num::FpCategory::Infinite => 1,
        std::num::FpCategory::Zero => 2,
        std::num::FpCategory::Subnormal => 3,
        std::num::FpCategory::Normal => 4,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn functions(a in double(), b in double(), c in double(), x in single(), y in single(),
                 arithmetic in select(ARITHMETICS.to_vec())) {
        let encoder = encoder(arithmetic);
        for (name, function) in UNARY {
            assert_same(call(&encoder, name, &[a]), function(a));
        }
        for (name, function) in UNARY_SINGLE {
            assert_same(call(&encoder, name, &[x]), function(x));
        }
        assert_same(call(&encoder, "fma", &[a, b, c]), a.mul_add(b, c));
        if a == 0.0 && b == 0.0 && a.is_sign_negative() != b.is_sign_negative() {
            is_either_zero(&encoder, "fmin", a, b);
            is_either_zero(&encoder, "fmax", a, b);
        } else {
            assert_same(call(&encoder, "fmin", &[a, b]), least(a, b));
            assert_same(call(&encoder, "fmax", &[a, b]), greatest(a, b));
        }
        assert_same(call(&encoder, "fdim", &[a, b]), fdim(a, b));
        assert_same(call(&encoder, "fmod", &[a, b]), a % b);
        assert_same(call(&encoder, "fmodf", &[x, y]), x % y);
        if !b.is_nan() {
            assert_same(call(&encoder, "copysign", &[a, b]), a.copysign(b));
        }
    }

    #[test]
    fn questions(a in double(), b in prop_oneof![double(), Just(0.0)], arithmetic in select(ARITHMETICS.to_vec())) {
        let encoder = encoder(arithmetic);
        let is_ordered = !a.is_nan() && !b.is_nan();
        asks(&encoder, "isnan", &[a], a.is_nan().into());
        asks(&encoder, "__builtin_isinf", &[a], a.is_infinite().into());
        let sign = if a.is_infinite() { a.signum() as i128 } else { 0 };
        asks(&encoder, "__isinf", &[a], sign);
        asks(&encoder, "__builtin_isinf_sign", &[a], sign);
        asks(&encoder, "isfinite", &[a], a.is_finite().into());
        asks(&encoder, "__finite", &[a], a.is_finite().into());
        asks(&encoder, "isnormal", &[a], a.is_normal().into());
        asks(&encoder, "__fpclassify", &[a], class(a));
        asks(&encoder, "isless", &[a, b], (a < b).into());
        asks(&encoder, "isgreaterequal", &[a, b], (a >= b).into());
        asks(&encoder, "islessgreater", &[a, b], (is_ordered && a != b).into());
        asks(&encoder, "__builtin_isunordered", &[a, b], i128::from(!is_ordered));
        if !a.is_nan() {
            asks(&encoder, "signbit", &[a], a.is_sign_negative().into());
        }
    }

    #[test]
    fn to_integers(a in double(), arithmetic in select(ARITHMETICS.to_vec())) {
        // Elsewhere, what does not fit becomes any number.
        let mut encoder = encoder(arithmetic);
        encoder.has_exact_bits = true;
        let to_long = |x: f64| if x >= -(2f64.powi(63)) && x < 2f64.powi(63) { x as i128 } else { i64::MIN.into() };
        prop_assert_eq!(value(IntKind::Long, call(&encoder, "lround", &[a])), to_long(a.round()));
        prop_assert_eq!(value(IntKind::LongLong, call(&encoder, "llrint", &[a])), to_long(a.round_ties_even()));
    }

    #[test]
    fn bounded(a in double(), b in double()) {
        let encoder = encoder(Arithmetic::Bitvector);
        for (name, function) in BOUNDED {
            allows(&encoder, name, &[a], function(a));
        }
        allows(&encoder, "pow", &[a, b], a.powf(b));
        allows(&encoder, "atan2", &[a, b], a.atan2(b));
        allows(&encoder, "hypot", &[a, b], a.hypot(b));
        allows(&encoder, "log1p", &[a], a.ln_1p());
    }
}

#[test]
fn names() {
    let result = Encoder::math_function_result;
    let float = |kind| Some(Type::Float(kind));
    assert_eq!(result("ceil"), float(FloatKind::Double));
    assert_eq!(result("ceill"), float(FloatKind::LongDouble));
    assert_eq!(result("__builtin_huge_valf"), float(FloatKind::Float));
    assert_eq!(result("__builtin_nanl"), float(FloatKind::LongDouble));
    assert_eq!(result("nan"), float(FloatKind::Double));
    assert_eq!(result("erff"), float(FloatKind::Float));
    assert_eq!(result("isnanf"), Some(Type::Int(IntKind::Int)));
    assert_eq!(result("lrintf"), Some(Type::Int(IntKind::Long)));
    assert_eq!(result("inf"), None);
    assert_eq!(result("__sin"), None);
    assert_eq!(result("strlen"), None);
    let encoder = encoder(Arithmetic::Bitvector);
    let types = [Type::Int(IntKind::Int)];
    let three = encoder.int_constant(3, IntKind::Int);
    let root = encoder.math_function("sqrt", &types, &[three], &mut fresh).expect("a function");
    assert_same(root.term, 3f64.sqrt());
    assert_eq!(encoder.math_function("sqrt", &[], &[], &mut fresh), None);
}
