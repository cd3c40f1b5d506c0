//! Where the value of a term lies, and what a condition tells about variables.
//!
//! Both directions follow the term: upwards, intervals of parts give that of the whole; downwards, an interval of the
//! whole restricts the parts. A conditional term is looked at under its condition, so that C's wrap-around
//! `ite(MAX < s, s - 2^n, s)` is in the range of its type, because `s` is known to be at most `MAX` where the second
//! case applies: a fact about the linear form `s`, if `s` is not a variable.
//!
//! The work for one term is limited, since terms share parts and unfold to trees of any size. Beyond the limit
//! nothing is known, which is correct.

use std::cell::Cell;

use term::number::Number;
use term::polynomial::Polynomial;
use term::{Op, Sort, Term, build as mk};

use super::environment::{Environment, form_of, is_read};
use super::interval::Interval;

/// The work for one term.
const MAX_STEPS: u32 = 4000;
/// Terms are not looked into deeper than this.
const MAX_DEPTH: u32 = 100;
/// Sums and disjunctions of more parts are not taken apart.
const MAX_PARTS: usize = 8;

/// Evaluates terms as long as there is something left of the limit.
pub(super) struct Evaluator {
    steps: Cell<u32>,
    depth: Cell<u32>,
}

impl Evaluator {
    pub fn new() -> Evaluator {
        Evaluator { steps: Cell::new(MAX_STEPS), depth: Cell::new(MAX_DEPTH) }
    }

    /// Goes one step deeper, unless there is nothing left.
    pub fn step<R>(&self, work: impl FnOnce() -> R) -> Option<R> {
        if self.steps.get() == 0 || self.depth.get() == 0 {
            return None;
        }
        self.steps.set(self.steps.get() - 1);
        self.depth.set(self.depth.get() - 1);
        let result = work();
        self.depth.set(self.depth.get() + 1);
        Some(result)
    }

    /// Where the value of an integer or Boolean term lies.
    pub fn eval(&self, environment: &Environment, term: Term) -> Interval {
        if let Some(constant) = Interval::of_constant(term) {
            return constant;
        }
        if term.is_var() {
            return environment.get(term);
        }
        let all = Interval::of_sort(term.sort());
        if !matches!(term.sort(), Sort::Int | Sort::Bool) {
            return all;
        }
        self.step(|| self.eval_operation(environment, term)).unwrap_or(all)
    }

    fn eval_operation(&self, environment: &Environment, term: Term) -> Interval {
        let of = |part: Term| self.eval(environment, part);
        let found = match (term.op(), term.arguments()) {
            (Op::Add, summands) => summands.iter().fold(Interval::point(0), |sum, &part| sum.add(of(part))),
            (Op::Mul, factors) => {
                factors.iter().fold(Interval::point(1), |product, &part| product.mul(of(part)))
            }
            (Op::IntDiv, &[a, b]) => of(a).div(of(b)),
            (Op::Mod, &[a, b]) => self.eval_remainder(environment, a, of(b)),
            (Op::UbvToInt | Op::SbvToInt, &[bits]) => bit_vector_range(term.op(), bits),
            (Op::Ite, &[condition, a, b]) => self.eval_ite(environment, condition, a, b),
            (Op::Not, &[a]) => Interval::TRUE.sub(of(a)),
            (Op::And, parts) => {
                let mut values = Interval::TRUE;
                for &part in parts {
                    let (low, high) = minimum(values, of(part));
                    values = Interval::new(Some(low), Some(high)).unwrap_or(Interval::BOOL);
                }
                values
            }
            (Op::Or, parts) => {
                let negated = parts.iter().fold(Interval::TRUE, |all, &part| {
                    let (low, high) = minimum(all, Interval::TRUE.sub(of(part)));
                    Interval::new(Some(low), Some(high)).unwrap_or(Interval::BOOL)
                });
                Interval::TRUE.sub(negated)
            }
            (Op::Le, &[a, b]) if a.sort() == Sort::Int => match of(a).le(of(b)) {
                Interval::BOOL => self.compare(environment, a, b).le(Interval::point(0)),
                decided => decided,
            },
            (Op::Eq, &[a, b]) if a.sort() == Sort::Int => match of(a).equal(of(b)) {
                Interval::BOOL => self.compare(environment, a, b).equal(Interval::point(0)),
                decided => decided,
            },
            (Op::Eq, &[a, b]) if a.sort() == Sort::Bool => of(a).equal(of(b)),
            _ => Interval::of_sort(term.sort()),
        };
        if term.sort() == Sort::Bool || environment.facts().is_empty() {
            return found;
        }
        found.meet(self.known(environment, &Polynomial::of(term))).unwrap_or(found)
    }

    /// `a mod b`. Factors of remainders are not negative: `-3 · x` is `(m - 3) · x`, and tells more where it is small.
    fn eval_remainder(&self, environment: &Environment, a: Term, divisor: Interval) -> Interval {
        let remainder = self.eval(environment, a).modulo(divisor);
        let Some(modulus) = divisor.value() else { return remainder };
        let parts = if a.op() == Op::Add { a.arguments() } else { std::slice::from_ref(&a) };
        let mut is_smaller = false;
        let sum = parts.iter().fold(Interval::point(0), |sum, &part| {
            let values = match (part.op(), part.arguments()) {
                (Op::Mul, &[factor, rest]) => match Interval::of_constant(factor).and_then(Interval::value) {
                    Some(factor) if factor < modulus && factor > modulus / 2 => {
                        is_smaller = true;
                        self.eval(environment, rest).mul(Interval::point(factor - modulus))
                    }
                    _ => self.eval(environment, part),
                },
                _ => self.eval(environment, part),
            };
            sum.add(values)
        });
        if is_smaller { remainder.meet(sum.modulo(divisor)).unwrap_or(remainder) } else { remainder }
    }

    /// What facts tell about `a - b`.
    fn compare(&self, environment: &Environment, a: Term, b: Term) -> Interval {
        if environment.facts().is_empty() {
            return Interval::ALL;
        }
        self.known(environment, &Polynomial::difference(a, b))
    }

    /// What facts tell about a polynomial.
    fn known(&self, environment: &Environment, polynomial: &Polynomial) -> Interval {
        let Some((form, is_negative)) = form_of(polynomial) else { return Interval::ALL };
        let values = environment.fact(&form);
        let oriented = if is_negative { values.neg() } else { values };
        oriented.add(of_number(&polynomial.constant))
    }

    fn eval_ite(&self, environment: &Environment, condition: Term, a: Term, b: Term) -> Interval {
        match self.eval(environment, condition).value() {
            Some(1) => return self.eval(environment, a),
            Some(_) => return self.eval(environment, b),
            None => {}
        }
        let case = |is_true: bool, part: Term| {
            Some(self.eval(&self.assume(environment.clone(), condition, is_true)?, part))
        };
        match (case(true, a), case(false, b)) {
            (Some(a), Some(b)) => a.join(b),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => Interval::of_sort(a.sort()), // nothing is wrong with that
        }
    }

    /// What is known after a condition; `None` if it cannot hold.
    pub fn assume(&self, environment: Environment, condition: Term, is_true: bool) -> Option<Environment> {
        match self.eval(&environment, condition).value() {
            Some(value) if (value == 1) != is_true => return None,
            _ => {}
        }
        let unchanged = environment.clone();
        self.step(|| self.assume_part(environment, condition, is_true)).unwrap_or(Some(unchanged))
    }

    fn assume_part(
        &self,
        mut environment: Environment,
        condition: Term,
        is_true: bool,
    ) -> Option<Environment> {
        let wanted = if is_true { Interval::TRUE } else { Interval::FALSE };
        match (condition.op(), condition.arguments()) {
            (Op::Var(_), _) => environment.set(condition, wanted),
            (Op::Not, &[a]) => return self.assume(environment, a, !is_true),
            (Op::And, parts) if is_true => return self.assume_all(environment, parts, true),
            (Op::Or, parts) if !is_true => return self.assume_all(environment, parts, false),
            (Op::And | Op::Or, parts) if parts.len() <= MAX_PARTS => {
                let cases = parts.iter().filter_map(|&part| self.assume(environment.clone(), part, is_true));
                return cases.reduce(|a, b| a.join(&b));
            }
            (Op::Le, &[a, b]) if a.sort() == Sort::Int => {
                let (a, b) = if is_true { (a, b) } else { (mk::add2(b, mk::int(1)), a) };
                self.learn(&mut environment, &Polynomial::difference(a, b), Interval::at_most(0))?;
                let (low, high) = (self.eval(&environment, a).low(), self.eval(&environment, b).high());
                let environment = self.restrict(environment, a, Interval::new(None, high)?)?;
                return self.restrict(environment, b, Interval::new(low, None)?);
            }
            (Op::Eq, &[a, b]) if a.sort() == Sort::Int => return self.assume_eq(environment, a, b, is_true),
            (Op::Eq, &[a, b]) if a.sort() == Sort::Bool => {
                if let Some(value) = self.eval(&environment, a).value() {
                    return self.assume(environment, b, (value == 1) == is_true);
                }
                if let Some(value) = self.eval(&environment, b).value() {
                    return self.assume(environment, a, (value == 1) == is_true);
                }
            }
            (Op::Ite, &[test, a, b]) => {
                let case = |is_then: bool, part: Term| {
                    let environment = self.assume(environment.clone(), test, is_then)?;
                    self.assume(environment, part, is_true)
                };
                return match (case(true, a), case(false, b)) {
                    (Some(a), Some(b)) => Some(a.join(&b)),
                    (a, b) => a.or(b),
                };
            }
            _ => {}
        }
        Some(environment)
    }

    fn assume_all(&self, mut environment: Environment, parts: &[Term], is_true: bool) -> Option<Environment> {
        for &part in parts {
            environment = self.assume(environment, part, is_true)?;
        }
        Some(environment)
    }

    fn assume_eq(
        &self,
        mut environment: Environment,
        a: Term,
        b: Term,
        is_equal: bool,
    ) -> Option<Environment> {
        let (left, right) = (self.eval(&environment, a), self.eval(&environment, b));
        if is_equal {
            self.learn(&mut environment, &Polynomial::difference(a, b), Interval::point(0))?;
            let common = left.meet(right)?;
            let environment = self.restrict(environment, a, common)?;
            return self.restrict(environment, b, common);
        }
        if let Some(value) = right.value() {
            environment = self.restrict(environment, a, left.without(value)?)?;
        }
        if let Some(value) = left.value() {
            environment = self.restrict(environment, b, right.without(value)?)?;
        }
        Some(environment)
    }

    /// Keeps what is known about a polynomial as a fact about its form.
    fn learn(&self, environment: &mut Environment, polynomial: &Polynomial, values: Interval) -> Option<()> {
        let Some((form, is_negative)) = form_of(polynomial) else { return Some(()) };
        if form.len() > MAX_PARTS || form.iter().any(|(_, coefficient)| !coefficient.is_integer()) {
            return Some(());
        }
        let values = values.sub(of_number(&polynomial.constant));
        environment.learn(form, if is_negative { values.neg() } else { values })
    }

    /// What is known if the value of a term lies in an interval; `None` if it cannot.
    fn restrict(&self, environment: Environment, term: Term, wanted: Interval) -> Option<Environment> {
        let values = self.eval(&environment, term).meet(wanted)?;
        let unchanged = environment.clone();
        self.step(|| self.restrict_parts(environment, term, values)).unwrap_or(Some(unchanged))
    }

    fn restrict_parts(
        &self,
        mut environment: Environment,
        term: Term,
        values: Interval,
    ) -> Option<Environment> {
        match (term.op(), term.arguments()) {
            (Op::Var(_), _) => environment.set(term, values),
            (Op::Add, summands) if summands.len() <= MAX_PARTS => {
                for (position, &summand) in summands.iter().enumerate() {
                    let others = summands.iter().enumerate().filter(|(other, _)| *other != position);
                    let sum =
                        others.fold(Interval::point(0), |sum, (_, &s)| sum.add(self.eval(&environment, s)));
                    environment = self.restrict(environment, summand, values.sub(sum))?;
                }
            }
            (Op::Mul, &[factor, other]) => {
                if let Some(factor) = Interval::of_constant(factor).and_then(Interval::value) {
                    return self.restrict(environment, other, values.unscale(factor)?);
                }
            }
            (Op::Ite, &[condition, a, b]) => {
                let case = |is_true: bool, part: Term| {
                    let environment = self.assume(environment.clone(), condition, is_true)?;
                    self.restrict(environment, part, values)
                };
                return match (case(true, a), case(false, b)) {
                    (Some(a), Some(b)) => Some(a.join(&b)),
                    (a, b) => a.or(b),
                };
            }
            (Op::Mod, &[a, b]) => {
                let divisor = self.eval(&environment, b);
                if let Some(turns) = self.eval(&environment, a).turns(divisor) {
                    return self.restrict(environment, a, values.add(Interval::point(turns)));
                }
            }
            (Op::IntDiv, &[a, b]) => {
                if let Some(divisor) = self.eval(&environment, b).value() {
                    return self.restrict(environment, a, values.undiv(divisor));
                }
            }
            _ if is_read(term) => environment.learn(vec![(term, Number::ONE)], values)?,
            _ => {}
        }
        Some(environment)
    }
}

/// The minimum of two Booleans.
fn minimum(a: Interval, b: Interval) -> (i128, i128) {
    let low = |i: Interval| i.low().unwrap_or(0);
    let high = |i: Interval| i.high().unwrap_or(1);
    (low(a).min(low(b)), high(a).min(high(b)))
}

fn bit_vector_range(op: Op, bits: Term) -> Interval {
    let width = bits.sort().bit_width().unwrap_or(u32::MAX);
    let (low, high) = match op {
        _ if width > 64 => (None, None),
        Op::UbvToInt => (Some(0), Some((1_i128 << width) - 1)),
        _ => (Some(-(1_i128 << (width - 1))), Some((1_i128 << (width - 1)) - 1)),
    };
    Interval::new(low, high).unwrap_or(Interval::ALL)
}

fn of_number(number: &Number) -> Interval {
    match number {
        Number::Small(small) => Interval::point(i128::from(*small)),
        Number::Big(_) => number
            .to_integer()
            .map_or(Interval::ALL, |value| Interval::of_constant(mk::int(value)).unwrap_or(Interval::ALL)),
    }
}
