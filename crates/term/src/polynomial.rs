//! Linear normal form of arithmetic terms.
//!
//! A polynomial is `Σ cᵢ·mᵢ + c`, where each monomial `mᵢ` is a term without a
//! numeric factor (a variable, a product of such terms, any other arithmetic
//! term), sorted by the terms' numbers, and no `cᵢ` is zero. Every sum is built
//! through this form, so equal linear terms are the same term.

use std::cell::RefCell;
use std::hash::Hash;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::arena::{Term, intern};
use crate::number::Number;
use crate::op::Op;
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
    pub fn constant(value: Number, sort: Sort) -> Polynomial {
        Polynomial { sort, monomials: SmallVec::new(), constant: value }
    }

    /// The polynomial of an arithmetic term.
    pub fn of(term: Term) -> Polynomial {
        let mut result = Polynomial::constant(Number::ZERO, term.sort());
        result.add_scaled_term(term, &Number::ONE);
        result
    }

    /// Adds `factor · term`.
    pub fn add_scaled_term(&mut self, term: Term, factor: &Number) {
        match term.op() {
            Op::Add => {
                for &argument in term.arguments() {
                    self.add_scaled_term(argument, factor); // sums are flat: depth one
                }
            }
            Op::IntConst(_) | Op::RealConst(_) => {
                let value = as_number(term).expect("a constant");
                self.constant = self.constant.add(&value.mul(factor));
            }
            Op::Mul => {
                let (coefficient, monomial) = split_coefficient(term);
                self.add_monomial(monomial, coefficient.mul(factor));
            }
            _ => self.add_monomial(term, factor.clone()),
        }
    }

    fn add_monomial(&mut self, monomial: Term, coefficient: Number) {
        if coefficient.is_zero() {
            return;
        }
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
    pub fn scale(&mut self, factor: &Number) {
        if factor.is_zero() {
            self.monomials.clear();
        }
        for (_, coefficient) in &mut self.monomials {
            *coefficient = coefficient.mul(factor);
        }
        self.constant = self.constant.mul(factor);
    }

    /// `self - other`
    pub fn minus(mut self, other: Term) -> Polynomial {
        self.add_scaled_term(other, &Number::Small(-1));
        self
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
        self.monomials.iter().fold(Number::ZERO, |gcd, (_, c)| gcd.gcd(c))
    }

    /// The polynomial as a term in normal form.
    pub fn to_term(&self) -> Term {
        let mut summands: SmallVec<[Term; 8]> =
            self.monomials.iter().map(|(m, c)| scaled(*m, c, self.sort)).collect();
        if !self.constant.is_zero() || summands.is_empty() {
            summands.push(number(&self.constant, self.sort));
        }
        match summands.as_slice() {
            [only] => *only,
            _ => intern(Op::Add, &summands, self.sort),
        }
    }
}

/// The numeric value of a constant.
pub fn as_number(term: Term) -> Option<Number> {
    match term.op() {
        Op::IntConst(value) => Some(Number::from_integer(value)),
        Op::RealConst(value) => Some(Number::from_rational(value.clone())),
        _ => None,
    }
}

/// The constant of the given arithmetic sort. An `Int` must be an integer.
pub fn number(value: &Number, sort: Sort) -> Term {
    match sort {
        Sort::Int => match value {
            Number::Small(small) => small_integer(*small),
            Number::Big(_) => integer(value.to_integer().expect("an Int constant is an integer")),
        },
        _ => real(value.to_rational()),
    }
}

/// An integer constant of 64 bits: one look into a table.
pub fn small_integer(value: i64) -> Term {
    if let Some(known) = SMALL.with(|table| table.borrow().get(&value).copied()) {
        return known;
    }
    let term = big_integer(BigInt::from(value));
    SMALL.with(|table| table.borrow_mut().insert(value, term));
    term
}

/// An integer constant.
pub fn integer(value: BigInt) -> Term {
    match value.to_i64() {
        Some(small) => small_integer(small),
        None => big_integer(value),
    }
}

fn big_integer(value: BigInt) -> Term {
    intern(Op::IntConst(INTEGERS.with(|table| stored(table, value))), &[], Sort::Int)
}

/// A real constant.
pub fn real(value: BigRational) -> Term {
    intern(Op::RealConst(REALS.with(|table| stored(table, value))), &[], Sort::Real)
}

thread_local! {
    static SMALL: RefCell<FxHashMap<i64, Term>> = RefCell::default();
    static INTEGERS: RefCell<FxHashSet<&'static BigInt>> = RefCell::default();
    static REALS: RefCell<FxHashSet<&'static BigRational>> = RefCell::default();
}

/// The one stored copy of a constant, so that operators can refer to it and stay `Copy`.
pub(crate) fn stored<T: Hash + Eq>(table: &RefCell<FxHashSet<&'static T>>, value: T) -> &'static T {
    let mut table = table.borrow_mut();
    if let Some(&known) = table.get(&value) {
        return known;
    }
    let leaked: &'static T = Box::leak(Box::new(value));
    table.insert(leaked);
    leaked
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
