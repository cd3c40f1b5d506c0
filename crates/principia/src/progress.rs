//! The progress line: on a terminal, after two seconds, rewritten in place and erased at the end. In a pipe
//! there is none.

use std::io::{IsTerminal, Write};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use ::verify::Progress;
use worker::HAS_PROGRESS_LINE;

/// Runs that are shorter show nothing.
const DELAY: Duration = Duration::from_secs(2);

/// The line is rewritten so often.
const INTERVAL: Duration = Duration::from_millis(100);

/// The progress line of a run.
pub struct ProgressLine {
    start: Instant,
    is_terminal: bool,
    last_drawn: Option<Instant>,
    /// The iterations of all parties, attempts and rounds so far, and the last number that was heard.
    iterations: usize,
    last: usize,
}

impl ProgressLine {
    /// A line that is not shown yet.
    pub fn new() -> ProgressLine {
        ProgressLine {
            start: Instant::now(),
            is_terminal: std::io::stderr().is_terminal(),
            last_drawn: None,
            iterations: 0,
            last: 0,
        }
    }

    /// Draws the line, if it is time to.
    pub fn draw(&mut self, progress: &Progress, workers: usize) {
        let progress = &Progress { iteration: self.count(progress.iteration), ..progress.clone() };
        let is_due = match self.last_drawn {
            None => self.start.elapsed() >= DELAY,
            Some(last) => last.elapsed() >= INTERVAL,
        };
        if self.is_terminal && is_due {
            self.last_drawn = Some(Instant::now());
            HAS_PROGRESS_LINE.store(true, Ordering::SeqCst);
            let mut stderr = std::io::stderr();
            let _ = write!(stderr, "\r\x1b[K{}", line(progress, workers, self.start.elapsed()));
            let _ = stderr.flush();
        }
    }

    /// All iterations so far: each party, attempt and round counts its own from the beginning.
    fn count(&mut self, iteration: usize) -> usize {
        self.iterations += match iteration >= self.last {
            true => iteration - self.last,
            false => iteration,
        };
        self.last = iteration;
        self.iterations
    }

    /// Erases the line.
    pub fn erase(&mut self) {
        if self.last_drawn.take().is_some() {
            HAS_PROGRESS_LINE.store(false, Ordering::SeqCst);
            let mut stderr = std::io::stderr();
            let _ = write!(stderr, "\r\x1b[K");
            let _ = stderr.flush();
        }
    }
}

/// Short enough for any terminal: a line that wraps cannot be erased.
fn line(progress: &Progress, workers: usize, elapsed: Duration) -> String {
    let phase = if progress.phase.is_empty() { "starting" } else { &progress.phase };
    let Progress { iteration, states, trace_length, .. } = progress;
    let mut text = format!("{:.0}s ", elapsed.as_secs_f64());
    if workers > 1 {
        text += &format!("{workers} workers, ");
    }
    text += phase;
    if *iteration > 0 {
        text += &format!(": iteration {iteration}, {states} states, trace of {trace_length}");
    }
    text.chars().take(78).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_never_count_backwards() {
        let mut line = ProgressLine::new();
        let counted = [1, 2, 5, 1, 3, 0, 0, 7].map(|iteration| line.count(iteration));
        assert_eq!(counted, [1, 2, 5, 6, 8, 8, 8, 15]);
    }

    #[test]
    fn the_line_is_short() {
        let mut progress = Progress::default();
        assert_eq!(line(&progress, 1, Duration::from_millis(2400)), "2s starting");
        progress =
            Progress { phase: "verifying".into(), iteration: 7, states: 12, trace_length: 5, ..progress };
        assert_eq!(
            line(&progress, 1, Duration::from_secs(61)),
            "61s verifying: iteration 7, 12 states, trace of 5"
        );
        progress.phase = "x".repeat(500);
        assert!(line(&progress, 1, Duration::ZERO).len() <= 78);
    }
}
