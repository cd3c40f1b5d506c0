//! The portfolio that stops when a sequence is perfect: whom it asks, in which order, and what it keeps.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use base::index::Idx;
use base::{Budget, Statistics};
use program::{BlockEncoding, BlockId, BlockProgram, Trace, encode_blocks, read_cfg};
use refine::{
    AssertionSequence, Detail, Explanation, Gate, HoareChecker, InfeasibleTrace, Proposal, RefineFailure,
    Source, UntilPerfect,
};
use smt::{Limits, NoInterpolants, SolverOptions, UnknownReason, Z3Solver};
use term::{Sort, Term, build as mk};

/// A loop that counts, and errors that need a negative number; one path to them speaks about an array.
const PATH: &str = "
    var x: Int
    var y: Int
    var a: (Array Int Int)
    error L3 \"assert\" \"x\"
    L0 -> L1: x := 0
    L1 -> L2: y := 1
    L2 -> L1: x := (+ x 1)
    L2 -> L3: assume (< x 0)
    L2 -> L4: a := (store a x 1)
    L4 -> L3: assume (< x 0)";

fn program() -> BlockProgram {
    encode_blocks(&read_cfg(PATH).expect("a graph"), BlockEncoding::Statement)
}

/// Once around the loop, then to the error directly.
const PLAIN: &[usize] = &[0, 1, 2, 1, 3];
/// Once around the loop, then through the array.
const WITH_ARRAY: &[usize] = &[0, 1, 2, 1, 4, 5];

#[derive(Clone, Copy, PartialEq, Debug)]
enum Say {
    Perfect,
    /// The values of `x`, with a fact that tells sources apart.
    Values(i64),
    Unsupported,
    Timeout,
    /// Takes as long as it is allowed to.
    Slow,
    Unknown,
}

type Log = Rc<RefCell<Vec<&'static str>>>;

/// A source that says what it was told, and the last of it again and again.
struct Scripted {
    name: &'static str,
    script: VecDeque<Say>,
    log: Log,
}

fn x() -> Term {
    mk::var("x", Sort::Int)
}

fn assertions(length: usize, say: Say) -> Vec<Term> {
    let at = |position: usize| match (say, position) {
        (_, 0) => mk::tt(),
        (_, last) if last == length => mk::ff(),
        (Say::Values(more), _) => {
            let value = i64::from(position > 2);
            mk::and2(mk::eq(x(), mk::int(value)), mk::lt(x(), mk::int(more)))
        }
        _ => mk::le(mk::int(0), x()),
    };
    (0..=length).map(at).collect()
}

impl Source for Scripted {
    fn name(&self) -> String {
        self.name.to_string()
    }

    fn sequences(
        &mut self,
        infeasible: &InfeasibleTrace<'_>,
        gate: &mut Gate<'_>,
    ) -> Result<Vec<AssertionSequence>, RefineFailure> {
        self.log.borrow_mut().push(self.name);
        let say = if self.script.len() > 1 { self.script.pop_front() } else { self.script.front().copied() };
        let failed = |why: UnknownReason| Err(RefineFailure::NoInterpolants(self.name.into(), why.into()));
        match say.expect("a script") {
            Say::Unsupported => failed(UnknownReason::Unsupported("arrays".into())),
            Say::Timeout => failed(UnknownReason::Timeout),
            Say::Unknown => Err(RefineFailure::SolverUnknown(self.name.into())),
            Say::Slow => {
                while gate.budget().check().is_ok() {
                    std::thread::sleep(std::time::Duration::from_millis(5));
                }
                Err(RefineFailure::Time)
            }
            say => {
                let assertions = assertions(infeasible.trace.len(), say);
                let proposal = Proposal { assertions, source: self.name.into(), is_exact: false };
                Ok(vec![gate.pass(infeasible, proposal)?])
            }
        }
    }

    fn explain(&mut self, _: &InfeasibleTrace<'_>, _: Detail, _: &Budget) -> Explanation {
        Explanation::default()
    }

    fn count(&self, _: &mut Statistics) {}
}

struct Portfolio {
    source: UntilPerfect,
    log: Log,
    program: BlockProgram,
}

fn portfolio(scripts: &[(&'static str, &[Say])]) -> Portfolio {
    let log = Log::default();
    let source = |(name, script): &(&'static str, &[Say])| -> Box<dyn Source> {
        Box::new(Scripted { name, script: script.iter().copied().collect(), log: log.clone() })
    };
    let source = UntilPerfect::new(scripts.iter().map(source).collect());
    Portfolio { source, log, program: program() }
}

impl Portfolio {
    /// Whose sequences there are, and who was asked.
    fn ask(&mut self, path: &[usize]) -> (String, String) {
        self.ask_again(path, 0, &Budget::unlimited())
    }

    fn ask_again(&mut self, path: &[usize], returns: usize, budget: &Budget) -> (String, String) {
        let solver = Box::new(Z3Solver::new(&SolverOptions::default()).expect("Z3 starts"));
        let trace = Trace { blocks: path.iter().map(|block| BlockId::from_usize(*block)).collect() };
        let mut hoare = HoareChecker::new(solver, &self.program, Limits::default());
        let infeasible = InfeasibleTrace { program: &self.program, trace: &trace, core: None, returns };
        let answer = self.source.sequences(&infeasible, &mut Gate::new(&mut hoare, budget));
        let said = match answer {
            Ok(sequences) => sequences.iter().map(|s| s.source.as_str()).collect::<Vec<_>>().join(" "),
            Err(failure) => failure.to_string(),
        };
        (said, std::mem::take(&mut *self.log.borrow_mut()).join(" "))
    }
}

fn pair(said: &str, asked: &str) -> (String, String) {
    (said.to_string(), asked.to_string())
}

#[test]
fn who_was_perfect_comes_first() {
    let mut portfolio =
        portfolio(&[("a", &[Say::Values(5)]), ("b", &[Say::Unknown]), ("c", &[Say::Perfect])]);
    assert_eq!(portfolio.ask(PLAIN), pair("c", "a b c"));
    assert_eq!(portfolio.ask(PLAIN), pair("c", "c"));
    let mut statistics = Statistics::default();
    portfolio.source.count(&mut statistics);
    assert_eq!((statistics.get("sources/c"), statistics.get("sources/a")), (Some(2), Some(0)));
}

#[test]
fn imperfect_sequences_are_all_kept() {
    let mut portfolio = portfolio(&[
        ("a", &[Say::Values(5)]),
        ("b", &[Say::Values(6)]),
        ("same", &[Say::Values(5)]),
        ("c", &[Say::Values(7)]),
    ]);
    assert_eq!(portfolio.ask(PLAIN), pair("a b c", "a b same c"));
}

#[test]
fn who_does_not_know_a_theory_is_not_asked_about_it_again() {
    let first = ("a", &[Say::Values(5)][..]);
    let mut portfolio = portfolio(&[first, ("b", &[Say::Unsupported, Say::Values(6)])]);
    assert_eq!(portfolio.ask(WITH_ARRAY), pair("a", "a b"));
    assert_eq!(portfolio.ask(WITH_ARRAY), pair("a", "a"));
    // Without the array it may know everything; equally good ones are asked as they were given.
    let (said, asked) = portfolio.ask(PLAIN);
    assert!(asked.contains('b') && said.contains('b'), "{said}: {asked}");
    assert!(!portfolio.ask(WITH_ARRAY).1.contains('b'));
    let mut statistics = Statistics::default();
    portfolio.source.count(&mut statistics);
    assert_eq!(statistics.get("b/passed over"), Some(2));
    assert_eq!(statistics.get("a/passed over"), Some(0));
}

/// A solver that only could not be understood, or gave up, is asked again.
#[test]
fn other_failures_are_no_verdict_on_a_source() {
    let why = NoInterpolants::Unreadable("mod_cast".into());
    assert!(!why.is_unsupported() && !why.is_exhausted() && why.kind() == "unreadable");
    let mut portfolio = portfolio(&[("a", &[Say::Unknown, Say::Values(5)]), ("b", &[Say::Values(6)])]);
    assert_eq!(portfolio.ask(PLAIN), pair("b", "a b"));
    assert_eq!(portfolio.ask(PLAIN), pair("a b", "a b"));
}

#[test]
fn who_takes_too_long_waits() {
    let mut portfolio = portfolio(&[("a", &[Say::Values(5)]), ("b", &[Say::Timeout])]);
    let asked: Vec<String> = (0..6).map(|_| portfolio.ask(PLAIN).1).collect();
    assert_eq!(asked, ["a b", "a", "a", "a b", "a", "a"]);
}

#[test]
fn nobody_takes_the_time_of_the_others() {
    let budget = Budget::with_timeout(std::time::Duration::from_secs(30));
    let mut portfolio = portfolio(&[("a", &[Say::Slow]), ("b", &[Say::Perfect])]);
    let start = std::time::Instant::now();
    assert_eq!(portfolio.ask_again(PLAIN, 0, &budget), pair("b", "a b"));
    assert!(start.elapsed() < std::time::Duration::from_secs(25), "{:?}", start.elapsed());
    let over = Budget::with_timeout(std::time::Duration::from_millis(50));
    let mut portfolio = self::portfolio(&[("a", &[Say::Slow]), ("b", &[Say::Slow])]);
    assert_eq!(portfolio.ask_again(PLAIN, 0, &over), pair("timeout", "a"));
}

/// Sources that cost time and are never perfect leave the first one most of the time.
#[test]
fn useless_answers_take_a_part_of_the_time() {
    let budget = Budget::with_timeout(std::time::Duration::from_secs(100));
    let mut portfolio = portfolio(&[("a", &[Say::Values(5)]), ("b", &[Say::Slow]), ("c", &[Say::Slow])]);
    let start = std::time::Instant::now();
    assert_eq!(portfolio.ask_again(PLAIN, 0, &budget), pair("a", "a b c"));
    // A tenth of the time each would be twenty seconds.
    assert!(start.elapsed() < std::time::Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn a_trace_that_comes_back_gets_another_source() {
    let mut portfolio = portfolio(&[("a", &[Say::Perfect]), ("b", &[Say::Perfect])]);
    assert_eq!(portfolio.ask(PLAIN), pair("a", "a"));
    assert_eq!(portfolio.ask_again(PLAIN, 1, &Budget::unlimited()), pair("b", "b"));
}

#[test]
fn the_order_depends_on_answers_alone() {
    let scripts: &[(&'static str, &[Say])] = &[
        ("a", &[Say::Values(5), Say::Perfect, Say::Unknown]),
        ("b", &[Say::Unsupported, Say::Values(6), Say::Perfect]),
        ("c", &[Say::Timeout, Say::Values(7), Say::Perfect, Say::Values(8)]),
    ];
    let run = || {
        let mut portfolio = portfolio(scripts);
        let paths = [PLAIN, WITH_ARRAY, PLAIN, PLAIN, WITH_ARRAY, WITH_ARRAY, PLAIN];
        paths.map(|path| portfolio.ask(path))
    };
    assert_eq!(run(), run());
}
