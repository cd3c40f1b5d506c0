//! The fixpoint of the interval analysis.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use base::index::IndexVec;
use rustc_hash::FxHashSet;
use term::{Op, Term};

use super::environment::Environment;
use super::evaluate::Evaluator;
use super::interval::Interval;
use crate::ir::{Cfg, EdgeId, LocationId, Statement};

/// So many visits of a loop head change its intervals as they are.
const EXACT_VISITS: u32 = 2;
/// So many visits jump to any threshold.
const THRESHOLD_VISITS: u32 = 8;
/// So many visits jump to the limits of machine types; then there are no bounds.
const LIMIT_VISITS: u32 = 20;
/// More statements than this for each edge are not executed.
const MAX_ROUNDS: usize = 60;
/// Rounds that make intervals smaller.
const NARROWING: usize = 2;

type Environments = IndexVec<LocationId, Option<Environment>>;

/// What is known at each location; `None` if that would take too long.
pub(super) fn solve(cfg: &Cfg) -> Option<Environments> {
    let order = cfg.reverse_postorder();
    let mut position = IndexVec::from_elem(usize::MAX, cfg.locations.len());
    for (number, &location) in order.iter().enumerate() {
        position[location] = number;
    }
    let mut is_head = IndexVec::from_elem(false, cfg.locations.len());
    cfg.loop_heads().into_iter().for_each(|head| is_head[head] = true);
    let mut solver = Solver {
        cfg,
        environments: IndexVec::from_elem(None, cfg.locations.len()),
        outgoing: cfg.outgoing(),
        position,
        is_head,
        visits: IndexVec::from_elem(0, cfg.locations.len()),
        limits: machine_limits(),
        thresholds: thresholds(cfg),
        work: BinaryHeap::new(),
    };
    solver.climb(&order)?;
    for _ in 0..NARROWING {
        solver.narrow(&order);
    }
    Some(solver.environments)
}

/// What is known after a statement; `None` if no execution gets there.
pub(super) fn transfer(environment: &Environment, statement: &Statement) -> Option<Environment> {
    let evaluator = Evaluator::new();
    let mut after = environment.clone();
    match statement {
        Statement::Assume(condition) => return evaluator.assume(after, *condition, true),
        Statement::Assign(pairs) => {
            let values: Vec<Interval> =
                pairs.iter().map(|(_, e)| Evaluator::new().eval(environment, *e)).collect();
            pairs.iter().for_each(|(variable, _)| after.forget(*variable));
            pairs.iter().zip(values).for_each(|((variable, _), values)| after.set(*variable, values));
        }
        Statement::Havoc(variables) => variables.iter().for_each(|variable| after.forget(*variable)),
        Statement::Call(_) => unreachable!("calls are inlined"),
    }
    Some(after)
}

struct Solver<'c> {
    cfg: &'c Cfg,
    environments: Environments,
    outgoing: IndexVec<LocationId, Vec<EdgeId>>,
    /// Where locations stand in the order.
    position: IndexVec<LocationId, usize>,
    is_head: IndexVec<LocationId, bool>,
    visits: IndexVec<LocationId, u32>,
    limits: Vec<i128>,
    thresholds: Vec<i128>,
    work: BinaryHeap<Reverse<usize>>,
}

impl Solver<'_> {
    /// What the axioms tell about constants.
    fn start(&self) -> Option<Environment> {
        let mut environment = Environment::default();
        for &axiom in self.cfg.axioms.iter().filter(|axiom| !axiom.has_quantifier()) {
            environment = Evaluator::new().assume(environment, axiom, true)?;
        }
        Some(environment)
    }

    fn climb(&mut self, order: &[LocationId]) -> Option<()> {
        let entry = self.cfg.entry;
        self.environments[entry] = self.start();
        if self.environments[entry].is_some() {
            self.work.push(Reverse(self.position[entry]));
        }
        let mut left = MAX_ROUNDS * self.cfg.edges.len() + 1000;
        let mut last = None;
        while let Some(Reverse(number)) = self.work.pop() {
            if last == Some(number) {
                continue; // it was there twice
            }
            let location = order[number];
            let environment = self.environments[location].clone().expect("what is visited is reachable");
            let edges = std::mem::take(&mut self.outgoing[location]);
            left = left.checked_sub(edges.len())?;
            let mut has_changed_itself = false;
            for &id in &edges {
                let edge = &self.cfg.edges[id];
                if let Some(after) = transfer(&environment, &edge.statement) {
                    has_changed_itself |=
                        self.arrive(edge.destination, after) && edge.destination == location;
                }
            }
            self.outgoing[location] = edges;
            last = (!has_changed_itself).then_some(number);
        }
        Some(())
    }

    /// An execution gets to a location in such a state. Whether that is news.
    fn arrive(&mut self, location: LocationId, arriving: Environment) -> bool {
        let new = match &self.environments[location] {
            None => arriving,
            Some(old) => {
                let joined = old.join(&arriving);
                if joined.is_same(old) {
                    return false;
                }
                self.visits[location] += 1;
                let visits = self.visits[location];
                if !self.is_head[location] || visits <= EXACT_VISITS {
                    joined
                } else if visits <= THRESHOLD_VISITS {
                    old.widen(&joined, &self.thresholds)
                } else if visits <= LIMIT_VISITS {
                    old.widen(&joined, &self.limits)
                } else {
                    old.widen(&joined, &[])
                }
            }
        };
        self.environments[location] = Some(new);
        self.work.push(Reverse(self.position[location]));
        true
    }

    /// Computes the environment of each location from those before it. What is known stays an invariant.
    fn narrow(&mut self, order: &[LocationId]) {
        let incoming = self.cfg.incoming();
        for &location in order.iter().filter(|&&location| location != self.cfg.entry) {
            let ways = incoming[location].iter().filter_map(|&id| {
                let edge = &self.cfg.edges[id];
                transfer(self.environments[edge.source].as_ref()?, &edge.statement)
            });
            self.environments[location] = ways.reduce(|a, b| a.join(&b));
        }
    }
}

/// The limits of C's integer types and their neighbours.
fn machine_limits() -> Vec<i128> {
    let mut limits = vec![-1, 0, 1];
    for bits in [7, 8, 15, 16, 31, 32, 63, 64] {
        let power = 1_i128 << bits;
        limits.extend([-power - 1, -power, -power + 1, power - 1, power, power + 1]);
    }
    limits.sort_unstable();
    limits
}

/// The constants of the program and their neighbours.
fn thresholds(cfg: &Cfg) -> Vec<i128> {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut stack: Vec<Term> = cfg.edges.iter().flat_map(|edge| edge.statement.expressions()).collect();
    let mut thresholds = machine_limits();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        if matches!(term.op(), Op::IntConst(_))
            && let Some(value) = Interval::of_constant(term).and_then(Interval::value)
        {
            thresholds.extend([value - 1, value, value + 1]);
        }
        stack.extend(term.arguments());
    }
    thresholds.sort_unstable();
    thresholds.dedup();
    thresholds
}
