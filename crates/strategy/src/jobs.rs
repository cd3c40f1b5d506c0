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
    /// The parties of an attempt are distributed before the next attempt has a worker: parties that take turns in one
    /// process take their time from each other, so beside each other they need less time and no more processors. An
    /// attempt that waits for workers of another one leaves its share of the time to it.
    pub fn jobs(&self, features: &Features, workers: usize) -> Vec<Job> {
        let attempts = self.attempts_for(features);
        let waves = self.waves(&attempts, workers.max(1));
        let mut jobs = Vec::new();
        for (position, wave) in waves.iter().enumerate() {
            let is_last = position + 1 == waves.len();
            let begin = jobs.len();
            for &(attempt, portion) in wave {
                let share = if is_last { 1.0 } else { self.attempts[attempt].share };
                let parties = self.attempts[attempt].parties.len();
                jobs.extend((0..portion).map(|part| Job {
                    attempt,
                    parties: (0..parties).filter(|party| party % portion == part).collect(),
                    // The last part has the fewest parties, which take the least time from executions.
                    has_executions: self.attempts[attempt].has_executions() && part + 1 == portion,
                    share,
                }));
            }
            // The first parts of all attempts begin first.
            jobs[begin..].sort_by_key(|job| job.parties.first().copied());
        }
        jobs
    }

    /// Attempts that work at once, and how many workers each of them has.
    fn waves(&self, attempts: &[usize], workers: usize) -> Vec<Vec<(usize, usize)>> {
        let mut waves: Vec<Vec<(usize, usize)>> = Vec::new();
        let mut free = 0;
        for &attempt in attempts {
            if free == 0 {
                waves.push(Vec::new());
                free = workers;
            }
            let portion = self.attempts[attempt].parties.len().clamp(1, free);
            waves.last_mut().expect("a wave").push((attempt, portion));
            free -= portion;
        }
        waves
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
        assert_eq!(
            jobs(false, 1),
            [(0, vec![0, 1, 2, 3, 4], true, 0.6), (1, vec![0, 1, 2, 3, 4], true, 1.0)]
        );
        assert_eq!(jobs(true, 1), [(1, vec![0, 1, 2, 3, 4], true, 1.0), (2, vec![0, 1, 2, 3, 4], true, 1.0)]);
    }

    #[test]
    fn more_workers_do_more_at_once() {
        let two = [
            (0, vec![0, 2, 4], false, 0.6),
            (0, vec![1, 3], true, 0.6),
            (1, vec![0, 2, 4], false, 1.0),
            (1, vec![1, 3], true, 1.0),
        ];
        assert_eq!(jobs(false, 2), two);
        let apart =
            |attempt, share| [0, 1, 2, 3, 4].map(|party| (attempt, vec![party], party == 4, share)).to_vec();
        assert_eq!(jobs(false, 5), [apart(0, 0.6), apart(1, 1.0)].concat());
        let six = [
            (0, vec![0], false, 1.0),
            (1, vec![0, 1, 2, 3, 4], true, 1.0),
            (0, vec![1], false, 1.0),
            (0, vec![2], false, 1.0),
            (0, vec![3], false, 1.0),
            (0, vec![4], true, 1.0),
        ];
        assert_eq!(jobs(false, 6), six);
        assert_eq!(jobs(false, 99).len(), 10);
    }

    #[test]
    fn a_program_without_a_choice_of_arithmetic_has_one_attempt() {
        let strategy = presets::named("default").expect("a preset");
        assert_eq!(strategy.jobs(&Features::default(), 1).len(), 1);
        assert_eq!(strategy.jobs(&Features::default(), 9).len(), 5);
    }
}
