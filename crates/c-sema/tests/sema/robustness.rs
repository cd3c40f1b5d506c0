//! Deep and large input.

use c_sema::types::DataModel;

use crate::check_files;

#[track_caller]
fn is_fine(text: &str) {
    let (_, messages) = check_files(&[text], &[], DataModel::Lp64);
    assert!(!messages.contains("error:"), "{messages}");
}

#[test]
fn long_chains_do_not_overflow_the_stack() {
    let sum = vec!["x"; 20_000].join(" + ");
    let comma = vec!["x"; 20_000].join(", ");
    let and = vec!["x"; 20_000].join(" && ");
    is_fine(&format!("int f(int x) {{ x = ({comma}); return {sum} + ({and}); }}"));
    let chain: String = (0..10_000).map(|n| format!("if (x == {n}) x = {n}; else ")).collect();
    is_fine(&format!("int f(int x) {{ {chain} ; return x; }}"));
    let labels: String = (0..10_000).map(|n| format!("l{n}: ")).collect();
    is_fine(&format!("void f(void) {{ {labels} ; }}"));
    let cases: String = (0..10_000).map(|n| format!("case {n}: ")).collect();
    is_fine(&format!("void f(int x) {{ switch (x) {{ {cases} ; }} }}"));
    let calls = "(1)".repeat(100);
    is_fine(&format!("typedef void *(*fn)(int); fn g(int); void f(void) {{ g{}; }}", &calls[..3]));
}

#[test]
fn printing_long_chains_does_not_overflow_the_stack() {
    let sum = vec!["x"; 5_000].join(" + ");
    let (program, _) = check_files(&[&format!("int f(int x) {{ return {sum}; }}")], &[], DataModel::Lp64);
    assert!(program.to_string().len() > 10_000);
}

#[test]
fn sizes_do_not_overflow() {
    let text = "struct s { char a[1UL << 55], b[1UL << 55], c[1UL << 55], d[1UL << 55], e[1UL << 55]; int f : 3; }; \
                struct s x; char y[1UL << 62]; int z[2] = { [0 ... 0x7fffffffffffffff] = 1 }; \
                int *p = (int *)0 + ((__int128)1 << 120); enum e { A = 0x7fffffffffffffff, B };";
    let (_, messages) = check_files(&[text], &[], DataModel::Lp64);
    assert!(messages.contains("too large"), "{messages}");
}
