//! Projection of assertions to live variables (Sect. 5).

use std::collections::BTreeSet;

use term::Term;

/// Removes the variables that are not live, one by one, as far as that leaves no quantifier.
pub(crate) fn project(
    assertion: Term,
    live: &BTreeSet<Term>,
    mut eliminate: impl FnMut(&[Term], Term) -> Option<Term>,
) -> Term {
    let dead: Vec<Term> = assertion.free_variables().iter().copied().filter(|v| !live.contains(v)).collect();
    if dead.is_empty() || assertion.has_quantifier() {
        return assertion;
    }
    if let Some(projected) = eliminate(&dead, assertion) {
        return projected;
    }
    let mut current = assertion;
    for variable in dead {
        current = eliminate(&[variable], current).unwrap_or(current);
    }
    current
}
