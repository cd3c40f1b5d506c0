//! The supervisor: a process between the harness and the tool, which outlives both just long enough to clean up.
//!
//! Its loop waits for what happens first: output, the end of a child, a signal, or the time to look again. How long
//! that is depends on how near the limits are, so that a process that allocates at full speed is caught before
//! it has taken much more than it may. At a limit of time the tool is told to end (`SIGTERM`), and killed if it
//! does not; at the other limits it is killed at once.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, RawFd};
use std::os::unix::process::CommandExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::cgroup::{Cgroup, CgroupParent};
use super::process_tree::{Usage, descendants, kill_descendants, usage};
use super::{Ending, Exit, Job, Outcome, ReportExtract};

/// How long a tool may take to end after it was told to.
const GRACE: Duration = Duration::from_secs(1);

/// No tool needs more processes at the same time.
const MAX_PROCESSES: usize = 1000;

/// No process allocates faster, in bytes per second.
const ALLOCATION_SPEED: f64 = 8e9;

/// The bounds of the time between two looks.
const INTERVALS: (Duration, Duration) = (Duration::from_millis(5), Duration::from_millis(50));

/// The harness's end of a supervisor.
#[derive(Debug)]
pub struct Supervisor {
    pid: libc::pid_t,
    pipe: File,
    received: Vec<u8>,
}

impl Supervisor {
    /// Starts a supervisor for a job. The calling process must have a single thread.
    pub fn start(job: &Job, groups: Option<&CgroupParent>) -> io::Result<Supervisor> {
        let (reader, writer) = pipe()?;
        set_nonblocking(reader.as_raw_fd());
        // SAFETY: the child runs our code only, and leaves by `_exit`.
        unsafe {
            let parent = libc::getpid();
            match libc::fork() {
                -1 => Err(io::Error::last_os_error()),
                0 => {
                    let life = || live(job, groups, parent, writer.into_raw_fd());
                    let _ = catch_unwind(AssertUnwindSafe(life));
                    libc::_exit(70)
                }
                pid => Ok(Supervisor { pid, pipe: reader, received: Vec::new() }),
            }
        }
    }

    /// The process.
    pub fn pid(&self) -> libc::pid_t {
        self.pid
    }

    /// Becomes readable when there is something to [`read`](Supervisor::read).
    pub fn descriptor(&self) -> RawFd {
        self.pipe.as_raw_fd()
    }

    /// Takes what has arrived; `Some` when the run is over, with the outcome unless the supervisor died.
    pub fn read(&mut self) -> Option<Option<Outcome>> {
        let mut chunk = [0; 1 << 16];
        loop {
            match self.pipe.read(&mut chunk) {
                Ok(0) => break,
                Ok(count) => self.received.extend_from_slice(&chunk[..count]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return None,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        // SAFETY: it is our child, and nobody else waits for it.
        unsafe { libc::waitpid(self.pid, std::ptr::null_mut(), 0) };
        Some(serde_json::from_slice(&self.received).ok())
    }

    /// Waits for the end of the run; no outcome if the supervisor died.
    pub fn wait(&mut self) -> Option<Outcome> {
        loop {
            let mut watch = libc::pollfd { fd: self.descriptor(), events: libc::POLLIN, revents: 0 };
            // SAFETY: there is one descriptor.
            unsafe { libc::poll(&mut watch, 1, -1) };
            if let Some(outcome) = self.read() {
                return outcome;
            }
        }
    }

    /// Ends the run, without an outcome.
    pub fn stop(&self) {
        // SAFETY: it is our child, and has not been waited for.
        unsafe { libc::kill(self.pid, libc::SIGTERM) };
    }
}

/// From now on, orphaned descendants become children of this process.
pub fn adopt_orphans() {
    // SAFETY: a plain system call.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1) };
}

/// Kills the children that are no supervisors: what a supervisor left that was killed itself.
pub fn kill_strays(supervisors: &[libc::pid_t]) {
    // SAFETY: these are our children or their descendants.
    unsafe {
        let known: Vec<libc::pid_t> =
            supervisors.iter().flat_map(|&pid| descendants(pid)).chain(supervisors.iter().copied()).collect();
        for stray in descendants(libc::getpid()).into_iter().filter(|pid| !known.contains(pid)) {
            libc::kill(stray, libc::SIGKILL);
            libc::waitpid(stray, std::ptr::null_mut(), 0);
        }
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

fn set_nonblocking(descriptor: RawFd) {
    // SAFETY: plain system calls on a descriptor that is open.
    unsafe {
        let flags = libc::fcntl(descriptor, libc::F_GETFL);
        libc::fcntl(descriptor, libc::F_SETFL, flags | libc::O_NONBLOCK);
    }
}

/// The signals that a supervisor reads instead of suffering them.
const SIGNALS: [libc::c_int; 4] = [libc::SIGTERM, libc::SIGINT, libc::SIGHUP, libc::SIGCHLD];

/// The descriptor by which the outcome goes to the harness, in every supervisor.
const RESULT: RawFd = 3;

/// The life of a supervisor.
fn live(job: &Job, groups: Option<&CgroupParent>, parent: libc::pid_t, result: RawFd) -> ! {
    let signals = become_supervisor(parent, result);
    let outcome = prepare_scratch(job).and_then(|()| supervise(job, groups, signals));
    let outcome = outcome.unwrap_or_else(|error| Some(not_started(error.to_string())));
    let _ = fs::remove_dir_all(&job.scratch);
    if let (None, Some(parent)) = (&outcome, job.scratch.parent()) {
        // The harness may be gone; the last supervisor finds the folder empty.
        let _ = fs::remove_dir(parent);
    }
    // SAFETY: the descriptor is open, and nobody else uses it.
    unsafe {
        if let Some(text) = outcome.and_then(|outcome| serde_json::to_vec(&outcome).ok()) {
            let _ = File::from_raw_fd(RESULT).write_all(&text);
        }
        libc::_exit(0)
    }
}

/// Gives this process the rights and duties of a supervisor; returns a descriptor that delivers signals.
fn become_supervisor(parent: libc::pid_t, result: RawFd) -> RawFd {
    // SAFETY: plain system calls; the structures are plain data.
    unsafe {
        libc::setpgid(0, 0);
        let mut mask: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut mask);
        for signal in SIGNALS {
            libc::sigaddset(&mut mask, signal);
            libc::signal(signal, libc::SIG_DFL);
        }
        libc::sigprocmask(libc::SIG_SETMASK, &mask, std::ptr::null_mut());
        libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1);
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM);
        if libc::getppid() != parent {
            libc::_exit(70);
        }
        if result != RESULT {
            libc::dup2(result, RESULT);
        }
        libc::fcntl(RESULT, libc::F_SETFD, libc::FD_CLOEXEC);
        // The pipes of the other supervisors, and the terminal: who waits for their end must not wait for us.
        libc::syscall(libc::SYS_close_range, RESULT + 1, u32::MAX, 0);
        let null = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR | libc::O_CLOEXEC);
        for descriptor in 0..3 {
            libc::dup2(null, descriptor);
        }
        libc::signalfd(-1, &mask, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK)
    }
}

fn prepare_scratch(job: &Job) -> io::Result<()> {
    fs::create_dir_all(&job.scratch)?;
    job.files.iter().try_for_each(|(name, text)| fs::write(job.scratch.join(name), text))
}

fn not_started(error: String) -> Outcome {
    Outcome {
        ending: Ending::NotStarted(error),
        exit: Exit::None,
        ignored_term: false,
        left_running: 0,
        cpu: Duration::ZERO,
        wall: Duration::ZERO,
        memory: 0,
        output: String::new(),
        report: None,
    }
}

/// Runs the job; no outcome if the supervisor was told to stop.
fn supervise(job: &Job, groups: Option<&CgroupParent>, signals: RawFd) -> io::Result<Option<Outcome>> {
    let group =
        groups.and_then(|parent| parent.create("run", job.limits.memory_bytes, Some(MAX_PROCESSES)).ok());
    let (reader, writer) = pipe()?;
    set_nonblocking(reader.as_raw_fd());
    let start = Instant::now();
    let main = match start_tool(job, group.as_ref(), writer) {
        Ok(pid) => pid,
        Err(error) => {
            if let Some(group) = group {
                group.remove();
            }
            return Err(io::Error::other(format!("cannot start {}: {error}", job.command[0])));
        }
    };
    let mut run = Run {
        job,
        group,
        signals,
        output: Output::new(reader),
        start,
        main,
        exit: None,
        ending: Ending::Exited,
        told_to_end: None,
        ignored_term: false,
        peak_memory: 0,
    };
    if !run.wait_for_end() {
        run.kill();
        return Ok(None);
    }
    Ok(Some(run.finish()))
}

/// Starts the tool in a process group of its own; it dies with its supervisor.
fn start_tool(job: &Job, group: Option<&Cgroup>, output: File) -> io::Result<libc::pid_t> {
    let mut command = Command::new(&job.command[0]);
    command.args(&job.command[1..]).current_dir(&job.scratch).stdin(Stdio::null());
    command.envs(job.environment.iter().map(|(name, value)| (name, value)));
    command.stdout(output.try_clone()?).stderr(output);
    let members = group.map(Cgroup::members_file);
    let seconds = job.limits.cpu_seconds.ceil() as libc::rlim_t;
    // SAFETY: the process has a single thread, so everything may be called between fork and exec.
    unsafe {
        let supervisor = libc::getpid();
        command.pre_exec(move || {
            libc::setsid();
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            if libc::getppid() != supervisor {
                libc::_exit(70);
            }
            let mut mask: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&mut mask);
            libc::sigprocmask(libc::SIG_SETMASK, &mask, std::ptr::null_mut());
            if let Some(members) = &members {
                fs::write(members, "0")?;
            }
            let no_core = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            libc::setrlimit(libc::RLIMIT_CORE, &no_core);
            // Only if the supervisor could not look in time.
            let backstop = libc::rlimit { rlim_cur: seconds + 10, rlim_max: seconds + 15 };
            libc::setrlimit(libc::RLIMIT_CPU, &backstop);
            Ok(())
        });
    }
    Ok(command.spawn()?.id() as libc::pid_t)
}

/// A run in progress.
struct Run<'a> {
    job: &'a Job,
    group: Option<Cgroup>,
    signals: RawFd,
    output: Output,
    start: Instant,
    main: libc::pid_t,
    exit: Option<Exit>,
    ending: Ending,
    told_to_end: Option<Instant>,
    ignored_term: bool,
    peak_memory: u64,
}

impl Run<'_> {
    /// Waits until the tool has ended, by itself or by force; false if the supervisor was told to stop.
    fn wait_for_end(&mut self) -> bool {
        let mut interval = INTERVALS.0;
        let mut next_look = Instant::now() + interval;
        loop {
            let pause = next_look.saturating_duration_since(Instant::now());
            self.wait_for_event(pause);
            if self.is_stopped() {
                return false;
            }
            self.output.read();
            self.reap();
            if self.exit.is_some() {
                return true;
            }
            if Instant::now() >= next_look {
                let usage = self.measure();
                if self.is_over(&usage) {
                    return true;
                }
                interval = self.next_interval(&usage, interval);
                next_look = Instant::now() + interval;
            }
        }
    }

    /// Sleeps until there is output or a signal, but not longer than this.
    fn wait_for_event(&self, pause: Duration) {
        let watch = |fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
        let mut descriptors = [watch(self.signals), watch(self.output.descriptor())];
        // SAFETY: the array has as many elements as we say.
        unsafe { libc::poll(descriptors.as_mut_ptr(), 2, pause.as_millis() as libc::c_int + 1) };
    }

    /// Reads signals; whether one of them tells us to stop.
    fn is_stopped(&self) -> bool {
        // SAFETY: the kernel writes whole structures of plain data.
        unsafe {
            let mut info: libc::signalfd_siginfo = std::mem::zeroed();
            let size = std::mem::size_of_val(&info);
            let mut is_stopped = false;
            while libc::read(self.signals, (&raw mut info).cast(), size) == size as isize {
                is_stopped |= info.ssi_signo != libc::SIGCHLD as u32;
            }
            is_stopped
        }
    }

    /// Takes note of the children that have ended.
    fn reap(&mut self) {
        // SAFETY: waitpid fills in the status.
        unsafe {
            let mut status = 0;
            loop {
                let pid = libc::waitpid(-1, &mut status, libc::WNOHANG);
                if pid <= 0 {
                    return;
                }
                if pid == self.main {
                    self.exit = Some(if libc::WIFSIGNALED(status) {
                        Exit::Signal(libc::WTERMSIG(status))
                    } else {
                        Exit::Status(libc::WEXITSTATUS(status))
                    });
                }
            }
        }
    }

    /// What all processes have used so far.
    fn measure(&mut self) -> Usage {
        // SAFETY: getpid has no preconditions.
        let mut usage = usage(&descendants(unsafe { libc::getpid() }));
        usage.cpu += ended_children().cpu;
        if let Some(cpu) = self.group.as_ref().and_then(Cgroup::cpu) {
            usage.cpu = cpu;
        }
        self.peak_memory = self.peak_memory.max(usage.memory);
        usage
    }

    /// Whether the run must end now, because of what it uses.
    fn is_over(&mut self, usage: &Usage) -> bool {
        let limits = &self.job.limits;
        if usage.processes > MAX_PROCESSES {
            self.ending = Ending::Processes;
            return true;
        }
        if limits.memory_bytes.is_some_and(|limit| usage.memory > limit) {
            self.ending = Ending::Memory;
            return true;
        }
        if let Some(told) = self.told_to_end {
            self.ignored_term = told.elapsed() >= GRACE;
            return self.ignored_term;
        }
        let ending = if usage.cpu >= limits.cpu() {
            Ending::CpuTime
        } else if self.start.elapsed() >= limits.wall() {
            Ending::WallTime
        } else {
            return false;
        };
        self.ending = ending;
        self.told_to_end = Some(Instant::now());
        // SAFETY: the tool leads this process group, and has not been waited for.
        unsafe { libc::kill(-self.main, libc::SIGTERM) };
        false
    }

    /// The time until the next look: no limit can be passed by much until then.
    fn next_interval(&self, usage: &Usage, last: Duration) -> Duration {
        let limits = &self.job.limits;
        let memory =
            limits.memory_bytes.map(|limit| limit.saturating_sub(usage.memory) as f64 / ALLOCATION_SPEED);
        let left = memory.map_or(INTERVALS.1, Duration::from_secs_f64);
        let time = limits.wall().saturating_sub(self.start.elapsed());
        left.min(time).min(last * 2).clamp(INTERVALS.0, INTERVALS.1)
    }

    /// Kills everything and waits for it.
    fn kill(&mut self) {
        if let Some(group) = self.group.take() {
            group.remove();
        }
        kill_descendants(&mut || self.reap());
    }

    fn finish(mut self) -> Outcome {
        let wall = self.start.elapsed();
        let left_running = if self.exit.is_some() { self.living() } else { 0 };
        let group = self.group.as_ref();
        let (cpu, memory) = (group.and_then(Cgroup::cpu), group.and_then(Cgroup::peak_memory));
        let is_out_of_memory = group.is_some_and(Cgroup::is_out_of_memory);
        self.kill();
        self.output.read();
        let ended = ended_children();
        if is_out_of_memory {
            self.ending = Ending::Memory;
        }
        let report = self.job.report.as_ref().map(|name| self.job.scratch.join(name));
        Outcome {
            ending: self.ending,
            exit: self.exit.unwrap_or(Exit::Signal(libc::SIGKILL)),
            ignored_term: self.ignored_term,
            left_running,
            cpu: cpu.unwrap_or(ended.cpu).max(ended.cpu),
            wall,
            memory: memory.unwrap_or(self.peak_memory.max(ended.memory)),
            output: self.output.text(),
            report: report.and_then(|path| ReportExtract::of(&fs::read_to_string(path).ok()?)),
        }
    }

    /// The number of processes that live.
    fn living(&mut self) -> u32 {
        self.reap();
        // SAFETY: getpid has no preconditions.
        usage(&descendants(unsafe { libc::getpid() })).processes as u32
    }
}

/// What the descendants used that have ended: all processor time, and the memory of the greatest.
fn ended_children() -> Usage {
    // SAFETY: getrusage fills in plain data.
    let used = unsafe {
        let mut used: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &mut used);
        used
    };
    let time = |t: libc::timeval| Duration::from_micros(t.tv_sec as u64 * 1_000_000 + t.tv_usec as u64);
    Usage {
        cpu: time(used.ru_utime) + time(used.ru_stime),
        memory: used.ru_maxrss as u64 * 1024,
        processes: 0,
    }
}

/// The output of the tool: the beginning and the end, if it is long.
struct Output {
    pipe: File,
    head: Vec<u8>,
    tail: VecDeque<u8>,
    dropped: usize,
    is_closed: bool,
}

/// So many bytes of the beginning and of the end are kept.
const KEPT: usize = 1 << 20;

impl Output {
    fn new(pipe: File) -> Output {
        Output { pipe, head: Vec::new(), tail: VecDeque::new(), dropped: 0, is_closed: false }
    }

    /// What to wait for; nothing after the end, which would be ready for ever.
    fn descriptor(&self) -> RawFd {
        if self.is_closed { -1 } else { self.pipe.as_raw_fd() }
    }

    /// Takes what is there, but not for ever: a tool may print faster than we read.
    fn read(&mut self) {
        let mut chunk = [0; 1 << 16];
        for _ in 0..64 {
            match self.pipe.read(&mut chunk) {
                Ok(0) => {
                    self.is_closed = true;
                    return;
                }
                Ok(count) => self.keep(&chunk[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        let first = bytes.len().min(KEPT - self.head.len());
        self.head.extend_from_slice(&bytes[..first]);
        self.tail.extend(&bytes[first..]);
        let excess = self.tail.len().saturating_sub(KEPT);
        self.tail.drain(..excess);
        self.dropped += excess;
    }

    fn text(&mut self) -> String {
        let mut text = String::from_utf8_lossy(&self.head).into_owned();
        if self.dropped > 0 {
            text += &format!("\n[... {} bytes ...]\n", self.dropped);
        }
        text + &String::from_utf8_lossy(self.tail.make_contiguous())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_output_loses_its_middle() {
        let (reader, _writer) = pipe().expect("a pipe");
        let mut output = Output::new(reader);
        output.keep(b"first ");
        for _ in 0..5 {
            output.keep(&vec![b'x'; KEPT]);
        }
        output.keep(b" last");
        let text = output.text();
        assert!(text.starts_with("first xxx") && text.ends_with("xxx last"), "both ends are kept");
        assert!(text.len() < 2 * KEPT + 100 && text.contains(" bytes ...]"), "{} bytes", text.len());
    }
}
