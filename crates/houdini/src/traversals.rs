//! How a program walks through arrays: its counters, where it reads and writes, and what it says about elements.
//!
//! This is the material of facts about parts of arrays ([`crate::segments`]). All of it is only for guesses, so it may
//! be generous: a variable that is assigned once is replaced by its value although the value may have changed since.

use std::collections::BTreeMap;

use program::{Cfg, Statement};
use rustc_hash::{FxHashMap, FxHashSet};
use term::number::Number;
use term::polynomial::Polynomial;
use term::{Op, Sort, Substitution, Term, build as mk};

/// No more properties than these are remembered, and none that is larger.
const MAX_PROPERTIES: usize = 40;
const MAX_SIZE: u32 = 240;

/// Steps of counters are not larger than this.
const MAX_STEP: i64 = 1 << 20;

/// An integer variable that moves by constants.
#[derive(Default, Debug)]
pub struct Counter {
    /// By how much.
    pub steps: Vec<i64>,
    /// What it is assigned that does not depend on it.
    pub starts: Vec<Term>,
    /// The numbers from which on it is not less than something that it is compared with.
    pub bounds: Vec<Term>,
}

impl Counter {
    /// The constants where it starts.
    pub fn constant_starts(&self) -> impl Iterator<Item = Term> + '_ {
        self.starts.iter().copied().filter(|start| start.is_value())
    }
}

/// The material.
#[derive(Default)]
pub struct Traversals {
    /// The counters.
    pub counters: BTreeMap<Term, Counter>,
    /// Arrays with the indices at which they are read and written.
    pub accesses: Vec<(Term, Term)>,
    /// What stores make true of elements, and conditions on elements, in the order of their promise.
    pub properties: Vec<Term>,
    /// Variables that have few values, with these.
    pub flags: Vec<(Term, Vec<Term>)>,
    conditions: Vec<Term>,
    /// Conditions and values as they are.
    wrapped: Vec<Term>,
    assigned_as_is: FxHashMap<Term, Vec<Term>>,
    assigned: FxHashMap<Term, Vec<Term>>,
    unknown: FxHashSet<Term>,
}

impl Traversals {
    /// The material of a graph.
    pub fn of(cfg: &Cfg) -> Traversals {
        let mut found = Traversals::default();
        for edge in cfg.edges.iter() {
            match &edge.statement {
                Statement::Assume(condition) => {
                    found.condition(unwrapped(*condition));
                    found.wrapped.extend(mk::conjuncts(*condition));
                }
                Statement::Assign(pairs) => {
                    for &(variable, value) in pairs {
                        found.wrapped.push(value);
                        found.assigned_as_is.entry(variable).or_default().push(value);
                        let value = unwrapped(value);
                        found.assigned.entry(variable).or_default().push(value);
                        found.conditions_in(value);
                    }
                }
                Statement::Havoc(variables) => found.unknown.extend(variables),
                Statement::Call(_) => {}
            }
        }
        found.find_counters();
        found.find_stores();
        found.find_accesses(cfg);
        found.find_bounds();
        found.find_flags();
        found.find_conditions();
        found
    }

    /// The counters that a term mentions.
    pub fn counters_in(&self, term: Term) -> Vec<Term> {
        term.free_variables().iter().copied().filter(|v| self.counters.contains_key(v)).collect()
    }

    /// What a variable is assigned.
    pub fn values_of(&self, variable: Term) -> &[Term] {
        self.assigned.get(&variable).map_or(&[], Vec::as_slice)
    }

    /// The variables that are assigned something, in their order.
    pub fn assigned_variables(&self) -> Vec<Term> {
        let mut variables: Vec<Term> = self.assigned.keys().copied().collect();
        variables.sort_unstable();
        variables
    }

    fn condition(&mut self, condition: Term) {
        if condition.sort() == Sort::Bool {
            self.conditions.extend(mk::conjuncts(condition));
        }
        self.conditions_in(condition);
    }

    fn conditions_in(&mut self, term: Term) {
        let mut found = Vec::new();
        term.visit_once(|part| {
            let is_condition = match part.op() {
                Op::Le | Op::Lt | Op::Or | Op::And => true,
                Op::Eq => part.arguments()[0].sort() != Sort::Bool,
                _ => false,
            };
            found.extend(is_condition.then_some(part));
        });
        self.conditions.extend(found);
    }

    fn find_counters(&mut self) {
        for (&variable, values) in self.assigned.iter().filter(|(v, _)| v.sort() == Sort::Int) {
            let mut counter = Counter::default();
            for leaf in values.iter().flat_map(|value| leaves(*value)) {
                let step = Polynomial::difference(leaf, variable);
                match constant(&step) {
                    Some(step) if step != 0 && step.abs() <= MAX_STEP => insert(&mut counter.steps, step),
                    None if !leaf.has_free(variable) => insert(&mut counter.starts, leaf),
                    _ => {}
                }
            }
            if !counter.steps.is_empty() {
                counter.steps.sort_unstable();
                counter.starts.sort_unstable();
                counter.starts.truncate(4);
                self.counters.insert(variable, counter);
            }
        }
    }

    fn find_stores(&mut self) {
        let mut arrays: Vec<Term> =
            self.assigned.keys().copied().filter(|v| matches!(v.sort(), Sort::Array(_))).collect();
        arrays.sort_unstable();
        for array in arrays {
            for value in [self.assigned[&array].as_slice(), &self.assigned_as_is[&array]].concat() {
                self.stores(array, array, value);
            }
        }
    }

    fn stores(&mut self, variable: Term, array: Term, value: Term) {
        if value.op() != Op::Store {
            return;
        }
        let [rest, index, element] = *value.arguments() else { return };
        self.stores(variable, array, rest);
        if index.has_free(variable) {
            return;
        }
        let cell = mk::select(array, index);
        if matches!(cell.sort(), Sort::Array(_)) {
            self.stores(variable, cell, element);
            return;
        }
        insert(&mut self.accesses, (array, index));
        for element in [element, expand(element, &self.assigned), expand(element, &self.assigned_as_is)] {
            if !self.is_unknown(element) {
                self.add_property(mk::eq(cell, element));
            }
        }
    }

    /// Whether a value is an input that nobody can tell anything about.
    fn is_unknown(&self, value: Term) -> bool {
        self.unknown.contains(&value) && !self.assigned.contains_key(&value)
    }

    fn find_accesses(&mut self, cfg: &Cfg) {
        let mut selects = Vec::new();
        for edge in cfg.edges.iter() {
            let terms: Vec<Term> = match &edge.statement {
                Statement::Assume(condition) => vec![unwrapped(*condition)],
                Statement::Assign(pairs) => pairs.iter().map(|(_, value)| unwrapped(*value)).collect(),
                Statement::Havoc(_) | Statement::Call(_) => Vec::new(),
            };
            for term in terms {
                term.visit_once(|part| {
                    if part.op() == Op::Select && part.arguments()[1].sort() == Sort::Int {
                        selects.push((part.arguments()[0], part.arguments()[1]));
                    }
                });
            }
        }
        for (array, index) in selects {
            if !matches!(array.op(), Op::Store) && !index.is_value() {
                insert(&mut self.accesses, (array, index));
            }
        }
    }

    fn find_bounds(&mut self) {
        for atom in self.conditions.clone() {
            if !matches!(atom.op(), Op::Le | Op::Lt) || reads_array(atom) {
                continue;
            }
            let [left, right] = *atom.arguments() else { continue };
            if left.sort() != Sort::Int {
                continue;
            }
            let difference = Polynomial::difference(left, right);
            for counter in self.counters_in(atom) {
                let coefficient = difference.coefficient(counter);
                if !coefficient.is_unit() {
                    continue;
                }
                // `counter < bound` or `counter >= bound`, from `counter + rest <= 0` or `rest - counter <= 0`.
                let mut bound = difference.without(counter);
                if coefficient.signum() > 0 {
                    bound.scale(&Number::Small(-1));
                }
                let is_past = (coefficient.signum() > 0) != (atom.op() == Op::Lt);
                let bound = mk::add2(bound.to_term(), mk::int(i64::from(is_past)));
                if !bound.has_free(counter) && !crate::elements::is_range_of_type(mk::le(counter, bound)) {
                    let bounds = &mut self.counters.get_mut(&counter).expect("a counter").bounds;
                    if bounds.len() < 6 {
                        insert(bounds, bound);
                    }
                }
            }
        }
    }

    fn find_flags(&mut self) {
        for (&variable, values) in &self.assigned {
            let is_flag = variable.sort() == Sort::Int
                && (2..=4).contains(&values.len())
                && values.iter().all(|value| value.is_value());
            if is_flag {
                let mut values = values.clone();
                values.sort_unstable();
                values.dedup();
                values.truncate(2);
                self.flags.push((variable, values));
            }
        }
        self.flags.sort_unstable();
        self.flags.truncate(2);
    }

    fn find_conditions(&mut self) {
        for term in std::mem::take(&mut self.wrapped) {
            if unwrapped(term) != term {
                self.condition(term);
            }
        }
        for condition in std::mem::take(&mut self.conditions) {
            let expanded = [expand(condition, &self.assigned), expand(condition, &self.assigned_as_is)];
            for condition in [[condition].as_slice(), &expanded].concat() {
                self.add_property(condition);
                self.add_property(mk::not(condition));
            }
        }
    }

    fn add_property(&mut self, property: Term) {
        let is_usable = !property.is_value()
            && !property.has_quantifier()
            && property.size() <= MAX_SIZE
            && reads_array(property)
            && !mentions_range_of_type(property);
        if is_usable && self.properties.len() < MAX_PROPERTIES {
            insert(&mut self.properties, property);
        }
    }
}

fn insert<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// Whether a condition is made of what is known of every element that is read.
fn mentions_range_of_type(condition: Term) -> bool {
    match condition.op() {
        Op::And | Op::Or | Op::Not => condition.arguments().iter().any(|part| mentions_range_of_type(*part)),
        Op::Le | Op::Lt => crate::elements::is_range_of_type(condition),
        _ => false,
    }
}

/// Replaces variables that are assigned once by what they are assigned.
fn expand(term: Term, assigned: &FxHashMap<Term, Vec<Term>>) -> Term {
    let mut result = term;
    for _ in 0..3 {
        let single =
            result.free_variables().iter().filter_map(|variable| match assigned.get(variable)?.as_slice() {
                [value] if !value.has_free(*variable) && !value.is_value() && value.op() != Op::Store => {
                    Some((*variable, *value))
                }
                _ => None,
            });
        let single: Substitution = single.collect();
        if single.is_empty() {
            break;
        }
        result = single.apply(result);
    }
    result
}

/// The term as if no arithmetic wrapped around: without remainders of powers of two, and with the alternative of a
/// choice that lies nearer to zero if the other one lies as far away as only a wrapped number does.
fn unwrapped(term: Term) -> Term {
    let mut results: FxHashMap<Term, Term> = FxHashMap::default();
    term.visit_once(|part| {
        let arguments: Vec<Term> = part.arguments().iter().map(|argument| results[argument]).collect();
        let result = match (part.op(), arguments.as_slice()) {
            (Op::Mod, &[number, modulus]) if is_far(&Polynomial::of(modulus)) => number,
            (Op::Ite, &[_, a, b]) if part.sort() == Sort::Int => {
                let (left, right) = (Polynomial::of(a), Polynomial::of(b));
                match (is_far(&left), is_far(&right)) {
                    (true, false) => b,
                    (false, true) => a,
                    _ => mk::rebuild(part.op(), &arguments, part.sort()),
                }
            }
            _ if arguments.is_empty() || part.has_quantifier() => part,
            _ => mk::rebuild(part.op(), &arguments, part.sort()),
        };
        results.insert(part, result);
    });
    results[&term]
}

/// Whether a number has a constant summand that is about as large as a type of 32 bits.
fn is_far(number: &Polynomial) -> bool {
    let distance = number.constant.to_integer().and_then(|value| i128::try_from(value).ok());
    distance.is_none_or(|distance| distance.unsigned_abs() > 1 << 30)
}

/// The constant that a polynomial is.
fn constant(polynomial: &Polynomial) -> Option<i64> {
    match polynomial.to_term().op() {
        Op::IntConst(value) => value.to_i64(),
        _ => None,
    }
}

/// The values among which a term chooses.
pub fn leaves(value: Term) -> Vec<Term> {
    match (value.op(), value.arguments()) {
        (Op::Ite, &[_, a, b]) => [leaves(a), leaves(b)].concat(),
        _ => vec![value],
    }
}

/// Whether a term reads an array.
pub fn reads_array(term: Term) -> bool {
    let mut found = false;
    term.visit_once(|part| found |= part.op() == Op::Select);
    found
}
