//! The scanner of the text form: a position in a text, and what can be read there.
//!
//! Words are SMT-LIB symbols; terms and sorts are found by balancing their
//! parentheses and read by the reader of crate `term`.

use term::parse::ParseError;
use term::print::symbol;

/// A position in a text.
pub(crate) struct Scanner<'t> {
    text: &'t str,
    offset: usize,
}

/// A symbol. A quoted one is never a keyword.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Word<'t> {
    pub text: &'t str,
    pub is_quoted: bool,
}

impl Word<'_> {
    pub fn is(&self, keyword: &str) -> bool {
        !self.is_quoted && self.text == keyword
    }

    /// The name behind the symbol.
    pub fn name(&self) -> String {
        symbol::decode(self.text).0
    }
}

impl<'t> Scanner<'t> {
    pub fn new(text: &'t str) -> Scanner<'t> {
        Scanner { text, offset: 0 }
    }

    pub fn offset(&self) -> usize {
        self.offset
    }

    fn rest(&self) -> &'t str {
        &self.text[self.offset..]
    }

    /// An error at the current position.
    pub fn error<T>(&self, message: impl Into<String>) -> Result<T, ParseError> {
        self.error_at(self.offset, message)
    }

    /// An error at some position.
    pub fn error_at<T>(&self, offset: usize, message: impl Into<String>) -> Result<T, ParseError> {
        Err(ParseError::new(message, self.text, offset))
    }

    /// Skips blanks and line breaks.
    fn skip_space(&mut self) {
        self.offset = self.text.len() - self.rest().trim_start().len();
    }

    /// Skips blanks, line breaks and comments; true at the end of the text.
    pub fn is_at_end(&mut self) -> bool {
        self.skip_space();
        while self.rest().starts_with("//") {
            self.offset += self.rest().find('\n').unwrap_or(self.rest().len());
            self.skip_space();
        }
        self.rest().is_empty()
    }

    /// Takes the given punctuation, if it is next. Otherwise nothing is skipped, not even blanks:
    /// the comment at the end of a line belongs to what is before it.
    pub fn take(&mut self, punctuation: &str) -> bool {
        let Some(behind) = self.rest().trim_start().strip_prefix(punctuation) else { return false };
        self.offset = self.text.len() - behind.len();
        true
    }

    pub fn expect(&mut self, punctuation: &str) -> Result<(), ParseError> {
        if self.take(punctuation) { Ok(()) } else { self.error(format!("`{punctuation}` expected")) }
    }

    /// A symbol.
    pub fn word(&mut self) -> Result<Word<'t>, ParseError> {
        self.skip_space();
        let rest = self.rest();
        if let Some(quoted) = rest.strip_prefix('|') {
            let Some(end) = quoted.find('|') else { return self.error("a quoted name does not end") };
            self.offset += end + 2;
            return Ok(Word { text: &quoted[..end], is_quoted: true });
        }
        let is_part = |c: char| !c.is_whitespace() && !"():,;\"{}|".contains(c);
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if length == 0 {
            return self.error("a name expected");
        }
        self.offset += length;
        Ok(Word { text: &rest[..length], is_quoted: false })
    }

    /// The keyword, which must be next.
    pub fn keyword(&mut self, keyword: &str) -> Result<(), ParseError> {
        let start = self.offset;
        if self.word()?.is(keyword) { Ok(()) } else { self.error_at(start, format!("`{keyword}` expected")) }
    }

    /// Whether the given punctuation is next.
    pub fn is_next(&self, punctuation: &str) -> bool {
        self.rest().trim_start().starts_with(punctuation)
    }

    /// A string in quotes.
    pub fn string(&mut self) -> Result<String, ParseError> {
        self.expect("\"")?;
        let mut is_escaped = false;
        for (length, c) in self.rest().char_indices() {
            match c {
                '"' if !is_escaped => {
                    let inside = &self.rest()[..length];
                    self.offset += length + 1;
                    return Ok(unescape(inside));
                }
                '\n' => break,
                _ => is_escaped = c == '\\' && !is_escaped,
            }
        }
        self.error("a string does not end")
    }

    /// The comment at the end of the line; empty if there is none.
    pub fn comment(&mut self) -> String {
        let rest = self.rest();
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let Some(comment) = line.trim_start().strip_prefix("//") else { return String::new() };
        self.offset += line.len();
        unescape(comment.strip_prefix(' ').unwrap_or(comment))
    }

    /// An s-expression as text.
    pub fn expression(&mut self) -> Result<&'t str, ParseError> {
        self.skip_space();
        let start = self.offset;
        let mut depth = 0usize;
        loop {
            self.skip_space();
            match self.rest().chars().next() {
                None => return self.error("an expression does not end"),
                Some('(') => {
                    depth += 1;
                    self.offset += 1;
                }
                Some(')') if depth > 0 => {
                    depth -= 1;
                    self.offset += 1;
                }
                Some(':') if depth > 0 => self.offset += 1, // a keyword of an annotation
                _ => {
                    self.word()?;
                }
            }
            if depth == 0 {
                return Ok(&self.text[start..self.offset]);
            }
        }
    }
}

/// Inverts the escapes of the printer.
fn unescape(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            result.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => result.push('\n'),
            Some('r') => result.push('\r'),
            Some(other) => result.push(other),
            None => result.push('\\'),
        }
    }
    result
}
