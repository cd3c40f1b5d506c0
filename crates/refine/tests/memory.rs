//! Traces and triples about memory, with an incremental solver that knows nothing of arrays.

use base::Budget;
use base::index::Idx;
use program::{BlockEncoding, BlockId, BlockProgram, Trace, encode_blocks, read_cfg};
use refine::{CoreGranularity, Feasibility, FeasibilityChecker, HoareChecker, Validity, has_memory};
use smt::{
    CheckResult, Limits, QueryStats, Solver, SolverOptions, TraceSolver, UnknownReason, UnsatCores, Z3Solver,
};
use term::{Model, Sort, Term, build as mk};

const LIMITS: Limits = Limits { time: Some(std::time::Duration::from_secs(10)), memory_mb: None };

/// Z3, which gives up on what has an array.
struct Forgetful {
    z3: Z3Solver,
    asserted: Vec<Term>,
    scopes: Vec<usize>,
}

impl Forgetful {
    fn boxed() -> Box<dyn TraceSolver> {
        let z3 = Z3Solver::new(&SolverOptions::default()).expect("Z3 starts");
        Box::new(Forgetful { z3, asserted: Vec::new(), scopes: Vec::new() })
    }
}

impl Solver for Forgetful {
    fn push(&mut self) {
        self.scopes.push(self.asserted.len());
        self.z3.push();
    }

    fn pop(&mut self, scopes: u32) {
        for _ in 0..scopes {
            self.asserted.truncate(self.scopes.pop().expect("a scope is open"));
        }
        self.z3.pop(scopes);
    }

    fn assert(&mut self, formula: Term) {
        self.asserted.push(formula);
        self.z3.assert(formula);
    }

    fn check(&mut self, assumptions: &[Term], limits: Limits) -> CheckResult {
        if self.asserted.iter().chain(assumptions).any(|formula| has_memory(*formula)) {
            return CheckResult::Unknown(UnknownReason::Timeout);
        }
        self.z3.check(assumptions, limits)
    }

    fn model(&mut self) -> Option<Model> {
        self.z3.model()
    }

    fn name(&self) -> &str {
        "forgetful"
    }

    fn set_query_kind(&mut self, _: &'static str) {}

    fn stats(&self) -> &QueryStats {
        self.z3.stats()
    }
}

impl UnsatCores for Forgetful {
    fn unsat_core(&mut self) -> Option<Vec<Term>> {
        self.z3.unsat_core()
    }
}

fn program(last: &str) -> BlockProgram {
    let text = format!(
        "var x: Int
         var m: (Array Int Int)
         error L3 \"assert\" \"x\"
         L0 -> L1: m := (store m 1 5)
         L1 -> L2: x := (+ (select m 1) 1)
         L2 -> L3: {last}"
    );
    encode_blocks(&read_cfg(&text).expect("a graph"), BlockEncoding::Statement)
}

/// Feasible traces are decided without assumptions, by a solver of their own.
#[test]
fn memory_is_for_one_shot_solvers() {
    let program = program("assume (> x (select m 2))");
    let blocks: Vec<BlockId> = (0..3).map(BlockId::from_usize).collect();
    let edges: Vec<_> = program.cfg.edges.ids().collect();
    let budget = Budget::unlimited();
    let checker = || FeasibilityChecker::new(Forgetful::boxed(), &program, CoreGranularity::Conjunct, LIMITS);
    let trace = Trace { blocks };
    assert!(matches!(checker().check(&program, &trace, &budget), Feasibility::Unknown(_)));
    assert!(matches!(checker().check_path(&program.cfg, &edges, &budget), Feasibility::Unknown(_)));
    let options = SolverOptions { is_one_shot: true, ..SolverOptions::default() };
    let with = || {
        let options = options.clone();
        checker().with_one_shot(Box::new(move || Some(Box::new(Z3Solver::new(&options).ok()?))))
    };
    assert!(matches!(with().check(&program, &trace, &budget), Feasibility::Feasible(_)));
    assert!(matches!(with().check_path(&program.cfg, &edges, &budget), Feasibility::Feasible(_)));
}

/// The value of `x` says enough, whatever is in the memory. What is there is not asked for where only `false` could
/// follow from it.
#[test]
fn soon_answers_leave_the_memory_out() {
    let program = program("assume (and (> x 3) (> x (select m 2)))");
    let last = BlockId::from_usize(2);
    let x = mk::var("x", Sort::Int);
    let mut hoare = HoareChecker::new(Forgetful::boxed(), &program, LIMITS);
    let budget = Budget::unlimited();
    let above = mk::lt(mk::int(2), x);
    assert_eq!(hoare.check_soon(&program, mk::tt(), last, above, &budget), Validity::Valid);
    assert_eq!(hoare.check(&program, mk::tt(), last, mk::lt(mk::int(4), x), &budget), Validity::Unknown);
    let small = mk::lt(x, mk::int(0));
    assert_eq!(hoare.check_soon(&program, small, last, mk::ff(), &budget), Validity::Valid);
    let unknown = hoare.statistics.unknown;
    let large = mk::lt(mk::int(9), x);
    assert_eq!(hoare.check_soon(&program, large, last, mk::ff(), &budget), Validity::Unknown);
    assert_eq!(hoare.statistics.unknown, unknown, "nobody was asked about the memory");
}
