//! A program on standard input: `-` among the files. Workers read files several times, so it is kept in one.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use frontend::input::STANDARD_INPUT;

/// A folder for the program, removed at the end.
pub struct Kept(PathBuf);

impl Drop for Kept {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Replaces `-` by a file with what is on standard input, as C. The error is text for people.
pub fn keep(files: &mut [PathBuf]) -> Result<Option<Kept>, String> {
    let Some(file) = files.iter_mut().find(|file| **file == Path::new("-")) else { return Ok(None) };
    let failed = |error: io::Error| format!("error: cannot read standard input: {error}\n");
    let mut text = Vec::new();
    io::stdin().read_to_end(&mut text).map_err(failed)?;
    let folder = std::env::temp_dir().join(format!("{STANDARD_INPUT}{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(failed)?;
    let kept = Kept(folder);
    *file = kept.0.join("stdin.c");
    fs::write(file, text).map_err(failed)?;
    Ok(Some(kept))
}
