//! The operations whose overflow matters to what they are operands of, while these are evaluated.

use c_sema::hir::ExprId;
use rustc_hash::FxHashMap;
use term::Term;

/// The operations that are watched.
#[derive(Default)]
pub struct Watched {
    /// Those that may overflow, and when they do: a formula, or a variable that is assigned where they are evaluated.
    pub conditions: FxHashMap<ExprId, Term>,
    /// The variables, if what is evaluated has effects, or reads what may be changed until the conditions are used.
    pub variables: FxHashMap<ExprId, Term>,
    /// All of them.
    pub operations: Vec<ExprId>,
}
