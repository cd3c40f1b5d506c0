//! The worker process: a native solver that hangs, crashes or eats memory must not take the answer down.
//!
//! The parent forks while it has a single thread and has loaded everything, so the worker starts at once; it
//! never executes another program. The worker runs the job on a thread with a large stack and sends messages
//! through a pipe. The parent watches the pipe, the clock and the memory of the worker with all its
//! descendants, and kills the worker's process group as soon as there is an answer or a limit is reached.
//!
//! Invariants: when [`run`] returns, no process of the worker's group is left; if the parent dies, the kernel
//! kills the worker; an interrupt kills both and leaves the exit status of the signal.
//!
//! A worker that knows its deadline reports by itself what it has found out so far, so the parent gives it
//! [`GRACE`] beyond the limit before it kills.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, RawFd};
use std::os::unix::fs::FileExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::{Duration, Instant};

use crate::memory;
use crate::message::{Message, Progress};

/// How much longer than its time limit a worker may take to report.
pub const GRACE: Duration = Duration::from_millis(400);

/// How often the parent looks at the clock and at the memory.
const TICK: Duration = Duration::from_millis(25);

/// Progress is sent at most once in this time.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(30);

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

/// How a worker ended.
#[derive(Debug)]
pub enum Ending {
    /// With its last message.
    Finished(Message),
    /// At the time limit.
    Timeout,
    /// At the memory limit.
    OutOfMemory,
    /// By a signal or without an answer.
    Died(String),
}

/// How a run ended and what it took.
#[derive(Debug)]
pub struct Run {
    /// How the worker ended.
    pub ending: Ending,
    /// The greatest resident memory that was seen, in bytes.
    pub peak_memory: u64,
}

/// The worker's end of the pipe.
pub struct Channel {
    pipe: File,
    last_progress: Option<Instant>,
}

impl Channel {
    /// Sends a message. If nobody listens any more, there is nobody to tell.
    pub fn send(&mut self, message: &Message) {
        let mut line = serde_json::to_vec(message).expect("messages are serialisable");
        line.push(b'\n');
        let _ = self.pipe.write_all(&line);
    }

    /// Sends progress, unless some was sent just now.
    pub fn progress(&mut self, progress: &Progress) {
        if self.last_progress.is_none_or(|last| last.elapsed() >= PROGRESS_INTERVAL) {
            self.last_progress = Some(Instant::now());
            self.send(&Message::Progress(progress.clone()));
        }
    }
}

/// Runs a job in a worker process. `job` returns the last message; `observe` gets all the others, and is
/// called with `None` at every tick. Must be called while the process has a single thread.
pub fn run(
    limits: Limits,
    job: impl FnOnce(&mut Channel) -> Message + Send + 'static,
    mut observe: impl FnMut(Option<Message>),
) -> io::Result<Run> {
    let (reader, writer) = pipe()?;
    let errors = scratch_file()?;
    let parent = unsafe { libc::getpid() };
    // SAFETY: the process has one thread, so the child's copy of the memory is consistent.
    let pid = unsafe { libc::fork() };
    match pid {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            drop(reader);
            work(parent, limits, Channel { pipe: writer, last_progress: None }, errors.as_raw_fd(), job)
        }
        _ => {
            drop(writer);
            // Both sides do this: whoever comes first, the group exists before anyone relies on it.
            unsafe { libc::setpgid(pid, pid) };
            let interrupts = Interrupts::forward_to(pid);
            let mut parent = Parent { pid, pipe: reader, buffer: Vec::new(), peak_memory: 0 };
            let ending = parent.watch(limits, &mut observe);
            let status = parent.kill_and_wait();
            drop(interrupts);
            let ending = ending.unwrap_or_else(|| cause_of_death(status, &errors));
            Ok(Run { ending, peak_memory: parent.peak_memory })
        }
    }
}

struct Parent {
    pid: libc::pid_t,
    pipe: File,
    buffer: Vec<u8>,
    peak_memory: u64,
}

impl Parent {
    /// Waits for the end. `None`: the worker is gone without an answer.
    fn watch(&mut self, limits: Limits, observe: &mut dyn FnMut(Option<Message>)) -> Option<Ending> {
        let start = Instant::now();
        let deadline_of = |limit: Option<Duration>| limit.and_then(|limit| start.checked_add(limit + GRACE));
        let mut deadline = deadline_of(limits.time);
        loop {
            if self.wait_for_input() {
                match self.read_messages() {
                    Ok(messages) => {
                        for message in messages {
                            if message.is_last() {
                                return Some(Ending::Finished(message));
                            }
                            if let Message::Chosen(chosen) = &message {
                                deadline = deadline_of(chosen.limit);
                            }
                            observe(Some(message));
                        }
                    }
                    Err(_) => return None,
                }
            } else {
                let used = memory::resident_of_tree(self.pid);
                self.peak_memory = self.peak_memory.max(used);
                if limits.memory.is_some_and(|limit| used > limit) {
                    return Some(Ending::OutOfMemory);
                }
                observe(None);
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Some(Ending::Timeout);
            }
        }
    }

    /// Whether the pipe has something to read, or has been closed, within a tick.
    fn wait_for_input(&self) -> bool {
        let mut poll = libc::pollfd { fd: self.pipe.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        unsafe { libc::poll(&mut poll, 1, TICK.as_millis() as libc::c_int) > 0 }
    }

    /// The messages that have arrived in full; an error at the end of the pipe.
    fn read_messages(&mut self) -> io::Result<Vec<Message>> {
        let mut chunk = [0; 1 << 16];
        let count = match self.pipe.read(&mut chunk) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
            Err(error) => return Err(error),
        };
        let searched = self.buffer.len();
        self.buffer.extend_from_slice(&chunk[..count]);
        let Some(end) = self.buffer[searched..].iter().rposition(|&byte| byte == b'\n') else {
            return Ok(Vec::new());
        };
        let rest = self.buffer.split_off(searched + end + 1);
        let lines = std::mem::replace(&mut self.buffer, rest);
        let lines = lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        lines.map(|line| serde_json::from_slice(line).map_err(io::Error::other)).collect()
    }

    /// Ends the whole group. A worker that is dying already keeps its own cause of death.
    fn kill_and_wait(&mut self) -> libc::c_int {
        let mut status = 0;
        // SAFETY: plain system calls on a child that nobody else waits for; rusage is plain data.
        let usage = unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            libc::kill(-self.pid, libc::SIGKILL);
            while libc::wait4(self.pid, &mut status, 0, &mut usage) == -1
                && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
            {}
            usage
        };
        self.peak_memory = self.peak_memory.max(usage.ru_maxrss as u64 * 1024);
        status
    }
}

/// Why a worker ended without an answer, from its status and from what it wrote to standard error.
fn cause_of_death(status: libc::c_int, errors: &File) -> Ending {
    let text = tail_of(errors);
    if text.contains("memory allocation of") || text.contains("bad_alloc") {
        return Ending::OutOfMemory;
    }
    if text.contains("overflowed its stack") {
        return Ending::Died("stack overflow".to_string());
    }
    let last_line = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
    let detail = last_line.map(|line| format!(": {line}")).unwrap_or_default();
    Ending::Died(if libc::WIFSIGNALED(status) {
        let signal = libc::WTERMSIG(status);
        format!("signal {signal}{}{detail}", signal_name(signal))
    } else {
        format!("exit status {}{detail}", libc::WEXITSTATUS(status))
    })
}

fn signal_name(signal: libc::c_int) -> &'static str {
    match signal {
        libc::SIGSEGV => " (segmentation fault)",
        libc::SIGABRT => " (aborted)",
        libc::SIGKILL => " (killed)",
        libc::SIGTERM => " (terminated)",
        libc::SIGBUS => " (bus error)",
        libc::SIGFPE => " (arithmetic error)",
        libc::SIGILL => " (illegal instruction)",
        _ => "",
    }
}

/// The last few kilobytes of a file.
fn tail_of(file: &File) -> String {
    const LENGTH: u64 = 4096;
    let size = file.metadata().map_or(0, |metadata| metadata.len());
    let mut bytes = vec![0; size.min(LENGTH) as usize];
    match file.read_exact_at(&mut bytes, size.saturating_sub(LENGTH)) {
        Ok(()) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(_) => String::new(),
    }
}

fn pipe() -> io::Result<(File, File)> {
    let mut ends = [0; 2];
    // SAFETY: the kernel fills in two descriptors, which we own from here on.
    unsafe {
        if libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok((File::from_raw_fd(ends[0]), File::from_raw_fd(ends[1])))
    }
}

/// A file without a name, for the worker's standard error.
fn scratch_file() -> io::Result<File> {
    // SAFETY: the name is a valid C string; the descriptor is ours.
    unsafe {
        let descriptor = libc::memfd_create(c"worker".as_ptr(), libc::MFD_CLOEXEC);
        if descriptor < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(File::from_raw_fd(descriptor))
    }
}

/// The life of the worker.
fn work(
    parent: libc::pid_t,
    limits: Limits,
    mut channel: Channel,
    errors: RawFd,
    job: impl FnOnce(&mut Channel) -> Message + Send + 'static,
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
fn guarded(job: impl FnOnce() -> Message) -> Message {
    catch_unwind(AssertUnwindSafe(job)).unwrap_or_else(|payload| {
        let noted = PANIC.lock().ok().and_then(|mut slot| slot.take());
        Message::Panicked(noted.unwrap_or_else(|| payload_text(&*payload)))
    })
}

/// The worker that an interrupt has to kill, or 0.
static WORKER: AtomicI32 = AtomicI32::new(0);

/// Whether the terminal shows a progress line that an interrupt has to erase.
pub static HAS_PROGRESS_LINE: AtomicBool = AtomicBool::new(false);

const SIGNALS: [libc::c_int; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// While this lives, signals that end the process end the worker first.
struct Interrupts;

impl Interrupts {
    fn forward_to(worker: libc::pid_t) -> Interrupts {
        WORKER.store(worker, Ordering::SeqCst);
        for signal in SIGNALS {
            set_handler(signal, on_signal as *const () as libc::sighandler_t);
        }
        Interrupts
    }
}

impl Drop for Interrupts {
    fn drop(&mut self) {
        WORKER.store(0, Ordering::SeqCst);
        for signal in SIGNALS {
            set_handler(signal, libc::SIG_DFL);
        }
    }
}

fn set_handler(signal: libc::c_int, handler: libc::sighandler_t) {
    // SAFETY: the handler only makes async-signal-safe calls.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler;
        libc::sigaction(signal, &action, std::ptr::null_mut());
    }
}

extern "C" fn on_signal(signal: libc::c_int) {
    let worker = WORKER.load(Ordering::SeqCst);
    // SAFETY: kill, write and _exit are async-signal-safe.
    unsafe {
        if worker > 0 {
            libc::kill(-worker, libc::SIGKILL);
        }
        if HAS_PROGRESS_LINE.load(Ordering::SeqCst) {
            let erase = b"\r\x1b[K";
            libc::write(2, erase.as_ptr().cast(), erase.len());
        }
        libc::_exit(128 + signal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_message() {
        let message = guarded(|| panic!("number {}", 7));
        assert!(matches!(message, Message::Panicked(text) if text.contains("number 7")));
    }

    #[test]
    fn the_cause_of_death_is_told() {
        let cause = |status: libc::c_int, output: &str| {
            let file = scratch_file().expect("a scratch file");
            (&file).write_all(output.as_bytes()).expect("written");
            match cause_of_death(status, &file) {
                Ending::Died(text) => text,
                other => format!("{other:?}"),
            }
        };
        assert_eq!(cause(libc::SIGSEGV, ""), "signal 11 (segmentation fault)");
        assert_eq!(cause(libc::SIGABRT, "one\n two \n\n"), "signal 6 (aborted): two");
        assert_eq!(cause(libc::SIGABRT, "thread 'analysis' has overflowed its stack\n"), "stack overflow");
        assert_eq!(cause(libc::SIGABRT, "memory allocation of 99 bytes failed"), "OutOfMemory");
        assert_eq!(cause(7 << 8, ""), "exit status 7");
    }

    #[test]
    fn messages_may_arrive_in_pieces() {
        let (reader, mut writer) = pipe().expect("a pipe");
        let mut parent = Parent { pid: 0, pipe: reader, buffer: Vec::new(), peak_memory: 0 };
        let line = serde_json::to_string(&Message::Warning("a\nb".into())).expect("JSON");
        let (head, tail) = line.split_at(5);
        writer.write_all(head.as_bytes()).expect("written");
        assert!(parent.read_messages().expect("open").is_empty());
        writer.write_all(format!("{tail}\n{line}\n{head}").as_bytes()).expect("written");
        assert_eq!(parent.read_messages().expect("open").len(), 2);
        drop(writer);
        assert!(parent.read_messages().is_err());
    }
}
