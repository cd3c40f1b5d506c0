//! Mathematical functions that IEEE floats of SMT-LIB have, or that follow from those in a step or two.

use c_sema::hir::CompareOp;
use c_sema::types::{FloatKind, IntKind, Type};
use term::{RoundingMode, Sort, Term, build as mk};

use super::Classification;
use crate::arith::{Encoded, Encoder, Fresh, Number, flags};
use crate::options::Floats;

/// The classes of `fpclassify` with glibc's numbers.
const CLASSES: [i128; 5] = [0, 1, 4, 3, 2]; // NaN, infinite, normal, subnormal, zero

/// `a` with the sign of minus if the condition says so.
fn with_sign(is_negative: Term, a: Term) -> Term {
    let magnitude = mk::fp_abs(a);
    mk::ite(is_negative, mk::fp_neg(magnitude), magnitude)
}

/// C's remainder, which has the sign of the dividend: IEEE's, moved up by one divisor if it is negative. That sum is
/// exact, because the result is a number of the format.
fn fmod(a: Term, b: Term) -> Term {
    let (x, y) = (mk::fp_abs(a), mk::fp_abs(b));
    let nearest = mk::fp_rem(x, y);
    let moved = mk::fp_add(mk::rm(RoundingMode::NearestEven), nearest, y);
    let rest = mk::ite(mk::fp_lt(nearest, mk::fp_zero(mk::float_format(a), false)), moved, nearest);
    with_sign(mk::fp_is_negative(a), rest)
}

/// The one that is no NaN; otherwise the first if it is on the given side, else the second. Of zeros with different signs
/// it is one of the two (C11, F.10.9.2).
fn extremum(op: CompareOp, a: Term, b: Term, fresh: &mut Fresh) -> Encoded {
    let is_first = if op == CompareOp::Lt { mk::fp_lt(a, b) } else { mk::fp_lt(b, a) };
    let chosen = mk::ite(mk::or([mk::fp_is_nan(b), is_first]), a, b);
    let is_open = mk::and([mk::fp_is_zero(a), mk::fp_is_zero(b), mk::ne(a, b)]);
    if is_open.is_false() {
        return Encoded::exact(chosen);
    }
    let takes_first = fresh(Sort::Bool);
    let term = mk::ite(mk::and([is_open, takes_first]), a, chosen);
    Encoded {
        term,
        havoc: vec![takes_first],
        assume: Vec::new(),
        flag: Some(flags::ZEROS),
        only_if: Some(is_open),
    }
}

impl Encoder {
    /// An exact function on numbers of a format.
    pub(super) fn ieee_function(
        &self,
        base: &str,
        kind: FloatKind,
        values: &[Term],
        fresh: &mut Fresh,
    ) -> Encoded {
        let format = Encoder::format(kind);
        let zero = mk::fp_zero(format, false);
        let integral = |mode: RoundingMode, a: Term| mk::fp_round_to_integral(mk::rm(mode), a);
        Encoded::exact(match (base, values) {
            ("fabs", &[a]) => mk::fp_abs(a),
            ("sqrt", &[a]) => mk::fp_sqrt(self.rounding, a),
            ("floor", &[a]) => integral(RoundingMode::TowardNegative, a),
            ("ceil", &[a]) => integral(RoundingMode::TowardPositive, a),
            ("trunc", &[a]) => integral(RoundingMode::TowardZero, a),
            ("round", &[a]) => integral(RoundingMode::NearestAway, a),
            ("roundeven", &[a]) => integral(RoundingMode::NearestEven, a),
            ("rint" | "nearbyint", &[a]) => mk::fp_round_to_integral(self.rounding, a),
            ("fmin", &[a, b]) => return extremum(CompareOp::Lt, a, b, fresh),
            ("fmax", &[a, b]) => return extremum(CompareOp::Gt, a, b, fresh),
            ("fdim", &[a, b]) => mk::ite(mk::fp_leq(a, b), zero, mk::fp_sub(self.rounding, a, b)),
            ("fmod", &[a, b]) => fmod(a, b),
            ("remainder" | "drem", &[a, b]) => mk::fp_rem(a, b),
            ("fma", &[a, b, c]) => mk::fp_fma(self.rounding, a, b, c),
            ("copysign", &[a, b]) => {
                let sign = self.sign(b, fresh);
                return sign.map(|is_negative| with_sign(is_negative, a));
            }
            _ => unreachable!("{base} of {} arguments", values.len()),
        })
    }

    /// Whether the sign bit is set: either for NaN, flagged, because the same NaN has the same sign again.
    fn sign(&self, a: Term, fresh: &mut Fresh) -> Encoded {
        let is_nan = mk::fp_is_nan(a);
        if is_nan.is_false() {
            return Encoded::exact(mk::fp_is_negative(a));
        }
        let either = fresh(Sort::Bool);
        let term = mk::ite(is_nan, either, mk::fp_is_negative(a));
        Encoded {
            term,
            havoc: vec![either],
            assume: Vec::new(),
            flag: Some(flags::NAN),
            only_if: Some(is_nan),
        }
    }

    /// The answer to a question about numbers, as an `int`.
    pub(super) fn classify(
        &self,
        question: Classification,
        types: &[Type],
        args: &[Term],
        fresh: &mut Fresh,
    ) -> Option<Encoded> {
        let count = match question {
            Classification::Class if args.len() == 6 => 6,
            Classification::IsGreater
            | Classification::IsGreaterEqual
            | Classification::IsLess
            | Classification::IsLessEqual
            | Classification::IsLessGreater
            | Classification::IsUnordered => 2,
            _ => 1,
        };
        if args.len() != count {
            return None;
        }
        let values = if count == 6 { &args[5..] } else { args };
        let types_of_values = if count == 6 { &types[5..] } else { types };
        let kind = self.common_kind(types_of_values);
        let mut needs = Encoded::exact(mk::tt());
        let mut floats = Vec::new();
        for (ty, &value) in types_of_values.iter().zip(values) {
            needs = needs.then(|_| self.convert(ty, &Type::Float(kind), value, fresh));
            floats.push(needs.term);
        }
        let classes: Vec<Term> = match count {
            6 => {
                let int = Type::Int(IntKind::Int);
                types.iter().zip(args).take(5).map(|(ty, &a)| self.convert(ty, &int, a, fresh).term).collect()
            }
            _ => CLASSES.iter().map(|&class| self.int_constant(class, IntKind::Int)).collect(),
        };
        Some(needs.then(|_| match self.floats {
            Floats::Ieee => self.classify_ieee(question, &floats, &classes, fresh),
            Floats::Real => self.classify_real(question, &floats, &classes, fresh),
        }))
    }

    /// The widest floating-point type of some numbers; integers count as `double`.
    fn common_kind(&self, types: &[Type]) -> FloatKind {
        let kinds = types.iter().map(|ty| match self.number(ty) {
            Number::Float(kind) => kind,
            Number::Int(_) => FloatKind::Double,
        });
        kinds.max_by_key(|&kind| Encoder::format(kind).width()).unwrap_or(FloatKind::Double)
    }

    fn classify_ieee(
        &self,
        question: Classification,
        floats: &[Term],
        classes: &[Term],
        fresh: &mut Fresh,
    ) -> Encoded {
        let a = floats[0];
        let b = *floats.last().expect("at least one argument");
        let int = |value: i128| self.int_constant(value, IntKind::Int);
        let truth = match question {
            Classification::SignBit => {
                return self.sign(a, fresh).map(|sign| self.from_truth(sign, IntKind::Int));
            }
            Classification::InfiniteSign => {
                let sign = mk::ite(mk::fp_is_negative(a), int(-1), int(1));
                return Encoded::exact(mk::ite(mk::fp_is_infinite(a), sign, int(0)));
            }
            Classification::Class => {
                let cases =
                    [mk::fp_is_nan(a), mk::fp_is_infinite(a), mk::fp_is_normal(a), mk::fp_is_subnormal(a)];
                let chain = |rest: Term, (&case, &class): (&Term, &Term)| mk::ite(case, class, rest);
                return Encoded::exact(cases.iter().zip(classes).fold(classes[4], chain));
            }
            Classification::IsNan => mk::fp_is_nan(a),
            Classification::IsInfinite => mk::fp_is_infinite(a),
            Classification::IsFinite => mk::not(mk::or([mk::fp_is_nan(a), mk::fp_is_infinite(a)])),
            Classification::IsNormal => mk::fp_is_normal(a),
            Classification::IsSubnormal => mk::fp_is_subnormal(a),
            Classification::IsZero => mk::fp_is_zero(a),
            Classification::IsGreater => mk::fp_lt(b, a),
            Classification::IsGreaterEqual => mk::fp_leq(b, a),
            Classification::IsLess => mk::fp_lt(a, b),
            Classification::IsLessEqual => mk::fp_leq(a, b),
            Classification::IsLessGreater => mk::or([mk::fp_lt(a, b), mk::fp_lt(b, a)]),
            Classification::IsUnordered => mk::or([mk::fp_is_nan(a), mk::fp_is_nan(b)]),
        };
        Encoded::exact(self.from_truth(truth, IntKind::Int))
    }
}
