//! Which values of an execution matter: those that reach a condition that it passes later.

use std::collections::BTreeSet;

use executions::recording::{Event, Frame, Kind, Recording};
use program::Statement;
use rustc_hash::FxHashSet;
use term::Term;

/// A variable of a frame; globals belong to none.
pub type Cell = (Option<Frame>, Term);

/// Which variables of an execution belong to frames.
pub struct Variables {
    /// `None` if all variables are global, because calls have been inlined.
    globals: Option<FxHashSet<Term>>,
}

impl Variables {
    /// Those of a recording.
    pub fn of(globals: &[Term], recording: &Recording) -> Variables {
        let globals = || globals.iter().copied().collect();
        Variables { globals: (!recording.is_inlined).then(globals) }
    }

    /// A variable that an event in a frame is about.
    pub fn cell(&self, frame: Frame, variable: Term) -> Cell {
        let is_local = self.globals.as_ref().is_some_and(|globals| !globals.contains(&variable));
        (is_local.then_some(frame), variable)
    }
}

/// The variables of each step whose new values matter later.
pub fn relevant_changes(globals: &[Term], recording: &Recording) -> Vec<BTreeSet<Term>> {
    let variables = Variables::of(globals, recording);
    let mut live: FxHashSet<Cell> = FxHashSet::default();
    let mut result = vec![BTreeSet::new(); recording.events.len()];
    for (position, event) in recording.events.iter().enumerate().rev() {
        let cell = |variable: &Term| variables.cell(event.frame, *variable);
        match (&event.statement, &event.kind) {
            (Statement::Assume(condition), _) if !is_range(&recording.events, position, *condition) => {
                live.extend(condition.free_variables().iter().map(cell));
            }
            (Statement::Assign(pairs), _) => {
                let written: Vec<&(Term, Term)> =
                    pairs.iter().filter(|(variable, _)| live.remove(&cell(variable))).collect();
                result[position].extend(written.iter().map(|(variable, _)| *variable));
                live.extend(written.iter().flat_map(|(_, value)| value.free_variables()).map(cell));
            }
            (Statement::Havoc(havoced), _) => {
                result[position].extend(havoced.iter().filter(|variable| live.remove(&cell(variable))));
            }
            (Statement::Call(call), Kind::Call(callee, parameters)) => {
                for (parameter, argument) in parameters.iter().zip(&call.arguments) {
                    if live.remove(&(Some(*callee), *parameter)) {
                        result[position].insert(*parameter);
                        live.extend(argument.free_variables().iter().map(cell));
                    }
                }
            }
            (Statement::Call(call), Kind::Return(callee, results)) => {
                for (variable, formal) in call.results.iter().zip(results) {
                    if live.remove(&cell(variable)) {
                        result[position].insert(*variable);
                        live.insert((Some(*callee), *formal));
                    }
                }
            }
            _ => {}
        }
    }
    result
}

/// Whether a condition only says that an arbitrary value is one of its type.
fn is_range(events: &[Event], position: usize, condition: Term) -> bool {
    let Some(previous) = position.checked_sub(1).map(|before| &events[before]) else { return false };
    let Statement::Havoc(variables) = &previous.statement else { return false };
    condition.free_variables().iter().all(|variable| variables.contains(variable))
}
