//! Constructors. Each simplifies with exact semantics: the result is equal to
//! the plain application in every model. Arguments of the wrong sort are a bug
//! of the caller; parsers check before they build.

pub mod arith;
pub mod array;
pub mod bitvec;
pub mod core;
pub mod float;
pub mod quantifier;

pub use self::arith::*;
pub use self::array::*;
pub use self::bitvec::*;
pub use self::core::*;
pub use self::float::*;
pub use self::quantifier::*;

use crate::arena::Term;
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
            .unwrap_or_else(|| crate::arena::intern(op, arguments, sort())),
    }
}
