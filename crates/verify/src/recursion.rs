//! How recursion is modelled: copies first, a stack if they do not suffice.
//!
//! With copies, what is known about a caller stays where it is while the callee runs, so that proofs are as simple as
//! those of loop-free code; but they end at some depth. More and more frames are copied into each other as long as the
//! answer depends on it, the graph grows, and half of the time is left. Then the frames are put on a stack, and
//! recursion is a loop.

use std::cell::OnceCell;
use std::time::{Duration, Instant};

use base::Budget;
use program::{Copying, InlineError, Recursion};
use verdict::Reason;

use crate::conclude::{Concluded, Task, verify};
use crate::findings::Claim;
use crate::graph::{Graph, MAX_BOUNDED, ends_in_recursion};
use crate::reporter::Reporter;
use crate::search::{BesideEngines, Times};
use crate::solvers::Backends;

/// How long copies are tried if there is no limit.
const LONGEST: Duration = Duration::from_secs(60);

/// Verifies a program. The error says which solver is missing.
pub fn verify_deeper(
    task: &Task<'_>,
    budget: &Budget,
    reporter: &mut Reporter<'_>,
    times: &mut Times,
) -> Result<Concluded, String> {
    let attempt = &task.settings.strategy.attempts[task.job.attempt];
    let (backends, cell) = (Backends::new(&task.settings.solvers)?, OnceCell::new());
    let trial = task.trial.filter(|_| task.job.has_executions);
    let mut executions = BesideEngines::new(trial, &cell, attempt, &backends);
    if let Some(bound) = task.settings.bound {
        return verify_bounded(task, bound, &mut executions, budget, reporter, times);
    }
    let earlier = times.len();
    let share = |left: Duration| left.mul_f64(attempt.copies_share);
    let for_copies = budget.limited_to(budget.remaining().map_or(LONGEST, share));
    let (mut copies, mut last_size) = (1, 0);
    while copies <= attempt.copies {
        let start = Instant::now();
        let graph = match graph_of(task, Recursion::Copies(copies), reporter) {
            Ok(graph) => graph,
            Err(InlineError::TooLarge { limit }) => return Ok(too_large(limit)),
        };
        let is_complete = !ends_in_recursion(&graph.cfg);
        if graph.size <= last_size && !is_complete {
            break;
        }
        times.truncate(earlier);
        times.push(("time/graph", start.elapsed()));
        let budget = if is_complete { budget } else { &for_copies };
        let concluded = verify(task, &graph, &mut executions, budget, reporter, times)?;
        match &concluded.claim {
            claim if claim.is_nothing() && !is_complete && for_copies.check().is_err() => break,
            Claim::Candidate(Reason::Recursion, _) | Claim::Nothing(Reason::Recursion) => {}
            _ => return Ok(concluded),
        }
        (copies, last_size) = (copies * 2, graph.size);
    }
    times.truncate(earlier);
    let start = Instant::now();
    let graph = match graph_of(task, Recursion::Stack, reporter) {
        Ok(graph) => graph,
        Err(InlineError::TooLarge { limit }) => return Ok(too_large(limit)),
    };
    times.push(("time/graph", start.elapsed()));
    verify(task, &graph, &mut executions, budget, reporter, times)
}

/// Verifies the executions of a program within a bound, which a graph without loops has.
fn verify_bounded(
    task: &Task<'_>,
    bound: u32,
    executions: &mut BesideEngines<'_, '_>,
    budget: &Budget,
    reporter: &mut Reporter<'_>,
    times: &mut Times,
) -> Result<Concluded, String> {
    let start = Instant::now();
    reporter.phase("building the control-flow graph");
    // Bodies that are shared would be loops that the program does not have.
    let recursion = Recursion::Copies(bound.max(1) as usize);
    let copying = Copying { recursion, budget: usize::MAX, edge_limit: MAX_BOUNDED, ..Copying::default() };
    let (program, shaping) = (&task.source.program, task.source.shaping.as_ref());
    let graph = match Graph::new(program, &copying, task.settings.strategy.simplify, shaping, Some(bound)) {
        Ok(graph) => graph,
        Err(InlineError::TooLarge { limit }) => return Ok(too_large(limit)),
    };
    times.push(("time/graph", start.elapsed()));
    let mut concluded = verify(task, &graph, executions, budget, reporter, times)?;
    // Deeper calls are beyond the bound, as more iterations are.
    if let Claim::Candidate(reason, _) | Claim::Nothing(reason) = &mut concluded.claim
        && *reason == Reason::Recursion
    {
        *reason = Reason::Bounded(bound);
    }
    Ok(concluded)
}

fn graph_of(
    task: &Task<'_>,
    recursion: Recursion,
    reporter: &mut Reporter<'_>,
) -> Result<Graph, InlineError> {
    reporter.phase("building the control-flow graph");
    let strategy = &task.settings.strategy;
    let copying = Copying { recursion, ..Copying::within(strategy.inline_budget) };
    Graph::new(&task.source.program, &copying, strategy.simplify, task.source.shaping.as_ref(), None)
}

fn too_large(limit: usize) -> Concluded {
    Concluded::nothing(Reason::Unsupported(format!("more than {limit} statements after inlining")))
}
