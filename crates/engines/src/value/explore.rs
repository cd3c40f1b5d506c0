//! The exploration of the abstract state space under a precision.
//!
//! States are kept at the entry and where paths meet; between such locations the graph is a tree, through which the
//! assignment is taken as it is, edge by edge: large steps, in which nothing is forgotten. The precision counts where
//! states are kept.

use std::collections::VecDeque;

use base::index::IndexVec;
use base::{Budget, Exhausted};
use program::{BlockProgram, Cfg, EdgeId, LocationId};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::TraceSolver;

use super::assignment::{Assignment, Mark};
use super::cube::{CubeId, Cubes};
use super::place::PlaceId;
use super::precision::Precision;
use super::predicate_part::{Asking, PredicatePart, Start};
use super::space::{Space, StateId};
use super::transfer::Machine;
use super::word::Word;
use crate::cegar::{Goal, goal_of};
use crate::options::{EngineOptions, SearchOrder};

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

    /// The edges that begin at a location.
    pub fn outgoing(&self, location: LocationId) -> &[EdgeId] {
        &self.outgoing[location]
    }

    /// The path from a kept location to the end of an edge, through locations with one way in.
    pub fn last_path(&self, start: LocationId, edge: EdgeId) -> Vec<EdgeId> {
        let mut path = vec![edge];
        let mut source = self.sources[edge];
        while source != start {
            let Some(before) = self.arriving[source] else { break };
            path.push(before);
            source = self.sources[before];
        }
        path.reverse();
        path
    }

    /// The locations where states are kept.
    pub fn kept(&self) -> impl Iterator<Item = LocationId> {
        self.is_kept.ids().filter(|location| self.is_kept(*location))
    }
}

/// What an exploration works with.
pub struct World<'w> {
    /// The program.
    pub cfg: &'w Cfg,
    /// Its shape.
    pub graph: &'w Graph,
    /// Which values are kept.
    pub precision: &'w Precision,
    /// Computes values.
    pub machine: &'w mut Machine,
    /// Computes predicates, if states have some, with a solver.
    pub predicates: Option<(&'w mut PredicatePart, &'w mut (dyn TraceSolver + 'static))>,
    /// Goals that do not count.
    pub is_closed: &'w dyn Fn(LocationId) -> bool,
    /// Ends the work.
    pub budget: &'w Budget,
}

impl World<'_> {
    /// Whether nobody needs to be asked about paths to a location.
    fn is_plain(&self, location: LocationId) -> bool {
        self.predicates.as_ref().is_none_or(|(part, _)| !part.is_watched(location))
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
    /// A place with more values on a path is not tracked there any longer.
    max_values: Option<usize>,
    /// For states without predicates.
    no_cubes: Cubes,
}

/// Once a goal was reached, so many more states are looked at, and as many as there were before, because each further
/// path that is found may save an exploration.
const MORE_STATES: usize = 2000;
/// So many arrivals are enough.
const MAX_ARRIVALS: usize = 40;

impl Exploration {
    /// Begins at the entry, where nothing is known.
    pub fn new(graph: &Graph, machine: &mut Machine, options: &EngineOptions) -> Exploration {
        let mut space = Space::new(graph.outgoing.len());
        machine.assignment.clear();
        let no_cubes = Cubes::default();
        let first = space.add(graph.entry, &[], &machine.assignment, (CubeId::TRUE, &no_cubes), None);
        let frontier = first.into_iter().collect();
        let (arrivals, most_states) = (Vec::new(), usize::MAX);
        let EngineOptions { search: order, max_values, .. } = *options;
        Exploration { space, frontier, order, arrivals, first_arrival: 0, most_states, max_values, no_cubes }
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
    pub fn run(&mut self, world: &mut World<'_>) -> Result<(), Exhausted> {
        let mut next_check = world.machine.transfers + PERIOD;
        while !self.is_over() {
            if world.machine.transfers >= next_check {
                world.budget.check()?;
                next_check = world.machine.transfers + PERIOD;
            }
            let next = match self.order {
                SearchOrder::ReversePostorder | SearchOrder::BreadthFirst => self.frontier.pop_front(),
                SearchOrder::DepthFirst => self.frontier.pop_back(),
            };
            let Some(state) = next else { break };
            self.expand(state, world).inspect_err(|_| self.frontier.push_front(state))?;
        }
        Ok(())
    }

    /// Takes all paths from a state to the next states.
    fn expand(&mut self, state: StateId, world: &mut World<'_>) -> Result<(), Exhausted> {
        let graph = world.graph;
        world.machine.assignment.clear();
        let (places, values) = self.space.values(state);
        for (place, value) in places.iter().zip(values) {
            world.machine.assignment.set(*place, Some(*value));
        }
        let start = world.machine.assignment.mark();
        let location = self.space.location(state);
        let mut stack: Vec<(EdgeId, Mark)> =
            graph.outgoing[location].iter().rev().map(|edge| (*edge, start)).collect();
        while let Some((edge, mark)) = stack.pop() {
            world.machine.undo(mark);
            if world.machine.execute(edge).is_err() {
                continue;
            }
            let next = graph.destinations[edge];
            if graph.goals[next].is_none() && !graph.is_kept[next] {
                let mark = world.machine.assignment.mark();
                stack.extend(graph.outgoing[next].iter().rev().map(|edge| (*edge, mark)));
            } else if let Some(cube) = self.predicates_after(state, edge, world)? {
                self.reach(state, edge, cube, world);
            }
        }
        Ok(())
    }

    /// The predicates behind the last edge of a path from a state; nothing if they say that it cannot be taken.
    fn predicates_after(
        &self,
        state: StateId,
        edge: EdgeId,
        world: &mut World<'_>,
    ) -> Result<Option<CubeId>, Exhausted> {
        let next = world.graph.destinations[edge];
        if world.is_plain(next) || (world.graph.goals[next].is_some() && (world.is_closed)(next)) {
            return Ok(Some(CubeId::TRUE));
        }
        let Some((part, solver)) = &mut world.predicates else { return Ok(Some(CubeId::TRUE)) };
        let path = self.last_path((state, edge), world.graph);
        let (known, values) = self.space.values(state);
        let Machine { places, words, .. } = &*world.machine;
        let start = Start { cube: self.space.cube(state), known, values, places, words };
        let mut asking = Asking { solver: &mut **solver, budget: world.budget };
        part.arrive(&start, &path, world.cfg, &mut asking)
    }

    /// Reaches a goal, or a state that is kept.
    fn reach(&mut self, state: StateId, edge: EdgeId, cube: CubeId, world: &mut World<'_>) {
        let next = world.graph.destinations[edge];
        if world.graph.goals[next].is_some() {
            if !(world.is_closed)(next) {
                self.arrive(state, edge);
            }
            return;
        }
        let cubes = world.predicates.as_ref().map_or(&self.no_cubes, |(part, _)| part.cubes());
        let tracked = world.precision.at(next);
        if let Some(most) = self.max_values {
            self.forget_crowded(state, next, tracked, most, &mut world.machine.assignment);
        }
        let assignment = &world.machine.assignment;
        if let Some(new) = self.space.add(next, tracked, assignment, (cube, cubes), Some((state, edge))) {
            self.frontier.push_back(new);
        }
    }

    /// Dynamic precision: forgets the tracked places that have more values than so many at the same location of the path.
    fn forget_crowded(
        &self,
        state: StateId,
        location: LocationId,
        tracked: &[PlaceId],
        most: usize,
        assignment: &mut Assignment,
    ) {
        let mut seen: FxHashMap<PlaceId, FxHashSet<Word>> = FxHashMap::default();
        let mut step = Some(state);
        while let Some(before) = step {
            if self.space.location(before) == location {
                let (places, values) = self.space.values(before);
                for (place, value) in places.iter().zip(values) {
                    seen.entry(*place).or_default().insert(*value);
                }
            }
            step = self.space.parent(before).map(|(parent, _)| parent);
        }
        for &place in tracked {
            let is_crowded = |value: &Word| {
                seen.get(&place).is_some_and(|values| values.len() >= most && !values.contains(value))
            };
            if assignment.get(place).as_ref().is_some_and(is_crowded) {
                assignment.set(place, None);
            }
        }
    }

    fn arrive(&mut self, state: StateId, edge: EdgeId) {
        if self.arrivals.is_empty() {
            self.first_arrival = self.space.len();
        }
        self.arrivals.push((state, edge));
    }

    /// The path from a state to the end of an edge.
    fn last_path(&self, (state, edge): Arrival, graph: &Graph) -> Vec<EdgeId> {
        graph.last_path(self.space.location(state), edge)
    }

    /// The path from the entry.
    pub fn path(&self, arrival: Arrival, graph: &Graph) -> Vec<EdgeId> {
        let mut parts = Vec::new();
        let mut step = Some(arrival);
        while let Some((state, edge)) = step {
            parts.push(self.last_path((state, edge), graph));
            step = self.space.parent(state);
        }
        parts.into_iter().rev().flatten().collect()
    }
}
