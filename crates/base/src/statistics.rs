//! Counters and times of a run, and how those of several parties add up.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A counter.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// Its name: `name` or `group/name`.
    pub name: String,
    /// What was counted.
    pub value: u64,
    /// Whether the largest of several values counts, and not their sum.
    pub is_peak: bool,
}

/// Counters and times of a run. Everything but the times is the same in every run with the same
/// input and options.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Counters in the order in which they are printed.
    pub counters: Vec<Counter>,
    /// Times in the order in which they are printed: `phase/name`, `queries/name`, ...
    pub times: Vec<(String, Duration)>,
}

impl Statistics {
    /// Sets a counter whose values add up.
    pub fn count(&mut self, name: &str, value: u64) {
        self.set(Counter { name: name.to_string(), value, is_peak: false });
    }

    /// Sets a counter of which the largest value counts.
    pub fn peak(&mut self, name: &str, value: u64) {
        self.set(Counter { name: name.to_string(), value, is_peak: true });
    }

    fn set(&mut self, counter: Counter) {
        match self.counters.iter_mut().find(|other| other.name == counter.name) {
            Some(old) => *old = counter,
            None => self.counters.push(counter),
        }
    }

    /// The value of a counter.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.counters.iter().find(|counter| counter.name == name).map(|counter| counter.value)
    }

    /// Sets a time.
    pub fn time(&mut self, name: &str, value: Duration) {
        match self.times.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = value,
            None => self.times.push((name.to_string(), value)),
        }
    }

    /// Adds what another party counted.
    pub fn merge(&mut self, other: &Statistics) {
        for counter in &other.counters {
            match self.counters.iter_mut().find(|own| own.name == counter.name) {
                Some(own) if counter.is_peak => own.value = own.value.max(counter.value),
                Some(own) => own.value += counter.value,
                None => self.counters.push(counter.clone()),
            }
        }
        for (name, time) in &other.times {
            match self.times.iter_mut().find(|(own, _)| own == name) {
                Some((_, own)) => *own += *time,
                None => self.times.push((name.clone(), *time)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_peaks() {
        let of = |iterations, longest| {
            let mut statistics = Statistics::default();
            statistics.count("iterations", iterations);
            statistics.peak("longest trace", longest);
            statistics.time("refinement", Duration::from_secs(iterations));
            statistics
        };
        let mut all = of(3, 10);
        all.merge(&of(4, 7));
        assert_eq!((all.get("iterations"), all.get("longest trace")), (Some(7), Some(10)));
        assert_eq!(all.times, [("refinement".to_string(), Duration::from_secs(7))]);
    }
}
