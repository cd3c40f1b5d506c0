//! Arrays.
//!
//! A chain of stores at constant indices is sorted by index and has one store
//! per index; a store that writes what is there already disappears. Hence two
//! array values over the same default are equal only if they are the same term.

use smallvec::SmallVec;

use super::core::{bool, ff};
use super::{and, eq};
use crate::arena::{Term, intern};
use crate::op::Op;
use crate::polynomial::Polynomial;
use crate::sort::{ArraySort, Sort};

fn sort_of(array: Term) -> ArraySort {
    match array.sort() {
        Sort::Array(sort) => sort,
        other => unreachable!("array expected, found {other}"),
    }
}

/// `(select array index)`
pub fn select(array: Term, index: Term) -> Term {
    let element = sort_of(array).element();
    match look_up(array, index) {
        Ok(value) => value,
        Err(rest) => intern(Op::Select, &[rest, index], element),
    }
}

/// The value at an index, or the array without the stores that certainly do not matter.
fn look_up(array: Term, index: Term) -> Result<Term, Term> {
    let mut current = array;
    loop {
        match (current.op(), current.arguments()) {
            (Op::Store, &[inner, at, value]) => {
                if at == index {
                    return Ok(value);
                }
                if !surely_differ(at, index) {
                    return Err(current);
                }
                current = inner;
            }
            (Op::ConstArray, &[value]) => return Ok(value),
            _ => return Err(current),
        }
    }
}

/// True if `select(array, index)` is this term; nothing is built to find out.
fn has_at(array: Term, index: Term, value: Term) -> bool {
    match look_up(array, index) {
        Ok(known) => known == value,
        Err(rest) => value.op() == Op::Select && value.arguments() == [rest, index],
    }
}

/// True if two index terms differ in every model.
pub fn surely_differ(a: Term, b: Term) -> bool {
    if a == b {
        return false;
    }
    let are_values = a.is_value() && b.is_value();
    // Bit-vectors and integers are written in one way.
    if are_values && matches!(a.sort(), Sort::BitVec(_) | Sort::Int) {
        return true;
    }
    if a.sort().is_arithmetic() {
        let difference = Polynomial::difference(a, b);
        return difference.is_constant() && !difference.constant.is_zero();
    }
    are_values && eq(a, b).is_false()
}

/// `(store array index value)`
pub fn store(array: Term, index: Term, value: Term) -> Term {
    let sort = array.sort();
    debug_assert!(sort_of(array).index() == index.sort() && sort_of(array).element() == value.sort());
    if has_at(array, index, value) {
        return array; // writes what is there
    }
    // Walk down over stores at greater constant indices to find an overwritten one or the place in the order.
    let mut passed: SmallVec<[(Term, Term); 4]> = SmallVec::new();
    let mut current = array;
    while let (Op::Store, &[inner, at, old]) = (current.op(), current.arguments()) {
        if at == index {
            current = inner;
            break;
        }
        if !index.is_value() || !at.is_value() || at < index || !surely_differ(at, index) {
            break;
        }
        passed.push((at, old));
        current = inner;
    }
    // What was passed is not written below: it stays.
    let changed = write(current, index, value, sort);
    passed.into_iter().rev().fold(changed, |base, (at, old)| intern(Op::Store, &[base, at, old], sort))
}

fn write(array: Term, index: Term, value: Term, sort: Sort) -> Term {
    if has_at(array, index, value) { array } else { intern(Op::Store, &[array, index, value], sort) }
}

/// `((as const sort) value)`
pub fn const_array(sort: Sort, value: Term) -> Term {
    intern(Op::ConstArray, &[value], sort)
}

/// Equality of arrays where it can be decided or simplified.
pub(super) fn eq_array(a: Term, b: Term) -> Option<Term> {
    if a.is_value() && b.is_value() {
        return eq_values(a, b).map(bool);
    }
    match (a.op(), a.arguments(), b.op(), b.arguments()) {
        (Op::ConstArray, &[x], Op::ConstArray, &[y]) => Some(eq(x, y)),
        // a[i := v] = a  iff  a[i] = v
        (Op::Store, &[inner, index, value], ..) if inner == b => Some(eq(select(b, index), value)),
        (_, _, Op::Store, &[inner, index, value]) if inner == a => Some(eq(select(a, index), value)),
        (Op::Store, &[x, i, v], Op::Store, &[y, j, w]) if x == y && i == j => Some(eq(v, w)),
        (Op::Store, &[x, i, v], Op::Store, &[y, j, w])
            if x == y && surely_differ(i, j) && v.is_value() && w.is_value() =>
        {
            Some(and([eq(select(x, j), w), eq(select(y, i), v)]))
        }
        _ => None,
    }
}

/// Equality of two array values, `None` if a small index sort makes it hard to tell.
fn eq_values(a: Term, b: Term) -> Option<bool> {
    let (default_a, writes_a) = split_value(a);
    let (default_b, writes_b) = split_value(b);
    let mut is_certain = true;
    for &at in writes_a.iter().chain(&writes_b) {
        let same = eq(select(a, at), select(b, at));
        if same.is_false() {
            return Some(false);
        }
        is_certain &= same.is_true();
    }
    let same_default = eq(default_a, default_b);
    if !is_certain || !same_default.is_value() {
        return None;
    }
    if same_default.is_true() {
        return Some(true);
    }
    // The defaults differ: equal only if the writes cover the whole index sort.
    let mut written: Vec<Term> = writes_a.iter().chain(&writes_b).copied().collect();
    written.sort_unstable();
    written.dedup();
    match cardinality(sort_of(a).index()) {
        Cardinality::Infinite => Some(false),
        Cardinality::Finite(count) => Some(written.len() as u128 >= count),
        Cardinality::Unknown => None,
    }
}

fn split_value(array: Term) -> (Term, Vec<Term>) {
    let mut indices = Vec::new();
    let mut current = array;
    while let (Op::Store, &[inner, at, _]) = (current.op(), current.arguments()) {
        indices.push(at);
        current = inner;
    }
    (current.arguments().first().copied().unwrap_or_else(ff), indices)
}

enum Cardinality {
    Finite(u128),
    Infinite,
    Unknown,
}

fn cardinality(sort: Sort) -> Cardinality {
    match sort {
        Sort::Bool => Cardinality::Finite(2),
        Sort::Int | Sort::Real => Cardinality::Infinite,
        Sort::RoundingMode => Cardinality::Finite(5),
        Sort::BitVec(width) if width < 64 => Cardinality::Finite(1 << width),
        Sort::BitVec(_) => Cardinality::Finite(u128::MAX),
        // More values than any chain of stores that fits into memory, except for toy formats.
        Sort::Float(float) if float.width() >= 32 => Cardinality::Finite(u128::MAX),
        Sort::Float(_) | Sort::Uninterpreted(_) => Cardinality::Unknown,
        Sort::Array(array) => match (cardinality(array.index()), cardinality(array.element())) {
            (_, Cardinality::Infinite) => Cardinality::Infinite,
            (Cardinality::Infinite, Cardinality::Finite(count)) if count > 1 => Cardinality::Infinite,
            _ => Cardinality::Unknown,
        },
    }
}
