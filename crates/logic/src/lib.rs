//! Logic on top of terms and solvers: what Newton's refinement needs between a
//! trace and its assertions.
//!
//! - [`qe`]: quantifier elimination by cheap exact techniques, then by the solver.
//! - [`nnf`], [`ite`]: the normal forms that elimination works on.
//! - [`simplify`]: simplification modulo context, without and with a solver.
//! - [`unify`]: one representative for each class of equivalent predicates.
//!
//! Every transformation here yields an equivalent formula unless its name says
//! otherwise. Nothing in this crate knows programs or engines.

pub mod ite;
pub mod nnf;
pub mod qe;
pub mod simplify;
pub mod unify;

mod classes;
mod rewrite;
#[cfg(test)]
mod testing;

pub use classes::Classes;
pub use qe::{Eliminated, EliminationSolver, Eliminator, QeConfig, QeStatistics, SolverTactic, Technique};
pub use simplify::{simplify_in_context, simplify_with_solver};
pub use unify::{Implication, PredicateId, PredicateUnifier, UnifierStatistics};
