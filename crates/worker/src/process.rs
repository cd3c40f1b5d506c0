//! The life of a worker, from the fork to its last message.

use std::fs;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::time::Duration;

use crate::channel::{Channel, Message};
use crate::signals::{self, Blocked, Registration};

/// How much longer than its time limit a worker may take to report.
pub const GRACE: Duration = Duration::from_millis(400);

/// The stack of the analysis. Only what is used becomes memory.
const STACK_SIZES: [usize; 4] = [512 << 20, 128 << 20, 32 << 20, 8 << 20];

/// Address space that a worker may use beyond twice its memory limit: the stack, the libraries, what the
/// allocator reserves. A backstop for what grows too fast to be seen between two ticks.
const ADDRESS_SPACE_SLACK: u64 = 4 << 30;

/// Limits that the parent enforces.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Resident memory of the worker and its descendants, in bytes.
    pub memory: Option<u64>,
}

/// A worker that was forked: its process, which leads a group of its own, and its place in the table of those that an
/// interrupt kills.
pub(crate) struct Forked {
    pub(crate) pid: libc::pid_t,
    pub(crate) registration: Registration,
}

/// Forks a worker that runs a job and writes to a pipe; its standard error goes to a file. The worker holds the ends of
/// its siblings' pipes that the parent reads, which changes nothing: it neither reads nor writes there.
pub(crate) fn fork<M: Message>(
    limits: Limits,
    pipe: File,
    errors: &File,
    job: impl FnOnce(&mut Channel<M>) -> M + Send + 'static,
) -> io::Result<Forked> {
    if !has_single_thread() {
        return Err(io::Error::other("workers are forked while the process has a single thread"));
    }
    let blocked = Blocked::new();
    let parent = unsafe { libc::getpid() };
    // SAFETY: the process has one thread, so the child's copy of the memory is consistent.
    let pid = unsafe { libc::fork() };
    match pid {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            signals::forget_all();
            drop(blocked);
            work(parent, limits, Channel::new(pipe), errors.as_raw_fd(), job)
        }
        _ => {
            // Both sides do this: whoever comes first, the group exists before anyone relies on it.
            unsafe { libc::setpgid(pid, pid) };
            let registration = Registration::of(pid).inspect_err(|_| {
                kill_and_wait(pid);
            })?;
            Ok(Forked { pid, registration })
        }
    }
}

/// Whether no other thread could hold a lock that the child would wait for forever.
fn has_single_thread() -> bool {
    fs::read_dir("/proc/self/task").map_or(true, |threads| threads.count() == 1)
}

/// Ends the whole group of a worker. One that is dying already keeps its own cause of death. Gives its status, and the
/// greatest resident memory of one of its processes, in bytes.
pub(crate) fn kill_and_wait(pid: libc::pid_t) -> (libc::c_int, u64) {
    let mut status = 0;
    // SAFETY: plain system calls on a child that nobody else waits for; rusage is plain data.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::kill(-pid, libc::SIGKILL);
        while libc::wait4(pid, &mut status, 0, &mut usage) == -1
            && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
        {}
        usage
    };
    (status, usage.ru_maxrss as u64 * 1024)
}

/// The life of the worker.
fn work<M: Message>(
    parent: libc::pid_t,
    limits: Limits,
    mut channel: Channel<M>,
    errors: RawFd,
    job: impl FnOnce(&mut Channel<M>) -> M + Send + 'static,
) -> ! {
    become_worker(parent, limits, errors);
    std::panic::set_hook(Box::new(remember_panic));
    // The last message leaves from the thread itself: nothing is gained by destructors.
    let mut analysis = Some(move || {
        let last = guarded(|| job(&mut channel));
        channel.send(&last);
        unsafe { libc::_exit(0) }
    });
    let mut error = None;
    for size in STACK_SIZES {
        // A failed attempt must not consume the job, so that a smaller stack can be tried.
        let slot = std::sync::Arc::new(Mutex::new(analysis.take()));
        let inner = slot.clone();
        let body = move || {
            let analysis = inner.lock().ok().and_then(|mut slot| slot.take());
            analysis.map(|analysis| analysis())
        };
        match std::thread::Builder::new().name("analysis".into()).stack_size(size).spawn(body) {
            Ok(thread) => {
                let _ = thread.join();
                break;
            }
            Err(failure) => error = Some(failure),
        }
        analysis = slot.lock().ok().and_then(|mut slot| slot.take());
    }
    eprintln!("{}", error.map_or("the analysis ended early".to_string(), |e| format!("no thread: {e}")));
    unsafe { libc::_exit(70) }
}

/// Puts the process into its own group, ties its life to that of the parent, and takes standard input and
/// output away from the libraries that it runs.
fn become_worker(parent: libc::pid_t, limits: Limits, errors: RawFd) {
    // SAFETY: plain system calls; the structures are plain data.
    unsafe {
        libc::setpgid(0, 0);
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        if libc::getppid() != parent {
            libc::_exit(70);
        }
        let null = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR | libc::O_CLOEXEC);
        if null >= 0 {
            libc::dup2(null, 0);
            libc::dup2(null, 1);
        }
        libc::dup2(errors, 2);
        let no_core = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        libc::setrlimit(libc::RLIMIT_CORE, &no_core);
        if let Some(memory) = limits.memory {
            let mut space = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            libc::getrlimit(libc::RLIMIT_AS, &mut space);
            space.rlim_cur = space.rlim_max.min(memory.saturating_mul(2).saturating_add(ADDRESS_SPACE_SLACK));
            libc::setrlimit(libc::RLIMIT_AS, &space);
        }
    }
}

/// The message of the last panic, left by the hook.
static PANIC: Mutex<Option<String>> = Mutex::new(None);

fn remember_panic(info: &std::panic::PanicHookInfo<'_>) {
    let text = payload_text(info.payload());
    let place = info.location().map(|l| format!(" at {}:{}", l.file(), l.line())).unwrap_or_default();
    if let Ok(mut slot) = PANIC.lock() {
        *slot = Some(format!("{text}{place}"));
    }
}

fn payload_text(payload: &dyn std::any::Any) -> String {
    let literal = payload.downcast_ref::<&str>().map(|text| text.to_string());
    literal.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_string())
}

/// Runs a job; a panic becomes a message.
fn guarded<M: Message>(job: impl FnOnce() -> M) -> M {
    catch_unwind(AssertUnwindSafe(job)).unwrap_or_else(|payload| {
        let noted = PANIC.lock().ok().and_then(|mut slot| slot.take());
        M::panicked(noted.unwrap_or_else(|| payload_text(&*payload)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize)]
    struct Text(String);

    impl Message for Text {
        fn is_last(&self) -> bool {
            true
        }

        fn panicked(text: String) -> Text {
            Text(text)
        }
    }

    #[test]
    fn a_panic_becomes_a_message() {
        let Text(text) = guarded(|| panic!("number {}", 7));
        assert!(text.contains("number 7"), "{text}");
    }

    #[test]
    fn no_worker_is_forked_beside_other_threads() {
        let (_, writer) = crate::channel::pipe().expect("a pipe");
        let errors = crate::death::scratch_file().expect("a file");
        let (sender, receiver) = std::sync::mpsc::channel::<()>();
        let other = std::thread::spawn(move || receiver.recv());
        let forked = fork(Limits::default(), writer, &errors, |_| Text(String::new()));
        assert!(forked.is_err());
        drop(sender);
        let _ = other.join();
    }
}
