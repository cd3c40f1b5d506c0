//! The verification conditions of a loop-free region, in passive form.
//!
//! The region starts in a cut point, with every variable at its plain name. A
//! location inside is reached by a *way*: literals that are all true if it is
//! reached, in the order in which executions meet them, and a *state*: the
//! current name of each variable that was changed. A name for a value is defined
//! by an equation, which restricts nothing and is therefore asserted without a
//! guard; `havoc` introduces a name without one. Where two ways meet, a
//! *selector* says which one was taken: if the ways differ first in a literal and
//! its negation, that literal, otherwise a new Boolean. The joined values are
//! choices by the selector.
//!
//! Claim: an arrival's condition is satisfiable together with the definitions
//! if and only if some path takes that edge. Only if: follow the selectors
//! backwards; the literals of the way that they choose are true, and its values
//! are those of the joined names. If: let each new Boolean choose the path. All
//! names are defined by terms over names before them, so nothing is restricted.
//! The size is linear in the number of edges times the number of variables that
//! differ where ways meet.

use std::collections::BTreeMap;
use std::rc::Rc;

use program::{EdgeId, LocationId, Statement};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Sort, Substitution, Symbol, Term, Version, build as mk};

use crate::cuts::CutGraph;

/// The names of the variables that were changed; the others have their plain names.
type State = BTreeMap<Term, Term>;

/// A way into a location: when it is taken, and the values it brings.
#[derive(Clone, Default)]
struct Way {
    literals: Vec<Term>,
    state: Rc<State>,
}

impl Way {
    fn value(&self, variable: Term) -> Term {
        self.state.get(&variable).copied().unwrap_or(variable)
    }

    /// The way on which a literal is true, too; `None` if that is impossible.
    fn with(mut self, literal: Term) -> Option<Way> {
        if literal.is_false() || self.literals.contains(&mk::not(literal)) {
            return None;
        }
        if !literal.is_true() && !self.literals.contains(&literal) {
            self.literals.push(literal);
        }
        Some(self)
    }

    /// How many literals two ways have in common before they differ.
    fn in_common(&self, other: &Way) -> usize {
        self.literals.iter().zip(&other.literals).take_while(|(a, b)| a == b).count()
    }
}

/// The arrival at a cut point by an edge.
pub(crate) struct Arrival {
    /// The cut point.
    pub location: LocationId,
    /// True only if the edge is taken.
    pub condition: Term,
    state: Rc<State>,
}

/// The encoding of a region.
#[derive(Default)]
pub(crate) struct Region {
    /// What the solver must know: names with what they mean, each after those that it mentions.
    pub definitions: Vec<(Term, Term)>,
    /// How executions leave the region.
    pub arrivals: Vec<Arrival>,
}

impl Region {
    /// The definitions that a formula depends on. The others restrict nothing, but may be hard.
    pub fn definitions_of(&self, formula: Term) -> Vec<Term> {
        let mut mentioned: FxHashSet<Term> = formula.free_variables().iter().copied().collect();
        let mut needed = Vec::new();
        for &(name, definition) in self.definitions.iter().rev() {
            if mentioned.contains(&name) {
                mentioned.extend(definition.free_variables());
                needed.push(definition);
            }
        }
        needed.reverse();
        needed
    }
}

impl Arrival {
    /// A formula over program variables, in the state of the arrival.
    pub fn instantiate(&self, formula: Term) -> Term {
        instantiate(&self.state, formula)
    }
}

fn instantiate(state: &State, formula: Term) -> Term {
    let free = formula.free_variables().iter();
    free.filter_map(|v| Some((*v, *state.get(v)?))).collect::<Substitution>().apply(formula)
}

/// Encodes the region that starts in a cut point. `reach` is a name for Booleans that nobody uses.
pub(crate) fn encode(graph: &CutGraph, start: LocationId, reach: Symbol) -> Region {
    let mut encoder = Encoder {
        graph,
        definitions: Vec::new(),
        arrivals: Vec::new(),
        ways: FxHashMap::default(),
        known: FxHashMap::default(),
        names: 0,
        reach,
    };
    encoder.leave(start, Way::default());
    for location in graph.region(start) {
        let ways = encoder.ways.remove(&location).unwrap_or_default();
        if let Some(way) = encoder.join(ways) {
            encoder.leave(location, way);
        }
    }
    Region { definitions: encoder.definitions, arrivals: encoder.arrivals }
}

struct Encoder<'g, 'c> {
    graph: &'g CutGraph<'c>,
    definitions: Vec<(Term, Term)>,
    arrivals: Vec<Arrival>,
    /// The ways into locations that are still to come.
    ways: FxHashMap<LocationId, Vec<Way>>,
    /// The names of conditions.
    known: FxHashMap<Term, Term>,
    /// The number of names that were introduced.
    names: u32,
    /// The common name of the Booleans.
    reach: Symbol,
}

impl Encoder<'_, '_> {
    fn new_name(&mut self, variable: Term) -> Term {
        self.names += 1;
        mk::with_version(variable, Version::At(self.names))
    }

    fn new_boolean(&mut self) -> Term {
        self.names += 1;
        mk::versioned_var(self.reach, Version::At(self.names), Sort::Bool)
    }

    /// A literal that says whether the condition holds. With quantifiers it only implies the condition, and no literal
    /// says that the condition does not hold.
    fn literal(&mut self, condition: Term) -> Term {
        let is_plain = |term: Term| term.is_var() || term.is_value();
        if is_plain(condition) || (condition.op() == Op::Not && is_plain(condition.arguments()[0])) {
            return condition;
        }
        if condition.has_quantifier() {
            let name = self.new_boolean();
            self.definitions.push((name, mk::implies(name, condition)));
            return name;
        }
        if let Some(&name) = self.known.get(&condition) {
            return name;
        }
        if let Some(&name) = self.known.get(&mk::not(condition)) {
            return mk::not(name);
        }
        let name = self.new_boolean();
        self.known.insert(condition, name);
        self.definitions.push((name, mk::eq(name, condition)));
        name
    }

    /// Takes all edges out of a location.
    fn leave(&mut self, location: LocationId, way: Way) {
        let graph = self.graph;
        let Some((&last, others)) = graph.outgoing(location).split_last() else { return };
        for &edge in others {
            self.take(edge, way.clone());
        }
        self.take(last, way); // the state moves on without a copy
    }

    fn take(&mut self, edge: EdgeId, way: Way) {
        let edge = &self.graph.cfg.edges[edge];
        let Some(way) = self.execute(&edge.statement, way) else { return };
        let location = edge.destination;
        if self.graph.is_cut(location) {
            self.arrivals.push(Arrival { location, condition: mk::and(way.literals), state: way.state });
        } else {
            self.ways.entry(location).or_default().push(way);
        }
    }

    /// The way behind a statement; `None` if no execution gets there.
    fn execute(&mut self, statement: &Statement, mut way: Way) -> Option<Way> {
        match statement {
            Statement::Assume(condition) => {
                let literal = self.literal(instantiate(&way.state, *condition));
                return way.with(literal);
            }
            Statement::Assign(pairs) => {
                let values: Vec<Term> = pairs.iter().map(|(_, e)| instantiate(&way.state, *e)).collect();
                for (&(variable, _), value) in pairs.iter().zip(values) {
                    let name = self.name_for(variable, value);
                    Rc::make_mut(&mut way.state).insert(variable, name);
                }
            }
            Statement::Havoc(variables) => {
                for &variable in variables {
                    let name = self.new_name(variable);
                    Rc::make_mut(&mut way.state).insert(variable, name);
                }
            }
            Statement::Call(_) => unreachable!("the graph was checked to have no calls"),
        }
        Some(way)
    }

    /// A name for a value. Copies and constants need none.
    fn name_for(&mut self, variable: Term, value: Term) -> Term {
        if value.is_var() || value.is_value() {
            return value;
        }
        let name = self.new_name(variable);
        self.definitions.push((name, mk::eq(name, value)));
        name
    }

    /// The way that stands for all the given ones; `None` if there is none. Those with most in common are joined first.
    fn join(&mut self, mut ways: Vec<Way>) -> Option<Way> {
        ways.sort_by(|a, b| a.literals.cmp(&b.literals));
        let mut joined: Vec<Way> = Vec::new();
        for way in ways {
            while let [.., first, second] = &joined[..]
                && first.in_common(second) >= second.in_common(&way)
            {
                let both = self.join_two(first, second);
                joined.truncate(joined.len() - 2);
                joined.push(both);
            }
            joined.push(way);
        }
        while let [.., first, second] = &joined[..] {
            let both = self.join_two(first, second);
            joined.truncate(joined.len() - 2);
            joined.push(both);
        }
        joined.pop()
    }

    fn join_two(&mut self, first: &Way, second: &Way) -> Way {
        let common = first.in_common(second);
        let (mut here, mut there) = (&first.literals[common..], &second.literals[common..]);
        let selector = match (here.first(), there.first()) {
            (Some(&literal), Some(&other)) if other == mk::not(literal) => {
                (here, there) = (&here[1..], &there[1..]);
                literal
            }
            _ => self.new_boolean(),
        };
        let choice = mk::ite(selector, mk::and(here.iter().copied()), mk::and(there.iter().copied()));
        let mut literals = first.literals[..common].to_vec();
        let chosen = self.literal(choice);
        if !chosen.is_true() {
            literals.push(chosen);
        }
        let mut state = State::new();
        for &variable in first.state.keys().chain(second.state.keys()) {
            state.entry(variable).or_insert_with(|| {
                let value = mk::ite(selector, first.value(variable), second.value(variable));
                self.name_for(variable, value)
            });
        }
        Way { literals, state: Rc::new(state) }
    }
}
