//! What the terminal shows of a run while it lasts.

use ::verify::{Progress, Watcher};
use report::refinement::Refinement;

use crate::color::Color;
use crate::output::say;
use crate::progress::ProgressLine;
use crate::terminal;

/// Draws the progress line, says warnings, and hands refinements on.
pub struct Watching<F> {
    line: ProgressLine,
    color: Color,
    on_refinement: F,
}

impl<F: FnMut(Refinement)> Watching<F> {
    /// A run that begins now.
    pub fn new(color: Color, on_refinement: F) -> Watching<F> {
        Watching { line: ProgressLine::new(), color, on_refinement }
    }
}

impl<F: FnMut(Refinement)> Watcher for Watching<F> {
    fn progress(&mut self, progress: &Progress, workers: usize) {
        self.line.draw(progress, workers);
    }

    fn warning(&mut self, text: &str) {
        self.line.erase();
        say(&terminal::colored(text, terminal::uses_color(self.color)));
    }

    fn refined(&mut self, refinement: Refinement) {
        self.line.erase();
        (self.on_refinement)(refinement);
    }

    fn pause(&mut self) {
        self.line.erase();
    }
}
