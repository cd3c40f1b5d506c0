//! Searching for a violation with executions that learn from each other.
//!
//! An execution is determined by its decisions, and says on which conditions over them its path depends
//! ([`interpreter::Trail`]). The search asks a solver for decisions that satisfy all conditions up to a place and
//! an alternative there, and executes the program with them; so each execution takes a branch that its parent did not
//! take. Memory is always concrete, so queries are small, and violations behind thousands of statements are found that
//! are out of reach for traces. Nothing is proved here: what is found is an execution. The technique is known as
//! concolic or directed testing.
//!
//! Which alternative comes next is decided by how often its edge was taken already and how far the next target is
//! ([`agenda`], [`distance`]).

mod agenda;
mod distance;
mod guided;

use std::rc::Rc;
use std::time::Duration;

use base::Budget;
use interpreter::{Choices, Ending, Executor, Place, Trail};
use program::{CoreProgram, ProcedureId, Violation};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{CheckResult, Limits, TraceSolver};
use term::Term;

use self::agenda::{Agenda, Item, Run};
use self::distance::Distances;
pub use self::guided::Guided;

/// The longest that a query may take; what is hard is left out.
const QUERY_LIMIT: Duration = Duration::from_millis(200);

/// A query takes as long as so many steps.
const QUERY_STEPS: u64 = 1_000;

/// The steps of the first executions; later ones may have more.
const FIRST_STEPS: u64 = 20_000;

/// A first execution ends if it takes no edge for the first time in so many steps: it runs in a loop, and what it may
/// still find is found by one that leaves the loop. Later ones have more patience.
const FIRST_PATIENCE: u64 = 2_000;

/// So many executions pass before they may have twice as many steps.
const GENERATION: u64 = 400;

/// The last generation: no execution has more steps.
const LAST_GENERATION: u64 = 20;

/// No execution has more steps.
const MAX_STEPS: u64 = 2_000_000;

/// Alternatives after so many conditions are left out.
const MAX_CONSTRAINTS: usize = 4_000;

/// An execution that violates a property.
#[derive(Clone, Debug)]
pub struct Violating {
    /// The violation.
    pub violation: Violation,
    /// The decisions that lead to it.
    pub decisions: Rc<[Term]>,
    /// What decides after them.
    pub tail: u64,
    /// How many steps it has.
    pub steps: u64,
    /// Why it may be no execution of the program.
    pub overapproximation: Option<Rc<str>>,
}

/// What was done.
#[derive(Clone, Copy, Default, Debug)]
pub struct Effort {
    /// Executions.
    pub executions: u64,
    /// Their steps.
    pub steps: u64,
    /// Queries.
    pub queries: u64,
}

/// What a search did and reached, for people.
#[derive(Clone, Copy, Debug)]
pub struct Searched {
    /// What was done.
    pub effort: Effort,
    /// How many edges executions took.
    pub edges: u64,
    /// How many edges lead towards a violation.
    pub edges_towards: u64,
}

/// Choices that are made from the decisions of a search. They must ask for a decision whenever they are asked.
pub type Overrule<'p> = Box<dyn Fn(Guided) -> Box<dyn Choices + 'p> + 'p>;

/// Values of symbols.
type Values = Rc<[(Term, Term)]>;

impl Effort {
    /// What takes as long as so many steps.
    pub fn cost(&self) -> u64 {
        self.steps + QUERY_STEPS * self.queries
    }
}

/// A search for violations of a program.
pub struct Explorer<'p> {
    entry: ProcedureId,
    executor: Executor<'p>,
    overruled: Option<Overrule<'p>>,
    solver: Box<dyn TraceSolver>,
    distances: Distances,
    agenda: Agenda,
    /// How often edges were taken.
    taken: FxHashMap<Place, u64>,
    /// Answers of the solver.
    answers: FxHashMap<Vec<Term>, Option<Values>>,
    /// What was done so far.
    pub effort: Effort,
    /// The steps of executions are those of this generation at least.
    generation: u64,
    /// Whether an execution of this generation was too long.
    is_cut: bool,
    /// Whether executions begin where the first decision is due, if that is possible.
    has_start: bool,
}

impl<'p> Explorer<'p> {
    /// A search that has not begun; none if the program has several entries.
    pub fn new(program: &'p CoreProgram, solver: Box<dyn TraceSolver>) -> Option<Explorer<'p>> {
        let &[entry] = program.entries.as_slice() else { return None };
        Some(Explorer {
            entry,
            executor: Executor::new(program, Box::new(Guided::default())).with_trail(),
            overruled: None,
            solver,
            distances: Distances::new(program),
            agenda: Agenda::new(),
            taken: FxHashMap::default(),
            answers: FxHashMap::default(),
            effort: Effort::default(),
            generation: 0,
            is_cut: false,
            has_start: false,
        })
    }

    /// Lets somebody overrule decisions.
    pub fn overruled(mut self, overrule: Overrule<'p>) -> Explorer<'p> {
        self.overruled = Some(overrule);
        self
    }

    /// What the search did and reached.
    pub fn searched(&self) -> Searched {
        let edges: FxHashSet<_> = self.taken.keys().map(|place| (place.procedure, place.edge)).collect();
        let (edges, edges_towards) = (edges.len() as u64, self.distances.len() as u64);
        Searched { effort: self.effort, edges, edges_towards }
    }

    /// The next violation, if there is one within so many more steps and the time.
    pub fn next_violation(&mut self, more_steps: u64, budget: &Budget) -> Option<Violating> {
        let end = self.effort.cost().saturating_add(more_steps);
        if self.effort.executions == 0
            && let Some(violating) = self.execute(Vec::new(), 0)
        {
            return Some(violating);
        }
        while self.effort.cost() < end {
            budget.check().ok()?;
            let (decisions, first) = match self.agenda.next(&self.taken) {
                Some(item) => match self.solve(&item) {
                    Some(decisions) => (decisions, item.constraint + 1),
                    None => continue,
                },
                None if self.lengthens() => (Vec::new(), 0),
                None => return None,
            };
            if let Some(violating) = self.execute(decisions, first) {
                return Some(violating);
            }
        }
        None
    }

    /// If nothing is left to try, but executions were cut off, the search begins again with longer ones.
    fn lengthens(&mut self) -> bool {
        let is_cut = std::mem::take(&mut self.is_cut);
        let lengthens = is_cut && self.generation < LAST_GENERATION;
        if lengthens {
            self.generation = self.generation.max(self.effort.executions / GENERATION) + 2;
        }
        lengthens
    }

    /// Executes the program with these decisions, and puts the alternatives from a constraint on on the agenda.
    fn execute(&mut self, decisions: Vec<Term>, first: usize) -> Option<Violating> {
        let number = self.effort.executions;
        // Every other execution goes on with zeros, the others at random.
        let tail = if number.is_multiple_of(2) { 0 } else { number };
        let given: Rc<[Term]> = decisions.into();
        let guided = Guided::new(given.clone(), tail);
        self.executor.set_choices(match &self.overruled {
            Some(overrule) => overrule(guided),
            None => Box::new(guided),
        });
        let generation = self.generation.max(number / GENERATION).min(LAST_GENERATION);
        self.executor.set_patience(FIRST_PATIENCE << generation);
        // What all executions have in common counts once.
        let common = self.executor.steps_at_start();
        let limit = common + (FIRST_STEPS << generation).min(MAX_STEPS);
        let execution = self.executor.run(self.entry, limit);
        self.is_cut |= matches!(execution.ending, Ending::StepLimit);
        self.effort.executions += 1;
        self.effort.steps += self.executor.own_steps().max(1);
        let trail = self.executor.trail().expect("it has a trail");
        for (place, count) in &trail.taken {
            *self.taken.entry(*place).or_default() += u64::from(*count);
        }
        if let Ending::Violated(violation) = &execution.ending
            && !execution.has_unchecked_axioms
        {
            let overapproximation = trail.overapproximation.clone();
            let steps = execution.steps;
            let violation = violation.clone();
            return Some(Violating { violation, decisions: given, tail, steps, overapproximation });
        }
        let is_constrained = trail.first_constrained.is_some();
        let decisions: Vec<Term> = trail.decisions.iter().map(|decision| decision.value).collect();
        let run = run_of(trail);
        let is_within_limits = execution.steps < limit && !trail.is_out_of_patience(execution.steps);
        // An execution that is none of the program from some place on should have gone another way there.
        let end = match (trail.overapproximation.is_some(), is_dead_end(&execution.ending, is_within_limits))
        {
            (true, _) if trail.exact_constraints > first => Some(trail.exact_constraints),
            (_, true) => Some(run.constraints.len()),
            _ => None,
        };
        match end {
            Some(end) => self.agenda.turn_back(&run, first..end.min(run.constraints.len()), &self.distances),
            None => self.agenda.goes_on(),
        }
        self.agenda.add(run, first, &self.distances, &self.taken);
        // Who overrules decisions may want to make them all.
        if self.overruled.is_none() && !self.has_start && is_constrained {
            self.has_start = true;
            self.executor.keep_start(self.entry, Box::new(Guided::new(decisions.into(), 0)));
        }
        None
    }

    /// Decisions that lead to an alternative.
    fn solve(&mut self, item: &Item) -> Option<Vec<Term>> {
        let constraint = &item.run.constraints[item.constraint];
        let wanted = constraint.alternatives[item.alternative].condition;
        let query = item.run.connected(item.constraint, wanted);
        let answer = match self.answers.get(&query) {
            Some(answer) => answer.clone(),
            None => {
                let answer: Option<Values> = self.ask(&query).map(Rc::from);
                self.answers.insert(query, answer.clone());
                answer
            }
        }?;
        let values: FxHashMap<Term, Term> = answer.iter().copied().collect();
        let decisions = &item.run.decisions[..constraint.decisions];
        Some(decisions.iter().map(|d| values.get(&d.symbol).copied().unwrap_or(d.value)).collect())
    }

    fn ask(&mut self, query: &[Term]) -> Option<Vec<(Term, Term)>> {
        self.effort.queries += 1;
        self.solver.push();
        query.iter().for_each(|formula| self.solver.assert(*formula));
        let limits = Limits { time: Some(QUERY_LIMIT), memory_mb: None };
        let model = match self.solver.check(&[], limits) {
            CheckResult::Sat => self.solver.model(),
            CheckResult::Unsat | CheckResult::Unknown(_) => None,
        };
        self.solver.pop(1);
        let model = model?;
        let mut symbols: Vec<Term> =
            query.iter().flat_map(|formula| formula.free_variables()).copied().collect();
        symbols.sort_unstable();
        symbols.dedup();
        Some(symbols.into_iter().filter_map(|symbol| Some((symbol, model.get(symbol)?))).collect())
    }
}

/// Whether an execution ended where an assumption does not hold. Programs say that by loops without an effect, too, which
/// end an execution before its limits.
fn is_dead_end(ending: &Ending, is_within_limits: bool) -> bool {
    match ending {
        Ending::Stuck => true,
        Ending::StepLimit => is_within_limits,
        _ => false,
    }
}

/// What the search needs of an execution.
fn run_of(trail: &Trail) -> Rc<Run> {
    let mut constraints: Vec<_> = trail.constraints.iter().take(MAX_CONSTRAINTS).cloned().collect();
    for constraint in &mut constraints {
        constraint.condition = trail.over_decisions(constraint.condition);
        for alternative in &mut constraint.alternatives {
            alternative.condition = trail.over_decisions(alternative.condition);
        }
    }
    let known = constraints.last().map_or(0, |constraint| constraint.decisions);
    Rc::new(Run::new(trail.decisions[..known].to_vec(), constraints))
}
