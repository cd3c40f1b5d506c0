//! Conjuncts that can always be satisfied.
//!
//! If a variable occurs in one conjunct only, and there is a value for it that makes the conjunct true whatever the
//! other variables are, the conjunct says nothing: `v = e` for any `e` without `v`. Leaving it out may make other
//! variables such leaves. Blocks are full of them: copies of parameters and results, and what is computed and not
//! looked at.

use rustc_hash::FxHashMap;
use term::{Op, Term};

/// The conjuncts that are left; variables of `fixed` keep their values. The conjuncts are satisfiable together with
/// formulas over the variables of `fixed` if and only if the rest is.
pub(crate) fn without_leaves(conjuncts: Vec<Term>, fixed: &[Term]) -> Vec<Term> {
    let mut holders: FxHashMap<Term, Vec<usize>> = FxHashMap::default();
    for (number, conjunct) in conjuncts.iter().enumerate() {
        for &variable in conjunct.free_variables() {
            holders.entry(variable).or_default().push(number);
        }
    }
    let is_fixed = |variable: Term| fixed.iter().any(|formula| formula.has_free(variable));
    let mut left: FxHashMap<Term, usize> = holders.iter().map(|(v, numbers)| (*v, numbers.len())).collect();
    let mut is_kept = vec![true; conjuncts.len()];
    let is_leaf = |variable: Term, left: &FxHashMap<Term, usize>| left[&variable] == 1 && !is_fixed(variable);
    let mut work: Vec<usize> = (0..conjuncts.len()).collect();
    while let Some(number) = work.pop() {
        let conjunct = conjuncts[number];
        let is_free = |variable: Term| is_leaf(variable, &left);
        if !is_kept[number] || !can_be_true(conjunct, &is_free) {
            continue;
        }
        is_kept[number] = false;
        for variable in conjunct.free_variables() {
            let count = left.get_mut(variable).expect("it occurs");
            *count -= 1;
            if *count == 1 {
                work.extend(holders[variable].iter().copied().filter(|holder| is_kept[*holder]));
            }
        }
    }
    conjuncts.into_iter().zip(is_kept).filter(|(_, is_kept)| *is_kept).map(|(conjunct, _)| conjunct).collect()
}

/// Whether the variables that are free here can be chosen such that the formula is true, whatever the others are.
fn can_be_true(formula: Term, is_free: &dyn Fn(Term) -> bool) -> bool {
    let is_chosen = |term: Term, other: Term| term.is_var() && is_free(term) && !other.has_free(term);
    match (formula.op(), formula.arguments()) {
        (Op::Eq, &[a, b]) => is_chosen(a, b) || is_chosen(b, a),
        (Op::Or, parts) => parts.iter().any(|part| can_be_true(*part, is_free)),
        (Op::Not, &[part]) => part.is_var() && is_free(part),
        _ => formula.is_var() && is_free(formula),
    }
}

#[cfg(test)]
mod tests {
    use term::{Sort, build as mk};

    use super::without_leaves;

    #[test]
    fn chains_of_definitions_fall() {
        let [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map(|name| mk::var(name, Sort::Int));
        let chain = vec![mk::eq(b, mk::add2(a, mk::int(1))), mk::eq(c, mk::mul(b, b)), mk::eq(d, c)];
        assert_eq!(without_leaves(chain.clone(), &[]), []);
        assert_eq!(without_leaves(chain.clone(), &[mk::lt(c, a)]), chain[..2]);
        let guarded = [chain.clone(), vec![mk::lt(d, e)]].concat();
        assert_eq!(without_leaves(guarded.clone(), &[mk::eq(e, a)]), guarded);
    }

    #[test]
    fn what_says_something_stays() {
        let [a, b] = ["a", "b"].map(|name| mk::var(name, Sort::Int));
        let [p, q] = ["p", "q"].map(|name| mk::var(name, Sort::Bool));
        // Twice the same variable, a variable in its own definition, a definition that is only one side of a choice.
        let stays = vec![mk::eq(a, mk::mul(a, a))];
        assert_eq!(without_leaves(stays.clone(), &[]), stays);
        let stays = vec![mk::eq(a, mk::int(1)), mk::lt(a, b)];
        assert_eq!(without_leaves(stays.clone(), &[b]), stays);
        assert_eq!(without_leaves(vec![mk::or2(p, mk::lt(a, b))], &[mk::lt(a, b)]), []);
        assert_eq!(without_leaves(vec![mk::or2(p, q)], &[p, q]), [mk::or2(p, q)]);
    }
}
