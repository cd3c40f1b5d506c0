//! Simultaneous substitution of variables by terms.
//!
//! Only the parts that contain a substituted variable are visited, each once.
//! Capture cannot happen, see [`crate::build::quantifier`].

use rustc_hash::FxHashMap;

use crate::arena::Term;
use crate::build;
use crate::op::Op;

/// A map from variables to terms of the same sort.
#[derive(Clone, Default, Debug)]
pub struct Substitution {
    map: FxHashMap<Term, Term>,
}

impl Substitution {
    /// The empty substitution.
    pub fn new() -> Substitution {
        Substitution::default()
    }

    /// Maps a variable to a term, replacing what it was mapped to.
    pub fn insert(&mut self, variable: Term, replacement: Term) {
        debug_assert!(variable.is_var());
        debug_assert_eq!(variable.sort(), replacement.sort());
        self.map.insert(variable, replacement);
    }

    /// What a variable is mapped to.
    pub fn get(&self, variable: Term) -> Option<Term> {
        self.map.get(&variable).copied()
    }

    /// True if nothing is mapped.
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    fn touches(&self, term: Term) -> bool {
        let free = term.free_variables();
        if free.len() <= self.map.len() {
            free.iter().any(|v| self.map.contains_key(v))
        } else {
            self.map.keys().any(|v| free.binary_search(v).is_ok())
        }
    }

    /// The term with every mapped variable replaced, simplified on the way.
    pub fn apply(&self, term: Term) -> Term {
        let mut cache = FxHashMap::default();
        self.apply_cached(term, &mut cache)
    }

    /// As [`Substitution::apply`], for several terms with one cache. The cache
    /// must have been used with this substitution only.
    pub fn apply_cached(&self, term: Term, cache: &mut FxHashMap<Term, Term>) -> Term {
        if self.map.is_empty() || !self.touches(term) {
            return term;
        }
        if let Some(&replacement) = self.map.get(&term) {
            return replacement;
        }
        let mut stack = vec![(term, false)];
        let mut arguments = Vec::new();
        while let Some((top, is_expanded)) = stack.pop() {
            if cache.contains_key(&top) {
                continue;
            }
            if !is_expanded {
                if let Some(&replacement) = self.map.get(&top) {
                    cache.insert(top, replacement);
                } else if !self.touches(top) {
                    cache.insert(top, top);
                } else {
                    stack.push((top, true));
                    stack.extend(top.arguments().iter().map(|&a| (a, false)));
                }
                continue;
            }
            arguments.clear();
            arguments.extend(top.arguments().iter().map(|a| cache[a]));
            let rebuilt = match top.op() {
                Op::Forall(bound) | Op::Exists(bound) if bound.iter().any(|b| self.map.contains_key(b)) => {
                    // A free variable never has a canonical bound name, so this is the renaming
                    // of an enclosing quantifier's variable that an inner one shadows.
                    self.apply_shadowed(top)
                }
                _ => build::rebuild(top.op(), &arguments, top.sort()),
            };
            cache.insert(top, rebuilt);
        }
        cache[&term]
    }

    fn apply_shadowed(&self, quantified: Term) -> Term {
        let (variables, body) = build::open(quantified);
        let is_forall = matches!(quantified.op(), Op::Forall(_));
        build::quantify(is_forall, &variables, self.apply(body))
    }
}

impl FromIterator<(Term, Term)> for Substitution {
    fn from_iter<I: IntoIterator<Item = (Term, Term)>>(pairs: I) -> Substitution {
        let mut substitution = Substitution::new();
        for (variable, replacement) in pairs {
            substitution.insert(variable, replacement);
        }
        substitution
    }
}
