//! How a language's machine integers become terms.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How C's integers become terms.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Arithmetic {
    /// Bit-vectors: exact.
    Bitvector,
    /// Mathematical integers, wrapped around where a value may leave its range; bit operations that are not exact
    /// are over-approximated and flagged.
    Integer,
}

impl Arithmetic {
    /// The name, as options have it.
    pub fn name(self) -> &'static str {
        match self {
            Arithmetic::Bitvector => "bitvector",
            Arithmetic::Integer => "integer",
        }
    }
}

impl fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
