//! The portfolio whose sources are asked one after the other, in this process.

use std::time::{Duration, Instant};

use base::{Budget, Statistics};

use super::answers::{Answers, first_turn, turn};
use super::order::Order;
use super::theories::Vocabulary;
use crate::combine::{count_of, names};
use crate::explanation::{Detail, Explanation};
use crate::gate::Gate;
use crate::infeasible::InfeasibleTrace;
use crate::sequence::{AssertionSequence, RefineFailure};
use crate::source::Source;

/// Useless answers of all sources but the one that was given first take no more than this part of the time so far, and
/// a moment at the beginning.
const SHARE_OF_USELESS: u32 = 3;
const FIRST_MOMENT: Duration = Duration::from_secs(1);

/// The source `perfect:A,B,...`.
pub struct UntilPerfect {
    sources: Vec<Box<dyn Source>>,
    order: Order,
    vocabulary: Vocabulary,
    /// How often each source had the perfect sequence.
    successes: Vec<u64>,
    /// How often each source was not asked because it does not know a theory, or it or others had been useless too long.
    passed_over: Vec<u64>,
    /// Which one had the last sequences.
    last: usize,
    begun: Instant,
    /// The time of useless answers.
    useless: Duration,
}

impl UntilPerfect {
    /// The sources in the order in which they are asked as long as nothing is known about them.
    pub fn new(sources: Vec<Box<dyn Source>>) -> UntilPerfect {
        let count = sources.len();
        UntilPerfect {
            sources,
            order: Order::new(count),
            vocabulary: Vocabulary::default(),
            successes: vec![0; count],
            passed_over: vec![0; count],
            last: 0,
            begun: Instant::now(),
            useless: Duration::ZERO,
        }
    }

    /// The time of a source, if it may be asked at all. What the source that was given first costs is what the run costs
    /// without the others: it is always asked.
    fn time_of(&self, source: usize, budget: &Budget) -> Option<Budget> {
        if source == 0 {
            return Some(first_turn(budget));
        }
        let allowed = self.begun.elapsed() / SHARE_OF_USELESS + FIRST_MOMENT;
        let left = allowed.checked_sub(self.useless)?;
        Some(turn(budget).limited_to(left))
    }

    /// The sources to ask, best first. What did not help against a trace that comes back is asked last.
    fn candidates(&mut self, infeasible: &InfeasibleTrace<'_>) -> Vec<usize> {
        let theories = self.order.depends_on_theories().then(|| self.vocabulary.of_trace(infeasible));
        let mut order = self.order.next(theories.as_ref());
        for (source, passed_over) in self.passed_over.iter_mut().enumerate() {
            *passed_over += u64::from(!order.contains(&source));
        }
        if !order.is_empty() {
            let returns = infeasible.returns % order.len();
            order.rotate_left(returns);
        }
        order
    }

    /// Asks one source. A perfect sequence is returned; the others are kept.
    fn ask(
        &mut self,
        source: usize,
        infeasible: &InfeasibleTrace<'_>,
        gate: &mut Gate<'_>,
        answers: &mut Answers,
    ) -> Option<AssertionSequence> {
        let start = Instant::now();
        let answer = self.sources[source].sequences(infeasible, gate);
        let vocabulary = &mut self.vocabulary;
        let theories = || vocabulary.of_trace(infeasible);
        let perfect = self.order.settle(source, answer, theories, answers);
        if perfect.is_some() {
            self.successes[source] += 1;
            self.last = source;
        } else if source > 0 {
            self.useless += start.elapsed();
        }
        perfect
    }
}

impl Source for UntilPerfect {
    fn name(&self) -> String {
        format!("perfect:{}", names(&self.sources))
    }

    fn sequences(
        &mut self,
        infeasible: &InfeasibleTrace<'_>,
        gate: &mut Gate<'_>,
    ) -> Result<Vec<AssertionSequence>, RefineFailure> {
        let mut answers = Answers::default();
        for source in self.candidates(infeasible) {
            let budget = gate.budget();
            let Some(turn) = self.time_of(source, budget) else {
                self.passed_over[source] += 1;
                continue;
            };
            let perfect = self.ask(source, infeasible, &mut Gate::new(gate.hoare(), &turn), &mut answers);
            if let Some(perfect) = perfect {
                return Ok(vec![perfect]);
            }
            if budget.check().is_err() || budget.is_over_soon() {
                return Err(RefineFailure::Time);
            }
        }
        // If nobody has answered, one of those whose time was over gets what is left.
        if answers.sequences.is_empty()
            && let Some(&late) = answers.late.first()
            && let Some(perfect) = self.ask(late, infeasible, gate, &mut answers)
        {
            return Ok(vec![perfect]);
        }
        if gate.budget().check().is_err() {
            return Err(RefineFailure::Time);
        }
        self.last = answers.first.unwrap_or(0);
        match answers.sequences.is_empty() {
            true => Err(RefineFailure::All(answers.failures)),
            false => Ok(answers.sequences),
        }
    }

    fn explain(&mut self, infeasible: &InfeasibleTrace<'_>, detail: Detail, budget: &Budget) -> Explanation {
        self.sources[self.last].explain(infeasible, detail, budget)
    }

    fn count(&self, statistics: &mut Statistics) {
        for ((source, successes), passed_over) in
            self.sources.iter().zip(&self.successes).zip(&self.passed_over)
        {
            count_of(&**source, *successes, statistics);
            statistics.count(&format!("{}/passed over", source.name()), *passed_over);
        }
    }
}
