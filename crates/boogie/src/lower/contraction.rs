//! Graphs without detours.
//!
//! Lowering statement by statement leaves edges that do nothing, and locations that nothing reaches. Two rules
//! remove the former: a location whose only way on is such an edge is the same as the edge's destination; and
//! where such an edge is the only way into a location, what leaves the location can as well leave the edge's
//! source. Executions stay the same, up to steps without effect. Violations keep the edge into them, since it is
//! the step at which the violation happens. What cannot be reached is dropped, and the rest numbered anew.

use base::{Idx, IndexVec};
use program::{Edge, EdgeId, Location, LocationId, Procedure};

/// Contracts the graph of a procedure.
pub(super) fn contract(procedure: &mut Procedure) {
    let mut graph = Graph::of(procedure);
    graph.join_with_destinations(procedure);
    graph.join_with_sources(procedure);
    graph.rebuild(procedure);
}

struct Graph {
    edges: Vec<Option<Edge>>,
    outgoing: IndexVec<LocationId, Vec<usize>>,
    /// May still name edges that are gone.
    incoming: IndexVec<LocationId, Vec<usize>>,
}

impl Graph {
    fn of(procedure: &Procedure) -> Graph {
        let mut graph = Graph {
            edges: procedure.edges.iter().cloned().map(Some).collect(),
            outgoing: IndexVec::from_elem(Vec::new(), procedure.locations.len()),
            incoming: IndexVec::from_elem(Vec::new(), procedure.locations.len()),
        };
        let reachable = graph.reachable(procedure);
        for (number, slot) in graph.edges.iter_mut().enumerate() {
            let Some(edge) = slot else { continue };
            if reachable[edge.source] {
                graph.outgoing[edge.source].push(number);
                graph.incoming[edge.destination].push(number);
            } else {
                *slot = None;
            }
        }
        graph
    }

    fn reachable(&self, procedure: &Procedure) -> IndexVec<LocationId, bool> {
        let mut successors: IndexVec<LocationId, Vec<LocationId>> =
            IndexVec::from_elem(Vec::new(), procedure.locations.len());
        for edge in self.edges.iter().flatten() {
            successors[edge.source].push(edge.destination);
        }
        let mut reachable = IndexVec::from_elem(false, procedure.locations.len());
        let mut work = vec![procedure.entry];
        while let Some(location) = work.pop() {
            if !std::mem::replace(&mut reachable[location], true) {
                work.extend(&successors[location]);
            }
        }
        reachable
    }

    /// The edge, if it does nothing and is no step into a violation.
    fn detour(&self, number: usize, procedure: &Procedure) -> Option<&Edge> {
        self.edges[number].as_ref().filter(|edge| {
            edge.statement.is_skip()
                && edge.source != edge.destination
                && procedure.locations[edge.destination].target.is_none()
        })
    }

    /// First rule: a location whose only way on does nothing.
    fn join_with_destinations(&mut self, procedure: &mut Procedure) {
        for location in procedure.locations.ids() {
            let &[only] = self.outgoing[location].as_slice() else { continue };
            let Some(edge) = self.detour(only, procedure) else { continue };
            let destination = edge.destination;
            if location == procedure.entry {
                // The entry of an empty procedure stays apart from its exit.
                if destination == procedure.exit {
                    continue;
                }
                procedure.entry = destination;
            }
            self.edges[only] = None;
            self.outgoing[location].clear();
            let name = std::mem::take(&mut procedure.locations[location].name);
            if procedure.locations[destination].name.is_empty() {
                procedure.locations[destination].name = name;
            }
            for number in std::mem::take(&mut self.incoming[location]) {
                if let Some(edge) = &mut self.edges[number] {
                    edge.destination = destination;
                    self.incoming[destination].push(number);
                }
            }
        }
    }

    /// Second rule: a location into which only an edge leads that does nothing.
    fn join_with_sources(&mut self, procedure: &Procedure) {
        for location in procedure.locations.ids() {
            let mut live = self.incoming[location].iter().filter(|&&number| self.edges[number].is_some());
            let (Some(&only), None) = (live.next(), live.next()) else { continue };
            let Some(edge) = self.detour(only, procedure) else { continue };
            if location == procedure.exit || location == procedure.entry {
                continue;
            }
            let source = edge.source;
            self.edges[only] = None;
            self.incoming[location].clear();
            let moved = std::mem::take(&mut self.outgoing[location]);
            for &number in &moved {
                if let Some(edge) = &mut self.edges[number] {
                    edge.source = source;
                }
            }
            // In the place of the edge, to keep the order of alternatives.
            let alternatives = &mut self.outgoing[source];
            if let Some(position) = alternatives.iter().position(|&number| number == only) {
                alternatives.splice(position..=position, moved);
            }
        }
    }

    /// Puts what is left back, numbered in the order of a walk from the entry.
    fn rebuild(mut self, procedure: &mut Procedure) {
        let mut numbers: IndexVec<LocationId, Option<LocationId>> =
            IndexVec::from_elem(None, procedure.locations.len());
        let mut locations: IndexVec<LocationId, Location> = IndexVec::new();
        let mut edges: IndexVec<EdgeId, Edge> = IndexVec::new();
        let old_locations = std::mem::take(&mut procedure.locations);
        let mut number = |old: LocationId, locations: &mut IndexVec<LocationId, Location>| {
            *numbers[old].get_or_insert_with(|| locations.push(old_locations[old].clone()))
        };
        let (entry, exit) = (procedure.entry, procedure.exit);
        procedure.entry = number(entry, &mut locations);
        procedure.exit = number(exit, &mut locations);
        let mut work = vec![entry];
        let mut seen: IndexVec<LocationId, bool> = IndexVec::from_elem(false, old_locations.len());
        seen[entry] = true;
        while let Some(old) = work.pop() {
            let mut next = Vec::new();
            for index in std::mem::take(&mut self.outgoing[old]) {
                let Some(edge) = self.edges[index].take() else { continue };
                let (source, destination) =
                    (number(old, &mut locations), number(edge.destination, &mut locations));
                if !std::mem::replace(&mut seen[edge.destination], true) {
                    next.push(edge.destination);
                }
                edges.push(Edge { source, destination, ..edge });
            }
            work.extend(next.into_iter().rev());
        }
        procedure.locations = locations;
        procedure.edges = edges;
        debug_assert!(procedure.exit.index() < procedure.locations.len());
    }
}
