//! Negation normal form.
//!
//! Negations are pushed down to atoms. Boolean equalities and if-then-elses
//! count as atoms unless the caller asks for their expansion, because
//! expanding what nobody looks into only makes formulas larger. The result is
//! shared as a graph: each subformula is visited at most once per polarity, so
//! the number of distinct nodes at most doubles (plus the expansions' own).

use rustc_hash::FxHashMap;
use term::build as mk;
use term::{Op, Sort, Term};

/// The negation normal form. A Boolean equality or if-then-else is expanded if `expand` says so.
pub fn nnf(formula: Term, expand: impl Fn(Term) -> bool) -> Term {
    let mut cache: FxHashMap<Key, Term> = FxHashMap::default();
    let mut stack = vec![((formula, true), false)];
    while let Some((key, is_expanded)) = stack.pop() {
        if cache.contains_key(&key) {
            continue;
        }
        let parts = parts(key, &expand);
        if !is_expanded && !parts.is_empty() {
            stack.push((key, true));
            stack.extend(parts.into_iter().map(|part| (part, false)));
            continue;
        }
        let result = assemble(key, &parts, &cache);
        cache.insert(key, result);
    }
    cache[&(formula, true)]
}

/// The negation normal form with every Boolean equality and if-then-else expanded.
pub fn full_nnf(formula: Term) -> Term {
    nnf(formula, |_| true)
}

/// A formula and the polarity it is wanted in.
type Key = (Term, bool);

/// The subformulas, with polarities, from which [`assemble`] builds the result; none for atoms.
fn parts((formula, polarity): Key, expand: &impl Fn(Term) -> bool) -> Vec<Key> {
    let arguments = formula.arguments();
    match (formula.op(), arguments) {
        (Op::Not, &[a]) => vec![(a, !polarity)],
        (Op::And | Op::Or | Op::Forall(_) | Op::Exists(_), _) => {
            arguments.iter().map(|&a| (a, polarity)).collect()
        }
        (Op::Ite, &[c, a, b]) if formula.sort() == Sort::Bool && expand(formula) => {
            vec![(c, true), (c, false), (a, polarity), (b, polarity)]
        }
        (Op::Eq, &[a, b]) if a.sort() == Sort::Bool && expand(formula) => {
            vec![(a, true), (a, false), (b, polarity), (b, !polarity)]
        }
        (Op::Distinct, _) if expand(formula) => {
            let pairs = (0..arguments.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
            pairs.map(|(i, j)| (mk::eq(arguments[i], arguments[j]), !polarity)).collect()
        }
        _ => Vec::new(),
    }
}

fn assemble((formula, polarity): Key, parts: &[Key], cache: &FxHashMap<Key, Term>) -> Term {
    let done: Vec<Term> = parts.iter().map(|part| cache[part]).collect();
    match (formula.op(), done.as_slice()) {
        (_, []) => {
            if polarity {
                formula
            } else {
                mk::not(formula)
            }
        }
        (Op::Not, &[a]) => a,
        (Op::And, _) | (Op::Distinct, _) if polarity => mk::and(done),
        (Op::And, _) | (Op::Distinct, _) => mk::or(done),
        (Op::Or, _) if polarity => mk::or(done),
        (Op::Or, _) => mk::and(done),
        (Op::Forall(bound), &[body]) => mk::quantify(polarity, bound, body),
        (Op::Exists(bound), &[body]) => mk::quantify(!polarity, bound, body),
        (_, &[c, not_c, a, b]) => mk::or([mk::and([c, a]), mk::and([not_c, b])]),
        _ => unreachable!("the parts of {formula} do not fit"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boolean(name: &str) -> Term {
        mk::var(name, Sort::Bool)
    }

    #[test]
    fn negations_reach_the_atoms() {
        let (a, b, c) = (boolean("a"), boolean("b"), boolean("c"));
        let formula = mk::not(mk::and([a, mk::or([b, mk::not(c)])]));
        assert_eq!(full_nnf(formula), mk::or([mk::not(a), mk::and([mk::not(b), c])]));
    }

    #[test]
    fn equivalences_expand_on_request_only() {
        let (a, b) = (boolean("a"), boolean("b"));
        let formula = mk::not(mk::eq(a, b));
        assert_eq!(nnf(formula, |_| false), formula);
        assert_eq!(full_nnf(formula), mk::or([mk::and([a, mk::not(b)]), mk::and([mk::not(a), b])]));
    }

    #[test]
    fn quantifiers_swap_under_negation() {
        let (x, y) = (mk::var("x", Sort::Int), mk::var("y", Sort::Int));
        let p = mk::var("p", Sort::Bool);
        let formula = mk::not(mk::forall(&[x], mk::or([p, mk::le(x, y)])));
        assert_eq!(full_nnf(formula), mk::exists(&[x], mk::and([mk::not(p), mk::lt(y, x)])));
    }
}
