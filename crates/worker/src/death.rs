//! Why a worker ended without an answer, from its status and from what it wrote to standard error.

use std::fs::File;
use std::io;
use std::os::fd::FromRawFd;
use std::os::unix::fs::FileExt;

/// Why a worker ended without an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    /// The system gave it no more memory.
    OutOfMemory,
    /// Something else, in words.
    Other(String),
}

/// The cause of an end with this status.
pub(crate) fn cause_of_death(status: libc::c_int, errors: &File) -> Cause {
    let text = tail_of(errors);
    if text.contains("memory allocation of") || text.contains("bad_alloc") {
        return Cause::OutOfMemory;
    }
    if text.contains("overflowed its stack") {
        return Cause::Other("stack overflow".to_string());
    }
    let last_line = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
    let detail = last_line.map(|line| format!(": {line}")).unwrap_or_default();
    Cause::Other(if libc::WIFSIGNALED(status) {
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

/// A file without a name, for the worker's standard error.
pub(crate) fn scratch_file() -> io::Result<File> {
    // SAFETY: the name is a valid C string; the descriptor is ours.
    unsafe {
        let descriptor = libc::memfd_create(c"worker".as_ptr(), libc::MFD_CLOEXEC);
        if descriptor < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(File::from_raw_fd(descriptor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn the_cause_of_death_is_told() {
        let cause = |status: libc::c_int, output: &str| {
            let file = scratch_file().expect("a scratch file");
            (&file).write_all(output.as_bytes()).expect("written");
            match cause_of_death(status, &file) {
                Cause::Other(text) => text,
                other => format!("{other:?}"),
            }
        };
        assert_eq!(cause(libc::SIGSEGV, ""), "signal 11 (segmentation fault)");
        assert_eq!(cause(libc::SIGABRT, "one\n two \n\n"), "signal 6 (aborted): two");
        assert_eq!(cause(libc::SIGABRT, "thread 'analysis' has overflowed its stack\n"), "stack overflow");
        assert_eq!(cause(libc::SIGABRT, "memory allocation of 99 bytes failed"), "OutOfMemory");
        assert_eq!(cause(7 << 8, ""), "exit status 7");
    }
}
