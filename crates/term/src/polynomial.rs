//! Linear normal form of arithmetic terms.
//!
//! A polynomial is `Σ cᵢ·mᵢ + c`, where each monomial `mᵢ` is a term without a
//! numeric factor (a variable, a product of such terms, any other arithmetic
//! term), sorted by the terms' numbers, and no `cᵢ` is zero. Every sum is built
//! through this form, so equal linear terms are the same term.

use std::cell::{Cell, RefCell};

use num_rational::BigRational;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::arena::{Term, intern};
use crate::integer::Integer;
use crate::number::Number;
use crate::op::Op;
use crate::region::stored;
use crate::sort::Sort;

/// A polynomial over terms of sort `Int` or `Real`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial {
    /// The sort of all monomials.
    pub sort: Sort,
    /// Monomials with their coefficients, sorted, no coefficient zero.
    pub monomials: SmallVec<[(Term, Number); 4]>,
    /// The constant.
    pub constant: Number,
}

impl Polynomial {
    /// A constant polynomial.
    #[inline]
    pub fn constant(value: Number, sort: Sort) -> Polynomial {
        Polynomial { sort, monomials: SmallVec::new(), constant: value }
    }

    /// The polynomial of an arithmetic term.
    #[inline]
    pub fn of(term: Term) -> Polynomial {
        let mut result = Polynomial::constant(Number::ZERO, term.sort());
        result.add_scaled_term(term, &Number::ONE);
        result
    }

    /// The polynomial of `a - b`.
    #[inline]
    pub fn difference(a: Term, b: Term) -> Polynomial {
        let mut result = Polynomial::of(a);
        result.add_scaled_term(b, &Number::Small(-1));
        result
    }

    /// Adds `factor · term`.
    #[inline]
    pub fn add_scaled_term(&mut self, term: Term, factor: &Number) {
        if matches!(term.op(), Op::Add) {
            for &summand in term.arguments() {
                self.add_summand(summand, factor); // sums are flat
            }
        } else {
            self.add_summand(term, factor);
        }
    }

    #[inline]
    fn add_summand(&mut self, summand: Term, factor: &Number) {
        match summand.op() {
            Op::IntConst(value) => self.constant.add_product(&Number::from(value), factor),
            Op::RealConst(value) => self.constant.add_product(&Number::from_rational(value.clone()), factor),
            Op::Mul => {
                let (coefficient, monomial) = split_coefficient(summand);
                self.add_monomial(monomial, coefficient.mul(factor));
            }
            _ => self.add_monomial(summand, factor.clone()),
        }
    }

    #[inline]
    fn add_monomial(&mut self, monomial: Term, coefficient: Number) {
        if coefficient.is_zero() {
            return;
        }
        // Summands of a term in normal form come in order.
        match self.monomials.last() {
            Some((last, _)) if *last >= monomial => self.insert_monomial(monomial, coefficient),
            _ => self.monomials.push((monomial, coefficient)),
        }
    }

    fn insert_monomial(&mut self, monomial: Term, coefficient: Number) {
        match self.monomials.binary_search_by_key(&monomial, |(m, _)| *m) {
            Ok(position) => {
                let sum = self.monomials[position].1.add(&coefficient);
                if sum.is_zero() {
                    self.monomials.remove(position);
                } else {
                    self.monomials[position].1 = sum;
                }
            }
            Err(position) => self.monomials.insert(position, (monomial, coefficient)),
        }
    }

    /// Multiplies by a number.
    #[inline]
    pub fn scale(&mut self, factor: &Number) {
        if factor.is_one() {
            return;
        }
        if factor.is_zero() {
            self.monomials.clear();
        }
        for (_, coefficient) in &mut self.monomials {
            *coefficient = coefficient.mul(factor);
        }
        self.constant = self.constant.mul(factor);
    }

    /// True if no monomial is left.
    pub fn is_constant(&self) -> bool {
        self.monomials.is_empty()
    }

    /// The coefficient of a monomial, zero if it does not occur.
    pub fn coefficient(&self, monomial: Term) -> Number {
        match self.monomials.binary_search_by_key(&monomial, |(m, _)| *m) {
            Ok(position) => self.monomials[position].1.clone(),
            Err(_) => Number::ZERO,
        }
    }

    /// The polynomial without a monomial.
    pub fn without(&self, monomial: Term) -> Polynomial {
        let mut rest = self.clone();
        rest.monomials.retain(|(m, _)| *m != monomial);
        rest
    }

    /// The greatest common divisor of the monomials' coefficients (zero if there are none).
    pub fn content(&self) -> Number {
        if self.monomials.iter().all(|(_, c)| c.is_integer())
            && self.monomials.iter().any(|(_, c)| c.is_unit())
        {
            return Number::ONE;
        }
        self.monomials.iter().fold(Number::ZERO, |gcd, (_, c)| gcd.gcd(c))
    }

    /// Makes the coefficients of the monomials, of which there is at least one, coprime integers.
    pub(crate) fn divide_by_content(&mut self) {
        let content = self.content();
        if !content.is_one() {
            self.scale(&Number::ONE.div(&content));
        }
    }

    /// The polynomial as a term in normal form.
    #[inline]
    pub fn to_term(&self) -> Term {
        let mut summands: Summands = SmallVec::new();
        for (monomial, coefficient) in &self.monomials {
            summands.push(scaled(*monomial, coefficient, self.sort));
        }
        sum(&mut summands, &self.constant, self.sort)
    }

    /// The two sides of `self ⋈ 0` as `left ⋈ right`, where all coefficients are positive and the
    /// constant stands on the right (on the left if there is nothing else).
    #[inline]
    pub fn two_sides(&self) -> (Term, Term) {
        let mut left: Summands = SmallVec::new();
        for (monomial, coefficient) in &self.monomials {
            if coefficient.signum() > 0 {
                left.push(scaled(*monomial, coefficient, self.sort));
            }
        }
        let (left_constant, right_constant) = match left.is_empty() {
            true => (self.constant.clone(), Number::ZERO),
            false => (Number::ZERO, self.constant.neg()),
        };
        let left = sum(&mut left, &left_constant, self.sort);
        let mut right: Summands = SmallVec::new();
        for (monomial, coefficient) in &self.monomials {
            if coefficient.signum() < 0 {
                right.push(scaled(*monomial, &coefficient.neg(), self.sort));
            }
        }
        (left, sum(&mut right, &right_constant, self.sort))
    }
}

/// Scaled monomials.
pub(crate) type Summands = SmallVec<[Term; 8]>;

/// The sum of scaled monomials, which are in order, and a constant.
pub(crate) fn sum(summands: &mut Summands, constant: &Number, sort: Sort) -> Term {
    if !constant.is_zero() || summands.is_empty() {
        summands.push(number(constant, sort));
    }
    match summands.as_slice() {
        [only] => *only,
        _ => intern(Op::Add, summands, sort),
    }
}

/// True for monomials that are no product: as polynomials they are themselves.
pub(crate) fn is_atomic(term: Term) -> bool {
    !matches!(term.op(), Op::Add | Op::Mul | Op::IntConst(_) | Op::RealConst(_))
}

/// Splits a sum in normal form into its scaled monomials and its constant.
pub(crate) fn split_constant(sum: &Term) -> (&[Term], Number) {
    let summands = match sum.op() {
        Op::Add => sum.arguments(),
        _ => std::slice::from_ref(sum),
    };
    match summands.split_last() {
        Some((last, monomials)) if last.is_value() => (monomials, as_number(*last).expect("a constant")),
        _ => (summands, Number::ZERO),
    }
}

/// The numeric value of a constant.
pub fn as_number(term: Term) -> Option<Number> {
    match term.op() {
        Op::IntConst(value) => Some(Number::from(value)),
        Op::RealConst(value) => Some(Number::from_rational(value.clone())),
        _ => None,
    }
}

/// The constant of the given arithmetic sort. An `Int` must be an integer.
pub fn number(value: &Number, sort: Sort) -> Term {
    match sort {
        Sort::Int => match value {
            Number::Small(small) => integer(Integer::from(*small)),
            Number::Big(_) => integer(value.to_integer().expect("an Int constant is an integer").into()),
        },
        _ => real(value.to_rational()),
    }
}

/// An integer constant.
pub fn integer(value: Integer) -> Term {
    RECENT.with(|recent| {
        let entry = &recent[value.low_bits() % RECENT_COUNT];
        match entry.get() {
            Some((known, term)) if known == value => term,
            _ => {
                let term = intern(Op::IntConst(value), &[], Sort::Int);
                entry.set(Some((value, term)));
                term
            }
        }
    })
}

const RECENT_COUNT: usize = 64;

thread_local! {
    /// Integers that were asked for lately; the same few are asked for again and again.
    static RECENT: [Cell<Option<(Integer, Term)>>; RECENT_COUNT] =
        const { [const { Cell::new(None) }; RECENT_COUNT] };
}

/// A real constant.
pub fn real(value: BigRational) -> Term {
    intern(Op::RealConst(REALS.with(|table| stored(table, value))), &[], Sort::Real)
}

thread_local! {
    static REALS: RefCell<FxHashSet<&'static BigRational>> = RefCell::default();
}

fn scaled(monomial: Term, coefficient: &Number, sort: Sort) -> Term {
    if coefficient.is_one() {
        return monomial;
    }
    intern(Op::Mul, &[number(coefficient, sort), monomial], sort)
}

/// Splits a product into its numeric factor and the rest.
fn split_coefficient(product: Term) -> (Number, Term) {
    match product.arguments() {
        [coefficient, monomial] if as_number(*coefficient).is_some() => {
            (as_number(*coefficient).expect("checked"), *monomial)
        }
        _ => (Number::ONE, product),
    }
}
