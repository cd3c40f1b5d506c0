//! Time limits and interruption.
//!
//! One thread per process, started by the first query with a limit, interrupts
//! queries whose time is up. Each solver has a [`QueryCell`] which says what is
//! running until when; the watchdog looks into the cells at the earliest
//! deadline it knows, and a query wakes it only if its own deadline is earlier.
//! So a query costs two uncontended locks. An interruption that falls into the
//! moment between the start of a query and Z3's readiness for it would be lost,
//! therefore the watchdog repeats it until the query has ended.
//!
//! Z3's own `timeout` parameter is not used: it starts a timer for every query.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use z3_sys::*;

/// How long to wait before an interruption is repeated.
const REPEAT: Duration = Duration::from_millis(10);

/// Why a query was interrupted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    Timeout,
    Request,
}

/// What to interrupt. There is no target for tactics: Z3's function to interrupt them also stops
/// whatever comes after them.
#[derive(Clone, Copy)]
pub(super) enum Target {
    /// The query of a solver.
    Solver(Z3_context, Z3_solver),
    /// Whatever happens in a context. Z3 may refuse to do anything in it afterwards.
    Context(Z3_context),
}

// SAFETY: only Z3's interruption functions are called with it, which may be called from any
// thread, and only while the cell says that the query runs, so that both objects are alive.
unsafe impl Send for Target {}

impl Target {
    fn interrupt(self) {
        // SAFETY: see the implementation of `Send`.
        unsafe {
            match self {
                Target::Solver(context, solver) => Z3_solver_interrupt(context, solver),
                Target::Context(context) => Z3_interrupt(context),
            }
        }
    }
}

struct Query {
    target: Target,
    deadline: Option<Instant>,
    stopped: Option<Stop>,
}

/// What a solver is doing.
#[derive(Default)]
pub(super) struct QueryCell {
    running: Mutex<Option<Query>>,
    is_registered: AtomicBool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The data are valid whatever the other thread was doing.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl QueryCell {
    /// Runs a query under a limit and says why it was interrupted, if it was.
    pub(super) fn run<T>(
        self: &Arc<Self>,
        target: Target,
        limit: Option<Duration>,
        query: impl FnOnce() -> T,
    ) -> (T, Option<Stop>) {
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        *lock(&self.running) = Some(Query { target, deadline, stopped: None });
        if let Some(deadline) = deadline {
            Watchdog::get().watch(self, deadline);
        }
        let result = query();
        let stopped = lock(&self.running).take().and_then(|query| query.stopped);
        (result, stopped)
    }

    /// Interrupts what is late; the next time to look at this cell.
    fn poll(&self, now: Instant) -> Option<Instant> {
        let mut running = lock(&self.running);
        let query = running.as_mut()?;
        if query.stopped.is_none() && query.deadline.is_none_or(|deadline| now < deadline) {
            return query.deadline;
        }
        query.stopped.get_or_insert(Stop::Timeout);
        query.target.interrupt();
        Some(now + REPEAT)
    }
}

/// Interrupts the running query of a solver, from any thread.
#[derive(Clone)]
pub struct InterruptHandle {
    pub(super) cell: Arc<QueryCell>,
}

impl InterruptHandle {
    /// Ends the query that is running now, with `Unknown(Interrupted)`. Does nothing if none is.
    pub fn interrupt(&self) {
        let is_running = match lock(&self.cell.running).as_mut() {
            Some(query) => {
                query.stopped.get_or_insert(Stop::Request);
                true
            }
            None => false,
        };
        if is_running {
            Watchdog::get().watch(&self.cell, Instant::now());
        }
    }
}

struct Watchdog {
    state: Mutex<Schedule>,
    changed: Condvar,
}

struct Schedule {
    cells: Vec<Weak<QueryCell>>,
    /// When the watchdog looks next.
    wake: Option<Instant>,
}

static WATCHDOG: OnceLock<Watchdog> = OnceLock::new();

impl Watchdog {
    fn get() -> &'static Watchdog {
        let mut is_new = false;
        let watchdog = WATCHDOG.get_or_init(|| {
            is_new = true;
            let schedule = Schedule { cells: Vec::new(), wake: None };
            Watchdog { state: Mutex::new(schedule), changed: Condvar::new() }
        });
        if is_new {
            // Without the thread there are no limits here, but the worker process still has its own.
            let _ = std::thread::Builder::new()
                .name("solver-watchdog".to_owned())
                .spawn(|| WATCHDOG.get().expect("just set").watch_forever());
        }
        watchdog
    }

    /// Looks at the cell no later than the given time.
    fn watch(&self, cell: &Arc<QueryCell>, at: Instant) {
        let mut schedule = lock(&self.state);
        if !cell.is_registered.swap(true, Ordering::Relaxed) {
            schedule.cells.push(Arc::downgrade(cell));
        }
        if schedule.wake.is_none_or(|wake| at < wake) {
            schedule.wake = Some(at);
            self.changed.notify_one();
        }
    }

    fn watch_forever(&self) {
        let mut schedule = lock(&self.state);
        loop {
            let now = Instant::now();
            schedule = match schedule.wake {
                None => self.changed.wait(schedule).unwrap_or_else(PoisonError::into_inner),
                Some(wake) if now < wake => {
                    let waited = self.changed.wait_timeout(schedule, wake - now);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                Some(_) => {
                    schedule.cells.retain(|cell| cell.strong_count() > 0);
                    let times = schedule.cells.iter().filter_map(|c| c.upgrade()?.poll(now));
                    schedule.wake = times.min();
                    schedule
                }
            };
        }
    }
}
