//! Sliced prefixes and refinement selection for predicates (Refinement Selection, Fig. 1, Sect. 4 and 5).

use base::Budget;
use logic::{Eliminator, QeConfig};
use program::{BlockEncoding, BlockProgram, Trace, encode_blocks, read_cfg};
use refine::craig::Builtin;
use refine::newton::Newton;
use refine::{
    ChooseAmongPrefixes, Gate, HoareChecker, InfeasibleTrace, SlicedPrefix, Source, Variant, sliced_prefixes,
};
use smt::{Limits, SolverOptions, Z3Solver};

fn solver() -> Box<Z3Solver> {
    Box::new(Z3Solver::new(&SolverOptions::default()).expect("Z3 starts"))
}

fn program(text: &str, encoding: BlockEncoding) -> BlockProgram {
    encode_blocks(&read_cfg(text).expect("a graph"), encoding)
}

/// A shortest trace to the error.
fn trace(program: &BlockProgram) -> Trace {
    let mut queue = std::collections::VecDeque::from([(program.cfg.entry, Vec::new())]);
    while let Some((location, blocks)) = queue.pop_front() {
        if program.target(location).is_some() {
            return Trace { blocks };
        }
        for &block in &program.outgoing[location] {
            let blocks: Vec<_> = blocks.iter().copied().chain([block]).collect();
            queue.push_back((program.blocks[block].destination, blocks));
        }
    }
    panic!("no error can be reached")
}

fn prefixes(program: &BlockProgram, most: usize) -> Vec<SlicedPrefix> {
    let budget = Budget::unlimited();
    sliced_prefixes(program, &trace(program), &mut *solver(), Limits::default(), most, &budget)
}

/// The example of Sect. 4.
const CONTRADICTION: &str = "
    var a: Int
    error L3 \"assert\" \"a\"
    L0 -> L1: assume (< a 0)
    L1 -> L2: assume (= a 0)
    L2 -> L3: assume (= a 1)";

#[test]
fn predicates_find_two_prefixes_where_values_find_one() {
    let program = program(CONTRADICTION, BlockEncoding::Statement);
    let found = prefixes(&program, 10);
    let steps = |prefix: &SlicedPrefix| prefix.core.iter().map(|name| name.step).collect::<Vec<_>>();
    assert_eq!(found.iter().map(|prefix| prefix.length).collect::<Vec<_>>(), [2, 3]);
    // The second one has `true` instead of `a = 0`.
    assert_eq!(found.iter().map(steps).collect::<Vec<_>>(), [vec![0, 1], vec![0, 2]]);
    assert_eq!(prefixes(&program, 1).len(), 1);
}

/// The program of Fig. 1: the path that leaves the loop at once is infeasible because of `i`, and because of `b`.
const FIGURE_1: &str = "
    var b: Int
    var i: Int
    error L6 \"assert\" \"b\"
    L0 -> L1: assume (not (= b 0))
    L1 -> L2: i := 0
    L2 -> L3: assume (<= i 9)
    L3 -> L2: i := (+ i 1)
    L2 -> L4: assume (> i 9)
    L4 -> L6: assume (= b 0)";

fn newton() -> Box<dyn Source> {
    let eliminator = Eliminator::new(QeConfig::default(), solver());
    Box::new(Newton::new(Variant::default(), eliminator))
}

fn craig() -> Box<dyn Source> {
    Box::new(Builtin::new(Eliminator::new(QeConfig::default(), solver()), solver()))
}

/// The assertions that a selection takes.
fn selected(source: Box<dyn Source>, encoding: BlockEncoding, selection: &str) -> String {
    let program = program(FIGURE_1, encoding);
    let trace = trace(&program);
    let mut hoare = HoareChecker::new(solver(), &program, Limits::default());
    let infeasible = InfeasibleTrace { program: &program, trace: &trace, core: None, returns: 0 };
    let mut source = ChooseAmongPrefixes::new(source, solver(), selection.parse().expect("heuristics"));
    let budget = Budget::unlimited();
    let sequences = source.sequences(&infeasible, &mut Gate::new(&mut hoare, &budget)).expect("sequences");
    let assertions = sequences[0].assertions.iter().map(ToString::to_string);
    assertions.collect::<Vec<_>>().join(" | ")
}

#[test]
fn figure_1_has_two_interpolant_sequences() {
    for encoding in [BlockEncoding::Statement, BlockEncoding::LoopFree] {
        assert_eq!(prefixes(&program(FIGURE_1, encoding), 10).len(), 2, "{encoding:?}");
    }
    let steps = |selection: &str| selected(newton(), BlockEncoding::Statement, selection);
    assert_eq!(steps("domain-min"), "true | (not (= b 0)) | (not (= b 0)) | (not (= b 0)) | false");
    assert_eq!(steps("domain-max"), "true | true | (= i 0) | false | false");
}

#[test]
fn good_domain_types_avoid_the_loop_counter() {
    for encoding in [BlockEncoding::Statement, BlockEncoding::LoopFree] {
        for source in [newton, craig] {
            let good = selected(source(), encoding, "domain-min,width-min");
            assert!(good.contains('b') && !good.contains('i'), "{encoding:?}: {good}");
            let bad = selected(source(), encoding, "domain-max");
            assert!(bad.contains('i') && !bad.contains('b'), "{encoding:?}: {bad}");
        }
    }
}
