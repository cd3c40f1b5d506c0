//! Progress of a matrix: a bar on a terminal, lines elsewhere; a wrong answer is shown at once, in red.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::record::{Class, Record};
use crate::recorder::Observer;

/// The bar is drawn so often.
const INTERVAL: Duration = Duration::from_millis(100);

/// Without a terminal, a line is printed so often.
const LINE_INTERVAL: Duration = Duration::from_secs(30);

/// Shows progress on standard error.
pub struct ProgressBar {
    is_terminal: bool,
    uses_color: bool,
    start: Instant,
    last_drawn: Option<Instant>,
    counts: Counts,
}

/// What has been done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Counts {
    total: usize,
    done: usize,
    /// How many were done in this run of the harness, for the estimate.
    new: usize,
    correct: usize,
    wrong: usize,
    unknown: usize,
    /// How many verdicts nothing is expected of.
    unchecked: usize,
}

impl Counts {
    fn add(&mut self, class: Class) {
        self.done += 1;
        if class.is_correct() {
            self.correct += 1;
        } else if class.is_wrong() {
            self.wrong += 1;
        } else if class == Class::Unchecked {
            self.unchecked += 1;
        } else {
            self.unknown += 1;
        }
    }

    fn line(&self, elapsed: Duration, width: usize) -> String {
        let filled = (width * self.done).checked_div(self.total).unwrap_or(width);
        let bar = "#".repeat(filled) + &"-".repeat(width - filled);
        let left = if self.done == self.total {
            format!("{} taken", short_time(elapsed))
        } else if self.new == 0 {
            "?".to_string()
        } else {
            format!("{} left", short_time(elapsed.mul_f64((self.total - self.done) as f64 / self.new as f64)))
        };
        let Counts { total, done, correct, wrong, unknown, unchecked, .. } = self;
        let unchecked = if *unchecked > 0 { format!("  unchecked {unchecked}") } else { String::new() };
        format!(
            "[{bar}] {done}/{total}  correct {correct}  wrong {wrong}{unchecked}  unknown {unknown}  {left}"
        )
    }
}

/// A time with two units at most.
fn short_time(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    match seconds {
        0..60 => format!("{seconds}s"),
        60..3600 => format!("{}m{:02}s", seconds / 60, seconds % 60),
        _ => format!("{}h{:02}m", seconds / 3600, seconds % 3600 / 60),
    }
}

impl ProgressBar {
    /// A bar that has not started.
    pub fn new(uses_color: bool) -> ProgressBar {
        let is_terminal = std::io::stderr().is_terminal();
        ProgressBar {
            is_terminal,
            uses_color,
            start: Instant::now(),
            last_drawn: None,
            counts: Counts::default(),
        }
    }

    fn erase(&mut self) {
        if self.is_terminal && self.last_drawn.take().is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }

    /// Ends the bar with a last line.
    pub fn finish(&mut self) {
        self.erase();
        let _ = writeln!(std::io::stderr(), "{}", self.counts.line(self.start.elapsed(), 20));
    }
}

impl Observer for ProgressBar {
    fn start(&mut self, total: usize, done: &[Class]) {
        self.start = Instant::now();
        self.counts = Counts { total, ..Counts::default() };
        done.iter().for_each(|&class| self.counts.add(class));
        if self.counts.done > 0 {
            let _ = writeln!(
                std::io::stderr(),
                "{} of {} runs are done already",
                self.counts.done,
                self.counts.total
            );
        }
    }

    fn finished(&mut self, record: &Record) {
        self.counts.add(record.class);
        self.counts.new += 1;
        if record.class.is_wrong() {
            self.erase();
            let expected = record.expected.as_ref().map(ToString::to_string).unwrap_or_default();
            let Record { task, configuration, verdict, property, .. } = record;
            let line =
                format!("WRONG: {configuration} says {verdict} for {task} ({property}), which is {expected}");
            let line = if self.uses_color { format!("\x1b[1;31m{line}\x1b[0m") } else { line };
            let _ = writeln!(std::io::stderr(), "{line}");
        }
    }

    fn tick(&mut self) {
        let interval = if self.is_terminal { INTERVAL } else { LINE_INTERVAL };
        let is_due = match self.last_drawn {
            Some(last) => last.elapsed() >= interval,
            None => self.is_terminal || self.start.elapsed() >= interval,
        };
        if is_due {
            self.last_drawn = Some(Instant::now());
            let line = self.counts.line(self.start.elapsed(), 20);
            let mut stderr = std::io::stderr();
            let _ =
                if self.is_terminal { write!(stderr, "\r\x1b[K{line}") } else { writeln!(stderr, "{line}") };
            let _ = stderr.flush();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_says_how_far_and_how_long() {
        let mut counts = Counts { total: 10, ..Counts::default() };
        assert_eq!(counts.line(Duration::ZERO, 10), "[----------] 0/10  correct 0  wrong 0  unknown 0  ?");
        for class in
            [Class::CorrectTrue, Class::WrongFalse, Class::Timeout, Class::CorrectFalse, Class::Unchecked]
        {
            counts.add(class);
        }
        counts.new = 4;
        let line = counts.line(Duration::from_secs(80), 10);
        assert_eq!(line, "[#####-----] 5/10  correct 2  wrong 1  unchecked 1  unknown 1  1m40s left");
        assert_eq!(short_time(Duration::from_secs(7260)), "2h01m");
    }
}
