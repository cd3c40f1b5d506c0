//! Terms: the expressions of programs, the formulas of proofs, the input of
//! solvers.
//!
//! A [`Term`] is hash-consed and copied freely. It is built by the functions of
//! [`build`] (usually imported as `use term::build as mk`), which simplify with
//! exact semantics. [`Substitution`] replaces variables. Constants double as
//! values: evaluating a term under a model gives a term with
//! [`Term::is_value`].

#[cfg(feature = "arbitrary")]
pub mod arbitrary;
pub mod build;
pub mod eval;
pub mod model;
pub mod number;
pub mod parse;
pub mod polynomial;
pub mod print;
pub mod sexpr;
pub mod softfloat;
pub mod subst;

mod arena;
mod op;
mod sort;
mod symbol;

pub use arena::Term;
pub use eval::Evaluator;
pub use model::{FuncInterp, Model};
pub use op::{Func, FuncDecl, Op, RoundingMode, VarName, Version};
pub use sort::{ArraySort, FloatSort, Sort};
pub use subst::Substitution;
pub use symbol::Symbol;
