//! Sources of assertions: what the gate lets pass, how sources combine, and that another source needs nothing but its
//! own file and a line in a list.

use std::cell::Cell;
use std::rc::Rc;

use base::index::Idx;
use base::{Budget, Statistics};
use logic::{Eliminator, QeConfig};
use program::{BlockEncoding, BlockId, BlockProgram, Trace, encode_blocks, read_cfg};
use refine::craig::{Basis, Builtin, Interpolated};
use refine::newton::{self, Newton};
use refine::{
    AssertionSequence, Detail, Explanation, FirstThatWorks, Gate, HoareChecker, InfeasibleTrace, Proposal,
    RefineFailure, SOURCES, Source, SourceChoice, SourceKind, Toolbox, UntilPerfect, Variant,
};
use smt::{Interpolation, Limits, NoInterpolants, SolverOptions, TraceSolver, Z3Solver};
use term::{Sort, Term, Version, build as mk};

/// A loop that counts, and an error that needs a negative number.
const PATH: &str = "
    var x: Int
    var y: Int
    error L3 \"assert\" \"x\"
    L0 -> L1: x := 0
    L1 -> L2: y := 1
    L2 -> L1: x := (+ x 1)
    L2 -> L3: assume (< x 0)";

fn solver() -> Box<Z3Solver> {
    Box::new(Z3Solver::new(&SolverOptions::default()).expect("Z3 starts"))
}

fn program() -> BlockProgram {
    encode_blocks(&read_cfg(PATH).expect("a graph"), BlockEncoding::Statement)
}

/// Once around the loop: L0, L1, L2, L1, L2, L3.
fn trace() -> Trace {
    Trace { blocks: [0, 1, 2, 1, 3].into_iter().map(BlockId::from_usize).collect() }
}

/// A source that proposes what it was told, or fails.
struct Scripted {
    name: &'static str,
    assertions: Option<Vec<Term>>,
    calls: Rc<Cell<u64>>,
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
        self.calls.set(self.calls.get() + 1);
        match &self.assertions {
            None => Err(RefineFailure::SolverUnknown(self.name.to_string())),
            Some(assertions) => {
                let source = self.name.to_string();
                let proposal = Proposal { assertions: assertions.clone(), source, is_exact: false };
                Ok(vec![gate.pass(infeasible, proposal)?])
            }
        }
    }

    fn explain(&mut self, _: &InfeasibleTrace<'_>, _: Detail, _: &Budget) -> Explanation {
        Explanation::default()
    }

    fn count(&self, statistics: &mut Statistics) {
        statistics.count("calls", self.calls.get());
    }
}

fn x() -> Term {
    mk::var("x", Sort::Int)
}

/// `x >= 0` everywhere: a loop invariant.
fn perfect() -> Vec<Term> {
    let invariant = mk::le(mk::int(0), x());
    vec![mk::tt(), invariant, invariant, invariant, invariant, mk::ff()]
}

/// The values of `x`, which no round of the loop keeps.
fn imperfect() -> Vec<Term> {
    let is = |value: i64| mk::eq(x(), mk::int(value));
    vec![mk::tt(), is(0), is(0), is(1), is(1), mk::ff()]
}

fn scripted(name: &'static str, assertions: Option<Vec<Term>>) -> (Box<dyn Source>, Rc<Cell<u64>>) {
    let calls = Rc::new(Cell::new(0));
    (Box::new(Scripted { name, assertions, calls: calls.clone() }), calls)
}

fn ask(source: &mut dyn Source) -> Result<Vec<AssertionSequence>, RefineFailure> {
    ask_within(source, &Budget::unlimited())
}

fn ask_within(source: &mut dyn Source, budget: &Budget) -> Result<Vec<AssertionSequence>, RefineFailure> {
    let (program, trace) = (program(), trace());
    let mut hoare = HoareChecker::new(solver(), &program, Limits::default());
    let infeasible = InfeasibleTrace { program: &program, trace: &trace, core: None, returns: 0 };
    source.sequences(&infeasible, &mut Gate::new(&mut hoare, budget))
}

fn names(sequences: &[AssertionSequence]) -> Vec<&str> {
    sequences.iter().map(|sequence| sequence.source.as_str()).collect()
}

#[test]
fn the_gate_checks_what_sources_propose() {
    assert!(ask(&mut *scripted("a", Some(perfect())).0).expect("inductive")[0].is_perfect);
    assert!(!ask(&mut *scripted("a", Some(imperfect())).0).expect("inductive")[0].is_perfect);
    let mut gap = perfect();
    gap[3] = mk::eq(x(), mk::int(1));
    let failure = ask(&mut *scripted("a", Some(gap)).0).expect_err("x is any number");
    assert_eq!(failure, RefineFailure::NotInductive("a, step 3".into()));
    for wrong in [vec![mk::tt(), mk::ff()], perfect().into_iter().rev().collect(), Vec::new()] {
        let failure = ask(&mut *scripted("a", Some(wrong)).0).expect_err("no sequence for this trace");
        assert_eq!(failure, RefineFailure::NotInductive("a, its ends".into()));
    }
}

#[test]
fn a_fallback_asks_until_one_works() {
    let (first, first_calls) = scripted("first", None);
    let (second, second_calls) = scripted("second", Some(imperfect()));
    let (third, third_calls) = scripted("third", Some(perfect()));
    let mut source = FirstThatWorks::new(vec![first, second, third]);
    assert_eq!(source.name(), "first,second,third");
    assert_eq!(names(&ask(&mut source).expect("the second works")), ["second"]);
    assert_eq!([first_calls.get(), second_calls.get(), third_calls.get()], [1, 1, 0]);
    let mut statistics = Statistics::default();
    source.count(&mut statistics);
    assert_eq!((statistics.get("calls"), statistics.get("sources/second")), (Some(2), Some(1)));
    let mut none = FirstThatWorks::new(vec![scripted("a", None).0, scripted("b", None).0]);
    let failure = ask(&mut none).expect_err("none works").to_string();
    assert_eq!(failure, "solver unknown: a; solver unknown: b");
}

#[test]
fn a_portfolio_asks_until_perfect() {
    let (late, late_calls) = scripted("late", Some(perfect()));
    let sources = vec![
        scripted("none", None).0,
        scripted("imperfect", Some(imperfect())).0,
        scripted("perfect", Some(perfect())).0,
        late,
    ];
    let mut source = UntilPerfect::new(sources);
    assert_eq!(source.name(), "perfect:none,imperfect,perfect,late");
    assert_eq!(names(&ask(&mut source).expect("a sequence")), ["perfect"]);
    assert_eq!(late_calls.get(), 0);
    let twice = vec![
        scripted("one", Some(imperfect())).0,
        scripted("same", Some(imperfect())).0,
        scripted("none", None).0,
    ];
    assert_eq!(names(&ask(&mut UntilPerfect::new(twice)).expect("a sequence")), ["one"]);
}

#[test]
fn newton_needs_no_core() {
    let eliminator = Eliminator::new(QeConfig::default(), solver());
    let sequences = ask(&mut Newton::new(Variant::default(), eliminator)).expect("a sequence");
    assert_eq!(names(&sequences), ["newton:it-sp-lv"]);
}

/// Of `x == 0`, the rest of the trace needs `x >= 0`, which is a loop invariant; Newton keeps the value.
#[test]
fn interpolants_are_weaker_than_posts() {
    let eliminator = || Eliminator::new(QeConfig::default(), solver());
    let mut source = Builtin::new(eliminator(), solver());
    let sequences = ask(&mut source).expect("a sequence");
    assert_eq!(names(&sequences), ["craig:builtin"]);
    assert!(sequences[0].is_perfect);
    let at_least = |number| mk::le(mk::int(number), x());
    let expected = [mk::tt(), at_least(0), at_least(0), at_least(1), at_least(1), mk::ff()];
    assert_eq!(sequences[0].assertions, expected);
    let mut newton = Newton::new("it-sp".parse().expect("a variant"), eliminator());
    assert!(!ask(&mut newton).expect("a sequence")[0].is_perfect);
    // The solver's stack is as it was: the same question has the same answer.
    assert_eq!(ask(&mut source).expect("a sequence"), sequences);
    let budget = Budget::unlimited();
    budget.cancel();
    assert_eq!(ask_within(&mut source, &budget).expect_err("no time"), RefineFailure::Time);
    assert_eq!(ask(&mut source).expect("a sequence"), sequences);
}

/// Of `x == 0`, the rest of the trace needs `x <= 9` only, or `x <= 10` if the guard counts, which is an invariant.
#[test]
fn bounds_move_where_the_loop_ends() {
    let graph = "
        var x: Int
        error L3 \"assert\" \"x\"
        L0 -> L1: x := 0
        L1 -> L2: assume (distinct x 10)
        L2 -> L1: x := (+ x 1)
        L1 -> L3: assume (< 10 x)";
    let program = encode_blocks(&read_cfg(graph).expect("a graph"), BlockEncoding::Statement);
    let trace = Trace { blocks: [0, 1, 3, 2].into_iter().map(BlockId::from_usize).collect() };
    let mut hoare = HoareChecker::new(solver(), &program, Limits::default());
    let infeasible = InfeasibleTrace { program: &program, trace: &trace, core: None, returns: 0 };
    let mut source = Builtin::new(Eliminator::new(QeConfig::default(), solver()), solver());
    let budget = Budget::unlimited();
    let sequences = source.sequences(&infeasible, &mut Gate::new(&mut hoare, &budget)).expect("a sequence");
    let at_most = |number| mk::le(x(), mk::int(number));
    assert_eq!(sequences[0].assertions[1], at_most(10));
    assert!(sequences[0].is_perfect, "{:?}", sequences[0].assertions);
}

/// Spacer through the same list that `--refine` reads, and what is counted about it.
#[test]
fn a_solver_interpolates() {
    for name in ["craig:z3", "craig:z3-trace"] {
        let choice = SourceChoice::parse(name, SOURCES).expect("a source");
        let mut source = choice.open(SOURCES, &Tools).expect("Z3 is always there");
        let sequences = ask(&mut *source).expect("a sequence");
        assert_eq!(names(&sequences), [name]);
        assert!(sequences[0].is_perfect, "{:?}", sequences[0].assertions);
        let mut statistics = Statistics::default();
        source.count(&mut statistics);
        let counted = |what: &str| statistics.get(&format!("{name}/{what}"));
        assert_eq!([counted("asked"), counted("answered"), counted("perfect")], [Some(1); 3]);
        assert_eq!((counted("assertions"), counted("quantified assertions")), (Some(6), Some(0)));
        let budget = Budget::unlimited();
        budget.cancel();
        assert_eq!(ask_within(&mut *source, &budget).expect_err("no time"), RefineFailure::Time);
        source.count(&mut statistics);
        assert_eq!(statistics.get(&format!("{name}/failed: time is over")), Some(1));
    }
}

/// A solver that answers with formulas that are no interpolants.
struct Liar(Vec<Term>);

impl Interpolation for Liar {
    fn sequence_interpolants(&mut self, _: &[Term], _: Limits) -> Result<Vec<Term>, NoInterpolants> {
        Ok(self.0.clone())
    }

    fn name(&self) -> &str {
        "liar"
    }
}

#[test]
fn wrong_interpolants_do_not_pass() {
    let number = |index| mk::with_version(x(), Version::At(index));
    let lie = |interpolant: Term| {
        let eliminator = Eliminator::new(QeConfig::default(), solver());
        let liar = Box::new(Liar(vec![interpolant; 4]));
        let mut source = Interpolated::new("craig:liar", Basis::Trace, liar, eliminator, solver());
        ask(&mut source).expect_err("no interpolants")
    };
    // False too early, a variable of another place, a variable that the program does not have.
    assert_eq!(lie(mk::ff()), RefineFailure::NotInductive("craig:liar, step 1".into()));
    for foreign in [number(7), mk::var("x", Sort::Int)] {
        let failure = lie(mk::le(mk::int(0), foreign));
        let is_refused = matches!(failure, RefineFailure::NoInterpolants(_, NoInterpolants::NotShared(_)));
        assert!(is_refused, "{failure}");
        assert_eq!(failure.kind(), "not shared");
    }
}

#[test]
fn elimination_ends_with_the_budget() {
    let budget = Budget::unlimited();
    budget.cancel();
    let eliminator = Eliminator::new(QeConfig::default(), solver());
    let mut newton = Newton::new("sp".parse().expect("a variant"), eliminator);
    assert_eq!(ask_within(&mut newton, &budget).expect_err("no time"), RefineFailure::Time);
    // What is asked of it now is not worked on any more.
    let body = mk::and2(mk::le(mk::int(0), x()), mk::le(x(), mk::var("y", Sort::Int)));
    assert_eq!(newton.eliminator.exists(&[x()], body).leftover, 1);
    assert!(ask(&mut newton).is_ok(), "the next budget counts");
    assert_eq!(newton.eliminator.exists(&[x()], body).leftover, 0);
}

struct Tools;

impl Toolbox for Tools {
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

/// A source that this file adds.
const ZERO: SourceKind = SourceKind {
    name: "zero",
    parameters: "",
    summary: "x is not negative",
    full_name: |parameters| parameters.is_empty().then(|| "zero".to_string()),
    open: |_, _| Ok(scripted("zero", Some(perfect())).0),
};

#[test]
fn another_source_is_a_line_in_a_list() {
    let kinds = [newton::KIND, ZERO];
    assert!(SourceChoice::parse("zero", SOURCES).is_err());
    for (text, expected) in [
        ("zero", "zero"),
        ("zero,newton", "zero"),
        ("perfect:newton:sp,zero", "zero"),
        ("newton,zero", "newton:it-sp-lv"),
    ] {
        let choice = SourceChoice::parse(text, &kinds).expect("known names");
        let mut source = choice.open(&kinds, &Tools).expect("a source");
        assert_eq!(names(&ask(&mut *source).expect("a sequence")), [expected], "{text}");
    }
}
