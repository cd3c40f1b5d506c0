//! Which identifiers are typedef names.
//!
//! C cannot be parsed without that knowledge: `T * x;` declares a pointer or multiplies. Each symbol has a flag
//! for the innermost scope; an inner declaration that changes it logs the old value, and leaving the scope
//! takes the log back. Looking up costs one load, and only shadowing costs memory.

use crate::intern::Symbol;
use base::Idx;

/// The scopes that are open.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    is_typedef: Vec<bool>,
    /// The symbols whose flag changed in an open scope other than the file's, with the old value.
    log: Vec<(Symbol, bool)>,
    /// Where the log of each open scope starts.
    starts: Vec<usize>,
}

impl Scopes {
    /// Whether the symbol is a typedef name here.
    #[inline]
    pub fn is_typedef(&self, symbol: Symbol) -> bool {
        self.is_typedef.get(symbol.index()).copied().unwrap_or(false)
    }

    /// Declares a symbol in the innermost scope, as a typedef name or as anything else.
    pub fn declare(&mut self, symbol: Symbol, is_typedef: bool) {
        let old = self.is_typedef(symbol);
        if old == is_typedef {
            return;
        }
        if !self.starts.is_empty() {
            self.log.push((symbol, old));
        }
        if self.is_typedef.len() <= symbol.index() {
            self.is_typedef.resize(symbol.index() + 1, false);
        }
        self.is_typedef[symbol.index()] = is_typedef;
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.starts.push(self.log.len());
    }

    /// Closes the innermost scope.
    pub fn pop(&mut self) {
        self.truncate(self.starts.len().saturating_sub(1));
    }

    /// The number of open scopes.
    pub fn depth(&self) -> usize {
        self.starts.len()
    }

    /// Closes all scopes from the given depth on.
    pub fn truncate(&mut self, depth: usize) {
        let Some(&start) = self.starts.get(depth) else { return };
        for (symbol, old) in self.log.drain(start..).rev() {
            self.is_typedef[symbol.index()] = old;
        }
        self.starts.truncate(depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_declarations_shadow_until_their_scope_ends() {
        let (t, x) = (Symbol::from_usize(500), Symbol::from_usize(3));
        let mut scopes = Scopes::default();
        scopes.declare(t, true);
        scopes.push();
        scopes.declare(t, false);
        scopes.push();
        scopes.declare(t, true);
        scopes.declare(t, false);
        scopes.declare(x, true);
        assert_eq!((scopes.is_typedef(t), scopes.is_typedef(x)), (false, true));
        scopes.pop();
        assert_eq!((scopes.is_typedef(t), scopes.is_typedef(x)), (false, false));
        scopes.push();
        scopes.truncate(0);
        assert!(scopes.is_typedef(t));
    }
}
