//! Sources in processes of their own: the first perfect sequence wins, who dies costs itself only, nothing that another
//! process says is believed, and nothing is left behind. Without the usual harness, because processes are forked while
//! nothing else happens.

use std::time::{Duration, Instant};

use base::index::Idx;
use base::{Budget, Statistics};
use logic::{Eliminator, QeConfig};
use program::{BlockEncoding, BlockId, BlockProgram, Trace, encode_blocks, read_cfg};
use refine::craig::Builtin;
use refine::newton::Newton;
use refine::{
    AssertionSequence, Detail, Explanation, FirstPerfect, Gate, HoareChecker, InfeasibleTrace, Proposal,
    RefineFailure, Source, SourceApart, Variant, Workplace,
};
use smt::{Limits, SolverOptions, TraceSolver, UnknownReason, Z3Solver};
use term::{Sort, Term, build as mk};

const PATH: &str = "
    var x: Int
    var |odd name|: (_ BitVec 8)
    var f: (_ FloatingPoint 8 24)
    var a: (Array Int Int)
    error L3 \"assert\" \"x\"
    L0 -> L1: x := 0
    L1 -> L2: |odd name| := #x01
    L2 -> L1: x := (+ x 1)
    L2 -> L3: assume (and (< x 0) (fp.isNaN f) (= (select a 0) 1))";

fn solver() -> Result<Box<dyn TraceSolver>, String> {
    Ok(Box::new(Z3Solver::new(&SolverOptions::default())?))
}

fn eliminator() -> Eliminator {
    Eliminator::new(QeConfig::default(), Box::new(Z3Solver::new(&SolverOptions::default()).expect("Z3")))
}

/// What a source does that follows a script.
#[derive(Clone, Copy)]
enum Act {
    Perfect,
    Values,
    Sleep,
    Die,
    DieSecond,
    Unsupported,
}

struct Scripted(&'static str, Act, u32);

fn x() -> Term {
    mk::var("x", Sort::Int)
}

fn assertions(act: Act) -> Vec<Term> {
    let is = |value: i64| mk::eq(x(), mk::int(value));
    let invariant = mk::le(mk::int(0), x());
    match act {
        Act::Values => vec![mk::tt(), is(0), is(0), is(1), is(1), mk::ff()],
        _ => vec![mk::tt(), invariant, invariant, invariant, invariant, mk::ff()],
    }
}

impl Source for Scripted {
    fn name(&self) -> String {
        self.0.to_string()
    }

    fn sequences(
        &mut self,
        infeasible: &InfeasibleTrace<'_>,
        gate: &mut Gate<'_>,
    ) -> Result<Vec<AssertionSequence>, RefineFailure> {
        self.2 += 1;
        match self.1 {
            Act::Sleep => std::thread::sleep(Duration::from_secs(600)),
            Act::Die => std::process::abort(),
            Act::DieSecond if self.2 == 2 => std::process::abort(),
            Act::Unsupported => {
                let why = UnknownReason::Unsupported("floats".into());
                return Err(RefineFailure::NoInterpolants(self.0.into(), why.into()));
            }
            _ => {}
        }
        let proposal = Proposal { assertions: assertions(self.1), source: self.0.into(), is_exact: false };
        Ok(vec![gate.pass(infeasible, proposal)?])
    }

    fn explain(&mut self, _: &InfeasibleTrace<'_>, _: Detail, _: &Budget) -> Explanation {
        Explanation::default()
    }

    fn count(&self, _: &mut Statistics) {}
}

fn apart(name: &'static str, open: impl Fn() -> Box<dyn Source>) -> SourceApart {
    let workplace = || Ok(Workplace { source: open(), solver: Box::new(solver) });
    SourceApart::fork(name, workplace).expect("a process")
}

fn portfolio(acts: &[(&'static str, Act)], at_once: usize) -> FirstPerfect {
    let sources = acts.iter().map(|(name, act)| apart(name, || Box::new(Scripted(name, *act, 0))));
    FirstPerfect::new(sources.collect(), at_once)
}

fn program() -> BlockProgram {
    encode_blocks(&read_cfg(PATH).expect("a graph"), BlockEncoding::Statement)
}

fn ask_within(source: &mut dyn Source, budget: &Budget) -> Result<Vec<AssertionSequence>, RefineFailure> {
    let program = program();
    let trace = Trace { blocks: [0, 1, 2, 1, 3].into_iter().map(BlockId::from_usize).collect() };
    let mut hoare = HoareChecker::new(solver().expect("Z3 starts"), &program, Limits::default());
    let infeasible = InfeasibleTrace { program: &program, trace: &trace, core: None, returns: 0 };
    source.sequences(&infeasible, &mut Gate::new(&mut hoare, budget))
}

fn ask(source: &mut dyn Source) -> String {
    match ask_within(source, &Budget::with_timeout(Duration::from_secs(200))) {
        Ok(sequences) => sequences.iter().map(|s| s.source.as_str()).collect::<Vec<_>>().join(" "),
        Err(failure) => failure.to_string(),
    }
}

fn counted(source: &dyn Source, what: &str) -> Option<u64> {
    let mut statistics = Statistics::default();
    source.count(&mut statistics);
    statistics.get(what)
}

fn the_first_perfect_one_wins() {
    let mut source = portfolio(&[("asleep", Act::Sleep), ("values", Act::Values), ("good", Act::Perfect)], 3);
    assert_eq!(source.name(), "perfect:asleep,values,good");
    let start = Instant::now();
    for round in 1..=3 {
        assert_eq!(ask(&mut source), "good");
        assert_eq!(counted(&source, "sources/good"), Some(round));
    }
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

fn imperfect_sequences_are_kept() {
    let mut source = portfolio(&[("a", Act::Values), ("none", Act::Unsupported)], 2);
    assert_eq!(ask(&mut source), "a");
    assert_eq!(ask(&mut source), "a");
    assert_eq!(counted(&source, "none/asked"), Some(1), "it does not know the theory");
    assert_eq!(counted(&source, "none/failed: unsupported"), Some(1));
}

fn who_dies_costs_itself_only() {
    let acts = [("dead", Act::Die), ("later", Act::DieSecond), ("values", Act::Values)];
    for at_once in [1, 3] {
        let mut source = portfolio(&acts, at_once);
        // The second one is perfect once.
        assert_eq!(ask(&mut source), "later");
        assert_eq!(ask(&mut source), "values");
        assert_eq!(ask(&mut source), "values");
        assert_eq!((counted(&source, "dead/lost"), counted(&source, "later/lost")), (Some(1), Some(1)));
        assert_eq!(counted(&source, "values/lost"), Some(0));
    }
    let mut source = portfolio(&acts[..1], 2);
    assert_eq!(ask(&mut source), "the process of dead has ended");
    assert_eq!(ask(&mut source), "", "nobody is left");
}

/// Newton and our interpolation give the same as in this process, through the text of the question and the reply.
fn real_sources_answer_from_there() {
    let newton = || -> Box<dyn Source> { Box::new(Newton::new(Variant::default(), eliminator())) };
    let builtin =
        || -> Box<dyn Source> { Box::new(Builtin::new(eliminator(), solver().expect("Z3 starts"))) };
    let budget = Budget::unlimited();
    for open in [&newton as &dyn Fn() -> Box<dyn Source>, &builtin] {
        let mut there = FirstPerfect::new(vec![apart("there", open)], 1);
        let mut here = open();
        let (here, there) = (ask_within(&mut *here, &budget), ask_within(&mut there, &budget));
        let (here, there) = (here.expect("a sequence"), there.expect("a sequence"));
        assert_eq!(here[0].assertions, there[0].assertions);
        assert_eq!(here[0].is_perfect, there[0].is_perfect);
    }
}

fn time_ends() {
    let mut source = portfolio(&[("asleep", Act::Sleep)], 2);
    let budget = Budget::with_timeout(Duration::from_millis(300));
    let start = Instant::now();
    assert_eq!(ask_within(&mut source, &budget), Err(RefineFailure::Time));
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

fn nothing_is_left() {
    let sources = [("asleep", Act::Sleep), ("good", Act::Perfect)];
    let sources = sources.map(|(name, act)| apart(name, || Box::new(Scripted(name, act, 0))));
    let keepers: Vec<String> = sources.iter().map(|source| source.id().to_string()).collect();
    let mut portfolio = FirstPerfect::new(sources.to_vec(), 2);
    assert_eq!(ask(&mut portfolio), "good");
    let children =
        |id: &String| std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    let servers: Vec<String> = keepers
        .iter()
        .flat_map(|id| children(id).split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    drop(portfolio);
    drop(sources);
    let is_gone = |id: &String| {
        let state = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        state.is_empty() || state.contains(") Z ")
    };
    let start = Instant::now();
    while !keepers.iter().chain(&servers).all(is_gone) {
        assert!(start.elapsed() < Duration::from_secs(20), "processes are left");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn main() {
    the_first_perfect_one_wins();
    imperfect_sequences_are_kept();
    who_dies_costs_itself_only();
    real_sources_answer_from_there();
    time_ends();
    nothing_is_left();
    println!("all sources did what they should");
}
