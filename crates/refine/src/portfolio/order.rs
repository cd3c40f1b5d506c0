//! Which source of a portfolio is asked first, from what came of the questions before.
//!
//! Sect. 7.1 of Craig vs. Newton says that perfect sequences decide whether a program is verified, so the source comes
//! first that is perfect most often for the path programs of this program. Nothing here looks at a clock: the order
//! follows from the answers alone.

use super::theories::Theories;
use crate::sequence::RefineFailure;

/// So many answers in a row may be useless before a source has to wait.
const PATIENCE: u32 = 4;

/// No source waits for more questions than this before it is asked again.
const LONGEST_PAUSE: u64 = 16;

/// A source that took all of its time counts as if it had been useless so often.
const COST_OF_EXHAUSTION: u64 = 4;

/// What came of a question to a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// A perfect sequence.
    Perfect,
    /// No perfect sequence, or none at all.
    Useless,
    /// Time or memory was over, or the solver died.
    Exhausted,
    /// The source does not know a theory of the trace.
    Unsupported,
}

impl Outcome {
    pub(super) fn of_failure(failure: &RefineFailure) -> Outcome {
        match failure {
            RefineFailure::NoInterpolants(_, why) if why.is_unsupported() => Outcome::Unsupported,
            RefineFailure::NoInterpolants(_, why) if why.is_exhausted() => Outcome::Exhausted,
            RefineFailure::Time | RefineFailure::Lost(_) => Outcome::Exhausted,
            _ => Outcome::Useless,
        }
    }
}

/// What is known about a source.
#[derive(Default)]
struct Record {
    asked: u64,
    perfect: u64,
    /// Useless answers since the last perfect one.
    useless: u32,
    /// How often in a row it was exhausted.
    exhausted: u32,
    /// So many questions pass before it is asked again.
    pause: u64,
    /// The theories of traces for which it said that it does not know one of them, the smallest only.
    unsupported: Vec<Theories>,
}

impl Record {
    /// How likely the next sequence is perfect, by Laplace's rule of succession.
    fn precedes(&self, other: &Record) -> bool {
        (self.perfect + 1) * (other.asked + 2) > (other.perfect + 1) * (self.asked + 2)
    }

    fn knows(&self, theories: &Theories) -> bool {
        !self.unsupported.iter().any(|unsupported| theories.include(unsupported))
    }
}

/// The order of the sources of a portfolio.
pub(super) struct Order {
    records: Vec<Record>,
}

impl Order {
    /// Sources of which nothing is known are asked as they were given.
    pub(super) fn new(count: usize) -> Order {
        Order { records: (0..count).map(|_| Record::default()).collect() }
    }

    /// Whether it matters what a trace speaks about.
    pub(super) fn depends_on_theories(&self) -> bool {
        self.records.iter().any(|record| !record.unsupported.is_empty())
    }

    /// The sources to ask about the next trace, best first. Sources that do not know its theories are never among
    /// them; those that wait are, at the end, if there is nobody else.
    pub(super) fn next(&mut self, theories: Option<&Theories>) -> Vec<usize> {
        let knows = |record: &Record| theories.is_none_or(|theories| record.knows(theories));
        let able: Vec<usize> = (0..self.records.len()).filter(|&s| knows(&self.records[s])).collect();
        let ready: Vec<usize> = able.iter().copied().filter(|&s| self.records[s].pause == 0).collect();
        self.records.iter_mut().for_each(|record| record.pause = record.pause.saturating_sub(1));
        let mut order = if ready.is_empty() { able } else { ready };
        // Insertion keeps the order of sources that are equally good.
        for end in 1..order.len() {
            for position in (1..=end).rev() {
                let (before, here) = (order[position - 1], order[position]);
                if !self.records[here].precedes(&self.records[before]) {
                    break;
                }
                order.swap(position - 1, position);
            }
        }
        order
    }

    /// Notes what came of a question about a trace with these theories.
    pub(super) fn note(&mut self, source: usize, outcome: Outcome, theories: impl FnOnce() -> Theories) {
        let record = &mut self.records[source];
        match outcome {
            Outcome::Perfect => {
                record.asked += 1;
                record.perfect += 1;
                (record.useless, record.exhausted, record.pause) = (0, 0, 0);
            }
            Outcome::Useless => {
                record.asked += 1;
                record.exhausted = 0;
                record.useless += 1;
                // The source that was given first is what the others are compared with.
                if source > 0 && record.useless >= PATIENCE {
                    record.pause = pause(record.useless - PATIENCE);
                }
            }
            Outcome::Exhausted => {
                record.asked += COST_OF_EXHAUSTION;
                record.exhausted += 1;
                record.pause = pause(record.exhausted);
            }
            Outcome::Unsupported => {
                let theories = theories();
                record.unsupported.retain(|other| !other.include(&theories));
                record.unsupported.push(theories);
            }
        }
    }
}

fn pause(step: u32) -> u64 {
    1u64.checked_shl(step).unwrap_or(LONGEST_PAUSE).min(LONGEST_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(order: &mut Order, source: usize, outcome: Outcome, times: u32) {
        (0..times).for_each(|_| order.note(source, outcome, Theories::default));
    }

    #[test]
    fn the_perfect_come_first() {
        let mut order = Order::new(3);
        assert_eq!(order.next(None), [0, 1, 2]);
        noted(&mut order, 0, Outcome::Useless, 1);
        noted(&mut order, 1, Outcome::Useless, 1);
        noted(&mut order, 2, Outcome::Perfect, 1);
        assert_eq!(order.next(None), [2, 0, 1]);
        noted(&mut order, 2, Outcome::Useless, 1);
        noted(&mut order, 0, Outcome::Perfect, 1);
        // One of two each: as they were given.
        assert_eq!(order.next(None), [0, 2, 1]);
    }

    #[test]
    fn the_useless_and_the_exhausted_wait() {
        let mut order = Order::new(2);
        noted(&mut order, 0, Outcome::Useless, 20);
        noted(&mut order, 1, Outcome::Useless, PATIENCE);
        assert_eq!(order.next(None), [0], "the first one never waits");
        assert_eq!(order.next(None), [1, 0], "the pause is over, and it was useless less often");
        noted(&mut order, 1, Outcome::Exhausted, 1);
        assert_eq!([order.next(None), order.next(None)], [[0], [0]]);
        assert_eq!(order.next(None), [1, 0], "it has been asked less often all the same");
        let mut alone = Order::new(1);
        noted(&mut alone, 0, Outcome::Exhausted, 3);
        assert_eq!(alone.next(None), [0], "somebody has to answer");
        assert!((0..200).all(|step| (1..=LONGEST_PAUSE).contains(&pause(step))));
    }
}
