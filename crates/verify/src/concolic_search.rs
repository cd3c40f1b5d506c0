//! Executions beside the analysis: with inputs that follow simple patterns, with random ones, and with those that a
//! search finds.
//!
//! A violation behind a hundred thousand rounds of a loop is out of reach for traces, and nothing for an execution; one
//! behind thousands of statements that use memory is found by executions that learn from each other
//! ([`concolic`]). What is found is the evidence itself: a program over bit-vectors that was executed to the
//! violation. The effort is a number of steps, so that the answer does not depend on the speed of the machine, unless
//! time is short.
//!
//! The search needs addresses, and where objects lie is up to the system. So it chooses small ones; if the violation
//! does not happen where objects are far apart, that is remarked. What may be due to an over-approximation is a
//! *candidate*, which has to be compiled and executed.

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

use base::Budget;
use c_lower::options::{Arithmetic, Layout};
use concolic::{Explorer, Searched};
use frontend::CProgram;
use frontend::Source;
use interpreter::{Ending, Executor, Given};
use narration::error_path::Stop;
use narration::evidence_text;
use report::{Evidence, Execution, Remark};
use smt::TraceSolver;

use crate::confirm::{Chosen, Confirmed, Effort, confirm};
use crate::findings::Violated;
use crate::replay;

/// The steps of a first execution that is to be the only one, and of the longest.
const FIRST_DETERMINED: u64 = 200_000;
const MAX_DETERMINED: u64 = 500_000_000;

/// No more executions are tried without a search.
const MAX_TRIALS: u64 = 40;

/// All executions of a round have no more than so many times the steps of one.
const STEPS_OF_ROUND: u64 = 3;

/// How many steps the next executions have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spent {
    /// Those of a tenth of a second, before most engines: many violations are not deep.
    Glance,
    /// Those of the first round.
    Search,
}

impl Spent {
    /// The steps of each execution without a search. Those that need more are tried again later, with four times as many.
    fn tried(self) -> u64 {
        match self {
            Spent::Glance => 60_000,
            Spent::Search => 2_000_000,
        }
    }

    /// The steps of the next part of a search; each later one has twice as many.
    fn searched(self) -> u64 {
        match self {
            Spent::Glance => 150_000,
            Spent::Search => 5_000_000,
        }
    }
}

/// What is said of violations that need small addresses.
const LAYOUT_REMARK: &str =
    "whether this happens depends on where objects lie in memory: here, at small addresses";

/// The programs that are executed.
pub struct Trials<'p> {
    program: &'p CProgram,
    /// Addresses are arbitrary, unlike in `run`: a violation that depends on them is a matter of the search.
    arbitrary: Source,
    far: OnceCell<Option<Source>>,
    near: OnceCell<Option<Source>>,
}

impl<'p> Trials<'p> {
    /// The executions of a program.
    pub fn new(program: &'p CProgram) -> Option<Trials<'p>> {
        let arbitrary = program.lower(Arithmetic::Bitvector).ok()?;
        Some(Trials { program, arbitrary, far: OnceCell::new(), near: OnceCell::new() })
    }

    /// The program with objects that are far apart, lowered when somebody needs it.
    fn far(&self) -> Option<&Source> {
        self.far.get_or_init(|| self.lower(Layout::Far)).as_ref()
    }

    /// The program with objects at small addresses, lowered when somebody needs it.
    fn near(&self) -> Option<&Source> {
        self.near.get_or_init(|| self.lower(Layout::Near)).as_ref()
    }

    fn lower(&self, layout: Layout) -> Option<Source> {
        self.program.lower_in_layout(Arithmetic::Bitvector, layout).ok()
    }

    /// How many steps the program has, if it depends on nothing that is arbitrary, ends, and violates nothing: then its
    /// only execution is the proof.
    pub fn only_execution(&self, budget: &Budget) -> Option<u64> {
        let program = &self.arbitrary.program;
        let &[entry] = program.entries.as_slice() else { return None };
        let mut executor = Executor::new(program, Box::new(Given::default())).determined().ok()?;
        let mut limit = FIRST_DETERMINED;
        loop {
            let start = Instant::now();
            let execution = executor.run(entry, limit);
            match execution.ending {
                Ending::Finished | Ending::Stuck => return Some(execution.steps),
                Ending::StepLimit if execution.steps >= limit => {}
                _ => return None,
            }
            // The execution begins anew, with as many steps as there is time for.
            let rate = limit as f64 / start.elapsed().as_secs_f64().max(1e-3);
            let left = budget.remaining().map_or(MAX_DETERMINED, |left| (left.as_secs_f64() * rate) as u64);
            let next = (limit * 20).min(left).min(MAX_DETERMINED);
            if next < limit * 2 {
                return None;
            }
            limit = next;
        }
    }

    /// A violation that happens at small addresses, but not where objects are far apart.
    fn violated_near(&self, chosen: &Chosen, effort: Effort) -> Option<(Violated, Vec<Stop>)> {
        let near = self.near()?;
        let (confirmed, _) = confirm(near, chosen, None, effort);
        let (mut violated, path) = self.violated(near, confirmed.ok()?);
        if let Some(place) = violated.execution.place.clone() {
            violated.execution.remarks.push(Remark { place, text: LAYOUT_REMARK.into() });
        }
        Some((violated, path))
    }

    /// The same violation where objects are far apart, if it happens there: such executions know what they are about.
    fn told(&self, source: &Source, confirmed: Confirmed) -> (Violated, Vec<Stop>) {
        let chosen = Chosen::of_confirmed(&confirmed);
        let property = Some(&*confirmed.violation.property);
        let effort = Effort::Repeated { steps: confirmed.steps };
        let again = self.far().and_then(|far| Some((far, confirm(far, &chosen, property, effort).0.ok()?)));
        match again {
            Some((far, again)) => self.violated(far, again),
            None => self.violated(source, confirmed),
        }
    }

    /// A violation as it is told, and the path to it.
    fn violated(&self, source: &Source, confirmed: Confirmed) -> (Violated, Vec<Stop>) {
        let property = confirmed.violation.property.to_string();
        let mut execution = Execution { property, ..Execution::default() };
        let path = evidence_text::retell(&mut execution, source, &confirmed);
        let chosen = Chosen::of_confirmed(&confirmed);
        let replay = replay::prepare(self.program, &chosen, Ok(confirmed.inputs), &execution);
        (Violated { replay, ..Violated::new(Evidence::Checked, execution) }, path)
    }
}

/// Executions without a search: their inputs follow simple patterns, or are random.
pub struct SimpleTrials<'t> {
    trials: &'t Trials<'t>,
    /// The numbers of the trials that are left, those first that had too few steps.
    numbers: VecDeque<u64>,
    /// How many steps the next ones may have.
    steps: u64,
    /// The steps of those that were tried, and how long they took.
    taken: (u64, Duration),
}

impl<'t> SimpleTrials<'t> {
    /// No execution has been tried.
    pub fn new(trials: &'t Trials<'t>) -> SimpleTrials<'t> {
        let numbers = (0..MAX_TRIALS).collect();
        SimpleTrials { trials, numbers, steps: Spent::Search.tried(), taken: Default::default() }
    }

    /// The steps of the next ones.
    pub fn spend(&mut self, spent: Spent) {
        self.steps = spent.tried();
    }

    /// Tries those that are left, as long as their steps last; later there are more steps.
    pub fn find_violation(&mut self, budget: &Budget) -> Option<(Violated, Vec<Stop>)> {
        let steps = self.steps;
        let mut left = steps.saturating_mul(STEPS_OF_ROUND);
        self.steps = steps.saturating_mul(4);
        let source = &self.trials.arbitrary;
        let mut too_long = Vec::new();
        while left > 0
            && let Some(number) = self.numbers.pop_front()
        {
            if budget.check().is_err() {
                self.numbers.push_front(number);
                break;
            }
            let allowed = steps.min(steps_in(budget.remaining(), self.taken));
            let start = Instant::now();
            let effort = Effort::Trial { number, steps: allowed };
            let (result, taken) = confirm(source, &Chosen::default(), None, effort);
            self.taken = (self.taken.0 + taken, self.taken.1 + start.elapsed());
            if let Ok(confirmed) = result {
                return Some(self.trials.told(source, confirmed));
            }
            if taken >= allowed {
                too_long.push(number);
            }
            left = left.saturating_sub(taken.max(1));
        }
        too_long.into_iter().rev().for_each(|number| self.numbers.push_front(number));
        None
    }
}

/// For how many steps there is time, if others took so long: an execution does not look at the clock.
fn steps_in(left: Option<Duration>, (steps, time): (u64, Duration)) -> u64 {
    match left {
        Some(left) if time >= KNOWN_RATE => {
            (steps as f64 * left.as_secs_f64() / time.as_secs_f64()) as u64 + 1
        }
        _ => u64::MAX,
    }
}

/// The speed of executions is known after so much time.
const KNOWN_RATE: Duration = Duration::from_millis(100);

/// A search for a violation that goes on whenever there is time for it.
pub struct ConcolicSearch<'t> {
    trials: &'t Trials<'t>,
    explorer: Explorer<'t>,
    /// How many steps come next.
    steps: u64,
    /// The first violation that may be due to an over-approximation.
    candidate: Option<(Violated, Vec<Stop>)>,
}

impl<'t> ConcolicSearch<'t> {
    /// A search that has not begun.
    pub fn new(trials: &'t Trials<'t>, solver: Box<dyn TraceSolver>) -> Option<ConcolicSearch<'t>> {
        let explorer = Explorer::new(&trials.near()?.program, solver)?;
        Some(ConcolicSearch { trials, explorer, steps: Spent::Search.searched(), candidate: None })
    }

    /// The steps of the next part.
    pub fn spend(&mut self, spent: Spent) {
        self.steps = spent.searched();
    }

    /// Goes on with the search.
    pub fn find_violation(&mut self, budget: &Budget) -> Option<(Violated, Vec<Stop>)> {
        let steps = self.steps;
        self.steps = steps.saturating_mul(2);
        let end = self.explorer.effort.cost() + steps;
        loop {
            let left = end.checked_sub(self.explorer.effort.cost())?;
            let violating = self.explorer.next_violation(left, budget)?;
            let chosen = Chosen::of_search(&violating);
            if violating.overapproximation.is_none() {
                let far = self.trials.far()?;
                let effort = Effort::Repeated { steps: violating.steps };
                return match confirm(far, &chosen, None, effort).0 {
                    Ok(confirmed) => Some(self.trials.violated(far, confirmed)),
                    Err(_) => self.trials.violated_near(&chosen, effort),
                };
            }
            if self.candidate.is_none() {
                self.candidate = self.candidate_of(&chosen);
            }
        }
    }

    /// What a compiler has to decide about.
    fn candidate_of(&self, chosen: &Chosen) -> Option<(Violated, Vec<Stop>)> {
        let source = self.trials.near()?;
        let (confirmed, _) = confirm(source, chosen, None, Effort::Candidate);
        Some(self.trials.violated(source, confirmed.ok()?))
    }

    /// What was done.
    pub fn searched(&self) -> Searched {
        self.explorer.searched()
    }

    /// Whether there is something that may be a violation.
    pub fn has_candidate(&self) -> bool {
        self.candidate.is_some()
    }

    /// What may be a violation.
    pub fn candidate(&self) -> Option<&(Violated, Vec<Stop>)> {
        self.candidate.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executions_end_in_time() {
        let second = Duration::from_secs(1);
        assert_eq!(steps_in(Some(2 * second), (1_000, second)), 2_001);
        assert_eq!(steps_in(Some(second), (1_000, Duration::from_millis(1))), u64::MAX);
        assert_eq!(steps_in(None, (1_000, second)), u64::MAX);
    }
}
