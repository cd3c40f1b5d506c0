//! Simultaneous substitution of variables by terms.
//!
//! Only parts that may contain a substituted variable are visited, each once;
//! what does not change is not built again. Capture cannot happen, see
//! [`super::quantifier`]. Replacements must not contain bound variables
//! that are not bound in them.

use std::mem;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::rebuild_with;
use crate::arena::Term;
use crate::op::Op;
use crate::traversal::Traversal;

/// So many calls may be inside of each other.
const MAX_DEPTH: u32 = 250;

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
        // Terms of long programs are deeper than the thread's stack: what is too deep comes first.
        let mut pending: SmallVec<[Term; 4]> = SmallVec::new();
        let mut current = term;
        loop {
            match self.descend(current, traversal, MAX_DEPTH) {
                Err(deep) => pending.push(mem::replace(&mut current, deep)),
                Ok(result) => match pending.pop() {
                    Some(parent) => current = parent,
                    None => return result,
                },
            }
        }
    }

    /// Replaces in a term whose result is not at hand, or tells which part of it is too deep.
    fn descend(&self, term: Term, traversal: &mut Traversal, depth: u32) -> Result<Term, Term> {
        let arguments = term.arguments();
        match *arguments {
            [a] => self.replace_arguments(term, &mut [a], traversal, depth),
            [a, b] => self.replace_arguments(term, &mut [a, b], traversal, depth),
            [a, b, c] => self.replace_arguments(term, &mut [a, b, c], traversal, depth),
            _ => self.replace_arguments(term, &mut arguments.to_vec(), traversal, depth),
        }
    }

    #[inline(always)] // the number of arguments is known where it is small
    fn replace_arguments(
        &self,
        term: Term,
        arguments: &mut [Term],
        traversal: &mut Traversal,
        depth: u32,
    ) -> Result<Term, Term> {
        let mut is_changed = false;
        for argument in arguments.iter_mut().rev() {
            let result = match self.known(*argument, traversal) {
                Some(known) => known,
                None if depth == 0 => return Err(*argument),
                None => self.descend(*argument, traversal, depth - 1)?,
            };
            is_changed |= result != *argument;
            *argument = result;
        }
        let result = if is_changed { self.rebuild(term, arguments) } else { term };
        traversal.set(term, result);
        Ok(result)
    }

    /// The result for a term, if it is at hand.
    #[inline(always)]
    fn known(&self, term: Term, traversal: &mut Traversal) -> Option<Term> {
        if !self.touches(term) {
            return Some(term);
        }
        match traversal.get(term) {
            None if term.is_var() => Some(self.replace_variable(term, traversal)),
            known => known,
        }
    }

    #[cold]
    fn replace_variable(&self, variable: Term, traversal: &mut Traversal) -> Term {
        let result = self.get(variable).unwrap_or(variable);
        traversal.set(variable, result);
        result
    }

    fn rebuild(&self, original: Term, arguments: &[Term]) -> Term {
        match original.op() {
            Op::Forall(bound) | Op::Exists(bound) => self.rebuild_quantifier(original, bound, arguments[0]),
            op => rebuild_with(op, arguments, || original.sort()),
        }
    }

    /// True if one of these variables is mapped.
    pub(super) fn maps_any(&self, variables: &[Term]) -> bool {
        variables.iter().any(|variable| self.map.contains_key(variable))
    }

    /// The substitution of the other variables.
    pub(super) fn without(&self, bound: &[Term]) -> Substitution {
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
