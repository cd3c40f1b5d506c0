//! Ground instances of universally quantified formulas.
//!
//! A solver that meets `∀ q. lo <= q < hi ⇒ P(a[4·q])` must guess which instances matter. For facts about elements of
//! arrays the question has a good answer: those at which the other formulas read or write an array. If one of them
//! mentions `b[4·i + 4]`, then `4·q = 4·i + 4` gives the instance `q = i + 1`. Conjunctions of instances follow from the
//! quantified formula, so they may replace it wherever it is assumed: what cannot be satisfied with the instances cannot
//! be satisfied with the formula. In the other direction nothing is promised.

use rustc_hash::FxHashSet;

use term::number::Number;
use term::polynomial::Polynomial;
use term::{Op, Sort, Substitution, Term, VarName, Version, build as mk};

/// No more values than these replace a variable, and no more than these if there are several variables.
const MOST_VALUES: usize = 16;
const MOST_VALUES_OF_SEVERAL: usize = 7;

/// The numbers at which a formula without quantifiers reads and writes arrays, each once, in the order of their terms.
#[derive(Clone, Debug, Default)]
pub struct Indices {
    list: Vec<Term>,
    seen: FxHashSet<Term>,
}

impl Indices {
    /// Adds the indices of a formula. What a quantifier binds is left out.
    pub fn read(&mut self, formula: Term) {
        let mut found = Vec::new();
        formula.visit_once(|part| {
            if matches!(part.op(), Op::Select | Op::Store) && part.arguments()[1].sort() == Sort::Int {
                found.push(part.arguments()[1]);
            }
        });
        for index in found {
            if !index.free_variables().iter().any(|v| is_bound(*v)) && self.seen.insert(index) {
                self.list.push(index);
            }
        }
    }

    /// The indices.
    pub fn list(&self) -> &[Term] {
        &self.list
    }
}

fn is_bound(variable: Term) -> bool {
    matches!(variable.op(), Op::Var(VarName { version: Version::Bound(_), .. }))
}

/// A universally quantified formula over integers whose body has no quantifier, ready to be instantiated.
#[derive(Clone, Debug)]
pub struct Universal {
    variables: Vec<Term>,
    body: Term,
    /// For each variable, the `(c, r)` such that the body reads an array at `c·variable + r`.
    places: Vec<Vec<(Number, Term)>>,
}

impl Universal {
    /// Looks into a formula; `None` if it is not of this form.
    pub fn of(formula: Term) -> Option<Universal> {
        let Op::Forall(bound) = formula.op() else { return None };
        let body = formula.arguments()[0];
        let variables: Vec<Term> = bound.iter().copied().collect();
        if body.has_quantifier() || variables.iter().any(|v| v.sort() != Sort::Int) {
            return None;
        }
        let places = variables.iter().map(|&variable| places(body, variable, &variables)).collect();
        Some(Universal { variables, body, places })
    }

    /// How many variables are quantified.
    pub fn arity(&self) -> usize {
        self.variables.len()
    }

    /// The body with terms in place of the variables.
    pub fn at(&self, terms: &[Term]) -> Term {
        self.variables.iter().copied().zip(terms.iter().copied()).collect::<Substitution>().apply(self.body)
    }

    /// The instances with the given values, and those with which the body reads an array at one of the indices.
    pub fn instances(&self, values: &[Term], indices: &[Term]) -> Vec<Term> {
        // With several variables there is an instance for each combination.
        let most = if self.arity() == 1 { MOST_VALUES } else { MOST_VALUES_OF_SEVERAL };
        let mut tuples = vec![Vec::new()];
        for places in &self.places {
            let mut values = values.to_vec();
            for value in solutions(places, indices) {
                if values.len() < most && !values.contains(&value) {
                    values.push(value);
                }
            }
            let longer = |tuple: &Vec<Term>| {
                values.iter().map(|value| [tuple.as_slice(), &[*value]].concat()).collect::<Vec<_>>()
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        tuples.iter().map(|tuple| self.at(tuple)).filter(|instance| !instance.is_true()).collect()
    }
}

/// The places at which a body reads arrays by one variable and by no other one that is bound.
fn places(body: Term, variable: Term, bound: &[Term]) -> Vec<(Number, Term)> {
    let mut places: Vec<(Number, Term)> = Vec::new();
    body.visit_once(|part| {
        if part.op() != Op::Select || part.arguments()[1].sort() != Sort::Int {
            return;
        }
        let index = Polynomial::of(part.arguments()[1]);
        let coefficient = index.coefficient(variable);
        let rest = index.without(variable).to_term();
        let place = (coefficient, rest);
        if !place.0.is_zero() && !bound.iter().any(|v| rest.has_free(*v)) && !places.contains(&place) {
            places.push(place);
        }
    });
    places
}

/// The integers `v` with `c·v + r = index` for some place and index.
fn solutions(places: &[(Number, Term)], indices: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    for &index in indices {
        for (coefficient, rest) in places {
            let mut value = Polynomial::difference(index, *rest);
            value.scale(&Number::ONE.div(coefficient));
            let is_whole = value.constant.is_integer() && value.monomials.iter().all(|(_, c)| c.is_integer());
            if is_whole {
                let value = value.to_term();
                if !found.contains(&value) {
                    found.push(value);
                }
            }
        }
    }
    found
}

/// What of a formula can be assumed without quantifiers: a conjunction that the formula implies. Universal conjuncts
/// are replaced by their instances with the values and at the indices.
pub fn grounded(formula: Term, values: &[Term], indices: &[Term]) -> Vec<Term> {
    let mut parts = Vec::new();
    for part in mk::conjuncts(formula) {
        match Universal::of(part) {
            Some(universal) => parts.extend(universal.instances(values, indices)),
            None if part.has_quantifier() => {}
            None => parts.push(part),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(name: &str) -> Term {
        mk::var(name, Sort::Int)
    }

    fn array() -> Term {
        mk::var("a", Sort::array(Sort::Int, Sort::Int))
    }

    /// `∀ q. 0 <= q < n ⇒ a[4·q + 4] = 7`
    fn fact(q: Term) -> Term {
        let range = mk::and([mk::le(mk::int(0), q), mk::lt(q, int("n"))]);
        let place = mk::add2(mk::mul(mk::int(4), q), mk::int(4));
        mk::implies(range, mk::eq(mk::select(array(), place), mk::int(7)))
    }

    #[test]
    fn an_index_that_occurs_gives_an_instance() {
        let q = int("q");
        let universal = Universal::of(mk::forall(&[q], fact(q))).expect("a universal formula");
        let index = mk::mul(mk::int(4), int("i"));
        assert_eq!(universal.instances(&[], &[index]), vec![fact(mk::sub(int("i"), mk::int(1)))]);
    }

    #[test]
    fn an_index_between_the_elements_gives_none() {
        let q = int("q");
        let universal = Universal::of(mk::forall(&[q], fact(q))).expect("a universal formula");
        let index = mk::add2(mk::mul(mk::int(4), int("i")), mk::int(2));
        assert!(universal.instances(&[], &[index]).is_empty());
    }

    #[test]
    fn what_has_no_instances_is_left_out() {
        let q = int("q");
        let all = mk::and2(mk::forall(&[q], fact(q)), mk::eq(int("n"), int("m")));
        assert_eq!(grounded(all, &[], &[]), vec![mk::eq(int("n"), int("m"))]);
        assert!(Universal::of(mk::exists(&[q], fact(q))).is_none());
    }

    #[test]
    fn indices_under_a_quantifier_are_not_read() {
        let q = int("q");
        let mut indices = Indices::default();
        indices.read(mk::and2(mk::forall(&[q], fact(q)), fact(int("i"))));
        assert_eq!(indices.list().len(), 1);
    }
}
