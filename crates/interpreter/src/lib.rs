//! Executing a core program concretely, by evaluating terms.
//!
//! Procedures are compiled when they are called for the first time ([`procedure`], [`compile`]); calls have a stack of
//! frames, so recursion is no problem. What the program leaves open (inputs, variables that were never written,
//! several enabled edges) is decided by [`Choices`]; what SMT-LIB leaves open (`x div 0`) is zero. An execution is one
//! that the program has, and it is one of the modelled program only if it passed no over-approximation
//! ([`Execution::overapproximation`]).
//!
//! ```
//! use interpreter::{Ending, Executor, Given};
//!
//! let program = program::read_program(
//!     "entry main
//!      procedure main() returns (r: Int) {
//!        start L0
//!        exit L1
//!        L0 -> L2 input \"read\": havoc r
//!        L2 -> L1: r := (* r r)
//!      }",
//! )?;
//! let mut executor = Executor::new(&program, Box::new(Given::new([term::build::int(-7)])));
//! let execution = executor.run(program.entries[0], u64::MAX);
//! assert_eq!(execution.ending, Ending::Finished);
//! assert_eq!(execution.results, [term::build::int(49)]);
//! # Ok::<(), term::parse::ParseError>(())
//! ```

mod choices;
mod compile;
mod determined;
mod elements;
mod float;
mod frames;
mod noting;
mod observe;
mod operation;
mod prefix;
mod procedure;
mod shadow;
mod snapshot;
mod state;
mod trail;
mod update;
mod value;

use std::rc::Rc;

use base::index::Idx;
use rustc_hash::FxHashMap;
use term::{Sort, Term, model::default_value};

pub use self::choices::{Choices, Given, Random, converted};
pub use self::determined::is_left_open;
pub use self::elements::Element;
pub use self::observe::{ElementWrite, Observer, Step};
pub use self::prefix::{Chosen, Start};
use self::procedure::{Action, Assignment, EdgeCode, Jump, LocationCode, ProcedureCode, default_of};
use self::shadow::Shadow;
use self::snapshot::Snapshot;
use self::state::State;
pub use self::state::evaluate;
pub use self::trail::{Alternative, Constraint, Decision, Place, Trail};
use self::value::Value;
use program::{CoreProgram, Limit, LocationId, ProcedureId, Target, Violation};

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// At the exit of the entry procedure.
    Finished,
    /// In a violation.
    Violated(Violation),
    /// Where the model ends.
    Limit(Limit),
    /// No edge is enabled: an assumption does not hold.
    Stuck,
    /// After the allowed number of steps, or where it is certain that nothing will ever happen.
    StepLimit,
    /// The calls were nested too deeply.
    StackLimit,
    /// A formula has no value that could be computed.
    Undetermined(Rc<str>),
}

/// An execution.
#[derive(Clone, Debug)]
pub struct Execution {
    /// How it ended.
    pub ending: Ending,
    /// How many edges it took.
    pub steps: u64,
    /// The inputs in order: who returned them, and their values.
    pub inputs: Vec<(Rc<str>, Term)>,
    /// The values of the entry's results, if it finished.
    pub results: Vec<Term>,
    /// Where it ended.
    pub place: (ProcedureId, LocationId),
    /// Where several edges were enabled for the first time.
    pub choice: Option<(ProcedureId, LocationId)>,
    /// Why the first edge that allows more than the program does was taken, if any was.
    pub overapproximation: Option<Rc<str>>,
    /// Whether axioms were taken for granted because they have quantifiers.
    pub has_unchecked_axioms: bool,
}

impl Execution {
    /// Before the first step.
    fn start() -> Execution {
        Execution {
            ending: Ending::Finished,
            steps: 0,
            inputs: Vec::new(),
            results: Vec::new(),
            place: (ProcedureId::from_usize(0), LocationId::from_usize(0)),
            choice: None,
            overapproximation: None,
            has_unchecked_axioms: false,
        }
    }
}

/// Calls are nested at most so deeply.
const MAX_FRAMES: usize = 1_000_000;

/// Executes a program.
pub struct Executor<'p> {
    program: &'p CoreProgram,
    choices: Box<dyn Choices + 'p>,
    observer: Option<Observer<'p>>,
    /// The observer is not told of so many steps at the start.
    unobserved: u64,
    /// The elements that the current statement wrote, if somebody is told of it.
    writes: Vec<ElementWrite>,
    positions: FxHashMap<Term, u32>,
    procedures: Vec<Option<Rc<ProcedureCode>>>,
    state: State,
    frames: Vec<Frame>,
    execution: Execution,
    /// Whether the execution ends as soon as it depends on a decision.
    is_determined: bool,
    /// Whether procedures may read what they have not written, as far as that was asked.
    reads_unwritten: FxHashMap<usize, bool>,
    /// What is noted of how the execution starts, if somebody wants to know.
    log: Option<Box<prefix::Log>>,
    /// The shadows of the globals at first, if somebody wants to know.
    initial: Vec<Shadow>,
    /// Where executions begin, if that is not the entry.
    snapshot: Option<Box<Snapshot>>,
    /// The execution ends after so many steps, before it does anything else.
    pause: u64,
    /// The steps that had been taken where the execution began.
    begun: u64,
}

/// A procedure that is being executed.
#[derive(Clone)]
struct Frame {
    procedure: usize,
    code: Rc<ProcedureCode>,
    /// Where its variables start.
    base: usize,
    location: LocationId,
    /// The edge of the call in the caller, as location and position.
    call: Option<(LocationId, usize)>,
    /// A number for this call and all around it.
    calls: u32,
}

/// Why an execution cannot go on.
type Stop = Ending;

impl<'p> Executor<'p> {
    /// An executor that has not started yet.
    pub fn new(program: &'p CoreProgram, choices: Box<dyn Choices + 'p>) -> Executor<'p> {
        let positions = program.globals.iter().enumerate().map(|(i, global)| (*global, i as u32)).collect();
        Executor {
            program,
            choices,
            observer: None,
            unobserved: 0,
            writes: Vec::new(),
            positions,
            procedures: vec![None; program.procedures.len()],
            state: State::default(),
            frames: Vec::new(),
            execution: Execution::start(),
            is_determined: false,
            reads_unwritten: FxHashMap::default(),
            log: None,
            initial: Vec::new(),
            snapshot: None,
            pause: u64::MAX,
            begun: 0,
        }
    }

    /// Tells somebody of every step.
    pub fn with_observer(mut self, observer: Observer<'p>) -> Executor<'p> {
        self.observer = Some(observer);
        self
    }

    /// The observer is not told of the first steps.
    pub fn observed_from(mut self, steps: u64) -> Executor<'p> {
        self.unobserved = steps;
        self
    }

    /// Remembers how executions depend on what the program leaves open. Arrays that nothing is known of are decided
    /// element by element then, so that an execution is repeated only by an executor that does the same.
    pub fn with_trail(mut self) -> Executor<'p> {
        self.state.shadows = Some(Box::default());
        self
    }

    /// What the last execution depends on, if that is remembered.
    pub fn trail(&self) -> Option<&Trail> {
        self.state.shadows.as_ref().map(|shadows| &shadows.trail)
    }

    /// The steps of the last execution that were its own: those before it began where others begin are not.
    pub fn own_steps(&self) -> u64 {
        self.execution.steps - self.begun
    }

    /// Lets somebody else decide from now on.
    pub fn set_choices(&mut self, choices: Box<dyn Choices + 'p>) {
        self.choices = choices;
    }

    #[inline]
    fn is_observed(&self) -> bool {
        self.observer.is_some() && self.execution.steps >= self.unobserved
    }

    /// Executes a procedure from the start, at most `step_limit` edges.
    pub fn run(&mut self, entry: ProcedureId, step_limit: u64) -> Execution {
        let ending = match self.begin(entry) {
            Ok(()) => self.proceed(step_limit),
            Err(stop) => stop,
        };
        if let Some(frame) = self.frames.last() {
            self.execution.place = (ProcedureId::from_usize(frame.procedure), frame.location);
        }
        if ending == Ending::Finished {
            let procedure = &self.program.procedures[entry];
            let results = procedure.results.iter().zip(&self.state.locals[procedure.parameters.len()..]);
            self.execution.results = results.map(|(result, value)| value.to_term(result.sort())).collect();
        }
        // The last condition, at which the execution got stuck or ended, counts as well.
        self.execution.ending = match self.is_determined.then(|| self.insist()) {
            Some(Err(undetermined)) => undetermined,
            _ => ending,
        };
        self.execution.clone()
    }

    /// The value of a global variable now.
    pub fn global(&self, variable: Term) -> Option<Term> {
        let position = *self.positions.get(&variable)? as usize;
        Some(self.state.globals.get(position)?.to_term(variable.sort()))
    }

    fn code(&mut self, procedure: usize) -> Rc<ProcedureCode> {
        if let Some(code) = &self.procedures[procedure] {
            return code.clone();
        }
        let id = ProcedureId::from_usize(procedure);
        let code = Rc::new(procedure::compile(&self.program.procedures[id], &self.positions));
        self.procedures[procedure] = Some(code.clone());
        if self.state.temporaries.len() < code.temporaries {
            self.state.temporaries.resize(code.temporaries, Value::Word(0));
        }
        if let Some(shadows) = &mut self.state.shadows {
            shadows.temporaries.resize(self.state.temporaries.len(), Shadow::None);
        }
        code
    }

    /// Goes on until something ends the execution.
    fn proceed(&mut self, step_limit: u64) -> Ending {
        loop {
            let frame = self.frames.last().expect("the entry's frame stays");
            let (code, location, base) = (frame.code.clone(), frame.location, frame.base);
            // Stays in this frame as long as possible.
            let stop = self.proceed_in(&code, location, base, step_limit);
            match stop {
                Ok(()) => {}
                Err(ending) => return ending,
            }
        }
    }

    /// Executes the frame on top until another one is there.
    fn proceed_in(
        &mut self,
        code: &ProcedureCode,
        mut location: LocationId,
        base: usize,
        step_limit: u64,
    ) -> Result<(), Stop> {
        loop {
            if self.execution.steps >= self.pause {
                return Err(Ending::StepLimit);
            }
            let jump = match &code.locations[location] {
                LocationCode::Exit => return self.leave(location),
                LocationCode::Endless => {
                    self.top().location = location;
                    return Err(Ending::StepLimit);
                }
                LocationCode::Target(target) => {
                    self.top().location = location;
                    return Err(match target {
                        Target::Violation(violation) => Ending::Violated(violation.clone()),
                        Target::Limit(why) => Ending::Limit(why.clone()),
                    });
                }
                LocationCode::Branch(branch) => {
                    self.state.compute(&branch.code, code, base, &mut *self.choices)?;
                    let holds = self.state.read(branch.condition, code, base).is_true();
                    if self.state.shadows.is_some() {
                        self.note_branch(branch, holds, base);
                    }
                    self.state.clear(&branch.code);
                    branch.edges[usize::from(!holds)]
                }
                LocationCode::Edges(edges) => {
                    let position = match self.choose(edges, code, base, location) {
                        Ok(position) => position,
                        Err(stop) => {
                            self.top().location = location;
                            return Err(stop);
                        }
                    };
                    let edge = &edges[position];
                    if let Action::Call { procedure, arguments, .. } = &edge.action {
                        self.top().location = location;
                        self.count(edge.jump, step_limit)?;
                        if edge.jump.is_overapproximation {
                            self.note_approximate(edge.jump);
                        }
                        self.call(edge, *procedure, arguments, (location, position), code, base)?;
                        self.tell_call(edge.jump, *procedure);
                        return Ok(());
                    }
                    self.perform(edge, code, base)?;
                    if edge.jump.is_overapproximation {
                        self.shade_approximation(edge, code, base);
                    }
                    edge.jump
                }
            };
            self.top().location = location;
            self.count(jump, step_limit)?;
            if self.is_observed() {
                self.tell(jump);
            }
            location = jump.destination;
            self.top().location = location;
        }
    }

    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the entry's frame stays")
    }

    /// Notes that an edge is taken.
    #[inline]
    fn count(&mut self, jump: Jump, step_limit: u64) -> Result<(), Stop> {
        if self.execution.steps >= step_limit {
            return Err(Ending::StepLimit);
        }
        self.execution.steps += 1;
        if self.is_determined {
            self.insist()?;
            if let Some(log) = &mut self.log {
                log.count(jump.id, self.execution.steps);
            }
        } else if self.state.shadows.is_some() {
            self.note_taken(jump)?;
        }
        if jump.is_overapproximation && self.execution.overapproximation.is_none() {
            let procedure = ProcedureId::from_usize(self.top().procedure);
            let edge = &self.program.procedures[procedure].edges[jump.id];
            self.execution.overapproximation = edge.provenance.overapproximation.clone();
        }
        Ok(())
    }

    /// The position of the edge that is taken.
    fn choose(
        &mut self,
        edges: &[EdgeCode],
        code: &ProcedureCode,
        base: usize,
        location: LocationId,
    ) -> Result<usize, Stop> {
        if let [EdgeCode { action: Action::Assign(_) | Action::Call { .. } | Action::Havoc(..), .. }] = edges
        {
            return Ok(0);
        }
        let mut enabled = Vec::new();
        let mut conditions = Vec::new();
        for (position, edge) in edges.iter().enumerate() {
            let is_enabled = match &edge.action {
                Action::Assume(condition) => {
                    self.state.compute(&edge.code, code, base, &mut *self.choices)?;
                    let holds = self.state.read(*condition, code, base).is_true();
                    if let Some(shadows) = &self.state.shadows {
                        conditions.push((position, shadows.read(*condition, base).term()));
                    }
                    self.state.clear(&edge.code);
                    holds
                }
                _ => true,
            };
            if is_enabled {
                enabled.push(position);
            }
        }
        let chosen = match enabled.as_slice() {
            [] => None,
            &[position] => Some(position),
            positions => {
                let procedure = ProcedureId::from_usize(self.top().procedure);
                self.execution.choice.get_or_insert((procedure, location));
                let chosen = self.choices.branch(positions.len());
                Some(positions[chosen.min(positions.len() - 1)])
            }
        };
        if self.state.shadows.is_some() {
            let before = self.trail().map_or(0, |trail| trail.constraints.len());
            self.note_choice(edges, &conditions, &enabled, chosen);
            if edges.len() == 1 && chosen.is_some() {
                self.accept(before);
            }
        }
        chosen.ok_or(Ending::Stuck)
    }

    /// Does what an edge that is no call does.
    fn perform(&mut self, edge: &EdgeCode, code: &ProcedureCode, base: usize) -> Result<(), Stop> {
        match &edge.action {
            Action::Assume(_) | Action::Call { .. } => {}
            Action::Assign(assignments) => {
                self.state.compute(&edge.code, code, base, &mut *self.choices)?;
                for assignment in assignments {
                    match assignment {
                        Assignment::Move(place, operand) => {
                            let value = self.state.read(*operand, code, base).clone();
                            *self.state.place(*place, base) = value;
                            if let Some(shadows) = &mut self.state.shadows {
                                *shadows.place(*place, base) = shadows.read(*operand, base);
                            }
                        }
                        Assignment::Update(place, writes) => {
                            if self.is_observed() {
                                self.note_writes(*place, writes, code, base);
                            }
                            self.state.update(*place, writes, code, base);
                        }
                    }
                }
                self.state.clear(&edge.code);
            }
            Action::Havoc(places, provenance) => {
                for (number, (place, sort)) in places.iter().enumerate() {
                    let chosen = match &provenance.input {
                        Some(function) => {
                            let value = self.choices.input(provenance, *sort);
                            self.execution.inputs.push((function.clone(), value));
                            Some(value)
                        }
                        None => self.choices.arbitrary(Some(provenance), *sort),
                    };
                    if let Some(shadows) = &mut self.state.shadows {
                        let why = provenance.overapproximation.as_ref();
                        *shadows.place(*place, base) = match sort {
                            Sort::Array(_) => Shadow::open(*sort, why),
                            sort => {
                                let value = chosen.unwrap_or_else(|| default_value(*sort));
                                Shadow::Scalar(shadows.trail.decide(value, why))
                            }
                        };
                        if let Some(log) = &mut self.log {
                            let procedure = self.frames.last().expect("it is executed").procedure;
                            let procedure = &self.program.procedures[ProcedureId::from_usize(procedure)];
                            let variable = procedure.edges[edge.jump.id].statement.modified()[number];
                            log.choose(edge.jump.id, variable, shadows.place(*place, base))?;
                        }
                    }
                    let value = chosen.and_then(Value::from_term).unwrap_or_else(|| default_of(*sort));
                    *self.state.place(*place, base) = value;
                }
            }
        }
        Ok(())
    }
}
