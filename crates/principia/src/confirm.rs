//! Bit-precise confirmation of a counterexample over integers.
//!
//! The inputs of the counterexample are given to the program over bit-vectors, which is executed. If it reaches a
//! violation of the same property, and no statement on the way is an over-approximation, the violation is real,
//! whatever led to the inputs.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use base::Span;
use engines::explore::{Guided, Violating};
use program::execute::{Choices, Ending, Execution, Executor, Random, converted};
use program::{Cfg, Counterexample, Provenance, Violation};
use rustc_hash::FxHashMap;
use term::{Sort, Term, model::default_value};

use frontend::Source;

/// Executions that take longer confirm nothing.
const STEP_LIMIT: u64 = 50_000_000;

/// The same, for executions that nothing but the replay by a compiler asks for.
const SHORT_STEP_LIMIT: u64 = 2_000_000;

impl Effort {
    fn step_limit(self) -> u64 {
        match self {
            Effort::Needed | Effort::Candidate => STEP_LIMIT,
            Effort::Optional | Effort::Random(_) | Effort::Trial(_) => SHORT_STEP_LIMIT,
        }
    }
}

/// An input of an execution.
#[derive(Clone, Debug)]
pub struct Input {
    /// Where it is read.
    pub span: Option<Span>,
    /// The function that returns it.
    pub function: Rc<str>,
    /// The value.
    pub value: Term,
}

/// What the program leaves open, as an execution chose it.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// The inputs in their order.
    pub inputs: VecDeque<Input>,
    /// Other numbers, by the place of the statement that makes them arbitrary.
    others: FxHashMap<Span, VecDeque<Term>>,
    /// All decisions in their order, if a search made them.
    guided: Option<Guided>,
}

impl Chosen {
    /// These inputs, and nothing else.
    pub fn of_inputs(inputs: &[Input]) -> Chosen {
        Chosen { inputs: inputs.iter().cloned().collect(), ..Chosen::default() }
    }

    /// The decisions of a search.
    pub fn of_search(violating: &Violating) -> Chosen {
        let guided = Guided::new(violating.decisions.clone(), violating.tail);
        Chosen { guided: Some(guided), ..Chosen::default() }
    }
}

/// The choices of a counterexample.
pub fn choices(cfg: &Cfg, counterexample: &Counterexample) -> Chosen {
    let mut chosen = Chosen::default();
    for &(step, _, value) in &counterexample.havocs {
        let provenance = &cfg.edges[counterexample.edges[step]].provenance;
        if let Some(function) = &provenance.input {
            let function = function.clone();
            chosen.inputs.push_back(Input { span: provenance.span, function, value });
        } else if let Some(span) = provenance.span
            && is_number(value.sort())
        {
            chosen.others.entry(span).or_default().push_back(value);
        }
    }
    chosen
}

fn is_number(sort: Sort) -> bool {
    matches!(sort, Sort::Bool | Sort::Int | Sort::BitVec(_))
}

/// How thorough an execution is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// The verdict depends on it.
    Needed,
    /// The verdict depends on what comes later: over-approximations on the way do not matter.
    Candidate,
    /// It only says more about a verdict.
    Optional,
    /// The same, with everything that is no input at random, from this seed.
    Random(u64),
    /// It may find something: everything is at random, from this seed; with the seed zero, everything is zero.
    Trial(u64),
}

/// An execution that reaches a violation.
#[derive(Clone, Debug)]
pub struct Confirmed {
    /// The violation.
    pub violation: Violation,
    /// All inputs that it read.
    pub inputs: Vec<Input>,
    /// How many steps it has.
    pub steps: u64,
    chosen: Chosen,
    effort: Effort,
}

/// Executes a program with choices that were found in another arithmetic, and gives all inputs that it read, and how
/// many steps it took. The error says why that confirms no violation, of the property if there is one.
pub fn confirm(
    source: &Source,
    chosen: &Chosen,
    property: Option<&str>,
    effort: Effort,
) -> (Result<Confirmed, String>, u64) {
    let program = &source.program;
    let &[entry] = program.entries.as_slice() else {
        return (Err("the program has several entries".into()), 0);
    };
    let choices = Recorded::new(chosen, effort);
    let log = choices.log.clone();
    let mut executor = choices.executor(source);
    let mut execution = executor.run(entry, effort.step_limit());
    if let Some(trail) = executor.trail() {
        // Whether it matters what over-approximations made up is known exactly.
        execution.overapproximation = trail.overapproximation.clone();
    }
    if effort == Effort::Candidate {
        execution.overapproximation = None;
    }
    let steps = execution.steps;
    let confirmed = violation(execution, property).map(|violation| {
        let (inputs, chosen) = (log.take(), chosen.clone());
        Confirmed { violation, inputs, steps, chosen, effort }
    });
    (confirmed, steps)
}

/// Whether an execution with these choices reads memory that nobody has written, of which the choices tell nothing.
pub fn reads_unwritten_memory(source: &Source, chosen: &Chosen) -> bool {
    let &[entry] = source.program.entries.as_slice() else { return true };
    let choices = Recorded::new(chosen, Effort::Optional);
    let has_read = choices.has_read_unwritten.clone();
    // Only an execution with a trail asks for elements one by one.
    let mut executor = Executor::new(&source.program, Box::new(choices)).with_trail();
    executor.run(entry, SHORT_STEP_LIMIT);
    has_read.get()
}

/// What is said of executions that end without a violation, and of those that do not go on.
const NO_VIOLATION: &str = "the execution ends without a violation";
const NOT_ASSUMED: &str = "an assumption does not hold";

/// Whether the interpreter says that there is no violation, and not only that it does not know.
pub fn is_denied(why: &str) -> bool {
    [NO_VIOLATION, NOT_ASSUMED].contains(&why)
}

/// The violation that an execution ends in, if that is certain.
pub fn violation(execution: Execution, property: Option<&str>) -> Result<Violation, String> {
    let violation = match execution.ending {
        Ending::Violated(violation) if property.is_none_or(|name| *violation.property == *name) => violation,
        Ending::Violated(violation) => return Err(format!("{} is violated instead", violation.property)),
        Ending::Finished => return Err(NO_VIOLATION.into()),
        Ending::Stuck => return Err(NOT_ASSUMED.into()),
        Ending::Limit(why) => return Err(why.to_string()),
        Ending::StepLimit | Ending::StackLimit => return Err("the execution is too long".into()),
        Ending::Undetermined(why) => return Err(why.to_string()),
    };
    if let Some(why) = execution.overapproximation {
        return Err(format!("over-approximation: {why}"));
    }
    if execution.has_unchecked_axioms {
        return Err("there are axioms".into());
    }
    Ok(violation)
}

/// The choices of another execution. It may have fewer (some do not matter) or more (what is exact here is arbitrary
/// there), so a value is only used by the statement that it belongs to.
pub struct Recorded {
    chosen: Chosen,
    /// Decides what is no input, in the place of the other execution.
    random: Option<Random>,
    /// Whether it decides inputs, too.
    has_random_inputs: bool,
    /// The inputs that were given.
    log: Rc<RefCell<Vec<Input>>>,
    /// Whether an element of memory was read that nobody had written.
    has_read_unwritten: Rc<Cell<bool>>,
}

impl Recorded {
    fn new(chosen: &Chosen, effort: Effort) -> Recorded {
        let random = match effort {
            Effort::Random(seed) | Effort::Trial(seed @ 1..) => Some(Random::new(seed)),
            Effort::Needed | Effort::Candidate | Effort::Optional | Effort::Trial(0) => None,
        };
        let has_random_inputs = matches!(effort, Effort::Trial(1..));
        let (log, has_read_unwritten) = (Rc::default(), Rc::default());
        Recorded { chosen: chosen.clone(), random, has_random_inputs, log, has_read_unwritten }
    }

    /// The choices that lead to the same execution again.
    pub fn again(confirmed: &Confirmed) -> Recorded {
        Recorded::new(&confirmed.chosen, confirmed.effort)
    }

    /// An executor with these choices.
    pub fn executor(self, source: &Source) -> Executor<'_> {
        let is_guided = self.chosen.guided.is_some();
        let executor = Executor::new(&source.program, Box::new(self));
        if is_guided { executor.with_trail() } else { executor }
    }
}

impl Choices for Recorded {
    fn input(&mut self, provenance: &Provenance, sort: Sort) -> Term {
        let inputs = &mut self.chosen.inputs;
        let value = match inputs.front() {
            _ if self.chosen.guided.is_some() => {
                let guided = self.chosen.guided.as_mut().expect("there are decisions");
                guided.input(provenance, sort)
            }
            Some(input) if input.span == provenance.span => {
                let value = input.value;
                inputs.pop_front();
                converted(value, sort)
            }
            _ => match &mut self.random {
                Some(random) if self.has_random_inputs => random.input(provenance, sort),
                _ => default_value(sort),
            },
        };
        let function = provenance.input.clone().unwrap_or_default();
        self.log.borrow_mut().push(Input { span: provenance.span, function, value });
        value
    }

    fn arbitrary(&mut self, provenance: Option<&Provenance>, sort: Sort) -> Option<Term> {
        if let Some(guided) = &mut self.chosen.guided {
            return guided.arbitrary(provenance, sort);
        }
        if let Some(random) = &mut self.random {
            return random.arbitrary(provenance, sort);
        }
        let span = provenance?.span.filter(|_| is_number(sort))?;
        self.chosen.others.get_mut(&span)?.pop_front().map(|value| converted(value, sort))
    }

    fn element(&mut self, sort: Sort) -> Term {
        self.has_read_unwritten.set(true);
        match &mut self.chosen.guided {
            Some(guided) => guided.element(sort),
            None => default_value(sort),
        }
    }

    fn branch(&mut self, enabled: usize) -> usize {
        self.chosen.guided.as_mut().map_or(0, |guided| guided.branch(enabled))
    }
}
