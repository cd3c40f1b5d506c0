//! Unrolled graphs: the executions from a location that pass at most so many cut points.
//!
//! The cut points must cut every cycle. A location is copied for each number of cut points that were passed, so the
//! result has no loops. This is what induction over the number of cut points needs: its base is about the executions
//! from the entry that pass at most `steps` of them, and its step about those from any cut point that pass exactly so
//! many before they reach a target.

use base::index::IndexVec;
use rustc_hash::FxHashMap;
use term::{Term, build as mk};

use crate::ir::{Cfg, Edge, Limit, Location, LocationId, Provenance, Statement, Target};

/// Which executions an unrolled graph has.
#[derive(Clone, Debug)]
pub struct Unrolling {
    /// Where they start.
    pub start: LocationId,
    /// Where they are counted, with what holds there: it is assumed whenever they arrive.
    pub cuts: IndexVec<LocationId, Option<Term>>,
    /// They pass no more cut points than these, not counting the start.
    pub steps: u32,
    /// They reach targets only after so many cut points; those that reach one before are left out.
    pub first_target: u32,
    /// Whether executions that pass more cut points reach the end of the model; otherwise they are left out.
    pub has_end: bool,
}

impl Cfg {
    /// The graph with these executions; `None` if it would have more edges.
    pub fn unrolled(&self, unrolling: &Unrolling, edge_limit: usize) -> Option<Cfg> {
        let mut result = Cfg { locations: IndexVec::new(), edges: IndexVec::new(), ..self.clone() };
        let start = Location { name: "start".into(), ..Location::default() };
        result.entry = result.locations.push(start);
        let mut copies = Copies { cfg: self, unrolling, result, ids: FxHashMap::default(), work: Vec::new() };
        let first = copies.arrive((unrolling.start, 0));
        let entry = copies.result.entry;
        copies.result.add_edge(entry, first, Statement::Assume(mk::tt()), Provenance::default());
        let outgoing = self.outgoing();
        let mut end = None;
        while let Some((location, passed, source)) = copies.work.pop() {
            for &id in &outgoing[location] {
                let edge = &self.edges[id];
                let destination = match self.locations[edge.destination].target {
                    Some(_) if passed < unrolling.first_target => continue,
                    Some(_) => copies.copy((edge.destination, passed)),
                    None if unrolling.cuts[edge.destination].is_none() => {
                        copies.copy((edge.destination, passed))
                    }
                    None if passed < unrolling.steps => copies.arrive((edge.destination, passed + 1)),
                    None if unrolling.has_end => *end.get_or_insert_with(|| {
                        let target = Some(Target::Limit(Limit::Iterations(unrolling.steps)));
                        copies.result.locations.push(Location { target, ..Location::default() })
                    }),
                    None => continue,
                };
                let (statement, provenance) = (edge.statement.clone(), edge.provenance.clone());
                copies.result.edges.push(Edge { source, destination, statement, provenance });
                if copies.result.edges.len() > edge_limit {
                    return None;
                }
            }
        }
        Some(copies.result)
    }
}

/// A location and how many cut points were passed.
type Place = (LocationId, u32);

struct Copies<'c> {
    cfg: &'c Cfg,
    unrolling: &'c Unrolling,
    result: Cfg,
    /// Where edges to a place lead.
    ids: FxHashMap<Place, LocationId>,
    /// Copies whose edges are to come.
    work: Vec<(LocationId, u32, LocationId)>,
}

impl Copies<'_> {
    /// The copy of a location between cut points.
    fn copy(&mut self, place: Place) -> LocationId {
        if let Some(&known) = self.ids.get(&place) {
            return known;
        }
        let id = self.result.locations.push(self.cfg.locations[place.0].clone());
        self.ids.insert(place, id);
        self.work.push((place.0, place.1, id));
        id
    }

    /// Where an execution arrives at a cut point: what holds there is assumed.
    fn arrive(&mut self, place: Place) -> LocationId {
        if let Some(&known) = self.ids.get(&place) {
            return known;
        }
        let fact = self.unrolling.cuts[place.0].unwrap_or_else(mk::tt);
        let behind = self.result.locations.push(self.cfg.locations[place.0].clone());
        self.work.push((place.0, place.1, behind));
        let before = match fact.is_true() {
            true => behind,
            false => {
                let before = self.result.locations.push(Location::default());
                self.result.add_edge(before, behind, Statement::Assume(fact), Provenance::default());
                before
            }
        };
        self.ids.insert(place, before);
        before
    }
}

#[cfg(test)]
mod tests {
    use base::index::Idx;

    use super::*;
    use crate::{read_cfg, verify_cfg};

    const COUNTER: &str = "
        var x: Int
        error L2 \"assert\" \"negative\"
        L0 -> L1: x := 0
        L1 -> L1: x := (+ x 1)
        L1 -> L2: assume (< x 0)";

    /// How many edges and targets an unrolled graph has.
    fn sizes(start: usize, first_target: u32, has_end: bool) -> (usize, usize) {
        let cfg = read_cfg(COUNTER).expect("a graph");
        let start = LocationId::from_usize(start);
        let mut cuts = IndexVec::from_elem(None, cfg.locations.len());
        cuts[LocationId::from_usize(1)] = Some(mk::ge(mk::var("x", term::Sort::Int), mk::int(0)));
        let unrolling = Unrolling { start, cuts, steps: 2, first_target, has_end };
        let result = cfg.unrolled(&unrolling, 100).expect("a small graph");
        assert_eq!(verify_cfg(&result), Ok(()));
        assert!(result.loop_heads().is_empty());
        (result.edges.len(), result.targets().count())
    }

    #[test]
    fn executions_are_cut_off_or_end() {
        // start, assignment, two arrivals with facts, one iteration, two targets
        assert_eq!(sizes(0, 0, false), (7, 2));
        assert_eq!(sizes(0, 0, true), (8, 3));
    }

    #[test]
    fn only_the_last_targets_stay() {
        // start, three arrivals with facts, two iterations, one target
        assert_eq!(sizes(1, 2, false), (7, 1));
    }
}
