//! Table 3.2 of the thesis on Newton refinement in CPAchecker: the assertions for the infeasible core that the
//! thesis supposes. (A solver may find another core: `x < 1`, `x := x + 1`, `¬(x < 1)` and `x ≠ 1` are contradictory
//! without `x := 0`, so a run of the tool does not necessarily show this table.)

use base::Budget;
use base::index::Idx;
use logic::{Eliminator, QeConfig};
use program::{BlockEncoding, BlockId, ConjunctName, Trace, encode_blocks, read_cfg};
use refine::newton::Newton;
use refine::{Gate, HoareChecker, InfeasibleTrace, Source, Variant};
use smt::{Limits, SolverOptions, Z3Solver};
use term::print::Infix;

const PATH: &str = "
    var x: Int
    var y: Int
    error L6 \"assert\" \"x == 1\"
    L0 -> L1: x := 0
    L1 -> L2: y := 1
    L2 -> L3: assume (< x 1)
    L3 -> L4: x := (+ x 1)
    L4 -> L5: assume (not (< x 1))
    L5 -> L6: assume (not (= x 1))";

fn solver() -> Box<Z3Solver> {
    Box::new(Z3Solver::new(&SolverOptions::default()).expect("Z3 starts"))
}

/// The assertions of a variant for the core with the given steps, counted from 1 as in the thesis.
fn assertions(variant: &str, core: &[usize]) -> Vec<String> {
    let program = encode_blocks(&read_cfg(PATH).expect("a graph"), BlockEncoding::Statement);
    let trace = Trace { blocks: (0..6).map(BlockId::from_usize).collect() };
    let core: Vec<ConjunctName> =
        core.iter().map(|step| ConjunctName { step: step - 1, conjunct: 0 }).collect();
    let variant: Variant = variant.parse().expect("a variant");
    let mut newton = Newton { variant, eliminator: Eliminator::new(QeConfig::default(), solver()) };
    let mut hoare = HoareChecker::new(solver(), &program, Limits::default());
    let infeasible = InfeasibleTrace { program: &program, trace: &trace, core: Some(&core), returns: 0 };
    let sequences = newton.sequences(&infeasible, &mut Gate::new(&mut hoare, &Budget::unlimited()));
    let sequence = &sequences.expect("a refinement")[0];
    sequence.assertions.iter().map(|assertion| Infix(*assertion).to_string()).collect()
}

#[test]
fn table_3_2() {
    let expected = ["true", "x == 0", "x == 0", "x == 0", "x == 1", "x == 1", "false"];
    assert_eq!(assertions("it-sp", &[1, 4, 6]), expected);
}

#[test]
fn the_other_core_needs_no_start_value() {
    let expected = ["true", "true", "true", "x <= 0", "x <= 1", "x == 1", "false"];
    assert_eq!(assertions("it-sp", &[3, 4, 5, 6]), expected);
}

#[test]
fn without_the_core_y_is_remembered() {
    let expected = ["true", "x == 0", "x == 0 && y == 1", "x == 0 && y == 1", "x == 1 && y == 1"];
    assert_eq!(assertions("sp", &[1, 4, 6])[..5], expected);
}
