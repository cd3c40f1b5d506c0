//! Sums and products modulo 2^w.
//!
//! A sum is `Σ cᵢ·mᵢ + c` with 0 < cᵢ < 2^w and monomials mᵢ sorted by their
//! numbers; the constant comes last. The coefficient 2^w - 1 is written as
//! `bvneg`. Equalities are normalised by moving monomials with a "negative"
//! coefficient (above 2^(w-1)) and the constant to the right.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use smallvec::SmallVec;

use super::{bv, mask, width};
use crate::arena::{Term, intern};
use crate::build::core::bool;
use crate::op::Op;
use crate::sort::Sort;

/// A linear sum modulo `2^width`.
#[derive(Clone, Debug)]
pub struct BvSum {
    /// The width of all monomials.
    pub width: u32,
    /// Monomials with their coefficients, sorted, no coefficient zero.
    pub monomials: SmallVec<[(Term, BigUint); 4]>,
    /// The constant.
    pub constant: BigUint,
    mask: BigUint,
}

impl BvSum {
    /// The empty sum.
    pub fn zero(width: u32) -> BvSum {
        BvSum { width, monomials: SmallVec::new(), constant: BigUint::zero(), mask: mask(width) }
    }

    /// The sum that a term stands for.
    pub fn of(term: Term) -> BvSum {
        let mut sum = BvSum::zero(width(term));
        sum.add(term, &BigUint::one());
        sum
    }

    /// Adds `factor · term`.
    pub fn add(&mut self, term: Term, factor: &BigUint) {
        match (term.op(), term.arguments()) {
            (Op::BvConst(value), _) => self.constant = (&self.constant + value * factor) & &self.mask,
            (Op::BvAdd, summands) => {
                for &summand in summands {
                    self.add(summand, factor); // sums are flat: depth one
                }
            }
            (Op::BvNeg, &[inner]) => self.add_monomial(inner, (&self.mask * factor) & &self.mask),
            (Op::BvMul, &[first, rest]) if matches!(first.op(), Op::BvConst(_)) => {
                let Op::BvConst(coefficient) = first.op() else { unreachable!("checked") };
                self.add_monomial(rest, (coefficient * factor) & &self.mask);
            }
            _ => self.add_monomial(term, factor.clone()),
        }
    }

    /// Subtracts a term.
    pub fn subtract(&mut self, term: Term) {
        let minus_one = self.mask.clone();
        self.add(term, &minus_one);
    }

    fn add_monomial(&mut self, monomial: Term, coefficient: BigUint) {
        if coefficient.is_zero() {
            return;
        }
        match self.monomials.binary_search_by_key(&monomial, |(m, _)| *m) {
            Ok(position) => {
                let sum = (&self.monomials[position].1 + coefficient) & &self.mask;
                if sum.is_zero() {
                    self.monomials.remove(position);
                } else {
                    self.monomials[position].1 = sum;
                }
            }
            Err(position) => self.monomials.insert(position, (monomial, coefficient)),
        }
    }

    fn scale(&mut self, factor: &BigUint) {
        for (_, coefficient) in &mut self.monomials {
            *coefficient = (&*coefficient * factor) & &self.mask;
        }
        self.monomials.retain(|(_, c)| !c.is_zero());
        self.constant = (&self.constant * factor) & &self.mask;
    }

    /// The term in normal form.
    pub fn to_term(&self) -> Term {
        let mut summands: SmallVec<[Term; 8]> =
            self.monomials.iter().map(|(m, c)| self.scaled(*m, c)).collect();
        if !self.constant.is_zero() || summands.is_empty() {
            summands.push(bv(self.constant.clone(), self.width));
        }
        match summands.as_slice() {
            [only] => *only,
            _ => intern(Op::BvAdd, &summands, Sort::BitVec(self.width)),
        }
    }

    fn scaled(&self, monomial: Term, coefficient: &BigUint) -> Term {
        if coefficient.is_one() {
            monomial
        } else if coefficient == &self.mask {
            intern(Op::BvNeg, &[monomial], Sort::BitVec(self.width))
        } else {
            let factor = bv(coefficient.clone(), self.width);
            intern(Op::BvMul, &[factor, monomial], Sort::BitVec(self.width))
        }
    }

    /// Splits `self = 0` into two sides, or decides it.
    fn into_equation(mut self) -> Result<(Term, Term), bool> {
        let Some((_, first)) = self.monomials.first() else { return Err(self.constant.is_zero()) };
        let half = BigUint::one() << (self.width - 1);
        if *first > half {
            let minus_one = self.mask.clone();
            self.scale(&minus_one);
        }
        let mut left = BvSum::zero(self.width);
        let mut right = BvSum::zero(self.width);
        for (monomial, coefficient) in &self.monomials {
            if *coefficient > half {
                right.monomials.push((*monomial, (BigUint::one() << self.width) - coefficient));
            } else {
                left.monomials.push((*monomial, coefficient.clone()));
            }
        }
        right.constant = ((BigUint::one() << self.width) - &self.constant) & &self.mask;
        Ok((left.to_term(), right.to_term()))
    }
}

/// The sum of at least one term.
pub fn add_all(summands: impl IntoIterator<Item = Term>) -> Term {
    let mut summands = summands.into_iter();
    let mut sum = BvSum::of(summands.next().expect("at least one summand"));
    for summand in summands {
        sum.add(summand, &BigUint::one());
    }
    sum.to_term()
}

/// `a + b`
pub fn bvadd(a: Term, b: Term) -> Term {
    debug_assert_eq!(a.sort(), b.sort());
    add_all([a, b])
}

/// `a - b`
pub fn bvsub(a: Term, b: Term) -> Term {
    debug_assert_eq!(a.sort(), b.sort());
    let mut sum = BvSum::of(a);
    sum.subtract(b);
    sum.to_term()
}

/// `-a`
pub fn bvneg(a: Term) -> Term {
    let mut sum = BvSum::zero(width(a));
    sum.subtract(a);
    sum.to_term()
}

/// `a · b`. Constants are multiplied into sums; other sums are not expanded.
pub fn bvmul(a: Term, b: Term) -> Term {
    debug_assert_eq!(a.sort(), b.sort());
    let width = width(a);
    let mask = mask(width);
    let mut coefficient = BigUint::one();
    let mut factors: SmallVec<[Term; 4]> = SmallVec::new();
    for factor in [a, b] {
        collect_factors(factor, &mask, &mut coefficient, &mut factors);
    }
    factors.sort_unstable();
    let mut product = BvSum::zero(width);
    match factors.as_slice() {
        _ if coefficient.is_zero() => {}
        [] => product.constant = coefficient,
        [only] => product.add(*only, &coefficient),
        _ => product.add(intern(Op::BvMul, &factors, a.sort()), &coefficient),
    }
    product.to_term()
}

fn collect_factors(term: Term, mask: &BigUint, coefficient: &mut BigUint, factors: &mut SmallVec<[Term; 4]>) {
    match (term.op(), term.arguments()) {
        (Op::BvConst(value), _) => *coefficient = (&*coefficient * value) & mask,
        (Op::BvNeg, &[inner]) => {
            *coefficient = (&*coefficient * mask) & mask;
            collect_factors(inner, mask, coefficient, factors); // a monomial: depth one
        }
        (Op::BvMul, inner) => {
            for &factor in inner {
                collect_factors(factor, mask, coefficient, factors);
            }
        }
        _ => factors.push(term),
    }
}

/// Equality of bit-vectors in linear normal form: decided, or the two sides.
pub(in crate::build) fn equation(a: Term, b: Term) -> Result<(Term, Term), Term> {
    let is_sum = |t: Term| matches!(t.op(), Op::BvAdd | Op::BvNeg | Op::BvMul);
    if !is_sum(a) && !is_sum(b) {
        return Ok((a, b));
    }
    let mut difference = BvSum::of(a);
    difference.subtract(b);
    difference.into_equation().map_err(bool)
}
