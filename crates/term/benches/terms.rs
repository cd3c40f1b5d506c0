//! How fast terms are built and substituted, in nodes per second.
//!
//! Counted are *new* nodes: those that did not exist before. What a constructor
//! builds on the way counts, for example the constants and sums of the normal
//! form, and the negations of comparisons that a conjunction looks for. A node
//! that is only found again does not count, though it takes time. Neither do the
//! nodes that a substitution visits, only those that it makes.
//!
//! Every measurement runs in a process of its own, as a verification run does. It
//! starts with an empty table of terms: nodes are really created, and their memory
//! comes fresh from the system, which takes part of the measured time. The time is
//! that of the processor, so that a busy machine does not change the figures much;
//! its caches are shared, though.

use std::io::{Read, Write};
use std::time::Duration;

use criterion::{Criterion, Throughput};
use term::{Sort, Substitution, Term, Version, build as mk};

const VARIABLES: u32 = 64;
const ROUNDS: u32 = 20_000;

/// A formula as traces have it: comparisons and updates of arrays over changing variables.
fn arrays_and_booleans() -> Vec<Term> {
    let memory = Sort::array(Sort::BitVec(32), Sort::BitVec(32));
    let flags: Vec<Term> = (0..VARIABLES).map(|i| mk::var(format!("p{i}").as_str(), Sort::Bool)).collect();
    let words: Vec<Term> =
        (0..VARIABLES).map(|i| mk::var(format!("w{i}").as_str(), Sort::BitVec(32))).collect();
    let mut heap = mk::var("heap", memory);
    let mut roots = Vec::new();
    for round in 0..ROUNDS {
        let pick = |terms: &[Term], step: u32| terms[(round.wrapping_mul(step) % VARIABLES) as usize];
        let (a, b) = (pick(&words, 7), pick(&words, 13));
        let read = mk::select(heap, a);
        let value = mk::ite(pick(&flags, 3), read, b);
        heap = mk::store(heap, b, value);
        let guard = mk::bvult(read, value);
        roots.push(mk::or([guard, mk::not(pick(&flags, 5)), mk::eq(read, b)]));
    }
    roots
}

/// Linear arithmetic, normalised on the way.
fn linear_arithmetic() -> Vec<Term> {
    let ints: Vec<Term> = (0..VARIABLES).map(|i| mk::var(format!("x{i}").as_str(), Sort::Int)).collect();
    let mut roots = Vec::new();
    for round in 0..ROUNDS {
        let pick = |step: u32| ints[(round.wrapping_mul(step) % VARIABLES) as usize];
        let sum = mk::add([pick(7), pick(11), mk::int(round)]);
        let other = mk::sub(pick(13), mk::int(round % 17));
        roots.push(mk::and([mk::le(sum, other), mk::ne(pick(5), mk::int(round))]));
    }
    roots
}

/// The processor time of this thread.
fn now() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock exists on Linux, and the pointer is valid.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The number of nodes created so far.
fn created() -> u32 {
    mk::fresh_var("counter", Sort::Bool).id()
}

/// Runs in a fresh process; the result is the time taken and the nodes created in it.
fn timed(prepare_and_run: Run) -> (Duration, u32) {
    let (mut reader, mut writer) = std::io::pipe().expect("a pipe");
    // SAFETY: this process has one thread and has built no terms, so the child may do what it likes.
    let child = unsafe { libc::fork() };
    if child == 0 {
        let (time, nodes) = prepare_and_run();
        let result =
            writer.write_all(&time.as_secs_f64().to_le_bytes()).and(writer.write_all(&nodes.to_le_bytes()));
        // SAFETY: ends the child at once.
        unsafe { libc::_exit(i32::from(result.is_err())) };
    }
    drop(writer);
    let (mut time, mut nodes) = ([0; 8], [0; 4]);
    reader
        .read_exact(&mut time)
        .and_then(|()| reader.read_exact(&mut nodes))
        .expect("the child has a result");
    // SAFETY: the child is ours, and nobody else waits for it.
    unsafe { libc::waitpid(child, std::ptr::null_mut(), 0) };
    (Duration::from_secs_f64(f64::from_le_bytes(time)), u32::from_le_bytes(nodes))
}

fn build(make: fn() -> Vec<Term>) -> (Duration, u32) {
    let before = created();
    let start = now();
    let roots = make();
    let elapsed = now() - start;
    std::hint::black_box(roots);
    (elapsed, created() - before)
}

fn substitute(make: fn() -> Vec<Term>) -> (Duration, u32) {
    let roots = make();
    let mut substitution = Substitution::new();
    for &variable in mk::and(roots.iter().copied()).free_variables() {
        substitution.insert(variable, mk::with_version(variable, Version::At(1)));
    }
    let before = created();
    let start = now();
    let replaced = substitution.apply_all(roots);
    let elapsed = now() - start;
    std::hint::black_box(replaced);
    (elapsed, created() - before)
}

/// One measurement: the time taken and the nodes created.
type Run = fn() -> (Duration, u32);

fn benchmark(criterion: &mut Criterion) {
    let runs: [(&str, Run); 4] = [
        ("build/arrays", || build(arrays_and_booleans)),
        ("build/arithmetic", || build(linear_arithmetic)),
        ("substitute/arrays", || substitute(arrays_and_booleans)),
        ("substitute/arithmetic", || substitute(linear_arithmetic)),
    ];
    let mut group = criterion.benchmark_group("terms");
    group.sample_size(10).warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_secs(1));
    for (name, run) in runs {
        // Measured once for the number of nodes, which is the same in every run.
        group.throughput(Throughput::Elements(u64::from(timed(run).1)));
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|iterations| (0..iterations).map(|_| timed(run).0).sum());
        });
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    benchmark(&mut criterion);
    criterion.final_summary();
}
