//! The version of a solver, asked for on its command line.

use std::time::{Duration, Instant};

use super::child::Child;
use super::dialects::Dialect;
use super::launch::Launcher;

/// How long a solver may take to say its version.
const VERSION_TIME: Duration = Duration::from_secs(3);

/// The first number with dots that the solver prints.
pub fn ask_version(launcher: &Launcher, dialect: &Dialect) -> Option<String> {
    let child = Child::start(launcher, dialect.version_arguments, None).ok()?;
    let deadline = Instant::now().checked_add(VERSION_TIME);
    while let Ok(word) = child.answer(deadline) {
        let is_version = word.contains('.') && word.starts_with(|c: char| c.is_ascii_digit());
        if is_version {
            return Some(word);
        }
    }
    None
}
