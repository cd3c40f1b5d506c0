//! Intervals of some variables, for analyses that keep many such states for a location.

use term::Term;

use super::environment::Environment;
use super::evaluate::Evaluator;
use super::fixpoint;
use super::interval::Interval;
use crate::ir::Statement;

/// Where the values of integer and Boolean variables lie. Variables that are not named may have any value.
#[derive(Clone, Default)]
pub struct Bounds(Environment);

impl Bounds {
    /// The states in which these variables are in these intervals.
    pub fn of(intervals: impl IntoIterator<Item = (Term, Interval)>) -> Bounds {
        let mut environment = Environment::default();
        intervals.into_iter().for_each(|(variable, values)| environment.set(variable, values));
        Bounds(environment)
    }

    /// Where the value of a variable lies.
    pub fn get(&self, variable: Term) -> Interval {
        self.0.get(variable)
    }

    /// Where the value of an integer or Boolean term lies.
    pub fn eval(&self, term: Term) -> Interval {
        Evaluator::new().eval(&self.0, term)
    }

    /// What holds after a statement; `None` if no execution gets there.
    pub fn after(&self, statement: &Statement) -> Option<Bounds> {
        fixpoint::transfer(&self.0, statement).map(Bounds)
    }
}
