//! Where executions begin: at the entry of a procedure, or where their paths may part.
//!
//! Whatever a program does before its path depends on a decision is the same in all executions that make the same
//! decisions until then: globals get their initial values, and tables are filled. An executor that executes a program many
//! times remembers the state there ([`Executor::keep_start`]) and goes on from it. Arrays are shared until somebody writes
//! into them.

use base::index::Idx;
use program::ProcedureId;
use term::{Model, Term};

use super::choices::Choices;
use super::procedure::default_of;
use super::shadow::{Decided, Shadow};
use super::trail::Trail;
use super::value::Value;
use super::{Ending, Execution, Executor, Frame, Stop, determined};

/// A state before the path depends on a decision.
pub struct Snapshot {
    entry: ProcedureId,
    frames: Vec<Frame>,
    execution: Execution,
    globals: Vec<Value>,
    locals: Vec<Value>,
    shadows: ShadowSnapshot,
}

/// The shadows of such a state.
struct ShadowSnapshot {
    globals: Vec<Shadow>,
    locals: Vec<Shadow>,
    decided: Decided,
    trail: Trail,
}

impl<'p> Executor<'p> {
    /// Lets later executions from an entry begin where the last one, which had a trail, came to its first constraint, if
    /// they make the same decisions until then. Their steps count from the entry; the edges that they took, from there.
    ///
    /// `choices` must make the decisions of the last execution again.
    pub fn keep_start(&mut self, entry: ProcedureId, choices: Box<dyn Choices + 'p>) {
        let constrained = self.state.shadows.as_ref().and_then(|shadows| shadows.trail.first_constrained);
        let Some(steps) = constrained.filter(|_| self.snapshot.is_none() && !self.is_determined) else {
            return;
        };
        self.set_choices(choices);
        self.pause = steps;
        self.run(entry, u64::MAX);
        self.pause = u64::MAX;
        let Some(shadows) = &self.state.shadows else { return };
        if self.execution.steps != steps || !shadows.trail.constraints.is_empty() {
            return;
        }
        self.snapshot = Some(Box::new(Snapshot {
            entry,
            frames: self.frames.clone(),
            execution: self.execution.clone(),
            globals: self.state.globals.clone(),
            locals: self.state.locals.clone(),
            shadows: ShadowSnapshot {
                globals: shadows.globals.clone(),
                locals: shadows.locals.clone(),
                decided: shadows.decided.clone(),
                trail: shadows.trail.clone(),
            },
        }));
    }

    /// The steps before the state in which executions can begin.
    pub fn steps_at_start(&self) -> u64 {
        self.snapshot.as_ref().map_or(0, |start| start.execution.steps)
    }

    /// Begins an execution.
    pub(super) fn begin(&mut self, entry: ProcedureId) -> Result<(), Stop> {
        let Some(start) = self.snapshot.take() else { return self.begin_at_entry(entry) };
        let begun = match start.entry == entry && self.choices.makes(&start.shadows.trail.decisions) {
            true => {
                self.resume(&start);
                Ok(())
            }
            false => self.begin_at_entry(entry),
        };
        self.snapshot = Some(start);
        begun
    }

    fn begin_at_entry(&mut self, entry: ProcedureId) -> Result<(), Stop> {
        self.begun = 0;
        self.restart();
        self.check_axioms().and_then(|()| self.enter(entry.index(), None))
    }

    fn resume(&mut self, start: &Snapshot) {
        self.execution = start.execution.clone();
        self.begun = self.execution.steps;
        self.frames.clone_from(&start.frames);
        self.state.globals.clone_from(&start.globals);
        self.state.locals.clone_from(&start.locals);
        if let Some(shadows) = &mut self.state.shadows {
            shadows.globals.clone_from(&start.shadows.globals);
            shadows.locals.clone_from(&start.shadows.locals);
            shadows.decided.clone_from(&start.shadows.decided);
            shadows.trail.restart_from(&start.shadows.trail);
        }
    }

    /// Forgets the last execution.
    fn restart(&mut self) {
        self.execution = Execution::start();
        self.frames.clear();
        self.state.locals.clear();
        self.state.globals = Vec::with_capacity(self.program.globals.len());
        let mut is_known = Vec::with_capacity(self.program.globals.len());
        for global in &self.program.globals {
            let known = self.choices.initial(*global).and_then(Value::from_term);
            is_known.push(known.is_some());
            let value = known.unwrap_or_else(|| self.arbitrary(*global));
            self.state.globals.push(value);
        }
        if let Some(shadows) = &mut self.state.shadows {
            shadows.trail.restart();
            shadows.locals.clear();
            shadows.decided = Decided::default();
            // Axioms speak of arrays as a whole.
            let is_open = self.program.axioms.is_empty();
            let shadow = |(global, is_known): (&Term, &bool)| match is_open && !is_known {
                true => Shadow::open(global.sort(), None),
                false => Shadow::None,
            };
            shadows.globals = self.program.globals.iter().zip(&is_known).map(shadow).collect();
            if self.is_determined {
                let values = &self.state.globals;
                determined::open_numbers(
                    &self.program.globals,
                    values,
                    &mut shadows.globals,
                    &mut shadows.trail,
                );
            }
            if self.log.is_some() {
                self.initial = shadows.globals.clone();
            }
        }
    }

    fn arbitrary(&mut self, variable: Term) -> Value {
        let chosen = self.choices.arbitrary(None, variable.sort());
        chosen.and_then(Value::from_term).unwrap_or_else(|| default_of(variable.sort()))
    }

    fn check_axioms(&mut self) -> Result<(), Stop> {
        let mut model = Model::default();
        for (global, value) in self.program.globals.iter().zip(&self.state.globals) {
            if self.program.axioms.iter().any(|axiom| axiom.has_free(*global)) {
                model.insert(*global, value.to_term(global.sort()));
            }
        }
        for axiom in &self.program.axioms {
            match model.eval_bool(*axiom) {
                Some(true) => {}
                Some(false) => return Err(Ending::Undetermined("the values chosen violate an axiom".into())),
                None => self.execution.has_unchecked_axioms = true,
            }
        }
        Ok(())
    }
}
