//! The search for a verdict on a graph: the parties of an attempt, guessed facts, executions.

use std::cell::OnceCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use base::{Budget, Statistics};
use engines::Outcome;
use frontend::CProgram;
use narration::error_path::Stop;
use program::{BlockProgram, Counterexample};
use report::PartyReport;
use strategy::schedule::{self, Executions, Winner, part};
use strategy::{Attempt, Job, Party};
use verdict::Reason;

use crate::apart::Apart;
use crate::concolic_search::{ConcolicSearch, SimpleTrials, Spent, Trials};
use crate::findings::Violated;
use crate::graph::Graph;
use crate::party::{Assisted, Runner};
use crate::reporter::Reporter;
use crate::solvers::Backends;
use crate::statistics;

/// The phases of a run and how long they took.
pub type Times = Vec<(&'static str, Duration)>;

/// A violation by an execution, and the inputs that it read.
type Executed = (Violated, Vec<Stop>);

/// What a search found, and who did what.
pub struct Search {
    /// What was found.
    pub found: Found,
    /// What the parties counted that had a turn.
    pub parties: Vec<PartyReport>,
}

/// What a search found.
pub enum Found {
    /// An engine's claim, and what may be a violation if a statement is modelled too coarsely.
    Claim(Outcome, Option<Box<Counterexample>>),
    /// A violation by an execution, and the path to it.
    Execution(Box<Violated>, Vec<Stop>),
    /// The program has one execution, with so many steps, and it violates nothing.
    OnlyExecution(u64),
    /// Nothing is known for this reason, but an execution may be a violation.
    Candidate(Reason, Box<Violated>, Vec<Stop>),
}

impl Found {
    /// Where nothing is known, what may be a violation.
    fn or_candidate(self, candidate: Option<Executed>) -> Found {
        match (self, candidate) {
            (Found::Claim(Outcome::Unknown(reason), None), Some((violated, path))) => {
                Found::Candidate(reason, Box::new(violated), path)
            }
            (found, _) => found,
        }
    }
}

/// Searches for a verdict. The error says which solver is missing.
pub fn search(
    graph: &Graph,
    executions: &mut BesideEngines<'_, '_>,
    (attempt, job, apart): (&Attempt, &Job, &Apart),
    backends: &Backends<'_>,
    budget: &Budget,
    reporter: &mut Reporter<'_>,
    times: &mut Times,
) -> Result<Search, String> {
    // Whatever reads inputs depends on them, as a rule.
    let has_inputs = graph.cfg.edges.iter().any(|edge| edge.provenance.input.is_some());
    if !has_inputs && let Some(steps) = executions.only_execution(budget, times) {
        return Ok(Search { found: Found::OnlyExecution(steps), parties: Vec::new() });
    }
    let start = Instant::now();
    let parties: Vec<&Party> = job.parties.iter().map(|party| &attempt.parties[*party]).collect();
    // Facts are guessed along the blocks of the first party that looks at blocks.
    let lead = parties.iter().position(|party| party.looks_at_blocks()).unwrap_or(0);
    let blocks = Rc::new(parties[lead].encode(&graph.cfg));
    let others: Vec<BlockProgram> = (0..parties.len())
        .filter(|position| *position != lead)
        .map(|position| parties[position].encode(&graph.cfg))
        .collect();
    times.push(("time/blocks", start.elapsed()));
    reporter.phase("verifying");
    let facts = match attempt.guess_share > 0.0 {
        true => guess(backends, &blocks, &part(budget, attempt.guess_share, attempt), times)?,
        false => None,
    };
    let start = Instant::now();
    let is_large = blocks.blocks.iter().any(|block| block.conjuncts.len() > attempt.large_block);
    let first = Assisted::new(blocks, facts.as_ref());
    let others: Vec<Assisted<'_>> = others.into_iter().map(|blocks| first.with(blocks)).collect();
    let own: Vec<Backends<'_>> = parties.iter().map(|_| backends.counted_apart()).collect();
    let assisted = others[..lead].iter().chain([&first]).chain(&others[lead..]);
    let mut members: Vec<Member<'_>> = parties
        .iter()
        .zip(assisted)
        .zip(&own)
        .map(|((party, program), own)| Member::new(party, program, own, apart))
        .collect();
    if is_large {
        members.sort_by_key(|member| (member.party.looks_at_blocks(), member.party.blocks as usize));
    }
    // Somebody has to begin.
    members[0].runner.open()?;
    let names = members.iter().map(|member| member.party.name()).collect();
    reporter.set_parties(names, members.iter().map(|member| member.party.excludes_by_length()).collect());
    let mut engines: Vec<_> = members.iter().map(|member| member.runner.handle()).collect();
    // Shares belong to positions.
    let shares: Vec<f64> = parties.iter().map(|party| party.share).collect();
    let winner = schedule::run(&mut engines, &shares, executions, attempt, budget, reporter);
    times.push(("time/engine", start.elapsed()));
    let candidate = executions.search.as_ref().and_then(|search| search.candidate().cloned());
    Ok(found(winner, &members, candidate))
}

/// A glance is over by then, even if executions with few steps take long, because they begin with much memory.
const GLANCE: Duration = Duration::from_millis(400);

/// The part of the time that an execution may take that is to be the only one.
const ONLY_SHARE: f64 = 0.5;

/// A party with its program and its engine.
struct Member<'m> {
    party: &'m Party,
    program: &'m Assisted<'m>,
    runner: Runner<'m>,
}

impl<'m> Member<'m> {
    fn new(
        party: &'m Party,
        program: &'m Assisted<'m>,
        backends: &'m Backends<'m>,
        apart: &'m Apart,
    ) -> Member<'m> {
        Member { party, program, runner: Runner::new(party, program, backends, apart) }
    }
}

/// What the search found, from what the winner says and what the parties counted.
fn found(winner: Winner<Executed>, members: &[Member<'_>], candidate: Option<Executed>) -> Search {
    let (found, winner) = match winner {
        Winner::Execution((violated, path)) => (Found::Execution(Box::new(violated), path), None),
        Winner::Party(party, outcome) => {
            let has_answer = !matches!(outcome, Outcome::Unknown(_));
            let Member { program, runner, .. } = &members[party];
            let outcome = program.without_facts(outcome);
            let candidate = match &outcome {
                Outcome::Unknown(Reason::Overapproximation(_)) => runner.candidate(),
                _ => None,
            };
            (Found::Claim(outcome, candidate), has_answer.then_some(party))
        }
    };
    let mut parties: Vec<PartyReport> = Vec::new();
    for (position, member) in members.iter().enumerate() {
        // Whoever had no turn counted nothing.
        let Some(statistics) = member.runner.counted() else { continue };
        let (name, is_winner) = (member.party.name(), winner == Some(position));
        parties.push(PartyReport { name, arithmetic: None, is_winner, statistics });
    }
    Search { found: found.or_candidate(candidate), parties }
}

/// Facts that hold at the locations of the program, found before the engines run.
fn guess(
    backends: &Backends<'_>,
    blocks: &BlockProgram,
    budget: &Budget,
    times: &mut Times,
) -> Result<Option<houdini::Facts>, String> {
    let start = Instant::now();
    let mut solver = backends.guessing()?;
    let facts = houdini::find(blocks, &mut *solver, budget);
    times.push(("time/guess", start.elapsed()));
    Ok(facts)
}

/// Executions of a C program beside the engines: with random inputs, then a search. They know nothing of graphs, so they go
/// on where they stopped when another graph of the same program is verified.
pub struct BesideEngines<'t, 'p> {
    program: Option<&'p CProgram>,
    cell: &'t OnceCell<Option<Trials<'p>>>,
    /// How much was spent last, if anything.
    spent: Option<Spent>,
    simple: Option<SimpleTrials<'t>>,
    search: Option<ConcolicSearch<'t>>,
    attempt: &'t Attempt,
    backends: &'t Backends<'t>,
}

impl<'t, 'p: 't> BesideEngines<'t, 'p> {
    /// No execution has begun. The cell keeps the programs that are executed.
    pub fn new(
        program: Option<&'p CProgram>,
        cell: &'t OnceCell<Option<Trials<'p>>>,
        attempt: &'t Attempt,
        backends: &'t Backends<'t>,
    ) -> BesideEngines<'t, 'p> {
        BesideEngines { program, cell, spent: None, simple: None, search: None, attempt, backends }
    }

    /// The steps of the only execution of a program, if it has no more than one. Nobody else needs to begin then.
    fn only_execution(&self, budget: &Budget, times: &mut Times) -> Option<u64> {
        let program = self.program.filter(|_| self.attempt.trial_share > 0.0)?;
        let start = Instant::now();
        let trials = self.cell.get_or_init(|| Trials::new(program)).as_ref()?;
        // What has depended on nothing for long hardly ever does, and nobody else unrolls such loops in less time.
        let steps = trials.only_execution(&part(budget, ONLY_SHARE, self.attempt));
        times.push(("time/only execution", start.elapsed()));
        steps
    }

    /// What was done.
    pub fn statistics(&self) -> Statistics {
        let mut statistics = Statistics::default();
        statistics::add_queries(&mut statistics, &self.backends.log);
        if let Some(search) = &self.search {
            statistics::add_searched(&mut statistics, &search.searched());
        }
        statistics
    }
}

impl<'t, 'p: 't> Executions for BesideEngines<'t, 'p> {
    type Found = Executed;

    fn glance(&mut self, budget: &Budget) -> Option<Executed> {
        if self.spent.is_some() || !self.attempt.has_executions() {
            return None;
        }
        self.spend(Spent::Glance, &budget.limited_to(GLANCE))
    }

    fn begin(&mut self, budget: &Budget) -> Option<Executed> {
        if self.spent == Some(Spent::Search) {
            return self.go_on(budget);
        }
        if let Some(found) = self.spend(Spent::Search, budget) {
            return Some(found);
        }
        // Executions that were too long so far.
        self.try_simple(budget)
    }

    fn go_on(&mut self, budget: &Budget) -> Option<Executed> {
        if self.attempt.later_search_share > 0.0
            && let Some(found) = self.try_simple(budget)
        {
            return Some(found);
        }
        self.search_for(self.attempt.later_search_share, budget)
    }

    fn can_go_on(&self) -> bool {
        self.search.is_some() && self.attempt.later_search_share > 0.0
    }

    fn has_candidate(&self) -> bool {
        self.search.as_ref().is_some_and(ConcolicSearch::has_candidate)
    }
}

impl<'t, 'p: 't> BesideEngines<'t, 'p> {
    /// Trials, then a search, with so many steps.
    fn spend(&mut self, spent: Spent, budget: &Budget) -> Option<Executed> {
        self.spent = Some(spent);
        let program = self.program?;
        let trials = self.cell.get_or_init(|| Trials::new(program)).as_ref()?;
        if self.attempt.trial_share > 0.0 {
            self.simple.get_or_insert_with(|| SimpleTrials::new(trials)).spend(spent);
        }
        if let Some(found) = self.try_simple(budget) {
            return Some(found);
        }
        if self.search.is_none() {
            self.search = ConcolicSearch::new(trials, self.backends.auxiliary("explore").ok()?);
        }
        self.search.as_mut()?.spend(spent);
        self.search_for(self.attempt.search_share, budget)
    }

    fn try_simple(&mut self, budget: &Budget) -> Option<Executed> {
        let simple = self.simple.as_mut()?;
        simple.find_violation(&part(budget, self.attempt.trial_share, self.attempt))
    }

    fn search_for(&mut self, share: f64, budget: &Budget) -> Option<Executed> {
        let search = self.search.as_mut().filter(|_| share > 0.0)?;
        search.find_violation(&part(budget, share, self.attempt))
    }
}
