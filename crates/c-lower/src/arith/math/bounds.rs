//! What is known about mathematical functions that SMT-LIB does not have.
//!
//! Facts hold for every implementation whose error is below one unit in the last place and that is exact where the result is
//! an infinity, a NaN, or the value at a zero: glibc's. Bounds are numbers of all formats, or stay on the safe
//! side of what they stand for.

use c_sema::types::IntKind;
use num_bigint::BigInt;
use num_rational::BigRational;
use term::softfloat::SoftFloat;
use term::{FloatSort, RoundingMode, Term, build as mk};

use super::Shape;

/// The functions whose value is only bounded.
pub(super) fn shape(base: &str) -> Option<Shape> {
    Some(match base {
        "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "sinh" | "cosh" | "tanh" | "asinh" | "acosh"
        | "atanh" => Shape::Float(1),
        "exp" | "exp2" | "exp10" | "pow10" | "expm1" | "log" | "log2" | "log10" | "log1p" | "logb" => {
            Shape::Float(1)
        }
        "cbrt" | "erf" | "erfc" | "tgamma" | "lgamma" => Shape::Float(1),
        "pow" | "atan2" | "hypot" | "nextafter" => Shape::Float(2),
        "ilogb" => Shape::Int(IntKind::Int),
        _ => return None,
    })
}

/// Builds facts about one result.
struct Facts<'a> {
    format: FloatSort,
    values: &'a [Term],
    result: Term,
    facts: Vec<Term>,
}

/// The facts about `result = function(values)`.
pub(super) fn facts(base: &str, format: FloatSort, values: &[Term], result: Term) -> Vec<Term> {
    let mut known = Facts { format, values, result, facts: Vec::new() };
    match values {
        [x] => known.of_one(base, *x),
        [x, y] => known.of_two(base, *x, *y),
        _ => {}
    }
    known.facts.retain(|fact| !fact.is_true());
    known.facts
}

impl Facts<'_> {
    /// A constant, rounded away from zero.
    fn constant(&self, thousandths: i64) -> Term {
        let value = BigRational::new(BigInt::from(thousandths), BigInt::from(1000));
        let mode = if thousandths < 0 { RoundingMode::TowardNegative } else { RoundingMode::TowardPositive };
        mk::soft(&SoftFloat::from_rational(&value, self.format, mode))
    }

    fn zero(&self) -> Term {
        mk::fp_zero(self.format, false)
    }

    fn infinity(&self, is_negative: bool) -> Term {
        mk::fp_infinity(self.format, is_negative)
    }

    fn know(&mut self, condition: Term, fact: Term) {
        self.facts.push(mk::implies(condition, fact));
    }

    fn is_nan(&self) -> Term {
        mk::fp_is_nan(self.result)
    }

    /// The result is NaN just for arguments outside of the domain and for NaN.
    fn nan_if(&mut self, is_outside: Term) {
        let is_nan = mk::or(self.values.iter().map(|&v| mk::fp_is_nan(v)).chain([is_outside]));
        self.facts.push(mk::eq(self.is_nan(), is_nan));
    }

    /// The result is between two constants, or NaN.
    fn between(&mut self, low: i64, high: i64) {
        let (low, high) = (self.constant(low), self.constant(high));
        let inside = mk::and([mk::fp_leq(low, self.result), mk::fp_leq(self.result, high)]);
        self.facts.push(mk::or([self.is_nan(), inside]));
    }

    /// The result is not below a constant, or NaN.
    fn at_least(&mut self, low: i64) {
        let low = self.constant(low);
        self.facts.push(mk::or([self.is_nan(), mk::fp_leq(low, self.result)]));
    }

    /// The function passes through zero there: it keeps zeros, with their sign.
    fn keeps_zero(&mut self, x: Term) {
        self.know(mk::fp_is_zero(x), mk::eq(self.result, x));
    }

    /// It keeps the sign of other numbers, too, unless they are outside of its domain.
    fn keeps_sign(&mut self, x: Term) {
        self.keeps_zero(x);
        let zero = self.zero();
        self.know(mk::fp_lt(zero, x), mk::or([self.is_nan(), mk::fp_leq(zero, self.result)]));
        self.know(mk::fp_lt(x, zero), mk::or([self.is_nan(), mk::fp_leq(self.result, zero)]));
    }

    fn of_one(&mut self, base: &str, x: Term) {
        let (zero, one) = (self.zero(), self.constant(1000));
        let is_large = mk::fp_lt(one, mk::fp_abs(x));
        match base {
            "sin" | "cos" | "tan" => {
                self.nan_if(mk::fp_is_infinite(x));
                if base == "cos" {
                    self.know(mk::fp_is_zero(x), mk::eq(self.result, one));
                } else {
                    self.keeps_zero(x);
                }
                if base != "tan" {
                    self.between(-1000, 1000);
                }
            }
            "asin" | "atanh" => {
                self.nan_if(is_large);
                self.keeps_sign(x);
                if base == "asin" {
                    self.between(-1571, 1571);
                }
            }
            "acos" => {
                self.nan_if(is_large);
                self.between(0, 3142);
            }
            "atan" | "tanh" | "erf" => {
                self.nan_if(mk::ff());
                self.keeps_sign(x);
                let bound = if base == "atan" { 1571 } else { 1000 };
                self.between(-bound, bound);
            }
            "sinh" | "asinh" | "cbrt" => {
                self.nan_if(mk::ff());
                self.keeps_sign(x);
            }
            "cosh" => {
                self.nan_if(mk::ff());
                self.at_least(1000);
            }
            "acosh" => {
                self.nan_if(mk::fp_lt(x, one));
                self.at_least(0);
            }
            "erfc" => {
                self.nan_if(mk::ff());
                self.between(0, 2000);
            }
            "expm1" => {
                self.nan_if(mk::ff());
                self.keeps_sign(x);
                self.at_least(-1000);
            }
            "exp" | "exp2" | "exp10" | "pow10" => self.exponential(x, zero, one),
            "log" | "log2" | "log10" => self.logarithm(x, zero, one),
            "log1p" => {
                self.nan_if(mk::fp_lt(x, self.constant(-1000)));
                self.keeps_sign(x);
            }
            _ => {}
        }
    }

    fn exponential(&mut self, x: Term, zero: Term, one: Term) {
        self.nan_if(mk::ff());
        self.at_least(0);
        self.know(mk::fp_is_zero(x), mk::eq(self.result, one));
        self.know(mk::fp_leq(zero, x), mk::fp_leq(one, self.result));
        self.know(mk::fp_leq(x, zero), mk::fp_leq(self.result, one));
        self.know(mk::eq(x, self.infinity(false)), mk::eq(self.result, self.infinity(false)));
        self.know(mk::eq(x, self.infinity(true)), mk::eq(self.result, zero));
    }

    fn logarithm(&mut self, x: Term, zero: Term, one: Term) {
        self.nan_if(mk::fp_lt(x, zero));
        self.know(mk::fp_is_zero(x), mk::eq(self.result, self.infinity(true)));
        self.know(mk::eq(x, one), mk::eq(self.result, zero));
        self.know(mk::fp_leq(one, x), mk::fp_leq(zero, self.result));
        self.know(mk::and([mk::fp_leq(zero, x), mk::fp_leq(x, one)]), mk::fp_leq(self.result, zero));
        self.know(mk::eq(x, self.infinity(false)), mk::eq(self.result, self.infinity(false)));
    }

    fn of_two(&mut self, base: &str, x: Term, y: Term) {
        let (zero, one) = (self.zero(), self.constant(1000));
        match base {
            "atan2" => {
                self.nan_if(mk::ff());
                self.between(-3142, 3142);
            }
            "hypot" => {
                let is_infinite = mk::or([mk::fp_is_infinite(x), mk::fp_is_infinite(y)]);
                let has_nan = mk::or([mk::fp_is_nan(x), mk::fp_is_nan(y)]);
                // With an infinite argument, a signalling NaN gives NaN and a quiet one does not; terms have one NaN.
                self.facts.push(mk::implies(self.is_nan(), has_nan));
                self.facts.push(mk::implies(mk::and([has_nan, mk::not(is_infinite)]), self.is_nan()));
                self.at_least(0);
            }
            "pow" => {
                let is_one = mk::or([mk::fp_is_zero(y), mk::eq(x, one)]);
                let has_nan = mk::or([mk::fp_is_nan(x), mk::fp_is_nan(y)]);
                // A signalling NaN gives NaN here too.
                let is_one = mk::and([is_one, mk::not(has_nan)]);
                self.know(is_one, mk::eq(self.result, one));
                let is_positive = mk::and([mk::fp_lt(zero, x), mk::not(mk::fp_is_nan(y))]);
                self.know(is_positive, mk::fp_leq(zero, self.result));
            }
            _ => {}
        }
    }
}
