//! The defects of the original (Newton refinement in CPAchecker), each as a trace on which it would show: destructive
//! equality resolution without an occurs check, cores that are matched against the wrong pieces, unconnected parameters
//! that are connected, and an elimination that is taken for a success although it left something.

use base::Budget;
use base::index::Idx;
use logic::{Eliminator, QeConfig, SolverTactic};
use program::{BlockEncoding, BlockId, BlockProgram, ConjunctName, Trace, encode_blocks, read_cfg};
use refine::newton::Newton;
use refine::{
    AssertionSequence, CoreGranularity, Feasibility, FeasibilityChecker, Gate, HoareChecker, InfeasibleTrace,
    RefineFailure, Source,
};
use smt::{Limits, SolverOptions, Z3Solver};
use term::print::Infix;

const LEVELS: [&str; 3] = ["", "edge-", "path-"];

fn solver() -> Box<Z3Solver> {
    Box::new(Z3Solver::new(&SolverOptions::default()).expect("Z3 starts"))
}

fn core_of(program: &BlockProgram, trace: &Trace) -> Vec<ConjunctName> {
    let mut checker =
        FeasibilityChecker::new(solver(), program, CoreGranularity::Conjunct, Limits::default());
    match checker.check(program, trace, &Budget::unlimited()) {
        Feasibility::Infeasible(core) => core,
        other => panic!("{other:?}"),
    }
}

/// The sequence of a variant, for the trace through all blocks in their order.
fn sequence(
    path: &str,
    encoding: BlockEncoding,
    variant: &str,
    tactic: SolverTactic,
) -> Result<AssertionSequence, RefineFailure> {
    let program = encode_blocks(&read_cfg(path).expect("a graph"), encoding);
    let trace = Trace { blocks: (0..program.blocks.len()).map(BlockId::from_usize).collect() };
    let core = core_of(&program, &trace);
    let eliminator = Eliminator::new(QeConfig { tactic, ..QeConfig::default() }, solver());
    let mut newton = Newton::new(variant.parse().expect("a variant"), eliminator);
    newton.ways = Some(solver());
    let mut hoare = HoareChecker::new(solver(), &program, Limits::default());
    let infeasible = InfeasibleTrace { program: &program, trace: &trace, core: Some(&core), returns: 0 };
    let sequences = newton.sequences(&infeasible, &mut Gate::new(&mut hoare, &Budget::unlimited()));
    sequences.map(|mut sequences| sequences.remove(0))
}

fn assertions(path: &str, variant: &str) -> Vec<String> {
    let sequence = sequence(path, BlockEncoding::Statement, variant, SolverTactic::Light);
    let sequence = sequence.unwrap_or_else(|failure| panic!("{variant}: {failure}"));
    sequence.assertions.iter().map(|assertion| Infix(*assertion).to_string()).collect()
}

/// `x = x · y` is no definition of `x`: to replace `x` by `x · y` would leave the variable that is to go.
#[test]
fn a_variable_is_not_resolved_by_itself() {
    let path = "
        var x: Int
        var y: Int
        error L4 \"assert\" \"y == 1\"
        L0 -> L1: assume (= x (* x y))
        L1 -> L2: assume (= x 2)
        L2 -> L3: havoc x
        L3 -> L4: assume (not (= y 1))";
    for level in LEVELS {
        for variant in ["sp", "it-sp", "it-sp-lv"] {
            let found = assertions(path, &format!("{level}{variant}"));
            assert_eq!((found[3].as_str(), found[4].as_str()), ("y == 1", "false"), "{level}{variant}");
        }
    }
}

/// Two steps say the same about different values; the core has the second one.
#[test]
fn equal_formulas_are_different_pieces() {
    let path = "
        var x: Int
        error L4 \"assert\" \"x\"
        L0 -> L1: assume (<= 1 x)
        L1 -> L2: havoc x
        L2 -> L3: assume (<= 1 x)
        L3 -> L4: assume (<= x 0)";
    for level in LEVELS {
        let found = assertions(path, &format!("{level}it-sp"));
        assert_eq!(found, ["true", "true", "true", "x >= 1", "false"], "{level}");
    }
}

/// Both branches say the same, which is one conjunct of the block: a core that has it has both statements.
#[test]
fn a_shared_conjunct_belongs_to_all_its_statements() {
    let path = "
        var x: Int
        var y: Int
        error L9 \"assert\" \"x\"
        L0 -> L1: assume (< y 0)
        L0 -> L2: assume (not (< y 0))
        L1 -> L3: x := 1
        L2 -> L3: x := 1
        L3 -> L3: y := (+ y 1)
        L3 -> L9: assume (not (= x 1))";
    let program = encode_blocks(&read_cfg(path).expect("a graph"), BlockEncoding::LoopFree);
    let first = program.outgoing[program.cfg.entry][0];
    let head = program.blocks[first].destination;
    let is_last = |id: &&BlockId| program.blocks[**id].destination != head;
    let last = *program.outgoing[head].iter().find(is_last).expect("a way out");
    let trace = Trace { blocks: vec![first, last] };
    let core = core_of(&program, &trace);
    for level in LEVELS {
        let variant = format!("{level}it-sp").parse().expect("a variant");
        let mut newton = Newton::new(variant, Eliminator::new(QeConfig::default(), solver()));
        newton.ways = Some(solver());
        let mut hoare = HoareChecker::new(solver(), &program, Limits::default());
        let infeasible = InfeasibleTrace { program: &program, trace: &trace, core: Some(&core), returns: 0 };
        let sequences = newton.sequences(&infeasible, &mut Gate::new(&mut hoare, &Budget::unlimited()));
        let found = sequences.expect("a refinement").remove(0).assertions[1];
        assert_eq!(Infix(found).to_string(), "x == 1", "{level}");
    }
}

/// `10 ≤ x` only speaks about a variable that goes, but others depend on it.
#[test]
fn connected_conjuncts_are_not_dropped() {
    let path = "
        var x: Int
        var y: Int
        var z: Int
        error L6 \"assert\" \"z\"
        L0 -> L1: assume (<= 10 x)
        L1 -> L2: assume (< x y)
        L2 -> L3: assume (< y z)
        L3 -> L4: havoc x
        L4 -> L5: havoc y
        L5 -> L6: assume (<= z 5)";
    for level in LEVELS {
        for variant in ["sp", "it-sp", "it-sp-lv"] {
            assert_eq!(assertions(path, &format!("{level}{variant}"))[5], "z >= 12", "{level}{variant}");
        }
    }
}

/// An index of an array cannot be eliminated. What is left is kept and proves the trace; without it the sequence is too
/// weak, which is a failure and no refinement.
#[test]
fn an_elimination_that_left_something_is_no_success() {
    let path = "
        var m: (Array Int Int)
        var x: Int
        var y: Int
        error L3 \"assert\" \"y\"
        L0 -> L1: assume (= (select m x) y)
        L1 -> L2: havoc x
        L2 -> L3: assume (forall ((i Int)) (not (= (select m i) y)))";
    for level in LEVELS {
        let of = |leftover: &str| {
            let variant = format!("{level}sp{leftover}");
            sequence(path, BlockEncoding::Statement, &variant, SolverTactic::None)
        };
        for leftover in ["", "-keep"] {
            let kept = of(leftover).unwrap_or_else(|failure| panic!("{level}{leftover}: {failure}"));
            assert!(kept.assertions[2].has_quantifier(), "{level}{leftover}");
            assert_eq!(kept.quantified, 1, "{level}{leftover}");
        }
        assert!(matches!(of("-drop"), Err(RefineFailure::NotInductive(_))), "{level}");
    }
}
