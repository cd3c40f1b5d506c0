//! Substitution in terms that are deeper than the stack, and in wide terms of such parts.

use term::{Sort, Substitution, Term, build as mk};

const DEPTH: u32 = 20_000;

/// Stores of what was read before, each inside of the next.
fn chain(start: Term, depth: u32) -> Term {
    let index = mk::var("i", Sort::BitVec(32));
    (0..depth).fold(start, |array, round| {
        let value = mk::bvadd(mk::select(array, index), mk::bv(round % 7, 32));
        mk::store(array, mk::bvadd(index, mk::bv(round + 1, 32)), value)
    })
}

fn memory(name: &str) -> Term {
    mk::var(name, Sort::array(Sort::BitVec(32), Sort::BitVec(32)))
}

#[test]
fn of_a_deep_term() {
    let (a, b) = (memory("a"), memory("b"));
    let substitution = Substitution::from_iter([(a, b)]);
    assert_eq!(substitution.apply(chain(a, DEPTH)), chain(b, DEPTH));
}

#[test]
fn of_a_wide_term_with_deep_parts() {
    let wide = |array: Term| {
        let at = |i: u32| mk::select(chain(array, 600 + 7 * i), mk::bv(0u32, 32));
        mk::and((0..40).map(|i| mk::bvult(at(i), at(i + 1))))
    };
    let (a, b) = (memory("a"), memory("b"));
    let substitution = Substitution::from_iter([(a, b)]);
    assert_eq!(substitution.apply(wide(a)), wide(b));
}
