//! How many edges are between an edge and the next violation.
//!
//! Calls are followed into the callee and over it, and returns lead to every place behind a call: the distance is never
//! too large, and all that it has to do is to order alternatives.

use std::collections::VecDeque;

use interpreter::Place;
use program::{CoreProgram, EdgeId, LocationId, ProcedureId, Statement, Target};
use rustc_hash::FxHashMap;

/// The distances of the destinations of edges.
#[derive(Debug, Default)]
pub struct Distances {
    edges: FxHashMap<(ProcedureId, EdgeId), u32>,
}

impl Distances {
    /// The distances in a program.
    pub fn new(program: &CoreProgram) -> Distances {
        type Node = (ProcedureId, LocationId);
        let mut before: FxHashMap<Node, Vec<Node>> = FxHashMap::default();
        let mut work: VecDeque<Node> = VecDeque::new();
        let mut distances: FxHashMap<Node, u32> = FxHashMap::default();
        for (id, procedure) in program.procedures.iter_enumerated() {
            for edge in procedure.edges.iter() {
                let (source, destination) = ((id, edge.source), (id, edge.destination));
                before.entry(destination).or_default().push(source);
                if let Statement::Call(call) = &edge.statement {
                    let callee = &program.procedures[call.procedure];
                    before.entry((call.procedure, callee.entry)).or_default().push(source);
                    before.entry(destination).or_default().push((call.procedure, callee.exit));
                }
            }
            for (location, data) in procedure.locations.iter_enumerated() {
                if matches!(data.target, Some(Target::Violation(_))) {
                    distances.insert((id, location), 0);
                    work.push_back((id, location));
                }
            }
        }
        while let Some(node) = work.pop_front() {
            let next = distances[&node] + 1;
            for &other in before.get(&node).into_iter().flatten() {
                distances.entry(other).or_insert_with(|| {
                    work.push_back(other);
                    next
                });
            }
        }
        let mut edges = FxHashMap::default();
        for (id, procedure) in program.procedures.iter_enumerated() {
            for (edge_id, edge) in procedure.edges.iter_enumerated() {
                if let Some(distance) = distances.get(&(id, edge.destination)) {
                    edges.insert((id, edge_id), *distance);
                }
            }
        }
        Distances { edges }
    }

    /// These distances.
    #[cfg(test)]
    pub fn of(edges: impl IntoIterator<Item = (Place, u32)>) -> Distances {
        Distances {
            edges: edges.into_iter().map(|(at, distance)| ((at.procedure, at.edge), distance)).collect(),
        }
    }

    /// How many edges lead towards a violation.
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// The distance behind an edge; none if no violation can be reached.
    pub fn behind(&self, edge: Place) -> Option<u32> {
        self.edges.get(&(edge.procedure, edge.edge)).copied()
    }
}
