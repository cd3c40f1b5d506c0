//! Mathematical functions where floats are reals.
//!
//! Functions that pick, cut off or compare are exact; those that round are flagged. No real is NaN or infinite, so that
//! questions about these may be answered either way, and are flagged.

use c_sema::types::{FloatKind, IntKind};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use term::{Sort, Term, build as mk};

use super::Classification;
use crate::arith::{Encoded, Encoder, Fresh, flags};

fn zero() -> Term {
    mk::fraction(0, 1)
}

/// The largest integer that is not above.
fn floor(a: Term) -> Term {
    mk::to_real(mk::to_int(a))
}

/// A function on magnitudes, continued to negative numbers.
fn odd(a: Term, function: impl Fn(Term) -> Term) -> Term {
    mk::ite(mk::le(zero(), a), function(a), mk::neg(function(mk::neg(a))))
}

/// A fresh number with facts about it.
fn fresh_with(fresh: &mut Fresh, facts: impl FnOnce(Term) -> Vec<Term>) -> Encoded {
    let value = fresh(Sort::Real);
    Encoded { term: value, havoc: vec![value], assume: facts(value), flag: Some(flags::REAL), only_if: None }
}

impl Encoder {
    /// A function that is exact, but for rounding.
    pub(super) fn real_function(
        &self,
        base: &str,
        kind: FloatKind,
        values: &[Term],
        fresh: &mut Fresh,
    ) -> Encoded {
        let half = mk::fraction(1, 2);
        Encoded::exact(match (base, values) {
            ("fabs", &[a]) => mk::abs(a),
            ("floor", &[a]) => floor(a),
            ("ceil", &[a]) => mk::neg(floor(mk::neg(a))),
            ("trunc", &[a]) => odd(a, floor),
            ("round", &[a]) => odd(a, |a| floor(mk::add([a, half]))),
            ("fmin", &[a, b]) => mk::ite(mk::lt(a, b), a, b),
            ("fmax", &[a, b]) => mk::ite(mk::lt(b, a), a, b),
            ("fdim", &[a, b]) => {
                let difference = self.rounded(kind, mk::sub(a, b), fresh);
                return difference.map(|difference| mk::ite(mk::le(a, b), zero(), difference));
            }
            ("fma", &[a, b, c]) => return self.rounded(kind, mk::add([mk::mul(a, b), c]), fresh),
            ("sqrt", &[a]) => return fresh_with(fresh, |root| root_facts(kind, a, root)),
            ("fmod", &[a, b]) => return fresh_with(fresh, |rest| remainder_facts(a, b, rest)),
            ("copysign", &[a, b]) => {
                return fresh_with(fresh, |result| {
                    vec![
                        mk::eq(mk::abs(result), mk::abs(a)),
                        mk::implies(mk::lt(zero(), b), mk::le(zero(), result)),
                        mk::implies(mk::lt(b, zero()), mk::le(result, zero())),
                    ]
                });
            }
            // The nearest integer, in a rounding mode that may be any.
            ("rint" | "nearbyint" | "roundeven", &[a]) => {
                return fresh_with(fresh, |result| {
                    let one = mk::fraction(1, 1);
                    let (low, high) = (mk::lt(mk::sub(a, one), result), mk::lt(result, mk::add([a, one])));
                    vec![mk::is_int(result), low, high]
                });
            }
            ("remainder" | "drem", &[_, b]) => {
                return fresh_with(fresh, |rest| {
                    let twice = mk::mul(mk::fraction(2, 1), mk::abs(rest));
                    vec![mk::implies(mk::ne(b, zero()), mk::le(twice, mk::abs(b)))]
                });
            }
            _ => unreachable!("{base} of {} arguments", values.len()),
        })
    }

    /// The answer to a question, as an `int`.
    pub(super) fn classify_real(
        &self,
        question: Classification,
        values: &[Term],
        classes: &[Term],
        fresh: &mut Fresh,
    ) -> Encoded {
        let a = values[0];
        let b = *values.last().expect("at least one argument");
        let truth = match question {
            Classification::IsZero => mk::eq(a, zero()),
            Classification::IsGreater => mk::lt(b, a),
            Classification::IsGreaterEqual => mk::le(b, a),
            Classification::IsLess => mk::lt(a, b),
            Classification::IsLessEqual => mk::le(a, b),
            Classification::IsLessGreater => mk::ne(a, b),
            Classification::SignBit => {
                let is_negative = mk::lt(a, zero());
                let either = self.either(fresh);
                return either.map(|e| {
                    self.from_truth(mk::or([is_negative, mk::and([mk::eq(a, zero()), e])]), IntKind::Int)
                });
            }
            Classification::Class => {
                let class = fresh(self.int_sort(IntKind::Int));
                let assume = vec![mk::or(classes.iter().map(|&known| mk::eq(class, known)))];
                return Encoded {
                    term: class,
                    havoc: vec![class],
                    assume,
                    flag: Some(flags::REAL),
                    only_if: None,
                };
            }
            Classification::InfiniteSign => {
                let int = |value| self.int_constant(value, IntKind::Int);
                let sign = mk::ite(mk::lt(a, zero()), int(-1), int(1));
                return self.either(fresh).map(|e| mk::ite(e, sign, int(0)));
            }
            Classification::IsNan
            | Classification::IsInfinite
            | Classification::IsFinite
            | Classification::IsNormal
            | Classification::IsSubnormal
            | Classification::IsUnordered => {
                return self.either(fresh).map(|e| self.from_truth(e, IntKind::Int));
            }
        };
        Encoded::exact(self.from_truth(truth, IntKind::Int))
    }
}

/// `root · root` is the number, up to the error of a rounding; nothing is known for negative numbers.
fn root_facts(kind: FloatKind, a: Term, root: Term) -> Vec<Term> {
    let precision = Encoder::format(kind).significand;
    let error = BigRational::new(BigInt::one(), BigInt::one() << (precision - 3));
    let one = BigRational::one();
    let square = mk::mul(root, root);
    let times = |factor: BigRational| mk::mul(mk::real(factor), a);
    let near = mk::and([mk::le(times(&one - &error), square), mk::le(square, times(&one + &error))]);
    vec![mk::implies(mk::le(zero(), a), mk::and([mk::le(zero(), root), near]))]
}

/// The remainder has the sign of the dividend and is smaller than the divisor.
fn remainder_facts(a: Term, b: Term, rest: Term) -> Vec<Term> {
    let is_defined = mk::ne(b, zero());
    let (size, bound) = (mk::abs(rest), mk::abs(b));
    vec![
        mk::implies(is_defined, mk::and([mk::lt(size, bound), mk::le(size, mk::abs(a))])),
        mk::implies(mk::and([is_defined, mk::le(zero(), a)]), mk::le(zero(), rest)),
        mk::implies(mk::and([is_defined, mk::le(a, zero())]), mk::le(rest, zero())),
        mk::implies(mk::and([is_defined, mk::lt(mk::abs(a), bound)]), mk::eq(rest, a)),
    ]
}
