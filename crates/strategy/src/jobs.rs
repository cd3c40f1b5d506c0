//! The jobs of a run: which parties work in which process.

use crate::attempt::Features;
use crate::plan::Strategy;

/// What one worker process does: some parties of an attempt.
#[derive(Clone, PartialEq, Debug)]
pub struct Job {
    /// The attempt, by its position in the strategy.
    pub attempt: usize,
    /// The parties, by their positions in the attempt.
    pub parties: Vec<usize>,
    /// Whether it executes the program beside the engines.
    pub has_executions: bool,
    /// Its part of the time that is left.
    pub share: f64,
}

impl Strategy {
    /// The jobs for a program, in the order in which they begin, if so many workers work at once.
    ///
    /// With no more workers than attempts, an attempt is a job. Beyond that, the parties of attempts are distributed,
    /// the first attempt first. A job takes all the time that is left unless another one waits for a worker.
    pub fn jobs(&self, features: &Features, workers: usize) -> Vec<Job> {
        let attempts = self.attempts_for(features);
        let mut portions = vec![1; attempts.len()];
        let mut spare = workers.saturating_sub(attempts.len());
        while spare > 0 {
            let before = spare;
            for (portion, attempt) in portions.iter_mut().zip(&attempts) {
                if spare > 0 && *portion < self.attempts[*attempt].parties.len() {
                    (*portion, spare) = (*portion + 1, spare - 1);
                }
            }
            if spare == before {
                break;
            }
        }
        let is_waiting = |position: usize| position + 1 < attempts.len() && workers < attempts.len();
        let mut jobs = Vec::new();
        for (position, (&attempt, &portion)) in attempts.iter().zip(&portions).enumerate() {
            let parties = self.attempts[attempt].parties.len();
            let share = if is_waiting(position) { self.attempts[attempt].share } else { 1.0 };
            for part in 0..portion {
                jobs.push(Job {
                    attempt,
                    parties: (0..parties).filter(|party| party % portion == part).collect(),
                    has_executions: self.attempts[attempt].has_executions() && part == 0,
                    share,
                });
            }
        }
        // The first parts of all attempts begin first.
        jobs.sort_by_key(|job| job.parties.first().copied());
        jobs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;

    fn jobs(has_bit_tricks: bool, workers: usize) -> Vec<(usize, Vec<usize>, bool, f64)> {
        let features = Features { has_arithmetic: true, has_bit_tricks };
        let jobs = presets::named("default").expect("a preset").jobs(&features, workers);
        jobs.into_iter().map(|job| (job.attempt, job.parties, job.has_executions, job.share)).collect()
    }

    #[test]
    fn one_worker_does_one_attempt_after_the_other() {
        assert_eq!(jobs(false, 1), [(0, vec![0, 1, 2], true, 0.6), (1, vec![0, 1, 2], true, 1.0)]);
        assert_eq!(jobs(true, 1), [(1, vec![0, 1, 2], true, 1.0), (2, vec![0, 1, 2], true, 1.0)]);
    }

    #[test]
    fn more_workers_do_more_at_once() {
        assert_eq!(jobs(false, 2), [(0, vec![0, 1, 2], true, 1.0), (1, vec![0, 1, 2], true, 1.0)]);
        let three = [(0, vec![0, 2], true, 1.0), (1, vec![0, 1, 2], true, 1.0), (0, vec![1], false, 1.0)];
        assert_eq!(jobs(false, 3), three);
        let four = [
            (0, vec![0, 2], true, 1.0),
            (1, vec![0, 2], true, 1.0),
            (0, vec![1], false, 1.0),
            (1, vec![1], false, 1.0),
        ];
        assert_eq!(jobs(false, 4), four);
        assert_eq!(jobs(false, 99).len(), 6);
    }

    #[test]
    fn a_program_without_a_choice_of_arithmetic_has_one_attempt() {
        let strategy = presets::named("default").expect("a preset");
        assert_eq!(strategy.jobs(&Features::default(), 1).len(), 1);
        assert_eq!(strategy.jobs(&Features::default(), 4).len(), 3);
    }
}
