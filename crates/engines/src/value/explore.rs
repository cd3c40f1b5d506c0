//! The exploration of the abstract state space under a precision.
//!
//! States are kept at the entry and where paths meet; between such locations the graph is a tree, through which the
//! assignment is taken as it is, edge by edge: large steps, in which nothing is forgotten. The precision counts where
//! states are kept.

use std::collections::VecDeque;

use base::index::IndexVec;
use base::{Budget, Exhausted};
use program::{BlockProgram, Cfg, EdgeId, LocationId};

use super::assignment::Mark;
use super::precision::Precision;
use super::space::{Space, StateId};
use super::transfer::Machine;
use crate::cegar::{Goal, goal_of};
use crate::options::SearchOrder;

/// The budget is looked at after so many transfers.
const PERIOD: u64 = 4096;

/// The graph as the exploration sees it.
pub struct Graph {
    outgoing: IndexVec<LocationId, Vec<EdgeId>>,
    sources: IndexVec<EdgeId, LocationId>,
    destinations: IndexVec<EdgeId, LocationId>,
    /// Whether states are kept here.
    is_kept: IndexVec<LocationId, bool>,
    /// For locations where none are: the only edge that leads there.
    arriving: IndexVec<LocationId, Option<EdgeId>>,
    goals: IndexVec<LocationId, Option<Goal>>,
    /// Where executions start.
    pub entry: LocationId,
}

impl Graph {
    /// The graph of a program.
    pub fn new(program: &BlockProgram) -> Graph {
        let cfg: &Cfg = &program.cfg;
        let incoming = cfg.incoming();
        let is_kept = cfg.locations.ids().map(|l| l == cfg.entry || incoming[l].len() > 1).collect();
        Graph {
            outgoing: cfg.outgoing(),
            sources: cfg.edges.iter().map(|edge| edge.source).collect(),
            destinations: cfg.edges.iter().map(|edge| edge.destination).collect(),
            is_kept,
            arriving: incoming.iter().map(|edges| edges.first().copied()).collect(),
            goals: cfg.locations.ids().map(|location| goal_of(program, location)).collect(),
            entry: cfg.entry,
        }
    }

    /// Whether states are kept at a location.
    pub fn is_kept(&self, location: LocationId) -> bool {
        self.is_kept[location] && self.goals[location].is_none()
    }

    /// What reaching a location means.
    pub fn goal(&self, location: LocationId) -> Option<Goal> {
        self.goals[location]
    }

    /// Where an edge leads.
    pub fn destination(&self, edge: EdgeId) -> LocationId {
        self.destinations[edge]
    }

    /// Where an edge begins.
    pub fn source(&self, edge: EdgeId) -> LocationId {
        self.sources[edge]
    }

    /// The locations where states are kept.
    pub fn kept(&self) -> impl Iterator<Item = LocationId> {
        self.is_kept.ids().filter(|location| self.is_kept(*location))
    }
}

/// The arrival at a goal: the last state, and the last edge.
pub type Arrival = (StateId, EdgeId);

/// An exploration that can be interrupted.
pub struct Exploration {
    /// The states that were reached.
    pub space: Space,
    frontier: VecDeque<StateId>,
    order: SearchOrder,
    /// Arrivals at goals.
    pub arrivals: Vec<Arrival>,
    /// How many states there were at the first of them.
    first_arrival: usize,
    /// With more states, the exploration is over.
    pub most_states: usize,
}

/// Once a goal was reached, so many more states are looked at, and as many as there were before, because each further
/// path that is found may save an exploration.
const MORE_STATES: usize = 2000;
/// So many arrivals are enough.
const MAX_ARRIVALS: usize = 40;

impl Exploration {
    /// Begins at the entry, where nothing is known.
    pub fn new(graph: &Graph, machine: &mut Machine, order: SearchOrder) -> Exploration {
        let mut space = Space::new(graph.outgoing.len());
        machine.assignment.clear();
        let first = space.add(graph.entry, &[], &machine.assignment, None);
        let frontier = first.into_iter().collect();
        let (arrivals, most_states) = (Vec::new(), usize::MAX);
        Exploration { space, frontier, order, arrivals, first_arrival: 0, most_states }
    }

    /// Whether all states were looked at.
    pub fn is_complete(&self) -> bool {
        self.frontier.is_empty()
    }

    /// Whether there is nothing left to look at.
    fn is_over(&self) -> bool {
        let count = self.arrivals.len();
        let is_late = count > 0 && self.space.len() > 2 * self.first_arrival + MORE_STATES;
        self.frontier.is_empty() || is_late || count >= MAX_ARRIVALS || self.space.len() > self.most_states
    }

    /// Explores until no state is left, or goals were reached. Closed goals do not count.
    pub fn run(
        &mut self,
        graph: &Graph,
        precision: &Precision,
        machine: &mut Machine,
        is_closed: &dyn Fn(LocationId) -> bool,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let mut next_check = machine.transfers + PERIOD;
        while !self.is_over() {
            if machine.transfers >= next_check {
                budget.check()?;
                next_check = machine.transfers + PERIOD;
            }
            let next = match self.order {
                SearchOrder::ReversePostorder | SearchOrder::BreadthFirst => self.frontier.pop_front(),
                SearchOrder::DepthFirst => self.frontier.pop_back(),
            };
            let Some(state) = next else { break };
            self.expand(state, graph, precision, machine, is_closed);
        }
        Ok(())
    }

    /// Takes all paths from a state to the next states.
    fn expand(
        &mut self,
        state: StateId,
        graph: &Graph,
        precision: &Precision,
        machine: &mut Machine,
        is_closed: &dyn Fn(LocationId) -> bool,
    ) {
        machine.assignment.clear();
        let (places, values) = self.space.values(state);
        for (place, value) in places.iter().zip(values) {
            machine.assignment.set(*place, Some(*value));
        }
        let start = machine.assignment.mark();
        let location = self.space.location(state);
        let mut stack: Vec<(EdgeId, Mark)> =
            graph.outgoing[location].iter().rev().map(|edge| (*edge, start)).collect();
        while let Some((edge, mark)) = stack.pop() {
            machine.undo(mark);
            if machine.execute(edge).is_err() {
                continue;
            }
            let next = graph.destinations[edge];
            if graph.goals[next].is_some() {
                if !is_closed(next) {
                    self.arrive(state, edge);
                }
            } else if graph.is_kept[next] {
                let tracked = precision.at(next);
                if let Some(new) = self.space.add(next, tracked, &machine.assignment, Some((state, edge))) {
                    self.frontier.push_back(new);
                }
            } else {
                let mark = machine.assignment.mark();
                stack.extend(graph.outgoing[next].iter().rev().map(|edge| (*edge, mark)));
            }
        }
    }

    fn arrive(&mut self, state: StateId, edge: EdgeId) {
        if self.arrivals.is_empty() {
            self.first_arrival = self.space.len();
        }
        self.arrivals.push((state, edge));
    }

    /// The path from the entry.
    pub fn path(&self, (state, edge): Arrival, graph: &Graph) -> Vec<EdgeId> {
        let mut path = Vec::new();
        let mut step = Some((state, edge));
        while let Some((state, edge)) = step {
            // Back to the location of the state, through locations with one way in.
            let start = self.space.location(state);
            let mut edge = edge;
            loop {
                path.push(edge);
                let source = graph.sources[edge];
                match graph.arriving[source] {
                    Some(before) if source != start => edge = before,
                    _ => break,
                }
            }
            step = self.space.parent(state);
        }
        path.reverse();
        path
    }
}
