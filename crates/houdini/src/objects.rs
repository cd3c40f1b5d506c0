//! Facts about all objects of a class.
//!
//! Where a program allocates in loops, objects have numbers that a counter hands out in their order, and a field of all
//! of them is one array by object. What a loop wrote to the objects so far is then a fact about a part of that array:
//! `∀ o. first <= o < next ⇒ P(field[o])`. The guesses are what lists need: a link is null or goes to an older object
//! (lists that grow at the front) or to a younger one (lists that grow at the end), perhaps to the neighbour, it goes to
//! a valid object, a field has the value that somebody stores; and all objects from the oldest up to one that a variable
//! points to are valid, or all from there on (lists that are freed from one end).

use rustc_hash::FxHashSet;
use term::{Op, Sort, Term, build as mk};

use crate::traversals::{Traversals, leaves};

/// With more pointers or fields than these, the guesses would be too many.
const MAX_POINTERS: usize = 14;
const MAX_FIELDS: usize = 6;

/// The objects that a program allocates.
#[derive(Default)]
pub struct Objects {
    /// The number of the next object, and the first number.
    counters: Vec<(Term, Term)>,
    /// Variables that are numbers of objects.
    pointers: Vec<Term>,
    /// Arrays of numbers by object, with what is stored there.
    fields: Vec<(Term, Vec<Term>)>,
    /// Arrays of truth values by object.
    flags: Vec<Term>,
}

impl Objects {
    /// The objects of a program: what indexes arrays as it is, and may be what a counter was.
    pub fn of(traversals: &Traversals) -> Objects {
        let mut found = Objects::default();
        for &(array, index) in &traversals.accesses {
            let is_plain = array.is_var() && index.is_var();
            if !is_plain || traversals.counters.contains_key(&index) {
                continue;
            }
            insert(&mut found.pointers, index);
            let Sort::Array(sorts) = array.sort() else { continue };
            match sorts.element() {
                Sort::Int if !found.fields.iter().any(|(field, _)| *field == array) => {
                    found.fields.push((array, traversals.stored_in(array)));
                }
                Sort::Bool => insert(&mut found.flags, array),
                _ => {}
            }
        }
        for (&counter, known) in &traversals.counters {
            let is_handed_out = found.pointers.iter().any(|p| traversals.is_assigned(*p, counter));
            if let (true, [1], Some(start)) =
                (is_handed_out, known.steps.as_slice(), known.constant_starts().next())
            {
                found.counters.push((counter, start));
            }
        }
        // What is copied from a pointer is one.
        for variable in traversals.copies_of(&found.pointers) {
            insert(&mut found.pointers, variable);
        }
        found.pointers.sort_unstable();
        found.pointers.truncate(MAX_POINTERS);
        found.fields.truncate(MAX_FIELDS);
        found
    }

    /// Facts without quantifiers: a pointer is null or the number of an object.
    pub fn plain(&self) -> Vec<Term> {
        let mut facts = Vec::new();
        for &(next, first) in &self.counters {
            for &pointer in &self.pointers {
                facts.push(mk::or2(is_null(pointer), mk::le(first, pointer)));
                facts.push(mk::lt(pointer, next));
                facts.push(mk::le(mk::int(0), pointer));
                // The youngest object, if there is one.
                let none = mk::and2(is_null(pointer), mk::eq(next, first));
                facts.push(mk::or2(mk::eq(pointer, mk::sub(next, mk::int(1))), none));
                for &flag in &self.flags {
                    facts.push(mk::or2(is_null(pointer), mk::select(flag, pointer)));
                }
            }
        }
        facts
    }

    /// Facts without quantifiers that may need those with quantifiers: where pointers go along links.
    pub fn along_links(&self) -> Vec<Term> {
        let mut facts = self.plain();
        for &a in self.pointers.iter().filter(|_| !self.counters.is_empty()) {
            facts.extend(self.pointers.iter().filter(|b| **b != a).map(|b| mk::le(a, *b)));
        }
        facts
    }

    /// Ranges of object numbers with properties of the objects `o` in them.
    pub fn about(&self, o: Term) -> Vec<(Vec<Term>, Term)> {
        let mut facts = Vec::new();
        for &(next, first) in &self.counters {
            let all = vec![mk::le(first, o), mk::lt(o, next)];
            for (field, stored) in &self.fields {
                for property in self.properties(mk::select(*field, o), stored, o, (next, first)) {
                    facts.push((all.clone(), property));
                }
            }
            for &flag in &self.flags {
                let body = mk::select(flag, o);
                facts.push((all.clone(), body));
                for &pointer in &self.pointers {
                    facts.push((vec![mk::le(first, o), mk::le(o, pointer)], body));
                    facts.push((vec![mk::le(first, o), mk::lt(o, pointer)], body));
                    facts.push((vec![mk::le(pointer, o), mk::lt(o, next), mk::not(is_null(pointer))], body));
                    facts.push((vec![mk::lt(pointer, o), mk::lt(o, next)], body));
                }
            }
        }
        facts
    }

    fn properties(&self, value: Term, stored: &[Term], o: Term, (next, first): (Term, Term)) -> Vec<Term> {
        let null = is_null(value);
        let one = mk::int(1);
        let mut properties = vec![
            mk::lt(value, o),
            mk::lt(value, next),
            mk::le(mk::int(0), value),
            mk::or2(null, mk::le(first, value)),
            mk::or2(null, mk::lt(o, value)),
            mk::or2(null, mk::eq(value, mk::sub(o, one))),
            mk::or2(null, mk::eq(value, mk::add2(o, one))),
            mk::or2(mk::eq(value, mk::sub(o, one)), mk::eq(o, first)),
        ];
        properties.extend(self.flags.iter().map(|flag| mk::or2(null, mk::select(*flag, value))));
        for &element in stored.iter().take(3) {
            properties.push(mk::eq(value, element));
            properties.push(mk::le(element, value));
        }
        properties
    }

    /// Whether a variable counts objects.
    pub fn is_counter(&self, variable: Term) -> bool {
        self.counters.iter().any(|(counter, _)| *counter == variable)
    }
}

fn is_null(pointer: Term) -> Term {
    mk::eq(pointer, mk::int(0))
}

fn insert(list: &mut Vec<Term>, item: Term) {
    if !list.contains(&item) {
        list.push(item);
    }
}

impl Traversals {
    /// The numbers that are stored in an array and that do not depend on it.
    fn stored_in(&self, array: Term) -> Vec<Term> {
        let mut found = Vec::new();
        for &value in self.values_of(array) {
            value.visit_once(|part| {
                if part.op() == Op::Store && !part.arguments()[2].has_free(array) {
                    insert(&mut found, part.arguments()[2]);
                }
            });
        }
        found
    }

    fn is_assigned(&self, variable: Term, value: Term) -> bool {
        let mut seen = FxHashSet::default();
        let mut open = vec![variable];
        while let Some(next) = open.pop() {
            if next == value {
                return true;
            }
            if seen.insert(next) {
                open.extend(self.values_of(next).iter().copied().filter(|v| v.is_var()));
            }
        }
        false
    }

    /// Variables that are assigned one of the given ones, and the other way round.
    fn copies_of(&self, variables: &[Term]) -> Vec<Term> {
        let mut found = Vec::new();
        for variable in self.assigned_variables() {
            let mut values = self.values_of(variable).iter().flat_map(|value| leaves(*value));
            let is_copy = values.any(|value| variables.contains(&value));
            if is_copy && variable.sort() == Sort::Int && !self.counters.contains_key(&variable) {
                found.push(variable);
            }
        }
        found
    }
}
