//! Constructors. Each simplifies with exact semantics: the result is equal to
//! the plain application in every model. Arguments of the wrong sort are a bug
//! of the caller; parsers check before they build.
//!
//! The connectives, equality and if-then-else follow the rules of the theories
//! of their arguments, and the theories build formulas of them; so they are
//! here, above all theories. Conjunctions and disjunctions are flat, sorted and
//! free of duplicates and complements; `=>` and `xor` are expressed by the
//! other connectives.

pub mod arith;
pub mod array;
pub mod bitvec;
pub mod core;
pub mod float;
pub mod quantifier;
pub mod subst;

pub use self::arith::*;
pub use self::array::*;
pub use self::bitvec::*;
pub use self::core::*;
pub use self::float::*;
pub use self::quantifier::*;

use smallvec::SmallVec;

use crate::arena::{Term, intern};
use crate::op::Op;
use crate::sort::Sort;

/// Applies an operator to new arguments of the same sorts, simplifying. This
/// is how substitution and evaluation rebuild terms; `sort` is the sort of the
/// original term, which matters to operators that name their result sort.
pub fn rebuild(op: Op, arguments: &[Term], sort: Sort) -> Term {
    rebuild_with(op, arguments, || sort)
}

/// As [`rebuild`]; the sort is asked for only if it matters.
pub(crate) fn rebuild_with(op: Op, arguments: &[Term], sort: impl Fn() -> Sort) -> Term {
    match (op, arguments) {
        (Op::Not, &[a]) => not(a),
        (Op::And, _) => and(arguments.iter().copied()),
        (Op::Or, _) => or(arguments.iter().copied()),
        (Op::Eq, &[a, b]) => eq(a, b),
        (Op::Distinct, _) => distinct(arguments),
        (Op::Ite, &[c, a, b]) => ite(c, a, b),
        (Op::Apply(func), _) => apply(func, arguments),
        (Op::Forall(variables), &[body]) => quantifier::rebind(true, variables, body),
        (Op::Exists(variables), &[body]) => quantifier::rebind(false, variables, body),
        (Op::Select, &[a, i]) => select(a, i),
        (Op::Store, &[a, i, v]) => store(a, i, v),
        (Op::ConstArray, &[v]) => const_array(sort(), v),
        _ => arith::rebuild(op, arguments)
            .or_else(|| bitvec::rebuild(op, arguments))
            .or_else(|| float::rebuild(op, arguments, sort()))
            .unwrap_or_else(|| intern(op, arguments, sort())),
    }
}

/// Negation. Comparisons of numbers and bit-vectors are turned around instead.
pub fn not(a: Term) -> Term {
    if let Some(known) = a.known_negation() {
        return known;
    }
    let negation = negate(a);
    a.remember_negation(negation);
    negation
}

fn negate(a: Term) -> Term {
    match (a.op(), a.arguments()) {
        (Op::True, _) => ff(),
        (Op::False, _) => tt(),
        (Op::Not, &[inner]) => inner,
        (Op::Le, &[x, y]) if x.sort() == Sort::Int => arith::not_le(x, y),
        (Op::Le, &[x, y]) => arith::lt(y, x),
        (Op::Lt, &[x, y]) => arith::le(y, x),
        (Op::BvUlt, &[x, y]) => bitvec::bvule(y, x),
        (Op::BvUle, &[x, y]) => bitvec::bvult(y, x),
        (Op::BvSlt, &[x, y]) => bitvec::bvsle(y, x),
        (Op::BvSle, &[x, y]) => bitvec::bvslt(y, x),
        _ => intern(Op::Not, &[a], Sort::Bool),
    }
}

/// n-ary conjunction.
pub fn and(conjuncts: impl IntoIterator<Item = Term>) -> Term {
    junction(conjuncts, Op::And)
}

/// n-ary disjunction.
pub fn or(disjuncts: impl IntoIterator<Item = Term>) -> Term {
    junction(disjuncts, Op::Or)
}

/// Binary conjunction.
pub fn and2(a: Term, b: Term) -> Term {
    and([a, b])
}

/// Binary disjunction.
pub fn or2(a: Term, b: Term) -> Term {
    or([a, b])
}

fn junction(parts: impl IntoIterator<Item = Term>, op: Op) -> Term {
    let (neutral, absorbing) = if op == Op::And { (Op::True, Op::False) } else { (Op::False, Op::True) };
    let mut flat: SmallVec<[Term; 16]> = SmallVec::new();
    for part in parts {
        debug_assert_eq!(part.sort(), Sort::Bool);
        if part.op() == absorbing {
            return part;
        } else if part.op() == op {
            flat.extend_from_slice(part.arguments());
        } else if part.op() != neutral {
            flat.push(part);
        }
    }
    flat.sort_unstable();
    flat.dedup();
    match flat.as_slice() {
        [] => return bool(op == Op::And),
        [only] => return *only,
        _ => {}
    }
    let has_complement = |part: &Term| match (part.op(), part.arguments()) {
        (Op::Not, [inner]) => flat.binary_search(inner).is_ok(),
        // Comparisons have no negated form; look for the opposite one.
        (Op::Le | Op::Lt | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle, _) => {
            flat.binary_search(&not(*part)).is_ok()
        }
        _ => false,
    };
    if flat.iter().any(has_complement) {
        return bool(op == Op::Or);
    }
    intern(op, &flat, Sort::Bool)
}

/// Implication.
pub fn implies(a: Term, b: Term) -> Term {
    or([not(a), b])
}

/// Exclusive or.
pub fn xor(a: Term, b: Term) -> Term {
    not(eq(a, b))
}

/// Equality. Floats compare as in SMT-LIB's `=`: NaN equals itself, +0 differs from -0.
pub fn eq(a: Term, b: Term) -> Term {
    debug_assert_eq!(a.sort(), b.sort(), "{a} = {b}");
    if a == b {
        return tt();
    }
    if let Some(result) = eq_ite(a, b).or_else(|| eq_ite(b, a)) {
        return result;
    }
    match a.sort() {
        Sort::Bool => eq_bool(a, b),
        Sort::BitVec(_) => match bitvec::eq_bv(a, b) {
            Ok((left, right)) => ordered_eq(left, right),
            Err(result) => result,
        },
        Sort::Int | Sort::Real => arith::eq_arith(a, b),
        Sort::Array(_) => array::eq_array(a, b).unwrap_or_else(|| ordered_eq(a, b)),
        _ if a.is_value() && b.is_value() => ff(),
        Sort::Float(format) if a == float::fp_nan(format) => float::fp_is_nan(b),
        Sort::Float(format) if b == float::fp_nan(format) => float::fp_is_nan(a),
        _ => ordered_eq(a, b),
    }
}

/// `(c ? v : w) = u` for values is decided by the condition alone.
fn eq_ite(a: Term, b: Term) -> Option<Term> {
    match (a.op(), a.arguments()) {
        (Op::Ite, &[condition, v, w]) if b.is_value() && v.is_value() && w.is_value() => {
            Some(ite(condition, eq(v, b), eq(w, b)))
        }
        _ => None,
    }
}

fn eq_bool(a: Term, b: Term) -> Term {
    let negated = |t: Term| matches!(t.op(), Op::Not);
    match (a.op(), b.op()) {
        (Op::True, _) => b,
        (_, Op::True) => a,
        (Op::False, _) => not(b),
        (_, Op::False) => not(a),
        _ if not(a) == b => ff(),
        _ if negated(a) && negated(b) => eq(not(a), not(b)),
        _ if negated(a) => not(eq(not(a), b)),
        _ if negated(b) => not(eq(a, not(b))),
        _ => ordered_eq(a, b),
    }
}

/// The equality in its canonical orientation: a variable to the left,
/// otherwise the older term.
fn ordered_eq(a: Term, b: Term) -> Term {
    let key = |t: Term| (!t.is_var(), t.is_value(), t);
    let (left, right) = if key(a) <= key(b) { (a, b) } else { (b, a) };
    intern(Op::Eq, &[left, right], Sort::Bool)
}

/// Disequality.
pub fn ne(a: Term, b: Term) -> Term {
    not(eq(a, b))
}

/// Pairwise distinctness.
pub fn distinct(terms: &[Term]) -> Term {
    match terms {
        [] | [_] => tt(),
        [a, b] => ne(*a, *b),
        _ => {
            let mut sorted: SmallVec<[Term; 8]> = SmallVec::from_slice(terms);
            sorted.sort_unstable();
            if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
                return ff();
            }
            if sorted.iter().all(|t| t.is_value()) && !matches!(terms[0].sort(), Sort::Array(_)) {
                return tt(); // different values of these sorts are different terms
            }
            intern(Op::Distinct, &sorted, Sort::Bool)
        }
    }
}

/// If-then-else.
pub fn ite(condition: Term, then: Term, otherwise: Term) -> Term {
    debug_assert_eq!(then.sort(), otherwise.sort());
    if then == otherwise {
        return then;
    }
    match (condition.op(), condition.arguments()) {
        (Op::True, _) => return then,
        (Op::False, _) => return otherwise,
        (Op::Not, &[inner]) => return ite(inner, otherwise, then),
        _ => {}
    }
    if then.sort() == Sort::Bool {
        match (then.op(), otherwise.op()) {
            (Op::True, _) => return or([condition, otherwise]),
            (Op::False, _) => return and([not(condition), otherwise]),
            (_, Op::True) => return or([not(condition), then]),
            (_, Op::False) => return and([condition, then]),
            _ if not(then) == otherwise => return eq(condition, then),
            _ => {}
        }
    }
    intern(Op::Ite, &[condition, then, otherwise], then.sort())
}
