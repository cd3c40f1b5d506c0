//! Choices of a search: decisions in their order, then zeros or random values.

use std::rc::Rc;

use interpreter::{Choices, Decision, Random, converted};
use program::Provenance;
use term::{Sort, Term, model::default_value};

/// Decisions in the order in which an execution with a trail asks for them.
#[derive(Clone, Debug, Default)]
pub struct Guided {
    decisions: Rc<[Term]>,
    position: usize,
    random: Option<Random>,
}

impl Guided {
    /// These decisions, then zeros if the tail is zero, and random values otherwise.
    pub fn new(decisions: Rc<[Term]>, tail: u64) -> Guided {
        Guided { decisions, position: 0, random: (tail > 0).then(|| Random::new(tail)) }
    }

    fn next(&mut self, sort: Sort) -> Option<Term> {
        let decision = self.decisions.get(self.position)?;
        self.position += 1;
        Some(converted(*decision, sort))
    }
}

impl Choices for Guided {
    fn input(&mut self, provenance: &Provenance, sort: Sort) -> Term {
        match (self.next(sort), &mut self.random) {
            (Some(value), _) => value,
            (None, Some(random)) => random.input(provenance, sort),
            (None, None) => default_value(sort),
        }
    }

    fn arbitrary(&mut self, provenance: Option<&Provenance>, sort: Sort) -> Option<Term> {
        // What is no decision is zero.
        if provenance.is_none() || matches!(sort, Sort::Array(_)) {
            return None;
        }
        self.next(sort).or_else(|| self.random.as_mut()?.arbitrary(provenance, sort))
    }

    fn element(&mut self, sort: Sort) -> Term {
        self.next(sort).unwrap_or_else(|| default_value(sort))
    }

    fn makes(&mut self, decisions: &[Decision]) -> bool {
        let end = self.position + decisions.len();
        let Some(given) = self.decisions.get(self.position..end) else { return false };
        let is_same = |(given, decision): (&Term, &Decision)| {
            converted(*given, decision.value.sort()) == decision.value
        };
        let makes = given.iter().zip(decisions).all(is_same);
        if makes {
            self.position = end;
        }
        makes
    }

    fn branch(&mut self, enabled: usize) -> usize {
        let given = self.next(Sort::BitVec(32)).and_then(|value| {
            let number = term::build::as_bv(value)?;
            Some(number.iter_u32_digits().next().unwrap_or(0) as usize)
        });
        match (given, &mut self.random) {
            (Some(position), _) => position,
            (None, Some(random)) => random.branch(enabled),
            (None, None) => 0,
        }
    }
}
