//! Another engine needs nothing but its own file and a line in a list: here, one that shares the CEGAR loop and keeps a
//! list of the traces that are left, and one that does without the loop.

use base::{Budget, Exhausted, Statistics};
use engines::cegar::{Abstraction, Cegar, Goal, Tools, goal_of};
use engines::{Engine, EngineKind, EngineOptions, Observer, Outcome, Parts, Silent};
use logic::{Eliminator, QeConfig};
use program::{
    BlockEncoding, BlockProgram, Counterexample, LocationId, Proof, Trace, encode_blocks, read_cfg,
};
use refine::{
    AssertionSequence, CoreGranularity, FeasibilityChecker, HoareChecker, SOURCES, SourceChoice, Toolbox,
};
use rustc_hash::FxHashMap;
use smt::{Interpolation, Limits, SolverOptions, TraceSolver, Z3Solver};
use term::{Term, build as mk};
use verdict::Reason;

/// The error traces of a program without loops, one by one.
struct Enumeration<'p> {
    program: &'p BlockProgram,
    left: Vec<Trace>,
    known: FxHashMap<LocationId, Vec<Vec<Term>>>,
}

impl<'p> Enumeration<'p> {
    fn new(program: &'p BlockProgram) -> Enumeration<'p> {
        let mut left = Vec::new();
        let mut work = vec![(program.cfg.entry, Vec::new())];
        while let Some((location, blocks)) = work.pop() {
            if goal_of(program, location).is_some() {
                left.push(Trace { blocks: blocks.clone() });
            }
            for &block in &program.outgoing[location] {
                let blocks = blocks.iter().copied().chain([block]).collect();
                work.push((program.blocks[block].destination, blocks));
            }
        }
        Enumeration { program, left, known: FxHashMap::default() }
    }
}

impl Abstraction for Enumeration<'_> {
    fn next_trace(
        &mut self,
        goal: Goal,
        is_open: &dyn Fn(LocationId) -> bool,
        _: &mut Tools<'_>,
    ) -> Result<Option<Trace>, Exhausted> {
        let end = |trace: &Trace| trace.location(self.program, trace.len());
        let fits = |trace: &&Trace| goal_of(self.program, end(trace)) == Some(goal) && is_open(end(trace));
        Ok(self.left.iter().find(fits).cloned())
    }

    fn exclude(
        &mut self,
        trace: &Trace,
        sequences: &[AssertionSequence],
        _: &mut Tools<'_>,
    ) -> Result<(), Exhausted> {
        self.left.retain(|other| other != trace);
        // A location that several traces visit has one disjunct for each.
        for (position, assertion) in sequences[0].assertions.iter().enumerate() {
            let location = trace.location(self.program, position);
            self.known.entry(location).or_default().push(vec![*assertion]);
        }
        Ok(())
    }

    fn proof(&self) -> Proof {
        let invariant =
            |disjuncts: &Vec<Vec<Term>>| mk::or(disjuncts.iter().map(|parts| mk::and(parts.clone())));
        Proof::of(self.known.iter().map(|(l, disjuncts)| (*l, invariant(disjuncts))).collect())
    }

    fn size(&self) -> usize {
        self.left.len()
    }

    fn count(&self, statistics: &mut Statistics) {
        statistics.count("traces left", self.left.len() as u64);
    }
}

/// An engine that only counts.
struct Counter(u64);

impl Engine for Counter {
    fn run_for(&mut self, iterations: u64, _: &Budget, observer: &mut dyn Observer) -> Option<Outcome> {
        for _ in 0..iterations {
            self.0 += 1;
            observer.iteration(self.0 as usize, 0);
            if self.0 == 10 {
                return Some(Outcome::Unknown(Reason::NoProgress("ten".into())));
            }
        }
        None
    }

    fn candidate(&self) -> Option<&Counterexample> {
        None
    }

    fn statistics(&self) -> Statistics {
        let mut statistics = Statistics::default();
        statistics.count("iterations", self.0);
        statistics
    }
}

const KINDS: &[EngineKind] = &[
    EngineKind {
        name: "enumeration",
        summary: "error traces one by one",
        open: |program, options, parts| {
            Box::new(Cegar::new(program, options, parts, Enumeration::new(program)))
        },
    },
    EngineKind { name: "counter", summary: "counts to ten", open: |_, _, _| Box::new(Counter(0)) },
];

fn solver() -> Box<Z3Solver> {
    Box::new(Z3Solver::new(&SolverOptions::default()).expect("Z3 starts"))
}

struct Solvers;

impl Toolbox for Solvers {
    fn eliminator(&self) -> Result<Eliminator, String> {
        Ok(Eliminator::new(QeConfig::default(), solver()))
    }

    fn auxiliary(&self, _: &'static str) -> Result<Box<dyn TraceSolver>, String> {
        Ok(solver())
    }

    fn interpolation(&self, solver: &str) -> Result<Box<dyn Interpolation>, String> {
        smt::open_interpolator(solver, &SolverOptions::default())
    }
}

fn parts(program: &BlockProgram) -> Parts {
    Parts {
        feasibility: FeasibilityChecker::new(solver(), program, CoreGranularity::Conjunct, Limits::default()),
        source: SourceChoice::default().open(SOURCES, &Solvers).expect("a source"),
        backward: None,
        hoare: HoareChecker::new(solver(), program, Limits::default()),
        auxiliary: solver(),
    }
}

fn blocks(condition: &str) -> BlockProgram {
    let text = format!(
        "var x: Int
         error L3 \"assert\" \"x\"
         L0 -> L1: x := 1
         L0 -> L1: x := 2
         L1 -> L2: x := (+ x 1)
         L2 -> L3: assume {condition}"
    );
    encode_blocks(&read_cfg(&text).expect("a graph"), BlockEncoding::Statement)
}

#[test]
fn the_loop_is_shared() {
    let run = |condition: &str| {
        let blocks = blocks(condition);
        let mut engine = (KINDS[0].open)(&blocks, &EngineOptions::default(), parts(&blocks));
        let outcome = engine.run(&Budget::unlimited(), &mut Silent);
        (outcome, engine.statistics())
    };
    let (outcome, statistics) = run("(> x 5)");
    assert!(matches!(outcome, Outcome::Safe(_)), "{outcome:?}");
    assert_eq!((statistics.get("iterations"), statistics.get("traces left")), (Some(2), Some(0)));
    assert!(matches!(run("(= x 3)").0, Outcome::Unsafe(_)));
}

#[test]
fn engines_go_on_where_they_stopped() {
    let blocks = blocks("true");
    let mut engine = (KINDS[1].open)(&blocks, &EngineOptions::default(), parts(&blocks));
    let budget = Budget::unlimited();
    assert!(engine.run_for(4, &budget, &mut Silent).is_none());
    assert!(engine.run_for(4, &budget, &mut Silent).is_none());
    assert_eq!(engine.statistics().get("iterations"), Some(8));
    assert!(matches!(engine.run(&budget, &mut Silent), Outcome::Unknown(Reason::NoProgress(_))));
    assert_eq!(engine.statistics().get("iterations"), Some(10));
}
