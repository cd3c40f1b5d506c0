//! Bounded graphs: each loop has at most so many iterations, counted anew whenever it is entered.
//!
//! Loops are the components of a weak topological order: a strongly connected component has a head, and what is left of
//! it without the edges to its head has components of its own. A location is copied for each number of iterations of the
//! loops around it; an edge to the head of a loop from inside is one more iteration. Beyond the bound it leads to the end
//! of the model, so that whatever is proved of the violations is proved of all executions within the bound, and a proof
//! that the end cannot be reached is a proof about all executions. The result has no loops.

use base::index::IndexVec;
use rustc_hash::FxHashMap;

use crate::ir::{Cfg, Edge, EdgeId, Limit, Location, LocationId, Target, verify_cfg};

impl Cfg {
    /// The executions with at most `bound` iterations of each loop; `None` if the graph would have more edges.
    pub fn bounded(&self, bound: u32, edge_limit: usize) -> Option<Cfg> {
        let nests = Nests::of(self);
        let outgoing = self.outgoing();
        let mut result = Cfg { locations: IndexVec::new(), edges: IndexVec::new(), ..self.clone() };
        let mut ids: FxHashMap<(LocationId, Vec<u32>), LocationId> = FxHashMap::default();
        let mut end = None;
        let start = (self.entry, vec![0; nests.around[self.entry].len()]);
        result.entry = result.locations.push(self.locations[self.entry].clone());
        ids.insert(start.clone(), result.entry);
        let mut work = vec![start];
        while let Some((location, counts)) = work.pop() {
            let source = ids[&(location, counts.clone())];
            for &id in &outgoing[location] {
                let edge = &self.edges[id];
                let counts = nests.step(location, edge.destination, &counts);
                let destination = if counts.last().is_some_and(|count| *count > bound) {
                    *end.get_or_insert_with(|| {
                        let target = Some(Target::Limit(Limit::Iterations(bound)));
                        result.locations.push(Location {
                            name: "bound".into(),
                            target,
                            ..Location::default()
                        })
                    })
                } else {
                    let key = (edge.destination, counts);
                    *ids.entry(key.clone()).or_insert_with(|| {
                        work.push(key);
                        result.locations.push(self.locations[edge.destination].clone())
                    })
                };
                let (statement, provenance) = (edge.statement.clone(), edge.provenance.clone());
                result.edges.push(Edge { source, destination, statement, provenance });
                if result.edges.len() > edge_limit {
                    return None;
                }
            }
        }
        debug_assert_eq!(verify_cfg(&result), Ok(()));
        Some(result)
    }
}

/// The loops around each location.
struct Nests {
    /// The loops from the outermost to the innermost, as positions in `heads`.
    around: IndexVec<LocationId, Vec<usize>>,
    heads: Vec<LocationId>,
}

impl Nests {
    fn of(cfg: &Cfg) -> Nests {
        let outgoing = cfg.outgoing();
        let order = preorder(cfg, &outgoing);
        let mut nests =
            Nests { around: IndexVec::from_elem(Vec::new(), cfg.locations.len()), heads: Vec::new() };
        let mut work: Vec<(Vec<LocationId>, Option<LocationId>)> =
            vec![(cfg.locations.ids().collect(), None)];
        while let Some((members, head)) = work.pop() {
            for component in components(cfg, &outgoing, &members, head) {
                let has_loop = |location: LocationId| {
                    let mut next = outgoing[location].iter().map(|edge| cfg.edges[*edge].destination);
                    Some(location) != head && next.any(|next| next == location)
                };
                if component.len() == 1 && !has_loop(component[0]) {
                    continue;
                }
                // The location that executions reach first.
                let Some(&first) = component.iter().min_by_key(|location| order[**location]) else {
                    continue;
                };
                for &location in &component {
                    nests.around[location].push(nests.heads.len());
                }
                nests.heads.push(first);
                work.push((component, Some(first)));
            }
        }
        nests
    }

    /// The iterations of the loops around `to` behind an edge.
    fn step(&self, from: LocationId, to: LocationId, counts: &[u32]) -> Vec<u32> {
        let shared = self.around[from].iter().zip(&self.around[to]).take_while(|(a, b)| a == b).count();
        let mut result = counts[..shared].to_vec();
        result.resize(self.around[to].len(), 0);
        // A head is in no loop inside of its own.
        if shared == result.len()
            && let Some((count, component)) = result.last_mut().zip(self.around[to].last())
            && self.heads[*component] == to
        {
            *count += 1;
        }
        result
    }
}

/// When a search from the entry reaches each location first; what it does not reach comes last.
fn preorder(cfg: &Cfg, outgoing: &IndexVec<LocationId, Vec<EdgeId>>) -> IndexVec<LocationId, usize> {
    let mut order = IndexVec::from_elem(usize::MAX, cfg.locations.len());
    let (mut next, mut work) = (0, vec![cfg.entry]);
    while let Some(location) = work.pop() {
        if order[location] == usize::MAX {
            order[location] = next;
            next += 1;
            work.extend(outgoing[location].iter().map(|edge| cfg.edges[*edge].destination));
        }
    }
    order
}

/// The strongly connected components of a part of the graph without the edges to a head (Tarjan).
fn components(
    cfg: &Cfg,
    outgoing: &IndexVec<LocationId, Vec<EdgeId>>,
    members: &[LocationId],
    head: Option<LocationId>,
) -> Vec<Vec<LocationId>> {
    const NEW: usize = usize::MAX;
    let position: FxHashMap<LocationId, usize> =
        members.iter().enumerate().map(|(position, location)| (*location, position)).collect();
    let next = |at: usize, edge: usize| -> Option<Option<usize>> {
        let edge = outgoing[members[at]].get(edge)?;
        let to = cfg.edges[*edge].destination;
        Some(position.get(&to).copied().filter(|_| Some(to) != head))
    };
    let (mut number, mut low) = (vec![NEW; members.len()], vec![NEW; members.len()]);
    let (mut stack, mut is_open, mut found, mut count) =
        (Vec::new(), vec![false; members.len()], Vec::new(), 0);
    for root in 0..members.len() {
        if number[root] != NEW {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some((at, edge)) = calls.pop() {
            if edge == 0 {
                (number[at], low[at], is_open[at]) = (count, count, true);
                count += 1;
                stack.push(at);
            }
            match next(at, edge) {
                Some(to) => {
                    calls.push((at, edge + 1));
                    match to {
                        Some(to) if number[to] == NEW => calls.push((to, 0)),
                        Some(to) if is_open[to] => low[at] = low[at].min(number[to]),
                        _ => {}
                    }
                }
                None => {
                    if low[at] == number[at] {
                        let start = stack.iter().rposition(|one| *one == at).unwrap_or(0);
                        let component: Vec<usize> = stack.split_off(start);
                        component.iter().for_each(|one| is_open[*one] = false);
                        found.push(component.into_iter().map(|one| members[one]).collect());
                    }
                    if let Some(&(parent, _)) = calls.last() {
                        low[parent] = low[parent].min(low[at]);
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Provenance, Statement};
    use base::index::Idx;
    use term::build as mk;

    /// A graph with these edges; the first location is the entry.
    fn graph(locations: usize, edges: &[(usize, usize)]) -> Cfg {
        let mut cfg = Cfg::new();
        for _ in 1..locations {
            cfg.locations.push(Location::default());
        }
        for &(from, to) in edges {
            let (source, destination) = (LocationId::from_usize(from), LocationId::from_usize(to));
            let statement = Statement::Assume(mk::tt());
            cfg.edges.push(Edge { source, destination, statement, provenance: Provenance::default() });
        }
        cfg
    }

    /// So many paths lead from the entry to locations without successors that are no ends of the model, and to such.
    fn paths(cfg: &Cfg) -> (usize, usize) {
        let outgoing = cfg.outgoing();
        let (mut work, mut counts) = (vec![cfg.entry], (0, 0));
        while let Some(location) = work.pop() {
            match cfg.locations[location].target {
                Some(_) => counts.1 += 1,
                None if outgoing[location].is_empty() => counts.0 += 1,
                None => {
                    work.extend(outgoing[location].iter().map(|edge| cfg.edges[*edge].destination));
                }
            }
        }
        counts
    }

    #[test]
    fn a_loop_has_so_many_iterations() {
        // 0 -> 1 (head) -> 2 -> 1, 1 -> 3: with up to k iterations, k + 1 ways to leave it.
        let cfg = graph(4, &[(0, 1), (1, 2), (2, 1), (1, 3)]);
        for bound in 0..5 {
            let bounded = cfg.bounded(bound, 1000).expect("small");
            assert!(bounded.loop_heads().is_empty());
            assert_eq!(paths(&bounded), (bound as usize + 1, 1));
        }
    }

    #[test]
    fn inner_loops_count_anew() {
        // The head 1 of the outer loop leads to the head 2 of the inner one, or out.
        let cfg = graph(4, &[(0, 1), (1, 2), (2, 2), (2, 1), (1, 3)]);
        let bounded = cfg.bounded(2, 1000).expect("small");
        assert!(bounded.loop_heads().is_empty());
        // Without an iteration 1 path, with one 3, with two 9.
        assert_eq!(paths(&bounded).0, 1 + 3 + 9);
    }

    #[test]
    fn loops_with_two_entries_end() {
        let cfg = graph(4, &[(0, 1), (0, 2), (1, 2), (2, 1), (1, 3), (2, 3)]);
        let bounded = cfg.bounded(3, 1000).expect("small");
        assert!(bounded.loop_heads().is_empty());
        assert!(paths(&bounded).0 >= 8);
    }

    #[test]
    fn large_graphs_are_refused() {
        let cfg = graph(4, &[(0, 1), (1, 2), (2, 2), (2, 1), (1, 3)]);
        assert!(cfg.bounded(1000, 500).is_none());
    }

    #[test]
    fn a_graph_without_loops_stays() {
        let cfg = graph(3, &[(0, 1), (0, 2), (1, 2)]);
        assert_eq!(paths(&cfg.bounded(0, 100).expect("small")), paths(&cfg));
    }
}
