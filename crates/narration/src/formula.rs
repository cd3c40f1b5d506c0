//! Terms as people write them, at a bounded length.
//!
//! Terms are graphs with sharing, and their text can be exponentially larger; printing stops at a given length
//! and ends with `...`, so it takes no longer than what it prints.

use std::fmt::{self, Write};

use num_traits::Signed;
use term::{Op, Sort, Term, build as mk};

/// The longest formula that is printed, in bytes.
const MAX_LENGTH: usize = 20_000;

/// The text of a term in the notation of Boogie.
pub fn text(term: Term) -> String {
    if term.op() != Op::And || term.size() as usize > MAX_LENGTH {
        return cut(&term.display_infix(), MAX_LENGTH);
    }
    // The order of conjuncts is that of their creation, which means nothing to people: positive ones first,
    // by the alphabet.
    let mut conjuncts: Vec<(bool, String)> = term
        .arguments()
        .iter()
        .map(|&conjunct| (conjunct.op() == Op::Not && !is_relation(conjunct.arguments()[0]), part(conjunct)))
        .collect();
    conjuncts.sort();
    let texts: Vec<String> = conjuncts.into_iter().map(|(_, text)| text).collect();
    cut(&texts.join(" && "), MAX_LENGTH)
}

/// The text of a conjunct.
fn part(conjunct: Term) -> String {
    let text = cut(&conjunct.display_infix(), MAX_LENGTH);
    match conjunct.op() {
        Op::Or | Op::Ite | Op::Forall(_) | Op::Exists(_) => format!("({text})"),
        _ => text,
    }
}

/// Relations are negated by another relation, not by `!`.
fn is_relation(term: Term) -> bool {
    matches!(term.op(), Op::Eq | Op::Le | Op::Lt)
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

/// The number that a constant is, if it is one from 0 on.
pub fn number(value: Term) -> Option<u64> {
    match value.sort() {
        Sort::BitVec(_) => mk::as_bv(value)?.try_into().ok(),
        _ => text(value).parse().ok(),
    }
}

/// Whether a constant is below 0.
pub fn is_negative(value: Term) -> bool {
    match mk::as_signed_bv(value) {
        Some(number) => number.is_negative(),
        None => value.sort() == Sort::Int && value.free_variables().is_empty() && number(value).is_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Func;

    #[test]
    fn short_terms_are_printed_in_full() {
        let x = mk::var("x", Sort::Int);
        let p = mk::var("p", Sort::Bool);
        assert_eq!(text(mk::and([mk::not(p), mk::eq(x, mk::int(0))])), "x == 0 && !p");
        let q = mk::var("q", Sort::Bool);
        assert_eq!(text(mk::and([mk::or([p, q]), mk::not(mk::eq(x, mk::int(0)))])), "(p || q) && x != 0");
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
