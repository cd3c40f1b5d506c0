//! A running solver: what goes in, what comes out, and its end.
//!
//! Three threads serve the pipes, so that nobody waits for a solver that does
//! not read or that writes too much: one writes, one cuts the answers into
//! S-expressions, one keeps the last of the error output. The child dies with
//! the thread that started it, and is always waited for, so that it never
//! becomes a zombie.

use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child as Process, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::launch::Launcher;

/// How much of the error output is kept.
const KEPT_ERRORS: usize = 4096;

/// The memory of a virtual machine if nobody limits it, in megabytes.
const JAVA_HEAP_MB: u32 = 2000;

/// A solver's process.
pub(super) struct Child {
    process: Process,
    input: Option<Sender<String>>,
    answers: Receiver<String>,
    errors: Arc<Mutex<Vec<u8>>>,
    memory_mb: Option<u32>,
    /// The limit of a virtual machine, which it has from its start.
    heap_mb: Option<u32>,
}

/// Why there is no answer.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// The time is up.
    Late,
    /// The process has ended.
    Ended,
}

impl Child {
    /// Starts a solver.
    pub(super) fn start(
        launcher: &Launcher,
        arguments: &[&str],
        memory_mb: Option<u32>,
    ) -> io::Result<Child> {
        let heap_mb = launcher.is_java.then(|| memory_mb.unwrap_or(JAVA_HEAP_MB));
        let mut command = Command::new(&launcher.program);
        command.args(launcher.command_line(arguments, heap_mb));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let parent = std::process::id();
        // SAFETY: between fork and exec only functions that are safe there are called.
        unsafe { command.pre_exec(move || prepare(parent)) };
        let mut process = command.spawn()?;
        let (input, to_write) = channel();
        let (to_answer, answers) = channel();
        let errors = Arc::new(Mutex::new(Vec::new()));
        if let Some(stdin) = process.stdin.take() {
            std::thread::spawn(move || write_all(stdin, &to_write));
        }
        if let Some(stdout) = process.stdout.take() {
            std::thread::spawn(move || read_answers(stdout, &to_answer));
        }
        if let Some(stderr) = process.stderr.take() {
            let errors = errors.clone();
            std::thread::spawn(move || read_errors(stderr, &errors));
        }
        let mut child = Child { process, input: Some(input), answers, errors, memory_mb: None, heap_mb };
        child.limit_memory(memory_mb);
        Ok(child)
    }

    /// The number of the process.
    #[cfg(test)]
    pub(super) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Sets the limit of the address space of the running process. A virtual machine reserves more than it uses, and
    /// has got its limit when it was started.
    pub(super) fn limit_memory(&mut self, megabytes: Option<u32>) {
        if self.memory_mb == megabytes || self.heap_mb.is_some() {
            return;
        }
        self.memory_mb = megabytes;
        let bytes = megabytes.map_or(libc::RLIM_INFINITY, |mb| libc::rlim_t::from(mb) << 20);
        // The hard limit stays, so that the soft one can be raised again.
        let limit = libc::rlimit { rlim_cur: bytes, rlim_max: libc::RLIM_INFINITY };
        // SAFETY: the process is our child and not waited for, so the number is its own.
        unsafe {
            libc::prlimit(
                self.process.id() as libc::pid_t,
                libc::RLIMIT_AS,
                &limit,
                std::ptr::null_mut::<libc::rlimit>(),
            );
        }
    }

    /// Does this limit of memory suit the running process?
    pub(super) fn keeps(&self, megabytes: Option<u32>) -> bool {
        match (self.heap_mb, megabytes) {
            // One that was started for a small query is too small for others.
            (Some(heap), limit) => {
                let limit = limit.unwrap_or(JAVA_HEAP_MB);
                heap <= limit && heap >= limit.min(JAVA_HEAP_MB)
            }
            (None, _) => true,
        }
    }

    /// Sends text. A process that has ended is noticed when the answer is missing.
    pub(super) fn send(&self, text: String) {
        if let Some(input) = &self.input {
            let _ = input.send(text);
        }
    }

    /// The next S-expression or word of the output.
    pub(super) fn answer(&self, deadline: Option<Instant>) -> Result<String, Silence> {
        let Some(deadline) = deadline else {
            return self.answers.recv().map_err(|_| Silence::Ended);
        };
        let left = deadline.saturating_duration_since(Instant::now());
        self.answers.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Late,
            RecvTimeoutError::Disconnected => Silence::Ended,
        })
    }

    /// Ends the process and says what it complained about and how it ended.
    pub(super) fn end(mut self) -> String {
        self.input = None;
        // The process has closed its output, so it is about to end by itself.
        let patience = Instant::now() + Duration::from_millis(50);
        let mut status = self.process.try_wait();
        while matches!(status, Ok(None)) && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(1));
            status = self.process.try_wait();
        }
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let errors = String::from_utf8_lossy(&errors).trim().to_owned();
        match status {
            Ok(Some(status)) if errors.is_empty() => status.to_string(),
            Ok(Some(status)) => format!("{status}: {errors}"),
            _ => errors,
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.input = None;
        // Fails only if the process has ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs in the child before the solver: die with the parent.
fn prepare(parent: u32) -> io::Result<()> {
    // SAFETY: both are system calls without effect on memory.
    unsafe {
        if libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) != 0 {
            return Err(io::Error::last_os_error());
        }
        if libc::getppid() as u32 != parent {
            return Err(io::Error::other("the parent has ended"));
        }
    }
    Ok(())
}

fn write_all(mut stdin: ChildStdin, texts: &Receiver<String>) {
    for text in texts {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return; // the process has ended
        }
    }
}

fn read_answers(mut stdout: impl Read, answers: &Sender<String>) {
    let mut splitter = Splitter::default();
    let mut buffer = [0; 1 << 14];
    while let Ok(count) = stdout.read(&mut buffer) {
        if count == 0 {
            break;
        }
        for &byte in &buffer[..count] {
            if let Some(answer) = splitter.next(byte)
                && answers.send(answer).is_err()
            {
                return;
            }
        }
    }
    if let Some(answer) = splitter.take_word() {
        let _ = answers.send(answer);
    }
}

fn read_errors(mut stderr: impl Read, errors: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 1024];
    while let Ok(count) = stderr.read(&mut buffer) {
        if count == 0 {
            return;
        }
        let mut kept = errors.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&buffer[..count]);
        let excess = kept.len().saturating_sub(KEPT_ERRORS);
        kept.drain(..excess);
    }
}

/// Cuts output into words and S-expressions.
#[derive(Default)]
pub(super) struct Splitter {
    text: Vec<u8>,
    depth: usize,
    /// Inside `"..."`, `|...|` or a comment: the byte that ends it.
    until: Option<u8>,
}

impl Splitter {
    /// Takes the next byte; an expression that it completes is returned.
    pub(super) fn next(&mut self, byte: u8) -> Option<String> {
        if let Some(end) = self.until {
            if byte == end {
                self.until = None;
            }
            if end != b'\n' {
                self.text.push(byte);
            }
            return None;
        }
        match byte {
            b'"' | b'|' => {
                self.until = Some(byte);
                self.text.push(byte);
                None
            }
            b';' => {
                self.until = Some(b'\n');
                None
            }
            b'(' => {
                let word = if self.depth == 0 { self.take_word() } else { None };
                self.depth += 1;
                self.text.push(byte);
                word
            }
            b')' => {
                self.text.push(byte);
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 { self.take_word() } else { None }
            }
            _ if byte.is_ascii_whitespace() && self.depth == 0 => self.take_word(),
            _ => {
                self.text.push(byte);
                None
            }
        }
    }

    fn take_word(&mut self) -> Option<String> {
        if self.text.is_empty() {
            return None;
        }
        let text = String::from_utf8_lossy(&self.text).into_owned();
        self.text.clear();
        Some(text)
    }
}
