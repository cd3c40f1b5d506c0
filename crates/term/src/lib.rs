//! Terms: the expressions of programs, the formulas of proofs, the input of
//! solvers.
//!
//! A [`Term`] is hash-consed and copied freely. It is built by the functions of
//! [`build`] (usually imported as `use term::build as mk`), which simplify with
//! exact semantics. [`Substitution`] replaces variables. Constants double as
//! values: evaluating a term under a [`Model`] gives a term with
//! [`Term::is_value`].
//!
//! ```
//! use term::{Model, Sort, Substitution, build as mk};
//!
//! let (x, y) = (mk::var("x", Sort::Int), mk::var("y", Sort::Int));
//! let formula = mk::and([mk::lt(x, y), mk::ne(x, mk::int(0))]);
//! assert_eq!(formula.display_infix().to_string(), "x < y && x != 0");
//! assert_eq!(formula.to_string(), "(and (<= x (+ y (- 1))) (not (= x 0)))");
//!
//! // What is printed can be read again.
//! let context = term::parse::Context::of(&[formula]);
//! assert_eq!(term::parse::parse_term("(and (distinct x 0) (< x y))", &context), Ok(formula));
//!
//! // x := x + 1, then a model.
//! let increment: Substitution = [(x, mk::add([x, mk::int(1)]))].into_iter().collect();
//! let mut model = Model::default();
//! model.insert(x, mk::int(-1));
//! model.insert(y, mk::int(7));
//! assert_eq!(model.eval_bool(formula), Some(true));
//! assert_eq!(model.eval_bool(increment.apply(formula)), Some(false));
//! ```
//!
//! Where to find what:
//! * [`build`]: constructors of all theories; [`build::rebuild`] applies an [`Op`] to new arguments.
//! * [`parse`]: SMT-LIB terms, scripts, models, cores; [`parse::build_by_name`] applies an operator
//!   by its SMT-LIB name, with sort checks.
//! * [`print`]: `Display` is SMT-LIB, [`Term::to_smtlib_shared`] uses `let`, [`Term::display_infix`]
//!   is for people, [`print::declarations`] is what a script needs first.
//! * [`eval`]: [`Model::eval`], [`Model::eval_bool`], and [`Evaluator`] for many terms.
//! * [`softfloat`]: IEEE arithmetic of any format.
//! * `arbitrary` (feature of the same name): random terms for property tests.

#[cfg(feature = "arbitrary")]
pub mod arbitrary;
pub mod build;
pub mod eval;
pub mod integer;
pub mod model;
mod normal_form;
pub mod number;
pub mod parse;
pub mod polynomial;
pub mod print;
pub mod sexpr;
pub mod softfloat;

mod arena;
mod region;
mod sort;
mod symbol;
mod table;
mod traversal;
mod vocabulary;

use arena::op;

pub use arena::Term;
pub use build::subst;
pub use eval::Evaluator;
pub use integer::Integer;
pub use model::{FuncInterp, Model};
pub use op::{Bound, Func, FuncDecl, Op, RoundingMode, VarName, Version};
pub use sort::{ArraySort, FloatSort, Sort};
pub use subst::Substitution;
pub use symbol::Symbol;
