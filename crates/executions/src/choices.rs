//! What a program leaves open, as an execution chose it, and executions that choose the same again.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use base::Span;
use concolic::{Guided, Violating};
use frontend::Source;
use interpreter::{Choices, Executor, Random, converted};
use program::{Cfg, Counterexample, Provenance, Violation};
use rustc_hash::FxHashMap;
use term::{Sort, Term, build as mk, model::default_value};

use crate::arguments::Arguments;

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
    /// The arguments of `main`.
    pub arguments: Option<Arguments>,
    /// All decisions in their order, if a search made them.
    guided: Option<Guided>,
}

impl Chosen {
    /// The same choices with other arguments.
    pub fn with_arguments(&self, arguments: Option<Arguments>) -> Chosen {
        Chosen { arguments, ..self.clone() }
    }

    /// The inputs and the arguments of an execution, and nothing else.
    pub fn of_confirmed(confirmed: &Confirmed) -> Chosen {
        let arguments = confirmed.arguments.clone();
        Chosen { inputs: confirmed.inputs.iter().cloned().collect(), arguments, ..Chosen::default() }
    }

    /// The decisions of a search.
    pub fn of_search(violating: &Violating) -> Chosen {
        let guided = Guided::new(violating.decisions.clone(), violating.tail);
        Chosen { guided: Some(guided), ..Chosen::default() }
    }
}

/// The choices of a counterexample of a program whose pointers have so many bytes.
pub fn choices(cfg: &Cfg, counterexample: &Counterexample, pointer_size: u64) -> Chosen {
    let arguments = Arguments::of_model(&counterexample.initial, pointer_size);
    let mut chosen = Chosen { arguments, ..Chosen::default() };
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
    /// The verdict depends on it, and an execution with so many steps has the same choices elsewhere.
    Repeated {
        /// How many.
        steps: u64,
    },
    /// The verdict depends on what comes later: over-approximations on the way do not matter.
    Candidate,
    /// It only says more about a verdict.
    Optional,
    /// The same, with everything that is no input at random, from this seed.
    Random(u64),
    /// It may find something, within so many steps: inputs follow a simple pattern, by the number of the trial; after
    /// these trials, everything is at random, from the number as the seed.
    Trial {
        /// Which one it is.
        number: u64,
        /// How many steps it may have.
        steps: u64,
    },
}

/// The patterns of inputs of the first trials. Loops over long arrays end soon for many of them.
const PATTERNS: [fn(i64) -> i64; 6] = [
    |_| 0,
    |position| position + 1,
    |position| i64::from(position == 0),
    |_| 1,
    |position| -1 - position,
    |position| i64::from(position > 0),
];

/// An execution that reaches a violation.
#[derive(Clone, Debug)]
pub struct Confirmed {
    /// The violation.
    pub violation: Violation,
    /// All inputs that it read.
    pub inputs: Vec<Input>,
    /// The arguments of `main`, if it gets some and they are not too long.
    pub arguments: Option<Arguments>,
    /// How many steps it has.
    pub steps: u64,
    /// What it chose.
    pub chosen: Chosen,
    /// How thorough it was.
    pub effort: Effort,
}

/// Executions that take longer confirm nothing.
const STEP_LIMIT: u64 = 50_000_000;

/// The same, for executions that nothing but the replay by a compiler asks for.
const SHORT_STEP_LIMIT: u64 = 2_000_000;

/// An execution that is repeated where objects lie elsewhere is not much longer, unless it is another one.
const REPEATED_FACTOR: u64 = 8;

/// So many more steps it may have, if it is short.
const REPEATED_MORE: u64 = 200_000;

impl Effort {
    /// How many steps it may have.
    pub fn step_limit(self) -> u64 {
        match self {
            Effort::Needed | Effort::Candidate => STEP_LIMIT,
            Effort::Repeated { steps } => {
                STEP_LIMIT.min(steps.saturating_mul(REPEATED_FACTOR).saturating_add(REPEATED_MORE))
            }
            Effort::Optional | Effort::Random(_) => SHORT_STEP_LIMIT,
            Effort::Trial { steps, .. } => steps,
        }
    }
}

/// The choices of another execution. It may have fewer (some do not matter) or more (what is exact here is arbitrary
/// there), so a value is only used by the statement that it belongs to.
pub struct Recorded {
    chosen: Chosen,
    /// Decides what is no input, in the place of the other execution.
    random: Option<Random>,
    /// Whether it decides inputs, too.
    has_random_inputs: bool,
    /// Decides inputs by their position.
    pattern: Option<fn(i64) -> i64>,
    /// The inputs that were given.
    log: Rc<RefCell<Vec<Input>>>,
    /// Whether an element of memory was read that nobody had written.
    has_read_unwritten: Rc<Cell<bool>>,
}

impl Recorded {
    /// The choices of another execution, as far as it made them.
    pub fn new(chosen: &Chosen, effort: Effort) -> Recorded {
        let pattern = match effort {
            Effort::Trial { number, .. } => PATTERNS.get(number as usize).copied(),
            _ => None,
        };
        let random = match effort {
            Effort::Random(seed) | Effort::Trial { number: seed, .. } if pattern.is_none() => {
                Some(Random::new(seed))
            }
            _ => None,
        };
        let has_random_inputs = matches!(effort, Effort::Trial { .. });
        let (log, has_read_unwritten) = (Rc::default(), Rc::default());
        Recorded { chosen: chosen.clone(), random, has_random_inputs, pattern, log, has_read_unwritten }
    }

    /// The choices that lead to the same execution again.
    pub fn again(confirmed: &Confirmed) -> Recorded {
        Recorded::new(&confirmed.chosen, confirmed.effort)
    }

    /// The inputs that are given, as soon as they are.
    pub fn log(&self) -> Rc<RefCell<Vec<Input>>> {
        self.log.clone()
    }

    /// Whether an element of memory was read that nobody had written, as soon as that happens.
    pub fn has_read_unwritten(&self) -> Rc<Cell<bool>> {
        self.has_read_unwritten.clone()
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
                _ => match self.pattern {
                    Some(pattern) => converted(mk::int(pattern(self.log.borrow().len() as i64)), sort),
                    None => default_value(sort),
                },
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

    fn initial(&mut self, variable: Term) -> Option<Term> {
        // The decisions of a search are about the arguments, too.
        let arguments = self.chosen.arguments.as_ref().filter(|_| self.chosen.guided.is_none());
        arguments?.initial(variable)
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

#[cfg(test)]
mod tests {
    use super::Effort;

    #[test]
    fn what_is_repeated_ends_soon() {
        let limit = |steps| Effort::Repeated { steps }.step_limit();
        assert!((1_000..1_000_000).contains(&limit(100)));
        assert!((2_000_000..10_000_000).contains(&limit(1_000_000)));
        assert_eq!(limit(u64::MAX), Effort::Needed.step_limit());
    }
}
