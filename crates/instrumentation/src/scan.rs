//! C text by characters, without what is no code.

/// Reads a text by characters, without comments and literals, and counts brackets.
pub struct Scan<'t> {
    /// The text.
    pub bytes: &'t [u8],
    /// Where the next character is.
    pub at: usize,
    /// How many brackets are open.
    pub depth: usize,
}

impl Scan<'_> {
    /// The next character; a comment is a blank, a literal its first quote.
    pub fn next(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        let rest = &self.bytes[self.at..];
        let until =
            |end: &[u8]| rest.windows(end.len()).skip(2).position(|w| w == end).map(|p| p + 2 + end.len());
        match byte {
            b'/' if rest.starts_with(b"/*") => {
                self.at += until(b"*/").unwrap_or(rest.len());
                return Some(b' ');
            }
            b'/' if rest.starts_with(b"//") => {
                self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                return Some(b' ');
            }
            b'"' | b'\'' => {
                self.at += 1;
                while let Some(&inner) = self.bytes.get(self.at) {
                    self.at += if inner == b'\\' { 2 } else { 1 };
                    if inner == byte {
                        break;
                    }
                }
                return Some(byte);
            }
            b'(' | b'[' | b'{' => self.depth += 1,
            b')' | b']' | b'}' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.at += 1;
        Some(byte)
    }
}
