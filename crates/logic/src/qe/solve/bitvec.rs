//! Inverting bit-vector operators, see [`super`].
//!
//! Sums are solved modulo `2^w`: a coefficient can be divided out iff it is
//! odd, by multiplying with its inverse. Concatenations and extensions fix all
//! bits of the other side; those that do not belong to the variable become
//! conditions.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;
use term::build as mk;
use term::build::bitvec::sum::BvSum;
use term::{Op, Term};

use super::{Solution, only, solve};

/// Solves an equality of bit-vectors.
pub(super) fn solve_sum(a: Term, b: Term, x: Term) -> Option<Solution> {
    let mut difference = BvSum::of(a);
    difference.subtract(b);
    let occurrences = difference.monomials.iter().enumerate().filter(|(_, (m, _))| m.has_free(x));
    let (position, (monomial, coefficient)) = only(occurrences)?;
    let (monomial, inverse) = (*monomial, inverse(coefficient, difference.width)?);
    // c·m + r = 0 gives m = -r/c
    difference.monomials.remove(position);
    let value = mk::bvmul(mk::bv(inverse, difference.width), mk::bvneg(difference.to_term()));
    invert(monomial, value, x)
}

/// The inverse of an odd number modulo `2^width`, by Newton's iteration.
fn inverse(number: &BigUint, width: u32) -> Option<BigUint> {
    if number.is_even() {
        return None;
    }
    let modulus = BigUint::one() << width;
    let two = BigUint::from(2u8);
    let mut inverse = BigUint::one();
    // Right modulo 2; each round doubles the number of right bits.
    let mut bits = 1;
    while bits < width {
        let correction = (&two + &modulus - (number * &inverse) % &modulus) % &modulus;
        inverse = (inverse * correction) % &modulus;
        bits *= 2;
    }
    Some(inverse)
}

/// Solves `term = value` where `x` occurs in `term` only, and `term` is a bit-vector or made of one.
pub(super) fn invert(term: Term, value: Term, x: Term) -> Option<Solution> {
    if term == x {
        return Some(Solution { value, conditions: Vec::new() });
    }
    match (term.op(), term.arguments()) {
        (Op::BvNot, &[inner]) => solve(inner, mk::bvnot(value), x),
        (Op::BvXor, arguments) => {
            let &with_x = only(arguments.iter().filter(|a| a.has_free(x)))?;
            let others = arguments.iter().copied().filter(|&a| a != with_x);
            solve(with_x, others.fold(value, mk::bvxor), x)
        }
        (Op::Concat, parts) => invert_concat(parts, value, x),
        (Op::ZeroExtend(n), &[inner]) => {
            let low = mk::extract(mk::width(inner) - 1, 0, value);
            conditional(inner, low, mk::eq(mk::zero_extend(n, low), value), x)
        }
        (Op::SignExtend(n), &[inner]) => {
            let low = mk::extract(mk::width(inner) - 1, 0, value);
            conditional(inner, low, mk::eq(mk::sign_extend(n, low), value), x)
        }
        (Op::RotateLeft(n), &[inner]) => solve(inner, mk::rotate_right(n, value), x),
        (Op::RotateRight(n), &[inner]) => solve(inner, mk::rotate_left(n, value), x),
        (Op::UbvToInt, &[inner]) => {
            let bits = mk::int_to_bv(mk::width(inner), value);
            conditional(inner, bits, mk::eq(mk::ubv_to_int(bits), value), x)
        }
        (Op::SbvToInt, &[inner]) => {
            let bits = mk::int_to_bv(mk::width(inner), value);
            conditional(inner, bits, mk::eq(mk::sbv_to_int(bits), value), x)
        }
        _ => None,
    }
}

fn conditional(inner: Term, value: Term, condition: Term, x: Term) -> Option<Solution> {
    let mut solution = solve(inner, value, x)?;
    solution.conditions.push(condition);
    Some(solution)
}

/// Each part equals its bits of the value; one of these equations is solved, the rest are conditions.
fn invert_concat(parts: &[Term], value: Term, x: Term) -> Option<Solution> {
    let mut low = 0;
    let mut equations = Vec::new();
    for &part in parts.iter().rev() {
        let width = mk::width(part);
        equations.push((part, mk::extract(low + width - 1, low, value)));
        low += width;
    }
    let solvable = |&(part, bits): &(Term, Term)| if part.has_free(x) { solve(part, bits, x) } else { None };
    let (position, mut solution) =
        equations.iter().enumerate().find_map(|(i, equation)| Some((i, solvable(equation)?)))?;
    let others = equations.iter().enumerate().filter(|(i, _)| *i != position);
    solution.conditions.extend(others.map(|(_, &(part, bits))| mk::eq(part, bits)));
    Some(solution)
}
