//! Removal of if-then-else terms from atoms.
//!
//! `A[ite(c, s, t)]` is `(c ∧ A[s]) ∨ (¬c ∧ A[t])`. Only if-then-elses that
//! contain a variable to be eliminated are removed, for only these stand in
//! the way. A read over a write, `a[i := v][j]`, is an if-then-else on `i = j`
//! in disguise and treated as one. Each removal may double the literal, so
//! their number is limited; `None` says the limit was reached.

use term::build as mk;
use term::{Op, Sort, Term};

use crate::rewrite::{map_literals, replace, visit};

/// Removes the if-then-elses that contain one of the variables from the literals of a formula in
/// negation normal form, with at most `limit` case splits.
pub fn remove_ites(formula: Term, variables: &[Term], limit: usize) -> Option<Term> {
    let mut current = formula;
    for _ in 0..=limit {
        let Some((literal, choice)) = find_choice(current, variables) else {
            return Some(current);
        };
        let split = split_literal(literal, choice);
        current = map_literals(current, |l| (l == literal).then_some(split));
    }
    None
}

/// Something that stands for one of two terms, depending on a condition.
#[derive(Clone, Copy)]
struct Choice {
    term: Term,
    condition: Term,
    then: Term,
    otherwise: Term,
}

fn find_choice(formula: Term, variables: &[Term]) -> Option<(Term, Choice)> {
    let touches = |t: Term| variables.iter().any(|&v| t.has_free(v));
    let candidates = crate::rewrite::literals(formula).into_iter().filter(|&l| touches(l));
    candidates.filter(|l| !l.has_quantifier()).find_map(|literal| {
        let mut found = None;
        // The innermost one comes last among its ancestors; its condition is free of others.
        visit(literal, |t| {
            if let Some(choice) = as_choice(t).filter(|_| touches(t)) {
                found = Some(choice);
            }
            touches(t)
        });
        found.map(|choice| (literal, choice))
    })
}

fn as_choice(term: Term) -> Option<Choice> {
    match (term.op(), term.arguments()) {
        (Op::Ite, &[condition, then, otherwise]) if term.sort() != Sort::Bool => {
            Some(Choice { term, condition, then, otherwise })
        }
        (Op::Select, &[array, index]) => match (array.op(), array.arguments()) {
            (Op::Store, &[inner, at, value]) => Some(Choice {
                term,
                condition: mk::eq(at, index),
                then: value,
                otherwise: mk::select(inner, index),
            }),
            _ => None,
        },
        _ => None,
    }
}

fn split_literal(literal: Term, choice: Choice) -> Term {
    let with = |to: Term| replace(literal, choice.term, to);
    // The condition may itself be an equivalence of formulas; the literal stays what it is.
    mk::or([
        mk::and([choice.condition, with(choice.then)]),
        mk::and([mk::not(choice.condition), with(choice.otherwise)]),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ite_becomes_two_cases() {
        let (x, y) = (mk::var("x", Sort::Int), mk::var("y", Sort::Int));
        let c = mk::var("c", Sort::Bool);
        let formula = mk::eq(y, mk::ite(c, x, mk::int(0)));
        let expected = mk::or([mk::and([c, mk::eq(y, x)]), mk::and([mk::not(c), mk::eq(y, mk::int(0))])]);
        assert_eq!(remove_ites(formula, &[x], 4), Some(expected));
        assert_eq!(remove_ites(formula, &[], 4), Some(formula));
        assert_eq!(remove_ites(formula, &[x], 0), None);
    }

    #[test]
    fn a_read_over_a_write_becomes_two_cases() {
        let array = Sort::array(Sort::Int, Sort::Int);
        let a = mk::var("a", array);
        let [i, j, w, z] = ["i", "j", "w", "z"].map(|n| mk::var(n, Sort::Int));
        let formula = mk::eq(z, mk::select(mk::store(a, i, w), j));
        let expected = mk::or([
            mk::and([mk::eq(i, j), mk::eq(z, w)]),
            mk::and([mk::ne(i, j), mk::eq(z, mk::select(a, j))]),
        ]);
        assert_eq!(remove_ites(formula, &[w], 4), Some(expected));
    }
}
