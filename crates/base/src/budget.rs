//! Limits on how long an analysis may run.
//!
//! A [`Budget`] is a deadline and a cancellation flag. Clones share both, so whoever holds one can stop everyone.
//! Long loops call [`Budget::check`] and give up with what they know when it fails; the check is cheap enough
//! (an atomic load and a clock read) for every iteration that does real work.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why a budget is used up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Exhausted {
    /// The deadline has passed.
    Time,
    /// Somebody called [`Budget::cancel`].
    Cancelled,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Exhausted::Time => "out of time",
            Exhausted::Cancelled => "cancelled",
        })
    }
}

impl std::error::Error for Exhausted {}

/// A deadline and a cancellation flag, shared by all clones.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    cancelled: Arc<AtomicBool>,
}

impl Budget {
    /// No deadline; ends only by [`cancel`](Self::cancel).
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    /// A budget that ends `limit` from now.
    pub fn with_timeout(limit: Duration) -> Budget {
        Budget { deadline: Instant::now().checked_add(limit), ..Budget::default() }
    }

    /// The same budget, shared cancellation included, but ending at the latest `limit` from now.
    pub fn limited_to(&self, limit: Duration) -> Budget {
        let deadline = match (self.deadline, Instant::now().checked_add(limit)) {
            (Some(ours), Some(new)) => Some(ours.min(new)),
            (ours, new) => ours.or(new),
        };
        Budget { deadline, cancelled: self.cancelled.clone() }
    }

    /// Fails when the deadline has passed or the budget was cancelled.
    pub fn check(&self) -> Result<(), Exhausted> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(Exhausted::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Exhausted::Time),
            _ => Ok(()),
        }
    }

    /// Whether so little time is left that a query which gave up did so for lack of it.
    pub fn is_over_soon(&self) -> bool {
        self.remaining().is_some_and(|left| left < Duration::from_millis(30))
    }

    /// The time left, or `None` without a deadline. Zero once the deadline has passed or on cancellation.
    pub fn remaining(&self) -> Option<Duration> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Some(Duration::ZERO);
        }
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// The moment at which the budget ends.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Ends this budget and all its clones.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unlimited_budgets_end_by_cancellation_of_any_clone() {
        let budget = Budget::unlimited();
        assert_eq!((budget.check(), budget.remaining()), (Ok(()), None));
        budget.limited_to(Duration::from_secs(1000)).clone().cancel();
        assert_eq!(budget.check(), Err(Exhausted::Cancelled));
        assert_eq!(budget.remaining(), Some(Duration::ZERO));
    }

    #[test]
    fn deadlines_pass() {
        let budget = Budget::with_timeout(Duration::ZERO);
        assert_eq!(budget.check(), Err(Exhausted::Time));
        assert_eq!(budget.remaining(), Some(Duration::ZERO));
        assert_eq!(budget.limited_to(Duration::from_secs(9)).check(), Err(Exhausted::Time));
        assert_eq!(Budget::with_timeout(Duration::MAX).check(), Ok(()));
    }
}
