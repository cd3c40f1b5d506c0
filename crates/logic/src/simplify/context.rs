//! What is known at a place in a formula: literals, equalities that serve as
//! substitutions, and intervals of linear forms.

use rustc_hash::{FxHashMap, FxHashSet};
use term::build as mk;
use term::number::Number;
use term::polynomial::Polynomial;
use term::{Op, Sort, Substitution, Term, Version};

use crate::rewrite::rewrite;

/// Facts that hold where a formula is to be simplified.
#[derive(Clone, Default)]
pub(super) struct Context {
    facts: FxHashSet<Term>,
    /// From equalities `x = c` and `x = y`; no left side occurs in a right side.
    definitions: Vec<(Term, Term)>,
    substitution: Substitution,
    intervals: FxHashMap<Term, Interval>,
}

/// The order in which parts are processed: what tells most comes first.
pub(super) fn rank(part: Term) -> u8 {
    match part.op() {
        Op::And | Op::Or => 5,
        Op::Forall(_) | Op::Exists(_) => 4,
        _ => match definition(part) {
            Some((_, value)) => u8::from(!value.is_value()),
            None if contains_store(part) => 3,
            None => 2,
        },
    }
}

fn contains_store(term: Term) -> bool {
    let mut found = false;
    crate::rewrite::visit(term, |t| {
        found |= t.op() == Op::Store;
        !found
    });
    found
}

/// Reads `x = c` or `x = y` as a definition; of two variables the younger is defined.
fn definition(literal: Term) -> Option<(Term, Term)> {
    let (Op::Eq, &[left, right]) = (literal.op(), literal.arguments()) else { return None };
    let is_free_variable =
        |t: Term| t.as_var().is_some_and(|name| !matches!(name.version, Version::Bound(_)));
    match (is_free_variable(left), is_free_variable(right)) {
        (true, true) => Some(if left < right { (right, left) } else { (left, right) }),
        (true, false) if right.is_value() => Some((left, right)),
        (false, true) if left.is_value() => Some((right, left)),
        _ => None,
    }
}

impl Context {
    /// Adds a formula that holds.
    pub fn assume(&mut self, fact: Term) {
        self.facts.insert(fact);
        if let Some((variable, value)) = definition(fact) {
            let mut single = Substitution::new();
            single.insert(variable, value);
            for (_, known) in &mut self.definitions {
                *known = single.apply(*known);
            }
            self.definitions.push((variable, value));
            self.substitution = self.definitions.iter().copied().collect();
        }
        if let Some(range) = Range::of(fact) {
            self.intervals.entry(range.form).or_default().narrow(&range.interval);
        }
    }

    /// Adds a formula that does not hold.
    pub fn assume_not(&mut self, formula: Term) {
        self.assume(mk::not(formula));
    }

    /// The truth value of a formula, if the facts give it away.
    pub fn knows(&self, formula: Term) -> Option<bool> {
        if self.facts.contains(&formula) {
            return Some(true);
        }
        if self.facts.contains(&mk::not(formula)) {
            return Some(false);
        }
        if let (Op::Not, &[inner]) = (formula.op(), formula.arguments()) {
            return self.knows(inner).map(|value| !value);
        }
        let range = Range::of(formula)?;
        self.intervals.get(&range.form)?.decides(&range.interval)
    }

    /// Simplifies an atom or its negation.
    pub fn simplify_literal(&self, literal: Term) -> Term {
        if self.facts.is_empty() {
            return literal;
        }
        if let Some(value) = self.knows(literal) {
            return mk::bool(value);
        }
        let substituted = self.substitution.apply(literal);
        let rewritten = rewrite(substituted, |t| self.simplify_term(t));
        self.knows(rewritten).map_or(rewritten, mk::bool)
    }

    fn simplify_term(&self, term: Term) -> Option<Term> {
        if term.sort() == Sort::Bool && !term.is_value() {
            return self.knows(term).map(mk::bool);
        }
        // b[i := v] is b where b[i] = v
        match (term.op(), term.arguments()) {
            (Op::Store, &[array, index, value]) => {
                let read = mk::eq(mk::select(array, index), value);
                (self.knows(read) == Some(true)).then_some(array)
            }
            _ => None,
        }
    }
}

/// Merges bounds of the same linear form in a conjunction: only the strongest are kept, and two
/// that meet become an equality.
pub(super) fn merge_bounds(conjuncts: Vec<Term>) -> Vec<Term> {
    let mut tightest: FxHashMap<Term, Interval> = FxHashMap::default();
    let mut others = Vec::new();
    let mut forms = Vec::new();
    for conjunct in conjuncts {
        match Range::of(conjunct).filter(|_| matches!(conjunct.op(), Op::Le | Op::Lt)) {
            Some(range) => {
                let known = tightest.entry(range.form).or_insert_with(|| {
                    forms.push(range.form);
                    Interval::default()
                });
                known.narrow(&range.interval);
            }
            None => others.push(conjunct),
        }
    }
    for form in forms {
        others.extend(tightest[&form].to_literals(form));
    }
    others
}

/// A literal as a restriction of a linear form (without constant, the oldest monomial positive).
struct Range {
    form: Term,
    interval: Interval,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Limit {
    value: Number,
    is_strict: bool,
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Interval {
    lower: Option<Limit>,
    upper: Option<Limit>,
}

impl Range {
    fn of(literal: Term) -> Option<Range> {
        let (Op::Le | Op::Lt | Op::Eq, &[a, b]) = (literal.op(), literal.arguments()) else { return None };
        if !a.sort().is_arithmetic() {
            return None;
        }
        let mut form = Polynomial::difference(a, b);
        let is_negative = form.monomials.first()?.1.signum() < 0;
        if is_negative {
            form.scale(&Number::Small(-1));
        }
        let limit = Limit { value: form.constant.neg(), is_strict: literal.op() == Op::Lt };
        form.constant = Number::ZERO;
        let interval = match literal.op() {
            Op::Eq => Interval { lower: Some(limit.clone()), upper: Some(limit) },
            _ if is_negative => Interval { lower: Some(limit), upper: None },
            _ => Interval { lower: None, upper: Some(limit) },
        };
        Some(Range { form: form.to_term(), interval })
    }
}

impl Interval {
    /// Intersects with another interval.
    fn narrow(&mut self, other: &Interval) {
        if let Some(limit) = &other.lower
            && !self.lower.as_ref().is_some_and(|known| is_at_least(known, limit))
        {
            self.lower = Some(limit.clone());
        }
        if let Some(limit) = &other.upper
            && !self.upper.as_ref().is_some_and(|known| is_at_most(known, limit))
        {
            self.upper = Some(limit.clone());
        }
    }

    /// True if every value in this interval lies in the other, false if none does.
    fn decides(&self, other: &Interval) -> Option<bool> {
        let implies_lower = match (&self.lower, &other.lower) {
            (_, None) => true,
            (Some(known), Some(wanted)) => is_at_least(known, wanted),
            (None, Some(_)) => false,
        };
        let implies_upper = match (&self.upper, &other.upper) {
            (_, None) => true,
            (Some(known), Some(wanted)) => is_at_most(known, wanted),
            (None, Some(_)) => false,
        };
        if implies_lower && implies_upper {
            return Some(true);
        }
        let is_apart = |lower: &Option<Limit>, upper: &Option<Limit>| match (lower, upper) {
            (Some(l), Some(u)) => u.value < l.value || (u.value == l.value && (u.is_strict || l.is_strict)),
            _ => false,
        };
        (is_apart(&self.lower, &other.upper) || is_apart(&other.lower, &self.upper)).then_some(false)
    }

    fn to_literals(&self, form: Term) -> Vec<Term> {
        let number = |limit: &Limit| term::polynomial::number(&limit.value, form.sort());
        if let (Some(lower), Some(upper)) = (&self.lower, &self.upper)
            && lower == upper
            && !lower.is_strict
        {
            return vec![mk::eq(form, number(lower))];
        }
        let compare = |a, b, is_strict| if is_strict { mk::lt(a, b) } else { mk::le(a, b) };
        let lower = self.lower.iter().map(|l| compare(number(l), form, l.is_strict));
        lower.chain(self.upper.iter().map(|u| compare(form, number(u), u.is_strict))).collect()
    }
}

/// The lower limit `a` implies the lower limit `b`.
fn is_at_least(a: &Limit, b: &Limit) -> bool {
    a.value > b.value || (a.value == b.value && (a.is_strict || !b.is_strict))
}

/// The upper limit `a` implies the upper limit `b`.
fn is_at_most(a: &Limit, b: &Limit) -> bool {
    a.value < b.value || (a.value == b.value && (a.is_strict || !b.is_strict))
}
