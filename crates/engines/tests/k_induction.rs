//! What k-induction answers on small graphs, and after how many steps.

use base::Budget;
use engines::{ENGINES, EngineOptions, Outcome, Parts, Silent};
use logic::{Eliminator, QeConfig};
use program::{BlockEncoding, Induction, encode_blocks, read_cfg};
use refine::newton::Newton;
use refine::{CoreGranularity, FeasibilityChecker, HoareChecker, OneShotFactory, Variant};
use smt::{
    CheckResult, Limits, QueryStats, Solver, SolverOptions, TraceSolver, UnknownReason, UnsatCores, Z3Solver,
};
use term::{Model, Term};

const LIMITS: Limits = Limits { time: Some(std::time::Duration::from_secs(10)), memory_mb: None };

fn solver() -> Box<Z3Solver> {
    Box::new(Z3Solver::new(&SolverOptions::default()).expect("Z3 starts"))
}

fn run(text: &str, iterations: u64) -> Option<Outcome> {
    run_with(text, iterations, BlockEncoding::LoopFree, solver(), None)
}

/// With these blocks, and these solvers for the formulas of executions.
fn run_with(
    text: &str,
    iterations: u64,
    encoding: BlockEncoding,
    auxiliary: Box<dyn TraceSolver>,
    one_shot: Option<OneShotFactory>,
) -> Option<Outcome> {
    let cfg = read_cfg(text).expect("a graph").prune();
    let blocks = encode_blocks(&cfg, encoding);
    let eliminator = Eliminator::new(QeConfig::default(), solver());
    let mut feasibility = FeasibilityChecker::new(solver(), &blocks, CoreGranularity::Conjunct, LIMITS);
    if let Some(one_shot) = one_shot {
        feasibility = feasibility.with_one_shot(one_shot);
    }
    let parts = Parts {
        feasibility,
        source: Box::new(Newton::new(Variant::default(), eliminator)),
        backward: None,
        hoare: HoareChecker::new(solver(), &blocks, LIMITS),
        auxiliary,
    };
    let kind = ENGINES.iter().find(|kind| kind.name == "k-induction").expect("k-induction");
    let mut engine = (kind.open)(&blocks, &EngineOptions::default(), parts);
    engine.run_for(iterations, &Budget::unlimited(), &mut Silent)
}

fn induction(text: &str) -> Induction {
    let Some(Outcome::Safe(proof)) = run(text, 20) else { panic!("it is safe") };
    proof.induction.expect("it is proved by induction")
}

#[test]
fn a_loop_that_ends_is_unrolled() {
    let text = "
        var i: Int
        var s: Int
        error L3 \"assert\" \"s\"
        L0 -> L1: i := 0, s := 0
        L1 -> L2: assume (< i 5)
        L2 -> L1: i := (+ i 1), s := (+ s 4)
        L1 -> L3: assume (and (>= i 5) (not (= s 20)))";
    let Induction { steps, is_bounded } = induction(text);
    assert!(is_bounded && steps >= 5, "{steps}");
}

#[test]
fn what_the_last_iterations_say_is_induction() {
    // x, y, z rotate; an invariant has to say that all are positive.
    let text = "
        var x: Int
        var y: Int
        var z: Int
        error L3 \"assert\" \"x\"
        L0 -> L1: x := 1, y := 2, z := 3
        L1 -> L2: assume (> x 0)
        L2 -> L1: x := y, y := z, z := x
        L1 -> L3: assume (<= x 0)";
    assert_eq!(induction(text), Induction { steps: 3, is_bounded: false });
}

#[test]
fn a_violation_is_an_execution() {
    let text = "
        var s: Int
        var input: Int
        error L5 \"assert\" \"s\"
        L0 -> L1: s := 0
        L1 -> L2: havoc input
        L2 -> L1: assume (< input 5)
        L2 -> L3: assume (= input 7)
        L3 -> L1: s := (+ s input)
        L1 -> L5: assume (= s 21)";
    let Some(Outcome::Unsafe(found)) = run(text, 20) else { panic!("three rounds with 7") };
    assert_eq!(found.edges.len(), 11);
}

#[test]
fn what_no_iterations_say_stays_open() {
    let text = "
        var x: Int
        var y: Int
        error L3 \"assert\" \"x\"
        L0 -> L1: x := 0, y := 0
        L1 -> L1: x := (+ x 2), y := (+ y 1)
        L1 -> L3: assume (and (= y 1000) (not (= x 2000)))";
    assert!(run(text, 7).is_none());
}

#[test]
fn nested_loops_are_unrolled_together() {
    let text = "
        var i: Int
        var j: Int
        var n: Int
        error L4 \"assert\" \"n\"
        L0 -> L1: i := 0, n := 0
        L1 -> L2: assume (< i 2)
        L2 -> L3: j := 0
        L3 -> L5: assume (< j 2)
        L5 -> L3: j := (+ j 1), n := (+ n 1)
        L3 -> L1: assume (>= j 2)
        L1 -> L6: i := (+ i 1)
        L6 -> L1: assume false
        L1 -> L4: assume (and (>= i 2) (not (= n 4)))"
        .replace("L3 -> L1: assume (>= j 2)", "L3 -> L7: assume (>= j 2)\n        L7 -> L1: i := (+ i 1)");
    assert!(induction(&text).is_bounded);
}

/// The rounds of a protocol: each is one iteration with many paths, and steps are rounds, whatever the blocks are.
#[test]
fn steps_are_iterations() {
    let round: String = (0..6)
        .map(|i| {
            let (here, there, next) = (2 + 3 * i, 3 + 3 * i, 5 + 3 * i);
            format!(
                "L{here} -> L{there}: havoc input\n\
                 L{there} -> L{next}: assume (> input 0)\n\
                 L{there} -> L{back}: assume (<= input 0)\n\
                 L{back} -> L{next}: x := (+ x 1)\n",
                back = there + 1
            )
        })
        .collect();
    let text = format!(
        "var x: Int\nvar input: Int\nvar i: Int\nerror L40 \"assert\" \"x\"\n\
         L0 -> L1: x := 0, i := 0\n\
         L1 -> L2: assume (< i 3)\n\
         {round}\
         L20 -> L1: i := (+ i 1)\n\
         L1 -> L40: assume (> x 18)\n"
    );
    for encoding in [BlockEncoding::Statement, BlockEncoding::Sequence, BlockEncoding::LoopFree] {
        let Some(Outcome::Safe(proof)) = run_with(&text, 20, encoding, solver(), None) else {
            panic!("{encoding:?}")
        };
        assert_eq!(proof.induction, Some(Induction { steps: 4, is_bounded: true }), "{encoding:?}");
        assert_eq!(proof.invariants.len(), 1, "one loop head");
    }
}

/// Where branches meet, the path to a violation is the one that the values took.
#[test]
fn the_path_through_branches_is_that_of_the_values() {
    let text = "
        var a: Int
        var b: Int
        var x: Int
        error L9 \"assert\" \"x\"
        L0 -> L1: havoc a, b
        L1 -> L2: x := 0
        L2 -> L3: assume (> a 5)
        L2 -> L4: assume (<= a 5)
        L3 -> L5: x := (+ x 1)
        L4 -> L5: x := (+ x 2)
        L5 -> L6: assume (> b a)
        L5 -> L7: assume (<= b a)
        L6 -> L8: x := (* x 10)
        L7 -> L8: x := (* x 100)
        L8 -> L9: assume (= x 100)
        L8 -> L2: assume (< x 0)";
    let Some(Outcome::Unsafe(found)) = run(text, 20) else { panic!("a > 5 and b <= a") };
    let cfg = read_cfg(text).expect("a graph").prune();
    let statements: Vec<String> =
        found.edges.iter().map(|edge| cfg.edges[*edge].statement.to_string()).collect();
    let assigned: Vec<&String> =
        statements.iter().filter(|statement| statement.starts_with("x :=")).collect();
    assert_eq!(assigned, ["x := 0", "x := x + 1", "x := 100 * x"], "{statements:?}");
}

/// A solver that never answers.
#[derive(Default)]
struct Mute(QueryStats);

impl Solver for Mute {
    fn push(&mut self) {}

    fn pop(&mut self, _: u32) {}

    fn assert(&mut self, _: Term) {}

    fn check(&mut self, _: &[Term], _: Limits) -> CheckResult {
        CheckResult::Unknown(UnknownReason::Timeout)
    }

    fn model(&mut self) -> Option<Model> {
        None
    }

    fn name(&self) -> &str {
        "mute"
    }

    fn set_query_kind(&mut self, _: &'static str) {}

    fn stats(&self) -> &QueryStats {
        &self.0
    }
}

impl UnsatCores for Mute {
    fn unsat_core(&mut self) -> Option<Vec<Term>> {
        None
    }
}

/// What the incremental solver does not know about the memory, a one-shot solver is asked.
#[test]
fn memory_is_for_one_shot_solvers() {
    let text = "
        var i: Int
        var m: (Array Int Int)
        error L3 \"assert\" \"m\"
        L0 -> L1: i := 0, m := (store m 0 4)
        L1 -> L2: assume (< i 3)
        L2 -> L1: i := (+ i 1), m := (store m (+ i 1) (select m i))
        L1 -> L3: assume (and (>= i 3) (not (= (select m i) 4)))";
    let options = SolverOptions { is_one_shot: true, ..SolverOptions::default() };
    let one_shot = Box::new(move || -> Option<Box<dyn TraceSolver>> {
        Some(Box::new(Z3Solver::new(&options).expect("Z3 starts")))
    });
    let Some(Outcome::Safe(_)) =
        run_with(text, 20, BlockEncoding::LoopFree, Box::<Mute>::default(), Some(one_shot))
    else {
        panic!("it is safe")
    };
    assert!(!matches!(
        run_with(text, 20, BlockEncoding::LoopFree, Box::<Mute>::default(), None),
        Some(Outcome::Safe(_))
    ));
}
