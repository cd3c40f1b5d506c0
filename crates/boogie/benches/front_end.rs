//! How fast Boogie programs are read: parsing, checking, lowering, in bytes of source per second.

use base::{Diagnostics, SourceMap};
use criterion::{Criterion, Throughput};

/// A program with everything that translated C consists of: assignments, maps, branches, loops, calls.
fn program(procedures: usize) -> String {
    let procedure = |number: usize| {
        format!(
            "procedure p{number}(n: int) returns (r: int)\n  modifies heap;\n{{\n  var i, x: int;\n  i := 0;\n  x := n;\n  \
             while (i < n) {{\n    heap[i] := heap[i + 1] + x * {number};\n    if (heap[i] > x && i != {number}) {{\n      \
             x := x + 1;\n    }} else {{\n      havoc x;\n      assume x >= 0 || (forall k: int :: heap[k] == 0);\n    }}\n    \
             i := i + 1;\n  }}\n  assert i >= n;\n  r := x;\n}}\n"
        )
    };
    let call = |number: usize| format!("  call x := p{number}(x);\n");
    let bodies: String = (0..procedures).map(procedure).collect();
    let calls: String = (0..procedures).map(call).collect();
    format!("var heap: [int]int;\n{bodies}procedure main()\n  modifies heap;\n{{\n  var x: int;\n{calls}}}\n")
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let mut sources = SourceMap::new();
    let file = sources.add_file("program.bpl", program(500));
    let parse = || boogie::parse(&sources, file, &mut Diagnostics::new()).expect("the program is right");
    let check = |tree| boogie::check(tree, &mut Diagnostics::new()).expect("the program is right");
    let checked = check(parse());
    let mut group = criterion.benchmark_group("boogie");
    group.sample_size(10).throughput(Throughput::Bytes(sources.text(file).len() as u64));
    group.bench_function("parse", |bencher| bencher.iter(parse));
    group.bench_function("check", |bencher| {
        bencher.iter_batched(parse, check, criterion::BatchSize::LargeInput);
    });
    group.bench_function("lower", |bencher| {
        bencher.iter(|| boogie::lower(&checked, &[], &mut Diagnostics::new()).expect("the program is right"));
    });
    group.finish();
    criterion.final_summary();
}
