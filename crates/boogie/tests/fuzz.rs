//! Mutated programs never make the front end panic, and those that parse print to a fixpoint of parsing.
//!
//! A deterministic mutator changes programs of a small corpus that uses every construct: it deletes, repeats,
//! moves and replaces pieces, splices programs together, and inserts tokens. `PRINCIPIA_FUZZ_COUNT` says how many
//! mutants are tried (2000 without it) and `PRINCIPIA_FUZZ_SEED` where the sequence starts.

use base::random::Random;
use base::{Diagnostics, SourceMap};
use test_tools::number_from;

const CORPUS: [&str; 6] = [
    r#"type T; type Pair a b; type Ref = int; type finite F;
const unique a, b: T; const k: int; const {:builtin "RNE"} r: T2;
type {:builtin "RoundingMode"} T2; type {:builtin "FloatingPoint"} {:indices 8, 24} Single;
function f(x: int, y: bool) returns (int);
function {:inline true} g(x: int): int { if x < 0 then -x else f(x, true) }
function h(int, int): bool; function rec(n: int): int { if n <= 0 then 1 else n * rec(n - 1) }
axiom (forall x: int, y: int :: {:weight 3} { h(x, y) } h(x, y) <==> h(y, x));
axiom k > 0 && (exists t: T :: t != a);
"#,
    r#"function {:bvbuiltin "bvadd"} add8(x: bv8, y: bv8) returns (bv8);
function {:bvbuiltin "(_ zero_extend 8)"} zext(x: bv8): bv16;
function {:bvbuiltin "extract"} {:indices 3, 0} low(x: bv8): bv4;
function {:builtin "fp.add RNE"} plus(x: F, y: F): F; type {:builtin "Float32"} F;
procedure bits(x: bv8) returns (y: bv16) { var z: bv4;
  y := zext(add8(x, 255bv8)); z := low(x); assert x[8:4] ++ z == y[8:0]; y := 0bv8 ++ x; }
"#,
    r#"var g: int where g >= 0; var m: [int]int, mm: [int, bool][int]real;
procedure p(x: int, n: int where n > 0) returns (r: int, s: bool);
  requires x > 0; free requires n < 100; modifies g; ensures r > old(g) && r == x; free ensures s;
procedure {:entry} main() modifies g, m, mm; {
  var i, j: int; var b: bool where b ==> i > 0;
  i, j := 0, 1; m[i] := j; mm[i, b][j] := 1.5e3; m := m[1 := 2][2 := 3];
  call i, b := p(i + 1, *); havoc b, j;
  outer: while (i < 10) invariant i >= 0; free invariant j == j; {
    if (*) { break; } else if (m[i] div 2 == j mod 3) { goto next, outer; } else { break outer; }
    next: i := i + 1; assume {:x} i != 5; }
  assert {:msg "done"} i >= 10 || m[i] / 2 % 3 == 0; return; }
"#,
    r#"procedure q(a: int) returns (b: int); ensures b == a;
implementation q(x: int) returns (y: int) { var t: real; start: y := x; t := real(y) * 2.0 - -1.0;
  goto one, two; one: assume t > 0.0; y := int(t); return; two: y := y - 1; goto start; }
procedure r() { var x: int; atomic { call x := q(3); } assert (x : int) == 3; }
"#,
    r#"procedure u() { var p, q: bool; var \type: int;
  assert p ∧ q ⇒ ¬(p ∨ q); assert (∀ i: int :: i ≤ i) ⇔ p; assert !p <== q; assert (p <==> q) != (p ==> q);
  \type := if p then 1 else if q then 2 else 3; assert \type ≥ 1 && \type != 4; }
"#,
    r#"/* a /* nested */ comment */ // line
var #x~0, $y.z: [int]bool; procedure ULTIMATE.start() modifies #x~0; { #x~0 := $y.z; #x~0[0] := true; assert #x~0[0]; }
"#,
];

const TOKENS: [&str; 48] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ":",
    "::",
    ":=",
    ",",
    "==",
    "==>",
    "<==>",
    "&&",
    "||",
    "!",
    "-",
    "+",
    "*",
    "/",
    "div",
    "++",
    "<",
    "forall",
    "old(",
    "if",
    "then",
    "else",
    "while",
    "call",
    "goto",
    "break",
    "return",
    "var",
    "procedure",
    "function",
    "axiom",
    "type",
    "int",
    "bool",
    "bv8",
    "5bv8",
    "1.5",
    "0",
    "where",
    "{:a \"b\"}",
    "\u{2200}",
];

/// A place between two characters.
fn place(random: &mut Random, text: &str) -> usize {
    let mut at = random.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn piece(random: &mut Random, text: &str) -> (usize, usize) {
    let start = place(random, text);
    let longest = if random.below(4) == 0 { 200 } else { 12 };
    let mut end = (start + random.below(longest)).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    (start, end)
}

fn mutate(random: &mut Random, text: &mut String) {
    let other = CORPUS[random.below(CORPUS.len())];
    match random.below(7) {
        0 => {
            let (start, end) = piece(random, text);
            text.replace_range(start..end, "");
        }
        1 => {
            let (start, end) = piece(random, text);
            let copy = text[start..end].to_owned();
            let at = place(random, text);
            text.insert_str(at, &copy);
        }
        2 => {
            let (start, end) = piece(random, other);
            let at = place(random, text);
            text.insert_str(at, &other[start..end]);
        }
        3 => {
            let at = place(random, text);
            text.insert_str(at, &format!(" {} ", TOKENS[random.below(TOKENS.len())]));
        }
        4 => {
            let (start, end) = piece(random, text);
            text.replace_range(start..end, TOKENS[random.below(TOKENS.len())]);
        }
        5 => {
            let at = place(random, text);
            let c = char::from_u32(random.below(0x250) as u32).unwrap_or('?');
            text.insert(at, c);
        }
        _ => text.push_str(other),
    }
}

/// What was printed parses, and prints to the same text again.
fn check_fixpoint(printed: &str) {
    let mut sources = SourceMap::new();
    let file = sources.add_file("printed.bpl", printed);
    let mut diagnostics = Diagnostics::new();
    let again = boogie::parse(&sources, file, &mut diagnostics).map(|program| boogie::print::print(&program));
    assert_eq!(again.as_deref(), Some(printed), "{}", diagnostics.render(&sources));
}

/// Runs the whole front end; returns how far it got.
fn run(text: &str) -> usize {
    let mut sources = SourceMap::new();
    let file = sources.add_file("mutant.bpl", text);
    let mut diagnostics = Diagnostics::new();
    let program = boogie::parse(&sources, file, &mut diagnostics);
    let stage = program.map_or(0, |program| {
        check_fixpoint(&boogie::print::print(&program));
        boogie::check(program, &mut diagnostics)
            .map_or(1, |checked| boogie::lower(&checked, &[], &mut diagnostics).map_or(2, |_| 3))
    });
    assert_eq!(stage < 3, diagnostics.has_errors(), "a failure says why, and only a failure");
    diagnostics.render(&sources);
    stage
}

#[test]
fn mutants_do_not_panic() {
    let mut random = Random::new(number_from("PRINCIPIA_FUZZ_SEED").unwrap_or(0x9e37_79b9_7f4a_7c15) | 1);
    let mut reached = [0usize; 4];
    for _ in 0..number_from("PRINCIPIA_FUZZ_COUNT").unwrap_or(2000) {
        let mut text = CORPUS[random.below(CORPUS.len())].to_owned();
        for _ in 0..=random.below(5) {
            mutate(&mut random, &mut text);
        }
        let shown = text.clone();
        match std::panic::catch_unwind(|| run(&text)) {
            Ok(stage) => reached[stage] += 1,
            Err(_) => panic!("the front end panics on:\n{shown}"),
        }
    }
    assert!(reached.iter().all(|&count| count > 0), "mutants fail and succeed at every stage: {reached:?}");
}

#[test]
fn the_corpus_itself_is_fine() {
    for text in CORPUS {
        assert_eq!(run(text), 3, "{text}");
    }
}
