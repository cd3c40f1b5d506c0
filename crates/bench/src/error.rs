//! What is wrong with the input of a command, and what to do about it.

use std::fmt;
use std::path::Path;

/// A message for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BenchError {
    text: String,
}

impl BenchError {
    /// What is wrong, and what to do about it.
    pub fn new(message: impl fmt::Display, hint: impl fmt::Display) -> BenchError {
        BenchError { text: format!("error: {message}\nhint: {hint}\n") }
    }

    /// A file that cannot be read or written.
    pub fn file(path: &Path, error: impl fmt::Display) -> BenchError {
        BenchError { text: format!("error: {}: {error}\n", path.display()) }
    }

    /// The text for people, ending in a line break.
    pub fn render(&self) -> &str {
        &self.text
    }
}

impl From<task::TaskError> for BenchError {
    fn from(error: task::TaskError) -> BenchError {
        BenchError { text: error.render().to_string() }
    }
}

impl fmt::Display for BenchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

impl std::error::Error for BenchError {}
