//! What a search may try next.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::ops::Range;
use std::rc::{Rc, Weak};

use interpreter::{Constraint, Decision, Place};
use rustc_hash::{FxHashMap, FxHashSet};
use term::Term;

use super::distance::Distances;

/// Another value of an address or an operand counts as an edge that was taken so often.
const PIN_COST: u64 = 6;

/// So does an edge behind an over-approximation, in addition: a violation there is one only if a compiler says so.
const INEXACT_COST: u64 = 4;

/// After a dead end, about so many alternatives are tried before others.
const MAX_WAYS_BACK: usize = 16;

/// So many items may be urgent one after the other.
const MAX_URGENT_IN_A_ROW: usize = 200;

/// If executions with more constraints than this are remembered, the alternatives that are worth least are forgotten.
const MAX_REMEMBERED: usize = 3_000_000;

/// An execution, as far as alternatives depend on it.
#[derive(Debug)]
pub struct Run {
    /// Its decisions.
    pub decisions: Vec<Decision>,
    /// What its path depends on.
    pub constraints: Vec<Constraint>,
    /// The constraints with each symbol, once a query asks for them.
    mentions: OnceCell<FxHashMap<Term, Vec<u32>>>,
}

impl Run {
    /// An execution with these decisions and constraints.
    pub fn new(decisions: Vec<Decision>, constraints: Vec<Constraint>) -> Run {
        Run { decisions, constraints, mentions: OnceCell::new() }
    }

    /// The wanted condition, and those before a constraint that share symbols with it, directly or not.
    pub fn connected(&self, constraint: usize, wanted: Term) -> Vec<Term> {
        let mentions = self.mentions.get_or_init(|| mentions(&self.constraints));
        let mut symbols: FxHashSet<Term> = wanted.free_variables().iter().copied().collect();
        let mut waiting: Vec<Term> = symbols.iter().copied().collect();
        let mut found = FxHashSet::default();
        let mut query = vec![wanted];
        while let Some(symbol) = waiting.pop() {
            let positions = mentions.get(&symbol).map_or(&[][..], Vec::as_slice);
            for &position in positions.iter().take_while(|position| (**position as usize) < constraint) {
                if !found.insert(position) {
                    continue;
                }
                let condition = self.constraints[position as usize].condition;
                query.push(condition);
                waiting.extend(condition.free_variables().iter().filter(|other| symbols.insert(**other)));
            }
        }
        query.sort_unstable();
        query.dedup();
        query
    }
}

/// The positions of the constraints with each symbol, in order.
fn mentions(constraints: &[Constraint]) -> FxHashMap<Term, Vec<u32>> {
    let mut mentions: FxHashMap<Term, Vec<u32>> = FxHashMap::default();
    for (position, constraint) in constraints.iter().enumerate() {
        for symbol in constraint.condition.free_variables() {
            mentions.entry(*symbol).or_default().push(position as u32);
        }
    }
    mentions
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

impl Item {
    /// The edge that would be taken.
    fn edge(&self) -> Option<Place> {
        self.run.constraints[self.constraint].alternatives[self.alternative].edge
    }
}

/// What comes first has the least cost: how often its edge was taken, how far the target is, how old its first item is.
type Cost = (u64, u32, u64);

/// The items of an edge, the oldest first, with their ages.
type Waiting = VecDeque<(u64, Item)>;

/// The alternatives that were not tried. How often an edge was taken and how far its target is are the same for all of
/// its items, so edges are in an order, and items wait in the queue of their edge.
#[derive(Debug)]
pub struct Agenda {
    /// No more constraints are remembered.
    max_remembered: usize,
    /// The items of each edge; those of other values of addresses and operands have none.
    waiting: FxHashMap<Option<Place>, Waiting>,
    /// Each edge with items, with a cost that may have grown since.
    order: BinaryHeap<Reverse<(Cost, Option<Place>)>>,
    added: u64,
    /// The executions that were added, as long as somebody remembers them, with their constraints.
    runs: Vec<(Weak<Run>, usize)>,
    /// Their constraints when this was last counted, and those that were added since.
    remembered: usize,
    /// How often an edge was tried.
    tried: FxHashMap<Place, u64>,
    /// What comes first, the next one last: the ways out of a dead end.
    urgent: Vec<Item>,
    /// So many urgent items came one after the other.
    urgent_in_a_row: usize,
}

impl Agenda {
    /// Nothing to try yet.
    pub fn new() -> Agenda {
        Agenda {
            max_remembered: MAX_REMEMBERED,
            waiting: FxHashMap::default(),
            order: BinaryHeap::new(),
            added: 0,
            runs: Vec::new(),
            remembered: 0,
            tried: FxHashMap::default(),
            urgent: Vec::new(),
            urgent_in_a_row: 0,
        }
    }

    /// An execution with these new constraints came to a dead end, mostly because a value that nobody chose does not satisfy
    /// an assumption. It turns back at the last conditions at which it could have gone on towards a violation.
    pub fn turn_back(&mut self, run: &Rc<Run>, new: Range<usize>, distances: &Distances) {
        let mut ways = Vec::new();
        for (position, constraint) in run.constraints.iter().enumerate().take(new.end).skip(new.start).rev() {
            let before = ways.len();
            for (alternative, other) in constraint.alternatives.iter().enumerate() {
                if other.edge.is_some_and(|edge| distances.behind(edge).is_some()) {
                    ways.push(Item { run: run.clone(), constraint: position, alternative });
                }
            }
            // Those that were tried least come first.
            let tried =
                |item: &Item| item.edge().map_or(0, |edge| self.tried.get(&edge).copied().unwrap_or(0));
            ways[before..].sort_by_key(tried);
            if ways.len() >= MAX_WAYS_BACK {
                break;
            }
        }
        if !ways.is_empty() {
            ways.reverse();
            self.urgent = ways;
        }
    }

    /// An execution came to no dead end.
    pub fn goes_on(&mut self) {
        self.urgent.clear();
    }

    /// Adds the alternatives of an execution from a constraint on.
    pub fn add(&mut self, run: Rc<Run>, first: usize, distances: &Distances, taken: &FxHashMap<Place, u64>) {
        for (position, constraint) in run.constraints.iter().enumerate().skip(first) {
            for (alternative, other) in constraint.alternatives.iter().enumerate() {
                let Some(distance) = distance(other.edge, distances) else { continue };
                self.added += 1;
                let age = self.added;
                let waiting = self.waiting.entry(other.edge).or_default();
                let is_first = waiting.is_empty();
                waiting.push_back((age, Item { run: run.clone(), constraint: position, alternative }));
                if is_first {
                    let count = self.count(other.edge, taken);
                    self.order.push(Reverse(((count, distance, age), other.edge)));
                }
            }
        }
        self.remembered += run.constraints.len();
        self.runs.push((Rc::downgrade(&run), run.constraints.len()));
        drop(run);
        self.forget();
    }

    /// Forgets what is worth least if too much is remembered.
    fn forget(&mut self) {
        while self.remembered > self.max_remembered && !self.order.is_empty() {
            // The best ones come first.
            let order = std::mem::take(&mut self.order).into_sorted_vec();
            let order: Vec<_> = order.into_iter().rev().collect();
            let all: usize = self.waiting.values().map(VecDeque::len).sum();
            let mut left = all / 2;
            for Reverse((cost, edge)) in order {
                let waiting = self.waiting.get_mut(&edge).expect("an edge in the order has items");
                waiting.truncate(left);
                left -= waiting.len();
                match waiting.is_empty() {
                    true => drop(self.waiting.remove(&edge)),
                    false => self.order.push(Reverse((cost, edge))),
                }
            }
            self.runs.retain(|(run, _)| run.strong_count() > 0);
            self.remembered = self.runs.iter().map(|(_, constraints)| constraints).sum();
        }
    }

    fn count(&self, edge: Option<Place>, taken: &FxHashMap<Place, u64>) -> u64 {
        let Some(edge) = edge else { return PIN_COST };
        let tried = self.tried.get(&edge).copied().unwrap_or(0);
        let inexact = if edge.is_exact { 0 } else { INEXACT_COST };
        magnitude(taken.get(&edge).copied().unwrap_or(0)) + magnitude(tried) + inexact
    }

    /// The next alternative.
    pub fn next(&mut self, taken: &FxHashMap<Place, u64>) -> Option<Item> {
        if self.urgent_in_a_row < MAX_URGENT_IN_A_ROW
            && let Some(item) = self.urgent.pop()
        {
            self.urgent_in_a_row += 1;
            self.note_tried(item.edge());
            return Some(item);
        }
        self.urgent.clear();
        self.urgent_in_a_row = 0;
        loop {
            let Reverse(((known, distance, age), edge)) = self.order.pop()?;
            // Since it was put in order, the edge may have been taken.
            let count = self.count(edge, taken);
            if count > known {
                self.order.push(Reverse(((count, distance, age), edge)));
                continue;
            }
            let waiting = self.waiting.get_mut(&edge).expect("an edge in the order has items");
            let (_, item) = waiting.pop_front().expect("an edge in the order has items");
            match waiting.front() {
                Some((age, _)) => self.order.push(Reverse(((count, distance, *age), edge))),
                None => drop(self.waiting.remove(&edge)),
            }
            self.note_tried(edge);
            return Some(item);
        }
    }

    fn note_tried(&mut self, edge: Option<Place>) {
        if let Some(edge) = edge {
            *self.tried.entry(edge).or_default() += 1;
        }
    }
}

/// How far the next violation is behind an edge; none if there is none.
fn distance(edge: Option<Place>, distances: &Distances) -> Option<u32> {
    edge.map_or(Some(u32::MAX), |edge| distances.behind(edge))
}

/// The number of binary digits: whether an edge was taken 100 or 110 times makes no difference.
fn magnitude(count: u64) -> u64 {
    u64::from(u64::BITS - count.leading_zeros())
}

#[cfg(test)]
mod tests {
    use base::index::Idx;
    use interpreter::Alternative;
    use program::{EdgeId, ProcedureId};
    use term::{Sort, build as mk};

    use super::*;

    fn place(edge: usize) -> Place {
        Place {
            procedure: ProcedureId::from_usize(0),
            edge: EdgeId::from_usize(edge),
            calls: 0,
            is_exact: true,
        }
    }

    /// An execution that could have taken each of these edges.
    fn run(edges: &[usize]) -> Rc<Run> {
        let constraint = |edge: &usize| {
            let condition = mk::var(format!("p{edge}").as_str(), Sort::Bool);
            let alternatives = vec![Alternative { condition: mk::not(condition), edge: Some(place(*edge)) }];
            Constraint { condition, alternatives, decisions: 0 }
        };
        Rc::new(Run::new(Vec::new(), edges.iter().map(constraint).collect()))
    }

    fn next(agenda: &mut Agenda, taken: &FxHashMap<Place, u64>) -> Option<usize> {
        let item = agenda.next(taken)?;
        let alternative = &item.run.constraints[item.constraint].alternatives[item.alternative];
        Some(alternative.edge.expect("an edge").edge.index())
    }

    #[test]
    fn rare_edges_come_first_and_then_near_ones() {
        let distances = Distances::of([(place(1), 5), (place(2), 3), (place(3), 1)]);
        let mut agenda = Agenda::new();
        let taken = FxHashMap::from_iter([(place(3), 100)]);
        agenda.add(run(&[1, 2, 3, 4]), 0, &distances, &taken);
        // No violation is behind the last one.
        let order: Vec<usize> = std::iter::from_fn(|| next(&mut agenda, &taken)).collect();
        assert_eq!(order, [2, 1, 3]);
        // What was taken in the meantime waits.
        agenda.add(run(&[1, 2]), 1, &distances, &taken);
        agenda.add(run(&[1, 2]), 0, &distances, &taken);
        let taken = FxHashMap::from_iter([(place(2), 100)]);
        let order: Vec<usize> = std::iter::from_fn(|| next(&mut agenda, &taken)).collect();
        assert_eq!(order, [1, 2, 2]);
    }

    #[test]
    fn a_query_has_what_shares_symbols_with_it() {
        let [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map(|name| mk::var(name, Sort::Int));
        let conditions = [mk::eq(a, b), mk::lt(c, d), mk::lt(b, e), mk::lt(a, b), mk::lt(e, d)];
        let constraint = |condition| Constraint { condition, alternatives: Vec::new(), decisions: 0 };
        let run = Run::new(Vec::new(), conditions.into_iter().map(constraint).collect());
        let sorted = |mut query: Vec<Term>| {
            query.sort_unstable();
            query
        };
        let wanted = mk::lt(b, a);
        // Not what comes later, even if it shares symbols, nor what is about others.
        assert_eq!(run.connected(2, wanted), sorted(vec![wanted, conditions[0]]));
        // What shares symbols through others does, from the last one to the first one.
        let wanted = mk::lt(d, e);
        assert_eq!(
            run.connected(3, wanted),
            sorted(vec![wanted, conditions[0], conditions[1], conditions[2]])
        );
        assert_eq!(run.connected(5, conditions[3]), sorted(conditions.to_vec()));
    }

    #[test]
    fn what_is_worth_least_is_forgotten() {
        let distances = Distances::of((0..10).map(|edge| (place(edge), edge as u32)));
        let taken = FxHashMap::default();
        let mut agenda = Agenda { max_remembered: 20, ..Agenda::new() };
        for edge in (0..10).rev() {
            agenda.add(run(&[edge; 5]), 0, &distances, &taken);
        }
        assert!(agenda.remembered <= 20, "{}", agenda.remembered);
        assert_eq!(next(&mut agenda, &taken), Some(0));
        let left = std::iter::from_fn(|| next(&mut agenda, &taken)).count();
        assert!((5..20).contains(&left), "{left}");
    }
}
