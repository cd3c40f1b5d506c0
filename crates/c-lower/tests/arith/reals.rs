//! Floats as reals: every result of the hardware is allowed, unless NaN is involved.

use c_lower::arith::{Encoded, Encoder, flags};
use c_lower::options::{Arithmetic, Floats};
use c_sema::hir::BinaryOp;
use c_sema::types::{DataModel, FloatKind, IntKind, Type};
use proptest::prelude::*;
use term::softfloat::SoftFloat;
use term::{FloatSort, Model, Sort, Term, build as mk};

use crate::floats::double;
use crate::{fresh, number, value};

fn encoder() -> Encoder {
    Encoder::new(Arithmetic::Integer, Floats::Real, DataModel::Lp64)
}

fn real(value: f64) -> Term {
    encoder().float_constant(&SoftFloat::from_bits(&value.to_bits().into(), FloatSort::DOUBLE))
}

/// The facts about a result allow a value: the fresh variable itself, if there is one.
#[track_caller]
fn allows(model: &Model, encoded: &Encoded, expected: f64) {
    let mut model = model.clone();
    if let Some(&variable) = encoded.havoc.first() {
        assert_eq!(encoded.flag, Some(flags::REAL));
        model.insert(variable, real(expected));
        for &fact in &encoded.assume {
            assert_eq!(model.eval_bool(fact), Some(true), "{fact} excludes {expected:?} in {model:?}");
        }
    }
    assert_eq!(model.eval(encoded.term), real(expected));
}

/// A number that reals have.
fn finite() -> BoxedStrategy<f64> {
    double().prop_map(|x| if x.is_finite() { x } else { 1.5 }).boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn operations(a in finite(), b in finite(), n in number()) {
        let encoder = encoder();
        let ty = Type::Float(FloatKind::Double);
        let (p, q) = (mk::var("p", Sort::Real), mk::var("q", Sort::Real));
        let mut model = Model::default();
        model.insert(p, real(a));
        model.insert(q, real(b));
        let results = [(BinaryOp::Add, a + b), (BinaryOp::Sub, a - b), (BinaryOp::Mul, a * b), (BinaryOp::Div, a / b)];
        for (op, expected) in results {
            if b != 0.0 || op != BinaryOp::Div {
                allows(&model, &encoder.binary(op, &ty, p, &ty, q, &mut fresh), expected);
                let folded = encoder.binary(op, &ty, real(a), &ty, real(b), &mut fresh);
                allows(&model, &folded, expected);
            }
        }
        let narrow = encoder.convert(&ty, &Type::Float(FloatKind::Float), p, &mut fresh);
        if (a as f32).is_finite() {
            allows(&model, &narrow, (a as f32).into());
        }
        let n = n as i64;
        let i = mk::var("i", Sort::Int);
        model.insert(i, mk::int(n));
        allows(&model, &encoder.convert(&Type::Int(IntKind::Long), &ty, i, &mut fresh), n as f64);
        let back = encoder.convert(&ty, &Type::Int(IntKind::Long), p, &mut fresh);
        let fits = a.trunc() >= -(2f64.powi(63)) && a.trunc() < 2f64.powi(63);
        prop_assert_eq!(value(IntKind::Long, model.eval(back.term)), if fits { a as i128 } else { i64::MIN.into() });
    }

    #[test]
    fn functions(a in finite(), b in finite(), c in finite()) {
        let encoder = encoder();
        let names = ["p", "q", "r"].map(|name| mk::var(name, Sort::Real));
        let mut model = Model::default();
        for (name, value) in names.iter().zip([a, b, c]) {
            model.insert(*name, real(value));
        }
        let check = |name: &str, count: usize, expected: f64| {
            let types = vec![Type::Float(FloatKind::Double); count];
            let encoded = encoder.math_function(name, &types, &names[..count], &mut fresh).expect("a function");
            allows(&model, &encoded, expected);
        };
        check("fabs", 1, a.abs());
        check("floor", 1, a.floor());
        check("ceil", 1, a.ceil());
        check("trunc", 1, a.trunc());
        check("round", 1, a.round());
        check("rint", 1, a.round_ties_even());
        check("fmin", 2, a.min(b));
        check("fmax", 2, a.max(b));
        check("copysign", 2, a.copysign(b));
        check("fma", 3, a.mul_add(b, c));
        if a >= 0.0 {
            check("sqrt", 1, a.sqrt());
        }
        if b != 0.0 {
            check("fmod", 2, a % b);
        }
    }
}
