//! InterpChecker on the program of Fig. 1: the paths that are explored fall as in Figs. 2 to 7, and the interpolants are
//! the paper's. Loops, joins and lies of error interpolants on small graphs.

use std::fmt::Write;

use base::{Budget, Statistics};
use engines::{Ending, EngineOptions, Exploration, InterpOptions, Observer, Outcome, Parts, interp};
use expect_test::{Expect, expect};
use logic::{Eliminator, QeConfig};
use program::{BlockEncoding, BlockProgram, Cfg, encode_blocks, read_cfg};
use refine::{CoreGranularity, FeasibilityChecker, HoareChecker, SOURCES, SourceChoice, Toolbox};
use smt::{Limits, SolverOptions, TraceSolver, Z3Solver};

const LIMITS: Limits = Limits { time: Some(std::time::Duration::from_secs(10)), memory_mb: None };

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

    fn interpolation(&self, solver: &str) -> Result<Box<dyn smt::Interpolation>, String> {
        smt::open_interpolator(solver, &SolverOptions::default())
    }
}

/// Keeps the tree.
#[derive(Default)]
struct Keeper(Option<Exploration>);

impl Observer for Keeper {
    fn explored(&mut self, _: &BlockProgram, exploration: &Exploration) {
        self.0 = Some(exploration.clone());
    }
}

struct Run {
    outcome: Outcome,
    statistics: Statistics,
    exploration: Exploration,
    cfg: Cfg,
}

impl Run {
    fn count(&self, name: &str) -> u64 {
        self.statistics.get(name).unwrap_or_default()
    }

    /// The numbers of a run in a line.
    fn numbers(&self) -> String {
        let verdict = match &self.outcome {
            Outcome::Safe(_) => "safe".to_string(),
            Outcome::Unsafe(_) => "unsafe".to_string(),
            Outcome::Unknown(reason) => reason.to_string(),
        };
        let count = |name: &str| self.count(&format!("interp/{name}"));
        format!(
            "{verdict}, {} paths: {} spurious, {} pruned by S, {} cut by E, {} covered",
            count("paths"),
            count("spurious paths"),
            count("pruned by S"),
            count("cut by E"),
            count("covered")
        )
    }

    /// The attributes of the locations.
    fn attributes(&self) -> String {
        let mut text = String::new();
        for attributes in &self.exploration.attributes {
            let list = |formulas: &[term::Term]| {
                formulas.iter().map(|one| one.display_infix().to_string()).collect::<Vec<_>>().join(", ")
            };
            let _ = write!(text, "{:<4}", self.cfg.location_name(attributes.location));
            let _ = write!(text, "R {{{}}}", list(&attributes.reachability));
            if let Some((is_full, formula)) = attributes.safety {
                let flag = if is_full { "full" } else { "half" };
                let _ = write!(text, "  S {flag} {}", formula.display_infix());
            }
            if let Some(disjuncts) = &attributes.error {
                let _ = write!(text, "  E {{{}}}", list(disjuncts));
            }
            text.push('\n');
        }
        text
    }

    /// The locations of the states that ended so, in the order of the search.
    fn ended(&self, ending: Ending) -> Vec<String> {
        let states = self.exploration.states.iter().filter(|state| state.ending == ending);
        states.map(|state| self.cfg.location_name(state.location).to_string()).collect()
    }
}

fn run(text: &str, options: InterpOptions) -> Run {
    run_in(text, options, BlockEncoding::Statement)
}

fn run_in(text: &str, options: InterpOptions, encoding: BlockEncoding) -> Run {
    let cfg = read_cfg(text).expect("a graph");
    let blocks = encode_blocks(&cfg, encoding).split_equalities();
    let source = SourceChoice::default();
    let parts = Parts {
        feasibility: FeasibilityChecker::new(solver(), &blocks, CoreGranularity::Minimal, LIMITS),
        source: source.open(SOURCES, &Solvers).expect("a source"),
        backward: Some(source.backward().open(SOURCES, &Solvers).expect("a source")),
        hoare: HoareChecker::new(solver(), &blocks, LIMITS),
        auxiliary: solver(),
    };
    let options = EngineOptions { interp: options, ..EngineOptions::default() };
    let mut engine = (interp::KIND.open)(&blocks, &options, parts);
    let mut keeper = Keeper::default();
    let outcome = engine.run(&Budget::unlimited(), &mut keeper);
    let exploration = keeper.0.expect("a tree");
    Run { outcome, statistics: engine.statistics(), exploration, cfg }
}

const R: InterpOptions = InterpOptions { safety: false, error: false, weights: false, prunes: false };

fn modes() -> [(&'static str, InterpOptions); 7] {
    [
        ("R", R),
        ("R+E", InterpOptions { error: true, ..R }),
        ("R+S", InterpOptions { safety: true, ..R }),
        ("R+S+E", InterpOptions { safety: true, error: true, ..R }),
        ("R+S+E, pruned", InterpOptions { safety: true, error: true, prunes: true, ..R }),
        ("R+S+W, pruned", InterpOptions { safety: true, weights: true, prunes: true, ..R }),
        ("R+S+E+W, pruned", InterpOptions { safety: true, error: true, weights: true, prunes: true }),
    ]
}

/// The paths of all modes.
fn check_numbers(text: &str, expected: &Expect) {
    let line =
        |(name, options): (&str, InterpOptions)| format!("{name:<16} {}\n", run(text, options).numbers());
    expected.assert_eq(&modes().map(line).concat());
}

/// `Exa.c` of Fig. 1. The second branch adds so much that the error is reached, in the order in which the paper finds it
/// last.
const EXA: &str = "
    var s: Int
    var a: Int
    var i: Int
    error L11 \"assert\" \"s\"
    L0 -> L1: skip
    L1 -> L2: s := 1
    L2 -> L3: assume (not (= a 1))
    L3 -> L4: assume (not (> i 1))
    L4 -> L6: s := (+ s 2)
    L3 -> L5: assume (> i 1)
    L5 -> L6: s := (+ s 1)
    L6 -> L7: skip
    L7 -> L8: assume (not (> s 3))
    L8 -> L9: skip
    L7 -> L10: assume (> s 3)
    L10 -> L11: skip
    L2 -> L12: assume (= a 1)
    L12 -> L13: assume (> i 1)
    L13 -> L15: s := (+ s 2)
    L12 -> L14: assume (not (> i 1))
    L14 -> L15: s := (+ s 3)
    L15 -> L7: skip";

#[test]
fn the_paths_of_figures_2_to_7() {
    check_numbers(
        EXA,
        &expect![[r#"
        R                unsafe, 8 paths: 3 spurious, 0 pruned by S, 0 cut by E, 3 covered
        R+E              unsafe, 7 paths: 3 spurious, 0 pruned by S, 1 cut by E, 2 covered
        R+S              unsafe, 6 paths: 1 spurious, 4 pruned by S, 0 cut by E, 0 covered
        R+S+E            unsafe, 5 paths: 1 spurious, 3 pruned by S, 1 cut by E, 0 covered
        R+S+E, pruned    unsafe, 4 paths: 1 spurious, 2 pruned by S, 1 cut by E, 0 covered
        R+S+W, pruned    unsafe, 4 paths: 1 spurious, 2 pruned by S, 0 cut by E, 0 covered
        R+S+E+W, pruned  unsafe, 4 paths: 1 spurious, 2 pruned by S, 1 cut by E, 0 covered
    "#]],
    );
}

#[test]
fn the_interpolants_of_the_paper() {
    let [.., (_, all), _, _] = modes();
    let run = run(EXA, all);
    expect![[r#"
        L0  R {}  S half true  E {}
        L1  R {}  S half true  E {}
        L2  R {s <= 1}  S half true  E {s >= 2}
        L3  R {s <= 1}  S half s <= 1  E {s >= 2}
        L4  R {s <= 1}  S full s <= 1  E {s >= 2}
        L5  R {}  S half true  E {}
        L6  R {s <= 3}  S full s <= 3  E {s >= 4}
        L7  R {s <= 3}  S full s <= 3  E {s >= 4}
        L10 R {}  S half true  E {true}
        L12 R {s <= 1}  S half true  E {}
        L13 R {s <= 1}  S half true  E {}
        L14 R {}  S half true  E {}
        L15 R {s <= 3}  S half true  E {}
    "#]]
    .assert_eq(&run.attributes());
}

/// The second error is reached although the prefix implies what the first one says: a safety interpolant of the paper
/// would be full at L2, and cut it off.
#[test]
fn a_branch_that_was_not_explored_keeps_an_interpolant_half() {
    let text = "
        var s: Int
        error L8 \"assert\" \"first\"
        error L9 \"assert\" \"second\"
        L0 -> L1: assume (and (<= 0 s) (<= s 3))
        L1 -> L2: skip
        L2 -> L8: assume (> s 3)
        L2 -> L3: assume (<= s 3)
        L3 -> L9: assume (> s 2)";
    for (name, options) in modes() {
        let run = run(text, options);
        let Outcome::Unsafe(found) = &run.outcome else { panic!("{name}: {}", run.numbers()) };
        assert_eq!(&*found.violation.message, "second", "{name}");
    }
}

/// A loop is full if the interpolants of its locations are inductive together; then the entry is, too.
#[test]
fn a_safety_interpolant_of_a_loop_is_inductive() {
    let text = "
        var x: Int
        error L4 \"assert\" \"x\"
        L0 -> L1: x := 0
        L1 -> L4: assume (< x 0)
        L1 -> L2: assume (>= x 0)
        L2 -> L1: x := (+ x 1)";
    check_numbers(
        text,
        &expect![[r#"
            R                safe, 3 paths: 2 spurious, 0 pruned by S, 0 cut by E, 1 covered
            R+E              safe, 3 paths: 2 spurious, 0 pruned by S, 0 cut by E, 1 covered
            R+S              safe, 2 paths: 2 spurious, 0 pruned by S, 0 cut by E, 0 covered
            R+S+E            safe, 2 paths: 2 spurious, 0 pruned by S, 0 cut by E, 0 covered
            R+S+E, pruned    safe, 2 paths: 2 spurious, 0 pruned by S, 0 cut by E, 0 covered
            R+S+W, pruned    safe, 2 paths: 2 spurious, 0 pruned by S, 0 cut by E, 0 covered
            R+S+E+W, pruned  safe, 2 paths: 2 spurious, 0 pruned by S, 0 cut by E, 0 covered
        "#]],
    );
    let run = run(text, InterpOptions { safety: true, prunes: true, ..R });
    expect![[r#"
        L0  R {}  S full true
        L1  R {x >= 0, x >= 1}  S full x >= 0
        L2  R {x >= 0}  S full x >= -1
        L4  R {}  S full false
    "#]]
    .assert_eq(&run.attributes());
}

/// What must hold behind a loop that the search enters first: covered states learn what their location has learned.
#[test]
fn a_loop_that_does_nothing_is_unrolled_once() {
    let text = "
        var a: Bool
        var x: Int
        error L4 \"assert\" \"x\"
        L0 -> L1: x := 1
        L1 -> L1: skip
        L1 -> L4: assume (not (= x 1))";
    check_numbers(
        text,
        &expect![[r#"
            R                safe, 3 paths: 1 spurious, 0 pruned by S, 0 cut by E, 2 covered
            R+E              safe, 3 paths: 1 spurious, 0 pruned by S, 0 cut by E, 2 covered
            R+S              safe, 2 paths: 1 spurious, 0 pruned by S, 0 cut by E, 1 covered
            R+S+E            safe, 2 paths: 1 spurious, 0 pruned by S, 0 cut by E, 1 covered
            R+S+E, pruned    safe, 2 paths: 1 spurious, 0 pruned by S, 0 cut by E, 1 covered
            R+S+W, pruned    safe, 2 paths: 1 spurious, 0 pruned by S, 0 cut by E, 1 covered
            R+S+E+W, pruned  safe, 2 paths: 1 spurious, 0 pruned by S, 0 cut by E, 1 covered
        "#]],
    );
}

/// An error interpolant over-approximates: a prefix that implies it and is safe makes it forgotten, and no verdict rests
/// on it.
#[test]
fn an_error_interpolant_that_lies_is_forgotten() {
    let text = "
        var x: Int
        var z: Int
        error L6 \"assert\" \"x\"
        L0 -> L1: z := 0
        L1 -> L2: x := 1
        L2 -> L4: skip
        L1 -> L3: x := 5
        L3 -> L4: skip
        L4 -> L5: assume (> x 3)
        L5 -> L6: assume (> z 0)";
    let run = run(text, InterpOptions { error: true, ..R });
    assert!(matches!(run.outcome, Outcome::Safe(_)), "{}", run.numbers());
    assert!(run.count("interp/E forgotten") > 0, "{}", run.numbers());
    assert_eq!(run.ended(Ending::CutByError), Vec::<String>::new());
}

/// Fig. 8: the branch whose weight is undefined comes before the one whose weight is 0.
#[test]
fn weights_lead_to_the_error_sooner() {
    let text = "
        var s: Int
        var a: Int
        error L11 \"assert\" \"s\"
        L0 -> L1: s := 2
        L1 -> L2: a := 5
        L2 -> L3: assume (<= s 9)
        L2 -> L4: assume (> s 1)
        L3 -> L5: a := 2
        L4 -> L6: skip
        L5 -> L6: skip
        L6 -> L7: assume (< a 3)
        L7 -> L11: assume (> s 7)
        L6 -> L8: assume (not (< a 3))
        L8 -> L11: skip";
    check_numbers(
        text,
        &expect![[r#"
        R                unsafe, 4 paths: 3 spurious, 0 pruned by S, 0 cut by E, 0 covered
        R+E              unsafe, 3 paths: 2 spurious, 0 pruned by S, 1 cut by E, 0 covered
        R+S              unsafe, 4 paths: 2 spurious, 1 pruned by S, 0 cut by E, 0 covered
        R+S+E            unsafe, 3 paths: 2 spurious, 0 pruned by S, 1 cut by E, 0 covered
        R+S+E, pruned    unsafe, 3 paths: 2 spurious, 0 pruned by S, 1 cut by E, 0 covered
        R+S+W, pruned    unsafe, 3 paths: 2 spurious, 0 pruned by S, 0 cut by E, 0 covered
        R+S+E+W, pruned  unsafe, 3 paths: 2 spurious, 0 pruned by S, 1 cut by E, 0 covered
    "#]],
    );
}
