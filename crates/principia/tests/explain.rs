//! Golden tests of `explain`: Fig. 2 of Craig vs. Newton, Tables 3.1 to 3.3 of the thesis on Newton refinement in
//! CPAchecker, and which sequences are perfect.

mod tool;

use expect_test::{ExpectFile, expect_file};
use tool::run;

fn check(program: &str, variant: &str, expected: ExpectFile) {
    let refine = format!("newton:{variant}");
    let answer = run(&[
        "explain",
        program,
        "--blocks",
        "statement",
        "--core",
        "conjunct",
        "--refine",
        &refine,
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

/// For each refinement of a trace that enters the loop, whether a sequence was perfect; and the verdict.
fn perfect_in_loops(program: &str, variant: &str, loop_statement: &str) -> (Vec<bool>, String) {
    let refine = format!("newton:{variant}");
    let answer = run(&[
        "explain",
        program,
        "--blocks",
        "statement",
        "--core",
        "conjunct",
        "--refine",
        &refine,
        "--json",
        "--timeout",
        "3s",
    ]);
    let document = answer.json();
    let refinements = document["refinements"].as_array().expect("a list");
    let enters = |refinement: &&serde_json::Value| {
        let mut steps = refinement["steps"].as_array().expect("a list").iter();
        steps.any(|step| step["statement"].as_str().expect("text").contains(loop_statement))
    };
    let is_perfect = |refinement: &serde_json::Value| {
        let mut sequences = refinement["sequences"].as_array().expect("a list").iter();
        sequences.any(|sequence| sequence["perfect"] == true)
    };
    let perfect = refinements.iter().filter(enters).map(is_perfect).collect();
    (perfect, answer.verdict().to_string())
}

#[test]
fn the_core_makes_sequences_of_figure_1_perfect() {
    for variant in ["it-sp", "it-sp-lv", "it-wp"] {
        let (perfect, verdict) = perfect_in_loops("examples/memory_leak.bpl", variant, "x := x + 1");
        assert_eq!(verdict, "TRUE", "{variant}");
        assert_ne!(perfect.first(), Some(&false), "{variant}: {perfect:?}");
    }
    let (perfect, _) = perfect_in_loops("examples/memory_leak.bpl", "sp", "x := x + 1");
    assert_eq!(perfect.first(), Some(&false));
}

#[test]
fn live_variables_make_sequences_of_figure_3_perfect() {
    let (perfect, verdict) = perfect_in_loops("examples/live_variables.bpl", "sp-lv", "y := y + k");
    assert_eq!(verdict, "TRUE");
    assert_ne!(perfect.first(), Some(&false));
    let (perfect, _) = perfect_in_loops("examples/live_variables.bpl", "sp", "y := y + k");
    assert_eq!(perfect.first(), Some(&false));
}

#[test]
fn without_loops_there_is_nothing_to_explain() {
    let answer = run(&["explain", "examples/first_bug.bpl"]);
    assert_eq!((answer.status, answer.verdict()), (Some(1), "FALSE(assert)"));
    assert!(answer.stdout.contains("An execution violates the property"), "{}", answer.stdout);
}
