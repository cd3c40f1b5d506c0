//! Terms as people write them, at a bounded length.
//!
//! Terms are graphs with sharing, and their text can be exponentially larger; printing stops at a given length
//! and ends with `...`, so it takes no longer than what it prints.

use std::fmt::{self, Write};

use term::Term;

/// The longest formula that is printed, in bytes.
const MAX_LENGTH: usize = 20_000;

/// The text of a term in the notation of Boogie.
pub fn text(term: Term) -> String {
    cut(&term.display_infix(), MAX_LENGTH)
}

/// What something displays, cut after `limit` bytes.
pub fn cut(content: &dyn fmt::Display, limit: usize) -> String {
    let mut out = Bounded { text: String::new(), limit };
    match write!(out, "{content}") {
        Ok(()) => out.text,
        Err(fmt::Error) => out.text + "...",
    }
}

/// A string that refuses to grow beyond a limit, which ends the printing.
struct Bounded {
    text: String,
    limit: usize,
}

impl Write for Bounded {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let mut room = self.limit.saturating_sub(self.text.len());
        if part.len() <= room {
            self.text += part;
            return Ok(());
        }
        while !part.is_char_boundary(room) {
            room -= 1;
        }
        self.text += &part[..room];
        Err(fmt::Error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Func, Sort, build as mk};

    #[test]
    fn short_terms_are_printed_in_full() {
        let x = mk::var("x", Sort::Int);
        assert_eq!(text(mk::and([mk::eq(x, mk::int(0)), mk::var("p", Sort::Bool)])), "x == 0 && p");
    }

    #[test]
    fn long_terms_are_cut() {
        let f = Func::new("f".into(), &[Sort::Int, Sort::Int], Sort::Int);
        let big = (0..200).fold(mk::var("x", Sort::Int), |term, _| mk::apply(f, &[term, term]));
        let text = cut(&big.display_infix(), 100);
        assert!(text.ends_with("...") && text.len() == 103, "{text}");
        assert_eq!(cut(&"∀∀", 4), "∀...");
    }
}
