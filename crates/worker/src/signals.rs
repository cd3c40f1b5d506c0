//! Signals that end the process end its workers first.
//!
//! The handler may only look at atomics, so living workers are in a table of fixed size. While a worker is forked, the
//! signals are blocked: the parent either has it in the table, or has not forked it yet; and the worker itself, which
//! inherits handler and table, forgets both before a signal can reach it.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// So many workers can live at once.
const MAX_WORKERS: usize = 256;

/// The process groups of the workers that an interrupt has to kill; 0 is none.
static WORKERS: [AtomicI32; MAX_WORKERS] = [const { AtomicI32::new(0) }; MAX_WORKERS];

/// Whether the terminal shows a progress line that an interrupt has to erase.
pub static HAS_PROGRESS_LINE: AtomicBool = AtomicBool::new(false);

/// Whether the first interrupt only ends the workers, so that the parent can tell what it knows.
static IS_DEFERRED: AtomicBool = AtomicBool::new(false);

/// The signal that interrupted the process; 0 is none.
static INTERRUPT: AtomicI32 = AtomicI32::new(0);

const SIGNALS: [libc::c_int; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// From now on, the first interrupt ends the workers only: the process goes on, asks [`interrupted`], and tells what it
/// knows. The second one ends it.
pub fn defer_interrupts() {
    IS_DEFERRED.store(true, Ordering::SeqCst);
    set_handlers(on_signal as *const () as libc::sighandler_t);
}

/// The signal that interrupted the process, if one was deferred.
pub fn interrupted() -> Option<i32> {
    Some(INTERRUPT.load(Ordering::SeqCst)).filter(|signal| *signal != 0)
}

/// While this lives, signals that end the process end the worker first.
pub(crate) struct Registration {
    slot: usize,
}

impl Registration {
    /// Registers the process group of a worker.
    pub(crate) fn of(worker: libc::pid_t) -> io::Result<Registration> {
        let is_free =
            |entry: &AtomicI32| entry.compare_exchange(0, worker, Ordering::SeqCst, Ordering::SeqCst).is_ok();
        let slot = WORKERS.iter().position(is_free);
        let slot = slot.ok_or_else(|| io::Error::other("too many workers are alive"))?;
        set_handlers(on_signal as *const () as libc::sighandler_t);
        Ok(Registration { slot })
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        WORKERS[self.slot].store(0, Ordering::SeqCst);
        let is_last = WORKERS.iter().all(|entry| entry.load(Ordering::SeqCst) == 0);
        if is_last && !IS_DEFERRED.load(Ordering::SeqCst) {
            set_handlers(libc::SIG_DFL);
        }
    }
}

/// In a new worker: forgets the workers of the parent and what the parent does about signals.
pub(crate) fn forget_all() {
    set_handlers(libc::SIG_DFL);
    IS_DEFERRED.store(false, Ordering::SeqCst);
    INTERRUPT.store(0, Ordering::SeqCst);
    WORKERS.iter().for_each(|entry| entry.store(0, Ordering::SeqCst));
}

/// While this lives, the signals wait.
pub(crate) struct Blocked {
    before: libc::sigset_t,
}

impl Blocked {
    pub(crate) fn new() -> Blocked {
        // SAFETY: the sets are plain data that the calls fill in.
        unsafe {
            let mut signals: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&mut signals);
            SIGNALS.iter().for_each(|&signal| {
                libc::sigaddset(&mut signals, signal);
            });
            let mut before: libc::sigset_t = std::mem::zeroed();
            libc::sigprocmask(libc::SIG_BLOCK, &signals, &mut before);
            Blocked { before }
        }
    }
}

impl Drop for Blocked {
    fn drop(&mut self) {
        // SAFETY: the set was filled in by the kernel.
        unsafe { libc::sigprocmask(libc::SIG_SETMASK, &self.before, std::ptr::null_mut()) };
    }
}

fn set_handlers(handler: libc::sighandler_t) {
    for signal in SIGNALS {
        // SAFETY: the handler only makes async-signal-safe calls.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handler;
            libc::sigaction(signal, &action, std::ptr::null_mut());
        }
    }
}

extern "C" fn on_signal(signal: libc::c_int) {
    // SAFETY: kill, write and _exit are async-signal-safe.
    unsafe {
        for entry in &WORKERS {
            let worker = entry.load(Ordering::SeqCst);
            if worker > 0 {
                libc::kill(-worker, libc::SIGKILL);
            }
        }
        if HAS_PROGRESS_LINE.load(Ordering::SeqCst) {
            let erase = b"\r\x1b[K";
            libc::write(2, erase.as_ptr().cast(), erase.len());
        }
        let is_first = INTERRUPT.swap(signal, Ordering::SeqCst) == 0;
        if !is_first || !IS_DEFERRED.load(Ordering::SeqCst) {
            libc::_exit(128 + signal);
        }
    }
}
