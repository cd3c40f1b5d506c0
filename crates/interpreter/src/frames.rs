//! Calls: frames are opened and closed.

use std::hash::{Hash, Hasher};

use base::index::Idx;
use program::{LocationId, ProcedureId};
use rustc_hash::FxHasher;
use term::Term;

use super::compile::Operand;
use super::procedure::{Action, EdgeCode, LocationCode, ProcedureCode};
use super::shadow::Shadow;
use super::value::Value;
use super::{Ending, Executor, Frame, MAX_FRAMES, Stop, determined};

impl Executor<'_> {
    /// Opens a frame, with the values of the arguments on top of the variables if it is a call.
    pub(super) fn enter(&mut self, procedure: usize, call: Option<(LocationId, usize)>) -> Result<(), Stop> {
        if self.frames.len() >= MAX_FRAMES {
            return Err(Ending::StackLimit);
        }
        if self.is_determined && call.is_some() && self.reads_unwritten(procedure) {
            return Err(Ending::Undetermined("a variable may be read before it is written".into()));
        }
        let code = self.code(procedure);
        let given = if call.is_some() {
            self.program.procedures[ProcedureId::from_usize(procedure)].parameters.len()
        } else {
            0
        };
        let base = self.state.locals.len() - given;
        for position in given..code.locals.len() {
            let chosen =
                self.choices.arbitrary(None, code.locals[position].sort()).and_then(Value::from_term);
            self.state.locals.push(chosen.unwrap_or_else(|| code.defaults[position].clone()));
        }
        if let Some(shadows) = &mut self.state.shadows {
            let is_open = self.program.axioms.is_empty();
            let shadow = |local: &Term| if is_open { Shadow::open(local.sort(), None) } else { Shadow::None };
            shadows.locals.extend(code.locals[given..].iter().map(shadow));
            if self.is_determined && call.is_none() {
                let values = &self.state.locals[base..];
                determined::open_numbers(
                    &code.locals,
                    values,
                    &mut shadows.locals[base..],
                    &mut shadows.trail,
                );
            }
        }
        let location = self.program.procedures[ProcedureId::from_usize(procedure)].entry;
        let calls = match (self.frames.last(), call) {
            (Some(caller), Some((location, position))) => {
                let mut hasher = FxHasher::default();
                (caller.calls, caller.procedure, location.index(), position).hash(&mut hasher);
                hasher.finish() as u32
            }
            _ => 0,
        };
        self.frames.push(Frame { procedure, code, base, location, call, calls });
        Ok(())
    }

    pub(super) fn call(
        &mut self,
        edge: &EdgeCode,
        procedure: usize,
        arguments: &[Operand],
        from: (LocationId, usize),
        code: &ProcedureCode,
        base: usize,
    ) -> Result<(), Stop> {
        self.state.compute(&edge.code, code, base, &mut *self.choices)?;
        for argument in arguments {
            let value = self.state.read(*argument, code, base).clone();
            self.state.locals.push(value);
            if let Some(shadows) = &mut self.state.shadows {
                let shadow = shadows.read(*argument, base);
                shadows.locals.push(shadow);
            }
        }
        self.state.clear(&edge.code);
        self.enter(procedure, Some(from))
    }

    /// Closes the frame on top and goes on in the caller.
    pub(super) fn leave(&mut self, exit: LocationId) -> Result<(), Stop> {
        self.top().location = exit;
        if self.frames.len() == 1 {
            return Err(Ending::Finished);
        }
        let Frame { procedure, base, call, .. } = self.frames.pop().expect("there is a callee");
        let (location, position) = call.expect("only the entry is not called");
        let callee = &self.program.procedures[ProcedureId::from_usize(procedure)];
        let first = base + callee.parameters.len();
        let values: Vec<Value> = self.state.locals[first..first + callee.results.len()].to_vec();
        self.state.locals.truncate(base);
        let shadows = match &mut self.state.shadows {
            None => Vec::new(),
            Some(shadows) => {
                let results = shadows.locals[first..first + callee.results.len()].to_vec();
                shadows.locals.truncate(base);
                results
            }
        };
        let caller = self.frames.last().expect("there is a caller");
        let (code, base) = (caller.code.clone(), caller.base);
        let LocationCode::Edges(edges) = &code.locations[location] else {
            unreachable!("calls are edges of their own")
        };
        let EdgeCode { jump, action: Action::Call { results, .. }, .. } = &edges[position] else {
            unreachable!("the edge is a call")
        };
        for (place, value) in results.iter().zip(values) {
            *self.state.place(*place, base) = value;
        }
        if let Some(all) = &mut self.state.shadows {
            for (place, shadow) in results.iter().zip(shadows) {
                *all.place(*place, base) = shadow;
            }
        }
        self.top().location = jump.destination;
        if self.is_observed() {
            self.tell_return(*jump);
        }
        Ok(())
    }
}
