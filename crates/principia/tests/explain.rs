//! Golden tests of `explain`: Fig. 2 of Craig vs. Newton, Tables 3.1 to 3.3 of the thesis on Newton refinement in
//! CPAchecker, and which sequences are perfect.

mod tool;

use expect_test::{ExpectFile, expect, expect_file};
use tool::run;

fn check(program: &str, variant: &str, expected: ExpectFile) {
    check_source(program, &format!("newton:{variant}"), expected);
}

fn check_source(program: &str, refine: &str, expected: ExpectFile) {
    let answer = run(&[
        "explain",
        program,
        "--blocks",
        "statement",
        "--core",
        "conjunct",
        "--refine",
        refine,
        "--width",
        "120",
    ]);
    expected.assert_eq(&answer.stdout);
    assert_eq!(answer.status, Some(0), "{}", answer.stderr);
}

#[test]
fn figure_2() {
    check("examples/memory_leak.bpl", "it-sp", expect_file!["golden/figure_2.txt"]);
}

/// The same trace with interpolants instead of Newton's assertions.
#[test]
fn figure_2_interpolated() {
    let program = "examples/memory_leak.bpl";
    check_source(program, "craig:z3", expect_file!["golden/figure_2_craig_z3.txt"]);
    check_source(program, "craig:builtin", expect_file!["golden/figure_2_craig_builtin.txt"]);
}

/// Fig. 2's trace with the interpolants of the solvers that are installed.
#[test]
fn figure_2_by_installed_solvers() {
    let survey: serde_json::Value =
        serde_json::from_str(run(&["solvers", "--json"]).stdout.trim()).expect("JSON");
    let solvers = survey["solvers"].as_array().expect("a list").clone();
    let is_there = |name: &str| solvers.iter().any(|s| s["name"] == name && s["missing"].is_null());
    for (name, golden) in [
        ("smtinterpol", expect_file!["golden/figure_2_craig_smtinterpol.txt"]),
        ("princess", expect_file!["golden/figure_2_craig_princess.txt"]),
        ("cvc5", expect_file!["golden/figure_2_craig_cvc5.txt"]),
    ] {
        match is_there(name) {
            true => check_source("examples/memory_leak.bpl", &format!("craig:{name}"), golden),
            false => eprintln!("SKIPPED craig:{name}: the solver is not installed"),
        }
    }
    // These do not know arrays of truth values over integers, and say so.
    for name in ["mathsat", "bitwuzla", "yices"].into_iter().filter(|name| is_there(name)) {
        let refine = format!("craig:{name}");
        let answer = run(&["explain", "examples/memory_leak.bpl", "--refine", &refine]);
        assert!(answer.verdict().contains(", unsupported: "), "{name}: {}", answer.verdict());
    }
}

#[test]
fn table_3_1() {
    check("examples/thesis.bpl", "sp", expect_file!["golden/table_3_1.txt"]);
}

#[test]
fn table_3_2() {
    check("examples/thesis.bpl", "it-sp", expect_file!["golden/table_3_2.txt"]);
}

#[test]
fn table_3_3() {
    check("examples/thesis.bpl", "sp-lv", expect_file!["golden/table_3_3.txt"]);
}

/// A sequence of assertions for a trace that enters the loop.
#[derive(PartialEq, Eq, Debug)]
struct Sequence {
    is_perfect: bool,
    /// What it says where the trace reaches the loop.
    at_loop: String,
}

fn perfect(at_loop: &str) -> Sequence {
    Sequence { is_perfect: true, at_loop: at_loop.to_string() }
}

fn imperfect(at_loop: &str) -> Sequence {
    Sequence { is_perfect: false, at_loop: at_loop.to_string() }
}

/// The sequences for traces that enter the loop, whose head is reached by two statements; and the verdict.
fn sequences_in_loops(program: &str, variant: &str, in_loop: &str, limit: &str) -> (Vec<Sequence>, String) {
    let refine = format!("newton:{variant}");
    let fixed = ["--blocks", "statement", "--core", "conjunct", "--json"];
    let options = ["--refine", &refine, "--timeout", limit];
    let answer = run(&[&["explain", program], &fixed[..], &options].concat());
    let document = answer.json();
    let list = |value: &serde_json::Value| value.as_array().expect("a list").clone();
    let mut found = Vec::new();
    for refinement in list(&document["refinements"]) {
        let steps = list(&refinement["steps"]);
        if steps.iter().any(|step| step["statement"] == in_loop) {
            let sequences = list(&refinement["sequences"]);
            assert_eq!(sequences.len(), 1, "{variant}: {refinement}");
            assert_eq!(sequences[0]["source"], refine.as_str());
            let assertions = list(&sequences[0]["assertions"]);
            assert_eq!(assertions.len(), steps.len() + 1, "{variant}: {refinement}");
            found.push(Sequence {
                is_perfect: sequences[0]["perfect"].as_bool().expect("known"),
                at_loop: assertions[2].as_str().expect("text").to_string(),
            });
        }
    }
    (found, answer.verdict().to_string())
}

/// The assertions of every refinement of the thesis' example, a line for each, for all variants forward.
fn thesis_assertions(level: &str, blocks: &str) -> String {
    let mut lines = String::new();
    for variant in ["sp", "it-sp", "sp-lv", "it-sp-lv"] {
        let refine = format!("newton:{level}{variant}");
        let fixed =
            ["explain", "examples/thesis.bpl", "--engine", "predicate", "--core", "conjunct", "--json"];
        let answer = run(&[&fixed[..], &["--blocks", blocks, "--refine", &refine]].concat());
        assert_eq!((answer.status, answer.verdict()), (Some(0), "TRUE"), "{refine}: {}", answer.stderr);
        for refinement in answer.json()["refinements"].as_array().expect("a list") {
            let sequence = &refinement["sequences"][0];
            assert_eq!(sequence["source"], refine.as_str());
            let assertions = sequence["assertions"].as_array().expect("a list");
            let texts: Vec<&str> = assertions.iter().filter_map(|assertion| assertion.as_str()).collect();
            lines += &format!("{variant}: {}\n", texts.join(" | "));
        }
    }
    lines
}

/// Tables 3.1 to 3.3 on every level: if blocks are statements, levels do not differ.
#[test]
fn the_thesis_example_with_statements() {
    let expected = expect![[r#"
        sp: true | x == 0 | x == 0 && y == 1 | false | false
        sp: true | x == 0 | x == 0 && y == 1 | x == 0 && y == 1 | x == 1 && y == 1 | x == 1 && y == 1 | false
        it-sp: true | x == 0 | x == 0 | false | false
        it-sp: true | true | true | x <= 0 | x <= 1 | x == 1 | false
        sp-lv: true | x == 0 | x == 0 | false | false
        sp-lv: true | x == 0 | x == 0 | x == 0 | x == 1 | x == 1 | false
        it-sp-lv: true | x == 0 | x == 0 | false | false
        it-sp-lv: true | true | true | x <= 0 | x <= 1 | x == 1 | false
    "#]];
    for level in ["", "edge-", "path-"] {
        expected.assert_eq(&thesis_assertions(level, "statement"));
    }
}

/// The same with large blocks: the assertions of the tables at the loop head, whatever the level.
#[test]
fn the_thesis_example_with_large_blocks() {
    let expected = expect![[r#"
        sp: true | x == 0 && y == 1 | false
        sp: true | x == 0 && y == 1 | x == 1 && y == 1 | false
        it-sp: true | x == 0 | false
        it-sp: true | true | x <= 1 | false
        sp-lv: true | x == 0 | false
        sp-lv: true | x == 0 | x == 1 | false
        it-sp-lv: true | x == 0 | false
        it-sp-lv: true | true | x <= 1 | false
    "#]];
    for level in ["", "edge-", "path-"] {
        expected.assert_eq(&thesis_assertions(level, "loop-free"));
    }
}

/// Fig. 2 with graph splitting, in all variants: what the trace through the loop says at the loop head, and whether the
/// sequence is perfect. Without the core, strongest posts remember the counter, and the loop is unrolled.
#[test]
fn figure_2_with_graph_splitting() {
    let mut found = String::new();
    for variant in ["it-sp-lv", "it-wp-lv", "it-sp", "it-wp", "sp-lv", "wp-lv", "sp", "wp"] {
        let refine = format!("newton:{variant}");
        let options = ["--engine", "kojak", "--blocks", "statement", "--core", "conjunct", "--json"];
        let limit = if ["sp", "sp-lv"].contains(&variant) { SHORT } else { LONG };
        let rest = ["--refine", &refine, "--timeout", limit];
        let answer = run(&[&["explain", "examples/memory_leak.bpl"], &options[..], &rest].concat());
        let document = answer.json();
        let refinements = document["refinements"].as_array().expect("a list");
        let through = refinements.iter().find(|refinement| {
            let steps = refinement["steps"].as_array().expect("a list");
            steps.iter().any(|step| step["statement"] == "x := x + 1")
        });
        let sequence = &through.expect("a trace through the loop")["sequences"][0];
        let perfect = if sequence["perfect"] == true { "perfect" } else { "not perfect" };
        let at_head = sequence["assertions"][2].as_str().expect("text");
        found += &format!("{variant}: {at_head}, {perfect}, {}\n", answer.verdict());
    }
    expect![[r#"
        it-sp-lv: a == b, perfect, TRUE
        it-wp-lv: a == b, perfect, TRUE
        it-sp: a == b, perfect, TRUE
        it-wp: a == b, perfect, TRUE
        sp-lv: a == b && x == 0, not perfect, UNKNOWN(timeout)
        wp-lv: a == b, perfect, TRUE
        sp: a == b && x == 0, not perfect, UNKNOWN(timeout)
        wp: a == b, perfect, TRUE
    "#]]
    .assert_eq(&found);
}

/// A limit for runs that end long before, and one for a run that does not end.
const LONG: &str = "100s";
const SHORT: &str = "5s";

#[test]
fn the_core_makes_sequences_of_figure_1_perfect() {
    let of = |variant: &str, limit: &str| {
        sequences_in_loops("examples/memory_leak.bpl", variant, "x := x + 1", limit)
    };
    for variant in ["it-sp", "it-sp-lv", "it-wp"] {
        assert_eq!(of(variant, LONG), (vec![perfect("a == b")], "TRUE".to_string()), "{variant}");
    }
    let (sequences, verdict) = of("sp", SHORT);
    assert_eq!(verdict, "UNKNOWN(timeout)");
    assert!(sequences.len() >= 2, "the loop is unrolled: {sequences:?}");
    for sequence in sequences {
        assert_eq!(sequence, imperfect("a == b && x == 0"));
    }
}

#[test]
fn live_variables_make_sequences_of_figure_3_perfect() {
    let of = |variant: &str| sequences_in_loops("examples/live_variables.bpl", variant, "y := y + k", LONG);
    assert_eq!(of("sp-lv"), (vec![perfect("y >= 0")], "TRUE".to_string()));
    assert_eq!(of("sp"), (vec![imperfect("k == 0 && y >= 0")], "TRUE".to_string()));
}

#[test]
fn without_infeasible_traces_there_is_nothing_to_explain() {
    let answer = run(&["explain", "examples/first_bug.bpl"]);
    assert_eq!((answer.status, answer.stderr.as_str()), (Some(1), ""));
    // Only one temperature violates the assertion.
    expect![[r#"
        An execution violates the property:
             6  havoc celsius, fahrenheit                    // celsius == -40, fahrenheit == -40
             7  assume 5 * (fahrenheit - 32) == 9 * celsius
             8  assume celsius < 0
             9  assume !(fahrenheit != celsius)
        examples/first_bug.bpl:9:5: error: the assertion fahrenheit != celsius is violated [assert]
        The same by `principia run examples/first_bug.bpl --inputs -40,-40`

        FALSE(assert)
    "#]]
    .assert_eq(&answer.stdout);
}
