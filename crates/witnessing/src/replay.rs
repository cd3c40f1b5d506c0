//! Executions along a violation witness: with the inputs that the witness states, the program either gets to the target,
//! or shows how far the witness leads.
//!
//! The program is the one that follows the witness ([`instrumentation::instrument`]), so the interpreter needs to know nothing but what
//! calls return: a call that the next unused `\\result == c` is about returns `c`, any other one zero. An execution that
//! violates the property at the target shows everything that the witness says; one that does not shows nothing, because
//! the witness may leave other things open. These are searched for ([`concolic`]).

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use base::{Budget, FileId};
use c_lower::options::{Arithmetic, Layout};
use concolic::{Explorer, Guided};
use frontend::CProgram;
use frontend::Source;
use instrumentation::instrument::SEGMENT;
use instrumentation::shaping::Following;
use interpreter::{Choices, Ending, Execution as Executed, Executor, Step, converted};
use num_bigint::BigInt;
use num_rational::BigRational;
use program::{Provenance, Violation};
use report::Execution;
use smt::TraceSolver;
use term::{Sort, Term, build as mk, model::default_value};
use witness::{Content, Segment, Waypoint, WaypointKind};

/// Longer executions are a matter of the analysis.
const STEP_LIMIT: u64 = 3_000_000;

/// Leaks of later allocations are a matter of the analysis.
const MAX_ATTEMPTS: usize = 100;

/// The steps and the time of a search.
const SEARCH_STEPS: u64 = 5_000_000;
const SEARCH_LIMIT: Duration = Duration::from_secs(10);

/// What an execution along a witness shows.
pub struct Replayed {
    /// How many waypoints it passes.
    pub passed: usize,
    /// The execution, if it gets to the target.
    pub execution: Option<Execution>,
}

/// Executes a program along the violation witness that it follows, if it follows one. The
/// solver serves a search, and is made if there is one.
pub fn replay(program: &CProgram, solver: impl FnOnce() -> Option<Box<dyn TraceSolver>>) -> Option<Replayed> {
    let following = program.following.as_ref()?;
    let Content::Violation(segments) = &following.plan.content else { return None };
    let source = program.lower_to_execute(Arithmetic::Bitvector).ok()?;
    let mut left = STEP_LIMIT;
    let mut furthest = 0;
    for watched in 0..MAX_ATTEMPTS {
        let answers = segments.iter().filter_map(|segment| answer(following, &segment.follow)).collect();
        let asked = Rc::new(Cell::new(0));
        let choices = Answers { following, answers, watched, asked: asked.clone() };
        let (execution, passed) = execute(&source, choices, left)?;
        left = left.saturating_sub(execution.steps.max(1));
        furthest = furthest.max(passed);
        if let Some(violation) = certain_violation(execution) {
            return Some(Replayed { passed, execution: Some(violated(&source, &violation)) });
        }
        if asked.get() <= watched || left == 0 {
            break;
        }
    }
    match search(program, following, segments, solver) {
        Some(execution) => Some(Replayed { passed: segments.len(), execution: Some(execution) }),
        None => Some(Replayed { passed: furthest, execution: None }),
    }
}

/// Searches for an execution along the witness: it may depend on more than on what calls return.
fn search(
    program: &CProgram,
    following: &Following,
    segments: &[Segment],
    solver: impl FnOnce() -> Option<Box<dyn TraceSolver>>,
) -> Option<Execution> {
    let source = program.lower_in_layout(Arithmetic::Bitvector, Layout::Near).ok()?;
    let solver = solver()?;
    let overrule = move |guided| -> Box<dyn Choices + '_> {
        let answers = segments.iter().filter_map(|segment| answer(following, &segment.follow)).collect();
        let answers = Answers { following, answers, watched: 0, asked: Rc::default() };
        Box::new(Overruled { guided, answers })
    };
    let mut explorer = Explorer::new(&source.program, solver)?.overruled(Box::new(overrule));
    let budget = Budget::with_timeout(SEARCH_LIMIT);
    loop {
        let left = SEARCH_STEPS.checked_sub(explorer.effort.cost())?;
        let violating = explorer.next_violation(left, &budget)?;
        if violating.overapproximation.is_none() {
            return Some(violated(&source, &violating.violation));
        }
    }
}

/// Executes a program; gives the number of waypoints that it passes, too.
fn execute(source: &Source, choices: Answers<'_>, limit: u64) -> Option<(Executed, usize)> {
    let &[entry] = source.program.entries.as_slice() else { return None };
    let passed = Rc::new(Cell::new(0));
    let counter = passed.clone();
    let observer = move |step: &Step<'_>| {
        for (variable, value) in &step.changes {
            if variable.as_var().is_some_and(|name| name.base.as_str() == SEGMENT) {
                let number = mk::as_signed_bv(*value).and_then(|number| usize::try_from(number).ok());
                counter.set(number.unwrap_or(0));
            }
        }
    };
    let mut executor = Executor::new(&source.program, Box::new(choices)).with_observer(Box::new(observer));
    let executed = executor.run(entry, limit);
    Some((executed, passed.get()))
}

/// The violation that an execution ends in, if no statement on the way is an over-approximation.
fn certain_violation(execution: Executed) -> Option<Violation> {
    match execution.ending {
        Ending::Violated(violation)
            if execution.overapproximation.is_none() && !execution.has_unchecked_axioms =>
        {
            Some(violation)
        }
        _ => None,
    }
}

fn violated(source: &Source, violation: &Violation) -> Execution {
    Execution {
        property: violation.property.to_string(),
        message: violation.message.to_string(),
        place: violation.span.map(|span| source.place(span)),
        ..Execution::default()
    }
}

/// The decisions of a search, except for what calls return that the witness is about.
struct Overruled<'p> {
    guided: Guided,
    answers: Answers<'p>,
}

impl Choices for Overruled<'_> {
    fn input(&mut self, provenance: &Provenance, sort: Sort) -> Term {
        let decision = self.guided.input(provenance, sort);
        self.answers.answer(provenance, sort).unwrap_or(decision)
    }

    fn arbitrary(&mut self, provenance: Option<&Provenance>, sort: Sort) -> Option<Term> {
        self.guided.arbitrary(provenance, sort)
    }

    fn element(&mut self, sort: Sort) -> Term {
        self.guided.element(sort)
    }

    fn branch(&mut self, enabled: usize) -> usize {
        self.guided.branch(enabled)
    }
}

/// What a call returns.
struct Answer {
    /// The file that follows the witness.
    file: FileId,
    /// Where the call starts in the file as it was.
    call: u32,
    value: Term,
}

fn answer(following: &Following, waypoint: &Waypoint) -> Option<Answer> {
    if waypoint.kind != WaypointKind::FunctionReturn {
        return None;
    }
    let (left, right) = waypoint.constraint.as_ref()?.split_once("==")?;
    let value = match (left.trim(), right.trim()) {
        ("\\result", value) | (value, "\\result") => number(value)?,
        _ => return None,
    };
    following.followers.iter().find_map(|follower| {
        let call = follower.call_of(waypoint)?;
        Some(Answer { file: follower.file, call, value })
    })
}

/// The number that a constant of C stands for.
fn number(text: &str) -> Option<Term> {
    let text = text.trim();
    if let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        return number(inner);
    }
    if let Some((left, right)) = text.rsplit_once(" - ") {
        return Some(mk::sub(number(left)?, number(right)?));
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits.trim()),
        None => (1, text),
    };
    let (radix, digits) = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => (16, digits),
        None => (10, digits),
    };
    let whole = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    if let Some(value) = BigInt::parse_bytes(whole.as_bytes(), radix) {
        return Some(mk::int(value * sign));
    }
    let value: f64 = digits.trim_end_matches(['f', 'F', 'l', 'L']).parse().ok()?;
    Some(mk::real(BigRational::from_float(value * f64::from(sign))?))
}

struct Answers<'p> {
    following: &'p Following,
    answers: VecDeque<Answer>,
    /// Which allocation is the one whose loss is looked for, counted from 1; none if it is 0.
    watched: usize,
    /// How many could have been it.
    asked: Rc<Cell<usize>>,
}

impl Answers<'_> {
    /// What the witness says that this call returns.
    fn answer(&mut self, provenance: &Provenance, sort: Sort) -> Option<Term> {
        let place = provenance.span.and_then(|span| {
            let follower = self.following.followers.iter().find(|follower| follower.file == span.file)?;
            Some((span.file, follower.instrumented.original(span.start)))
        });
        let answer = self.answers.front().filter(|answer| place == Some((answer.file, answer.call)))?;
        let value = converted(answer.value, sort);
        self.answers.pop_front();
        Some(value)
    }
}

impl Choices for Answers<'_> {
    fn input(&mut self, provenance: &Provenance, sort: Sort) -> Term {
        self.answer(provenance, sort).unwrap_or_else(|| default_value(sort))
    }

    fn arbitrary(&mut self, _: Option<&Provenance>, sort: Sort) -> Option<Term> {
        // Truth values are arbitrary nowhere else.
        if sort != Sort::Bool {
            return None;
        }
        self.asked.set(self.asked.get() + 1);
        Some(mk::bool(self.asked.get() == self.watched))
    }

    fn branch(&mut self, _: usize) -> usize {
        0
    }
}
