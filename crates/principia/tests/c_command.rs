//! The command line for C: files, tasks, properties, preprocessing, executions, and which arithmetic answers.

mod tool;

use expect_test::{Expect, expect};
use tool::{Answer, Scratch, command, run, run_command};

const PRELUDE: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);
extern void exit(int);
";

/// Where a scratch folder is differs from run to run.
fn shown(answer: &Answer, scratch: &Scratch) -> String {
    let folder = scratch.path("");
    format!("{}{}", answer.stderr, answer.stdout).replace(&folder, "")
        + &format!("[{}]\n", answer.status.unwrap_or(-1))
}

/// Writes a program behind the prelude and shows what a command says about it.
fn check(program: &str, arguments: &[&str], expected: Expect) {
    let scratch = Scratch::new(&format!("c-command-{}", expected.position.line));
    let path = scratch.write("a.c", format!("{PRELUDE}{program}"));
    let mut all = vec![arguments[0], &path];
    all.extend(&arguments[1..]);
    expected.assert_eq(&shown(&run(&all), &scratch));
}

const BRANCHES: &str = "\
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1) exit(41);
  if (x == 2) abort();
  if (x == 3) reach_error();
  while (x == 4) { }
  return x + 1;
}
";

#[test]
fn executions_end_in_one_of_three_ways() {
    check(
        BRANCHES,
        &["run"],
        expect![[r#"
        EXIT(1)
        [0]
    "#]],
    );
    check(
        BRANCHES,
        &["run", "--inputs", "-9"],
        expect![[r#"
        EXIT(-8)
        [0]
    "#]],
    );
    check(
        BRANCHES,
        &["run", "--inputs", "1"],
        expect![[r#"
        EXIT(41)
        [0]
    "#]],
    );
    check(
        BRANCHES,
        &["run", "--inputs", "2"],
        expect![[r#"
        STOPPED(abort)
        [3]
    "#]],
    );
    check(
        BRANCHES,
        &["run", "--inputs", "3", "--arithmetic", "integer"],
        expect![[r#"
        a.c:9:15: reach_error is called
        VIOLATION(unreach-call) at a.c:9
        [1]
    "#]],
    );
    check(
        BRANCHES,
        &["run", "--inputs", "4", "--max-steps", "1000"],
        expect![[r#"
        STOPPED(step limit: 1000)
        [3]
    "#]],
    );
    check(
        BRANCHES,
        &["run", "--inputs", "x"],
        expect![[r#"
        error: invalid value 'x' for '--inputs <NUMBERS>': `x` is not a number

        For more information, try '--help'.
        [2]
    "#]],
    );
}

#[test]
fn executions_are_traced() {
    check(
        "int main(void) { int x = __VERIFIER_nondet_int(); int y = x * 2; return y; }",
        &["run", "--inputs", "21", "--trace"],
        expect![[r#"
            a.c:5  call main
            a.c:5    havoc x  // x == 0
            a.c:5    __VERIFIER_nondet_int()  // input == 21
            a.c:5    x := input  // x == 21
            a.c:5    havoc y  // y == 0
            a.c:5    y := bvmul(2bv32, x)  // y == 42
            a.c:5    main.result := y  // main.result == 42
            EXIT(42)
            [0]
        "#]],
    );
}

#[test]
fn seeds_decide_everything() {
    let scratch = Scratch::new("c-seeds");
    let path = scratch.write("a.c", format!("{PRELUDE}int main(void) {{ return __VERIFIER_nondet_int(); }}"));
    let endings: Vec<String> = (0..20)
        .map(|seed| {
            let answer = run(&["run", &path, "--seed", &seed.to_string()]);
            assert_eq!(run(&["run", &path, "--seed", &seed.to_string()]).stdout, answer.stdout);
            answer.stdout
        })
        .collect();
    assert!(endings.iter().any(|ending| *ending != endings[0]), "{endings:?}");
}

#[test]
fn boogie_and_core_programs_are_executed_too() {
    let scratch = Scratch::new("c-others");
    let boogie = "procedure main() { var x: int; havoc x; assert x != 7; }";
    let path = scratch.write("a.bpl", boogie);
    assert_eq!(run(&["run", &path]).verdict(), "EXIT(0)");
    let answer = run(&["run", &path, "--inputs", "7"]);
    assert_eq!(
        (answer.verdict(), answer.status),
        (format!("VIOLATION(assert) at {path}:1").as_str(), Some(1))
    );
    let core = scratch.write("a.core", run(&["lower", &path, "--text"]).stdout);
    assert_eq!(run(&["run", &core, "--inputs", "7"]).verdict(), "VIOLATION(assert)");
    assert_eq!(run(&["verify", &core]).verdict(), "FALSE(assert)");
}

#[test]
fn properties_have_names_files_and_tasks() {
    let scratch = Scratch::new("c-properties");
    let program = format!(
        "{PRELUDE}int main(void) {{ int x = __VERIFIER_nondet_int(); if (x == 5) bad(); return x + 1; }}"
    );
    let path = scratch.write("a.c", program.replace("extern void reach_error", "extern void bad"));
    let verdict = |arguments: &[&str]| {
        run(&[&["verify", arguments[0]], &arguments[1..]].concat()).verdict().to_string()
    };
    assert_eq!(verdict(&[&path]), "TRUE");
    assert_eq!(verdict(&[&path, "--property", "no-overflow"]), "FALSE(no-overflow)");
    let property = scratch.write("bad.prp", "CHECK( init(main()), LTL(G ! call(bad())) )\n");
    assert_eq!(verdict(&[&path, "--property", &property]), "FALSE(unreach-call)");
    let task = "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: bad.prp\n";
    let task = scratch.write("task.yml", task);
    assert_eq!(verdict(&[&task]), "FALSE(unreach-call)");
    assert_eq!(verdict(&[&task, "--property", "valid-memsafety"]), "TRUE");
    let answer = run(&["verify", &path, "--property", "termination"]);
    assert!(answer.status == Some(2) && answer.stderr.contains("the property termination is not supported"));
    let answer = run(&["verify", &path, "--property", "no-such-thing"]);
    assert!(answer.status == Some(2) && answer.stderr.contains("there is no property `no-such-thing`"));
    assert!(!answer.stderr.contains("termination"), "only what can be checked is offered: {}", answer.stderr);
    let answer = run(&["verify", &task, &path]);
    assert!(answer.status == Some(2) && answer.stderr.contains("is one of several files"), "{answer:?}");
}

#[test]
fn labels_data_models_and_entries() {
    let scratch = Scratch::new("c-labels");
    let path =
        scratch.write("a.c", "int f(void) { if (sizeof(long) == 4) { ERROR: return 1; } return 0; }\n");
    let verdict = |arguments: &[&str]| {
        run(&[&["verify", path.as_str(), "--entry", "f", "--error-label", "ERROR"], arguments].concat())
            .verdict()
            .to_string()
    };
    assert_eq!(verdict(&[]), "TRUE");
    assert_eq!(verdict(&["--data-model", "ILP32"]), "FALSE(unreach-call)");
    let answer = run(&["verify", &path]);
    assert_eq!(answer.status, Some(2));
    assert_eq!(
        answer.stderr, "error: there is no function `main`\nhint: --entry NAME chooses one of f\n",
        "{answer:?}"
    );
}

#[test]
fn parameters_of_an_entry_may_share_memory() {
    let scratch = Scratch::new("c-entry");
    let verdict = |parameters: &str, body: &str| {
        let text = format!(
            "extern void reach_error(void);\nstruct s {{ int a, b; }};\nint f({parameters}) {{\n    \
             if (!p || !q) return 0;\n    {body}\n    return 0;\n}}\n"
        );
        let path = scratch.write("f.c", &text);
        let arguments = ["verify", &path, "--entry", "f", "--property", "unreach-call", "--no-execute"];
        run(&arguments).verdict().to_string()
    };
    let overlap = [
        ("int *p, int *q", "p[1] = 1; *q = 2; if (p[1] != 1) reach_error();"),
        ("struct s *p, int *q", "p->b = 1; *q = 2; if (p->b != 1) reach_error();"),
        ("long *p, unsigned char *q", "*p = 1; *q = 2; if (*p != 1) reach_error();"),
    ];
    for (parameters, body) in overlap {
        assert_eq!(verdict(parameters, body), "FALSE(unreach-call)", "{parameters}");
    }
    // Nobody takes the same memory for a number and a float.
    assert_eq!(verdict("int *p, float *q", "*p = 1; *q = 2; if (*p != 1) reach_error();"), "TRUE");
}

#[test]
fn files_are_preprocessed_and_linked() {
    let scratch = Scratch::new("c-preprocessed");
    scratch.write("size.h", "#define SIZE 3\nint next(int);\n");
    let main = scratch.write(
        "main.c",
        "#include \"size.h\"\n#ifdef BIG\n#define START 39\n#endif\nint main(void) { return next(START); }\n",
    );
    let next = scratch.write("next.c", "#include <size.h>\nint next(int x) { return x + SIZE; }\n");
    let folder = format!("-I{}", scratch.path(""));
    assert_eq!(run(&["run", &main, &next, &folder, "-DBIG"]).verdict(), "EXIT(42)");
    assert_eq!(
        run(&["run", &main, &next, "--cpp-args", &format!("{folder} '-DSTART=(1)'")]).verdict(),
        "EXIT(4)"
    );
    let answer = run(&["run", &main, &next, &folder]);
    assert!(answer.status == Some(2) && answer.stderr.contains("main.c:5:"), "{answer:?}");
    assert!(answer.stderr.contains("START"), "{answer:?}");
    let entry = |file: &str| {
        let words = format!("[\"cc\", \"-c\", \"-O2\", \"-I.\", \"-DSTART=7\", \"{file}\"]");
        format!("{{ \"directory\": \"{}\", \"file\": \"{file}\", \"arguments\": {words} }}", scratch.path(""))
    };
    let database = format!("[{}, {}]", entry("main.c"), entry("next.c"));
    let database = scratch.write("compile_commands.json", database);
    assert_eq!(run(&["run", &main, &next, "--compile-commands", &database]).verdict(), "EXIT(10)");
}

#[test]
fn macros_hold_without_directives() {
    let scratch = Scratch::new("c-macros");
    let path = scratch.write("a.c", "int main(void) { return VALUE; }\n");
    assert_eq!(run(&["run", &path, "-DVALUE=17"]).verdict(), "EXIT(17)");
    assert_eq!(run(&["run", &path, "--cpp-args", "-DVALUE=18"]).verdict(), "EXIT(18)");
    let path = scratch.write("b.c", "int main(void) { __SIZE_TYPE__ n = 3; return n * __CHAR_BIT__; }\n");
    assert_eq!(run(&["run", &path]).verdict(), "EXIT(24)");
}

#[test]
fn literals_keep_their_bytes_in_any_encoding() {
    let scratch = Scratch::new("c-latin-1");
    let program = |first: &[u8]| {
        let main: &[u8] =
            b"int main(void) { /* caf\xe9 */ const char *s = \"\xe91\"; return (s[0] == '\xe9') + \
                            (s[0] == -23) * 2 + (s[1] == '1') * 4 + (sizeof \"\xe9\" == 2) * 8; }\n";
        [first, main].concat()
    };
    for first in [&b""[..], b"#define NOTHING\n"] {
        let path = scratch.path("a.c");
        std::fs::write(&path, program(first)).expect("written");
        assert_eq!(run(&["run", &path]).verdict(), "EXIT(15)");
    }
}

#[test]
fn a_missing_preprocessor_is_told() {
    let scratch = Scratch::new("c-no-compiler");
    let with = |path: &str| {
        let mut command = command(&["run", path]);
        command.env("CC", "/nowhere/cc");
        run_command(command)
    };
    let answer = with(&scratch.write("a.c", "#define X 1\nint main(void) { return X; }\n"));
    assert!(
        answer.status == Some(2)
            && answer.stderr.contains("must be preprocessed, and `/nowhere/cc` cannot be run")
    );
    assert_eq!(
        with(&scratch.write("b.c", "# 1 \"x.c\"\n#pragma once\nint main(void) { return 1; }\n")).verdict(),
        "EXIT(1)"
    );
    // What only looks like a macro needs no preprocessor.
    assert_eq!(
        with(&scratch.write("c.c", "int main(void) { int __X__ = 4; return __X__; }\n")).verdict(),
        "EXIT(4)"
    );
}

#[test]
fn errors_have_places_of_the_source() {
    let scratch = Scratch::new("c-errors");
    let path = scratch.write("a.c", "#define TYPE int\n\nint main(void) {\n  TYPE x = y;\n  return x;\n}\n");
    let answer = run(&["lower", &path, "--check"]);
    assert_eq!(answer.status, Some(2));
    assert!(answer.stderr.contains("a.c:4:12: error: "), "{answer:?}");
    let fine = scratch.write("b.c", "int main(void) { return 0; }");
    let answer = run(&["lower", &fine, "--check", "--stats"]);
    assert_eq!((answer.status, answer.stdout.as_str()), (Some(0), ""));
    assert!(answer.stderr.contains(" s, ") && answer.stderr.ends_with(" MB\n"), "{answer:?}");
}

/// The verdict and the arithmetic that gave it.
fn answered(program: &str, arguments: &[&str]) -> (String, String) {
    let scratch = Scratch::new(&format!("c-arithmetic-{}", program.len()));
    let path = scratch.write("a.c", format!("{PRELUDE}{program}"));
    let answer = run(&[&["verify", path.as_str(), "--json", "-"], arguments].concat());
    let arithmetic = answer.json()["arithmetic"].as_str().unwrap_or("none").to_string();
    (answer.verdict().to_string(), arithmetic)
}

#[test]
fn the_arithmetic_follows_the_program() {
    let plain =
        "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 4 && x < 6) reach_error(); return 0; }";
    let expect = |verdict: &str, arithmetic: &str| (verdict.to_string(), arithmetic.to_string());
    assert_eq!(answered(plain, &[]), expect("FALSE(unreach-call)", "integer"));
    assert_eq!(answered(plain, &["--arithmetic", "bitvector"]), expect("FALSE(unreach-call)", "bitvector"));
    let tricky = "int main(void) { unsigned x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
        if ((x ^ y) != ((x | y) & ~(x & y))) reach_error(); return 0; }";
    assert_eq!(answered(tricky, &[]), expect("TRUE", "bitvector"));
    // What is not initialised is no input; the execution that confirms the violation knows it all the same.
    let arbitrary = "int main(void) { int x, y; if (x > 4 && y == x + 1) reach_error(); return 0; }";
    assert_eq!(answered(arbitrary, &[]), expect("FALSE(unreach-call)", "integer"));
    let float = "int main(void) { float x = 0.5f; if (x + x != 1.0f) reach_error(); return 0; }";
    assert_eq!(answered(float, &[]), expect("TRUE", "bitvector"));
}

/// Integers get a part of the time, bit-vectors the rest, and both together no more than there is.
#[test]
fn two_attempts_share_the_time() {
    let scratch = Scratch::new("c-shared-time");
    let endless = "int main(void) { unsigned i = 0; while (__VERIFIER_nondet_int()) i = i * 1664525u + 1013904223u; if (i == 1000001) reach_error(); return 0; }";
    let path = scratch.write("a.c", format!("{PRELUDE}{endless}"));
    let answer = run(&["verify", &path, "--json", "-", "--timeout", "4s"]);
    assert_eq!((answer.verdict(), answer.status), ("UNKNOWN(timeout)", Some(3)), "{answer:?}");
    assert!(answer.elapsed.as_secs_f64() < 6.5, "{answer:?}");
    let report = answer.json();
    assert_eq!(report["arithmetic"], "bitvector", "{answer:?}");
    let first = report["statistics"]["times_ms"]["time/integer attempt"].as_f64();
    assert!(first.is_some_and(|first| (2000.0..4000.0).contains(&first)), "{answer:?}");
}

#[test]
fn a_trap_is_no_proof_unless_it_is_asked_for() {
    const TRAPS: &str = "\
struct device { int state; };
int main(void) {
  struct device *d = 0;
  int n = __VERIFIER_nondet_int();
  if (d->state == 7 / n) reach_error();
  return 0;
}
";
    check(
        TRAPS,
        &["verify", "--no-execute"],
        expect![[r#"
            hint: A stub: a definition that says what the code does that is not known here.
            UNKNOWN(over-approximation: NULL or a number is dereferenced)
            [3]
        "#]],
    );
    check(
        TRAPS,
        &["verify", "--undefined", "ends"],
        expect![[r#"
        assumed: executions end in a.c:9 if NULL or a number is dereferenced
        assumed: executions end in a.c:9 if an integer is divided by zero
        TRUE
        [0]
    "#]],
    );
}
