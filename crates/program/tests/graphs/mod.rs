//! Random control-flow graphs over two integers and a Boolean, for property tests.

use base::index::{Idx, IndexVec};
use program::{Cfg, Edge, EdgeId, Location, LocationId, Provenance, Statement, Target, Violation};
use proptest::prelude::*;
use term::{Sort, Term, build as mk};

/// An edge as numbers: source, destination, kind of statement, constant.
pub type RawEdge = (usize, usize, usize, i32);

/// A graph as numbers: how many locations it has, and its edges.
#[derive(Clone, Debug)]
pub struct RawGraph {
    locations: usize,
    edges: Vec<RawEdge>,
    has_loops: bool,
}

/// Graphs with up to `locations` locations; the last two are targets.
pub fn graphs(locations: usize, edges: usize, has_loops: bool) -> impl Strategy<Value = RawGraph> {
    let edge = (0..100usize, 0..100usize, 0..KINDS, -2..3i32);
    let parts = (3..=locations, prop::collection::vec(edge, 1..=edges));
    parts.prop_map(move |(locations, edges)| RawGraph { locations, edges, has_loops })
}

const KINDS: usize = 14;

pub fn variables() -> [Term; 3] {
    [mk::var("x", Sort::Int), mk::var("y", Sort::Int), mk::var("b", Sort::Bool)]
}

fn statement(kind: usize, constant: i32) -> Statement {
    let [x, y, b] = variables();
    let k = mk::int(constant);
    match kind {
        0 => Statement::Assume(mk::le(x, k)),
        1 => Statement::Assume(mk::eq(x, y)),
        2 => Statement::Assume(b),
        3 => Statement::Assume(mk::and2(mk::not(b), mk::ge(y, k))),
        4 => Statement::assign(x, mk::add2(x, k)),
        5 => Statement::assign(y, mk::add2(x, y)),
        6 => Statement::Assign(vec![(x, y), (y, x)]),
        7 => Statement::assign(b, mk::lt(x, k)),
        8 => Statement::Assign(vec![(b, mk::not(b)), (y, mk::ite(b, x, k))]),
        9 => Statement::Havoc(vec![x]),
        10 => Statement::Havoc(vec![b, y]),
        11 => Statement::assign(x, k),
        12 => Statement::Assume(mk::or2(b, mk::lt(x, y))),
        _ => Statement::skip(),
    }
}

impl RawGraph {
    /// The graph. Without loops, edges lead from lower to higher numbers.
    pub fn build(&self) -> Cfg {
        let target = |number: usize| {
            let message = format!("target {number}").into();
            Target::Violation(Violation { property: "assert".into(), message, span: None })
        };
        let location = |number: usize| Location {
            name: if number.is_multiple_of(3) { format!("place {number}").into() } else { "".into() },
            target: (number + 2 >= self.locations).then(|| target(number)),
            landmarks: Vec::new(),
            frame: None,
        };
        let locations: IndexVec<LocationId, Location> = (0..self.locations).map(location).collect();
        let sources = self.locations - 2;
        let mut edges: IndexVec<EdgeId, Edge> = IndexVec::new();
        for (number, &(source, destination, kind, constant)) in self.edges.iter().enumerate() {
            let source = source % sources;
            let destination = if self.has_loops {
                destination % self.locations
            } else {
                source + 1 + destination % (self.locations - source - 1)
            };
            edges.push(Edge {
                source: LocationId::from_usize(source),
                destination: LocationId::from_usize(destination),
                statement: statement(kind, constant),
                provenance: Provenance::new(
                    None,
                    if number.is_multiple_of(2) { "a  \\ \"text\"\n " } else { "" },
                ),
            });
        }
        let entry = LocationId::from_usize(0);
        Cfg { variables: variables().to_vec(), locations, edges, entry, ..Cfg::new() }
    }
}

/// The paths of edges from the entry to targets, of at most `length` edges; at most `count`.
#[allow(dead_code)] // not every test needs paths
pub fn paths_to_targets(cfg: &Cfg, length: usize, count: usize) -> Vec<Vec<EdgeId>> {
    let outgoing = cfg.outgoing();
    let mut found = Vec::new();
    let mut work = vec![(cfg.entry, Vec::new())];
    while let Some((location, path)) = work.pop() {
        if found.len() == count {
            break;
        }
        if cfg.locations[location].target.is_some() {
            found.push(path);
        } else if path.len() < length {
            for &edge in &outgoing[location] {
                let longer: Vec<EdgeId> = path.iter().copied().chain([edge]).collect();
                work.push((cfg.edges[edge].destination, longer));
            }
        }
    }
    found
}
