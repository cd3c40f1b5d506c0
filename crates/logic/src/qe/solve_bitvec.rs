//! Inverting bit-vector operators, see [`super::solve`].

use term::Term;

use super::solve::Solution;

/// Solves `term = value` where `x` occurs in `term` only.
pub(super) fn invert(_term: Term, _value: Term, _x: Term) -> Option<Solution> {
    None
}
