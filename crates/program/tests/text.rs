//! The text form of programs: what is printed is read again, and bad text is an
//! error with a place.

mod graphs;

use expect_test::{Expect, expect};
use graphs::graphs;
use program::{BlockEncoding, Trace, encode_blocks, inline, read_cfg, read_program, verify, verify_cfg};
use proptest::prelude::*;

const GRAPH: &str = "\
sort T
function f(Int, T): Bool
var x: Int
var t: T
var |odd name|: (Array Int (_ BitVec 8))
axiom (forall ((?1 Int)) (f ?1 t))
start L1
location L0 \"a \\\"name\\\"\\n\"
location L1 \"start\"
error L3 \"assert\" \"x > 0\"
limit L4 \"recursion\"
location L5
L1 -> L0: x := (+ x 1), |odd name| := (store |odd name| x #x07)  // x++; // twice
L0 -> L0 approximately \"assembly\": havoc |odd name|, x
L0 -> L0 input \"read_int\": havoc x
L0 -> L3: assume (not (f x t))
L0 -> L4: skip
";

const PROGRAM: &str = "\
var g: Int
entry main
procedure add(a: Int, b: Int) returns (r: Int) {
  start L0
  exit L1
  location L0 \"entry\"
  location L1 \"exit\"
  L0 -> L1: r := (+ a b)
}
procedure main() {
  var i: Int
  start L0
  exit L1
  error L2 \"assert\" \"i == g\"
  location L3
  L0 -> L3: call i := add(g, 0)
  L3 -> L1: assume (= g i)
  L3 -> L2: assume (not (= g i))
  L3 -> L3: call main()
}
";

#[test]
fn graphs_print_as_they_were_read() {
    let cfg = read_cfg(GRAPH).expect("a graph");
    assert_eq!(verify_cfg(&cfg), Ok(()));
    assert_eq!(cfg.to_text(), GRAPH);
    assert_eq!(&*cfg.edges.iter().next().expect("an edge").provenance.text, "x++; // twice");
}

#[test]
fn programs_print_as_they_were_read() {
    let program = read_program(PROGRAM).expect("a program");
    assert_eq!(verify(&program), Ok(()));
    assert_eq!(program.to_text(), PROGRAM);
    assert_eq!(read_program(&program.to_text()), Ok(program));
}

#[test]
fn comments_and_blanks_are_free() {
    let text = "// a graph\n\n  var x : Int // of one variable\nL0 ->L1 :x:=x\n // the end";
    let cfg = read_cfg(text).expect("a graph");
    assert_eq!(cfg.to_text(), "var x: Int\nstart L0\nlocation L1\nL0 -> L1: x := x\n");
}

/// Names that look like keywords, locations or SMT-LIB's symbols.
#[test]
fn variables_may_be_called_anything() {
    for name in
        ["assume", "havoc", "call", "skip", "L0", "and", "x'", "a@1", "?1", "->", "a b", "100%", "|", "\\"]
    {
        let x = term::build::var(name, term::Sort::Int);
        let mut cfg = program::Cfg::new();
        cfg.variables.push(x);
        let statement = program::Statement::assign(x, term::build::add2(x, x));
        cfg.add_edge(cfg.entry, cfg.entry, statement, program::Provenance::default());
        cfg.add_edge(
            cfg.entry,
            cfg.entry,
            program::Statement::Havoc(vec![x]),
            program::Provenance::default(),
        );
        assert_eq!(read_cfg(&cfg.to_text()), Ok(cfg.clone()), "{}", cfg.to_text());
    }
}

fn check_error(text: &str, expected: Expect) {
    expected.assert_eq(&read_cfg(text).expect_err("bad text").to_string());
}

#[test]
fn errors_have_a_place() {
    check_error("var x: Int\nL0 -> L1: y := 1", expect!["2:12: the variable `y` is not declared"]);
    check_error("L0 -> L1: assume (", expect!["1:19: an expression does not end"]);
    check_error("L0 -> L1: assume (not 1)", expect!["1:18: `not` takes Booleans, not (Int)"]);
    check_error("L0 => L1: skip", expect!["1:3: `->` expected"]);
    check_error("L0 -> x: skip", expect!["1:8: a location expected instead of `x`"]);
    check_error("var x: Imt", expect!["1:8: unknown sort `Imt`"]);
    check_error("nonsense", expect!["1:1: unexpected `nonsense`"]);
    check_error("error L1 \"assert", expect!["1:11: a string does not end"]);
    check_error("L0 -> L1: call p()", expect!["1:19: a control-flow graph has no calls"]);
    check_error("location L99999999999", expect!["1:22: a location expected instead of `L99999999999`"]);
    check_error("var |x", expect!["1:5: a quoted name does not end"]);
    let error = read_program("procedure p() {\n L0 -> L1: call q()\n}").expect_err("bad text");
    expect!["2:18: there is no procedure q"].assert_eq(&error.to_string());
    let error = read_program("procedure p() {").expect_err("bad text");
    expect!["1:16: `}` expected"].assert_eq(&error.to_string());
}

#[test]
fn blocks_and_traces_have_a_text() {
    let text = "
        var x: Int
        var y: Int
        error L4 \"assert\" \"\"
        L0 -> L1: x := 0  // x := 0;
        L1 -> L2: assume (< x y)
        L2 -> L1: x := (+ x 1)
        L1 -> L3: havoc y
        L3 -> L4: assume (= x y)";
    let program = encode_blocks(&read_cfg(text).expect("a graph"), BlockEncoding::LoopFree);
    expect![[r#"
        var x: Int
        var y: Int
        start L0
        block 0 L0 -> L1
          edges 0
          modifies x
          (= |x'| 0)  // edge 0
        block 1 L1 -> L1
          edges 1; 2
          modifies x
          (<= x (+ y (- 1)))  // edge 1
          (= x (+ |x'| (- 1)))  // edge 2
        block 2 L1 -> L4
          edges 3; 4
          modifies y
          (= x |y'|)  // edge 4
    "#]]
    .assert_eq(&program.to_string());
    let trace = Trace { blocks: program.blocks.ids().collect() };
    expect![[r#"
        1: L0 -> L1: x := 0;
        2: L1 -> L1: assume x < y; x := x + 1
        3: L1 -> L4: havoc y; assume x == y
    "#]]
    .assert_eq(&trace.display(&program).to_string());
}

proptest! {
    #[test]
    fn random_graphs_are_read_again(raw in graphs(9, 20, true)) {
        let cfg = raw.build();
        let text = cfg.to_text();
        prop_assert_eq!(read_cfg(&text), Ok(cfg), "{}", text);
    }

    /// Whatever the text, reading ends without a panic.
    #[test]
    fn damaged_text_is_an_error(place in 0..1000usize, insert in "[L0-9():=,|\"{} \n\\\\a-z]{0,3}", cut in 0..4usize) {
        for text in [GRAPH, PROGRAM] {
            let start = place % text.len();
            let end = (start + cut).min(text.len());
            let damaged = format!("{}{insert}{}", &text[..start], &text[end..]);
            let _ = read_cfg(&damaged);
            if let Ok(program) = read_program(&damaged)
                && verify(&program).is_ok()
            {
                let _ = inline(&program, 1000).map(|cfg| verify_cfg(&cfg));
            }
        }
    }
}
