//! Constants: which variables and elements of arrays have one known value at each location, and what becomes of the
//! statements if that is known.
//!
//! Values of all sorts are propagated along the edges (Wegman and Zadeck 1991: edges whose condition is false are not
//! taken), until nothing changes. That decides what a program does with fixed numbers before a solver sees it: bits
//! of floats, tables, flags of configurations. Arrays are known in part: as stores at constant indices to an array of
//! which nothing is known.
//!
//! The result has the same locations and edges. As with intervals, it is equivalent on all states that executions
//! reach, and what is known there ([`Constants::known_at`]) can be checked.

use std::collections::BinaryHeap;

use base::index::IndexVec;
use rustc_hash::FxHashMap;
use term::{Op, Sort, Term, build as mk};

use super::variable_map::VariableMap;
use crate::ir::{Cfg, Edge, LocationId, Statement, verify_cfg};

/// Arrays of which more is known than terms of this size say are not known.
const MAX_ARRAY_SIZE: usize = 600;
/// More statements than this for each edge are not executed.
const MAX_ROUNDS: usize = 40;

type Environment = VariableMap<Term>;

/// What is known at each location.
pub struct Constants {
    /// `None` for locations that cannot be reached.
    environments: IndexVec<LocationId, Option<Environment>>,
}

impl Constants {
    /// The constants of a graph; `None` if that would take too long.
    pub fn of(cfg: &Cfg) -> Option<Constants> {
        let order = cfg.reverse_postorder();
        let mut position = IndexVec::from_elem(usize::MAX, cfg.locations.len());
        for (number, &location) in order.iter().enumerate() {
            position[location] = number;
        }
        let outgoing = cfg.outgoing();
        let mut environments: IndexVec<LocationId, Option<Environment>> =
            IndexVec::from_elem(None, cfg.locations.len());
        environments[cfg.entry] = Some(Environment::default());
        let mut work = BinaryHeap::from([std::cmp::Reverse(position[cfg.entry])]);
        let mut left = MAX_ROUNDS * cfg.edges.len() + 1000;
        while let Some(std::cmp::Reverse(number)) = work.pop() {
            let location = order[number];
            let known = environments[location].clone()?;
            left = left.checked_sub(outgoing[location].len())?;
            for &id in &outgoing[location] {
                let edge = &cfg.edges[id];
                let Some(after) = transfer(&known, &edge.statement) else { continue };
                let new = match &environments[edge.destination] {
                    None => after,
                    Some(old) => {
                        let joined = old.intersect(&after, &mut |_, a, b| common(a, b));
                        if joined.is_same(old) {
                            continue;
                        }
                        joined
                    }
                };
                environments[edge.destination] = Some(new);
                work.push(std::cmp::Reverse(position[edge.destination]));
            }
        }
        Some(Constants { environments })
    }

    /// Whether executions may reach a location.
    pub fn is_reachable(&self, location: LocationId) -> bool {
        self.environments[location].is_some()
    }

    /// What variables are equal to whenever an execution is at a location: values, and for arrays the array itself
    /// with some elements stored.
    pub fn known_at(&self, location: LocationId) -> Vec<(Term, Term)> {
        self.entries(location, &mut FxHashMap::default())
    }

    /// What is known at each location, see [`Constants::known_at`].
    pub fn known(&self) -> IndexVec<LocationId, Vec<(Term, Term)>> {
        // Most is known in many places.
        let mut done = FxHashMap::default();
        let locations = self.environments.iter_enumerated().map(|(location, _)| location);
        locations.map(|location| self.entries(location, &mut done)).collect()
    }

    fn entries(&self, location: LocationId, done: &mut FxHashMap<(Term, Term), Term>) -> Vec<(Term, Term)> {
        let entries = self.environments[location].as_ref().map(VariableMap::entries).unwrap_or_default();
        let mut rooted_once =
            |value, variable| *done.entry((value, variable)).or_insert_with(|| rooted(value, variable));
        entries.into_iter().map(|(variable, value)| (variable, rooted_once(value, variable))).collect()
    }

    /// The graph with simpler statements, for the graph that was analysed.
    pub fn simplify(&self, cfg: &Cfg) -> Cfg {
        let simplified = |edge: &Edge| {
            let statement = match &self.environments[edge.source] {
                Some(known) => simplify_statement(known, &edge.statement),
                None => Statement::Assume(mk::ff()),
            };
            Edge { statement, ..edge.clone() }
        };
        let result = Cfg { edges: cfg.edges.iter().map(simplified).collect(), ..cfg.clone() };
        debug_assert_eq!(verify_cfg(&result), Ok(()));
        result
    }
}

fn simplify_statement(known: &Environment, statement: &Statement) -> Statement {
    let mut folder = Folder::new(known);
    match statement {
        Statement::Assume(condition) => Statement::Assume(folder.fold(*condition)),
        Statement::Assign(pairs) => {
            Statement::Assign(pairs.iter().map(|(v, e)| (*v, folder.fold(*e))).collect())
        }
        Statement::Havoc(_) | Statement::Call(_) => statement.clone(),
    }
}

/// What is known after a statement; `None` if no execution gets there.
fn transfer(known: &Environment, statement: &Statement) -> Option<Environment> {
    let mut folder = Folder::new(known);
    let mut after = known.clone();
    match statement {
        Statement::Assume(condition) => {
            let condition = folder.fold(*condition);
            if condition.is_false() {
                return None;
            }
            for part in mk::conjuncts(condition) {
                learn(&mut after, part);
            }
        }
        Statement::Assign(pairs) => {
            let values: Vec<Option<Term>> = pairs.iter().map(|(_, e)| folder.value(*e)).collect();
            for ((variable, _), value) in pairs.iter().zip(values) {
                match value {
                    Some(value) => after.insert(*variable, value),
                    None => after.remove(*variable),
                }
            }
        }
        Statement::Havoc(variables) => variables.iter().for_each(|variable| after.remove(*variable)),
        Statement::Call(_) => unreachable!("calls are inlined"),
    }
    Some(after)
}

/// An equality of a variable and a value, or a variable that is true or false.
fn learn(known: &mut Environment, condition: Term) {
    match (condition.op(), condition.arguments()) {
        (Op::Var(_), _) => known.insert(condition, mk::tt()),
        (Op::Not, &[inner]) if inner.is_var() => known.insert(inner, mk::ff()),
        (Op::Eq, &[a, b]) if !matches!(a.sort(), Sort::Array(_)) => {
            if a.is_var() && b.is_value() {
                known.insert(a, b);
            } else if b.is_var() && a.is_value() {
                known.insert(b, a);
            }
        }
        _ => {}
    }
}

/// An array of which nothing is known. It stands for different arrays, so nothing may be concluded from two of them
/// being the same; only elements that are values count.
fn unknown(sort: Sort) -> Term {
    mk::var("unknown elements", sort)
}

/// What is known of a part of the state, with the part itself in the place of what is not known.
fn rooted(value: Term, part: Term) -> Term {
    if value.is_value() || !matches!(part.sort(), Sort::Array(_)) {
        return value;
    }
    let mut stores = Vec::new();
    let mut root = value;
    while root.op() == Op::Store {
        let [rest, index, element] = *root.arguments() else { break };
        stores.push((index, element));
        root = rest;
    }
    let mut result = if root.is_value() { root } else { part };
    for (index, element) in stores.into_iter().rev() {
        let own = mk::select(part, index);
        let element = match element.sort() {
            Sort::Array(_) => rooted(element, own),
            _ if element.is_value() => element,
            _ => own,
        };
        result = mk::store(result, index, element);
    }
    result
}

/// What two values have in common.
fn common(a: Term, b: Term) -> Option<Term> {
    if a == b {
        return Some(a);
    }
    let sort = a.sort();
    if !matches!(sort, Sort::Array(_)) {
        return None;
    }
    let mut result = unknown(sort);
    let mut current = a;
    while current.op() == Op::Store {
        let [rest, index, _] = *current.arguments() else { break };
        let (ours, theirs) = (mk::select(a, index), mk::select(b, index));
        if ours == theirs && (ours.is_value() || is_partly_known(ours)) {
            result = mk::store(result, index, ours);
        }
        current = rest;
    }
    is_partly_known(result).then_some(result)
}

fn is_partly_known(array: Term) -> bool {
    matches!(array.op(), Op::Store | Op::ConstArray)
}

/// Evaluates terms as far as that is possible.
struct Folder<'e> {
    known: &'e Environment,
    folded: FxHashMap<Term, Term>,
}

impl<'e> Folder<'e> {
    fn new(known: &'e Environment) -> Folder<'e> {
        Folder { known, folded: FxHashMap::default() }
    }

    /// What is known of the value of a term.
    fn value(&mut self, term: Term) -> Option<Term> {
        if matches!(term.sort(), Sort::Array(_)) {
            let array = self.array(term);
            return (is_partly_known(array) && array.dag_size() <= MAX_ARRAY_SIZE).then_some(array);
        }
        Some(self.fold(term)).filter(|term| term.is_value())
    }

    /// What is known of an array.
    fn array(&mut self, term: Term) -> Term {
        let nothing = unknown(term.sort());
        match (term.op(), term.arguments()) {
            _ if term.is_value() => term,
            (Op::Var(_), _) => self.known.get(term).unwrap_or(nothing),
            (Op::ConstArray, &[element]) => match self.fold(element) {
                element if element.is_value() => mk::const_array(term.sort(), element),
                _ => nothing,
            },
            (Op::Store, &[array, index, element]) => {
                let index = self.fold(index);
                if !index.is_value() {
                    return nothing;
                }
                let array = self.array(array);
                let element = match element.sort() {
                    Sort::Array(_) => self.array(element),
                    _ => match self.fold(element) {
                        element if element.is_value() => element,
                        _ => mk::select(nothing, index),
                    },
                };
                mk::store(array, index, element)
            }
            (Op::Select, &[array, index]) => match self.fold(index) {
                index if index.is_value() => mk::select(self.array(array), index),
                _ => nothing,
            },
            (Op::Ite, &[condition, a, b]) => match self.fold(condition) {
                condition if condition.is_true() => self.array(a),
                condition if condition.is_false() => self.array(b),
                _ => nothing,
            },
            _ => nothing,
        }
    }

    /// A simpler term with the same value in the states that are known.
    fn fold(&mut self, term: Term) -> Term {
        if term.is_value() || term.has_quantifier() {
            return term;
        }
        if term.is_var() {
            let is_array = matches!(term.sort(), Sort::Array(_));
            return if is_array { term } else { self.known.get(term).unwrap_or(term) };
        }
        if let Some(&known) = self.folded.get(&term) {
            return known;
        }
        let arguments: Vec<Term> = term.arguments().iter().map(|argument| self.fold(*argument)).collect();
        let mut result = match arguments == term.arguments() {
            true => term,
            false => mk::rebuild(term.op(), &arguments, term.sort()),
        };
        if term.op() == Op::Select && arguments[1].is_value() && !matches!(term.sort(), Sort::Array(_)) {
            let element = mk::select(self.array(term.arguments()[0]), arguments[1]);
            if element.is_value() {
                result = element;
            }
        }
        self.folded.insert(term, result);
        result
    }
}
