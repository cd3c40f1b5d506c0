//! Interned strings: names of variables, functions and sorts.
//!
//! A symbol is created once per thread and compared by its number. The text is
//! never freed: a verification run needs its names until it ends.

use std::cell::RefCell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use rustc_hash::FxHashMap;

/// An interned name. Ordered by creation. It has half the size of a pointer, because every variable has one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symbol {
    index: u32,
    /// The table belongs to the thread.
    not_send: PhantomData<*const ()>,
}

#[derive(Default)]
struct Symbols {
    indices: FxHashMap<&'static str, u32>,
    texts: Vec<&'static str>,
}

thread_local! {
    static SYMBOLS: RefCell<Symbols> = RefCell::default();
}

impl Symbol {
    /// The symbol with this text.
    pub fn new(text: &str) -> Symbol {
        SYMBOLS.with(|symbols| {
            let Symbols { indices, texts } = &mut *symbols.borrow_mut();
            let index = indices.get(text).copied().unwrap_or_else(|| {
                let index = texts.len() as u32;
                let text: &'static str = String::leak(text.to_string());
                texts.push(text);
                indices.insert(text, index);
                index
            });
            Symbol::with_index(index)
        })
    }

    /// A symbol that no one has used yet on this thread, `stem!k`.
    pub fn fresh(stem: &str) -> Symbol {
        let mut index = SYMBOLS.with(|symbols| symbols.borrow().texts.len());
        loop {
            let candidate = format!("{stem}!{index}");
            if !SYMBOLS.with(|symbols| symbols.borrow().indices.contains_key(candidate.as_str())) {
                return Symbol::new(&candidate);
            }
            index += 1;
        }
    }

    /// The number of the symbol, in the order of creation.
    pub(crate) fn index(self) -> u32 {
        self.index
    }

    /// The symbol with this number.
    pub(crate) fn with_index(index: u32) -> Symbol {
        Symbol { index, not_send: PhantomData }
    }

    /// The text of the symbol.
    pub fn as_str(self) -> &'static str {
        SYMBOLS.with(|symbols| symbols.borrow().texts[self.index as usize])
    }
}

impl Hash for Symbol {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.index);
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<&str> for Symbol {
    fn from(text: &str) -> Symbol {
        Symbol::new(text)
    }
}
