//! Over-approximation of what cannot be eliminated.
//!
//! A formula in negation normal form is monotone in its literals. Replacing
//! each literal that contains a bound variable by `true` therefore weakens it,
//! and afterwards no quantifier binds anything.

use term::build as mk;
use term::{Op, Term};

use crate::nnf::nnf;
use crate::rewrite::{is_quantifier, map_literals};

/// A formula without quantifiers that is implied by the given one.
pub(super) fn weaken(formula: Term) -> Term {
    let touches_quantifier = |t: Term| t.has_quantifier();
    drop_bound(nnf(formula, touches_quantifier), &mut Vec::new())
}

fn drop_bound(formula: Term, bound: &mut Vec<Term>) -> Term {
    map_literals(formula, |literal| {
        if is_quantifier(literal) {
            let (variables, body) = mk::open(literal);
            let depth = bound.len();
            bound.extend(variables);
            let weaker = drop_bound(body, bound);
            bound.truncate(depth);
            return Some(weaker);
        }
        // A quantifier inside a term cannot be weakened without knowing its polarity.
        let is_dropped = literal.has_quantifier() || bound.iter().any(|&v| literal.has_free(v));
        (is_dropped && literal.op() != Op::False).then(mk::tt)
    })
}
