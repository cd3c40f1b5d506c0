//! What an engine claims about a control-flow graph, in a form that code which
//! knows nothing of the engine can check.

use term::{Func, FuncInterp, Term};

use crate::ir::{EdgeId, LocationId, Violation};

/// A proof that no violation can be reached: a formula over program variables for some
/// locations. They hold whenever an execution is there, and cut every cycle; the entry's is
/// implied by `true`. A location that is not listed and not inside of loop-free code between
/// listed ones is unreachable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// Locations with their invariants, each location once.
    pub invariants: Vec<(LocationId, Term)>,
}

/// An execution that violates the property.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The path from the entry to the violation.
    pub edges: Vec<EdgeId>,
    /// The values of the program variables at the start.
    pub initial: Vec<(Term, Term)>,
    /// The values that `havoc` chooses: position in the path (counted from 0), variable, value.
    pub havocs: Vec<(usize, Term, Term)>,
    /// The interpretations of uninterpreted functions.
    pub functions: Vec<(Func, FuncInterp)>,
    /// What is violated.
    pub violation: Violation,
}
