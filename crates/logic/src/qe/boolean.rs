//! Boolean variables: `∃b. φ` is `φ[true] ∨ φ[false]`.

use term::build as mk;
use term::{Sort, Substitution, Term};

use super::Elimination;

/// Splits on a Boolean variable, unless the result has more than `limit` nodes.
pub(super) fn split(b: Term, formula: Term, limit: usize) -> Option<Elimination> {
    if b.sort() != Sort::Bool {
        return None;
    }
    let with = |value: Term| {
        let mut substitution = Substitution::new();
        substitution.insert(b, value);
        substitution.apply(formula)
    };
    let split = mk::or([with(mk::tt()), with(mk::ff())]);
    (split.dag_size() <= limit).then(|| Elimination::of(split))
}
