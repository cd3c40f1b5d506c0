//! What a source was asked and what came of it, for `--stats`.

use std::time::{Duration, Instant};

use base::{Budget, Statistics};

use crate::explanation::{Detail, Explanation};
use crate::gate::Gate;
use crate::infeasible::InfeasibleTrace;
use crate::sequence::{AssertionSequence, RefineFailure};
use crate::source::Source;

/// How often a source was asked and answered, why it failed, how many sequences were perfect, how many assertions have
/// quantifiers, how large they are, and the time of all that, with the gate's.
#[derive(Default)]
pub(crate) struct Tally {
    asked: u64,
    answered: u64,
    perfect: u64,
    assertions: u64,
    quantified: u64,
    /// The distinct nodes of all assertions.
    size: u64,
    /// How often it failed for each reason, in the order of the first failure.
    failures: Vec<(String, u64)>,
    time: Duration,
}

impl Tally {
    /// Counts a question that took so long.
    pub(crate) fn add(&mut self, answer: &Result<Vec<AssertionSequence>, RefineFailure>, time: Duration) {
        self.time += time;
        self.asked += 1;
        match answer {
            Ok(sequences) => self.add_sequences(sequences),
            Err(failure) => self.add_failure(failure),
        }
    }

    fn add_sequences(&mut self, sequences: &[AssertionSequence]) {
        self.answered += 1;
        self.perfect += u64::from(sequences.iter().any(|sequence| sequence.is_perfect));
        for sequence in sequences {
            self.assertions += sequence.assertions.len() as u64;
            self.quantified += sequence.quantified as u64;
            self.size += sequence.assertions.iter().map(|part| part.dag_size() as u64).sum::<u64>();
        }
    }

    fn add_failure(&mut self, failure: &RefineFailure) {
        let kind = failure.kind();
        match self.failures.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => self.failures.push((kind, 1)),
        }
    }

    /// Adds what was counted about the source with this name.
    pub(crate) fn count(&self, name: &str, statistics: &mut Statistics) {
        let counters = [
            ("asked", self.asked),
            ("answered", self.answered),
            ("perfect", self.perfect),
            ("assertions", self.assertions),
            ("quantified assertions", self.quantified),
            ("size of assertions", self.size),
        ];
        for (what, value) in counters {
            statistics.count(&format!("{name}/{what}"), value);
        }
        for (kind, count) in &self.failures {
            statistics.count(&format!("{name}/failed: {kind}"), *count);
        }
        statistics.time(&format!("{name}/asked"), self.time);
    }
}

/// A source that is counted.
pub struct Counted {
    source: Box<dyn Source>,
    tally: Tally,
}

impl Counted {
    /// Counts what a source does.
    pub fn new(source: Box<dyn Source>) -> Counted {
        Counted { source, tally: Tally::default() }
    }
}

impl Source for Counted {
    fn name(&self) -> String {
        self.source.name()
    }

    fn sequences(
        &mut self,
        infeasible: &InfeasibleTrace<'_>,
        gate: &mut Gate<'_>,
    ) -> Result<Vec<AssertionSequence>, RefineFailure> {
        let start = Instant::now();
        let answer = self.source.sequences(infeasible, gate);
        self.tally.add(&answer, start.elapsed());
        answer
    }

    fn explain(&mut self, infeasible: &InfeasibleTrace<'_>, detail: Detail, budget: &Budget) -> Explanation {
        self.source.explain(infeasible, detail, budget)
    }

    fn count(&self, statistics: &mut Statistics) {
        self.source.count(statistics);
        self.tally.count(&self.source.name(), statistics);
    }
}
