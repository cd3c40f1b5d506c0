//! The control-flow graph: one graph without calls, with error locations.
//! Everything behind the front ends works on it.

use std::rc::Rc;

use base::index::{Idx, IndexVec};
use term::Term;

use super::core_program::{Edge, Location, Target};
use super::ids::{EdgeId, LocationId};
use super::statement::{Provenance, Statement};

/// A control-flow graph. Targets have no outgoing edges; no edge is a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cfg {
    /// All program variables.
    pub variables: Vec<Term>,
    /// Formulas that hold always; see [`crate::CoreProgram::axioms`].
    pub axioms: Vec<Term>,
    /// The locations.
    pub locations: IndexVec<LocationId, Location>,
    /// The edges.
    pub edges: IndexVec<EdgeId, Edge>,
    /// Where executions start.
    pub entry: LocationId,
    /// The copies of procedures that the graph is made of; see [`crate::Landmark::frame`].
    pub frames: Rc<[Frame]>,
}

/// A copy of a procedure.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Frame {
    /// The variables of the copy, each with the procedure's variable that it stands for.
    pub variables: Vec<(Term, Term)>,
}

impl Cfg {
    /// A graph with an entry location and nothing else.
    pub fn new() -> Cfg {
        let mut locations = IndexVec::new();
        let entry = locations.push(Location { name: "start".into(), ..Location::default() });
        Cfg {
            variables: Vec::new(),
            axioms: Vec::new(),
            locations,
            edges: IndexVec::new(),
            entry,
            frames: Rc::default(),
        }
    }

    /// The target locations with what they mean.
    pub fn targets(&self) -> impl Iterator<Item = (LocationId, &Target)> {
        self.locations.iter_enumerated().filter_map(|(id, location)| Some((id, location.target.as_ref()?)))
    }

    /// For each location, its outgoing edges.
    pub fn outgoing(&self) -> IndexVec<LocationId, Vec<EdgeId>> {
        let mut outgoing = IndexVec::from_elem(Vec::new(), self.locations.len());
        for (id, edge) in self.edges.iter_enumerated() {
            outgoing[edge.source].push(id);
        }
        outgoing
    }

    /// For each location, its incoming edges.
    pub fn incoming(&self) -> IndexVec<LocationId, Vec<EdgeId>> {
        let mut incoming = IndexVec::from_elem(Vec::new(), self.locations.len());
        for (id, edge) in self.edges.iter_enumerated() {
            incoming[edge.destination].push(id);
        }
        incoming
    }

    /// Adds an edge.
    pub fn add_edge(
        &mut self,
        source: LocationId,
        destination: LocationId,
        statement: Statement,
        provenance: Provenance,
    ) -> EdgeId {
        self.edges.push(Edge { source, destination, statement, provenance })
    }

    /// The locations that cut every cycle: destinations of back edges of a depth-first search
    /// from the entry.
    pub fn loop_heads(&self) -> Vec<LocationId> {
        let outgoing = self.outgoing();
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut states = IndexVec::from_elem(State::New, self.locations.len());
        let mut is_head = IndexVec::from_elem(false, self.locations.len());
        // The entry first: what it does not reach follows in any order.
        for root in std::iter::once(self.entry).chain(self.locations.ids()) {
            if states[root] != State::New {
                continue;
            }
            states[root] = State::Open;
            let mut stack = vec![(root, 0)];
            while let Some((location, position)) = stack.pop() {
                match outgoing[location].get(position) {
                    None => states[location] = State::Done,
                    Some(&edge) => {
                        stack.push((location, position + 1));
                        let next = self.edges[edge].destination;
                        match states[next] {
                            State::Open => is_head[next] = true,
                            State::New => {
                                states[next] = State::Open;
                                stack.push((next, 0));
                            }
                            State::Done => {}
                        }
                    }
                }
            }
        }
        is_head.iter_enumerated().filter(|(_, head)| **head).map(|(id, _)| id).collect()
    }

    /// The locations that the entry reaches, each before those behind it, except for back edges.
    pub fn reverse_postorder(&self) -> Vec<LocationId> {
        let outgoing = self.outgoing();
        let mut is_seen = IndexVec::from_elem(false, self.locations.len());
        let mut order = Vec::new();
        is_seen[self.entry] = true;
        let mut stack = vec![(self.entry, 0)];
        while let Some((location, position)) = stack.pop() {
            let Some(&edge) = outgoing[location].get(position) else {
                order.push(location);
                continue;
            };
            stack.push((location, position + 1));
            let next = self.edges[edge].destination;
            if !std::mem::replace(&mut is_seen[next], true) {
                stack.push((next, 0));
            }
        }
        order.reverse();
        order
    }

    /// The strongly connected components of what the entry reaches, by number (Kosaraju's algorithm).
    pub fn components(&self) -> IndexVec<LocationId, usize> {
        let order = self.reverse_postorder();
        let incoming = self.incoming();
        let mut component = IndexVec::from_elem(usize::MAX, self.locations.len());
        // Backwards from each location, in reverse postorder.
        for (number, &root) in order.iter().enumerate() {
            let mut work = vec![root];
            while let Some(location) = work.pop() {
                if component[location] != usize::MAX {
                    continue;
                }
                component[location] = number;
                work.extend(incoming[location].iter().map(|edge| self.edges[*edge].source));
            }
        }
        component
    }

    /// A name for a location: its own, or its number.
    pub fn location_name(&self, location: LocationId) -> Rc<str> {
        let name = &self.locations[location].name;
        if name.is_empty() { format!("L{}", location.index()).into() } else { name.clone() }
    }
}

impl Default for Cfg {
    fn default() -> Cfg {
        Cfg::new()
    }
}
