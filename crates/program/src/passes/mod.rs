//! Passes: from programs to programs with the same violations that are easier to analyse.

mod bound;
mod cone;
mod contract;
mod inline;
mod prune;
mod start;
mod unfold;
mod unroll;

pub use self::inline::{Copying, InlineError, Recursion, inline, inline_sharing};
pub use self::unroll::Unrolling;
