//! How fast C is parsed, in bytes of source per second.

use base::{Diagnostics, SourceMap};
use c_syntax::Interner;
use criterion::{Criterion, Throughput};

/// A translation unit in the style of preprocessed drivers: records, declarations, nested statements, casts.
fn unit(functions: usize) -> String {
    let function = |number: usize| {
        format!(
            "# {number} \"driver.c\"\nstruct s{number} {{ int a; unsigned long b : 3; struct s{number} *next; char name[16]; }};\n\
             static inline int f{number}(struct s{number} *p, unsigned int n)\n{{\n  int i = 0, *q = (int *)((char *)p + sizeof(*p) * n);\n  \
             for (i = 0; i < (int)n; ++i) {{\n    if (p->a == 0x{number:x}U && !(p->next != ((void *)0)))\n      goto out;\n    \
             switch (p->b) {{ case 1: q[i] += p->name[i & 15] << 2; break; default: q[i] = ~i ? i : -1; }}\n  }}\nout:\n  return *q;\n}}\n"
        )
    };
    (0..functions).map(function).collect()
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let mut sources = SourceMap::new();
    let file = sources.add_file("unit.i", unit(1500));
    let parse = || {
        let mut diagnostics = Diagnostics::new();
        let tree = c_syntax::parse(&sources, file, &mut Interner::new(), &mut diagnostics);
        assert_eq!(diagnostics.error_count(), 0, "{}", diagnostics.render(&sources));
        tree
    };
    let mut group = criterion.benchmark_group("c-syntax");
    group.sample_size(10).throughput(Throughput::Bytes(sources.text(file).len() as u64));
    group.bench_function("parse", |bencher| bencher.iter(parse));
    group.finish();
    criterion.final_summary();
}
