//! The way of an execution, as far as others need to know it to take the same: what it chose, and what it decided.
//!
//! Inputs and values of variables that were never initialised are choices; all conditions of `if`s and loops follow from
//! them. They are told all the same, because a reader that cannot use some value still knows the branch. Of an execution
//! with too many of them, only the inputs are told: a path that long is better computed than read.

use base::Span;
use executions::Input;
use executions::recording::{Kind, Recording};
use frontend::names::{Names, Notation};
use program::Statement;
use term::Term;

use crate::relevance;

/// Executions with more decisions are told by their inputs.
const MAX_DECISIONS: usize = 300;

/// Something that an execution chose or decided.
#[derive(Clone, Debug)]
pub enum Stop {
    /// A call returned an input.
    Input(Input),
    /// A condition of an `if` or a loop was evaluated.
    Decision {
        /// The statement.
        span: Span,
        /// Whether the condition holds.
        holds: bool,
    },
    /// A variable without an initialiser was declared, and what it happens to hold matters.
    Leftover {
        /// The declaration.
        span: Span,
        /// The variable.
        name: String,
        /// Whether it has a sign.
        is_signed: bool,
        /// What it holds.
        value: Term,
    },
}

/// What inputs alone tell.
pub fn of_inputs(inputs: &[Input]) -> Vec<Stop> {
    inputs.iter().cloned().map(Stop::Input).collect()
}

/// The path of an execution with these inputs.
pub fn of_recording(recording: &Recording, names: &Names, globals: &[Term], inputs: &[Input]) -> Vec<Stop> {
    let decisions = recording.events.iter().filter(|event| event.provenance.decision.is_some()).count();
    if recording.earlier > 0 || decisions > MAX_DECISIONS {
        return of_inputs(inputs);
    }
    let relevant = relevance::relevant_changes(globals, recording);
    let mut inputs = inputs.iter();
    let mut stops = Vec::new();
    for (event, relevant) in recording.events.iter().zip(&relevant) {
        let Some(span) = event.provenance.span.filter(|_| matches!(event.kind, Kind::Statement)) else {
            continue;
        };
        stops.extend(event.provenance.decision.map(|holds| Stop::Decision { span, holds }));
        let Statement::Havoc(variables) = &event.statement else { continue };
        if event.provenance.input.is_some() {
            // One for each variable that holds a part of it.
            stops.extend(inputs.by_ref().take(variables.len()).cloned().map(Stop::Input));
            continue;
        }
        for &(variable, value) in event.changes.iter().filter(|(variable, _)| relevant.contains(variable)) {
            let named = names.variable(variable, recording.is_inlined);
            let Some((name, notation @ (Notation::Signed | Notation::Unsigned))) = named else { continue };
            stops.push(Stop::Leftover { span, name, is_signed: notation == Notation::Signed, value });
        }
    }
    stops
}
