//! The pipe from a worker to its parent: one line of JSON for each message.

use std::fs::File;
use std::io::{self, Write};
use std::marker::PhantomData;
use std::os::fd::FromRawFd;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Progress is sent at most once in this time.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(30);

/// What a worker tells its parent. The last message ends its life.
pub trait Message: Serialize + DeserializeOwned + 'static {
    /// Whether nothing follows this message.
    fn is_last(&self) -> bool;

    /// The time limit that the worker has from now on, counted from its start, if the message sets one.
    fn new_time_limit(&self) -> Option<Option<Duration>> {
        None
    }

    /// What the worker panicked with, if this message says so and somebody wants to know.
    fn panic_text(&self) -> Option<&str> {
        None
    }

    /// The last message of a job that panicked.
    fn panicked(text: String) -> Self;
}

/// The worker's end of the pipe.
pub struct Channel<M> {
    pipe: File,
    last_progress: Option<Instant>,
    messages: PhantomData<fn(&M)>,
}

impl<M: Message> Channel<M> {
    /// A channel that writes to a pipe.
    pub(crate) fn new(pipe: File) -> Channel<M> {
        Channel { pipe, last_progress: None, messages: PhantomData }
    }

    /// Sends a message. If nobody listens any more, there is nobody to tell.
    pub fn send(&mut self, message: &M) {
        let mut line = serde_json::to_vec(message).expect("messages are serialisable");
        line.push(b'\n');
        let _ = self.pipe.write_all(&line);
    }

    /// Sends progress, unless some was sent just now.
    pub fn progress(&mut self, progress: impl Into<M>) {
        if self.last_progress.is_none_or(|last| last.elapsed() >= PROGRESS_INTERVAL) {
            self.last_progress = Some(Instant::now());
            self.send(&progress.into());
        }
    }
}

/// A pipe: the end to read from, which never blocks, and the end to write to.
pub(crate) fn pipe() -> io::Result<(File, File)> {
    let mut ends = [0; 2];
    // SAFETY: the kernel fills in two descriptors, which we own from here on.
    unsafe {
        if libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) != 0 {
            return Err(io::Error::last_os_error());
        }
        let (reader, writer) = (File::from_raw_fd(ends[0]), File::from_raw_fd(ends[1]));
        if libc::fcntl(ends[0], libc::F_SETFL, libc::O_NONBLOCK) == -1 {
            return Err(io::Error::last_os_error());
        }
        Ok((reader, writer))
    }
}
