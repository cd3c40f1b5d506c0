//! The source files of a run and the way from offsets to lines and columns.
//!
//! Offsets are bytes; lines and columns count from one, columns in characters, as editors show them. Spans are
//! untrusted here: an offset beyond the end or inside a character is moved to the nearest earlier boundary.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use crate::index::IndexVec;
use crate::span::{FileId, Span};

/// A line and a column, both counted from one; the column counts characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// Where the text behind an offset was written, if the file was generated from others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineMarker {
    /// From which offset on this holds.
    pub offset: u32,
    /// The line of the marker in the file, counted from one.
    pub physical: u32,
    /// What the line after it is called, counted from one.
    pub line: u32,
    /// The name of the original file.
    pub name: Rc<str>,
}

#[derive(Clone, Debug)]
struct SourceFile {
    name: String,
    text: String,
    /// The offset of each line's first byte; the first is zero.
    line_starts: Vec<u32>,
    /// By offset; empty for files that people write.
    markers: Vec<LineMarker>,
}

/// The source files of a run.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: IndexVec<FileId, SourceFile>,
    /// The lines of files that others were generated from, by name.
    originals: HashMap<String, Vec<String>>,
}

impl SourceMap {
    /// A map without files.
    pub fn new() -> SourceMap {
        SourceMap::default()
    }

    /// Adds a file. Text beyond 4 GiB is cut off, since offsets have 32 bits.
    pub fn add_file(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let mut text = text.into();
        text.truncate(floor_boundary(&text, u32::MAX as usize - 1));
        let newlines = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let line_starts = std::iter::once(0).chain(newlines.map(|(offset, _)| offset as u32 + 1)).collect();
        self.files.push(SourceFile { name: name.into(), text, line_starts, markers: Vec::new() })
    }

    /// Adds a file given as bytes; what is not UTF-8 becomes U+FFFD.
    pub fn add_file_bytes(&mut self, name: impl Into<String>, bytes: &[u8]) -> FileId {
        self.add_file(name, String::from_utf8_lossy(bytes))
    }

    /// The name under which the file was added.
    pub fn name(&self, file: FileId) -> &str {
        &self.files[file].name
    }

    /// The text of the file.
    pub fn text(&self, file: FileId) -> &str {
        &self.files[file].text
    }

    /// The span of the whole file.
    pub fn file_span(&self, file: FileId) -> Span {
        Span::new(file, 0, self.text(file).len() as u32)
    }

    /// The text under a span.
    pub fn snippet(&self, span: Span) -> &str {
        let text = self.text(span.file);
        &text[floor_boundary(text, span.start as usize)..floor_boundary(text, span.end as usize)]
    }

    /// The line and column at which a span starts.
    pub fn line_column(&self, span: Span) -> LineColumn {
        let file = &self.files[span.file];
        let offset = floor_boundary(&file.text, span.start as usize);
        let line = file.line_starts.partition_point(|&start| start as usize <= offset) - 1;
        let column = file.text[file.line_starts[line] as usize..offset].chars().count() + 1;
        LineColumn { line: line as u32 + 1, column: column as u32 }
    }

    /// The text of a line (counted from one) without its line break; empty beyond the last line.
    pub fn line_text(&self, file: FileId, line: u32) -> &str {
        let file = &self.files[file];
        let line = line as usize;
        if line == 0 || line > file.line_starts.len() {
            return "";
        }
        let start = file.line_starts[line - 1] as usize;
        let end = file.line_starts.get(line).map_or(file.text.len(), |&next| next as usize);
        file.text[start..end].trim_end_matches(['\n', '\r'])
    }

    /// Says where the parts of a generated file were written; the markers are in the order of their offsets.
    pub fn set_line_markers(&mut self, file: FileId, markers: Vec<LineMarker>) {
        self.files[file].markers = markers;
    }

    /// Adds the text of a file that others were generated from.
    pub fn add_original(&mut self, name: &str, text: &str) {
        self.originals.insert(name.to_string(), text.lines().map(String::from).collect());
    }

    /// The files that a generated file comes from.
    pub fn origins(&self, file: FileId) -> BTreeSet<Rc<str>> {
        self.files[file].markers.iter().map(|marker| marker.name.clone()).collect()
    }

    /// Where people find the start of a span: the file as they know it, the line and the column.
    pub fn place(&self, span: Span) -> (&str, LineColumn) {
        let position = self.line_column(span);
        let markers = &self.files[span.file].markers;
        match markers.partition_point(|marker| marker.offset <= span.start).checked_sub(1) {
            None => (self.name(span.file), position),
            Some(last) => {
                let LineMarker { physical, line, name, .. } = &markers[last];
                let line = line.saturating_add(position.line.saturating_sub(*physical)).saturating_sub(1);
                let column = match self.original_line(name, line) {
                    Some(original) => {
                        original_column(original, self.line_text(span.file, position.line), position.column)
                    }
                    None => position.column,
                };
                (name, LineColumn { line, column })
            }
        }
    }

    /// The lines of a file that others were generated from.
    pub fn original_lines(&self, name: &str) -> Option<&[String]> {
        self.originals.get(name).map(Vec::as_slice)
    }

    fn original_line(&self, name: &str, line: u32) -> Option<&str> {
        let lines = self.originals.get(name)?;
        lines.get((line as usize).checked_sub(1)?).map(String::as_str)
    }

    /// The line in which a span starts, as somebody wrote it.
    pub fn written_line(&self, span: Span) -> &str {
        let (name, position) = self.place(span);
        let physical = || self.line_text(span.file, self.line_column(span).line);
        self.original_line(name, position.line).unwrap_or_else(physical)
    }

    /// `file:line:column` of the start of a span, for messages.
    pub fn describe(&self, span: Span) -> String {
        let (name, LineColumn { line, column }) = self.place(span);
        format!("{name}:{line}:{column}")
    }
}

/// The column of a generated line in the line that it comes from: the same before the first macro and behind the last
/// one; what a macro gave is where the macro stands.
fn original_column(original: &str, generated: &str, column: u32) -> u32 {
    let (written, made): (Vec<char>, Vec<char>) = (original.chars().collect(), generated.chars().collect());
    let at = column.saturating_sub(1) as usize;
    let same_start = written.iter().zip(&made).take_while(|(a, b)| a == b).count();
    if at < same_start || written.len() == same_start && made.len() == same_start {
        return column;
    }
    let same_end = written.iter().rev().zip(made.iter().rev()).take_while(|(a, b)| a == b).count();
    let from_end = made.len().saturating_sub(at);
    if from_end <= same_end && from_end > 0 && from_end <= written.len() {
        return (written.len() - from_end) as u32 + 1;
    }
    let is_part = |c: &char| c.is_alphanumeric() || *c == '_';
    // gcc breaks a line at a macro of a system header, and fills the parts with blanks up to the macro, or up to what is
    // before it.
    let blanks = |text: &[char]| text.iter().take_while(|c| c.is_whitespace()).count();
    let filled = blanks(&made);
    if blanks(&written) < filled && filled <= at {
        let begins_word =
            |at: &usize| written.get(*at).is_some_and(is_part) && !written.get(*at - 1).is_some_and(is_part);
        if let Some(start) = [filled + 1, filled].into_iter().find(begins_word) {
            return start as u32 + 1;
        }
    }
    // The line may be a part of the other one: then only blanks are common.
    let mut start = same_start.min(written.len().saturating_sub(1));
    while start > 0 && is_part(&written[start - 1]) && written.get(start).is_some_and(is_part) {
        start -= 1;
    }
    let first = written.iter().position(|c| !c.is_whitespace()).unwrap_or(0);
    start.max(first) as u32 + 1
}

/// The greatest character boundary that is at most `offset`.
fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_the_line_that_somebody_wrote() {
        let written = "  x = MAX + y / z;";
        let made = "  x = 2147483647 + y / z;";
        let column = |text: &str| made.find(text).expect("a part") as u32 + 1;
        let original = |text: &str| written.find(text).expect("a part") as u32 + 1;
        assert_eq!(original_column(written, made, column("x")), original("x"));
        assert_eq!(original_column(written, made, column("y")), original("y"));
        assert_eq!(original_column(written, made, column("2147")), original("MAX"));
        assert_eq!(original_column("  assert(x);", " ) ? 1 : 0)", 2), 3);
        assert_eq!(original_column("if (x) assert(y);", "      y != 42", 7), 8);
        assert_eq!(original_column("if (x) assert(y);", "       ((void) (", 10), 8);
        assert_eq!(original_column("a", "a", 9), 9);
        assert_eq!(original_column("", "1 + 1", 3), 1);
    }

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let mut map = SourceMap::new();
        let file = map.add_file("a.bpl", "x\r\n\u{2200}y\nz");
        let at = |offset| {
            let position = map.line_column(Span::new(file, offset, offset));
            (position.line, position.column)
        };
        assert_eq!(
            [at(0), at(3), at(4), at(6), at(8), at(99)],
            [(1, 1), (2, 1), (2, 1), (2, 2), (3, 1), (3, 2)]
        );
        assert_eq!(map.line_text(file, 1), "x");
        assert_eq!(map.line_text(file, 2), "\u{2200}y");
        assert_eq!((map.line_text(file, 0), map.line_text(file, 4)), ("", ""));
        assert_eq!(map.snippet(Span::new(file, 3, 7)), "\u{2200}y");
        assert_eq!(map.describe(Span::new(file, 8, 9)), "a.bpl:3:1");
    }

    #[test]
    fn generated_lines_are_told_by_their_origin() {
        let mut map = SourceMap::new();
        let file = map.add_file("a.c", "first\n# 7 \"b.h\"\nseventh\neighth\n");
        map.set_line_markers(file, vec![LineMarker { offset: 6, physical: 2, line: 7, name: "b.h".into() }]);
        let describe = |offset| map.describe(Span::new(file, offset, offset));
        assert_eq!([describe(0), describe(16), describe(26)], ["a.c:1:1", "b.h:7:1", "b.h:8:3"]);
    }

    #[test]
    fn an_empty_file_has_one_empty_line() {
        let mut map = SourceMap::new();
        let file = map.add_file_bytes("empty", b"");
        assert_eq!(map.line_text(file, 1), "");
        assert_eq!(map.describe(map.file_span(file)), "empty:1:1");
    }
}
