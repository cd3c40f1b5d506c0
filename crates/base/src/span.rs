//! Positions in source text.
//!
//! A span is a half-open range of byte offsets in one file of a [`SourceMap`](crate::SourceMap). It is small
//! and `Copy`, so that every syntax node and every edge of a program can carry one.

use crate::index::typed_index;

typed_index! {
    /// A file of a [`SourceMap`](crate::SourceMap).
    pub struct FileId;
}

/// A half-open range of bytes in a file. Invariant: `start <= end`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end` in `file`. Swapped ends give an empty span at `start`.
    pub fn new(file: FileId, start: u32, end: u32) -> Span {
        Span { file, start, end: end.max(start) }
    }

    /// The smallest span that covers both. Spans of different files have none, and `self` is returned.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty span at the start of this one.
    pub fn at_start(self) -> Span {
        Span { end: self.start, ..self }
    }

    /// The empty span at the end of this one.
    pub fn at_end(self) -> Span {
        Span { start: self.end, ..self }
    }

    /// The number of bytes.
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether the span covers no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Idx;

    #[test]
    fn joins_within_a_file_only() {
        let (a, b) = (FileId::from_usize(0), FileId::from_usize(1));
        assert_eq!(Span::new(a, 3, 5).to(Span::new(a, 1, 2)), Span::new(a, 1, 5));
        assert_eq!(Span::new(a, 3, 5).to(Span::new(b, 1, 2)), Span::new(a, 3, 5));
    }

    #[test]
    fn swapped_ends_give_an_empty_span() {
        assert!(Span::new(FileId::from_usize(0), 5, 3).is_empty());
    }
}
