//! Facts about all elements in a part of an array, from what the program says about single elements.
//!
//! A property `P(a[c·t + r])` of the element at a counter `t` becomes `∀ q. lo <= q ∧ c·q + r < E ⇒ P(a[c·q + r])`. The
//! end `E` is a place at which the program reads or writes the array, now or when its counters have reached their
//! bounds: what was true of the elements so far, and what is true of all of them. The end may also be that of another
//! array that the property mentions (copies, every fifth element). For loops that count down the part lies behind the
//! place. An index of several counters (rows and columns) is replaced by one number. Two numbers are needed to say that a
//! part is sorted, or that its elements are less than those behind it. A fact may depend on the value of a flag.

use base::index::IndexVec;
use program::{BlockProgram, LocationId};
use rustc_hash::FxHashSet;
use term::number::Number;
use term::polynomial::Polynomial;
use term::{Op, Sort, Substitution, Term, build as mk};

use crate::elements::at_index;
use crate::live::live_variables;
use crate::objects::Objects;
use crate::traversals::Traversals;

/// No more facts than these are guessed, at all and at a location.
const MAX_FACTS: usize = 900;
const MAX_AT_LOCATION: usize = 260;

/// No more ends than these are considered of one array.
const MAX_ENDS: usize = 14;

/// The facts for each location, and facts without quantifiers that may need them. Nothing is guessed at the entry and at
/// targets.
pub fn of(program: &BlockProgram, traversals: &Traversals) -> IndexVec<LocationId, Vec<Term>> {
    let mut guessed = IndexVec::from_elem(Vec::new(), program.cfg.locations.len());
    let mut guesses = Guesses::new(traversals);
    guesses.run();
    let live = live_variables(program);
    let objects = Objects::of(traversals);
    let along_links = objects.along_links();
    for location in program.locations() {
        if location != program.cfg.entry && program.target(location).is_none() {
            // Arrays that nobody reads any more still connect those that somebody reads, and there are as many objects
            // as before where nobody allocates any more.
            let is_kept = |variable: Term| {
                matches!(variable.sort(), Sort::Array(_))
                    || live[location].contains(&variable)
                    || objects.is_counter(variable)
            };
            let is_live = |fact: &&Term| fact.free_variables().iter().all(|v| is_kept(*v));
            let linked = along_links.iter().filter(is_live);
            guessed[location] =
                linked.chain(guesses.facts.iter().filter(is_live).take(MAX_AT_LOCATION)).copied().collect();
        }
    }
    guessed
}

struct Guesses<'t> {
    traversals: &'t Traversals,
    first: Term,
    second: Term,
    facts: Vec<Term>,
    seen: FxHashSet<Term>,
}

impl<'t> Guesses<'t> {
    fn new(traversals: &'t Traversals) -> Guesses<'t> {
        let (first, second) = (mk::fresh_var("q", Sort::Int), mk::fresh_var("q", Sort::Int));
        Guesses { traversals, first, second, facts: Vec::new(), seen: FxHashSet::default() }
    }

    fn run(&mut self) {
        for (guard, body) in Objects::of(self.traversals).about(self.first) {
            self.add_fact(mk::implies(mk::and(guard), body));
        }
        for &property in &self.traversals.properties {
            let indices = indices(property);
            let mut counters: Vec<Term> =
                indices.iter().flat_map(|(_, index)| self.traversals.counters_in(*index)).collect();
            counters.sort_unstable();
            counters.dedup();
            match counters.as_slice() {
                [counter] => self.by_counter(property, *counter),
                [] => {}
                _ => self.by_index(property, &indices),
            }
        }
        self.orders();
    }

    fn add(&mut self, guard: &[Term], body: Term) {
        if body.is_value() {
            return;
        }
        let is_inside = mk::and(guard.iter().copied());
        self.add_fact(mk::implies(is_inside, body));
        for (flag, values) in &self.traversals.flags {
            for value in values {
                self.add_fact(mk::implies(mk::and2(is_inside, mk::eq(*flag, *value)), body));
            }
        }
    }

    fn add_fact(&mut self, matrix: Term) {
        let fact = mk::forall(&[self.first, self.second], matrix);
        if !fact.is_value() && self.facts.len() < MAX_FACTS && self.seen.insert(fact) {
            self.facts.push(fact);
        }
    }

    /// The property of all values of a counter in a part.
    fn by_counter(&mut self, property: Term, counter: Term) {
        let q = self.first;
        let body = Substitution::from_iter([(counter, q)]).apply(property);
        let known = &self.traversals.counters[&counter];
        let mut lows: Vec<Term> = known.constant_starts().collect();
        if lows.is_empty() {
            lows.push(mk::int(0));
        }
        lows.truncate(2);
        let mut ups = vec![mk::lt(q, counter)];
        ups.extend(known.bounds.iter().map(|bound| mk::lt(q, *bound)));
        let mut downs = Vec::new();
        for (array, index) in indices(body) {
            let coefficient = Polynomial::of(index).coefficient(q);
            for end in self.ends(array) {
                match coefficient.signum() {
                    1 => ups.push(mk::lt(index, end)),
                    -1 => ups.push(mk::lt(end, index)),
                    _ => {}
                }
                if self.counts_down(end) {
                    downs.push(mk::lt(end, index));
                }
            }
        }
        dedup(&mut ups);
        let step = known.steps.iter().map(|step| step.abs()).min().unwrap_or(1);
        for up in ups {
            for &low in &lows {
                let aligned = mk::eq(mk::modulo(mk::sub(q, low), mk::int(step)), mk::int(0));
                self.add(&[mk::le(low, q), up, aligned], body);
            }
        }
        dedup(&mut downs);
        let mut tops: Vec<Term> = known.bounds.iter().map(|bound| mk::lt(q, *bound)).collect();
        tops.extend(known.starts.iter().map(|start| mk::le(q, *start)));
        for down in downs {
            for &top in tops.iter().take(3) {
                self.add(&[down, top], body);
            }
        }
    }

    fn counts_down(&self, end: Term) -> bool {
        self.traversals.counters_in(end).iter().any(|c| self.traversals.counters[c].steps[0] < 0)
    }

    /// The property of all elements in a part, where the index depends on several counters.
    fn by_index(&mut self, property: Term, indices: &[(Term, Term)]) {
        let q = self.first;
        for &(array, index) in indices {
            let counters = self.traversals.counters_in(index);
            let polynomial = Polynomial::of(index);
            let mut rest = polynomial.clone();
            let mut unit = Number::ZERO;
            for &counter in &counters {
                unit = unit.gcd(&polynomial.coefficient(counter));
                rest = rest.without(counter);
            }
            if unit.is_zero() || counters.iter().any(|c| polynomial.coefficient(*c).is_zero()) {
                continue;
            }
            let unit = term::polynomial::number(&unit, Sort::Int);
            let place = mk::add2(mk::mul(unit, q), rest.to_term());
            let body = at_index(property, index, place);
            if !self.traversals.counters_in(body).is_empty() {
                continue;
            }
            for end in self.ends(array) {
                self.add(&[mk::le(mk::int(0), q), mk::lt(place, end)], body);
            }
        }
    }

    /// Places of an array that may be the end of a part: where the program accesses it now, where it begins a row, and
    /// where it stops.
    fn ends(&self, array: Term) -> Vec<Term> {
        let mut ends = Vec::new();
        let accesses = self.traversals.accesses.iter().filter(|(other, _)| *other == array);
        for &(_, index) in accesses {
            ends.push(index);
            let polynomial = Polynomial::of(index);
            let mut counters = self.traversals.counters_in(index);
            if counters.iter().any(|c| polynomial.coefficient(*c).is_zero()) {
                continue; // not linear
            }
            // Rows before columns.
            counters.sort_by_key(|c| std::cmp::Reverse(polynomial.coefficient(*c).to_rational()));
            let mut begin = Substitution::new();
            for &counter in counters.iter().skip(1) {
                begin.insert(counter, mk::int(0));
            }
            if let Some(first) = counters.first() {
                let row = begin.apply(index);
                for &bound in &self.traversals.counters[first].bounds {
                    ends.push(Substitution::from_iter([(*first, bound)]).apply(row));
                }
                for inner in 1..counters.len() {
                    let begin: Substitution = counters[inner..].iter().map(|c| (*c, mk::int(0))).collect();
                    ends.push(begin.apply(index));
                }
            }
        }
        dedup(&mut ends);
        ends.truncate(MAX_ENDS);
        ends
    }

    /// Parts that are sorted, and parts whose elements are not greater than those behind them.
    fn orders(&mut self) {
        let mut arrays: Vec<(Term, Number)> = Vec::new();
        for &property in self.traversals.properties.iter().filter(|p| is_order(**p)) {
            let found = indices(property);
            for (position, &(array, index)) in found.iter().enumerate() {
                let twice = found.iter().enumerate().any(|(other, (a, _))| other != position && *a == array);
                let counters = self.traversals.counters_in(index);
                if let ([counter], true) = (counters.as_slice(), twice) {
                    let unit = Polynomial::of(index).coefficient(*counter);
                    if unit.signum() > 0 && !arrays.contains(&(array, unit.clone())) {
                        arrays.push((array, unit));
                    }
                }
            }
        }
        for (array, unit) in arrays.into_iter().take(2) {
            let unit = term::polynomial::number(&unit, Sort::Int);
            let (k, l) = (self.first, self.second);
            let place = |number: Term| mk::mul(unit, number);
            let (left, right) = (mk::select(array, place(k)), mk::select(array, place(l)));
            let ends = self.ends(array);
            for body in [mk::le(left, right), mk::le(right, left)] {
                let ordered = mk::and2(mk::le(mk::int(0), k), mk::lt(k, l));
                for &end in &ends {
                    self.add(&[ordered, mk::lt(place(l), end)], body);
                    // Elements before the end, compared with all of the array.
                    for &last in ends.iter().filter(|last| self.traversals.counters_in(**last).is_empty()) {
                        self.add(&[ordered, mk::lt(place(k), end), mk::lt(place(l), last)], body);
                    }
                }
            }
        }
    }
}

fn dedup(terms: &mut Vec<Term>) {
    let mut seen = FxHashSet::default();
    terms.retain(|term| !term.is_false() && seen.insert(*term));
}

/// The arrays that a term reads at numbers, with these.
fn indices(term: Term) -> Vec<(Term, Term)> {
    let mut found = Vec::new();
    term.visit_once(|part| {
        if part.op() == Op::Select && part.arguments()[1].sort() == Sort::Int {
            found.push((part.arguments()[0], part.arguments()[1]));
        }
    });
    found
}

/// Whether a condition compares two numbers.
fn is_order(property: Term) -> bool {
    match property.op() {
        Op::Le | Op::Lt => true,
        Op::Not => matches!(property.arguments()[0].op(), Op::Le | Op::Lt),
        _ => false,
    }
}
