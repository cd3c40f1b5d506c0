//! What a path between two kept locations does, as terms over the values at its start.
//!
//! Known values are put in as constants, so the constructors of terms compute what follows from them; this is how the
//! value part of a state strengthens its predicate part.

use program::{Cfg, EdgeId, Statement};
use rustc_hash::FxHashMap;
use term::{Op, Substitution, Term, Version, build as mk};

/// A path executed symbolically.
pub struct Segment {
    /// The term of each variable that is not its own value at the start.
    values: FxHashMap<Term, Term>,
    /// The assumptions on the way, over values at the start.
    pub conditions: Vec<Term>,
}

impl Segment {
    /// Starts where these places have these values.
    pub fn new(known: impl IntoIterator<Item = (Term, Term)>) -> Segment {
        let mut segment = Segment { values: FxHashMap::default(), conditions: Vec::new() };
        for (place, value) in known {
            let (root, term) = segment.with_value(place, value);
            segment.values.insert(root, term);
        }
        segment
    }

    /// The variable that a place is a part of, and its term with a value there.
    fn with_value(&self, place: Term, value: Term) -> (Term, Term) {
        let mut path = Vec::new();
        let mut root = place;
        while let (Op::Select, &[array, index]) = (root.op(), root.arguments()) {
            path.push(index);
            root = array;
        }
        path.reverse();
        let now = self.values.get(&root).copied().unwrap_or(root);
        (root, store_at(now, &path, value))
    }

    /// A formula about the current values as one about the values at the start.
    pub fn now(&self, formula: Term) -> Term {
        let pairs = formula.free_variables().iter().filter_map(|v| Some((*v, *self.values.get(v)?)));
        let values: Substitution = pairs.collect();
        values.apply(formula)
    }

    /// Adds what holds now; false if that contradicts itself.
    pub fn assume(&mut self, formula: Term) -> bool {
        let formula = self.now(formula);
        for part in mk::conjuncts(formula) {
            if part.is_false() {
                return false;
            }
            if part.is_true() || self.conditions.contains(&part) {
                continue;
            }
            if self.conditions.contains(&mk::not(part)) {
                return false;
            }
            self.conditions.push(part);
            if let Some((name, value)) = definition(part) {
                self.replace(name, value);
            }
        }
        true
    }

    /// A name turns out to have a value: later terms are computed with it.
    fn replace(&mut self, name: Term, value: Term) {
        let known: Substitution = [(name, value)].into_iter().collect();
        for term in self.values.values_mut().filter(|term| term.has_free(name)) {
            *term = known.apply(*term);
        }
        self.values.entry(name).or_insert(value);
    }

    /// Executes an edge, as the given step; false if it cannot be taken.
    pub fn take(&mut self, cfg: &Cfg, edge: EdgeId, step: usize) -> bool {
        match &cfg.edges[edge].statement {
            Statement::Assume(condition) => return self.assume(*condition),
            Statement::Assign(pairs) => {
                let new: Vec<(Term, Term)> = pairs.iter().map(|(v, e)| (*v, self.now(*e))).collect();
                self.values.extend(new);
            }
            Statement::Havoc(variables) => {
                for &variable in variables {
                    self.values.insert(variable, mk::with_version(variable, Version::At(step as u32 + 1)));
                }
            }
            Statement::Call(_) => unreachable!("calls are inlined"),
        }
        true
    }
}

/// `array[path := value]`
fn store_at(array: Term, path: &[Term], value: Term) -> Term {
    match path {
        [] => value,
        [index, rest @ ..] => mk::store(array, *index, store_at(mk::select(array, *index), rest, value)),
    }
}

/// A name and the constant that a formula says it is equal to.
fn definition(formula: Term) -> Option<(Term, Term)> {
    match (formula.op(), formula.arguments()) {
        (Op::Var(_), _) => Some((formula, mk::tt())),
        (Op::Not, &[inner]) if inner.is_var() => Some((inner, mk::ff())),
        (Op::Eq, &[a, b]) if a.is_var() && b.is_value() => Some((a, b)),
        (Op::Eq, &[a, b]) if b.is_var() && a.is_value() => Some((b, a)),
        _ => None,
    }
}
