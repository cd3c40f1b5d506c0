//! Inputs that are long, deep or not programs at all: a clear message, and never a crash.

use base::{Diagnostics, SourceMap};

/// Runs the whole front end; returns the messages.
fn run(text: &str) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add_file("a.bpl", text);
    let mut diagnostics = Diagnostics::new();
    if let Some(program) = boogie::parse(&sources, file, &mut diagnostics) {
        let printed = boogie::print::print(&program);
        let file = sources.add_file("printed.bpl", printed);
        assert!(
            boogie::parse(&sources, file, &mut diagnostics).is_some(),
            "{}",
            diagnostics.render(&sources)
        );
        if let Some(checked) = boogie::check(program, &mut diagnostics) {
            boogie::lower(&checked, &[], &mut diagnostics);
        }
    }
    diagnostics.render(&sources)
}

fn check_fine(text: &str) {
    assert_eq!(run(text), "");
}

fn check_one_error(text: &str, message: &str) {
    let errors = run(text);
    assert!(errors.contains(message), "{}", &errors[..errors.len().min(2000)]);
    assert_eq!(errors.matches("error: ").count(), 1, "{}", &errors[..errors.len().min(2000)]);
}

fn in_procedure(statement: &str) -> String {
    format!("procedure p(a: int, b: bool) {{ var x: int; var m: [int]int; {statement} }}")
}

#[test]
fn ten_megabytes_of_parentheses() {
    let parentheses = "(".repeat(10 << 20);
    check_one_error(&in_procedure(&format!("x := {parentheses}")), "nested too deeply");
    check_one_error(&format!("axiom {parentheses};"), "nested too deeply");
    let brackets = "[".repeat(10 << 20);
    check_one_error(&format!("var x: {brackets}"), "nested too deeply");
}

#[test]
fn other_deep_nesting() {
    check_one_error(&in_procedure(&"if (*) {".repeat(100_000)), "nested too deeply");
    check_one_error(&in_procedure(&format!("x := {}a", "m[".repeat(100_000))), "nested too deeply");
    check_one_error(
        &in_procedure(&format!("assert {}b", "(forall i: int :: ".repeat(10_000))),
        "nested too deeply",
    );
    check_one_error(&format!("var x: {}int;", "[int]".repeat(100_000)), "nested too deeply");
    check_one_error(&format!("var x: {}int;", "(".repeat(100_000)), "nested too deeply");
}

#[test]
fn nesting_within_the_limit_is_fine() {
    let depth = boogie::MAX_DEPTH - 10;
    check_fine(&in_procedure(&format!("x := {}a{};", "(".repeat(depth), ")".repeat(depth))));
    check_fine(&in_procedure(&format!("{}x := a;{}", "while (*) {".repeat(depth), "}".repeat(depth))));
}

#[test]
fn long_chains_need_no_stack() {
    let count = 100_000;
    check_fine(&in_procedure(&format!("x := a{};", " + a".repeat(count))));
    check_fine(&in_procedure(&format!("x := a{};", " - x".repeat(count))));
    check_fine(&in_procedure(&format!("assert b{};", " && b".repeat(count))));
    check_fine(&in_procedure(&format!("assert b{};", " ==> b".repeat(count))));
    check_fine(&in_procedure(&format!("assert b{};", " <== b".repeat(count))));
    check_fine(&in_procedure(&format!("assert b{};", " <==> b".repeat(count))));
    check_fine(&in_procedure(&format!("assert {}b;", "!".repeat(count))));
    check_fine(&in_procedure(&format!("x := {}a;", "-".repeat(count))));
    check_fine(&in_procedure(&format!("x := {}a;", "if b then x else ".repeat(10_000))));
    check_fine(&in_procedure(&format!("m := m{};", "[a := x]".repeat(2_000))));
}

#[test]
fn long_lists_are_linear() {
    let names: Vec<String> = (0..20_000).map(|number| format!("x{number}")).collect();
    let sum = names.join(" + ");
    let list = names.join(", ");
    check_fine(&format!("procedure p() {{ var {list}: int; x0 := {sum}; }}"));
    let statements: String = names.iter().map(|name| format!("{name} := {name} + 1; ")).collect();
    check_fine(&format!("procedure p() {{ var {list}: int; {statements} }}"));
    let branches = "if (*) { x := 1; } else ".repeat(20_000);
    check_fine(&format!("procedure p() {{ var x: int; {branches} {{ }} }}"));
    let types: String =
        (1..5_000).map(|number| format!("type t{number} = [int]t{};\n", number - 1)).collect();
    check_fine(&format!("type t0 = int;\n{types}var x: t4999;"));
    let functions: String =
        (1..5_000).map(|n| format!("function f{n}(x: int): int {{ f{}(x) + 1 }}\n", n - 1)).collect();
    check_fine(&format!("function f0(x: int): int {{ x }}\n{functions}axiom f4999(0) == 4999;"));
}

#[test]
fn huge_numbers() {
    let digits = "9".repeat(1 << 20);
    check_one_error(&format!("axiom {digits} > 0;"), "too long");
    check_one_error("axiom 1e999999999 > 0.0;", "too long");
    check_one_error("axiom 1e-999999999999999999999999 > 0.0;", "too long");
    check_one_error(
        "axiom 1bv99999999999 == 1bv99999999999;\n".split('=').next().unwrap_or(""),
        "out of range",
    );
    check_one_error("var x: bv99999999999;", "out of range");
    check_fine("axiom 1.5e300 > 2e-300;");
}

#[test]
fn not_a_program() {
    check_fine("");
    check_fine("// nothing\n");
    check_one_error("\0\u{1}binary", "not a text file");
    check_one_error("int main(void) { return 0; }", "expected a declaration");
    assert!(run(&"\u{fffd}\u{7} ".repeat(1000)).contains("more errors are not shown"));
}
