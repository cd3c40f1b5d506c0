//! Cut points: the locations at which a proof is checked, and the loop-free
//! regions between them.
//!
//! The cut points are the entry, the targets and the locations that the proof
//! lists. They must cut every cycle that the entry reaches; then the other
//! locations have a topological order, and what an execution does between two
//! cut points is a path through a directed acyclic region. Parts of the graph
//! that the entry does not reach have no executions and are not looked at.

use base::index::{Idx, IndexVec};
use program::{Cfg, EdgeId, LocationId};

use crate::rejection::{Rejection, place};

/// A graph with its cut points.
pub(crate) struct CutGraph<'c> {
    pub cfg: &'c Cfg,
    outgoing: IndexVec<LocationId, Vec<EdgeId>>,
    is_cut: IndexVec<LocationId, bool>,
    is_reachable: IndexVec<LocationId, bool>,
    /// For every reachable location that is no cut point, its position in a topological order.
    position: IndexVec<LocationId, usize>,
}

impl<'c> CutGraph<'c> {
    /// Fails if a cycle is not cut.
    pub fn new(cfg: &'c Cfg, is_cut: IndexVec<LocationId, bool>) -> Result<CutGraph<'c>, Rejection> {
        let outgoing = cfg.outgoing();
        let mut is_reachable = IndexVec::from_elem(false, cfg.locations.len());
        let mut work = vec![cfg.entry];
        while let Some(location) = work.pop() {
            if !std::mem::replace(&mut is_reachable[location], true) {
                work.extend(outgoing[location].iter().map(|&edge| cfg.edges[edge].destination));
            }
        }
        let position = IndexVec::from_elem(usize::MAX, cfg.locations.len());
        let mut graph = CutGraph { cfg, outgoing, is_cut, is_reachable, position };
        graph.sort()?;
        Ok(graph)
    }

    /// Reachable and not a cut point.
    fn is_interior(&self, location: LocationId) -> bool {
        self.is_reachable[location] && !self.is_cut[location]
    }

    /// Numbers the interior locations so that every edge between two of them leads upwards.
    fn sort(&mut self) -> Result<(), Rejection> {
        let cfg = self.cfg;
        let mut missing: IndexVec<LocationId, usize> = IndexVec::from_elem(0, cfg.locations.len());
        let inner = |graph: &Self, edge: &program::Edge| {
            graph.is_interior(edge.source) && graph.is_interior(edge.destination)
        };
        for edge in cfg.edges.iter().filter(|edge| inner(self, edge)) {
            missing[edge.destination] += 1;
        }
        let mut ready: Vec<LocationId> =
            cfg.locations.ids().filter(|&l| self.is_interior(l) && missing[l] == 0).collect();
        let mut next = 0;
        while let Some(location) = ready.pop() {
            self.position[location] = next;
            next += 1;
            for &edge in &self.outgoing[location] {
                let destination = cfg.edges[edge].destination;
                if self.is_interior(destination) {
                    missing[destination] -= 1;
                    if missing[destination] == 0 {
                        ready.push(destination);
                    }
                }
            }
        }
        match cfg.locations.ids().find(|&l| self.is_interior(l) && missing[l] > 0) {
            None => Ok(()),
            Some(stuck) => Err(Rejection::Uncut { location: place(cfg, self.on_cycle(stuck, &missing)) }),
        }
    }

    /// A location on a cycle: each location that was not sorted has a predecessor that was not, so
    /// going backwards must repeat one.
    fn on_cycle(&self, start: LocationId, missing: &IndexVec<LocationId, usize>) -> LocationId {
        let is_stuck = |l: LocationId| self.is_interior(l) && missing[l] > 0;
        let mut predecessor = IndexVec::from_elem(None, self.cfg.locations.len());
        for edge in self.cfg.edges.iter().filter(|e| is_stuck(e.source) && is_stuck(e.destination)) {
            predecessor[edge.destination] = Some(edge.source);
        }
        let mut seen = IndexVec::from_elem(false, self.cfg.locations.len());
        let mut location = start;
        while !std::mem::replace(&mut seen[location], true) {
            match predecessor[location] {
                Some(before) => location = before,
                None => break,
            }
        }
        location
    }

    /// The cut points that the entry reaches in the graph.
    pub fn cut_points(&self) -> impl Iterator<Item = LocationId> {
        self.cfg.locations.ids().filter(|&l| self.is_reachable[l] && self.is_cut[l])
    }

    /// Whether a location is a cut point.
    pub fn is_cut(&self, location: LocationId) -> bool {
        self.is_cut[location]
    }

    /// The edges that leave a location.
    pub fn outgoing(&self, location: LocationId) -> &[EdgeId] {
        &self.outgoing[location]
    }

    /// The interior locations that a path from a cut point visits before the next cut point, in
    /// topological order.
    pub fn region(&self, start: LocationId) -> Vec<LocationId> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut interior = Vec::new();
        let mut work = vec![start];
        while let Some(location) = work.pop() {
            for &edge in &self.outgoing[location] {
                let next = self.cfg.edges[edge].destination;
                if !self.is_cut[next] && seen.insert(next) {
                    interior.push(next);
                    work.push(next);
                }
            }
        }
        interior.sort_unstable_by_key(|&l| (self.position[l], l.index()));
        interior
    }
}
