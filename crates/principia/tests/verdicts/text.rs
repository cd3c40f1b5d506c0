//! The text of a program as a tree, parts of which can be left out or replaced by something smaller.
//!
//! The shrinker knows no C: it tries such edits, and gcc says which of them are still programs.

use std::collections::BTreeMap;

/// A part of the text of a program.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Text as it is.
    Text(String),
    /// One after the other.
    All(Vec<Piece>),
    /// What can be left out.
    Drop(Box<Piece>),
    /// What can be replaced by one of the others.
    Or(Box<Piece>, Vec<Piece>),
    /// Here the program reads an input, which can be one of these values.
    Input(Vec<i64>),
}

impl From<&str> for Piece {
    fn from(text: &str) -> Piece {
        Piece::Text(text.to_string())
    }
}

impl From<String> for Piece {
    fn from(text: String) -> Piece {
        Piece::Text(text)
    }
}

impl From<usize> for Piece {
    fn from(number: usize) -> Piece {
        Piece::Text(number.to_string())
    }
}

impl From<Vec<Piece>> for Piece {
    fn from(pieces: Vec<Piece>) -> Piece {
        Piece::All(pieces)
    }
}

/// Puts texts and pieces together.
macro_rules! text {
    ($($part:expr),* $(,)?) => { $crate::verdicts::text::Piece::All(vec![$($crate::verdicts::text::Piece::from($part)),*]) };
}
pub(crate) use text;

/// What is replaced by which alternative: by the numbers of the places in the order of the text. Nothing stands for
/// leaving the place out.
pub type Edits = BTreeMap<usize, Option<usize>>;

impl Piece {
    /// The same, but it can be left out.
    pub fn optional(self) -> Piece {
        Piece::Drop(Box::new(self))
    }

    /// The same, but one of the others can stand for it.
    pub fn or(self, others: Vec<Piece>) -> Piece {
        Piece::Or(Box::new(self), others)
    }

    /// The text, and the inputs that it reads, in order.
    pub fn render(&self) -> (String, Vec<Vec<i64>>) {
        let (mut text, mut inputs) = (String::new(), Vec::new());
        self.render_to(&mut text, &mut inputs);
        (indent(&text), inputs)
    }

    fn render_to(&self, text: &mut String, inputs: &mut Vec<Vec<i64>>) {
        match self {
            Piece::Text(own) => text.push_str(own),
            Piece::All(parts) => parts.iter().for_each(|part| part.render_to(text, inputs)),
            Piece::Drop(part) | Piece::Or(part, _) => part.render_to(text, inputs),
            Piece::Input(values) => inputs.push(values.clone()),
        }
    }

    /// All edits of one place.
    pub fn edits(&self) -> Vec<(usize, Option<usize>)> {
        let mut all = Vec::new();
        self.collect_edits(&mut 0, &mut all);
        all
    }

    fn collect_edits(&self, next: &mut usize, all: &mut Vec<(usize, Option<usize>)>) {
        match self {
            Piece::Text(_) | Piece::Input(_) => {}
            Piece::All(parts) => parts.iter().for_each(|part| part.collect_edits(next, all)),
            Piece::Drop(part) => {
                all.push((*next, None));
                *next += 1;
                part.collect_edits(next, all);
            }
            Piece::Or(part, others) => {
                all.extend((0..others.len()).map(|other| (*next, Some(other))));
                *next += 1;
                part.collect_edits(next, all);
            }
        }
    }

    /// The text after edits.
    pub fn edited(&self, edits: &Edits) -> Piece {
        self.edited_from(&mut 0, edits)
    }

    fn edited_from(&self, next: &mut usize, edits: &Edits) -> Piece {
        let mut own = || {
            *next += 1;
            *next - 1
        };
        match self {
            Piece::Text(_) | Piece::Input(_) => self.clone(),
            Piece::All(parts) => Piece::All(parts.iter().map(|part| part.edited_from(next, edits)).collect()),
            Piece::Drop(part) => {
                let number = own();
                let part = part.edited_from(next, edits);
                if edits.contains_key(&number) { Piece::All(Vec::new()) } else { part.optional() }
            }
            Piece::Or(part, others) => {
                let number = own();
                let part = part.edited_from(next, edits);
                match edits.get(&number) {
                    Some(Some(other)) => others[*other].clone(),
                    _ => part.or(others.clone()),
                }
            }
        }
    }
}

/// Indents the lines of a program by their blocks.
fn indent(text: &str) -> String {
    let (mut result, mut depth) = (String::new(), 0usize);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let closes = line.chars().take_while(|c| *c == '}').count();
        result.push_str(&"  ".repeat(depth.saturating_sub(closes)));
        result.push_str(line);
        result.push('\n');
        depth += line.matches('{').count();
        depth = depth.saturating_sub(line.matches('}').count());
    }
    result
}
