//! The paths of a source: imports, and what begins with `crate`, `super` or `self` elsewhere.

use std::collections::BTreeSet;

use super::tokens::Token;

/// A path.
#[derive(Clone, Debug)]
pub struct Path {
    pub segments: Vec<String>,
    /// The name that it is imported by.
    pub name: String,
    pub is_import: bool,
    /// Whether it stands for everything in a module.
    pub is_glob: bool,
    pub line: usize,
}

/// All paths; those of an import are written out.
pub fn paths(tokens: &[Token]) -> Vec<Path> {
    let mut found = Vec::new();
    let mut position = 0;
    while let Some(token) = tokens.get(position) {
        let is_import = token.text == "use";
        let is_inside = position > 0 && tokens[position - 1].text == "::";
        let is_start = ["crate", "super", "self"].contains(&token.text) && !is_inside;
        let is_path = is_start && tokens.get(position + 1).is_some_and(|next| next.text == "::");
        if is_import || is_path {
            position += usize::from(is_import);
            let mut reader = Reader { tokens, position, is_import, found: &mut found };
            reader.tree(&[]);
            position = reader.position.max(position + 1);
        } else {
            position += 1;
        }
    }
    found
}

/// The names of the items that are defined.
pub fn definitions(tokens: &[Token]) -> BTreeSet<String> {
    let keywords = ["fn", "struct", "enum", "union", "trait", "type", "const", "static"];
    let pairs = tokens.windows(2).filter(|pair| keywords.contains(&pair[0].text));
    pairs.map(|pair| pair[1].text.to_string()).collect()
}

struct Reader<'r, 't> {
    tokens: &'r [Token<'t>],
    position: usize,
    is_import: bool,
    found: &'r mut Vec<Path>,
}

impl<'t> Reader<'_, 't> {
    fn peek(&self) -> &'t str {
        self.tokens.get(self.position).map_or("", |token| token.text)
    }

    /// Reads a path and what branches off it, behind the segments that are given.
    fn tree(&mut self, prefix: &[String]) {
        let mut segments = prefix.to_vec();
        let line = self.tokens.get(self.position).map_or(0, |token| token.line);
        loop {
            match self.peek() {
                "::" => self.position += 1,
                "{" => return self.branches(&segments),
                "*" => {
                    self.position += 1;
                    return self.add(segments, None, true, line);
                }
                word if word.starts_with(|c: char| c.is_alphabetic() || c == '_') && word != "as" => {
                    self.position += 1;
                    segments.push(word.to_string());
                    if self.peek() != "::" {
                        break;
                    }
                }
                _ => break,
            }
        }
        let mut alias = None;
        if self.is_import && self.peek() == "as" {
            alias = self.tokens.get(self.position + 1).map(|token| token.text.to_string());
            self.position += 2;
        }
        self.add(segments, alias, false, line);
    }

    fn branches(&mut self, segments: &[String]) {
        self.position += 1;
        while !["}", ""].contains(&self.peek()) {
            let before = self.position;
            self.tree(segments);
            if self.peek() == "," || self.position == before {
                self.position += 1;
            }
        }
        self.position += 1;
    }

    fn add(&mut self, mut segments: Vec<String>, alias: Option<String>, is_glob: bool, line: usize) {
        if segments.len() > 1 && segments.last().is_some_and(|last| last == "self") {
            segments.pop();
        }
        let Some(name) = alias.or_else(|| segments.last().cloned()) else { return };
        self.found.push(Path { segments, name, is_import: self.is_import, is_glob, line });
    }
}
