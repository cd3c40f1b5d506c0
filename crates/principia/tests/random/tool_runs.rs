//! What the program under test says: the way of `principia verify`, without its worker process.

use std::time::Duration;

use base::{Budget, Diagnostics, SourceMap};
use engines::trace_abstraction::{Config, Generalisation, Parts, TraceAbstraction};
use engines::{Outcome, Reason, Silent};
use evidence::Rejection;
use logic::{Eliminator, QeConfig, SolverTactic};
use program::{BlockEncoding, BlockProgram, Cfg, Copying, Recursion};
use refine::newton::Newton;
use refine::{CoreGranularity, FeasibilityChecker, HoareChecker, Variant};
use smt::{Limits, SolverKind, SolverOptions, TraceSolver};

use super::chance::Chance;

/// What can be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    variant: Variant,
    blocks: BlockEncoding,
    automaton: Generalisation,
    core: CoreGranularity,
    qe: SolverTactic,
    inline_budget: usize,
    recursion: Recursion,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            variant: Variant::default(),
            blocks: BlockEncoding::default(),
            automaton: Generalisation::default(),
            core: CoreGranularity::default(),
            qe: QeConfig::default().tactic,
            inline_budget: Copying::default().budget,
            recursion: Copying::default().recursion,
        }
    }
}

impl Setup {
    /// Any setup.
    pub fn random(chance: &mut Chance) -> Setup {
        let mut variants = Variant::paper();
        variants.extend(["it-spwp-lv", "spwp"].map(|name| name.parse::<Variant>().expect("a variant")));
        let blocks = [BlockEncoding::Statement, BlockEncoding::Sequence, BlockEncoding::LoopFree];
        let automata = [Generalisation::Canonical, Generalisation::Eager, Generalisation::Predicate];
        let cores = [CoreGranularity::Statement, CoreGranularity::Conjunct, CoreGranularity::Minimal];
        let tactics = [SolverTactic::None, SolverTactic::Light, SolverTactic::Full];
        Setup {
            variant: *chance.pick(&variants),
            blocks: *chance.pick(&blocks),
            automaton: *chance.pick(&automata),
            core: *chance.pick(&cores),
            qe: *chance.pick(&tactics),
            inline_budget: *chance.pick(&[0, Copying::default().budget]),
            recursion: *chance.pick(&[Recursion::Copies(1), Recursion::Stack]),
        }
    }
}

/// The answer for a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Proved, and the proof was accepted.
    Safe,
    /// Refuted, and the counterexample was accepted.
    Unsafe,
    /// No answer, with the reason.
    Unknown(String),
    /// Evidence was rejected.
    Rejected(String),
    /// The front end did not accept the program.
    BadInput(String),
}

/// Verifies a program.
pub fn verify(text: &str, setup: Setup, limit: Duration) -> Answer {
    let mut sources = SourceMap::new();
    let file = sources.add_file("random.bpl", text.to_string());
    let mut diagnostics = Diagnostics::new();
    let core = boogie::parse(&sources, file, &mut diagnostics)
        .filter(|_| !diagnostics.has_errors())
        .and_then(|program| boogie::check(program, &mut diagnostics))
        .and_then(|checked| boogie::lower(&checked, &["main"], &mut diagnostics));
    let Some(core) = core.filter(|_| !diagnostics.has_errors()) else {
        return Answer::BadInput(diagnostics.render(&sources));
    };
    let copying = Copying { recursion: setup.recursion, ..Copying::within(setup.inline_budget) };
    let cfg = match program::inline_sharing(&core.prune(), &copying) {
        Ok(cfg) => cfg.prune().contract(),
        Err(error) => return Answer::BadInput(format!("{error:?}")),
    };
    let blocks = program::encode_blocks(&cfg, setup.blocks);
    let budget = Budget::with_timeout(limit);
    let config = Config { generalisation: setup.automaton, ..Config::default() };
    let outcome = TraceAbstraction::new(&blocks, config, parts(&blocks, setup)).run(&budget, &mut Silent);
    conclude(&cfg, outcome, &budget)
}

fn open(options: SolverOptions) -> Box<dyn TraceSolver> {
    smt::open(SolverKind::Z3, &options).expect("Z3 is there")
}

fn parts(blocks: &BlockProgram, setup: Setup) -> Parts {
    let trace = open(SolverOptions::default());
    let one_shot = || Some(open(SolverOptions { is_one_shot: true, ..SolverOptions::default() }));
    let config = QeConfig { tactic: setup.qe, ..QeConfig::default() };
    let eliminator = match setup.qe {
        SolverTactic::None => Eliminator::without_solver(config),
        _ => {
            let solver = smt::Z3Solver::new(&SolverOptions::default()).expect("Z3 is there");
            Eliminator::new(config, Box::new(solver))
        }
    };
    Parts {
        feasibility: FeasibilityChecker::new(trace, blocks, setup.core, Limits::millis(60_000))
            .with_one_shot(Box::new(one_shot)),
        newton: Newton { variant: setup.variant, eliminator },
        hoare: HoareChecker::new(open(SolverOptions::default()), blocks, Limits::millis(2000)),
        auxiliary: open(SolverOptions::default()),
    }
}

fn conclude(cfg: &Cfg, outcome: Outcome, budget: &Budget) -> Answer {
    let mut solver = open(SolverOptions { is_isolated: true, ..SolverOptions::default() });
    let rejected = |rejection: Rejection| match rejection {
        Rejection::Exhausted(why) => Answer::Unknown(format!("evidence: {}", Reason::from(why))),
        other => Answer::Rejected(other.to_string()),
    };
    match outcome {
        Outcome::Unknown(reason) => Answer::Unknown(reason.to_string()),
        Outcome::Safe(proof) => match evidence::check_proof(cfg, &proof, &mut *solver, budget) {
            Ok(_) => Answer::Safe,
            Err(rejection) => rejected(rejection),
        },
        Outcome::Unsafe(claim) => match evidence::replay(cfg, &claim, &mut *solver) {
            Ok(execution) if execution.overapproximations.is_empty() => Answer::Unsafe,
            Ok(_) => Answer::Unknown("over-approximation".into()),
            Err(rejection) => rejected(rejection),
        },
    }
}
