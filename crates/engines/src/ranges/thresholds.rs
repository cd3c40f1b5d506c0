//! The ranges that are told apart: between the constants that a variable is compared with.
//!
//! Where a state is kept, each interval grows to the next thresholds of its variable. There are finitely many, so there
//! are finitely many states, and what conditions ask is not forgotten.

use std::collections::BTreeSet;

use program::{Cfg, Interval, Statement};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Sort, Term};

use super::condition::{Comparison, Variable};

/// A variable that is compared with nothing and gets more constants than this has no thresholds.
const MAX_CONSTANTS: usize = 8;
/// With more thresholds, a variable would have too many ranges.
const MAX_THRESHOLDS: usize = 200;

/// For each variable, where ranges begin, sorted.
pub struct Thresholds(Vec<Vec<i128>>);

impl Thresholds {
    /// The thresholds of the variables of a graph.
    pub fn of(cfg: &Cfg, variables: &[Term], numbers: &FxHashMap<Term, Variable>) -> Thresholds {
        let mut starts: Vec<BTreeSet<i128>> = vec![BTreeSet::new(); variables.len()];
        for comparison in comparisons(cfg, numbers) {
            let Comparison { variable, values } = comparison;
            let own = &mut starts[variable as usize];
            own.extend(values.low());
            own.extend(values.high().map(|high| high + 1));
        }
        add_constants(cfg, numbers, &mut starts);
        follow_copies(cfg, numbers, &mut starts);
        for (own, variable) in starts.iter_mut().zip(variables) {
            if own.len() > MAX_THRESHOLDS {
                own.clear();
            }
            if variable.sort() == Sort::Int {
                // Otherwise operations on machine integers could always wrap around.
                for bits in [31, 32, 63, 64] {
                    own.extend([-(1_i128 << bits), 1 << bits]);
                }
            }
        }
        Thresholds(starts.into_iter().map(|own| own.into_iter().collect()).collect())
    }

    /// Tells apart what is in an interval and what is not; false if that is so already, or if there would be too many.
    pub fn add(&mut self, variable: usize, values: Interval) -> bool {
        let starts = &mut self.0[variable];
        let mut is_new = false;
        for start in values.low().into_iter().chain(values.high().map(|high| high + 1)) {
            if let Err(position) = starts.binary_search(&start)
                && starts.len() < MAX_THRESHOLDS
            {
                starts.insert(position, start);
                is_new = true;
            }
        }
        is_new
    }

    /// The smallest interval between thresholds that contains the given one.
    pub fn round(&self, variable: usize, values: Interval) -> Interval {
        let starts = &self.0[variable];
        let low = values.low().and_then(|low| {
            let above = starts.partition_point(|start| *start <= low);
            above.checked_sub(1).map(|position| starts[position])
        });
        let high = values.high().and_then(|high| {
            starts.get(starts.partition_point(|start| *start <= high)).map(|start| start - 1)
        });
        Interval::new(low, high).unwrap_or(values)
    }
}

/// All comparisons of variables with constants in the statements of a graph.
fn comparisons(cfg: &Cfg, numbers: &FxHashMap<Term, Variable>) -> Vec<Comparison> {
    let mut stack: Vec<Term> = cfg.edges.iter().flat_map(|edge| edge.statement.expressions()).collect();
    let (mut seen, mut found) = (FxHashSet::default(), Vec::new());
    while let Some(term) = stack.pop() {
        if seen.insert(term) && !matches!(term.op(), Op::Forall(_) | Op::Exists(_)) {
            found.extend(Comparison::of(term, numbers));
            stack.extend(term.arguments());
        }
    }
    found
}

/// Variables that are compared, or that have few values, keep the constants that they get.
fn add_constants(cfg: &Cfg, numbers: &FxHashMap<Term, Variable>, starts: &mut [BTreeSet<i128>]) {
    let mut constants: Vec<BTreeSet<i128>> = vec![BTreeSet::new(); starts.len()];
    for (variable, expression) in assignments(cfg) {
        let value = Interval::of_constant(expression).and_then(Interval::value);
        if let (Some(&variable), Some(value)) = (numbers.get(&variable), value) {
            constants[variable as usize].insert(value);
        }
    }
    for (own, constants) in starts.iter_mut().zip(constants) {
        if !own.is_empty() || constants.len() <= MAX_CONSTANTS {
            own.extend(constants.iter().flat_map(|value| [*value, value + 1]));
        }
    }
}

/// What a variable is copied to is compared in its place.
fn follow_copies(cfg: &Cfg, numbers: &FxHashMap<Term, Variable>, starts: &mut [BTreeSet<i128>]) {
    let numbered = |term: Term| numbers.get(&term).map(|number| *number as usize);
    let mut copies: Vec<(usize, usize)> =
        assignments(cfg).filter_map(|(to, from)| Some((numbered(to)?, numbered(from)?))).collect();
    copies.sort_unstable();
    copies.dedup();
    loop {
        let mut is_stable = true;
        for &(to, from) in copies.iter().filter(|(to, from)| to != from) {
            let new: Vec<i128> = starts[to].difference(&starts[from]).copied().collect();
            is_stable &= new.is_empty();
            starts[from].extend(new);
        }
        if is_stable {
            return;
        }
    }
}

fn assignments(cfg: &Cfg) -> impl Iterator<Item = (Term, Term)> {
    cfg.edges
        .iter()
        .filter_map(|edge| match &edge.statement {
            Statement::Assign(pairs) => Some(pairs.iter().copied()),
            _ => None,
        })
        .flatten()
}
