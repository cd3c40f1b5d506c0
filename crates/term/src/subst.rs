//! Simultaneous substitution of variables by terms.
//!
//! Only parts that may contain a substituted variable are visited, each once;
//! what does not change is not built again. Capture cannot happen, see
//! [`crate::build::quantifier`]. Replacements must not contain bound variables
//! that are not bound in them.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::arena::Term;
use crate::build;
use crate::op::Op;
use crate::traversal::Traversal;

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
        self.replace(term, &mut Traversal::new())
    }

    /// As [`Substitution::apply`] for several terms; what they share is visited once.
    pub fn apply_all(&self, terms: impl IntoIterator<Item = Term>) -> Vec<Term> {
        let mut traversal = Traversal::new();
        terms.into_iter().map(|term| self.replace(term, &mut traversal)).collect()
    }

    /// Replaces bottom-up, the last argument first.
    fn replace(&self, term: Term, traversal: &mut Traversal) -> Term {
        if let Some(result) = self.known(term, traversal) {
            return result;
        }
        // The terms on the way to the current one, with the number of arguments that are still to be
        // visited; and the arguments of all these, the visited ones replaced.
        let mut path: SmallVec<[(Term, usize); 16]> = SmallVec::new();
        let mut arguments: SmallVec<[Term; 32]> = SmallVec::from_slice(term.arguments());
        let (mut current, mut left) = (term, term.arguments().len());
        loop {
            let first = arguments.len() - current.arguments().len();
            let own = &mut arguments[first..];
            let mut unknown = None;
            while left > 0 && unknown.is_none() {
                left -= 1;
                match self.known(own[left], traversal) {
                    Some(result) => own[left] = result,
                    None => unknown = Some(own[left]),
                }
            }
            if let Some(argument) = unknown {
                path.push((current, left));
                arguments.extend_from_slice(argument.arguments());
                (current, left) = (argument, argument.arguments().len());
                continue;
            }
            let result = self.rebuild(current, own);
            traversal.set(current, result);
            arguments.truncate(first);
            match path.pop() {
                Some((parent, position)) => {
                    let first = arguments.len() - parent.arguments().len();
                    arguments[first + position] = result;
                    (current, left) = (parent, position);
                }
                None => return result,
            }
        }
    }

    /// The result for a term, if it is at hand.
    #[inline]
    fn known(&self, term: Term, traversal: &mut Traversal) -> Option<Term> {
        if !self.touches(term) {
            return Some(term);
        }
        let known = traversal.get(term);
        if known.is_none() && term.is_var() {
            let result = self.map.get(&term).copied().unwrap_or(term);
            traversal.set(term, result);
            return Some(result);
        }
        known
    }

    fn rebuild(&self, original: Term, arguments: &[Term]) -> Term {
        if arguments == original.arguments() {
            return original;
        }
        match original.op() {
            Op::Forall(bound) | Op::Exists(bound) => self.rebuild_quantifier(original, bound, arguments[0]),
            op => build::rebuild(op, arguments, original.sort()),
        }
    }

    #[cold]
    fn rebuild_quantifier(&self, original: Term, bound: &[Term], body: Term) -> Term {
        if bound.iter().any(|b| self.map.contains_key(b)) {
            return self.without(bound).apply(original); // an inner variable hides an outer one
        }
        match build::quantifier::same_binder(original, body) {
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
