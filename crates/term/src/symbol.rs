//! Interned strings: names of variables, functions and sorts.
//!
//! A symbol is created once per thread and compared by address. The text is
//! never freed: a verification run needs its names until it ends.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHashMap;

/// An interned name. Ordered by creation.
#[derive(Clone, Copy)]
pub struct Symbol(&'static Entry);

struct Entry {
    index: u32,
    text: String,
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
            let entry = Entry { index: symbols.len() as u32, text: text.to_string() };
            let symbol = Symbol(Box::leak(Box::new(entry)));
            symbols.insert(symbol.as_str(), symbol);
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
        &self.0.text
    }
}

impl PartialEq for Symbol {
    fn eq(&self, other: &Symbol) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Symbol {}

impl Hash for Symbol {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.0.index);
    }
}

impl PartialOrd for Symbol {
    fn partial_cmp(&self, other: &Symbol) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Symbol {
    fn cmp(&self, other: &Symbol) -> Ordering {
        self.0.index.cmp(&other.0.index)
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

impl From<&str> for Symbol {
    fn from(text: &str) -> Symbol {
        Symbol::new(text)
    }
}
