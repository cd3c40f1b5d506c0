//! The graph that is verified: from the core program to what the engine sees, and the check that nothing was lost.
//!
//! Procedures are pruned and inlined, the graph is pruned, its start is executed if all executions share it
//! ([`crate::start`]), the rest is simplified by constants and by intervals, pruned again,
//! freed of variables that no condition depends on, and contracted.
//! Constants and intervals are the only steps that look at what values variables have; what they did is kept, so that
//! it can be checked before there is a verdict.

use base::Budget;
use evidence::Rejection;
use program::{Cfg, Constants, Copying, CoreProgram, InlineError, Intervals, Limit, Target};
use smt::Solver;

use instrumentation::shaping::Shaping;
use narration::invariants::Knowledge;

use crate::start::{self, Executed};

/// Larger graphs are not simplified by intervals: that, and checking it, takes too long.
const MAX_EDGES: usize = 10_000;

/// Bounded graphs have no more edges.
pub const MAX_BOUNDED: usize = 200_000;

/// The graph that is verified.
pub struct Graph {
    /// The graph.
    pub cfg: Cfg,
    /// How many edges it had before it was simplified.
    pub size: usize,
    /// How procedures were copied.
    pub copying: Copying,
    /// The start of all executions, if it was executed.
    pub executed: Option<Executed>,
    folding: Option<Folding>,
    simplification: Option<Simplification>,
}

/// A graph whose constants were put in, what it was made of, and what was known about that.
struct Folding {
    original: Cfg,
    constants: Constants,
    simplified: Cfg,
}

/// A simplified graph, what it was made of, and what was known about that.
struct Simplification {
    original: Cfg,
    intervals: Intervals,
    simplified: Cfg,
}

impl Graph {
    /// The graph of a program.
    pub fn new(
        program: &CoreProgram,
        copying: &Copying,
        is_simplified: bool,
        shaping: Option<&Shaping>,
        bound: Option<u32>,
    ) -> Result<Graph, InlineError> {
        let mut inlined = program::inline_sharing(&program.prune(), copying)?.prune();
        if let Some(shaping) = shaping {
            inlined = shaping.shape(&inlined).prune();
        }
        let size = inlined.edges.len();
        let mut executed = None;
        if is_simplified && let Some((rest, start)) = start::skip(&inlined, !ends_in_recursion(&inlined)) {
            (inlined, executed) = (rest, Some(start));
        }
        if let Some(bound) = bound {
            let bounded = inlined.bounded(bound, MAX_BOUNDED);
            inlined = bounded.ok_or(InlineError::TooLarge { limit: MAX_BOUNDED })?.prune();
        }
        let copying = *copying;
        let (original, folding) = match is_simplified {
            true => fold(inlined),
            false => (inlined, None),
        };
        let is_small = original.edges.len() <= MAX_EDGES;
        let Some(intervals) = (is_simplified && is_small).then(|| Intervals::of(&original)).flatten() else {
            let cfg = if is_simplified { original.cone_of_influence() } else { original };
            let cfg = cfg.contract();
            return Ok(Graph { cfg, size, copying, executed, folding, simplification: None });
        };
        let simplified = intervals.simplify(&original);
        let cfg = simplified.prune().cone_of_influence().contract();
        let is_checked = simplified != original;
        let simplification = is_checked.then_some(Simplification { original, intervals, simplified });
        Ok(Graph { cfg, size, copying, executed, folding, simplification })
    }

    /// The steps of the simplification: graphs with what was known about their variables, in order.
    pub fn stages(&self) -> Vec<(&Cfg, Knowledge<'_>)> {
        let executed = self.executed.iter().map(|start| (&start.original, Knowledge::Executed));
        let folding = self.folding.iter().map(|step| (&step.original, Knowledge::Constants(&step.constants)));
        let simplification =
            self.simplification.iter().map(|step| (&step.original, Knowledge::Intervals(&step.intervals)));
        executed.chain(folding).chain(simplification).collect()
    }

    /// Checks that the graph has the executions of the program. Returns how many claims a solver decided.
    pub fn check(&self, solver: &mut dyn Solver, budget: &Budget) -> Result<usize, Rejection> {
        if let Some(executed) = &self.executed {
            executed.check()?;
        }
        let folded = match &self.folding {
            None => 0,
            Some(Folding { original, constants, simplified }) => {
                evidence::check_constants(original, constants, simplified, solver, budget)?
            }
        };
        let simplified = match &self.simplification {
            None => 0,
            Some(Simplification { original, intervals, simplified }) => {
                evidence::check_intervals(original, intervals, simplified, solver, budget)?
            }
        };
        Ok(folded + simplified)
    }
}

/// Whether recursion ends the model somewhere.
pub fn ends_in_recursion(cfg: &Cfg) -> bool {
    let is_limit = |target: &Target| matches!(target, Target::Limit(Limit::Recursion));
    cfg.locations.iter().any(|location| location.target.as_ref().is_some_and(is_limit))
}

/// Puts constants in, and removes what becomes unreachable.
fn fold(original: Cfg) -> (Cfg, Option<Folding>) {
    let Some(constants) = Constants::of(&original) else { return (original, None) };
    let simplified = constants.simplify(&original);
    if simplified == original {
        return (original, None);
    }
    (simplified.prune(), Some(Folding { original, constants, simplified }))
}
