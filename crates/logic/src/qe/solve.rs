//! Solving an equality for a variable.
//!
//! `s = t` is turned into `x = u ∧ conditions` where `u` does not contain `x`
//! (the occurs check), by inverting the operators on the way from the root of
//! `s` to the only argument with `x`. Every step is an equivalence. Linear
//! arithmetic is solved in polynomial form: over the reals for any
//! coefficient, over the integers for ±1.

mod bitvec;

use term::build as mk;
use term::number::Number;
use term::polynomial::Polynomial;
use term::{Op, Sort, Term};

/// A solved equality: `x = value`, under conditions that need not be free of `x`.
#[derive(Clone, Debug)]
pub(super) struct Solution {
    /// What the variable equals; the variable does not occur.
    pub value: Term,
    /// What else the equality demands.
    pub conditions: Vec<Term>,
}

impl Solution {
    fn plain(value: Term) -> Solution {
        Solution { value, conditions: Vec::new() }
    }
}

/// Solves a literal for a variable: the literal is equivalent to the solution.
pub(super) fn solve_literal(literal: Term, x: Term) -> Option<Solution> {
    if literal == x {
        return Some(Solution::plain(mk::tt()));
    }
    match (literal.op(), literal.arguments()) {
        (Op::Not, &[inner]) if inner == x => Some(Solution::plain(mk::ff())),
        // Negation is its own inverse: ¬(s = t) is s = ¬t for Booleans.
        (Op::Not, &[inner]) => match (inner.op(), inner.arguments()) {
            (Op::Eq, &[a, b]) if a.sort() == Sort::Bool => solve(a, mk::not(b), x),
            _ => None,
        },
        (Op::Eq, &[a, b]) => solve(a, b, x),
        _ => None,
    }
}

/// Solves `a = b`.
fn solve(a: Term, b: Term, x: Term) -> Option<Solution> {
    if a.sort().is_arithmetic() {
        return solve_linear(a, b, x);
    }
    if a.sort().bit_width().is_some() {
        return bitvec::solve_sum(a, b, x);
    }
    match (a.has_free(x), b.has_free(x)) {
        (true, false) => invert(a, b, x),
        (false, true) => invert(b, a, x),
        _ => None,
    }
}

fn solve_linear(a: Term, b: Term, x: Term) -> Option<Solution> {
    let difference = Polynomial::difference(a, b);
    let occurrences = difference.monomials.iter().filter(|(m, _)| m.has_free(x));
    let (monomial, coefficient) = only(occurrences)?;
    let is_unit = coefficient.is_one() || coefficient.neg().is_one();
    if difference.sort == Sort::Int && !is_unit {
        return None;
    }
    let mut value = difference.without(*monomial);
    value.scale(&Number::Small(-1).div(coefficient));
    let value = value.to_term();
    if *monomial == x { Some(Solution::plain(value)) } else { invert(*monomial, value, x) }
}

/// Solves `term = value` where `x` occurs in `term` only.
fn invert(term: Term, value: Term, x: Term) -> Option<Solution> {
    if term == x {
        return Some(Solution::plain(value));
    }
    let arguments = term.arguments();
    match (term.op(), arguments) {
        (Op::Not, &[inner]) => invert(inner, mk::not(value), x),
        (Op::Eq, &[a, b]) if a.sort() == Sort::Bool => match (a.has_free(x), b.has_free(x)) {
            (true, false) => invert(a, mk::eq(b, value), x),
            (false, true) => invert(b, mk::eq(a, value), x),
            _ => None,
        },
        (Op::ToReal, &[inner]) => {
            let mut solution = solve(inner, mk::to_int(value), x)?;
            solution.conditions.push(mk::is_int(value));
            Some(solution)
        }
        // b[i := v] = c  iff  v = c[i] and b[i := c[i]] = c
        (Op::Store, &[array, index, element]) if !array.has_free(x) && !index.has_free(x) => {
            let read = mk::select(value, index);
            let mut solution = solve(element, read, x)?;
            solution.conditions.push(mk::eq(mk::store(array, index, read), value));
            Some(solution)
        }
        (Op::ConstArray, &[element]) => invert_const_array(term, element, value, x),
        _ => bitvec::invert(term, value, x),
    }
}

/// `const(v) = c` iff `v = c[0] ∧ const(c[0]) = c`, for any index in place of 0.
fn invert_const_array(term: Term, element: Term, value: Term, x: Term) -> Option<Solution> {
    let Sort::Array(sort) = term.sort() else { return None };
    let index = match sort.index() {
        Sort::Int => mk::int(0),
        Sort::Bool => mk::ff(),
        _ => return None,
    };
    let read = mk::select(value, index);
    let mut solution = solve(element, read, x)?;
    solution.conditions.push(mk::eq(mk::const_array(term.sort(), read), value));
    Some(solution)
}

/// The only element, if there is exactly one.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    items.next().is_none().then_some(first)
}
