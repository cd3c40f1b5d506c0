//! The verifiers complain about what is broken, and about nothing else.

use program::{
    Block, BlockEncoding, encode_blocks, read_cfg, read_program, verify, verify_blocks, verify_cfg,
};
use term::build as mk;

fn complaints(text: &str) -> String {
    let result = if text.contains("procedure") {
        verify(&read_program(text).expect("a program"))
    } else {
        verify_cfg(&read_cfg(text).expect("a graph"))
    };
    result.err().unwrap_or_default().join("\n")
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(complaints(text), expected);
}

#[test]
fn graphs() {
    check("var x: Int\nL0 -> L1: x := 1", "");
    check("var x: Int\nvar x: Int", "x is declared twice");
    check("var x: Int\nL0 -> L1: assume x", "edge 0 (L0 -> L1): x is no formula");
    check("var x: Int\nL0 -> L1: x := true", "edge 0 (L0 -> L1): x has sort Int, but true has Bool");
    check("var x: Int\nL0 -> L1: x := 1, x := 2", "edge 0 (L0 -> L1): x is written twice");
    check("var x: Int\nL0 -> L1: havoc x, x", "edge 0 (L0 -> L1): x is written twice");
    check("error L0 \"assert\" \"\"\nL0 -> L1: skip", "edge 0 (L0 -> L1): it leaves a target");
    check(
        "var x: Int\naxiom (< 0 x)\nL0 -> L1: havoc x",
        "the axiom (<= 1 x) speaks about x, which is modified",
    );
}

#[test]
fn variables_must_be_declared_and_plain() {
    let mut cfg = read_cfg("var x: Int\nL0 -> L1: x := (+ x 1)").expect("a graph");
    let x = cfg.variables.pop().expect("a variable");
    let errors = verify_cfg(&cfg).expect_err("x is not declared");
    assert_eq!(errors, ["edge 0 (L0 -> L1): x is not declared"; 2]);
    cfg.variables.push(program::primed(x));
    assert_eq!(verify_cfg(&cfg).expect_err("x' is not plain")[0], "|x'| is no plain variable");
}

#[test]
fn procedures() {
    let callee = "procedure p(a: Int) returns (r: Int) {\n}\n";
    let main =
        |statement: &str| format!("{callee}procedure main() {{\nvar i: Int\nvar b: Bool\n{statement}\n}}");
    check(&main("L0 -> L1: call i := p(i)"), "");
    let place = "procedure main: edge 0 (L0 -> L1): ";
    check(&main("L0 -> L1: call i := p()"), &format!("{place}p has 1 parameters, not 0"));
    check(&main("L0 -> L1: call p(i)"), &format!("{place}p has 1 results, not 0"));
    check(&main("L0 -> L1: call i := p(b)"), &format!("{place}a has sort Int, but b has Bool"));
    check(&main("L0 -> L1: call b := p(i)"), &format!("{place}b has sort Bool, but r has Int"));
    check(&main("L1 -> L0: skip"), "procedure main: the exit has outgoing edges");
    check("var x: Int\nprocedure p(x: Int) {\n}", "procedure p: x is declared twice");
    // Locals of different procedures may share their names.
    check("procedure p(x: Int) {\n}\nprocedure q() returns (x: Bool) {\n}", "");
}

#[test]
fn blocks() {
    let text = "var x: Int\nvar y: Int\nerror L2 \"assert\" \"\"\nL0 -> L1: x := y\nL1 -> L2: assume (< x y)";
    let program = encode_blocks(&read_cfg(text).expect("a graph"), BlockEncoding::LoopFree);
    assert_eq!(verify_blocks(&program), Ok(()));
    let y = program.cfg.variables[1];
    let damaged = |damage: fn(&mut Block, term::Term)| {
        let mut damaged = program.clone();
        damaged.blocks.iter_mut().for_each(|block| damage(block, y));
        verify_blocks(&damaged).expect_err("it is broken").join("; ")
    };
    let formula = |block: &mut Block, y| block.conjuncts[0].formula = mk::eq(program::primed(y), y);
    assert_eq!(damaged(formula), "block 0: |y'| is not declared");
    let auxiliary = |block: &mut Block, y| block.auxiliaries.push(y);
    assert_eq!(damaged(auxiliary), "block 0: y is a program variable and an auxiliary one");
    let elsewhere = |block: &mut Block, _| block.destination = block.source;
    assert_eq!(damaged(elsewhere), "block 0: its edges do not lead from its source to its destination");
}
