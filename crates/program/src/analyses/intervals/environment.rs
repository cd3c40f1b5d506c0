//! What is known at a location: an interval for each variable that has bounds, and some facts about linear terms.
//!
//! Facts are few and recent. They carry what intervals of single variables cannot: that `x + y` is at most 100 after
//! a test of it, or that `a[i]`, which was just read, is a byte.

use std::rc::Rc;

use term::number::Number;
use term::polynomial::Polynomial;
use term::{Op, Sort, Term};

use super::interval::Interval;
use crate::analyses::variable_map::VariableMap;

/// No more facts are kept.
const MAX_FACTS: usize = 16;

/// A sum of monomials with coprime coefficients, the first one positive.
pub(super) type Form = Vec<(Term, Number)>;

/// The form of a polynomial without its constant, and whether the sign was changed; `None` for constants and for
/// single variables, which have intervals of their own.
pub(super) fn form_of(polynomial: &Polynomial) -> Option<(Form, bool)> {
    let (first, coefficient) = polynomial.monomials.first()?;
    if polynomial.monomials.len() == 1 && first.is_var() {
        return None;
    }
    let is_negative = coefficient.signum() < 0;
    let oriented = |c: &Number| if is_negative { c.neg() } else { c.clone() };
    Some((polynomial.monomials.iter().map(|(m, c)| (*m, oriented(c))).collect(), is_negative))
}

/// A fact: where the value of a form lies.
#[derive(Clone, PartialEq)]
pub(super) struct Fact {
    pub form: Form,
    pub values: Interval,
}

/// What is known at a location.
#[derive(Clone, Default)]
pub(crate) struct Environment {
    bounds: VariableMap<Interval>,
    facts: Option<Rc<Vec<Fact>>>,
}

impl Environment {
    /// Where the value of an integer or Boolean variable lies.
    pub fn get(&self, variable: Term) -> Interval {
        self.bounds.get(variable).unwrap_or_else(|| Interval::of_sort(variable.sort()))
    }

    /// Sets the interval of a variable.
    pub fn set(&mut self, variable: Term, values: Interval) {
        if !matches!(variable.sort(), Sort::Int | Sort::Bool) {
            return;
        }
        if values == Interval::of_sort(variable.sort()) {
            self.bounds.remove(variable);
        } else {
            self.bounds.insert(variable, values);
        }
    }

    /// Forgets everything about a variable.
    pub fn forget(&mut self, variable: Term) {
        self.set(variable, Interval::of_sort(variable.sort()));
        let mentions = |fact: &Fact| fact.form.iter().any(|(monomial, _)| monomial.has_free(variable));
        if self.facts().iter().any(mentions) {
            let kept: Vec<Fact> = self.facts().iter().filter(|fact| !mentions(fact)).cloned().collect();
            self.facts = (!kept.is_empty()).then(|| Rc::new(kept));
        }
    }

    /// The facts.
    pub fn facts(&self) -> &[Fact] {
        self.facts.as_ref().map_or(&[], |facts| facts.as_slice())
    }

    /// Where the value of a form lies.
    pub fn fact(&self, form: &[(Term, Number)]) -> Interval {
        let known = self.facts().iter().find(|fact| fact.form == form);
        known.map_or(Interval::ALL, |fact| fact.values)
    }

    /// Learns where the value of a form lies. `None` if that is impossible.
    pub fn learn(&mut self, form: Form, values: Interval) -> Option<()> {
        let position = self.facts().iter().position(|fact| fact.form == form);
        let values = position.map_or(Some(values), |position| self.facts()[position].values.meet(values))?;
        if position.is_some_and(|position| self.facts()[position].values == values) || values == Interval::ALL
        {
            return Some(());
        }
        let mut facts = self.facts().to_vec();
        if let Some(position) = position {
            facts.remove(position);
        } else if facts.len() == MAX_FACTS {
            facts.remove(0);
        }
        facts.push(Fact { form, values });
        self.facts = Some(Rc::new(facts));
        Some(())
    }

    /// What holds in both environments.
    pub fn join(&self, other: &Environment) -> Environment {
        let merge = &mut |variable: Term, a: Interval, b: Interval| {
            let joined = a.join(b);
            (joined != Interval::of_sort(variable.sort())).then_some(joined)
        };
        let facts =
            self.common_facts(other, |a, b| Some(a.join(b)).filter(|joined| *joined != Interval::ALL));
        Environment { bounds: self.bounds.intersect(&other.bounds, merge), facts }
    }

    /// An upper bound of both that is reached after finitely many steps; `self` is the older one.
    pub fn widen(&self, larger: &Environment, thresholds: &[i128]) -> Environment {
        let merge = &mut |variable: Term, a: Interval, b: Interval| {
            let widened = a.widen(a.join(b), thresholds);
            (widened != Interval::of_sort(variable.sort())).then_some(widened)
        };
        let facts = self.common_facts(larger, |a, b| b.is_within(a).then_some(a));
        Environment { bounds: self.bounds.intersect(&larger.bounds, merge), facts }
    }

    fn common_facts(
        &self,
        other: &Environment,
        merge: impl Fn(Interval, Interval) -> Option<Interval>,
    ) -> Option<Rc<Vec<Fact>>> {
        let (own, others) = (self.facts.as_ref()?, other.facts.as_ref()?);
        if Rc::ptr_eq(own, others) {
            return Some(own.clone());
        }
        let common = |fact: &Fact| {
            let found = others.iter().find(|other| other.form == fact.form)?;
            Some(Fact { form: fact.form.clone(), values: merge(fact.values, found.values)? })
        };
        let kept: Vec<Fact> = own.iter().filter_map(common).collect();
        if kept == **own { Some(own.clone()) } else { (!kept.is_empty()).then(|| Rc::new(kept)) }
    }

    /// Whether two environments are the same object. Equal ones may be told apart.
    pub fn is_same(&self, other: &Environment) -> bool {
        let has_same_facts = match (&self.facts, &other.facts) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        has_same_facts && self.bounds.is_same(&other.bounds)
    }

    /// All variables with bounds, in the order of their numbers.
    pub fn bounds(&self) -> Vec<(Term, Interval)> {
        self.bounds.entries()
    }
}

/// Whether a term may be the single monomial of a fact: something that is read from memory.
pub(super) fn is_read(term: Term) -> bool {
    matches!(term.op(), Op::Select | Op::Apply(_)) && term.sort() == Sort::Int
}
