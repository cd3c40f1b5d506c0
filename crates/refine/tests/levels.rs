//! Newton on the level of statements inside of blocks with branches: random loop-free programs.
//!
//! The sequences of every variant are inductive, and strongest posts and weakest preconditions of a trace do not depend on
//! the level.

use std::fmt::Write;

use base::Budget;
use logic::{Eliminator, QeConfig};
use program::{
    BlockEncoding, BlockOperator, BlockProgram, ConjunctName, Trace, encode_blocks, primed, read_cfg,
};
use refine::newton::Newton;
use refine::{
    CoreGranularity, Feasibility, FeasibilityChecker, Gate, HoareChecker, InfeasibleTrace, Source, Variant,
};
use smt::{CheckResult, Limits, Solver, SolverOptions, Z3Solver};
use term::print::Infix;
use term::{Substitution, Term, build as mk};

const LIMITS: Limits = Limits { time: None, memory_mb: None };

fn solver() -> Box<Z3Solver> {
    Box::new(Z3Solver::new(&SolverOptions::default()).expect("Z3 starts"))
}

fn newton(variant: &str) -> Newton {
    let mut newton =
        Newton::new(variant.parse().expect("a variant"), Eliminator::new(QeConfig::default(), solver()));
    newton.ways = Some(solver());
    newton
}

fn is_unsat(formulas: &[Term]) -> bool {
    let mut solver = solver();
    formulas.iter().for_each(|formula| solver.assert(*formula));
    solver.check(&[], LIMITS) == CheckResult::Unsat
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }

    fn variable(&mut self) -> &'static str {
        ["x", "y", "z"][self.below(3) as usize]
    }

    fn statement(&mut self) -> String {
        let (a, b, number) = (self.variable(), self.variable(), self.below(4));
        match self.below(6) {
            0 => format!("{a} := {number}"),
            1 => format!("{a} := (+ {a} {number})"),
            2 => format!("{a} := (+ {b} {number})"),
            3 => format!("havoc {a}"),
            4 => format!("assume (<= {a} (+ {b} {number}))"),
            _ => format!("assume (not (= {a} {number}))"),
        }
    }
}

/// Statements and diamonds one after the other, then an error.
fn program_text(random: &mut Random) -> String {
    let mut edges = String::new();
    let mut at = 0;
    for _ in 0..2 + random.below(4) {
        if random.below(2) == 0 {
            writeln!(edges, "L{at} -> L{}: {}", at + 1, random.statement()).expect("text");
            at += 1;
            continue;
        }
        let (left, right, end) = (at + 1, at + 2, at + 3);
        // Branches often do the same.
        let same = random.statement();
        for (middle, condition) in [(left, "(< x y)"), (right, "(not (< x y))")] {
            let then = if random.below(3) == 0 { same.clone() } else { random.statement() };
            writeln!(edges, "L{at} -> L{middle}: assume {condition}").expect("text");
            writeln!(edges, "L{middle} -> L{end}: {then}").expect("text");
        }
        at = end;
    }
    let (high, error) = (random.below(6), at + 1);
    writeln!(edges, "L{at} -> L{error}: assume (= {} (+ {high} {}))", random.variable(), random.variable())
        .expect("text");
    format!("var x: Int\nvar y: Int\nvar z: Int\nerror L{error} \"assert\" \"it\"\n{edges}")
}

/// A trace of blocks to the error.
fn some_trace(program: &BlockProgram, random: &mut Random) -> Trace {
    let (mut at, mut blocks) = (program.cfg.entry, Vec::new());
    while program.target(at).is_none() {
        let outgoing = &program.outgoing[at];
        let block = outgoing[random.below(outgoing.len() as u64) as usize];
        blocks.push(block);
        at = program.blocks[block].destination;
    }
    Trace { blocks }
}

fn assertions(program: &BlockProgram, trace: &Trace, core: &[ConjunctName], variant: &str) -> Vec<Term> {
    let mut hoare = HoareChecker::new(solver(), program, LIMITS);
    let infeasible = InfeasibleTrace { program, trace, core: Some(core), returns: 0 };
    let sequences = newton(variant)
        .sequences(&infeasible, &mut Gate::new(&mut hoare, &Budget::unlimited()))
        .unwrap_or_else(|failure| panic!("{variant}: {failure}\n{program}"));
    let assertions = sequences[0].assertions.clone();
    for (step, &id) in trace.blocks.iter().enumerate() {
        let block = &program.blocks[id];
        let after: Substitution = block.modified.iter().map(|v| (*v, primed(*v))).collect();
        let gap = [assertions[step], block.formula(), mk::not(after.apply(assertions[step + 1]))];
        assert!(is_unsat(&gap), "{variant}, step {}: {assertions:?}\n{program}", step + 1);
    }
    assertions
}

/// Where the sequences of two levels differ.
fn assert_same(program: &BlockProgram, names: [&str; 2], both: [&[Term]; 2]) {
    for (one, other) in both[0].iter().zip(both[1]) {
        let differ = mk::not(mk::eq(*one, *other));
        assert!(is_unsat(&[differ]), "{names:?}: {} and {}\n{program}", Infix(*one), Infix(*other));
    }
}

fn check(seed: u64, granularity: CoreGranularity, most: Option<u32>) -> bool {
    let mut random = Random(seed);
    let cfg = read_cfg(&program_text(&mut random)).expect("a graph");
    let operator =
        BlockOperator { encoding: BlockEncoding::LoopFree, ends_at_calls: false, max_statements: most };
    let program = operator.encode(&cfg);
    let trace = some_trace(&program, &mut random);
    let mut checker = FeasibilityChecker::new(solver(), &program, granularity, LIMITS);
    let Feasibility::Infeasible(core) = checker.check(&program, &trace, &Budget::unlimited()) else {
        return false;
    };
    for variant in Variant::paper() {
        let on = |level: &str| assertions(&program, &trace, &core, &format!("{level}{variant}"));
        let of_levels = ["", "edge-", "path-"].map(on);
        if !variant.infeasible_core && !variant.live_variables {
            let name = variant.to_string();
            assert_same(&program, [&name, "edges"], [&of_levels[0], &of_levels[1]]);
            assert_same(&program, [&name, "paths"], [&of_levels[0], &of_levels[2]]);
        }
    }
    true
}

#[test]
fn levels_agree_on_blocks_with_branches() {
    let infeasible =
        (0..120).filter(|seed| check(*seed, CoreGranularity::Conjunct, Some(3 + (*seed % 4) as u32))).count();
    assert!(infeasible >= 15, "only {infeasible} infeasible traces: the generator is too weak");
}

#[test]
fn levels_agree_if_cores_are_blocks() {
    let infeasible = (500..560).filter(|seed| check(*seed, CoreGranularity::Statement, Some(4))).count();
    assert!(infeasible >= 8, "only {infeasible} infeasible traces: the generator is too weak");
}

/// A block with three ways, of which one is infeasible and two have the same post.
#[test]
fn ways_are_followed_while_something_escapes() {
    let text = "
        var x: Int
        var y: Int
        error L9 \"assert\" \"x\"
        L0 -> L1: x := 1
        L1 -> L2: assume (< x 0)
        L1 -> L3: assume (not (< x 0))
        L2 -> L5: x := 7
        L3 -> L4: assume (< y 0)
        L3 -> L6: assume (not (< y 0))
        L4 -> L5: y := 2
        L6 -> L5: y := 2
        L5 -> L5: y := (+ y 1)
        L5 -> L9: assume (= x 7)";
    let program = encode_blocks(&read_cfg(text).expect("a graph"), BlockEncoding::LoopFree);
    let first = program.outgoing[program.cfg.entry][0];
    let head = program.blocks[first].destination;
    let leaves = |id: &&program::BlockId| program.blocks[**id].destination != head;
    let last = *program.outgoing[head].iter().find(leaves).expect("a way out");
    let trace = Trace { blocks: vec![first, last] };
    let mut checker = FeasibilityChecker::new(solver(), &program, CoreGranularity::Conjunct, LIMITS);
    let Feasibility::Infeasible(core) = checker.check(&program, &trace, &Budget::unlimited()) else {
        panic!("the trace is infeasible");
    };
    let mut hoare = HoareChecker::new(solver(), &program, LIMITS);
    let infeasible = InfeasibleTrace { program: &program, trace: &trace, core: Some(&core), returns: 0 };
    for (variant, expected, ways) in
        [("path-sp", "x == 1 && y == 2", 1), ("edge-sp", "x == 1 && y == 2", 0), ("path-sp-lv", "x == 1", 1)]
    {
        let mut source = newton(variant);
        let sequences = source.sequences(&infeasible, &mut Gate::new(&mut hoare, &Budget::unlimited()));
        let found = sequences.expect("a refinement")[0].assertions[1];
        assert_eq!(Infix(found).to_string(), expected, "{variant}");
        let mut statistics = base::Statistics::default();
        source.count(&mut statistics);
        assert_eq!(statistics.get("edges/ways followed"), Some(ways), "{variant}");
    }
}
