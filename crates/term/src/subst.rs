//! Simultaneous substitution of variables by terms.
//!
//! Only parts that may contain a substituted variable are visited, each once;
//! what does not change is not built again. Capture cannot happen, see
//! [`crate::build::quantifier`]. Replacements must not contain bound variables
//! that are not bound in them.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::arena::{Term, Traversal};
use crate::build;
use crate::op::Op;

/// A map from variables to terms of the same sort.
#[derive(Clone, Default, Debug)]
pub struct Substitution {
    map: FxHashMap<Term, Term>,
    /// The union of the variables' bits, see [`Term::variable_bits`].
    bits: u64,
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
        self.bits |= variable.variable_bits();
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

    /// False only if the term contains none of the mapped variables.
    fn touches(&self, term: Term) -> bool {
        self.bits & term.variable_bits() != 0
    }

    /// The term with every mapped variable replaced, simplified on the way.
    pub fn apply(&self, term: Term) -> Term {
        self.replace(term, Traversal::new())
    }

    /// As [`Substitution::apply`] for several terms; what they share is visited once.
    pub fn apply_all(&self, terms: impl IntoIterator<Item = Term>) -> Vec<Term> {
        let traversal = Traversal::new();
        terms.into_iter().map(|term| self.replace(term, traversal)).collect()
    }

    /// Replaces bottom-up; results are kept as marks of the nodes.
    fn replace(&self, term: Term, traversal: Traversal) -> Term {
        let mut stack: SmallVec<[Term; 32]> = SmallVec::new();
        let mut arguments: SmallVec<[Term; 16]> = SmallVec::new();
        loop {
            if let Some(result) = self.known(term, traversal) {
                return result;
            }
            let top = stack.last().copied().unwrap_or(term);
            if self.known(top, traversal).is_some() {
                stack.pop(); // visited through another parent in the meantime
                continue;
            }
            let before = stack.len();
            arguments.clear();
            for &argument in top.arguments() {
                match self.known(argument, traversal) {
                    Some(result) => arguments.push(result),
                    // Not there yet, or lost to a traversal below: both need a visit.
                    None => stack.push(argument),
                }
            }
            if stack.len() == before {
                top.set_mark(traversal, self.rebuild(top, &arguments));
                stack.pop();
            }
        }
    }

    /// The result for a term, if it is at hand.
    fn known(&self, term: Term, traversal: Traversal) -> Option<Term> {
        if !self.touches(term) {
            Some(term)
        } else if term.is_var() {
            Some(self.map.get(&term).copied().unwrap_or(term))
        } else {
            term.mark(traversal)
        }
    }

    fn rebuild(&self, original: Term, arguments: &[Term]) -> Term {
        if arguments == original.arguments() {
            return original;
        }
        let (Op::Forall(bound) | Op::Exists(bound)) = original.op() else {
            return build::rebuild(original.op(), arguments, original.sort());
        };
        if bound.iter().any(|b| self.map.contains_key(b)) {
            return self.without(bound).apply(original); // an inner variable hides an outer one
        }
        match build::quantifier::same_binder(original, arguments[0]) {
            Some(term) => term,
            None => self.requantify(original),
        }
    }

    /// Substitutes under a quantifier whose body changes so much that its variables need other
    /// canonical names: these are free variables while the body is rebuilt.
    fn requantify(&self, quantified: Term) -> Term {
        build::quantifier::with_opened(quantified, |renaming, variables, body| {
            let mut extended = self.clone();
            for (&bound, &variable) in renaming.iter().zip(variables) {
                extended.insert(bound, variable);
            }
            extended.apply(body)
        })
    }

    fn without(&self, bound: &[Term]) -> Substitution {
        self.map.iter().filter(|(v, _)| !bound.contains(v)).map(|(&v, &t)| (v, t)).collect()
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
