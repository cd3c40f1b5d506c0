//! Input files: read as a whole, recognised by their name, refused with a hint.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// A file that cannot be used: what is wrong, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputError {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl InputError {
    fn new(message: String, hint: &str) -> InputError {
        InputError { message, hint: Some(hint.to_string()) }
    }

    /// The text for people.
    pub fn render(&self) -> String {
        let hint = self.hint.as_ref().map(|hint| format!("hint: {hint}\n")).unwrap_or_default();
        format!("error: {}\n{hint}", self.message)
    }
}

/// No source file is larger: offsets have 32 bits.
const MAX_SIZE: u64 = 1 << 31;

/// The text of a Boogie program.
pub fn read(path: &Path) -> Result<String, InputError> {
    let shown = path.display();
    let failure = |error: std::io::Error| {
        let hint = match error.kind() {
            std::io::ErrorKind::NotFound => "is the name spelled correctly, relative to the current folder?",
            std::io::ErrorKind::PermissionDenied => "you have no permission to read it",
            _ => "it must be a readable file",
        };
        InputError::new(format!("cannot read {shown}: {error}"), hint)
    };
    let file = File::open(path).map_err(failure)?;
    if file.metadata().map_err(failure)?.is_dir() {
        return Err(InputError::new(format!("{shown} is a folder"), "name a file in it"));
    }
    check_extension(path)?;
    let mut bytes = Vec::new();
    file.take(MAX_SIZE + 1).read_to_end(&mut bytes).map_err(failure)?;
    if bytes.len() as u64 > MAX_SIZE {
        return Err(InputError::new(format!("{shown} has more than 2 GB"), "split the program"));
    }
    if bytes.contains(&0) {
        return Err(InputError::new(
            format!("{shown} is a binary file"),
            "a Boogie program is text; is this a compiled program?",
        ));
    }
    String::from_utf8(bytes).map_err(|error| {
        let line = 1 + error.as_bytes()[..error.utf8_error().valid_up_to()]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count();
        InputError::new(format!("{shown} is not UTF-8 text (line {line})"), "convert it with iconv")
    })
}

fn check_extension(path: &Path) -> Result<(), InputError> {
    let shown = path.display();
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("bpl") => Ok(()),
        Some(known @ ("c" | "i" | "yml")) => Err(InputError::new(
            format!("{shown}: .{known} files are not supported yet"),
            "this version reads Boogie programs (.bpl)",
        )),
        _ => Err(InputError::new(
            format!("{shown}: what language is this?"),
            "a Boogie program has a name that ends in .bpl",
        )),
    }
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
        check("d.c", b"int x;", ".c files are not supported yet\nhint: ");
        check("e", b"", "what language is this?\nhint: ");
    }

    #[test]
    fn what_cannot_be_read_gets_a_hint() {
        let error = read(Path::new("/nowhere/x.bpl")).expect_err("missing");
        assert!(error.render().contains("hint: is the name spelled correctly"), "{}", error.render());
        let error = read(&std::env::temp_dir()).expect_err("a folder");
        assert!(error.render().contains("is a folder"), "{}", error.render());
    }
}
