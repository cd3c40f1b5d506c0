//! How recursion is modelled: copies first, a stack if they do not suffice.
//!
//! With copies, what is known about a caller stays where it is while the callee runs, so that proofs are as simple as
//! those of loop-free code; but they end at some depth. More and more frames are copied into each other as long as the
//! answer depends on it, the graph grows, and half of the time is left. Then the frames are put on a stack, and
//! recursion is a loop.

use std::time::{Duration, Instant};

use base::Budget;
use frontend::{CProgram, Source};
use program::{Cfg, Copying, InlineError, Recursion, Target};
use report::{Report, Verdict};

use crate::analyse::{Choice, verify};
use crate::graph::Graph;
use crate::observe::Reporter;
use crate::options::AnalysisArguments;
use crate::search::Times;

/// Not more than so many frames of a procedure are copied.
const MAX_COPIES: usize = 64;

/// How long copies are tried if there is no limit.
const LONGEST: Duration = Duration::from_secs(60);

/// What is verified.
pub struct Task<'a> {
    /// The program.
    pub source: &'a Source,
    /// The C program, if it may be executed.
    pub trial: Option<&'a CProgram>,
    /// How.
    pub options: &'a AnalysisArguments,
    /// Whether the graph is simplified.
    pub is_simplified: bool,
}

type Verified = (Report, Option<Choice>);

impl Task<'_> {
    /// Verifies a program. The error says which solver is missing.
    pub fn verify_deeper(
        &self,
        budget: &Budget,
        reporter: &mut Reporter<'_>,
        times: &mut Times,
    ) -> Result<Verified, String> {
        let earlier = times.len();
        let for_copies = budget.limited_to(budget.remaining().map_or(LONGEST, |left| left / 2));
        let (mut copies, mut last_size) = (1, 0);
        while copies <= MAX_COPIES {
            let start = Instant::now();
            let graph = match self.graph(Recursion::Copies(copies), reporter) {
                Ok(graph) => graph,
                Err(InlineError::TooLarge { limit }) => return Ok((too_large(limit), None)),
            };
            let is_complete = !has_limit(&graph.cfg);
            if graph.size <= last_size && !is_complete {
                break;
            }
            times.truncate(earlier);
            times.push(("time/graph", start.elapsed()));
            let budget = if is_complete { budget } else { &for_copies };
            let verified = self.verify(&graph, budget, reporter, times)?;
            match &verified.0.verdict {
                Verdict::Unknown(_) if !is_complete && for_copies.check().is_err() => break,
                Verdict::Unknown(why) if *why == program::RECURSION => {}
                _ => return Ok(verified),
            }
            (copies, last_size) = (copies * 2, graph.size);
        }
        times.truncate(earlier);
        let start = Instant::now();
        let graph = match self.graph(Recursion::Stack, reporter) {
            Ok(graph) => graph,
            Err(InlineError::TooLarge { limit }) => return Ok((too_large(limit), None)),
        };
        times.push(("time/graph", start.elapsed()));
        self.verify(&graph, budget, reporter, times)
    }

    fn graph(&self, recursion: Recursion, reporter: &mut Reporter<'_>) -> Result<Graph, InlineError> {
        reporter.phase("building the control-flow graph");
        let copying = Copying { recursion, ..Copying::within(self.options.inline_budget) };
        Graph::new(&self.source.program, &copying, self.is_simplified, self.source.shaping.as_ref())
    }

    fn verify(
        &self,
        graph: &Graph,
        budget: &Budget,
        reporter: &mut Reporter<'_>,
        times: &mut Times,
    ) -> Result<Verified, String> {
        verify(self.source, self.trial, graph, self.options, budget, reporter, times)
    }
}

/// Whether recursion ends the model somewhere.
fn has_limit(cfg: &Cfg) -> bool {
    let is_limit = |target: &Target| matches!(target, Target::Limit(why) if **why == *program::RECURSION);
    cfg.locations.iter().any(|location| location.target.as_ref().is_some_and(is_limit))
}

fn too_large(limit: usize) -> Report {
    Report::unknown(format!("unsupported: more than {limit} statements after inlining"))
}
