//! Lines that start with `#`.
//!
//! The input is preprocessed or has no directives, so only line markers (kept in the table of presumed places)
//! and `#pragma`, `#ident`, `#sccs` are expected; any other directive is an error. Of the pragmas `pack` matters
//! for the meaning of a program; its state after each change is kept. Two others that change the layout of
//! types are refused.

use super::Lexer;
use crate::presumed::Marker;

/// The states of `#pragma pack` over a file.
#[derive(Debug, Default)]
pub(crate) struct PackStates {
    stack: Vec<Option<u32>>,
    current: Option<u32>,
    /// From which offset on which alignment holds.
    pub changes: Vec<(u32, Option<u32>)>,
}

impl PackStates {
    /// The alignment that holds at an offset.
    pub fn at(&self, offset: u32) -> Option<u32> {
        let index = self.changes.partition_point(|&(start, _)| start <= offset).checked_sub(1)?;
        self.changes[index].1
    }

    /// Takes the text after `pragma`, if it is `pack(...)` with sensible arguments.
    pub fn pragma(&mut self, offset: u32, text: &str) {
        let Some(args) = text.trim().strip_prefix("pack") else { return };
        let Some(args) = args.trim_start().strip_prefix('(').and_then(|args| args.split(')').next()) else {
            return;
        };
        let mut words = args.split(',').map(str::trim).filter(|word| !word.is_empty()).peekable();
        let mut value = None;
        match words.peek().copied() {
            None => self.current = None,
            Some("push") => self.stack.push(self.current),
            Some("pop") => self.current = self.stack.pop().flatten(),
            Some(_) => {}
        }
        for word in words {
            value = word.parse().ok().filter(|value| matches!(value, 0 | 1 | 2 | 4 | 8 | 16)).or(value);
        }
        match value {
            Some(0) => self.current = None,
            Some(value) => self.current = Some(value),
            None => {}
        }
        self.changes.push((offset, self.current));
    }
}

impl Lexer<'_> {
    /// Reads a directive; the position is at its `#`.
    pub(super) fn directive(&mut self) {
        let start = self.pos;
        let length = self.bytes[start..].iter().take_while(|&&byte| byte != b'\n').count();
        self.pos += length;
        let text = self.text;
        let line = text[start + 1..start + length].trim();
        let word_length = line.bytes().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (word, rest) = line.split_at(word_length);
        match word {
            "" if line.is_empty() => {}
            "" | "line" if self.line_marker(start, rest.trim_start()) => {}
            "pragma" => self.pragma(start, start + length, rest),
            "ident" | "sccs" => {}
            _ => {
                let hint = "preprocess the file first: cc -E FILE.c > FILE.i";
                self.error(
                    start,
                    start + 1 + word_length,
                    format!("unexpected directive `#{word}`"),
                    Some(hint),
                );
            }
        }
    }

    /// Obeys a pragma, or refuses it if it would change the layout of types in another way than `pack` does.
    fn pragma(&mut self, start: usize, end: usize, text: &str) {
        let name = text.split_whitespace().next().unwrap_or("");
        if matches!(name, "scalar_storage_order" | "ms_struct") {
            self.error(start, end, format!("`#pragma {name}` is not supported"), None);
        }
        self.out.packs.pragma(start as u32, text);
    }

    /// Reads `12 "file.c" 3 4`; says whether it is that.
    fn line_marker(&mut self, start: usize, text: &str) -> bool {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let Ok(line) = text[..digits].parse() else { return false };
        let rest = text[digits..].trim_start();
        let last = self.out.presumed.markers.last().and_then(|marker| marker.file);
        let file = match quoted(rest) {
            Some(name) => Some(self.out.presumed.file(&name)),
            None if rest.is_empty() => last,
            None => return false,
        };
        // The physical line is filled in at the end, when the original offsets are known.
        self.out.presumed.markers.push(Marker { offset: start as u32, physical: 0, line, file });
        true
    }
}

/// The text between the quotes at the start of `text`, without the backslashes that quote.
fn quoted(text: &str) -> Option<String> {
    let mut name = String::new();
    let mut chars = text.strip_prefix('"')?.chars();
    loop {
        match chars.next()? {
            '"' => return Some(name),
            '\\' => name.push(chars.next()?),
            c => name.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pack_states_follow_the_stack() {
        let mut packs = PackStates::default();
        for (offset, text) in [
            (10, " pack(push, 1)"),
            (20, " pack(push)"),
            (30, "pack(4)"),
            (40, " pack(pop)"),
            (50, " pack ( pop )"),
            (60, "pack(push, name, 2)"),
            (70, "pack()"),
            (75, "once"),
        ] {
            packs.pragma(offset, text);
        }
        let states: Vec<_> = [5, 15, 25, 35, 45, 55, 65, 80].map(|offset| packs.at(offset)).into();
        assert_eq!(states, [None, Some(1), Some(1), Some(4), Some(1), None, Some(2), None]);
    }
}
