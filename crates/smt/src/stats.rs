//! What a solver was asked, how it answered, and how long it took, by the kind
//! of query that the caller names.

use std::time::Duration;

use crate::answer::CheckResult;

/// The numbers of one kind of query.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct QueryCount {
    /// Satisfiable ones.
    pub sat: u64,
    /// Unsatisfiable ones.
    pub unsat: u64,
    /// Those without an answer.
    pub unknown: u64,
    /// The time that all of them took.
    pub time: Duration,
}

impl QueryCount {
    /// The number of queries.
    pub fn total(&self) -> u64 {
        self.sat + self.unsat + self.unknown
    }

    fn add(&mut self, other: &QueryCount) {
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.time += other.time;
    }
}

/// The queries of one solver instance.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct QueryStats {
    /// In the order of the first query of the kind. There are a handful, so that a search is
    /// faster than a table.
    kinds: Vec<(&'static str, QueryCount)>,
    current: &'static str,
}

impl QueryStats {
    /// Counts the following queries under this name.
    pub fn set_kind(&mut self, kind: &'static str) {
        self.current = kind;
    }

    /// Counts a query.
    pub fn record(&mut self, answer: &CheckResult, time: Duration) {
        let count = self.of_kind(self.current);
        match answer {
            CheckResult::Sat => count.sat += 1,
            CheckResult::Unsat => count.unsat += 1,
            CheckResult::Unknown(_) => count.unknown += 1,
        }
        count.time += time;
    }

    fn of_kind(&mut self, kind: &'static str) -> &mut QueryCount {
        let position = self.kinds.iter().position(|(known, _)| *known == kind);
        let position = position.unwrap_or_else(|| {
            self.kinds.push((kind, QueryCount::default()));
            self.kinds.len() - 1
        });
        &mut self.kinds[position].1
    }

    /// The numbers by kind, in the order of the first query of each.
    pub fn by_kind(&self) -> &[(&'static str, QueryCount)] {
        &self.kinds
    }

    /// All kinds together.
    pub fn total(&self) -> QueryCount {
        let mut sum = QueryCount::default();
        self.kinds.iter().for_each(|(_, count)| sum.add(count));
        sum
    }

    /// Adds the numbers of another solver.
    pub fn merge(&mut self, other: &QueryStats) {
        for (kind, count) in &other.kinds {
            self.of_kind(kind).add(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::UnknownReason;

    #[test]
    fn queries_are_counted_by_kind() {
        let mut stats = QueryStats::default();
        stats.set_kind("trace");
        stats.record(&CheckResult::Sat, Duration::from_millis(2));
        stats.set_kind("hoare");
        stats.record(&CheckResult::Unsat, Duration::from_millis(3));
        stats.record(&CheckResult::Unknown(UnknownReason::Timeout), Duration::from_millis(5));
        let kinds: Vec<_> = stats.by_kind().iter().map(|(kind, count)| (*kind, count.total())).collect();
        assert_eq!(kinds, [("trace", 1), ("hoare", 2)]);
        let mut sum = stats.clone();
        sum.merge(&stats);
        let total = sum.total();
        assert_eq!((total.sat, total.unsat, total.unknown), (2, 2, 2));
        assert_eq!(total.time, Duration::from_millis(20));
    }
}
