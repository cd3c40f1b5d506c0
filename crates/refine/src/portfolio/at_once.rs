//! The portfolio whose sources work at once, in processes of their own.
//!
//! The first perfect sequence wins, and the other sources are told to give up. What a source answers passes the gate
//! of this process, whatever the gate of the other process said. A process that dies costs its source only. Sources
//! begin in the order that [`Order`] says, as many at once as there may be.

use std::collections::VecDeque;
use std::os::fd::BorrowedFd;
use std::time::Duration;

use base::{Budget, Statistics};
use term::parse::Context;

use super::answers::{Answers, turn};
use super::apart::SourceApart;
use super::order::Order;
use super::question::Question;
use super::reply;
use super::theories::Vocabulary;
use crate::counted::Tally;
use crate::explanation::{Detail, Explanation};
use crate::gate::Gate;
use crate::infeasible::InfeasibleTrace;
use crate::sequence::{AssertionSequence, RefineFailure};
use crate::source::Source;

/// How often the clock is looked at.
const TICK: Duration = Duration::from_millis(20);

/// The source `perfect:A,B,...` with several processes.
pub struct FirstPerfect {
    sources: Vec<SourceApart>,
    at_once: usize,
    order: Order,
    vocabulary: Vocabulary,
    tallies: Vec<Tally>,
    successes: Vec<u64>,
    /// Sources whose processes have ended.
    is_lost: Vec<bool>,
}

/// A question that some sources work on.
struct Asked<'q> {
    infeasible: &'q InfeasibleTrace<'q>,
    question: Question,
    context: Context,
    /// Sources that have not begun.
    waiting: VecDeque<usize>,
    /// Sources at work, with the end of their turns.
    working: Vec<(usize, Budget)>,
    answers: Answers,
}

impl FirstPerfect {
    /// Sources of which so many work at once.
    pub fn new(sources: Vec<SourceApart>, at_once: usize) -> FirstPerfect {
        let count = sources.len();
        FirstPerfect {
            sources,
            at_once: at_once.max(1),
            order: Order::new(count),
            vocabulary: Vocabulary::default(),
            tallies: (0..count).map(|_| Tally::default()).collect(),
            successes: vec![0; count],
            is_lost: vec![false; count],
        }
    }

    fn begin(&self, asked: &mut Asked<'_>, budget: &Budget) {
        while asked.working.len() < self.at_once
            && let Some(source) = asked.waiting.pop_front()
        {
            let turn = turn(budget);
            asked.question.time = turn.remaining();
            self.sources[source].ask(&asked.question.to_string());
            asked.working.push((source, turn));
        }
    }

    /// Waits until somebody has something to say.
    fn wait(&self, asked: &Asked<'_>) {
        let working: Vec<&SourceApart> = asked.working.iter().map(|(s, _)| &self.sources[*s]).collect();
        wait_for_any(&working, &mut Vec::new());
    }

    /// Takes what the sources have to say; a perfect sequence is returned.
    fn hear(&mut self, asked: &mut Asked<'_>, gate: &mut Gate<'_>) -> Option<AssertionSequence> {
        for (source, turn) in std::mem::take(&mut asked.working) {
            let text = match self.sources[source].answer() {
                Ok(None) if turn.check().is_ok() => {
                    asked.working.push((source, turn));
                    continue;
                }
                Ok(None) => {
                    self.sources[source].cancel();
                    Err(RefineFailure::Time)
                }
                Ok(Some(text)) => Ok(text),
                Err(lost) => {
                    self.is_lost[source] = true;
                    Err(lost)
                }
            };
            let name = self.sources[source].name();
            let proposals = text.and_then(|text| reply::read(&text, name, &asked.context));
            let infeasible = asked.infeasible;
            let answer = proposals.and_then(|proposals| {
                proposals.into_iter().map(|proposal| gate.pass(infeasible, proposal)).collect()
            });
            self.tallies[source].add(&answer, self.sources[source].waited());
            let vocabulary = &mut self.vocabulary;
            let theories = || vocabulary.of_trace(infeasible);
            if let Some(perfect) = self.order.settle(source, answer, theories, &mut asked.answers) {
                self.successes[source] += 1;
                return Some(perfect);
            }
        }
        None
    }

    /// Asks until somebody is perfect, or nobody is left.
    fn ask(&mut self, asked: &mut Asked<'_>, gate: &mut Gate<'_>) -> Option<AssertionSequence> {
        loop {
            self.begin(asked, gate.budget());
            if asked.working.is_empty() || gate.budget().check().is_err() {
                return None;
            }
            self.wait(asked);
            if let Some(perfect) = self.hear(asked, gate) {
                return Some(perfect);
            }
        }
    }
}

/// Collects what to wait for, since each descriptor is borrowed from its source.
fn wait_for_any(sources: &[&SourceApart], descriptors: &mut Vec<BorrowedFd<'_>>) {
    match sources {
        [] => {
            worker::wait_for_any(descriptors, TICK);
        }
        [first, rest @ ..] => first.with_fd(|fd| {
            let mut all: Vec<BorrowedFd<'_>> = descriptors.clone();
            all.push(fd);
            wait_for_any(rest, &mut all);
        }),
    }
}

impl Source for FirstPerfect {
    fn name(&self) -> String {
        let names: Vec<&str> = self.sources.iter().map(SourceApart::name).collect();
        format!("perfect:{}", names.join(","))
    }

    fn sequences(
        &mut self,
        infeasible: &InfeasibleTrace<'_>,
        gate: &mut Gate<'_>,
    ) -> Result<Vec<AssertionSequence>, RefineFailure> {
        let theories = self.order.depends_on_theories().then(|| self.vocabulary.of_trace(infeasible));
        let mut waiting: VecDeque<usize> = self.order.next(theories.as_ref()).into();
        waiting.retain(|source| !self.is_lost[*source]);
        let returns = infeasible.returns % waiting.len().max(1);
        waiting.rotate_left(returns);
        let question = Question::of(infeasible, None);
        let context = question.vocabulary();
        let (working, answers) = (Vec::new(), Answers::default());
        let mut asked = Asked { infeasible, question, context, waiting, working, answers };
        let perfect = self.ask(&mut asked, gate);
        for (source, _) in &asked.working {
            self.sources[*source].cancel();
        }
        if let Some(perfect) = perfect {
            return Ok(vec![perfect]);
        }
        if gate.budget().check().is_err() {
            return Err(RefineFailure::Time);
        }
        match asked.answers.sequences.is_empty() {
            true => Err(RefineFailure::All(asked.answers.failures)),
            false => Ok(asked.answers.sequences),
        }
    }

    fn explain(&mut self, _: &InfeasibleTrace<'_>, _: Detail, _: &Budget) -> Explanation {
        Explanation::default()
    }

    fn count(&self, statistics: &mut Statistics) {
        for (position, source) in self.sources.iter().enumerate() {
            self.tallies[position].count(source.name(), statistics);
            statistics.count(&format!("sources/{}", source.name()), self.successes[position]);
            statistics.count(&format!("{}/lost", source.name()), u64::from(self.is_lost[position]));
        }
    }
}
