//! Line splices: a backslash at the end of a line joins it with the next. As for gcc, blanks may follow it.
//!
//! They may stand anywhere, even inside a token. Preprocessed text has none, so the lexer knows nothing of them:
//! if there are any, it reads a copy of the text without them, and the offsets are mapped back afterwards.

use std::borrow::Cow;

/// The way from offsets in the text without splices to offsets in the original.
#[derive(Debug, Default)]
pub(super) struct Splices {
    /// For each splice: the offset in the new text where it stood, and how many bytes are missing up to it.
    removed: Vec<(u32, u32)>,
}

impl Splices {
    /// The text without splices.
    pub fn remove(text: &str) -> (Cow<'_, str>, Splices) {
        if !["\\\n", "\\\r", "\\ ", "\\\t"].iter().any(|start| text.contains(start)) {
            return (Cow::Borrowed(text), Splices::default());
        }
        let mut splices = Splices::default();
        let mut out = String::with_capacity(text.len());
        let (mut rest, mut missing) = (text, 0);
        while let Some(at) = rest.find('\\') {
            let after = &rest[at + 1..];
            let blanks = after.len() - after.trim_start_matches([' ', '\t', '\r']).len();
            if !after[blanks..].starts_with('\n') {
                out.push_str(&rest[..at + 1]);
                rest = after;
                continue;
            }
            let width = blanks + 2;
            out.push_str(&rest[..at]);
            missing += width as u32;
            splices.removed.push((out.len() as u32, missing));
            rest = &rest[at + width..];
        }
        out.push_str(rest);
        (Cow::Owned(out), splices)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty()
    }

    /// The original offset of the start of something.
    pub fn original(&self, offset: u32) -> u32 {
        let index = self.removed.partition_point(|&(at, _)| at <= offset);
        offset + index.checked_sub(1).map_or(0, |index| self.removed[index].1)
    }

    /// The original offset of the end of something.
    pub fn original_end(&self, offset: u32) -> u32 {
        offset.checked_sub(1).map_or(0, |last| self.original(last) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_map_back() {
        let (text, splices) = Splices::remove("ab\\\ncd\\x\\ \n\\\nef");
        assert_eq!(text, "abcd\\xef");
        let original: Vec<u32> = (0..9).map(|offset| splices.original(offset)).collect();
        assert_eq!(original, [0, 1, 4, 5, 6, 7, 13, 14, 15]);
        assert_eq!((splices.original_end(2), splices.original_end(6)), (2, 8));
        assert!(Splices::remove("a\\n").1.is_empty());
    }
}
