//! Helpers: processes of a worker that answer its questions beside each other.
//!
//! A helper is two processes. The *keeper* is forked from the worker before it has loaded anything large, has a single
//! thread, and does nothing but fork the *server*, which answers questions one after the other. A server that works on
//! a question that nobody wants to be answered any more gets a moment to finish, and then ends; the keeper forks
//! another one, which hears the next question. A server that ends for another reason ends the keeper, and with it the
//! helper: whoever asked it is told that it is lost.
//!
//! Invariants: a helper belongs to the worker's process group; the server dies with the keeper, and the keeper with the
//! thread that forked it; a helper that is dropped is killed and waited for.
//!
//! Messages are frames: a kind, the number of the question, the length, the text. A server reads no further than to the
//! end of a frame, so that the next question is there for its successor.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How long a server may go on with a question that nobody wants to be answered.
const PATIENCE: Duration = Duration::from_millis(150);

/// How long a question may wait to be heard.
const WRITE_LIMIT: Duration = Duration::from_secs(2);

/// The status of a server that was told to give up.
const GAVE_UP: i32 = 75;

/// The status of a server that cannot go on.
const BROKEN: i32 = 70;

const HEADER: usize = 13;
const ASK: u8 = 1;
const CANCEL: u8 = 2;
const ANSWER: u8 = 3;

/// Answers questions.
pub type Service<'s> = Box<dyn FnMut(&str) -> String + 's>;

/// What a helper has to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// Nothing at the moment.
    Nothing,
    /// The answer to the question with this number.
    Answer(u64, String),
    /// It has ended. Nothing follows.
    Lost,
}

/// A helper, seen from its worker.
pub struct Helper {
    keeper: libc::pid_t,
    socket: UnixStream,
    buffer: Vec<u8>,
    is_lost: bool,
}

impl Helper {
    /// Forks a helper. Its service is made when the first question arrives. The calling thread must be the only one of
    /// the process that does anything: the others may wait for it.
    pub fn fork<'s>(make: impl FnMut() -> Service<'s>) -> io::Result<Helper> {
        let (ours, theirs) = UnixStream::pair()?;
        ours.set_write_timeout(Some(WRITE_LIMIT))?;
        // SAFETY: plain system calls; no other thread holds a lock that the child could wait for.
        let parent = unsafe { libc::getpid() };
        match unsafe { libc::fork() } {
            -1 => Err(io::Error::last_os_error()),
            0 => {
                drop(ours);
                keep(parent, theirs, make)
            }
            keeper => Ok(Helper { keeper, socket: ours, buffer: Vec::new(), is_lost: false }),
        }
    }

    /// Asks a question; the number tells its answer from others.
    pub fn ask(&mut self, number: u64, question: &str) {
        self.send(ASK, number, question);
    }

    /// Tells that nobody wants to know the answer any more.
    pub fn cancel(&mut self, number: u64) {
        self.send(CANCEL, number, "");
    }

    /// What the helper has to say. Never blocks.
    pub fn try_recv(&mut self) -> Heard {
        self.read();
        match take_frame(&mut self.buffer) {
            Some((ANSWER, number, text)) => Heard::Answer(number, text),
            Some(_) => self.lose(),
            None if self.is_lost => Heard::Lost,
            None => Heard::Nothing,
        }
    }

    /// The process that keeps the server.
    pub fn id(&self) -> u32 {
        self.keeper as u32
    }

    fn lose(&mut self) -> Heard {
        self.is_lost = true;
        Heard::Lost
    }

    fn send(&mut self, kind: u8, number: u64, text: &str) {
        if self.is_lost || self.socket.write_all(&frame(kind, number, text)).is_err() {
            self.is_lost = true;
        }
    }

    fn read(&mut self) {
        let mut chunk = [0u8; 1 << 16];
        while !self.is_lost {
            // SAFETY: the kernel writes at most as many bytes as the buffer has.
            let count = unsafe {
                let (data, length) = (chunk.as_mut_ptr().cast(), chunk.len());
                libc::recv(self.socket.as_raw_fd(), data, length, libc::MSG_DONTWAIT)
            };
            match usize::try_from(count) {
                Ok(0) => self.is_lost = true,
                Ok(count) => self.buffer.extend_from_slice(&chunk[..count]),
                Err(_) => match io::Error::last_os_error().kind() {
                    io::ErrorKind::WouldBlock => return,
                    io::ErrorKind::Interrupted => {}
                    _ => self.is_lost = true,
                },
            }
        }
    }
}

impl AsFd for Helper {
    /// Ready to be read when the helper has something to say, or has ended.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        // SAFETY: the keeper is our child, and nobody else waits for it. The server dies with it.
        unsafe {
            libc::kill(self.keeper, libc::SIGKILL);
            while libc::waitpid(self.keeper, std::ptr::null_mut(), 0) == -1
                && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
            {}
        }
    }
}

fn frame(kind: u8, number: u64, text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER + text.len());
    bytes.push(kind);
    bytes.extend(number.to_le_bytes());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes
}

/// The kind, the number and the length of the text.
fn header(bytes: &[u8]) -> Option<(u8, u64, usize)> {
    let number = u64::from_le_bytes(bytes.get(1..9)?.try_into().ok()?);
    let length = u32::from_le_bytes(bytes.get(9..HEADER)?.try_into().ok()?);
    Some((bytes[0], number, length as usize))
}

fn take_frame(buffer: &mut Vec<u8>) -> Option<(u8, u64, String)> {
    let (kind, number, length) = header(buffer)?;
    let text = String::from_utf8_lossy(buffer.get(HEADER..HEADER + length)?).into_owned();
    buffer.drain(..HEADER + length);
    Some((kind, number, text))
}

/// The end of the process if its parent ends.
fn die_with(parent: libc::pid_t) {
    // SAFETY: plain system calls.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        if libc::getppid() != parent {
            libc::_exit(BROKEN);
        }
    }
}

/// The life of the keeper.
fn keep<'s>(parent: libc::pid_t, socket: UnixStream, mut make: impl FnMut() -> Service<'s>) -> ! {
    die_with(parent);
    let mut is_first = true;
    loop {
        // SAFETY: plain system calls; this process has one thread.
        let status = unsafe {
            let keeper = libc::getpid();
            match libc::fork() {
                -1 => libc::_exit(BROKEN),
                0 => {
                    die_with(keeper);
                    serve(&socket, &mut make, is_first)
                }
                server => {
                    let mut status = 0;
                    while libc::waitpid(server, &mut status, 0) == -1 {}
                    status
                }
            }
        };
        if !libc::WIFEXITED(status) || libc::WEXITSTATUS(status) != GAVE_UP {
            // SAFETY: ends the process.
            unsafe { libc::_exit(BROKEN) }
        }
        is_first = false;
    }
}

/// The question that was answered last, and whoever waits for that.
#[derive(Default)]
struct Done {
    number: Mutex<u64>,
    changed: Condvar,
}

/// The life of the server. One that takes the place of another makes its service at once.
fn serve<'s>(socket: &UnixStream, make: &mut impl FnMut() -> Service<'s>, is_first: bool) -> ! {
    let work = || -> io::Result<()> {
        let mut writer = socket.try_clone()?;
        let reader = socket.try_clone()?;
        let done = Arc::new(Done::default());
        let (questions, queue) = channel();
        let heard = done.clone();
        std::thread::Builder::new()
            .name("questions".into())
            .spawn(move || hear(reader, &questions, &heard))?;
        let mut service = (!is_first).then(&mut *make);
        for (number, question) in queue {
            let answer = service.get_or_insert_with(&mut *make)(&question);
            // Nobody ends the process while half of an answer is written.
            let mut answered = done.number.lock().unwrap_or_else(PoisonError::into_inner);
            *answered = number;
            writer.write_all(&frame(ANSWER, number, &answer))?;
            done.changed.notify_all();
        }
        Ok(())
    };
    let _ = catch_unwind(AssertUnwindSafe(work));
    // SAFETY: ends the process; nothing is gained by destructors.
    unsafe { libc::_exit(BROKEN) }
}

/// Hears questions, and that they need not be answered.
fn hear(mut socket: UnixStream, questions: &Sender<(u64, String)>, done: &Done) {
    let mut last = 0;
    while let Ok((kind, number, text)) = read_frame(&mut socket) {
        match kind {
            ASK => {
                last = number;
                if questions.send((number, text)).is_err() {
                    return;
                }
            }
            // Questions are answered one after the other, so this one is the last that was heard.
            CANCEL if number == last => {
                let answered = done.number.lock().unwrap_or_else(PoisonError::into_inner);
                let is_open = |answered: &mut u64| *answered < number;
                let waited = done.changed.wait_timeout_while(answered, PATIENCE, is_open);
                let (answered, _) = waited.unwrap_or_else(PoisonError::into_inner);
                if *answered < number {
                    // SAFETY: ends the process.
                    unsafe { libc::_exit(GAVE_UP) }
                }
            }
            _ => {}
        }
    }
}

fn read_frame(socket: &mut UnixStream) -> io::Result<(u8, u64, String)> {
    let mut start = [0; HEADER];
    socket.read_exact(&mut start)?;
    let (kind, number, length) = header(&start).ok_or_else(|| io::Error::other("a header"))?;
    let mut text = vec![0; length];
    socket.read_exact(&mut text)?;
    Ok((kind, number, String::from_utf8_lossy(&text).into_owned()))
}
