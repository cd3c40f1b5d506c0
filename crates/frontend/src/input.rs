//! Input files: read as a whole, refused with a hint.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::encoding;

/// A file that cannot be used: what is wrong, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputError {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl InputError {
    /// An error with a hint.
    pub fn new(message: String, hint: &str) -> InputError {
        InputError { message, hint: Some(hint.to_string()) }
    }

    /// The text for people.
    pub fn render(&self) -> String {
        let hint = self.hint.as_ref().map(|hint| format!("hint: {hint}\n")).unwrap_or_default();
        format!("error: {}\n{hint}", self.message)
    }
}

/// How the folder begins in which a program on standard input is kept.
pub const STANDARD_INPUT: &str = "principia-stdin-";

/// The name of a file for people.
pub fn shown_name(path: &Path) -> String {
    let folder = path.parent().and_then(Path::file_name);
    let is_kept = folder.is_some_and(|folder| folder.to_string_lossy().starts_with(STANDARD_INPUT));
    match is_kept {
        true => "<stdin>".to_string(),
        false => path.to_string_lossy().into_owned(),
    }
}

/// No source file is larger: offsets have 32 bits.
const MAX_SIZE: u64 = 1 << 31;

/// The text of a program that must be UTF-8.
pub fn read(path: &Path) -> Result<String, InputError> {
    String::from_utf8(read_bytes(path)?).map_err(|error| {
        let line = 1 + error.as_bytes()[..error.utf8_error().valid_up_to()]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count();
        let shown = path.display();
        InputError::new(format!("{shown} is not UTF-8 text (line {line})"), "convert it with iconv")
    })
}

/// The text of a C source, which may be in any encoding.
pub fn read_source(path: &Path) -> Result<String, InputError> {
    read_bytes(path).map(encoding::text_of)
}

/// Opens a file that can be read.
fn open(path: &Path) -> Result<File, InputError> {
    let shown = path.display();
    let file = File::open(path).map_err(|error| failure(path, error))?;
    if file.metadata().map_err(|error| failure(path, error))?.is_dir() {
        return Err(InputError::new(format!("{shown} is a folder"), "name a file in it"));
    }
    Ok(file)
}

/// Whether a file can be read.
pub fn check_readable(path: &Path) -> Result<(), InputError> {
    open(path).map(drop)
}

fn failure(path: &Path, error: std::io::Error) -> InputError {
    let hint = match error.kind() {
        std::io::ErrorKind::NotFound => "is the name spelled correctly, relative to the current folder?",
        std::io::ErrorKind::PermissionDenied => "you have no permission to read it",
        _ => "it must be a readable file",
    };
    InputError::new(format!("cannot read {}: {error}", path.display()), hint)
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, InputError> {
    let shown = path.display();
    let mut bytes = Vec::new();
    open(path)?.take(MAX_SIZE + 1).read_to_end(&mut bytes).map_err(|error| failure(path, error))?;
    if bytes.len() as u64 > MAX_SIZE {
        return Err(InputError::new(format!("{shown} has more than 2 GB"), "split the program"));
    }
    if bytes.contains(&0) {
        return Err(InputError::new(
            format!("{shown} is a binary file"),
            "a program is text; is this a compiled one?",
        ));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, content: &[u8], expected: &str) {
        let folder = std::env::temp_dir().join(format!("principia-input-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join(name);
        std::fs::write(&path, content).expect("written");
        let result = read(&path);
        std::fs::remove_dir_all(&folder).expect("removed");
        match result {
            Ok(text) => assert_eq!(text, expected),
            Err(error) => assert!(error.render().contains(expected), "{}", error.render()),
        }
    }

    #[test]
    fn only_text_is_read() {
        check("a.bpl", b"procedure p();", "procedure p();");
        check("b.bpl", b"x\0y", "is a binary file\nhint: ");
        check("c.bpl", b"x\n\xff", "is not UTF-8 text (line 2)\nhint: ");
    }

    #[test]
    fn what_cannot_be_read_gets_a_hint() {
        let error = read(Path::new("/nowhere/x.bpl")).expect_err("missing");
        assert!(error.render().contains("hint: is the name spelled correctly"), "{}", error.render());
        let error = read(&std::env::temp_dir()).expect_err("a folder");
        assert!(error.render().contains("is a folder"), "{}", error.render());
    }
}
