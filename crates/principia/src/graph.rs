//! The graph that is verified: from the core program to what the engine sees, and the check that nothing was lost.
//!
//! Procedures are pruned and inlined, the graph is pruned, simplified by intervals, pruned again, freed of variables
//! that no condition depends on, and contracted.
//! Simplification by intervals is the only step that looks at what values variables have; what it did is kept, so
//! that it can be checked before there is a verdict.

use base::Budget;
use evidence::Rejection;
use program::{Cfg, Copying, CoreProgram, InlineError, Intervals};
use smt::Solver;

/// Larger graphs are not simplified by intervals: that, and checking it, takes too long.
const MAX_EDGES: usize = 10_000;

/// The graph that is verified.
pub struct Graph {
    /// The graph.
    pub cfg: Cfg,
    /// How many edges it had before it was simplified.
    pub size: usize,
    /// Whether it may be simplified; otherwise it is the program as it is.
    pub is_simplified: bool,
    simplification: Option<Simplification>,
}

/// A simplified graph, what it was made of, and what was known about that.
struct Simplification {
    original: Cfg,
    intervals: Intervals,
    simplified: Cfg,
}

impl Graph {
    /// The graph of a program.
    pub fn new(program: &CoreProgram, copying: &Copying, is_simplified: bool) -> Result<Graph, InlineError> {
        let original = program::inline_sharing(&program.prune(), copying)?.prune();
        let is_small = original.edges.len() <= MAX_EDGES;
        let Some(intervals) = (is_simplified && is_small).then(|| Intervals::of(&original)).flatten() else {
            let size = original.edges.len();
            let cfg = if is_simplified { original.cone_of_influence() } else { original };
            return Ok(Graph { cfg: cfg.contract(), size, is_simplified, simplification: None });
        };
        let simplified = intervals.simplify(&original);
        let cfg = simplified.prune().cone_of_influence().contract();
        let size = original.edges.len();
        let is_checked = simplified != original;
        let simplification = is_checked.then_some(Simplification { original, intervals, simplified });
        Ok(Graph { cfg, size, is_simplified, simplification })
    }

    /// Checks that the graph has the executions of the program. Returns how many claims a solver decided.
    pub fn check(&self, solver: &mut dyn Solver, budget: &Budget) -> Result<usize, Rejection> {
        match &self.simplification {
            None => Ok(0),
            Some(Simplification { original, intervals, simplified }) => {
                evidence::check_intervals(original, intervals, simplified, solver, budget)
            }
        }
    }
}
