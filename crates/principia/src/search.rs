//! The search for a verdict on a graph: blocks, facts, executions, engines.
//!
//! How much code is a step of a trace decides more than anything else how long a proof takes, and no choice is best for
//! all programs: large blocks hide the paths of a loop's body in one formula, which is good if few of them matter and
//! bad if the formula is hard. Unless the user chose, an engine with loop-free blocks and one with straight-line blocks
//! take turns. Turns are counted in iterations, so that runs are deterministic; only an engine that takes a large part
//! of the time for its turn is interrupted.

use std::rc::Rc;
use std::time::{Duration, Instant};

use base::Budget;
use engines::trace_abstraction::{Config, Generalisation, Parts, TraceAbstraction};
use engines::{Outcome, Reason, houdini};
use frontend::CProgram;
use narration::error_path::Stop;
use program::{BlockEncoding, BlockProgram, Counterexample};
use refine::newton::Newton;
use refine::{CoreGranularity, FeasibilityChecker, HoareChecker};
use report::{Evidence, Report, Statistics, Verdict};
use smt::Limits;

use crate::backend::Backends;
use crate::graph::Graph;
use crate::observe::Reporter;
use crate::options::{AnalysisArguments, Automaton, Core};
use crate::statistics;
use crate::trial::{Hunt, Trials};

/// The longest that the trace solver may take for one query; its failure costs an error location.
const TRACE_LIMIT: Duration = Duration::from_secs(120);

/// The longest that a Hoare triple may take; its failure costs precision.
const HOARE_LIMIT: Duration = Duration::from_secs(2);

/// So many iterations of the first engine pass before anything else is tried: what it finds soon is short.
const FIRST_ITERATIONS: u64 = 8;

/// The part of the time that is left that executions may take.
const TRIAL_SHARE: f64 = 0.2;

/// The part of the time that is left that the search for a violation by executions may take: at first, and after each
/// turn of the engines.
const HUNT_SHARE: f64 = 0.15;
const LATER_HUNT_SHARE: f64 = 0.2;

/// So much time is left for the compilation and execution of what may be a violation.
const CANDIDATE_TIME: Duration = Duration::from_secs(8);

/// The part of the time that is left that guessing may take.
const GUESS_SHARE: f64 = 0.15;

/// The part of the time that is left after which an engine is interrupted: in the first turn, in later ones, and in
/// those of the second engine.
const FIRST_SHARE: f64 = 0.12;
const TURN_SHARE: f64 = 0.4;
const OTHER_SHARE: f64 = 0.3;

/// With a block of more conjuncts than this, straight-line blocks come first.
const LARGE_BLOCK: usize = 40;

/// The longest that guessing takes if there is no limit, and the longest turn.
const LONGEST: Duration = Duration::from_secs(60);

/// Nothing is interrupted before, so that what takes less time is the same in every run.
const SHORTEST: Duration = Duration::from_secs(2);

/// The phases of a run and how long they took.
pub type Times = Vec<(&'static str, Duration)>;

/// What a search found.
pub enum Found {
    /// An engine's claim, with what was counted, and what may be a violation if a statement is modelled too coarsely.
    Claim(Outcome, Statistics, Option<Box<Counterexample>>),
    /// A violation by an execution, and the inputs that it read.
    Execution(Box<Report>, Vec<Stop>),
}

impl Found {
    fn execution((report, route): (Report, Vec<Stop>)) -> Found {
        Found::Execution(Box::new(report), route)
    }

    /// Where nothing is known, what may be a violation.
    fn or_candidate(self, hunt: Option<Hunt<'_>>) -> Found {
        let Found::Claim(Outcome::Unknown(reason), _, None) = &self else { return self };
        let Some((report, route)) = hunt.and_then(Hunt::into_candidate) else { return self };
        let verdict = Verdict::Unknown(reason.to_string());
        Found::execution((Report { verdict, evidence: Evidence::None, ..report }, route))
    }
}

/// Searches for a verdict. The error says which solver is missing.
pub fn search(
    graph: &Graph,
    trial: Option<&CProgram>,
    options: &AnalysisArguments,
    backends: &Backends<'_>,
    budget: &Budget,
    reporter: &mut Reporter<'_>,
    times: &mut Times,
) -> Result<Found, String> {
    let fixed = match options.blocks.fixed() {
        None if !graph.is_simplified => Some(BlockEncoding::LoopFree),
        fixed => fixed,
    };
    let start = Instant::now();
    let blocks = encode(graph, fixed.unwrap_or(BlockEncoding::LoopFree), options);
    let sequences = fixed.is_none().then(|| encode(graph, BlockEncoding::Sequence, options));
    times.push(("time/blocks", start.elapsed()));
    reporter.phase("verifying");
    let facts = match graph.is_simplified && !options.no_guess {
        true => guess(backends, &blocks, budget, times)?,
        false => None,
    };
    let start = Instant::now();
    let mut first = Assisted::new(blocks, facts.as_ref());
    let mut second = sequences.map(|sequences| first.with(sequences));
    if let Some(second) = &mut second
        && first.is_large()
    {
        std::mem::swap(&mut first, second);
    }
    let found = run(&first, second.as_ref(), trial, options, backends, budget, reporter);
    times.push(("time/engine", start.elapsed()));
    found
}

/// Runs the engines.
fn run(
    first: &Assisted,
    second: Option<&Assisted>,
    trial: Option<&CProgram>,
    options: &AnalysisArguments,
    backends: &Backends<'_>,
    budget: &Budget,
    reporter: &mut Reporter<'_>,
) -> Result<Found, String> {
    let mut engine = first.engine(backends, options)?;
    let outcome = match second {
        None => engine.run_for(FIRST_ITERATIONS, budget, reporter),
        Some(_) => turn(&mut engine, FIRST_ITERATIONS, FIRST_SHARE, budget, reporter),
    };
    if let Some(outcome) = outcome {
        return Ok(first.claim(outcome, &engine));
    }
    reporter.phase("trying executions");
    let trials = trial.and_then(Trials::new);
    let executed = trials.as_ref().and_then(|trials| trials.find_violation(&part(budget, TRIAL_SHARE)));
    let solver = backends.auxiliary("explore")?;
    let mut hunt = trials.as_ref().and_then(|trials| Hunt::new(trials, solver));
    if let Some(found) = executed.or_else(|| go_hunting(&mut hunt, HUNT_SHARE, budget)) {
        return Ok(Found::execution(found));
    }
    reporter.phase("verifying");
    let found = match second {
        None => first.claim(engine.run(budget, reporter), &engine),
        Some(second) => {
            let mut other = second.engine(backends, options)?;
            match take_turns(&mut engine, &mut other, &mut hunt, budget, reporter) {
                Turn::First(outcome) => first.claim(outcome, &engine),
                Turn::Second(outcome) => second.claim(outcome, &other),
                Turn::Executed(found) => Found::execution(*found),
            }
        }
    };
    Ok(found.or_candidate(hunt))
}

/// Goes on with the search for a violation by executions.
fn go_hunting(hunt: &mut Option<Hunt<'_>>, share: f64, budget: &Budget) -> Option<(Report, Vec<Stop>)> {
    hunt.as_mut()?.find_violation(&part(budget, share))
}

/// Who found something.
enum Turn {
    First(Outcome),
    Second(Outcome),
    Executed(Box<(Report, Vec<Stop>)>),
}

/// Runs two engines in turns, the first one first, and executions after both.
fn take_turns(
    first: &mut TraceAbstraction<'_>,
    second: &mut TraceAbstraction<'_>,
    hunt: &mut Option<Hunt<'_>>,
    budget: &Budget,
    reporter: &mut Reporter<'_>,
) -> Turn {
    let mut iterations = 2 * FIRST_ITERATIONS;
    loop {
        match turn(first, iterations, TURN_SHARE, budget, reporter) {
            None => {}
            Some(Outcome::Unknown(reason)) if is_about_engine(&reason) => {
                return Turn::Second(second.run(budget, reporter));
            }
            Some(outcome) => return Turn::First(outcome),
        }
        match turn(second, iterations, OTHER_SHARE, budget, reporter) {
            None => {}
            Some(Outcome::Unknown(reason)) if is_about_engine(&reason) => {
                return Turn::First(first.run(budget, reporter));
            }
            Some(outcome) => return Turn::Second(outcome),
        }
        if let Some(found) = go_hunting(hunt, LATER_HUNT_SHARE, budget) {
            return Turn::Executed(Box::new(found));
        }
        let has_candidate = hunt.as_ref().is_some_and(Hunt::has_candidate);
        if has_candidate && budget.remaining().is_some_and(|left| left < CANDIDATE_TIME) {
            return Turn::First(Outcome::Unknown(Reason::Time));
        }
        iterations = iterations.saturating_mul(2);
    }
}

/// Runs an engine for some iterations, or for a part of the time; `None` if that is not the end.
fn turn(
    engine: &mut TraceAbstraction<'_>,
    iterations: u64,
    share: f64,
    budget: &Budget,
    reporter: &mut Reporter<'_>,
) -> Option<Outcome> {
    let outcome = engine.run_for(iterations, &part(budget, share), reporter);
    outcome.filter(|outcome| !matches!(outcome, Outcome::Unknown(Reason::Time)) || budget.check().is_err())
}

/// A part of the time that is left.
fn part(budget: &Budget, share: f64) -> Budget {
    let limit = budget.remaining().map_or(LONGEST, |left| left.mul_f64(share));
    budget.limited_to(limit.max(SHORTEST))
}

/// Whether another engine may know better.
fn is_about_engine(reason: &Reason) -> bool {
    matches!(reason, Reason::NoProgress(_) | Reason::NoAssertions(_) | Reason::SolverUnknown(_))
}

fn encode(graph: &Graph, encoding: BlockEncoding, options: &AnalysisArguments) -> BlockProgram {
    let blocks = program::encode_blocks(&graph.cfg, encoding);
    match options.core {
        Core::Inequality | Core::Minimal => blocks.split_equalities(),
        Core::Statement | Core::Conjunct => blocks,
    }
}

/// A program with facts that help an engine.
struct Assisted<'f> {
    facts: Option<&'f houdini::Facts>,
    /// The blocks along which the facts are inductive.
    original: Rc<BlockProgram>,
    strengthened: BlockProgram,
}

impl<'f> Assisted<'f> {
    fn new(original: BlockProgram, facts: Option<&'f houdini::Facts>) -> Assisted<'f> {
        let strengthened = facts.map_or_else(|| original.clone(), |facts| facts.strengthen(&original));
        Assisted { facts, original: Rc::new(original), strengthened }
    }

    /// The same facts for other blocks.
    fn with(&self, blocks: BlockProgram) -> Assisted<'f> {
        let strengthened = match self.facts {
            Some(facts) => facts.clone().elsewhere().strengthen(&blocks),
            None => blocks,
        };
        Assisted { facts: self.facts, original: self.original.clone(), strengthened }
    }

    /// Whether a block has a formula that is likely to be hard.
    fn is_large(&self) -> bool {
        self.original.blocks.iter().any(|block| block.conjuncts.len() > LARGE_BLOCK)
    }

    fn engine(
        &self,
        backends: &Backends<'_>,
        options: &AnalysisArguments,
    ) -> Result<TraceAbstraction<'_>, String> {
        let generalisation = match options.automaton {
            Automaton::Canonical => Generalisation::Canonical,
            Automaton::Eager => Generalisation::Eager,
            Automaton::Predicate => Generalisation::Predicate,
        };
        let config = Config { generalisation, ..Config::default() };
        Ok(TraceAbstraction::new(&self.strengthened, config, parts(backends, options, &self.strengthened)?))
    }

    /// What an engine claims about the program without facts.
    fn claim(&self, outcome: Outcome, engine: &TraceAbstraction<'_>) -> Found {
        // Facts hold between blocks that they are inductive along, so other places are left out.
        let outcome = match (outcome, self.facts) {
            (Outcome::Safe(proof), Some(facts)) => Outcome::Safe(facts.complete(&self.original, &proof)),
            (outcome, _) => outcome,
        };
        let mut counted = statistics::of_engine(&engine.statistics());
        statistics::add_sizes(&mut counted, &self.strengthened);
        let candidate = match &outcome {
            Outcome::Unknown(Reason::Overapproximation(_)) => engine.candidate().cloned().map(Box::new),
            _ => None,
        };
        Found::Claim(outcome, counted, candidate)
    }
}

/// Facts that hold at the locations of the program, found before the engine runs.
fn guess(
    backends: &Backends<'_>,
    blocks: &BlockProgram,
    budget: &Budget,
    times: &mut Times,
) -> Result<Option<houdini::Facts>, String> {
    let start = Instant::now();
    let mut solver = backends.guessing()?;
    let facts = houdini::find(blocks, &mut *solver, &part(budget, GUESS_SHARE));
    times.push(("time/guess", start.elapsed()));
    Ok(facts)
}

/// The parts of the engine that talk to solvers.
fn parts(
    backends: &Backends<'_>,
    options: &AnalysisArguments,
    blocks: &BlockProgram,
) -> Result<Parts, String> {
    let granularity = match options.core {
        Core::Statement => CoreGranularity::Statement,
        Core::Conjunct | Core::Inequality => CoreGranularity::Conjunct,
        Core::Minimal => CoreGranularity::Minimal,
    };
    let limit = |time| Limits { time: Some(time), memory_mb: None };
    Ok(Parts {
        feasibility: FeasibilityChecker::new(backends.trace()?, blocks, granularity, limit(TRACE_LIMIT))
            .with_one_shot(backends.one_shot()),
        newton: Newton { variant: options.refine.variant, eliminator: backends.eliminator()? },
        hoare: HoareChecker::new(backends.auxiliary("hoare")?, blocks, limit(HOARE_LIMIT)),
        auxiliary: backends.auxiliary("unify")?,
    })
}
