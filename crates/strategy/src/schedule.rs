//! The scheduler: parties take turns, and executions come between them.
//!
//! After a glance at a few executions, every party opens with a few iterations. Then come executions, earlier if a party
//! needs more than its share for its opening, and rounds in which every party has a turn and executions go on. Turns are
//! counted in iterations, twice as many in each round, so that runs are deterministic; only a party that takes a large part
//! of the time for its turn is interrupted. A party that cannot go on drops out.

use base::Budget;
use engines::{Engine, Observer, Outcome};
use verdict::Reason;

use crate::attempt::Attempt;

/// The rounds that others have once a party knows only of violations that may be due to an over-approximation.
const ROUNDS_IN_DOUBT: usize = 3;

/// Executions go on after the turns of so many parties, and after each round.
const PARTIES_BETWEEN_EXECUTIONS: usize = 2;

/// Executions of the program beside the engines.
pub trait Executions {
    /// A violation.
    type Found;

    /// A few short executions, before everything else.
    fn glance(&mut self, budget: &Budget) -> Option<Self::Found>;

    /// Begins, before the first round.
    fn begin(&mut self, budget: &Budget) -> Option<Self::Found>;

    /// Goes on, after each round.
    fn go_on(&mut self, budget: &Budget) -> Option<Self::Found>;

    /// Whether there is more to do.
    fn can_go_on(&self) -> bool;

    /// Whether there is something that may be a violation and needs time to be decided.
    fn has_candidate(&self) -> bool;
}

/// Learns whose turn it is, beside what engines tell.
pub trait ScheduleObserver: Observer {
    /// The turn of a party begins.
    fn turn(&mut self, party: usize);

    /// Executions begin or go on.
    fn executions(&mut self) {}
}

/// Who found something.
#[derive(Clone, Debug)]
pub enum Winner<F> {
    /// A party, and its outcome.
    Party(usize, Outcome),
    /// An execution.
    Execution(F),
}

/// A part of the time that is left.
pub fn part(budget: &Budget, share: f64, attempt: &Attempt) -> Budget {
    let limit = budget.remaining().map_or(attempt.longest_turn, |left| left.mul_f64(share));
    budget.limited_to(limit.max(attempt.shortest_turn))
}

/// Runs parties in turns until one of them, or an execution, has an outcome.
///
/// `shares` has the part of the time that is left after which the turn of each party is interrupted.
pub fn run<F>(
    parties: &mut [Box<dyn Engine + '_>],
    shares: &[f64],
    executions: &mut dyn Executions<Found = F>,
    attempt: &Attempt,
    budget: &Budget,
    observer: &mut dyn ScheduleObserver,
) -> Winner<F> {
    let waiting = (0..parties.len()).collect();
    let mut schedule = Schedule { attempt, budget, observer, waiting, is_slow: false };
    let opening = if parties.len() == 1 { 1.0 } else { attempt.opening_share };
    let mut has_begun = false;
    if let Some(found) = executions.glance(budget) {
        return Winner::Execution(found);
    }
    for party in 0..parties.len() {
        if let Some(winner) = schedule.turn_of(party, parties, attempt.opening, opening) {
            return schedule.unless_others_know(winner, parties, executions, has_begun);
        }
        // Executions take as long for a program whose traces are hard as for any other one.
        let is_last = party + 1 == parties.len();
        if !has_begun && (schedule.is_slow || is_last) {
            has_begun = true;
            schedule.observer.executions();
            if let Some(found) = executions.begin(budget) {
                return Winner::Execution(found);
            }
        }
    }
    let mut iterations = attempt.opening.saturating_mul(2);
    loop {
        let waiting = schedule.waiting.clone();
        for some in waiting.chunks(PARTIES_BETWEEN_EXECUTIONS) {
            for &party in some {
                let is_alone = schedule.waiting == [party] && !executions.can_go_on();
                let (iterations, share) =
                    if is_alone { (u64::MAX, 1.0) } else { (iterations, shares[party]) };
                if let Some(winner) = schedule.turn_of(party, parties, iterations, share) {
                    return schedule.unless_others_know(winner, parties, executions, true);
                }
            }
            schedule.observer.executions();
            if let Some(found) = executions.go_on(budget) {
                return Winner::Execution(found);
            }
        }
        let is_late = budget.remaining().is_some_and(|left| left < attempt.candidate_time);
        if executions.has_candidate() && is_late {
            return Winner::Party(schedule.waiting[0], Outcome::Unknown(Reason::Time));
        }
        iterations = iterations.saturating_mul(2);
    }
}

struct Schedule<'s> {
    attempt: &'s Attempt,
    budget: &'s Budget,
    observer: &'s mut dyn ScheduleObserver,
    /// The parties that have not dropped out.
    waiting: Vec<usize>,
    /// Whether a turn was interrupted.
    is_slow: bool,
}

impl Schedule<'_> {
    /// A party that knows of no other violations than those through over-approximations knows one path to each place.
    /// Another path may be exact, so the others and executions have some more rounds before its answer counts. Where
    /// bit-vectors come next, they look for it anyway.
    fn unless_others_know<F>(
        &mut self,
        winner: Winner<F>,
        parties: &mut [Box<dyn Engine + '_>],
        executions: &mut dyn Executions<Found = F>,
        has_begun: bool,
    ) -> Winner<F> {
        let Winner::Party(doubter, Outcome::Unknown(Reason::Overapproximation(_))) = &winner else {
            return winner;
        };
        if self.attempt.confirm {
            return winner;
        }
        // What may be a violation still has to be compiled and executed, which often decides.
        let budget = self.budget.limited_to(self.attempt.shortest_turn);
        let waiting = self.waiting.iter().copied().filter(|party| party != doubter).collect();
        let mut others = Schedule { budget: &budget, observer: &mut *self.observer, waiting, ..*self };
        others.observer.executions();
        if let Some(found) = (!has_begun).then(|| executions.begin(&budget)).flatten() {
            return Winner::Execution(found);
        }
        let mut iterations = self.attempt.opening;
        for _ in 0..ROUNDS_IN_DOUBT {
            for party in others.waiting.clone() {
                match others.turn_of(party, parties, iterations, others.attempt.opening_share) {
                    Some(Winner::Party(_, Outcome::Unknown(_))) => others.waiting.retain(|p| *p != party),
                    Some(other) => return other,
                    None => {}
                }
            }
            if budget.check().is_err() {
                break;
            }
            others.observer.executions();
            if let Some(found) = executions.go_on(&budget) {
                return Winner::Execution(found);
            }
            iterations = iterations.saturating_mul(2);
        }
        winner
    }

    /// A turn of a party; nothing if others may still find something.
    fn turn_of<F>(
        &mut self,
        party: usize,
        parties: &mut [Box<dyn Engine + '_>],
        iterations: u64,
        share: f64,
    ) -> Option<Winner<F>> {
        self.observer.turn(party);
        let budget = match share {
            1.0 => self.budget.clone(),
            _ => part(self.budget, share, self.attempt),
        };
        let outcome = parties[party].run_for(iterations, &budget, self.observer)?;
        match &outcome {
            // Only its turn is over.
            Outcome::Unknown(Reason::Time) if self.budget.check().is_ok() => {
                self.is_slow = true;
                return None;
            }
            Outcome::Unknown(reason) if reason.is_about_engine() => {
                self.waiting.retain(|other| *other != party);
                if !self.waiting.is_empty() {
                    return None;
                }
            }
            _ => {}
        }
        Some(Winner::Party(party, outcome))
    }
}

/// No executions.
pub struct NoExecutions;

impl Executions for NoExecutions {
    type Found = std::convert::Infallible;

    fn glance(&mut self, _: &Budget) -> Option<Self::Found> {
        None
    }

    fn begin(&mut self, _: &Budget) -> Option<Self::Found> {
        None
    }

    fn go_on(&mut self, _: &Budget) -> Option<Self::Found> {
        None
    }

    fn can_go_on(&self) -> bool {
        false
    }

    fn has_candidate(&self) -> bool {
        false
    }
}
