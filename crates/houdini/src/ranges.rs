//! Facts about all elements in a part of an array.
//!
//! A loop that treats the elements of an array one after the other makes something true of `a[c·i + r]`, where `i` is
//! its counter. The guess is that this is true of all elements before: for all `k` with `lo <= k < c·t + r` and
//! `k = r` modulo `c`, where `t` is the counter itself or a number that it is compared with, and `lo` is where the
//! counter starts.

use base::index::IndexVec;
use program::{BlockProgram, LocationId};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Sort, Substitution, Term, build as mk};

use super::harvest::Harvest;

/// No more facts than these are guessed.
const MAX_FACTS: usize = 48;

/// Something that is true of the element of an array at `coefficient · counter + rest`.
struct Element {
    /// The property, of the element at `index`.
    property: Term,
    index: Term,
    counter: Term,
    coefficient: Term,
}

/// The facts for each location. Nothing is guessed at the entry and at targets.
pub fn of(program: &BlockProgram, harvest: &Harvest) -> IndexVec<LocationId, Vec<Term>> {
    let mut guessed = IndexVec::from_elem(Vec::new(), program.cfg.locations.len());
    let facts = facts(harvest);
    for location in program.locations() {
        if location != program.cfg.entry && program.target(location).is_none() {
            guessed[location] = facts.clone();
        }
    }
    guessed
}

fn facts(harvest: &Harvest) -> Vec<Term> {
    let mut facts = Vec::new();
    let mut seen = FxHashSet::default();
    let atoms = harvest.atoms.iter().copied().filter(|atom| !is_range_of_type(*atom));
    let negated = atoms.clone().map(mk::not);
    let properties = harvest.equalities.iter().copied().chain(negated).chain(atoms);
    let k = mk::fresh_var("k", Sort::Int);
    for element in properties.flat_map(elements) {
        for fact in generalise(&element, harvest, k) {
            if facts.len() < MAX_FACTS && !fact.is_value() && seen.insert(fact) {
                facts.push(fact);
            }
        }
    }
    facts
}

/// Whether an atom compares with the first or last number of a type: that is known of every element that is read.
pub(super) fn is_range_of_type(atom: Term) -> bool {
    let is_limit = |term: &Term| match term.op() {
        Op::IntConst(value) => value.to_i64().map(i64::unsigned_abs).is_some_and(|distance| {
            distance > 100 && (distance.is_power_of_two() || (distance + 1).is_power_of_two())
        }),
        _ => false,
    };
    atom.arguments().iter().any(is_limit)
}

/// The elements that a property is about.
fn elements(property: Term) -> Vec<Element> {
    let mut indices = Vec::new();
    property.visit_once(|part| {
        if part.op() == Op::Select && part.arguments()[1].sort() == Sort::Int {
            indices.push(part.arguments()[1]);
        }
    });
    let mut found = Vec::new();
    for index in indices {
        for &counter in index.free_variables().iter().filter(|v| v.sort() == Sort::Int) {
            let next = Substitution::from_iter([(counter, mk::add2(counter, mk::int(1)))]).apply(index);
            let coefficient = mk::sub(next, index);
            if coefficient.is_value() && mk::lt(mk::int(0), coefficient).is_true() {
                found.push(Element { property, index, counter, coefficient });
            }
        }
    }
    found
}

/// The property of all elements in a part of the array.
fn generalise(element: &Element, harvest: &Harvest, k: Term) -> Vec<Term> {
    let body = at_index(element.property, element.index, k);
    if body.has_free(element.counter) {
        return Vec::new();
    }
    let coefficient = element.coefficient;
    let rest = mk::sub(element.index, mk::mul(coefficient, element.counter));
    let place = |counter: Term| mk::add2(mk::mul(coefficient, counter), rest);
    let aligned = mk::eq(mk::modulo(mk::sub(k, rest), coefficient), mk::int(0));
    let starts = harvest.assigned.get(&element.counter).cloned().unwrap_or_default();
    let mut ends = vec![element.counter];
    for atom in &harvest.atoms {
        if matches!(atom.op(), Op::Le | Op::Lt) && atom.has_free(element.counter) && !reads_array(*atom) {
            let others = |number: &&Term| **number != element.counter && atom.has_free(**number);
            ends.extend(
                harvest.numbers.iter().filter(|n| n.is_var() && n.sort() == Sort::Int).filter(others),
            );
        }
    }
    ends.sort_unstable();
    ends.dedup();
    let mut facts = Vec::new();
    for &start in starts.iter().take(2) {
        for &end in &ends {
            let is_inside = mk::and([mk::le(place(start), k), mk::lt(k, place(end)), aligned]);
            facts.push(mk::forall(&[k], mk::implies(is_inside, body)));
        }
    }
    facts
}

fn reads_array(term: Term) -> bool {
    let mut found = false;
    term.visit_once(|part| found |= part.op() == Op::Select);
    found
}

/// The property with the elements at `index` (and at a constant distance) replaced by those at `k`.
fn at_index(property: Term, index: Term, k: Term) -> Term {
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
