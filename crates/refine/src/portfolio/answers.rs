//! What the sources of a portfolio say about a trace, and what is learned from it.

use std::time::Duration;

use base::Budget;

use super::order::{Order, Outcome};
use super::theories::Theories;
use crate::sequence::{AssertionSequence, RefineFailure};

/// A source has this part of the time that is left for one sequence, as long as another one can answer in its place.
const SHARE: u32 = 10;

/// The source that was given first has more.
const SHARE_OF_FIRST: u32 = 3;

/// It has no less time than this.
const SHORTEST_TURN: Duration = Duration::from_millis(500);

/// Its time if nothing limits the run: sequences that take longer are rare.
const USUAL_TURN: Duration = Duration::from_secs(2);

/// The time of the source that was given first.
pub(super) fn first_turn(budget: &Budget) -> Budget {
    match budget.remaining() {
        Some(left) => budget.limited_to((left / SHARE_OF_FIRST).max(SHORTEST_TURN)),
        None => budget.clone(),
    }
}

/// The time of another source.
pub(super) fn turn(budget: &Budget) -> Budget {
    match budget.remaining() {
        Some(left) => budget.limited_to((left / SHARE).max(SHORTEST_TURN)),
        None => budget.limited_to(USUAL_TURN),
    }
}

/// What the sources said about a trace that none of them has been perfect for.
#[derive(Default)]
pub(super) struct Answers {
    pub(super) sequences: Vec<AssertionSequence>,
    pub(super) failures: Vec<RefineFailure>,
    /// The first source that had a sequence.
    pub(super) first: Option<usize>,
    /// The sources whose time was over.
    pub(super) late: Vec<usize>,
}

impl Answers {
    /// Keeps imperfect sequences. The same sequence twice says nothing new.
    fn keep(&mut self, source: usize, sequences: Vec<AssertionSequence>) {
        self.first.get_or_insert(source);
        for sequence in sequences {
            if self.sequences.iter().all(|other| other.assertions != sequence.assertions) {
                self.sequences.push(sequence);
            }
        }
    }
}

impl Order {
    /// Learns from an answer, and takes it apart.
    pub(super) fn settle(
        &mut self,
        source: usize,
        answer: Result<Vec<AssertionSequence>, RefineFailure>,
        theories: impl FnOnce() -> Theories,
        answers: &mut Answers,
    ) -> Option<AssertionSequence> {
        match answer {
            Ok(sequences) => match sequences.iter().find(|sequence| sequence.is_perfect) {
                Some(perfect) => {
                    self.note(source, Outcome::Perfect, theories);
                    Some(perfect.clone())
                }
                None => {
                    self.note(source, Outcome::Useless, theories);
                    answers.keep(source, sequences);
                    None
                }
            },
            Err(failure) => {
                self.note(source, Outcome::of_failure(&failure), theories);
                if failure == RefineFailure::Time {
                    answers.late.push(source);
                }
                answers.failures.push(failure);
                None
            }
        }
    }
}
