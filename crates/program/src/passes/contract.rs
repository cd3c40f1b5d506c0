//! Contraction: locations that only `assume true` separates become one.
//!
//! Front ends leave such edges at branches that depend on nothing, at the ends of branches and at calls. Without
//! them, traces have the statements that the papers' traces have, and no location carries an assertion that the
//! one beside it carries already.
//!
//! An edge `u -> v` of this kind is contracted if `v` cannot be entered in another way, or `u` cannot be left in
//! another way: then an execution is at the one whenever it is, or can be, at the other. Targets and the entry
//! are never merged into another location.

use base::index::{Idx, IndexVec};
use rustc_hash::FxHashSet;

use crate::ir::{Cfg, Edge, Location, LocationId};

impl Cfg {
    /// The graph with fewer locations and the same executions.
    pub fn contract(&self) -> Cfg {
        let mut contraction = Contraction::new(self);
        while contraction.pass() {}
        contraction.finish()
    }
}

struct Contraction<'c> {
    cfg: &'c Cfg,
    /// The location that each one was merged into, or itself.
    merged: IndexVec<LocationId, LocationId>,
    incoming: IndexVec<LocationId, usize>,
    outgoing: IndexVec<LocationId, usize>,
    is_kept: Vec<bool>,
}

impl<'c> Contraction<'c> {
    fn new(cfg: &'c Cfg) -> Contraction<'c> {
        let mut incoming = IndexVec::from_elem(0, cfg.locations.len());
        let mut outgoing = incoming.clone();
        for edge in cfg.edges.iter() {
            outgoing[edge.source] += 1;
            incoming[edge.destination] += 1;
        }
        let merged = (0..cfg.locations.len()).map(LocationId::from_usize).collect();
        Contraction { cfg, merged, incoming, outgoing, is_kept: vec![true; cfg.edges.len()] }
    }

    fn find(&self, mut location: LocationId) -> LocationId {
        while self.merged[location] != location {
            location = self.merged[location];
        }
        location
    }

    /// Looks at every edge once. True if there may be more to do.
    fn pass(&mut self) -> bool {
        let mut has_changed = false;
        let mut seen = FxHashSet::default();
        for (number, edge) in self.cfg.edges.iter().enumerate() {
            let is_skip = edge.statement.is_skip() && edge.provenance.overapproximation.is_none();
            if !self.is_kept[number] || !is_skip {
                continue;
            }
            let (source, destination) = (self.find(edge.source), self.find(edge.destination));
            let is_needed = source != destination && seen.insert((source, destination));
            if !is_needed || self.merge(source, destination) {
                self.is_kept[number] = false;
                let (source, destination) = (self.find(source), self.find(destination));
                self.outgoing[source] -= 1;
                self.incoming[destination] -= 1;
                has_changed = true;
            }
        }
        has_changed
    }

    /// Makes one of two locations, if that changes nothing.
    fn merge(&mut self, source: LocationId, destination: LocationId) -> bool {
        if self.cfg.locations[destination].target.is_some() {
            return false;
        }
        let (gone, stays) = if self.incoming[destination] == 1 && destination != self.cfg.entry {
            (destination, source)
        } else if self.outgoing[source] == 1 && source != self.cfg.entry {
            (source, destination)
        } else {
            return false;
        };
        self.merged[gone] = stays;
        self.incoming[stays] += self.incoming[gone];
        self.outgoing[stays] += self.outgoing[gone];
        true
    }

    fn finish(&self) -> Cfg {
        let cfg = self.cfg;
        let mut result = Cfg { locations: IndexVec::new(), edges: IndexVec::new(), ..cfg.clone() };
        let mut ids = IndexVec::from_elem(None, cfg.locations.len());
        for (id, location) in cfg.locations.iter_enumerated() {
            if self.merged[id] == id {
                ids[id] = Some(result.locations.push(Location::clone(location)));
            }
        }
        let id_of = |location| ids[self.find(location)].expect("representatives are kept");
        for (id, location) in cfg.locations.iter_enumerated().filter(|(id, _)| self.merged[*id] != *id) {
            // Executions at the one are or can be at the other, so what holds there holds here.
            result.locations[id_of(id)].landmarks.extend(&location.landmarks);
        }
        result.entry = id_of(cfg.entry);
        let kept = cfg.edges.iter().zip(&self.is_kept).filter(|(_, is_kept)| **is_kept);
        for (edge, _) in kept {
            let (source, destination) = (id_of(edge.source), id_of(edge.destination));
            result.edges.push(Edge { source, destination, ..edge.clone() });
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Provenance, Statement, Target, Violation};
    use term::{Sort, build as mk};

    /// Builds a graph from edges between numbers; location 0 is the entry, negative numbers are targets.
    fn graph(edges: &[(i32, &str, i32)]) -> Cfg {
        let mut cfg = Cfg::new();
        let mut ids = vec![(0, cfg.entry)];
        let mut id_of = |number: i32, cfg: &mut Cfg| match ids.iter().find(|(other, _)| *other == number) {
            Some((_, id)) => *id,
            None => {
                let violation = Violation { property: "assert".into(), message: "no".into(), span: None };
                let target = (number < 0).then_some(Target::Violation(violation));
                let id = cfg.locations.push(Location {
                    name: number.to_string().into(),
                    target,
                    landmarks: Vec::new(),
                    frame: None,
                });
                ids.push((number, id));
                id
            }
        };
        for (source, statement, destination) in edges {
            let (source, destination) = (id_of(*source, &mut cfg), id_of(*destination, &mut cfg));
            let statement = match *statement {
                "" => Statement::skip(),
                name => Statement::Havoc(vec![mk::var(name, Sort::Int)]),
            };
            cfg.add_edge(source, destination, statement, Provenance::default());
        }
        cfg
    }

    fn check(edges: &[(i32, &str, i32)], expected: &[&str]) {
        let contracted = graph(edges).contract();
        let name = |location| contracted.location_name(location);
        let found: Vec<String> = contracted
            .edges
            .iter()
            .map(|edge| format!("{} {} {}", name(edge.source), edge.statement, name(edge.destination)))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn loops_over_nothing_become_those_of_the_paper() {
        let edges = [(0, "a", 1), (1, "", 2), (2, "", 3), (3, "b", 4), (4, "", 2), (2, "", 5), (5, "c", -1)];
        check(&edges, &["start havoc a 2", "2 havoc b 2", "2 havoc c -1"]);
    }

    #[test]
    fn branches_that_meet_stay_apart_where_they_must() {
        // Both ways from 1 to 4 do something or nothing: the empty way must not become the other one.
        let edges = [(0, "a", 1), (1, "", 2), (1, "b", 3), (2, "", 4), (3, "", 4), (4, "c", -1)];
        check(&edges, &["start havoc a 1", "1 havoc b 4", "1 assume true 4", "4 havoc c -1"]);
    }

    #[test]
    fn targets_the_entry_and_self_loops() {
        check(&[(0, "", -1)], &["start assume true -1"]);
        check(&[(0, "a", 1), (1, "", 1), (1, "", 1), (1, "", -1)], &["start havoc a 1", "1 assume true -1"]);
        check(
            &[(0, "", 1), (0, "", 1), (1, "b", 1), (1, "c", -1)],
            &["start assume true 1", "1 havoc b 1", "1 havoc c -1"],
        );
    }
}
