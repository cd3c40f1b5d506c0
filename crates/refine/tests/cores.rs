//! Which core is preferred if a trace is infeasible for several reasons.

use base::Budget;
use base::index::Idx;
use program::{BlockEncoding, BlockId, Trace, encode_blocks, read_cfg};
use refine::{CoreGranularity, Feasibility, FeasibilityChecker};
use smt::{Limits, SolverOptions, Z3Solver};

/// The steps of the core, counted from 1.
fn core_steps(path: &str) -> Vec<usize> {
    let program = encode_blocks(&read_cfg(path).expect("a graph"), BlockEncoding::Statement);
    let trace = Trace { blocks: (0..program.blocks.len()).map(BlockId::from_usize).collect() };
    let solver = Box::new(Z3Solver::new(&SolverOptions::default()).expect("Z3 starts"));
    let mut checker = FeasibilityChecker::new(solver, &program, CoreGranularity::Conjunct, Limits::default());
    match checker.check(&program, &trace, &Budget::unlimited()) {
        Feasibility::Infeasible(core) => core.iter().map(|name| name.step + 1).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_core_without_memory_is_preferred() {
    let path = "
        var x: Int
        var m: (Array Int Int)
        error L5 \"assert\" \"x == 1\"
        L0 -> L1: x := 0
        L1 -> L2: m := (store m 7 1)
        L2 -> L3: assume (= (select m 7) 2)
        L3 -> L4: assume (= (select m 7) x)
        L4 -> L5: assume (= x 1)";
    assert_eq!(core_steps(path), [1, 5]);
}

#[test]
fn memory_is_looked_at_if_it_must_be() {
    let path = "
        var x: Int
        var m: (Array Int Int)
        error L3 \"assert\" \"m[7] == 1\"
        L0 -> L1: x := 7
        L1 -> L2: m := (store m x 1)
        L2 -> L3: assume (not (= (select m 7) 1))";
    assert_eq!(core_steps(path), [1, 2, 3]);
}
