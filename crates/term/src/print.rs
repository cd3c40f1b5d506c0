//! SMT-LIB output.

use std::fmt;

use crate::arena::Term;

/// Quotes a symbol if SMT-LIB demands it.
pub fn quote(name: &str) -> String {
    format!("|{name}|")
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({:?}", self.op())?;
        for a in self.arguments() {
            write!(f, " {a}")?;
        }
        write!(f, ")")
    }
}
