//! Several properties in one run, and the checks that ordinary programs want.

mod tool;

use expect_test::expect;
use tool::{Scratch, plain_command, run, run_command};

const SEVERAL: &str = "#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int quotient(int a, int b) { return a / b; }
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x + 1;
    int *p = malloc(4 * sizeof *p);
    if (x > 0 && x < 5)
        p[x] = y;
    assert(y != 7);
    int s = 0;
    for (int i = 0; i < 3; i++) s += i;
    assert(s == 3);
    free(p);
    return quotient(10, x);
}
";

/// What is told of obligations, without the names of folders.
fn table(stderr: &str, folder: &str) -> String {
    let lines = stderr.lines().filter_map(|line| line.strip_prefix("  ").filter(|line| !line.contains("//")));
    let told: Vec<&str> =
        lines.skip_while(|line| !line.contains("proved") && !line.contains("violated")).collect();
    told.join("\n").replace(folder, "") + "\n"
}

#[test]
fn every_place_has_an_answer() {
    let scratch = Scratch::new("several-properties");
    let file = scratch.write("several.c", SEVERAL);
    let folder = file.strip_suffix("several.c").expect("its name");
    // Nobody names a property: everything is checked.
    let answer = run_command(plain_command(&["verify", &file, "--timeout", "60s", "--no-execute"]));
    assert!(answer.verdict().starts_with("FALSE("), "{}", answer.stderr);
    expect![[r#"
          no-division-by-zero  1 violated
                                 violated  several.c:4:37: division by zero
          no-overflow          3 proved, 1 violated
                                 violated  several.c:7:9: signed addition overflows
          valid-memtrack       2 proved
          valid-deref          1 violated
                                 violated  several.c:10:9: invalid write of memory
          assert               1 proved, 1 violated
                                 violated  several.c:11:5: assertion `y != 7` fails
          valid-free           1 proved
    "#]]
    .assert_eq(&table(&answer.stderr, folder));
}

#[test]
fn one_execution_for_each_violated_place_on_request() {
    let scratch = Scratch::new("all-violations");
    let file = scratch.write("several.c", SEVERAL);
    let arguments = ["verify", &file, "--property", "all", "--timeout", "60s", "--no-execute"];
    let executions =
        |answer: &tool::Answer| answer.stderr.matches("An execution violates the property").count();
    assert_eq!(executions(&run(&arguments)), 1);
    let all = run(&[&arguments[..], &["--all-violations", "--json", "-"]].concat());
    assert_eq!(executions(&all), 4);
    let document = all.json();
    let obligations = document["obligations"].as_array().expect("a list");
    let count = |status: &str| obligations.iter().filter(|one| one["status"] == status).count();
    assert_eq!((count("violated"), count("unknown"), count("proved")), (4, 0, 7));
}

#[test]
fn obligations_are_listed() {
    let scratch = Scratch::new("obligations");
    let text = "int main(int argc, char **argv) { return argc / (argc - 3); }\n";
    let file = scratch.write("list.c", text);
    let folder = file.strip_suffix("list.c").expect("its name");
    let listed = run(&["properties", &file, "--property", "no-division-by-zero,no-overflow"]);
    expect![[r#"
        list.c:1:35: division by zero [no-division-by-zero]
        list.c:1:35: signed division overflows [no-overflow]
        list.c:1:35: signed subtraction overflows [no-overflow]
    "#]]
    .assert_eq(&listed.stdout.replace(folder, ""));
}

/// Nobody knows what a function without a body returns: a call of it is no violation, and no proof either.
#[test]
fn functions_from_elsewhere_may_be_anything() {
    let scratch = Scratch::new("functions-from-elsewhere");
    let file = scratch.write("get.c", "void (*get(void))(void); int main(void) { get()(); return 0; }\n");
    let answer = run(&["verify", &file, "--property", "valid-deref", "--no-execute", "--timeout", "20s"]);
    assert!(answer.verdict().starts_with("UNKNOWN(over-approximation"), "{}", answer.verdict());
}

/// What is proved while other places are closed is not taken back because of these, and what is violated is executed.
#[test]
fn violations_are_confirmed_one_by_one() {
    let scratch = Scratch::new("confirmed-one-by-one");
    let text = "extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int a = x + 1;
  int b = y - 1;
  int c = (a > 5 && a < 9) ? a * 2 : 0;
  return b > 0 ? c : 0;
}
";
    let file = scratch.write("sums.c", text);
    let options = ["--property", "no-overflow", "--all-violations", "--json", "-", "--timeout", "60s"];
    let answer = run(&[&["verify", &file], &options[..]].concat());
    assert_eq!(answer.verdict(), "FALSE(no-overflow)");
    assert!(!answer.stderr.contains("rejected"), "{}", answer.stderr);
    let document = answer.json();
    let obligations = document["obligations"].as_array().expect("a list");
    let statuses: Vec<&str> = obligations.iter().filter_map(|one| one["status"].as_str()).collect();
    assert_eq!(statuses, ["violated", "violated", "proved"]);
}

#[test]
fn checks_find_what_they_are_for() {
    const INPUT: &str = "extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern float __VERIFIER_nondet_float(void);\n";
    let programs = [
        ("no-division-by-zero", "int main(void) { int x = __VERIFIER_nondet_int(); return 7 % x; }", true),
        (
            "no-division-by-zero",
            "int main(void) { int x = __VERIFIER_nondet_int(); return x ? 7 / x : 0; }",
            false,
        ),
        ("valid-shift", "int main(void) { int x = __VERIFIER_nondet_int(); return 1u << x; }", true),
        ("valid-shift", "int main(void) { int x = __VERIFIER_nondet_int(); return 1u << (x & 31); }", false),
        ("valid-deref", "int main(void) { void (*p)(void) = 0; p(); return 0; }", true),
        (
            "valid-deref",
            "static void f(void) {} int main(void) { void (*p)(void) = __VERIFIER_nondet_int() ? f : 0; if (p) p(); return 0; }",
            false,
        ),
        (
            "no-unsigned-overflow",
            "int main(void) { unsigned x = __VERIFIER_nondet_uint(); return x - 1 > 5; }",
            true,
        ),
        (
            "no-unsigned-overflow",
            "int main(void) { unsigned x = __VERIFIER_nondet_uint(); return x && x - 1 > 5; }",
            false,
        ),
        (
            "no-lossy-conversion",
            "int main(void) { int x = __VERIFIER_nondet_int(); unsigned char c = x; return c; }",
            true,
        ),
        (
            "no-lossy-conversion",
            "int main(void) { int x = __VERIFIER_nondet_int(); unsigned char c = (unsigned char)x; return c; }",
            false,
        ),
        (
            "no-float-overflow",
            "int main(void) { float x = __VERIFIER_nondet_float(); x = x * 2.0f; return 0; }",
            true,
        ),
        (
            "no-float-overflow",
            "int main(void) { float x = __VERIFIER_nondet_float(); x = x / 2.0f; return 0; }",
            false,
        ),
        ("no-nan", "int main(void) { float x = __VERIFIER_nondet_float(); x = x - x; return 0; }", true),
        (
            "no-nan",
            "int main(void) { float x = __VERIFIER_nondet_float(); if (x > 0.0f && x < 9.0f) x = x - x; return 0; }",
            false,
        ),
    ];
    let scratch = Scratch::new("checks");
    for (number, (property, text, is_violated)) in programs.iter().enumerate() {
        let file = scratch.write(&format!("{number}.c"), format!("{INPUT}{text}\n"));
        for arithmetic in ["bitvector", "auto"] {
            let options = ["--property", property, "--arithmetic", arithmetic, "--timeout", "20s"];
            let answer = run(&[&["verify", &file, "--no-execute"], &options[..]].concat());
            let expected = if *is_violated { format!("FALSE({property})") } else { "TRUE".to_string() };
            assert_eq!(answer.verdict(), expected, "{property}, {arithmetic}: {text}\n{}", answer.stderr);
        }
    }
}
