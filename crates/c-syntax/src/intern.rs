//! Names as numbers.
//!
//! Every identifier is stored once and compared by its [`Symbol`]. The keywords are interned first, so that a
//! symbol below their number *is* a keyword: the lexer needs one look-up for both. One interner may serve
//! several translation units; symbols are then comparable across them, which is what linking needs.

use crate::token::{KEYWORDS, Tok};
use base::Idx;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

base::typed_index! {
    /// An interned identifier, or the text of a floating-point literal.
    pub struct Symbol;
}

/// The set of all names.
#[derive(Clone, Debug)]
pub struct Interner {
    /// All names, one after the other.
    text: String,
    /// Where each name ends in `text`; it starts where the one before ends.
    ends: Vec<u32>,
    table: HashTable<Symbol>,
}

impl Interner {
    /// An interner that holds only the keywords.
    pub fn new() -> Interner {
        let mut interner = Interner { text: String::new(), ends: Vec::new(), table: HashTable::new() };
        for (number, (spelling, _)) in KEYWORDS.iter().enumerate() {
            let symbol = interner.intern(spelling);
            debug_assert_eq!(symbol.index(), number, "`{spelling}` is listed twice");
        }
        interner
    }

    /// The symbol of a name.
    pub fn intern(&mut self, name: &str) -> Symbol {
        let hash = hash(name);
        let (text, ends) = (&self.text, &self.ends);
        if let Some(&symbol) = self.table.find(hash, |&symbol| slice(text, ends, symbol) == name) {
            return symbol;
        }
        let symbol = Symbol::from_usize(self.ends.len());
        self.text.push_str(name);
        self.ends.push(u32::try_from(self.text.len()).expect("names take less than 4 GiB"));
        let (text, ends) = (&self.text, &self.ends);
        self.table.insert_unique(hash, symbol, |&other| self::hash(slice(text, ends, other)));
        symbol
    }

    /// The symbol of a name, if it was interned.
    pub fn lookup(&self, name: &str) -> Option<Symbol> {
        self.table.find(hash(name), |&symbol| self.get(symbol) == name).copied()
    }

    /// The name of a symbol.
    pub fn get(&self, symbol: Symbol) -> &str {
        slice(&self.text, &self.ends, symbol)
    }

    /// The number of symbols.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no symbols: never, since the keywords are there.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

impl Default for Interner {
    fn default() -> Interner {
        Interner::new()
    }
}

/// The keyword that a symbol is.
#[inline]
pub(crate) fn keyword(symbol: Symbol) -> Option<Tok> {
    KEYWORDS.get(symbol.index()).map(|&(_, tok)| tok)
}

#[inline]
fn slice<'a>(text: &'a str, ends: &[u32], symbol: Symbol) -> &'a str {
    let index = symbol.index();
    let start = if index == 0 { 0 } else { ends[index - 1] };
    &text[start as usize..ends[index] as usize]
}

#[inline]
fn hash(name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(name.as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_stored_once_and_keywords_come_first() {
        let mut interner = Interner::new();
        let before = interner.len();
        let a = interner.intern("alpha$1");
        assert_eq!(interner.intern("alpha$1"), a);
        assert_eq!((interner.get(a), interner.len()), ("alpha$1", before + 1));
        assert_eq!((interner.lookup("alpha$1"), interner.lookup("beta")), (Some(a), None));
        assert_eq!(keyword(a), None);
        let symbol = interner.intern("__const__");
        assert_eq!(keyword(symbol), Some(Tok::Const));
        for number in 0..10_000 {
            interner.intern(&format!("n{number}"));
        }
        assert_eq!(interner.get(a), "alpha$1");
        assert_eq!(interner.len(), before + 10_001);
    }
}
