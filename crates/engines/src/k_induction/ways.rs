//! How executions arrive somewhere: under which condition, and with which values.
//!
//! Conditions are lists of literals in the order in which executions meet them. Where ways join whose lists differ first
//! in a condition and its negation, this condition tells which way was taken; other ways have a Boolean of their own
//! that does. So behind an `if` whose branches both go on, the condition is the one before it, and what only one value
//! of a variable decides is decided while the formula is built.

use std::collections::BTreeMap;
use std::rc::Rc;

use program::{EdgeId, Statement};
use term::{Substitution, Term, build as mk};

use super::definitions::Definitions;

/// The names of the variables that were changed; the others have their plain names.
type State = BTreeMap<Term, Term>;

/// A point in the story of an execution.
pub type Moment = usize;

/// What happened last.
pub enum Event {
    /// The execution began.
    Start,
    /// It took an edge.
    Edge(EdgeId, Moment),
    /// It came by the first way if the literal is true, otherwise by the second.
    Join(Term, Moment, Moment),
}

/// How executions arrive somewhere.
#[derive(Clone)]
pub struct Way {
    /// Literals that are all true if and only if they arrive.
    pub literals: Vec<Term>,
    state: Rc<State>,
    /// How they came.
    pub moment: Moment,
}

/// The ways of some executions.
pub struct Ways {
    /// The names that they use.
    pub definitions: Definitions,
    /// What happened on them.
    pub events: Vec<Event>,
}

impl Way {
    /// A formula over program variables, where the way ends.
    pub fn instantiate(&self, formula: Term) -> Term {
        let free = formula.free_variables().iter();
        free.filter_map(|v| Some((*v, *self.state.get(v)?))).collect::<Substitution>().apply(formula)
    }

    /// Forgets the values of all variables but these, which nothing reads any more.
    pub fn keep(&mut self, is_kept: impl Fn(Term) -> bool) {
        if self.state.keys().any(|variable| !is_kept(*variable)) {
            Rc::make_mut(&mut self.state).retain(|variable, _| is_kept(*variable));
        }
    }

    fn value(&self, variable: Term) -> Term {
        self.state.get(&variable).copied().unwrap_or(variable)
    }
}

impl Ways {
    /// No ways yet.
    pub fn new() -> Ways {
        Ways { definitions: Definitions::new(), events: Vec::new() }
    }

    fn happened(&mut self, event: Event) -> Moment {
        self.events.push(event);
        self.events.len() - 1
    }

    /// The start of executions.
    pub fn start(&mut self) -> Way {
        Way { literals: Vec::new(), state: Rc::default(), moment: self.happened(Event::Start) }
    }

    /// The way that takes an edge after this one; `None` if none does.
    pub fn take(&mut self, mut way: Way, edge: EdgeId, statement: &Statement) -> Option<Way> {
        way.moment = self.happened(Event::Edge(edge, way.moment));
        match statement {
            Statement::Assume(condition) => return self.assume(way, *condition),
            Statement::Assign(pairs) => {
                let values: Vec<Term> = pairs.iter().map(|(_, value)| way.instantiate(*value)).collect();
                for (&(variable, _), value) in pairs.iter().zip(values) {
                    let name = self.definitions.value(variable, value);
                    Rc::make_mut(&mut way.state).insert(variable, name);
                }
            }
            Statement::Havoc(variables) => {
                for &variable in variables {
                    let name = self.definitions.unknown(variable);
                    Rc::make_mut(&mut way.state).insert(variable, name);
                }
            }
            Statement::Call(_) => unreachable!("calls are inlined before engines begin"),
        }
        Some(way)
    }

    /// The way on which a condition over program variables holds; `None` if it does not.
    pub fn assume(&mut self, mut way: Way, condition: Term) -> Option<Way> {
        let condition = way.instantiate(condition);
        let literal = self.definitions.literal(condition);
        if literal.is_false() || way.literals.contains(&mk::not(literal)) {
            return None;
        }
        if !literal.is_true() && !way.literals.contains(&literal) {
            way.literals.push(literal);
        }
        Some(way)
    }

    /// The way that stands for all the given ones; `None` if there is none.
    pub fn join(&mut self, mut ways: Vec<Way>) -> Option<Way> {
        // Those that have most in common stand beside each other, and are joined first.
        ways.sort_by(|a, b| a.literals.cmp(&b.literals));
        let mut joined: Vec<Way> = Vec::new();
        for way in ways {
            while let [.., first, second] = &joined[..]
                && in_common(first, second) >= in_common(second, &way)
            {
                self.join_last(&mut joined);
            }
            joined.push(way);
        }
        while joined.len() > 1 {
            self.join_last(&mut joined);
        }
        joined.pop()
    }

    fn join_last(&mut self, ways: &mut Vec<Way>) {
        if let (Some(second), Some(first)) = (ways.pop(), ways.pop()) {
            ways.push(self.join_two(&first, &second));
        }
    }

    fn join_two(&mut self, first: &Way, second: &Way) -> Way {
        let common = in_common(first, second);
        let (mut here, mut there) = (&first.literals[common..], &second.literals[common..]);
        let selector = match (here.first(), there.first()) {
            (Some(&a), Some(&b)) if a == mk::not(b) => {
                (here, there) = (&here[1..], &there[1..]);
                a
            }
            _ => self.definitions.choice(),
        };
        let mut literals = first.literals[..common].to_vec();
        let rest = mk::ite(selector, mk::and(here.iter().copied()), mk::and(there.iter().copied()));
        literals.push(self.definitions.literal(rest));
        literals.retain(|literal| !literal.is_true());
        let mut state = State::new();
        for &variable in first.state.keys().chain(second.state.keys()) {
            state.entry(variable).or_insert_with(|| {
                let value = mk::ite(selector, first.value(variable), second.value(variable));
                self.definitions.value(variable, value)
            });
        }
        let moment = self.happened(Event::Join(selector, first.moment, second.moment));
        Way { literals, state: Rc::new(state), moment }
    }
}

/// How many literals two ways have in common before they differ.
fn in_common(first: &Way, second: &Way) -> usize {
    first.literals.iter().zip(&second.literals).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use base::index::Idx;
    use term::Sort;

    use super::*;

    fn take(ways: &mut Ways, way: &Way, statement: Statement) -> Option<Way> {
        ways.take(way.clone(), EdgeId::from_usize(0), &statement)
    }

    /// Takes both branches of `if (x < 5) y := 1 else y := (value)`, and joins them.
    fn branch(ways: &mut Ways, before: &Way, value: i64) -> Way {
        let (x, y) = (mk::var("x", Sort::Int), mk::var("y", Sort::Int));
        let condition = mk::lt(x, mk::int(5));
        let mut arriving = Vec::new();
        for (assumed, value) in [(condition, 1), (mk::not(condition), value)] {
            let way = take(ways, before, Statement::Assume(assumed)).expect("both are possible");
            arriving.extend(take(ways, &way, Statement::Assign(vec![(y, mk::int(value))])));
        }
        ways.join(arriving).expect("two ways")
    }

    #[test]
    fn behind_both_branches_nothing_is_assumed() {
        let mut ways = Ways::new();
        let start = ways.start();
        let joined = branch(&mut ways, &start, 2);
        assert!(joined.literals.is_empty());
        let y = joined.instantiate(mk::var("y", Sort::Int));
        assert!(y.is_var() && ways.definitions.needed(&[y]).len() == 2, "a choice by the condition");
    }

    #[test]
    fn equal_values_and_known_conditions_are_decided() {
        let mut ways = Ways::new();
        let start = ways.start();
        let joined = branch(&mut ways, &start, 1);
        let y = mk::var("y", Sort::Int);
        assert_eq!(joined.instantiate(y), mk::int(1));
        assert!(take(&mut ways, &joined, Statement::Assume(mk::gt(y, mk::int(1)))).is_none());
        // The same condition twice.
        let small = mk::lt(mk::var("x", Sort::Int), mk::int(5));
        let way = take(&mut ways, &start, Statement::Assume(small)).expect("it may hold");
        assert!(take(&mut ways, &way, Statement::Assume(mk::not(small))).is_none());
    }

    #[test]
    fn ways_that_nothing_tells_apart_have_a_choice() {
        let mut ways = Ways::new();
        let start = ways.start();
        let y = mk::var("y", Sort::Int);
        let both: Vec<Way> = [1, 2]
            .into_iter()
            .filter_map(|value| take(&mut ways, &start, Statement::Assign(vec![(y, mk::int(value))])))
            .collect();
        let joined = ways.join(both).expect("two ways");
        assert!(joined.literals.is_empty());
        let name = joined.instantiate(y);
        let needed = ways.definitions.needed(&[name]);
        assert_eq!(needed.len(), 1);
        assert!(needed[0].free_variables().iter().any(|v| v.sort() == Sort::Bool));
    }
}
