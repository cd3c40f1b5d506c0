//! Proofs and counterexamples as text: what the report shows of them.

use std::collections::BTreeSet;

use base::Idx;
use executions::recording;
use executions::{Arguments, Confirmed, Input};
use frontend::Source;
use program::{Cfg, Counterexample, EdgeId, LocationId, Proof};
use report::{Execution, Invariant, Place, Step, Value};
use term::{Term, build as mk};

use crate::error_path::{self, Stop};
use crate::float_text;
use crate::statement_text;
use crate::{formula, story};

/// The invariants of a proof in the order of the program; those of unreachable locations are left out.
pub fn of_proof(source: &Source, cfg: &Cfg, proof: &Proof) -> Vec<Invariant> {
    let heads: BTreeSet<LocationId> = cfg.loop_heads().into_iter().collect();
    let outgoing = cfg.outgoing();
    let mut invariants = Vec::new();
    for (location, invariant) in proof.summary() {
        if invariant.is_false() || cfg.locations[location].target.is_some() {
            continue;
        }
        let spans = outgoing[location].iter().filter_map(|&edge| cfg.edges[edge].provenance.span);
        invariants.push(Invariant {
            location: format!("L{}", location.index()),
            place: spans.min().map(|span| source.place(span)),
            is_loop_head: heads.contains(&location),
            formula: formula::text(invariant),
        });
    }
    invariants.sort_by_key(|invariant| invariant.place.as_ref().map(|place| (place.line, place.column)));
    invariants
}

/// The execution of a counterexample. `changes` are the variables that each step gave a value.
pub fn of_counterexample(
    source: &Source,
    cfg: &Cfg,
    counterexample: &Counterexample,
    changes: &[Vec<(Term, Term)>],
) -> Execution {
    let needed = read_before_written(cfg, &counterexample.edges);
    let initial = counterexample.initial.iter().filter(|(variable, _)| needed.contains(variable));
    let mut steps = Vec::new();
    for (position, &edge) in counterexample.edges.iter().enumerate() {
        let provenance = &cfg.edges[edge].provenance;
        if cfg.edges[edge].statement.is_skip() && provenance.text.is_empty() {
            continue;
        }
        steps.push(Step {
            place: provenance.span.map(|span| source.place(span)),
            statement: statement_text::of_edge(cfg, edge),
            changes: changes.get(position).map(|changes| values(changes.iter())).unwrap_or_default(),
        });
    }
    let violation = &counterexample.violation;
    let recording = recording::of_counterexample(cfg, counterexample, changes);
    let names = source.names.as_ref();
    let chosen = executions::choices(cfg, counterexample, source.pointer_size);
    let story = names.map(|names| story::tell(source, names, &recording, violation.span)).unwrap_or_default();
    Execution {
        property: violation.property.to_string(),
        message: violation.message.to_string(),
        place: violation.span.map(|span| -> Place { source.place(span) }),
        inputs: input_texts(&chosen.inputs),
        arguments: chosen.arguments.and_then(|arguments| arguments.words()),
        has_callers: source.has_callers(),
        initial: values(initial),
        steps,
        story: story.moments,
        untold: recording.earlier,
        remarks: story.remarks,
    }
}

/// Tells what the interpreter has confirmed, which knows more than the engine: nothing is simplified there. Gives the
/// choices along its path.
pub fn retell(execution: &mut Execution, source: &Source, confirmed: &Confirmed) -> Vec<Stop> {
    let Some(names) = &source.names else { return error_path::of_inputs(&confirmed.inputs) };
    let violation = &confirmed.violation;
    let recording = recording::of_execution(source, confirmed);
    let story = story::tell(source, names, &recording, violation.span);
    execution.message = violation.message.to_string();
    execution.place = violation.span.map(|span| source.place(span));
    execution.inputs = input_texts(&confirmed.inputs);
    execution.has_callers = source.has_callers();
    execution.arguments = confirmed.arguments.as_ref().and_then(Arguments::words);
    (execution.story, execution.remarks, execution.untold) =
        (story.moments, story.remarks, recording.earlier);
    error_path::of_recording(&recording, names, &source.program.globals, &confirmed.inputs)
}

fn input_texts<'i>(inputs: impl IntoIterator<Item = &'i Input>) -> Vec<String> {
    inputs.into_iter().map(|input| input_text(input.value)).collect()
}

/// The values that `havoc` chose, by step: what is known of an execution that was not replayed.
pub fn choices(counterexample: &Counterexample) -> Vec<Vec<(Term, Term)>> {
    let mut changes = vec![Vec::new(); counterexample.edges.len()];
    for &(step, variable, value) in &counterexample.havocs {
        if let Some(changes) = changes.get_mut(step) {
            changes.push((variable, value));
        }
    }
    changes
}

/// An input as `principia run --inputs` takes it: bit-vectors as signed numbers.
fn input_text(value: Term) -> String {
    if value.sort() == term::Sort::Bool {
        // Whether an allocation fails.
        return if value.is_true() { "fails" } else { "succeeds" }.to_string();
    }
    match mk::as_signed_bv(value) {
        Some(number) => number.to_string(),
        None => float_text::as_input(value).unwrap_or_else(|| formula::text(value)),
    }
}

fn values<'v>(pairs: impl Iterator<Item = &'v (Term, Term)>) -> Vec<Value> {
    pairs
        .map(|(variable, value)| Value { name: formula::text(*variable), value: formula::text(*value) })
        .collect()
}

fn read_before_written(cfg: &Cfg, edges: &[EdgeId]) -> BTreeSet<Term> {
    let (mut read, mut written) = (BTreeSet::new(), BTreeSet::new());
    for &edge in edges {
        let statement = &cfg.edges[edge].statement;
        let free = statement.expressions().into_iter().flat_map(|expression| expression.free_variables());
        read.extend(free.filter(|variable| !written.contains(*variable)).copied());
        written.extend(statement.modified());
    }
    read
}
