//! Quantifiers.
//!
//! Bound variables get canonical names `?k`, numbered in order from one above
//! the largest number that a quantifier inside uses. Two consequences: formulas that differ only in
//! the names of bound variables are the same term, and substitution cannot
//! capture, because no free variable is ever called `?k`. Code that looks into
//! a body must therefore [`open`] the quantifier first.

use std::cell::Cell;

use super::core::{fresh_var, versioned_var};
use super::not;
use super::subst::Substitution;
use crate::arena::{Term, intern};
use crate::op::{Bound, Op, Version};
use crate::sort::Sort;
use crate::symbol::Symbol;

/// Universal quantification over the given variables.
pub fn forall(variables: &[Term], body: Term) -> Term {
    quantify(true, variables, body)
}

/// Existential quantification over the given variables.
pub fn exists(variables: &[Term], body: Term) -> Term {
    quantify(false, variables, body)
}

/// Quantification of either kind.
pub fn quantify(is_forall: bool, variables: &[Term], body: Term) -> Term {
    let mut bound: Vec<Term> = Vec::new();
    for &variable in variables {
        if body.has_free(variable) && !bound.contains(&variable) {
            bound.push(variable);
        }
    }
    if bound.is_empty() {
        return body;
    }
    // Merge with a quantifier of the same kind below.
    match (body.op(), is_forall) {
        (Op::Forall(_), true) | (Op::Exists(_), false) => {
            let (inner, opened) = open(body);
            bound.extend(inner);
            return bind(is_forall, &bound, opened);
        }
        _ => {}
    }
    bind(is_forall, &bound, body)
}

fn bind(is_forall: bool, variables: &[Term], body: Term) -> Term {
    let symbol = Symbol::new("?");
    // A canonical name that is still free belongs to an enclosing quantifier that is being
    // rebuilt: stay above it, or its variable would be captured.
    let enclosing = body.free_variables().iter().filter(|v| !variables.contains(v));
    let enclosing = enclosing.filter_map(|v| v.bound_variable_level()).max().unwrap_or(0);
    let mut level = body.bound_level().max(enclosing);
    let mut substitution = Substitution::new();
    let mut names = Vec::with_capacity(variables.len());
    for &variable in variables {
        level += 1;
        let name = versioned_var(symbol, Version::Bound(level), variable.sort());
        substitution.insert(variable, name);
        names.push(name);
    }
    let body = substitution.apply(body);
    let names = Bound::stored(names);
    let op = if is_forall { Op::Forall(names) } else { Op::Exists(names) };
    intern(op, &[body], Sort::Bool)
}

/// Puts the quantifier of a rebuilt body back in place. `variables` are canonical names.
pub(super) fn rebind(is_forall: bool, variables: &'static Bound, body: Term) -> Term {
    let op = if is_forall { Op::Forall(variables) } else { Op::Exists(variables) };
    match is_canonical(op, variables, body) {
        true => intern(op, &[body], Sort::Bool),
        false => quantify(is_forall, variables, body),
    }
}

/// True if the names are those that [`quantify`] would choose for this body.
fn is_canonical(op: Op, variables: &[Term], body: Term) -> bool {
    let is_same_kind =
        matches!((op, body.op()), (Op::Forall(_), Op::Forall(_)) | (Op::Exists(_), Op::Exists(_)));
    let first = body.bound_level() + 1;
    !is_same_kind
        && (first..).zip(variables).all(|(level, v)| v.bound_variable_level() == Some(level))
        && variables.iter().all(|&v| body.has_free(v))
}

/// The quantifier over a new body, if its variables can keep their names.
fn same_binder(quantified: Term, body: Term) -> Option<Term> {
    let (Op::Forall(variables) | Op::Exists(variables)) = quantified.op() else { return None };
    is_canonical(quantified.op(), variables, body).then(|| intern(quantified.op(), &[body], Sort::Bool))
}

thread_local! {
    /// How many temporary variables are in use.
    static OPENED: Cell<u32> = const { Cell::new(0) };
}

/// Rebuilds a quantifier. `change` gets the canonical names, temporary variables in their place
/// that occur nowhere else, and the body over the canonical names; it returns the new body over
/// the temporary variables.
fn with_opened(quantified: Term, change: impl FnOnce(&[Term], &[Term], Term) -> Term) -> Term {
    let (Op::Forall(bound) | Op::Exists(bound)) = quantified.op() else {
        unreachable!("called on quantifiers only");
    };
    let symbol = Symbol::new("?open");
    let first = OPENED.get();
    OPENED.set(first + bound.len() as u32);
    let variables: Vec<Term> =
        (first..).zip(bound).map(|(i, v)| versioned_var(symbol, Version::At(i), v.sort())).collect();
    let body = change(bound, &variables, quantified.arguments()[0]);
    let result = quantify(matches!(quantified.op(), Op::Forall(_)), &variables, body);
    OPENED.set(first);
    result
}

/// The bound variables of a quantifier, renamed to fresh ones, and the body over them.
/// The argument must be a quantifier.
pub fn open(quantified: Term) -> (Vec<Term>, Term) {
    let (Op::Forall(bound) | Op::Exists(bound)) = quantified.op() else {
        unreachable!("open is called on quantifiers only");
    };
    let mut substitution = Substitution::new();
    let mut fresh = Vec::with_capacity(bound.len());
    for &variable in bound {
        let name = fresh_var("q", variable.sort());
        substitution.insert(variable, name);
        fresh.push(name);
    }
    (fresh, substitution.apply(quantified.arguments()[0]))
}

/// The dual quantifier over the negated body: `¬∀x.φ` as `∃x.¬φ`.
pub fn push_negation(quantified: Term) -> Term {
    let (variables, body) = open(quantified);
    let is_forall = matches!(quantified.op(), Op::Forall(_));
    quantify(!is_forall, &variables, not(body))
}

impl Substitution {
    /// The quantifier over a body in which the variables were replaced.
    #[cold]
    pub(super) fn rebuild_quantifier(&self, original: Term, bound: &[Term], body: Term) -> Term {
        if self.maps_any(bound) {
            return self.without(bound).apply(original); // an inner variable hides an outer one
        }
        match same_binder(original, body) {
            Some(term) => term,
            None => self.requantify(original),
        }
    }

    /// Substitutes under a quantifier whose body changes so much that its variables need other
    /// canonical names: these are free variables while the body is rebuilt.
    fn requantify(&self, quantified: Term) -> Term {
        with_opened(quantified, |renaming, variables, body| {
            let mut extended = self.clone();
            for (&bound, &variable) in renaming.iter().zip(variables) {
                extended.insert(bound, variable);
            }
            extended.apply(body)
        })
    }
}
