//! What is printed: the verdict on standard output, everything for people on standard error.

use std::io::Write;

use verdict::Verdict;

use crate::color::Color;
use crate::message::Message;
use crate::terminal;

/// The exit status for bad usage and bad input.
const BAD_INPUT: u8 = 2;

/// Prints the verdict and gives its exit status.
pub fn conclude(verdict: &Verdict) -> u8 {
    print_line(&verdict.to_string());
    verdict.exit_status()
}

/// Says what is wrong with the input; gives the exit status.
pub fn bad_input(text: &str, color: Color) -> u8 {
    say(&terminal::colored(text, terminal::uses_color(color)));
    BAD_INPUT
}

/// Text for people. If nobody reads it, that is no error.
pub fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Text on standard output; gives the exit status. If nobody reads it, that is no error.
pub fn print_text(text: &str) -> u8 {
    let _ = std::io::stdout().write_all(text.as_bytes());
    0
}

/// A line on standard output. If nobody reads it, that is no error.
pub fn print_line(text: &str) {
    let mut stdout = std::io::stdout();
    let _ = writeln!(stdout, "{text}");
    let _ = stdout.flush();
}

/// Shows what a worker says on the way.
pub fn show(message: Option<Message>, color: Color) {
    match message {
        Some(Message::Warning(text)) => say(&terminal::colored(&text, terminal::uses_color(color))),
        Some(Message::Trace(text)) => say(&text),
        _ => {}
    }
}

/// There is no worker; gives the exit status.
pub fn no_worker(error: &std::io::Error, color: Color) -> u8 {
    bad_input(&without_worker(error), color)
}

/// What is said if there is no worker.
pub fn without_worker(error: &std::io::Error) -> String {
    format!("error: cannot start a worker process: {error}\n")
}
