//! The parent's side: what workers say, what they take, and how they end.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::time::{Duration, Instant};

use crate::channel::{Channel, Message, pipe};
use crate::death::{Cause, cause_of_death, scratch_file};
use crate::memory;
use crate::process::{self, GRACE, Limits};
use crate::signals::Registration;

/// How often the parent looks at the clock and at the memory.
pub const TICK: Duration = Duration::from_millis(25);

/// How a worker ended.
#[derive(Debug)]
pub enum Ending<M> {
    /// With its last message.
    Finished(M),
    /// At the time limit.
    Timeout,
    /// At the memory limit.
    OutOfMemory,
    /// By a signal or without an answer.
    Died(String),
}

/// How a run ended and what it took.
#[derive(Debug)]
pub struct Run<M> {
    /// How the worker ended.
    pub ending: Ending<M>,
    /// The greatest resident memory that was seen, in bytes.
    pub peak_memory: u64,
}

/// What a worker has to say when it is asked.
#[derive(Debug)]
pub enum Received<M> {
    /// Nothing at the moment.
    Nothing,
    /// A message that is not the last one.
    Message(M),
    /// The worker has ended, or was killed at a limit. Nothing follows.
    Ended(Ending<M>),
}

/// A living worker. When it is dropped, its process group is killed.
pub struct Worker<M> {
    pid: libc::pid_t,
    /// Present as long as the worker lives.
    registration: Option<Registration>,
    inbox: Inbox<M>,
    errors: File,
    limits: Limits,
    start: Instant,
    deadline: Option<Instant>,
    last_look: Instant,
    memory: u64,
    peak_memory: u64,
    /// Whether all messages of the last reading were given away.
    has_given_all: bool,
}

impl<M: Message> Worker<M> {
    /// Starts a worker that runs a job; the job returns the last message. The process must have a single thread.
    pub fn spawn(
        limits: Limits,
        job: impl FnOnce(&mut Channel<M>) -> M + Send + 'static,
    ) -> io::Result<Worker<M>> {
        let (reader, writer) = pipe()?;
        let errors = scratch_file()?;
        let forked = process::fork(limits, writer, &errors, job)?;
        let start = Instant::now();
        let mut worker = Worker {
            pid: forked.pid,
            registration: Some(forked.registration),
            inbox: Inbox::new(reader),
            errors,
            limits,
            start,
            deadline: None,
            last_look: start,
            memory: 0,
            peak_memory: 0,
            has_given_all: false,
        };
        worker.set_time_limit(limits.time);
        Ok(worker)
    }

    /// What the worker has to say. Never blocks. A worker that is beyond a limit is killed.
    pub fn try_recv(&mut self) -> Received<M> {
        if self.registration.is_none() {
            return Received::Nothing;
        }
        if self.inbox.arrived.is_empty() {
            // Whoever never stops talking has a deadline all the same.
            if self.has_given_all && self.is_overdue() {
                return self.end(Ending::Timeout);
            }
            self.inbox.read();
        }
        let Some(message) = self.inbox.arrived.pop_front() else {
            self.has_given_all = false;
            return self.without_message();
        };
        self.has_given_all = self.inbox.arrived.is_empty();
        if message.is_last() {
            return self.end(Ending::Finished(message));
        }
        if let Some(limit) = message.new_time_limit() {
            self.set_time_limit(limit);
        }
        Received::Message(message)
    }

    fn without_message(&mut self) -> Received<M> {
        if self.inbox.is_closed {
            let status = self.kill_and_wait();
            return Received::Ended(match cause_of_death(status, &self.errors) {
                Cause::OutOfMemory => Ending::OutOfMemory,
                Cause::Other(text) => Ending::Died(text),
            });
        }
        if self.last_look.elapsed() >= TICK {
            let used = memory::resident_of_tree(self.pid);
            self.last_look = Instant::now();
            self.memory = used;
            self.peak_memory = self.peak_memory.max(used);
            if self.limits.memory.is_some_and(|limit| used > limit) {
                return self.end(Ending::OutOfMemory);
            }
        }
        if self.is_overdue() { self.end(Ending::Timeout) } else { Received::Nothing }
    }
}

impl<M> Worker<M> {
    /// Kills the worker and everything that it started.
    pub fn kill(&mut self) {
        self.kill_and_wait();
    }

    /// The memory of the worker and its descendants, when somebody looked last.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// The greatest resident memory that was seen, in bytes.
    pub fn peak_memory(&self) -> u64 {
        self.peak_memory
    }

    fn end(&mut self, ending: Ending<M>) -> Received<M> {
        self.kill_and_wait();
        Received::Ended(ending)
    }

    fn set_time_limit(&mut self, limit: Option<Duration>) {
        self.deadline = limit.and_then(|limit| self.start.checked_add(limit + GRACE));
    }

    fn is_overdue(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Ends the whole group, once. Gives the status.
    fn kill_and_wait(&mut self) -> libc::c_int {
        let Some(registration) = self.registration.take() else { return 0 };
        let (status, peak_memory) = process::kill_and_wait(self.pid);
        drop(registration);
        self.peak_memory = self.peak_memory.max(peak_memory);
        status
    }
}

impl<M> Drop for Worker<M> {
    fn drop(&mut self) {
        self.kill_and_wait();
    }
}

impl<M> AsFd for Worker<M> {
    /// Ready to be read when the worker has something to say, or has ended.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.inbox.pipe.as_fd()
    }
}

/// The messages of a worker as they arrive.
struct Inbox<M> {
    pipe: File,
    /// The start of a message whose end has not arrived.
    buffer: Vec<u8>,
    arrived: VecDeque<M>,
    /// Whether nothing more can come.
    is_closed: bool,
}

impl<M: Message> Inbox<M> {
    fn new(pipe: File) -> Inbox<M> {
        Inbox { pipe, buffer: Vec::new(), arrived: VecDeque::new(), is_closed: false }
    }

    /// Takes what is in the pipe, up to its size.
    fn read(&mut self) {
        let mut chunk = [0; 1 << 16];
        match self.pipe.read(&mut chunk) {
            Ok(0) => self.is_closed = true,
            Ok(count) => {
                if self.take(&chunk[..count]).is_err() {
                    self.is_closed = true;
                }
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => {}
            Err(_) => self.is_closed = true,
        }
    }

    fn take(&mut self, bytes: &[u8]) -> serde_json::Result<()> {
        let searched = self.buffer.len();
        self.buffer.extend_from_slice(bytes);
        let Some(end) = self.buffer[searched..].iter().rposition(|&byte| byte == b'\n') else {
            return Ok(());
        };
        let rest = self.buffer.split_off(searched + end + 1);
        let lines = std::mem::replace(&mut self.buffer, rest);
        for line in lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            self.arrived.push_back(serde_json::from_slice(line)?);
        }
        Ok(())
    }
}

/// Waits until one of the descriptors of workers can be read, but not longer than a time. Says whether one can.
pub fn wait_for_any(descriptors: &[BorrowedFd<'_>], longest: Duration) -> bool {
    let poll = |descriptor: &BorrowedFd<'_>| libc::pollfd {
        fd: descriptor.as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    };
    let mut polls: Vec<libc::pollfd> = descriptors.iter().map(poll).collect();
    let milliseconds = libc::c_int::try_from(longest.as_millis()).unwrap_or(libc::c_int::MAX);
    // SAFETY: the array has as many entries as is said.
    unsafe { libc::poll(polls.as_mut_ptr(), polls.len() as libc::nfds_t, milliseconds) > 0 }
}

/// Runs a job in a worker process. `job` returns the last message; `observe` gets all the others, and is
/// called with `None` at every tick. Must be called while the process has a single thread.
pub fn run<M: Message>(
    limits: Limits,
    job: impl FnOnce(&mut Channel<M>) -> M + Send + 'static,
    mut observe: impl FnMut(Option<M>),
) -> io::Result<Run<M>> {
    let mut worker = Worker::spawn(limits, job)?;
    loop {
        let is_ready = wait_for_any(&[worker.as_fd()], TICK);
        loop {
            match worker.try_recv() {
                Received::Message(message) => observe(Some(message)),
                Received::Nothing => break,
                Received::Ended(ending) => return Ok(Run { ending, peak_memory: worker.peak_memory() }),
            }
        }
        if !is_ready {
            observe(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::{Deserialize, Serialize};
    use std::io::Write;

    #[derive(Serialize, Deserialize)]
    struct Text(String);

    impl Message for Text {
        fn is_last(&self) -> bool {
            false
        }

        fn panicked(text: String) -> Text {
            Text(text)
        }
    }

    #[test]
    fn messages_may_arrive_in_pieces() {
        let (reader, mut writer) = pipe().expect("a pipe");
        let mut inbox = Inbox::<Text>::new(reader);
        let line = serde_json::to_string(&Text("a\nb".into())).expect("JSON");
        let (head, tail) = line.split_at(3);
        inbox.read();
        assert!(inbox.arrived.is_empty() && !inbox.is_closed);
        writer.write_all(head.as_bytes()).expect("written");
        inbox.read();
        assert!(inbox.arrived.is_empty() && !inbox.is_closed);
        writer.write_all(format!("{tail}\n{line}\n{head}").as_bytes()).expect("written");
        inbox.read();
        assert_eq!(inbox.arrived.len(), 2);
        drop(writer);
        inbox.read();
        assert!(inbox.is_closed);
    }
}
