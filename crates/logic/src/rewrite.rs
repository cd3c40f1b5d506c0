//! Bottom-up rewriting of the quantifier-free part of a term.
//!
//! Every distinct subterm is rebuilt once, after its arguments. Quantified
//! subterms are leaves: what is rewritten may depend on variables that they
//! bind. Callers that must not miss an occurrence check
//! [`occurs_under_quantifier`] first.

use rustc_hash::FxHashMap;
use term::build as mk;
use term::{Op, Term};

/// Rebuilds a term bottom-up. `rule` sees each rebuilt subterm and may replace it.
pub(crate) fn rewrite(term: Term, mut rule: impl FnMut(Term) -> Option<Term>) -> Term {
    let mut cache: FxHashMap<Term, Term> = FxHashMap::default();
    let mut stack = vec![(term, false)];
    let mut arguments = Vec::new();
    while let Some((top, is_expanded)) = stack.pop() {
        if cache.contains_key(&top) {
            continue;
        }
        let is_leaf = top.arguments().is_empty() || is_quantifier(top);
        if !is_expanded && !is_leaf {
            stack.push((top, true));
            stack.extend(top.arguments().iter().map(|&a| (a, false)));
            continue;
        }
        let rebuilt = if is_leaf {
            top
        } else {
            arguments.clear();
            arguments.extend(top.arguments().iter().map(|a| cache[a]));
            if arguments == top.arguments() { top } else { mk::rebuild(top.op(), &arguments, top.sort()) }
        };
        let result = rule(rebuilt).unwrap_or(rebuilt);
        cache.insert(top, result);
    }
    cache[&term]
}

/// The term with every occurrence of `from` outside quantifiers replaced.
pub(crate) fn replace(term: Term, from: Term, to: Term) -> Term {
    rewrite(term, |t| (t == from).then_some(to))
}

/// True for quantified formulas.
pub(crate) fn is_quantifier(term: Term) -> bool {
    matches!(term.op(), Op::Forall(_) | Op::Exists(_))
}

/// Calls `visit` on each distinct subterm outside quantifiers that satisfies `enter`, parents first.
/// Subterms of those that do not are not visited.
pub(crate) fn visit(term: Term, mut enter: impl FnMut(Term) -> bool) {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack = vec![term];
    while let Some(top) = stack.pop() {
        if seen.insert(top) && enter(top) && !is_quantifier(top) {
            stack.extend(top.arguments().iter().rev());
        }
    }
}

/// True if the variable occurs free in a quantified subterm.
pub(crate) fn occurs_under_quantifier(term: Term, variable: Term) -> bool {
    if !term.has_quantifier() {
        return false;
    }
    let mut found = false;
    visit(term, |t| {
        found |= is_quantifier(t) && t.has_free(variable);
        !found && t.has_quantifier() && t.has_free(variable)
    });
    found
}

/// The literals of a formula in negation normal form: the maximal subformulas that are neither
/// conjunctions nor disjunctions, in the order of their first occurrence.
pub(crate) fn literals(formula: Term) -> Vec<Term> {
    let mut found = Vec::new();
    visit(formula, |t| {
        let is_junction = matches!(t.op(), Op::And | Op::Or);
        if !is_junction {
            found.push(t);
        }
        is_junction
    });
    found
}

/// Replaces literals of a formula in negation normal form.
pub(crate) fn map_literals(formula: Term, mut rule: impl FnMut(Term) -> Option<Term>) -> Term {
    fn walk(
        formula: Term,
        rule: &mut dyn FnMut(Term) -> Option<Term>,
        cache: &mut FxHashMap<Term, Term>,
    ) -> Term {
        if let Some(&done) = cache.get(&formula) {
            return done;
        }
        let result = match formula.op() {
            Op::And | Op::Or => {
                let parts: Vec<Term> = formula.arguments().iter().map(|&a| walk(a, rule, cache)).collect();
                if formula.op() == Op::And { mk::and(parts) } else { mk::or(parts) }
            }
            _ => rule(formula).unwrap_or(formula),
        };
        cache.insert(formula, result);
        result
    }
    walk(formula, &mut rule, &mut FxHashMap::default())
}
