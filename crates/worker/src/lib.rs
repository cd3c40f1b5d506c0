//! Worker processes: a native solver that hangs, crashes or eats memory must not take the answer down.
//!
//! The parent forks while it has a single thread and has loaded everything, so a worker starts at once; it
//! never executes another program. The worker runs its job on a thread with a large stack and sends messages
//! through a pipe ([`Channel`]). The parent watches the pipe, the clock and the memory of the worker with all its
//! descendants, and kills the worker's process group as soon as there is an answer or a limit is reached.
//!
//! [`run`] runs one worker to its end. Whoever supervises several spawns each of them ([`Worker::spawn`]), waits until
//! one has something to say ([`wait_for_any`]), and asks them all ([`Worker::try_recv`]).
//!
//! Invariants: when a [`Worker`] has ended or is dropped, no process of its group is left; if the parent dies, the
//! kernel kills its workers; an interrupt kills all of them and the parent, and leaves the exit status of the signal, unless the parent wants to tell
//! what it knows first ([`defer_interrupts`]).
//!
//! A worker that knows its deadline reports by itself what it has found out so far, so the parent gives it
//! [`GRACE`] beyond the limit before it kills.

pub mod answering;
mod channel;
mod death;
pub mod memory;
mod process;
mod signals;
mod supervision;

pub use channel::{Channel, Message};
pub use process::{GRACE, Limits};
pub use signals::{HAS_PROGRESS_LINE, defer_interrupts, interrupted};
pub use supervision::{Ending, Received, Run, TICK, Worker, run, wait_for_any};
