//! Core: Boolean constants, variables, uninterpreted functions, and the parts of formulas.

use crate::arena::{Term, intern};
use crate::op::{Func, Op, VarName, Version};
use crate::sort::Sort;
use crate::symbol::Symbol;

/// `true`
pub fn tt() -> Term {
    intern(Op::True, &[], Sort::Bool)
}

/// `false`
pub fn ff() -> Term {
    intern(Op::False, &[], Sort::Bool)
}

/// `true` or `false`
pub fn bool(value: bool) -> Term {
    if value { tt() } else { ff() }
}

/// The program variable of this name.
pub fn var(name: impl Into<Symbol>, sort: Sort) -> Term {
    versioned_var(name.into(), Version::Plain, sort)
}

/// A copy of a program variable.
pub fn versioned_var(base: Symbol, version: Version, sort: Sort) -> Term {
    intern(Op::Var(VarName { base, version }), &[], sort)
}

/// Another copy of the same variable. The argument must be a variable.
pub fn with_version(variable: Term, version: Version) -> Term {
    let name = variable.as_var().expect("a variable");
    versioned_var(name.base, version, variable.sort())
}

/// A variable that does not occur in any term yet.
pub fn fresh_var(stem: &str, sort: Sort) -> Term {
    versioned_var(Symbol::fresh(stem), Version::Plain, sort)
}

/// An element of an uninterpreted sort, for models.
pub fn element(number: u32, sort: Sort) -> Term {
    intern(Op::Element(number), &[], sort)
}

/// The application of an uninterpreted function.
pub fn apply(func: Func, arguments: &[Term]) -> Term {
    debug_assert!(func.parameters().iter().eq(arguments.iter().map(|a| a.sort()).collect::<Vec<_>>().iter()));
    intern(Op::Apply(func), arguments, func.result())
}

/// The conjuncts of a formula: the formula itself if it is no conjunction.
pub fn conjuncts(formula: Term) -> Vec<Term> {
    junction_parts(formula, Op::And, Op::True)
}

/// The disjuncts of a formula: the formula itself if it is no disjunction.
pub fn disjuncts(formula: Term) -> Vec<Term> {
    junction_parts(formula, Op::Or, Op::False)
}

fn junction_parts(formula: Term, op: Op, empty: Op) -> Vec<Term> {
    if formula.op() == op {
        formula.arguments().to_vec()
    } else if formula.op() == empty {
        Vec::new()
    } else {
        vec![formula]
    }
}
