//! How fast terms reach Z3: formulas that it has not seen, and formulas that it has, in formulas per second.

use criterion::{BatchSize, Criterion, Throughput};
use smt::{Limits, Solver, SolverOptions, Z3Solver};
use term::{Sort, Term, build as mk};

const FORMULAS: u32 = 1000;

/// Formulas as traces have them: updates of a memory, comparisons, choices.
fn formulas(seed: u32) -> Vec<Term> {
    let memory = Sort::array(Sort::Int, Sort::Int);
    let variable = |name: &str, index: u32| mk::var(format!("{name}{index}").as_str(), Sort::Int);
    let formula = |round: u32| {
        let (a, b) = (variable("a", round % 61), variable("b", round % 53));
        let heap = mk::var(format!("heap{}", round % 7).as_str(), memory);
        let read = mk::select(heap, mk::add2(a, mk::int(seed * FORMULAS + round)));
        let next = mk::store(heap, b, mk::add2(read, mk::int(round)));
        mk::or([mk::eq(next, heap), mk::lt(read, b), mk::le(a, mk::int(round))])
    };
    (0..FORMULAS).map(formula).collect()
}

fn solver() -> Z3Solver {
    Z3Solver::new(&SolverOptions::default()).expect("Z3 starts")
}

fn assert_all(solver: &mut Z3Solver, formulas: &[Term]) {
    solver.push();
    formulas.iter().for_each(|&formula| solver.assert(formula));
    solver.pop(1);
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("translation");
    group.sample_size(10).throughput(Throughput::Elements(u64::from(FORMULAS)));
    let mut seed = 0;
    let mut warm = solver();
    group.bench_function("new formulas", |bencher| {
        let new = || {
            seed += 1;
            formulas(seed)
        };
        bencher.iter_batched(new, |formulas| assert_all(&mut warm, &formulas), BatchSize::LargeInput);
    });
    let known = formulas(0);
    assert_all(&mut warm, &known);
    group.bench_function("known formulas", |bencher| bencher.iter(|| assert_all(&mut warm, &known)));
    // The smallest question: what each one costs, whatever it asks.
    let (x, y) = (mk::var("x", Sort::Int), mk::var("y", Sort::Int));
    let assumptions = [mk::lt(x, y), mk::lt(y, x)];
    let mut small = solver();
    group.throughput(Throughput::Elements(1));
    group.bench_function("small check", |bencher| {
        bencher.iter(|| small.check(&assumptions, Limits::millis(1000)));
    });
    group.finish();
    criterion.final_summary();
}
