//! Interned strings: names of variables, functions and sorts.
//!
//! A symbol is created once per thread and compared by address. The text is
//! never freed: a verification run needs its names until it ends.

use std::cell::RefCell;
use std::fmt;

use rustc_hash::FxHashMap;

/// An interned name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol {
    // The index comes first, so that the derived order is the order of creation.
    index: u32,
    text: &'static str,
}

thread_local! {
    static SYMBOLS: RefCell<FxHashMap<&'static str, Symbol>> = RefCell::default();
}

impl Symbol {
    /// The symbol with this text.
    pub fn new(text: &str) -> Symbol {
        SYMBOLS.with(|symbols| {
            let mut symbols = symbols.borrow_mut();
            if let Some(&symbol) = symbols.get(text) {
                return symbol;
            }
            let text: &'static str = Box::leak(text.into());
            let symbol = Symbol { index: symbols.len() as u32, text };
            symbols.insert(text, symbol);
            symbol
        })
    }

    /// A symbol that no one has used yet on this thread, `stem!k`.
    pub fn fresh(stem: &str) -> Symbol {
        let mut index = SYMBOLS.with(|symbols| symbols.borrow().len());
        loop {
            let candidate = format!("{stem}!{index}");
            if !SYMBOLS.with(|symbols| symbols.borrow().contains_key(candidate.as_str())) {
                return Symbol::new(&candidate);
            }
            index += 1;
        }
    }

    /// The text of the symbol.
    pub fn as_str(self) -> &'static str {
        self.text
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl From<&str> for Symbol {
    fn from(text: &str) -> Symbol {
        Symbol::new(text)
    }
}
