//! Block encodings agree with the statements they are made of.
//!
//! For random graphs: a model of a path of statements extends to a model of the
//! blocks that the path runs through, with the same initial and final values, and
//! a model of a trace of blocks names edges that are a path of the graph whose
//! formula has the same initial and final values.

mod graphs;

use std::cell::RefCell;

use graphs::{graphs, paths_to_targets, variables};
use program::{
    BlockEncoding, BlockId, BlockProgram, Cfg, EdgeId, Trace, at, edge_formulas, encode_blocks,
    verify_blocks, verify_cfg,
};
use proptest::prelude::*;
use smt::{CheckResult, Limits, Solver, SolverOptions, Z3Solver};
use term::{Model, Term, build as mk};

const ENCODINGS: [BlockEncoding; 3] =
    [BlockEncoding::Statement, BlockEncoding::Sequence, BlockEncoding::LoopFree];

/// Initial and final values of the variables.
type Ends = Vec<(Term, Term)>;

thread_local! {
    static SOLVER: RefCell<Z3Solver> =
        RefCell::new(Z3Solver::new(&SolverOptions::default()).expect("Z3 is there"));
}

fn model_of(formula: Term) -> Option<Model> {
    SOLVER.with_borrow_mut(|solver| {
        solver.push();
        solver.assert(formula);
        let model = match solver.check(&[], Limits::default()) {
            CheckResult::Sat => Some(solver.model().expect("a model")),
            CheckResult::Unsat => None,
            CheckResult::Unknown(reason) => panic!("{reason:?}"),
        };
        solver.pop(1);
        model
    })
}

fn value(model: &Model, variable: Term) -> Term {
    model.get(variable).unwrap_or_else(|| term::model::default_value(variable.sort()))
}

/// The last index of a variable on a path of edges.
fn last_index(cfg: &Cfg, edges: &[EdgeId], variable: Term) -> u32 {
    let writes = |edge: &EdgeId| cfg.edges[*edge].statement.modified().contains(&variable);
    edges.iter().rposition(writes).map_or(0, |position| position as u32 + 1)
}

fn pin(ends: &Ends, last: impl Fn(Term) -> u32) -> Term {
    let equal = |(v, (first, end)): (Term, (Term, Term))| {
        mk::and2(mk::eq(at(v, 0), first), mk::eq(at(v, last(v)), end))
    };
    mk::and(variables().into_iter().zip(ends.iter().copied()).map(equal))
}

fn ends_in(model: &Model, last: impl Fn(Term) -> u32) -> Ends {
    variables().iter().map(|v| (value(model, at(*v, 0)), value(model, at(*v, last(*v))))).collect()
}

/// The traces of blocks that may run through a path of edges.
fn traces_along(program: &BlockProgram, path: &[EdgeId]) -> Vec<Trace> {
    let mut found = Vec::new();
    let mut work: Vec<(usize, Vec<BlockId>)> = vec![(0, Vec::new())];
    while let Some((position, blocks)) = work.pop() {
        if position == path.len() {
            found.push(Trace { blocks });
            continue;
        }
        let location = program.cfg.edges[path[position]].source;
        for &id in &program.outgoing[location] {
            let block = &program.blocks[id];
            let all = block.all_edges();
            // The block ends where the path first meets its destination: it has no cycle inside.
            let end = (position..path.len())
                .take_while(|&i| all.contains(&path[i]))
                .find(|&i| program.cfg.edges[path[i]].destination == block.destination);
            if let Some(end) = end {
                work.push((end + 1, blocks.iter().copied().chain([id]).collect()));
            }
        }
    }
    found
}

/// Every feasible path of statements is a feasible trace of blocks.
fn check_paths(program: &BlockProgram, path: &[EdgeId]) {
    let cfg = &program.cfg;
    let Some(model) = model_of(mk::and(edge_formulas(cfg, path))) else { return };
    let ends = ends_in(&model, |v| last_index(cfg, path, v));
    let accepts = |trace: &Trace| {
        let formula = trace.formula(program);
        let pinned = pin(&ends, |v| formula.index(v, trace.len()));
        model_of(mk::and2(formula.conjunction(), pinned)).is_some()
    };
    let traces = traces_along(program, path);
    assert!(traces.iter().any(accepts), "no trace for {path:?} with {ends:?} in\n{program}");
}

/// Every feasible trace of blocks is a feasible path of statements.
fn check_trace(program: &BlockProgram, trace: &Trace) {
    let cfg = &program.cfg;
    let formula = trace.formula(program);
    let Some(model) = model_of(formula.conjunction()) else { return };
    let edges = trace.edges(program, &model);
    assert_eq!(cfg.edges[edges[0]].source, cfg.entry);
    for pair in edges.windows(2) {
        assert_eq!(cfg.edges[pair[0]].destination, cfg.edges[pair[1]].source, "{edges:?} in\n{program}");
    }
    assert_eq!(cfg.edges[edges[edges.len() - 1]].destination, trace.location(program, trace.len()));
    let ends = ends_in(&model, |v| formula.index(v, trace.len()));
    let pinned = pin(&ends, |v| last_index(cfg, &edges, v));
    let path = mk::and2(mk::and(edge_formulas(cfg, &edges)), pinned);
    assert!(model_of(path).is_some(), "{edges:?} with {ends:?} is no path of\n{program}");
}

/// Traces of blocks from the entry to targets, up to a length and a number.
fn traces(program: &BlockProgram, length: usize, count: usize) -> Vec<Trace> {
    let mut found = Vec::new();
    let mut work = vec![(program.cfg.entry, Vec::new())];
    while let Some((location, blocks)) = work.pop() {
        if found.len() == count {
            break;
        }
        if program.target(location).is_some() {
            found.push(Trace { blocks });
        } else if blocks.len() < length {
            for &id in &program.outgoing[location] {
                let longer: Vec<BlockId> = blocks.iter().copied().chain([id]).collect();
                work.push((program.blocks[id].destination, longer));
            }
        }
    }
    found
}

fn check_encodings(cfg: &Cfg) {
    assert_eq!(verify_cfg(cfg), Ok(()));
    let paths = paths_to_targets(cfg, 7, 12);
    for encoding in ENCODINGS {
        let program = encode_blocks(cfg, encoding);
        assert_eq!(verify_blocks(&program), Ok(()), "{program}");
        paths.iter().for_each(|path| check_paths(&program, path));
        traces(&program, 5, 12).iter().for_each(|trace| check_trace(&program, trace));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn loop_free_graphs(raw in graphs(8, 16, false)) {
        check_encodings(&raw.build());
    }

    #[test]
    fn graphs_with_loops(raw in graphs(7, 14, true)) {
        check_encodings(&raw.build());
    }

    /// Loop-free code between the entry and its targets becomes few blocks.
    #[test]
    fn larger_encodings_have_fewer_blocks(raw in graphs(8, 16, true)) {
        let cfg = raw.build();
        let [statements, sequences, loop_free] = ENCODINGS.map(|e| encode_blocks(&cfg, e).blocks.len());
        prop_assert!(loop_free <= sequences && sequences <= statements);
    }
}
