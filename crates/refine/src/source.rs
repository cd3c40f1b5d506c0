//! Sources of assertions: from an infeasible trace to sequences that exclude it.
//!
//! Newton in any variant is a source, and so are combinations of sources ([`crate::combine`]). Whoever uses a source
//! knows its name and nothing else. No source makes an [`AssertionSequence`] by itself: it proposes one to the
//! [`Gate`](crate::Gate), which checks it.

use base::{Budget, Statistics};
use logic::Eliminator;
use smt::{Interpolation, TraceSolver};

use crate::explanation::{Detail, Explanation};
use crate::gate::Gate;
use crate::infeasible::InfeasibleTrace;
use crate::sequence::{AssertionSequence, RefineFailure};

/// Computes assertions for infeasible traces.
pub trait Source {
    /// The name, as `--refine` reads it.
    fn name(&self) -> String;

    /// Sequences that exclude the trace, at least one, each passed by the gate; or why there is none.
    fn sequences(
        &mut self,
        infeasible: &InfeasibleTrace<'_>,
        gate: &mut Gate<'_>,
    ) -> Result<Vec<AssertionSequence>, RefineFailure>;

    /// How the sequences of this trace came about, for people.
    fn explain(&mut self, infeasible: &InfeasibleTrace<'_>, detail: Detail, budget: &Budget) -> Explanation;

    /// Adds what the source counted.
    fn count(&self, statistics: &mut Statistics);
}

/// What a source may need. The error says what is missing.
pub trait Toolbox {
    /// Eliminates quantifiers.
    fn eliminator(&self) -> Result<Eliminator, String>;

    /// A solver for this purpose.
    fn auxiliary(&self, purpose: &'static str) -> Result<Box<dyn TraceSolver>, String>;

    /// The interpolating solver with this name.
    fn interpolation(&self, solver: &str) -> Result<Box<dyn Interpolation>, String>;
}

/// Makes the source with this full name. The error says what is missing.
pub type Opening = fn(&str, &dyn Toolbox) -> Result<Box<dyn Source>, String>;

/// A kind of source: `newton`, `newton:sp`, ...
#[derive(Clone, Copy, Debug)]
pub struct SourceKind {
    /// What its names begin with, before the colon.
    pub name: &'static str,
    /// What may stand behind the colon.
    pub parameters: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// The full name of what stands behind the colon, which may be nothing; `None` if there is no such source.
    pub full_name: fn(&str) -> Option<String>,
    /// Makes the source with this full name.
    pub open: Opening,
}
