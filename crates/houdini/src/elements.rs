//! Small questions about properties of elements of arrays.

use rustc_hash::FxHashMap;
use term::{Op, Sort, Term, build as mk};

/// Whether an atom compares with the first or last number of a type: that is known of every element that is read.
pub fn is_range_of_type(atom: Term) -> bool {
    let is_limit = |term: &Term| match term.op() {
        Op::IntConst(value) => value.to_i64().map(i64::unsigned_abs).is_some_and(|distance| {
            distance > 100 && (distance - 1..=distance + 1).any(u64::is_power_of_two)
        }),
        _ => false,
    };
    atom.arguments().iter().any(is_limit)
}

/// The property with the elements at `index` (and at a constant distance) replaced by those at `k`.
pub fn at_index(property: Term, index: Term, k: Term) -> Term {
    let mut memory = FxHashMap::default();
    replace(property, index, k, &mut memory)
}

fn replace(term: Term, index: Term, k: Term, memory: &mut FxHashMap<Term, Term>) -> Term {
    if term.arguments().is_empty() {
        return term;
    }
    if let Some(&known) = memory.get(&term) {
        return known;
    }
    let mut arguments: Vec<Term> =
        term.arguments().iter().map(|argument| replace(*argument, index, k, memory)).collect();
    if term.op() == Op::Select {
        let distance = match term.arguments()[1].sort() {
            Sort::Int => mk::sub(term.arguments()[1], index),
            _ => term,
        };
        if distance.is_value() {
            arguments[1] = mk::add2(k, distance);
        }
    }
    let result = mk::rebuild(term.op(), &arguments, term.sort());
    memory.insert(term, result);
    result
}
