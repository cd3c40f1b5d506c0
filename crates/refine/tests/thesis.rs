//! Tables 3.1 to 3.3 of the thesis on Newton refinement in CPAchecker, on the level of edges and on that of blocks. Table
//! 3.2 has the assertions for the infeasible core that the thesis supposes. (A solver may find another core: `x < 1`, `x := x + 1`, `¬(x < 1)` and `x ≠ 1` are contradictory
//! without `x := 0`, so a run of the tool does not necessarily show this table.)

use base::Budget;
use base::index::Idx;
use logic::{Eliminator, QeConfig};
use program::{BlockEncoding, BlockId, ConjunctName, Trace, encode_blocks, read_cfg};
use refine::newton::Newton;
use refine::{Gate, HoareChecker, InfeasibleTrace, Source, Variant};
use smt::{Limits, SolverOptions, Z3Solver};
use term::print::Infix;

/// The path of Tables 3.1 and 3.3, which leaves the loop at once.
const RED: &str = "
    var x: Int
    var y: Int
    error L4 \"assert\" \"x == 1\"
    L0 -> L1: x := 0
    L1 -> L2: y := 1
    L2 -> L3: assume (not (< x 1))
    L3 -> L4: assume (not (= x 1))";

/// The path of Table 3.2, which takes the loop once.
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

/// The assertions of a variant for the core of the path with the loop, its steps counted from 1 as in the thesis.
fn assertions(variant: &str, core: &[usize]) -> Vec<String> {
    let core: Vec<ConjunctName> =
        core.iter().map(|step| ConjunctName { step: step - 1, conjunct: 0 }).collect();
    assertions_on(PATH, BlockEncoding::Statement, variant, &core)
}

/// The assertions of a variant for the core of a path.
fn assertions_on(path: &str, encoding: BlockEncoding, variant: &str, core: &[ConjunctName]) -> Vec<String> {
    let program = encode_blocks(&read_cfg(path).expect("a graph"), encoding);
    let trace = Trace { blocks: (0..program.blocks.len()).map(BlockId::from_usize).collect() };
    let variant: Variant = variant.parse().expect("a variant");
    let mut newton = Newton::new(variant, Eliminator::new(QeConfig::default(), solver()));
    let mut hoare = HoareChecker::new(solver(), &program, Limits::default());
    let infeasible = InfeasibleTrace { program: &program, trace: &trace, core: Some(core), returns: 0 };
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

/// The core of the path without the loop: `x := 0` and `assume ¬(x < 1)`.
fn red_core() -> Vec<ConjunctName> {
    [0, 2].map(|step| ConjunctName { step, conjunct: 0 }).into()
}

#[test]
fn table_3_1() {
    let expected = ["true", "x == 0", "x == 0 && y == 1", "false", "false"];
    assert_eq!(assertions_on(RED, BlockEncoding::Statement, "sp", &red_core()), expected);
}

/// The live variables alone do what Table 3.3 shows; the core does so, too, and both do together.
#[test]
fn table_3_3() {
    let expected = ["true", "x == 0", "x == 0", "false", "false"];
    for variant in ["sp-lv", "it-sp", "it-sp-lv"] {
        assert_eq!(assertions_on(RED, BlockEncoding::Statement, variant, &red_core()), expected, "{variant}");
    }
}

/// On the level of blocks there is one assertion for each end of a block, and it is that of the edges.
#[test]
fn blocks_have_the_assertions_of_their_ends() {
    // The loop head is the end of a block: the path before it, the loop's body, and what is behind it.
    let looped = PATH.replace("L3 -> L4", "L3 -> L2").replace("L4 -> L5", "L2 -> L5");
    let program = encode_blocks(&read_cfg(&looped).expect("a graph"), BlockEncoding::LoopFree);
    assert_eq!(program.blocks.len(), 3);
    let position = |block: usize, text: &str| {
        let block = &program.blocks[BlockId::from_usize(block)];
        let has = |conjunct: &program::Conjunct| conjunct.formula.to_string().contains(text);
        block.conjuncts.iter().position(has).expect("the conjunct is there")
    };
    let name = |step, text| ConjunctName { step, conjunct: position(step, text) };
    let start = name(0, "x");
    for (variant, expected) in [
        ("sp", ["true", "y == 1 && x == 0", "x == 1 && y == 1", "false"]),
        ("it-sp", ["true", "x == 0", "x == 1", "false"]),
        ("sp-lv", ["true", "x == 0", "x == 1", "false"]),
    ] {
        let core = [start, name(1, "+"), name(2, "not")];
        assert_eq!(assertions_on(&looped, BlockEncoding::LoopFree, variant, &core), expected, "{variant}");
    }
}
