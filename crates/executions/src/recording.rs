//! An execution, recorded step by step, so that it can be told.
//!
//! The steps come from the interpreter, which executes the program as it is; or, if that does not repeat a
//! counterexample, from the graph that the engine saw, in which calls are copied and variables may be missing. Each
//! step belongs to a *frame*, an activation of a procedure; in a graph there is only one.

use std::cell::RefCell;
use std::rc::Rc;

use frontend::Source;
use interpreter::{ElementWrite, Step};
use program::{Cfg, Counterexample, Provenance, Statement};
use rustc_hash::FxHashMap;
use term::{Op, Sort, Term};

use crate::choices::{Confirmed, Recorded};

/// Of longer executions, only so many steps at the end are recorded.
const MAX_STEPS: u64 = 30_000;

/// An activation of a procedure.
pub type Frame = usize;

/// What an event is about.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A statement that is no call.
    Statement,
    /// A call starts, with the callee's frame and parameters.
    Call(Frame, Vec<Term>),
    /// A call returns, with the callee's frame and formal results.
    Return(Frame, Vec<Term>),
}

/// A step of an execution.
#[derive(Clone, Debug)]
pub struct Event {
    /// Whose step it is.
    pub frame: Frame,
    /// What it is.
    pub kind: Kind,
    /// The statement.
    pub statement: Statement,
    /// Where it comes from.
    pub provenance: Provenance,
    /// The variables that it gave a value; of a call, the parameters.
    pub changes: Vec<(Term, Term)>,
    /// The elements of arrays that it wrote.
    pub writes: Vec<ElementWrite>,
}

/// The end of an execution, as long as it is worth telling.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// How many steps come before.
    pub earlier: u64,
    /// The steps.
    pub events: Vec<Event>,
    /// Of each frame, how many frames were open below it.
    pub depths: Vec<usize>,
    /// Whether calls have been inlined, so that all variables are global and there is only one frame.
    pub is_inlined: bool,
}

/// Records an execution that the interpreter has confirmed.
pub fn of_execution(source: &Source, confirmed: &Confirmed) -> Recording {
    let &[entry] = source.program.entries.as_slice() else { return Recording::default() };
    let earlier = confirmed.steps.saturating_sub(MAX_STEPS);
    let recorder =
        Rc::new(RefCell::new(Recorder { source, open: Vec::new(), recording: Recording::default() }));
    let shared = recorder.clone();
    let observer = move |step: &Step<'_>| shared.borrow_mut().step(step);
    let mut executor =
        Recorded::again(confirmed).executor(source).with_observer(Box::new(observer)).observed_from(earlier);
    executor.run(entry, confirmed.steps);
    drop(executor);
    let mut recording = std::mem::take(&mut recorder.borrow_mut().recording);
    recording.earlier = earlier;
    recording
}

struct Recorder<'s> {
    source: &'s Source,
    /// The frames that are open.
    open: Vec<Frame>,
    recording: Recording,
}

impl Recorder<'_> {
    fn open_frame(&mut self) -> Frame {
        self.recording.depths.push(self.open.len());
        let frame = self.recording.depths.len() - 1;
        self.open.push(frame);
        frame
    }

    fn step(&mut self, step: &Step<'_>) {
        // Those that were open before the recording started.
        while self.open.len() <= step.depth {
            self.open_frame();
        }
        let frame = self.open[step.depth];
        let kind = match &step.edge.statement {
            Statement::Call(call) => {
                let callee = &self.source.program.procedures[call.procedure];
                if step.is_return {
                    let returned = match self.open.get(step.depth + 1) {
                        Some(&returned) => returned,
                        None => self.open_frame(),
                    };
                    Kind::Return(returned, callee.results.clone())
                } else {
                    self.open.truncate(step.depth + 1);
                    Kind::Call(self.open_frame(), callee.parameters.clone())
                }
            }
            _ => Kind::Statement,
        };
        if !matches!(kind, Kind::Call(..)) {
            self.open.truncate(step.depth + 1);
        }
        self.recording.events.push(Event {
            frame,
            kind,
            statement: step.edge.statement.clone(),
            provenance: step.edge.provenance.clone(),
            changes: step.changes.clone(),
            writes: step.writes.clone(),
        });
    }
}

/// The execution of a counterexample in its graph; `changes` are the values that each step gave to variables.
pub fn of_counterexample(
    cfg: &Cfg,
    counterexample: &Counterexample,
    changes: &[Vec<(Term, Term)>],
) -> Recording {
    let mut values: FxHashMap<Term, Term> = FxHashMap::default();
    let events = counterexample.edges.iter().enumerate().map(|(position, &edge)| {
        let edge = &cfg.edges[edge];
        let writes = writes_of(&edge.statement, &values);
        let changes = changes.get(position).cloned().unwrap_or_default();
        values.extend(changes.iter().copied());
        let changes = changes.into_iter().filter(|(v, _)| !matches!(v.sort(), Sort::Array(_))).collect();
        Event {
            frame: 0,
            kind: Kind::Statement,
            statement: edge.statement.clone(),
            provenance: edge.provenance.clone(),
            changes,
            writes,
        }
    });
    Recording { earlier: 0, events: events.collect(), depths: vec![0], is_inlined: true }
}

/// The elements that a statement writes, as far as variables and constants tell.
fn writes_of(statement: &Statement, values: &FxHashMap<Term, Term>) -> Vec<ElementWrite> {
    let Statement::Assign(pairs) = statement else { return Vec::new() };
    let value = |term: Term| values.get(&term).copied().unwrap_or(term);
    let is_constant = |term: &Term| term.free_variables().is_empty();
    let write = |&(array, stored): &(Term, Term)| {
        let &[of, index, element] = stored.arguments() else { return None };
        let (index, element) = (value(index), value(element));
        let is_known =
            stored.op() == Op::Store && of == array && is_constant(&index) && is_constant(&element);
        is_known.then(|| ElementWrite { array, path: vec![index], value: element })
    };
    pairs.iter().filter_map(write).collect()
}
