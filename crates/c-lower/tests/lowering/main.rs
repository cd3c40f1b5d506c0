//! Tests of the lowering: C in, core program out. `UPDATE_EXPECT=1` updates the expectations.

mod arithmetic;
mod calls;
#[path = "../common/mod.rs"]
mod common;
mod control;
mod floats;
mod library;
mod objects;
mod safety;

use std::collections::BTreeSet;
use std::fmt::Write;

use c_lower::lower::lower;
use c_lower::options::{Arithmetic, Options};
use c_sema::types::DataModel;
use expect_test::Expect;
use program::{CoreProgram, Edge, LocationId, Procedure};

/// Over bit-vectors, with calls of error functions as violations.
fn bitvectors() -> Options {
    Options::new(DataModel::Lp64, Arithmetic::Bitvector)
}

/// The same over integers.
fn integers() -> Options {
    Options::new(DataModel::Lp64, Arithmetic::Integer)
}

/// The locations that the entry of a procedure reaches.
fn reached(procedure: &Procedure) -> BTreeSet<LocationId> {
    let mut reached = BTreeSet::from([procedure.entry]);
    loop {
        let is_news = |edge: &&Edge| reached.contains(&edge.source) && !reached.contains(&edge.destination);
        match procedure.edges.iter().find(is_news) {
            Some(edge) => reached.insert(edge.destination),
            None => return reached,
        };
    }
}

/// The text of a program without the edges that nothing reaches. An edge that allows too much, or that stands for an
/// input, says so.
fn shown(program: &CoreProgram) -> String {
    let edges_of = |procedure: &Procedure| {
        let reached = reached(procedure);
        procedure.edges.iter().map(|edge| (edge.clone(), reached.contains(&edge.source))).collect::<Vec<_>>()
    };
    // The text has one line for each edge, in this order.
    let mut edges = program.procedures.iter().flat_map(edges_of);
    let mut shown = String::new();
    for line in program.to_string().lines() {
        let is_edge =
            line.starts_with("  ") && line.split(": ").next().is_some_and(|way| way.contains(" -> "));
        if !is_edge {
            let _ = writeln!(shown, "{line}");
            continue;
        }
        let (edge, is_reached) = edges.next().expect("each line of an edge has its edge");
        if !is_reached {
            continue;
        }
        shown += line;
        if let Some(reason) = edge.provenance.overapproximation {
            let _ = write!(shown, "  [flag: {reason}]");
        }
        if let Some(function) = edge.provenance.input {
            let _ = write!(shown, "  [input: {function}]");
        }
        shown.push('\n');
    }
    assert!(edges.next().is_none(), "each edge has its line");
    shown
}

/// The core program of a text, and below it what is assumed and why executions may end early.
#[track_caller]
fn check(options: &Options, text: &str, expected: Expect) {
    let lowered = lower(&common::typed(text), options).unwrap_or_else(|error| panic!("{}", error.message));
    assert_eq!(program::verify(&lowered.program), Ok(()));
    let mut shown = shown(&lowered.program);
    for assumption in &lowered.assumptions {
        let _ = writeln!(shown, "assumption: {assumption}");
    }
    for (_, reason) in &lowered.endings {
        let _ = writeln!(shown, "ends: {reason}");
    }
    expected.assert_eq(&shown);
}

/// Why a text cannot be lowered.
#[track_caller]
fn rejected(text: &str, expected: Expect) {
    match lower(&common::typed(text), &integers()) {
        Ok(lowered) => panic!("it can be lowered:\n{}", lowered.program),
        Err(error) => expected.assert_eq(&error.message),
    }
}
