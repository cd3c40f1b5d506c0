//! The verification conditions of a loop-free region, in passive form.
//!
//! The region starts in a cut point, with every variable at its plain name. A
//! location inside has a *reach* condition and a *state*: the current name of
//! each variable that was changed on the way. An assignment introduces a name
//! with a defining equation, which restricts nothing and is therefore asserted
//! without a guard; `havoc` introduces a name without one. Where ways meet, each
//! way has a Boolean of its own that implies its reach condition and that the
//! joined names have its values; the joined location is reached only if one of
//! these Booleans is true.
//!
//! Claim: an arrival's condition is satisfiable together with the definitions
//! if and only if some path takes that edge. Only if: follow the Booleans that are
//! true backwards. If: set the Booleans on the path to true and the others to
//! false. The size is linear in the number of edges times the number of
//! variables that differ where ways meet.

use std::collections::BTreeMap;
use std::rc::Rc;

use program::{EdgeId, LocationId, Statement};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Sort, Substitution, Symbol, Term, Version, build as mk};

use crate::cuts::CutGraph;

/// The names of the variables that were changed; the others have their plain names.
type State = BTreeMap<Term, Term>;

/// A way into a location: when it is taken, and the values it brings.
#[derive(Clone)]
struct Way {
    condition: Term,
    state: Rc<State>,
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
        names: 0,
        reach,
    };
    encoder.leave(start, Way { condition: mk::tt(), state: Rc::default() });
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

    /// A Boolean that implies the condition. Variables and constants stand for themselves.
    fn abbreviate(&mut self, condition: Term) -> Term {
        if condition.is_var() || condition.is_value() {
            return condition;
        }
        self.names += 1;
        let name = mk::versioned_var(self.reach, Version::At(self.names), Sort::Bool);
        self.definitions.push((name, mk::implies(name, condition)));
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
        let way = self.execute(&edge.statement, way);
        if way.condition.is_false() {
            return;
        }
        let location = edge.destination;
        if self.graph.is_cut(location) {
            self.arrivals.push(Arrival { location, condition: way.condition, state: way.state });
        } else {
            self.ways.entry(location).or_default().push(way);
        }
    }

    fn execute(&mut self, statement: &Statement, mut way: Way) -> Way {
        match statement {
            Statement::Assume(condition) => {
                let condition = instantiate(&way.state, *condition);
                way.condition = self.abbreviate(mk::and2(way.condition, condition));
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
        way
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

    /// The way that stands for all the given ones; `None` if there is none.
    fn join(&mut self, mut ways: Vec<Way>) -> Option<Way> {
        if ways.len() <= 1 {
            return ways.pop();
        }
        let mut joined = State::new();
        let mut differing: Vec<(Term, Term)> = Vec::new();
        for &variable in ways.iter().flat_map(|way| way.state.keys()) {
            if joined.contains_key(&variable) {
                continue;
            }
            let value = value_in(&ways[0], variable);
            if ways.iter().all(|way| value_in(way, variable) == value) {
                joined.insert(variable, value);
            } else {
                let name = self.new_name(variable);
                differing.push((variable, name));
                joined.insert(variable, name);
            }
        }
        let mut choices = Vec::with_capacity(ways.len());
        for way in &ways {
            let values = differing.iter().map(|&(v, name)| mk::eq(name, value_in(way, v)));
            let condition = mk::and(std::iter::once(way.condition).chain(values));
            choices.push(self.abbreviate(condition));
        }
        let condition = self.abbreviate(mk::or(choices));
        Some(Way { condition, state: Rc::new(joined) })
    }
}

fn value_in(way: &Way, variable: Term) -> Term {
    way.state.get(&variable).copied().unwrap_or(variable)
}
