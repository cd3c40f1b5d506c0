//! C sources that are not UTF-8.
//!
//! Old sources are in Latin-1 and the like. Bytes that are no UTF-8 mean nothing in a comment, but in a literal they are
//! what the program has in its memory. There they become octal escapes, which mean the same to every reader of the text:
//! the front end and the compiler that executes the program. Elsewhere they become U+FFFD, which no compiler takes.

/// Where a scan of C is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Code,
    LineComment,
    BlockComment,
    /// In a literal that ends with this quote.
    Literal(char),
}

/// The text of a C source.
pub fn text_of(bytes: Vec<u8>) -> String {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return text,
        Err(error) => error.into_bytes(),
    };
    let mut scan = Scan { place: Place::Code, last: None, text: String::with_capacity(bytes.len() + 64) };
    for chunk in bytes.utf8_chunks() {
        chunk.valid().chars().for_each(|c| scan.character(c));
        chunk.invalid().iter().for_each(|&byte| scan.byte(byte));
    }
    scan.text
}

struct Scan {
    place: Place,
    /// The character before, unless it has been used up: the second `*` of `/**` opens nothing.
    last: Option<char>,
    text: String,
}

impl Scan {
    fn character(&mut self, c: char) {
        self.text.push(c);
        let before = self.last.replace(c);
        let (place, is_used_up) = match (self.place, before, c) {
            (Place::Code, Some('/'), '/') => (Place::LineComment, true),
            (Place::Code, Some('/'), '*') => (Place::BlockComment, true),
            (Place::Code, _, '"' | '\'') => (Place::Literal(c), true),
            (Place::LineComment, before, '\n') if before != Some('\\') => (Place::Code, true),
            (Place::BlockComment, Some('*'), '/') => (Place::Code, true),
            (Place::Literal(_), Some('\\'), _) => (self.place, true),
            (Place::Literal(quote), _, c) if c == quote => (Place::Code, true),
            // A literal does not go on in the next line: whatever this is, it is none.
            (Place::Literal(_), _, '\n') => (Place::Code, true),
            (place, ..) => (place, false),
        };
        self.place = place;
        if is_used_up {
            self.last = None;
        }
    }

    fn byte(&mut self, byte: u8) {
        match self.place {
            Place::Literal(_) => {
                // An escape of such a byte is that byte.
                if self.last == Some('\\') {
                    self.text.pop();
                }
                self.text += &format!("\\{byte:03o}");
            }
            _ => self.text.push(char::REPLACEMENT_CHARACTER),
        }
        self.last = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_keep_their_bytes() {
        let check = |source: &[u8], expected: &str| assert_eq!(text_of(source.to_vec()), expected);
        check("\"é\" // é".as_bytes(), "\"é\" // é");
        check(b"char c = '\xe9'; // \xe9", "char c = '\\351'; // \u{fffd}");
        check(b"\"a\xe91\\\"\xff\" \xe9", "\"a\\3511\\\"\\377\" \u{fffd}");
        check(b"/* \" \xe9 */ \"\xe9\"", "/* \" \u{fffd} */ \"\\351\"");
        check(b"/** '\xe9' **/ '\\'' \"\xe9\"", "/** '\u{fffd}' **/ '\\'' \"\\351\"");
        check(b"// it's \\\n \xe9\n'\xe9'", "// it's \\\n \u{fffd}\n'\\351'");
        check(b"\"\\\\\xe9\" \"\\\xe9\"", "\"\\\\\\351\" \"\\351\"");
        check(b"a / b; \"x\\\ny\xe9\"", "a / b; \"x\\\ny\\351\"");
        check(b"#error don't\n\"\xe9\"", "#error don't\n\"\\351\"");
    }
}
