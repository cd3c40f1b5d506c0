//! Values as machine words, so that the inner loop neither allocates nor looks at terms.
//!
//! A word does not know its sort, which is known where it is used. Each value has one word, so that equality of words is
//! equality of values:
//! - Booleans are 0 and 1, bit-vectors of at most 64 bits are their bits;
//! - integers between -2^62 and 2^62 are themselves;
//! - all other values are terms in a table, and their word is a position in it; positions of large integers count from
//!   the smallest word, so that they differ from small integers.

use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use term::{Op, Sort, Term, build as mk};

/// A value; see the top of the file.
pub type Word = i64;

/// Integers below this bound, and not below its negation, are their own words.
const SMALL: i64 = 1 << 62;

/// Values that are no words by themselves.
#[derive(Default)]
pub struct Words {
    table: Vec<Term>,
    positions: FxHashMap<Term, usize>,
}

/// Whether the word of an integer is the integer.
pub fn is_small(word: Word) -> bool {
    (-SMALL..SMALL).contains(&word)
}

/// All bits of a bit-vector of this width, at most 64.
pub fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// The width of a bit-vector whose words are its bits.
pub fn narrow(sort: Sort) -> Option<u32> {
    match sort {
        Sort::BitVec(width) if width <= 64 => Some(width),
        _ => None,
    }
}

impl Words {
    fn position(&mut self, value: Term) -> usize {
        let Words { table, positions } = self;
        *positions.entry(value).or_insert_with(|| {
            table.push(value);
            table.len() - 1
        })
    }

    /// The word of a constant; `None` if the term is none, or an array.
    pub fn of(&mut self, value: Term) -> Option<Word> {
        if !value.is_value() || matches!(value.sort(), Sort::Array(_)) {
            return None;
        }
        Some(match (value.op(), value.sort()) {
            (Op::True, _) => 1,
            (Op::False, _) => 0,
            (Op::IntConst(number), _) => match number.to_i64().filter(|small| is_small(*small)) {
                Some(small) => small,
                None => i64::MIN + self.position(value) as i64,
            },
            (Op::BvConst(bits), Sort::BitVec(width)) if width <= 64 => bits.to_u64()? as i64,
            _ => self.position(value) as i64,
        })
    }

    /// The word of an integer.
    pub fn of_integer(&mut self, number: i128) -> Word {
        match i64::try_from(number) {
            Ok(small) if is_small(small) => small,
            _ => i64::MIN + self.position(mk::int(num_bigint::BigInt::from(number))) as i64,
        }
    }

    /// The constant of a sort that has this word.
    pub fn term(&self, word: Word, sort: Sort) -> Term {
        match sort {
            Sort::Bool => mk::bool(word != 0),
            Sort::Int if is_small(word) => mk::int(word),
            Sort::Int => self.table[word.wrapping_sub(i64::MIN) as usize],
            Sort::BitVec(width) if width <= 64 => mk::bv(word as u64, width),
            _ => self.table[word as usize],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_has_one_word_and_comes_back() {
        let mut words = Words::default();
        let big: num_bigint::BigInt = num_bigint::BigInt::from(1) << 80u32;
        let values = [
            mk::tt(),
            mk::ff(),
            mk::int(-5),
            mk::int(1i64 << 62),
            mk::int(-(1i64 << 62)),
            mk::int(big.clone()),
            mk::int(-big),
            mk::bv(u64::MAX, 64),
            mk::bv(7u32, 128),
            mk::fp_nan(term::FloatSort::DOUBLE),
            mk::fraction(1, 3),
        ];
        for value in values {
            let word = words.of(value).expect("a constant");
            assert_eq!(words.term(word, value.sort()), value);
            assert_eq!(words.of(value), Some(word));
        }
        let (smallest, largest) = (words.of(mk::int(-(1i64 << 62))), words.of(mk::int(1i64 << 62)));
        assert!(smallest.is_some_and(is_small) && !largest.is_some_and(is_small));
        assert_eq!(words.of_integer(1 << 62), largest.expect("a word"));
    }

    #[test]
    fn variables_and_arrays_have_no_word() {
        let mut words = Words::default();
        assert_eq!(words.of(mk::var("x", Sort::Int)), None);
        let array = mk::const_array(Sort::array(Sort::Int, Sort::Int), mk::int(0));
        assert_eq!(words.of(array), None);
    }
}
