//! Recognises sums and comparisons that are in normal form already.
//!
//! Most of what a substitution rebuilds keeps its form, for example when variables
//! are only renamed. To see this takes less time than to take the term apart into
//! a [`Polynomial`](crate::polynomial::Polynomial) and to put it together again.
//! The arguments are arithmetic terms in normal form themselves; "no" may be the
//! answer for a term that is in normal form, never "yes" for one that is not.

use num_traits::{Signed, Zero};

use crate::arena::Term;
use crate::op::Op;

/// What is known of the coefficient of a monomial.
#[derive(Clone, Copy, PartialEq)]
enum Coefficient {
    One,
    /// An integer above one.
    Positive,
    Other,
}

/// Splits a summand into its coefficient and its monomial; sums and constants are no monomials.
#[inline]
fn split(summand: Term) -> Option<(Coefficient, Term)> {
    match summand.op() {
        Op::Add | Op::IntConst(_) | Op::RealConst(_) => None,
        Op::Mul => match summand.arguments() {
            &[factor, monomial] if factor.is_value() => Some((coefficient(factor), monomial)),
            _ => Some((Coefficient::One, summand)),
        },
        _ => Some((Coefficient::One, summand)),
    }
}

fn coefficient(factor: Term) -> Coefficient {
    let is_positive_integer = match factor.op() {
        Op::IntConst(value) => !value.is_negative(),
        Op::RealConst(value) => value.is_positive() && value.is_integer(),
        _ => false,
    };
    if is_positive_integer { Coefficient::Positive } else { Coefficient::Other }
}

/// True if the sum of these terms is just that: at least two of them, monomials in order, each once,
/// and perhaps a constant.
pub(crate) fn is_normal_sum(summands: &[Term]) -> bool {
    let monomials = match summands {
        [monomials @ .., last] if last.is_value() && !is_zero(*last) => monomials,
        _ => summands,
    };
    let mut newest = None;
    let is_next = |&summand: &Term| match split(summand) {
        Some((_, monomial)) => newest.replace(monomial).is_none_or(|before| before < monomial),
        None => false,
    };
    summands.len() > 1 && !monomials.is_empty() && monomials.iter().all(is_next)
}

fn is_zero(value: Term) -> bool {
    match value.op() {
        Op::IntConst(value) => value.is_zero(),
        Op::RealConst(value) => value.is_zero(),
        _ => false,
    }
}

/// The monomials of one side of a comparison, and whether there is a constant.
#[inline]
fn parts(side: &Term) -> (&[Term], bool) {
    let summands = match side.op() {
        Op::Add => side.arguments(),
        _ => std::slice::from_ref(side),
    };
    match summands {
        [monomials @ .., last] if last.is_value() => (monomials, true),
        _ => (summands, false),
    }
}

/// True if `left <= right` is in normal form: positive, coprime integer coefficients, no monomial on
/// both sides, and the constant on the right, or alone on the left.
pub(crate) fn are_normal_sides(left: Term, right: Term) -> bool {
    let ((below, has_lower), (above, has_upper)) = (parts(&left), parts(&right));
    let is_constant_in_place = if below.is_empty() { !has_upper } else { !has_lower };
    is_constant_in_place && are_normal_monomials(below, above)
}

/// True if `left = right` is in normal form: as comparisons, but the oldest monomial stands on the left.
pub(crate) fn are_normal_equals(left: Term, right: Term) -> bool {
    let first = |side: &Term| parts(side).0.first().and_then(|&summand| split(summand));
    match (first(&left), first(&right)) {
        (None, _) => false,
        (Some((_, old)), Some((_, new))) if old > new => false,
        _ => are_normal_sides(left, right),
    }
}

/// True if no monomial occurs on both sides, and the coefficients are positive integers, one of them 1.
fn are_normal_monomials(left: &[Term], right: &[Term]) -> bool {
    let mut has_one = false;
    let mut is_good = |&summand: &Term| match split(summand) {
        Some((Coefficient::One, _)) => {
            has_one = true;
            true
        }
        Some((Coefficient::Positive, _)) => true,
        _ => false,
    };
    left.iter().chain(right).all(&mut is_good) && has_one && are_disjoint(left, right)
}

/// True if two lists of summands, each in order, have no monomial in common.
fn are_disjoint(left: &[Term], right: &[Term]) -> bool {
    let monomial = |&summand: &Term| split(summand).map(|(_, monomial)| monomial);
    let mut rest = right.iter().map(monomial).peekable();
    left.iter().map(monomial).all(|of_left| {
        while rest.next_if(|of_right| *of_right < of_left).is_some() {}
        rest.peek() != Some(&of_left)
    })
}
