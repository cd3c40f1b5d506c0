//! What is wrong with a task, as text for people: place, line and caret where there is one, and a hint.

use std::fmt;
use std::path::Path;

use base::{Diagnostic, SourceMap};

/// A file that is no task, or no property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskError {
    text: String,
}

impl TaskError {
    /// A diagnostic, rendered over the files that it speaks about.
    pub(crate) fn new(diagnostic: Diagnostic, sources: &SourceMap) -> TaskError {
        TaskError { text: diagnostic.render(sources) }
    }

    /// An error without a place in a text.
    pub(crate) fn global(message: impl Into<String>, hint: impl Into<String>) -> TaskError {
        TaskError::new(Diagnostic::global_error(message).with_hint(hint), &SourceMap::new())
    }

    /// A file that cannot be read.
    pub(crate) fn unreadable(path: &Path, error: &std::io::Error) -> TaskError {
        TaskError::global(
            format!("cannot read {}: {error}", path.display()),
            "it must be a readable text file",
        )
    }

    /// The text for people, ending in a line break.
    pub fn render(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

impl std::error::Error for TaskError {}
