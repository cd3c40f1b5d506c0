//! The parts of assertions that `craig:builtin` keeps, drops and moves.

use rustc_hash::FxHashSet;
use term::{Op, Sort, Term, build as mk};

/// The conjuncts of an assertion, the weakest ones that an equality of numbers consists of.
pub(super) fn parts_of(assertion: Term) -> Vec<Term> {
    let mut parts = Vec::new();
    for conjunct in mk::conjuncts(assertion) {
        let is_equality = conjunct.op() == Op::Eq;
        let halves = match *conjunct.arguments() {
            [a, b] if is_equality && matches!(a.sort(), Sort::Int | Sort::Real) => {
                vec![mk::le(a, b), mk::le(b, a)]
            }
            [a, b] if is_equality && matches!(a.sort(), Sort::BitVec(_)) => {
                vec![mk::bvule(a, b), mk::bvule(b, a), mk::bvsle(a, b), mk::bvsle(b, a)]
            }
            _ => vec![conjunct],
        };
        for half in halves {
            if !parts.contains(&half) {
                parts.push(half);
            }
        }
    }
    parts
}

/// The numbers that formulas mention, with their neighbours, because `x < 7` may have become `x ≤ 6`.
pub(super) struct Numbers {
    numbers: Vec<Term>,
}

impl Numbers {
    /// The numbers of these formulas.
    pub(super) fn of(formulas: impl IntoIterator<Item = Term>) -> Numbers {
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut numbers = Vec::new();
        let mut stack: Vec<Term> = formulas.into_iter().collect();
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            stack.extend(term.arguments());
            let neighbours = match term.sort() {
                _ if !term.is_value() => Vec::new(),
                Sort::Int => vec![term, mk::add2(term, mk::int(1)), mk::sub(term, mk::int(1))],
                Sort::Real => vec![term],
                Sort::BitVec(width) => {
                    let one = mk::bv(1u32, width);
                    vec![term, mk::bvadd(term, one), mk::bvsub(term, one)]
                }
                _ => Vec::new(),
            };
            numbers.extend(neighbours);
        }
        numbers.sort_unstable();
        numbers.dedup();
        Numbers { numbers }
    }

    /// The bounds of the same kind that a bound implies, from the strongest to the weakest: `x ≤ 3` implies `x ≤ 7` if
    /// 7 is one of the numbers. Nothing for other formulas.
    pub(super) fn weaker(&self, bound: Term) -> Vec<Term> {
        let (op, &[left, right]) = (bound.op(), bound.arguments()) else { return Vec::new() };
        let make: fn(Term, Term) -> Term = match op {
            Op::Le => mk::le,
            Op::BvUle => mk::bvule,
            Op::BvSle => mk::bvsle,
            _ => return Vec::new(),
        };
        // Two numbers compare to a truth value.
        let holds = |a: Term, b: Term| make(a, b).is_true();
        let (value, is_upper) = match (left.is_value(), right.is_value()) {
            (false, true) => (right, true),
            (true, false) => (left, false),
            _ => return Vec::new(),
        };
        let is_weaker = |other: &&Term| {
            **other != value
                && other.sort() == value.sort()
                && if is_upper { holds(value, **other) } else { holds(**other, value) }
        };
        let mut numbers: Vec<Term> = self.numbers.iter().filter(is_weaker).copied().collect();
        numbers.sort_by(|&a, &b| match (a == b, holds(a, b) == is_upper) {
            (true, _) => std::cmp::Ordering::Equal,
            (_, true) => std::cmp::Ordering::Less,
            (_, false) => std::cmp::Ordering::Greater,
        });
        let moved = numbers.into_iter().map(|number| match is_upper {
            true => make(left, number),
            false => make(number, right),
        });
        // What is true of all numbers is no bound: that was tried when the part was to be dropped.
        moved.filter(|bound| !bound.is_true()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_move_to_numbers_of_the_program() {
        let [x, y] = ["x", "y"].map(|name| mk::var(name, Sort::Int));
        let numbers = Numbers::of([mk::eq(y, mk::int(7)), mk::le(x, mk::int(-2))]);
        let upper = |number| mk::le(x, mk::int(number));
        let lower = |number| mk::le(mk::int(number), x);
        assert_eq!(numbers.weaker(upper(3)), [upper(6), upper(7), upper(8)]);
        assert_eq!(numbers.weaker(lower(-2)), [lower(-3)]);
        assert_eq!(numbers.weaker(upper(9)), []);
        assert_eq!(numbers.weaker(mk::le(x, y)), []);
    }

    #[test]
    fn bounds_of_bit_vectors_are_signed_or_not() {
        let x = mk::var("x", Sort::BitVec(8));
        let number = |value: i32| mk::bv(value as u8, 8);
        let numbers = Numbers::of([mk::eq(x, number(-4)), mk::eq(x, number(9))]);
        let unsigned = |value| mk::bvule(x, number(value));
        let signed = |value| mk::bvsle(number(value), x);
        let expected = [8, 9, 10, -5, -4, -3].map(unsigned);
        assert_eq!(numbers.weaker(unsigned(5)), expected);
        assert_eq!(numbers.weaker(signed(5)), [-3, -4, -5].map(signed));
    }

    #[test]
    fn equalities_fall_apart() {
        let [x, y] = ["x", "y"].map(|name| mk::var(name, Sort::Int));
        assert_eq!(parts_of(mk::eq(x, y)).len(), 2);
        let [a, b] = ["a", "b"].map(|name| mk::var(name, Sort::BitVec(4)));
        assert_eq!(parts_of(mk::and2(mk::eq(a, b), mk::le(x, y))).len(), 5);
    }
}
