//! The five reasons why Craig interpolation fails (Craig vs. Newton, Sect. 7.1), one small program each, and what the
//! sources that are always there do about it. Solvers that are installed are shown beside them; they must not be wrong.

mod tool;

use expect_test::{Expect, expect};
use serde_json::Value;
use tool::run;

/// The sources that need nothing but this program.
const OWN: [&str; 3] = ["newton:it-sp-lv", "craig:builtin", "craig:z3"];

/// The others, each with its solver.
const INSTALLED: [&str; 6] = ["smtinterpol", "princess", "mathsat", "cvc5", "bitwuzla", "yices"];

/// What a source does on a program: the verdict, the reason if there is none, and whether traces that enter the loop
/// have perfect sequences, and some with quantifiers.
fn summary(program: &str, source: &str) -> String {
    let options = ["--strategy", "paper", "--blocks", "statement", "--core", "conjunct", "--timeout", "10s"];
    let answer = run(&[&["explain", program, "--refine", source, "--json"], &options[..]].concat());
    let document = answer.json();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let (mut perfect, mut imperfect, mut quantified) = (0, 0, 0);
    for sequence in
        list(&document["refinements"]).iter().flat_map(|refinement| list(&refinement["sequences"]))
    {
        *if sequence["perfect"] == true { &mut perfect } else { &mut imperfect } += 1;
        let has_quantifier = |assertion: &Value| {
            let text = assertion.as_str().unwrap_or_default();
            text.contains("forall") || text.contains("exists")
        };
        quantified += list(&sequence["assertions"]).iter().filter(|a| has_quantifier(a)).count();
    }
    let some = |count: usize, what: &str| match count {
        0 => String::new(),
        1..=4 => format!(", {count} {what}"),
        // How many there are is a matter of time.
        _ => format!(", many {what}"),
    };
    let counted = [(perfect, "perfect"), (imperfect, "imperfect"), (quantified, "with quantifiers")];
    let counted: String = counted.map(|(count, what)| some(count, what)).concat();
    let verdict = answer.verdict();
    assert!(!verdict.starts_with("FALSE"), "{program}, {source}: {verdict}");
    format!("{source}: {verdict}{counted}")
}

fn check(program: &str, expected: Expect) {
    let lines: Vec<String> = OWN.iter().map(|source| summary(program, source) + "\n").collect();
    expected.assert_eq(&lines.concat());
    let survey: serde_json::Value =
        serde_json::from_str(run(&["solvers", "--json"]).stdout.trim()).expect("JSON");
    let solvers = survey["solvers"].as_array().cloned().unwrap_or_default();
    for name in INSTALLED {
        let is_there = solvers.iter().any(|solver| solver["name"] == name && solver["missing"].is_null());
        match is_there {
            true => eprintln!("{program}: {}", summary(program, &format!("craig:{name}"))),
            false => eprintln!("SKIPPED {program}, craig:{name}: the solver is not installed"),
        }
    }
}

#[test]
fn the_solver_does_not_know_a_theory() {
    check(
        "crates/principia/tests/craig/unknown_theory.c",
        expect![[r#"
            newton:it-sp-lv: TRUE, 1 perfect, 1 imperfect
            craig:builtin: TRUE, 1 perfect, 1 imperfect
            craig:z3: UNKNOWN(no assertions: no interpolants: craig:z3, unsupported: the sort (_ FloatingPoint 8 24))
        "#]],
    );
}

#[test]
fn the_algorithm_is_incomplete() {
    check(
        "crates/principia/tests/craig/incomplete.bpl",
        expect![[r#"
            newton:it-sp-lv: TRUE, 1 perfect, 1 imperfect
            craig:builtin: TRUE, 1 perfect, 1 imperfect
            craig:z3: UNKNOWN(no assertions: no interpolants: craig:z3, the answer cannot be read: Z3 returned the unknown symbol aux!4_0)
        "#]],
    );
}

/// Newton and our interpolation take the values of x and y, which no other round has; Spacer finds that they are equal.
#[test]
fn another_proof_would_have_been_better() {
    check(
        "crates/principia/tests/craig/two_proofs.bpl",
        expect![[r#"
            newton:it-sp-lv: UNKNOWN(timeout), 1 perfect, many imperfect
            craig:builtin: UNKNOWN(timeout), 1 perfect, many imperfect
            craig:z3: TRUE, 2 perfect
        "#]],
    );
}

/// Only Spacer finds words that the program does not have.
#[test]
fn the_interpolants_are_imperfect() {
    check(
        "crates/principia/tests/craig/imperfect.bpl",
        expect![[r#"
            newton:it-sp-lv: UNKNOWN(timeout), 1 perfect, many imperfect
            craig:builtin: UNKNOWN(timeout), 1 perfect, many imperfect
            craig:z3: TRUE, 1 perfect
        "#]],
    );
}

/// No source alone proves all of these.
#[test]
fn the_portfolio_takes_what_is_perfect() {
    let source = "perfect:newton:it-sp-lv,craig:z3";
    let programs =
        ["craig/unknown_theory.c", "craig/incomplete.bpl", "craig/two_proofs.bpl", "craig/imperfect.bpl"];
    for program in programs {
        let verdict = summary(&format!("crates/principia/tests/{program}"), source);
        assert!(verdict.contains(": TRUE"), "{program}: {verdict}");
    }
}

/// Fig. 2's program: Spacer's interpolants for an equality of arrays have quantifiers, Newton's assertions have none.
#[test]
fn the_interpolants_have_quantifiers() {
    check(
        "examples/memory_leak.bpl",
        expect![[r#"
            newton:it-sp-lv: TRUE, 2 perfect
            craig:builtin: TRUE, 2 perfect
            craig:z3: TRUE, 1 perfect, 1 imperfect, 3 with quantifiers
        "#]],
    );
}
