//! What a search may try next.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use program::execute::{Constraint, Decision, Place};
use rustc_hash::{FxHashMap, FxHashSet};
use term::Term;

use super::distance::Distances;

/// Another value of an address or an operand counts as an edge that was taken so often.
const PIN_COST: u64 = 6;

/// An execution, as far as alternatives depend on it.
#[derive(Debug)]
pub struct Run {
    /// Its decisions.
    pub decisions: Vec<Decision>,
    /// What its path depends on.
    pub constraints: Vec<Constraint>,
}

impl Run {
    /// The wanted condition, and those before a constraint that share symbols with it, directly or not.
    pub fn connected(&self, constraint: usize, wanted: Term) -> Vec<Term> {
        let mut symbols: FxHashSet<Term> = wanted.free_variables().iter().copied().collect();
        let mut query = vec![wanted];
        let mut left: Vec<Term> = self.constraints[..constraint].iter().map(|c| c.condition).collect();
        loop {
            let before = query.len();
            left.retain(|condition| {
                let variables = condition.free_variables();
                let is_connected = variables.iter().any(|variable| symbols.contains(variable));
                if is_connected {
                    symbols.extend(variables);
                    query.push(*condition);
                }
                !is_connected
            });
            if query.len() == before {
                break;
            }
        }
        query.sort_unstable();
        query.dedup();
        query
    }
}

/// An alternative of an execution.
#[derive(Debug)]
pub struct Item {
    /// The execution.
    pub run: Rc<Run>,
    /// The position of the constraint.
    pub constraint: usize,
    /// The position of the alternative.
    pub alternative: usize,
}

/// What comes first has the least cost: how often the edge was taken, how far the target is, how old the item is.
type Cost = (u64, u32, u64);

#[derive(Debug)]
struct Entry {
    cost: Cost,
    edge: Option<Place>,
    item: Item,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.cost == other.cost
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Entry) -> std::cmp::Ordering {
        self.cost.cmp(&other.cost)
    }
}

/// The alternatives that were not tried.
#[derive(Debug, Default)]
pub struct Agenda {
    entries: BinaryHeap<Reverse<Entry>>,
    added: u64,
    /// How often an edge was tried.
    tried: FxHashMap<Place, u64>,
}

impl Agenda {
    /// Adds the alternatives of an execution from a constraint on.
    pub fn add(&mut self, run: Rc<Run>, first: usize, distances: &Distances, taken: &FxHashMap<Place, u64>) {
        for (position, constraint) in run.constraints.iter().enumerate().skip(first) {
            for (alternative, other) in constraint.alternatives.iter().enumerate() {
                let distance = match other.edge {
                    None => u32::MAX,
                    Some(edge) => match distances.behind(edge) {
                        Some(distance) => distance,
                        // No violation is there.
                        None => continue,
                    },
                };
                self.added += 1;
                let count = self.count(other.edge, taken);
                let item = Item { run: run.clone(), constraint: position, alternative };
                let cost = (count, distance, self.added);
                self.entries.push(Reverse(Entry { cost, edge: other.edge, item }));
            }
        }
    }

    fn count(&self, edge: Option<Place>, taken: &FxHashMap<Place, u64>) -> u64 {
        let Some(edge) = edge else { return PIN_COST };
        let tried = self.tried.get(&edge).copied().unwrap_or(0);
        magnitude(taken.get(&edge).copied().unwrap_or(0)) + magnitude(tried)
    }

    /// The next alternative.
    pub fn next(&mut self, taken: &FxHashMap<Place, u64>) -> Option<Item> {
        loop {
            let Reverse(entry) = self.entries.pop()?;
            // Since it was added, its edge may have been taken.
            let count = self.count(entry.edge, taken);
            if count > entry.cost.0 {
                let cost = (count, entry.cost.1, entry.cost.2);
                self.entries.push(Reverse(Entry { cost, ..entry }));
                continue;
            }
            if let Some(edge) = entry.edge {
                *self.tried.entry(edge).or_default() += 1;
            }
            return Some(entry.item);
        }
    }
}

/// The number of binary digits: whether an edge was taken 100 or 110 times makes no difference.
fn magnitude(count: u64) -> u64 {
    u64::from(u64::BITS - count.leading_zeros())
}
