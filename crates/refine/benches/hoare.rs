//! How fast Hoare triples are decided: by syntax, by the solver, and from the cache, in triples per second.

use base::Budget;
use base::index::Idx;
use criterion::{BatchSize, Criterion, Throughput};
use program::{
    BlockEncoding, BlockId, BlockProgram, Cfg, Location, Provenance, Statement, Target, Violation,
    encode_blocks,
};
use refine::HoareChecker;
use smt::{Limits, SolverOptions, Z3Solver};
use term::{Sort, Term, build as mk};

const PREDICATES: u32 = 40;

fn variables() -> [Term; 3] {
    ["x", "y", "z"].map(|name| mk::var(name, Sort::Int))
}

/// A path: `x := x + y`, `assume z > x`, `havoc y`, and a violation.
fn path() -> BlockProgram {
    let [x, y, z] = variables();
    let statements =
        [Statement::assign(x, mk::add2(x, y)), Statement::Assume(mk::lt(x, z)), Statement::Havoc(vec![y])];
    let mut cfg = Cfg::new();
    cfg.variables = variables().to_vec();
    let mut here = cfg.entry;
    let last = statements.len() - 1;
    for (step, statement) in statements.into_iter().enumerate() {
        let violation = Violation { property: "assert".into(), message: "".into(), span: None };
        let target = (step == last).then_some(Target::Violation(violation));
        let next = cfg.locations.push(Location { target, ..Location::default() });
        cfg.add_edge(here, next, statement, Provenance::default());
        here = next;
    }
    encode_blocks(&cfg, BlockEncoding::Statement)
}

/// Predicates as refinements give them.
fn predicates() -> Vec<Term> {
    let [x, y, z] = variables();
    let predicate = |number: u32| match number % 4 {
        0 => mk::le(x, mk::int(number)),
        1 => mk::le(mk::add2(x, y), mk::int(number)),
        2 => mk::lt(mk::int(number), z),
        _ => mk::or2(mk::eq(y, mk::int(number)), mk::lt(x, z)),
    };
    (0..PREDICATES).map(predicate).collect()
}

/// Asks for all triples of two predicates and a block.
fn check_all(checker: &mut HoareChecker, program: &BlockProgram, predicates: &[Term]) -> usize {
    let mut count = 0;
    for block in 0..program.blocks.len() {
        for &pre in predicates {
            for &post in predicates {
                let block = BlockId::from_usize(block);
                std::hint::black_box(checker.check(program, pre, block, post, &Budget::unlimited()));
                count += 1;
            }
        }
    }
    count
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let program = path();
    let predicates = predicates();
    let fresh = || {
        let solver = Z3Solver::new(&SolverOptions::default()).expect("Z3 starts");
        HoareChecker::new(Box::new(solver), &program, Limits::millis(1000))
    };
    let mut warm = fresh();
    let count = check_all(&mut warm, &program, &predicates);
    let mut group = criterion.benchmark_group("hoare");
    group.sample_size(10).throughput(Throughput::Elements(count as u64));
    group.bench_function("new triples", |bencher| {
        let check = |mut checker: HoareChecker| check_all(&mut checker, &program, &predicates);
        bencher.iter_batched(fresh, check, BatchSize::LargeInput);
    });
    group.bench_function("known triples", |bencher| {
        bencher.iter(|| check_all(&mut warm, &program, &predicates))
    });
    group.finish();
    criterion.final_summary();
}
