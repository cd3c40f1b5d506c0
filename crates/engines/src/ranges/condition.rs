//! Conditions, compiled: comparisons of variables with constants, and what is made of them.
//!
//! A comparison says that a variable lies in an interval. So a state, which has an interval for each variable, decides a
//! comparison, or it can be split into states that do.

use program::Interval;
use rustc_hash::FxHashMap;
use term::{Op, Sort, Term};

use super::state::State;

/// A variable by its number.
pub type Variable = u32;

/// A variable lies in an interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// The variable.
    pub variable: Variable,
    /// Where it lies.
    pub values: Interval,
}

impl Comparison {
    /// The comparison that a term is.
    pub fn of(term: Term, numbers: &FxHashMap<Term, Variable>) -> Option<Comparison> {
        let constant = |term: Term| Interval::of_constant(term).and_then(Interval::value);
        let found = |variable: &Term, low, high| {
            let values = Interval::new(low, high)?;
            Some(Comparison { variable: *numbers.get(variable)?, values })
        };
        match (term.op(), term.arguments()) {
            (Op::Var(_), _) if term.sort() == Sort::Bool => found(&term, Some(1), Some(1)),
            (Op::Le, [a, b]) if a.sort() == Sort::Int => match (constant(*a), constant(*b)) {
                (Some(low), None) => found(b, Some(low), None),
                (None, Some(high)) => found(a, None, Some(high)),
                _ => None,
            },
            (Op::Eq, [a, b]) if a.sort() == Sort::Int => match (constant(*a), constant(*b)) {
                (Some(value), None) => found(b, Some(value), Some(value)),
                (None, Some(value)) => found(a, Some(value), Some(value)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it holds in all states with these intervals, or in none; nothing if it holds in some.
    fn decide(&self, state: &State) -> Option<bool> {
        let values = state[self.variable as usize];
        if values.is_within(self.values) {
            return Some(true);
        }
        values.meet(self.values).is_none().then_some(false)
    }

    /// The parts of a state that decide it: at most three.
    pub fn split(&self, state: &State) -> Vec<State> {
        let values = state[self.variable as usize];
        let below = self.values.low().and_then(|low| values.meet(Interval::new(None, Some(low - 1))?));
        let above = self.values.high().and_then(|high| values.meet(Interval::new(Some(high + 1), None)?));
        let part = |values: Interval| {
            let mut part = state.clone();
            part.set(self.variable as usize, values);
            part
        };
        [below, values.meet(self.values), above].into_iter().flatten().map(part).collect()
    }
}

/// A compiled condition.
#[derive(Debug)]
pub enum Condition {
    /// `true` or `false`.
    Constant(bool),
    /// A variable lies in an interval.
    Compare(Comparison),
    /// A negation.
    Not(Box<Condition>),
    /// A conjunction.
    And(Vec<Condition>),
    /// A disjunction.
    Or(Vec<Condition>),
    /// Anything else.
    Other,
}

/// Larger conditions are not taken apart.
const MAX_SIZE: u32 = 4000;

impl Condition {
    /// Compiles a condition.
    pub fn of(term: Term, numbers: &FxHashMap<Term, Variable>) -> Condition {
        compile(term, numbers, &mut MAX_SIZE.clone()).unwrap_or(Condition::Other)
    }

    /// Whether it holds in all of these states, or in none.
    pub fn decide(&self, state: &State) -> Option<bool> {
        match self {
            Condition::Constant(value) => Some(*value),
            Condition::Compare(comparison) => comparison.decide(state),
            Condition::Not(inner) => inner.decide(state).map(|value| !value),
            Condition::And(parts) => connective(parts, state, false),
            Condition::Or(parts) => connective(parts, state, true),
            Condition::Other => None,
        }
    }

    /// A comparison that is not decided and may matter.
    pub fn open(&self, state: &State) -> Option<Comparison> {
        match self {
            Condition::Constant(_) | Condition::Other => None,
            Condition::Compare(comparison) => comparison.decide(state).is_none().then_some(*comparison),
            Condition::Not(inner) => inner.open(state),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().filter(|part| part.decide(state).is_none()).find_map(|part| part.open(state))
            }
        }
    }
}

/// A conjunction, which one `false` decides, or a disjunction, which one `true` decides.
fn connective(parts: &[Condition], state: &State, decisive: bool) -> Option<bool> {
    let mut result = Some(!decisive);
    for part in parts {
        match part.decide(state) {
            Some(value) if value == decisive => return Some(decisive),
            Some(_) => {}
            None => result = None,
        }
    }
    result
}

/// Nothing if the condition is too large.
fn compile(term: Term, numbers: &FxHashMap<Term, Variable>, left: &mut u32) -> Option<Condition> {
    *left = left.checked_sub(1)?;
    let mut part = |term: &Term| compile(*term, numbers, left);
    Some(match (term.op(), term.arguments()) {
        (Op::True, _) => Condition::Constant(true),
        (Op::False, _) => Condition::Constant(false),
        (Op::Not, [inner]) => Condition::Not(Box::new(part(inner)?)),
        (Op::And, parts) => Condition::And(parts.iter().map(part).collect::<Option<_>>()?),
        (Op::Or, parts) => Condition::Or(parts.iter().map(part).collect::<Option<_>>()?),
        (Op::Ite, [test, a, b]) => {
            let otherwise = Condition::Not(Box::new(part(test)?));
            let cases =
                vec![Condition::And(vec![part(test)?, part(a)?]), Condition::And(vec![otherwise, part(b)?])];
            Condition::Or(cases)
        }
        _ => Comparison::of(term, numbers).map_or(Condition::Other, Condition::Compare),
    })
}
