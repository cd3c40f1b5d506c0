//! The tokens of a Rust source, without comments, literals and items that are compiled for tests only.

/// A word, `::`, or another character.
#[derive(Clone, Copy)]
pub struct Token<'t> {
    pub text: &'t str,
    pub line: usize,
}

/// The tokens of a file.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut all = Vec::new();
    let mut scanner = Scanner { rest: text, line: 1 };
    while let Some(token) = scanner.next() {
        all.push(token);
    }
    without_tests(&all)
}

struct Scanner<'t> {
    rest: &'t str,
    line: usize,
}

impl<'t> Scanner<'t> {
    /// Takes so many bytes.
    fn take(&mut self, length: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(length.min(self.rest.len()));
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    /// The length of the text up to the end of what is found, or all.
    fn length_with(&self, end: &str, from: usize) -> usize {
        self.rest[from..].find(end).map_or(self.rest.len(), |position| from + position + end.len())
    }

    fn next(&mut self) -> Option<Token<'t>> {
        loop {
            let first = self.rest.chars().next()?;
            let line = self.line;
            if first.is_whitespace() {
                self.take(first.len_utf8());
            } else if self.rest.starts_with("//") {
                self.take(self.length_with("\n", 0));
            } else if self.rest.starts_with("/*") {
                self.take(self.length_with("*/", 2));
            } else if let Some(length) = self.raw_string() {
                self.take(length);
            } else if first == '"' {
                self.take(1 + self.quoted(&self.rest[1..], '"'));
            } else if first == '\'' {
                self.take(self.character());
            } else if first.is_alphanumeric() || first == '_' {
                let is_end = |c: char| !(c.is_alphanumeric() || c == '_');
                let length = self.rest.find(is_end).unwrap_or(self.rest.len());
                return Some(Token { text: self.take(length), line });
            } else {
                let length = if self.rest.starts_with("::") { 2 } else { first.len_utf8() };
                return Some(Token { text: self.take(length), line });
            }
        }
    }

    /// The length of a raw string that starts here.
    fn raw_string(&self) -> Option<usize> {
        let marked = ["r", "br", "cr"].into_iter().find_map(|mark| self.rest.strip_prefix(mark))?;
        let inside = marked.trim_start_matches('#');
        let hashes = &marked[..marked.len() - inside.len()];
        let start = self.rest.len() - inside.len() + 1;
        inside.starts_with('"').then(|| self.length_with(&format!("\"{hashes}"), start))
    }

    /// The length of a literal behind its opening quote.
    fn quoted(&self, text: &str, quote: char) -> usize {
        let mut is_escaped = false;
        for (position, c) in text.char_indices() {
            if c == quote && !is_escaped {
                return position + 1;
            }
            is_escaped = c == '\\' && !is_escaped;
        }
        text.len()
    }

    /// The length of a character literal, or of the quote of a lifetime.
    fn character(&self) -> usize {
        let mut behind = self.rest[1..].chars();
        let (first, second) = (behind.next(), behind.next());
        if first == Some('\\') || second == Some('\'') { 1 + self.quoted(&self.rest[1..], '\'') } else { 1 }
    }
}

/// The tokens without the items behind `#[cfg(test)]`.
fn without_tests<'t>(tokens: &[Token<'t>]) -> Vec<Token<'t>> {
    let mut kept = Vec::with_capacity(tokens.len());
    let mut rest = tokens;
    while let Some((first, behind)) = rest.split_first() {
        let is_for_tests =
            rest.iter().map(|token| token.text).take(7).eq(["#", "[", "cfg", "(", "test", ")", "]"]);
        if is_for_tests {
            rest = &rest[7 + item_length(&rest[7..])..];
        } else {
            kept.push(*first);
            rest = behind;
        }
    }
    kept
}

/// How many tokens an item has: up to a semicolon, or to the end of its body.
fn item_length(tokens: &[Token]) -> usize {
    let is_import = tokens.first().is_some_and(|token| token.text == "use");
    let mut depth = 0;
    for (position, token) in tokens.iter().enumerate() {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" => depth -= 1,
            "}" => {
                depth -= 1;
                if depth == 0 && !is_import {
                    return position + 1;
                }
            }
            ";" if depth == 0 => return position + 1,
            _ => {}
        }
    }
    tokens.len()
}
