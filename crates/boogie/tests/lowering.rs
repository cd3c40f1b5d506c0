//! Core programs of small programs.

mod common;

use common::check_lowering as check;
use expect_test::expect;

#[test]
fn assertions_and_branches() {
    check(
        r##"procedure p(n: int) returns (r: int) {
  r := 0;
  while (r < n)
    invariant r >= 0;
    free invariant n > 0;
  {
    if (*) { r := r + 1; } else if (r == 5) { break; } else { return; }
  }
  assert r >= n;
}"##,
        expect![[r#"
            entry procedure p(n: int) returns (r: int)
              entry -> L2: r := 0
              L2 -> L3: assume r <= -1
              L2 -> L4: assume r >= 0
              L4 -> L5: assume n >= 1
              L5 -> L6: assume r < n
              L5 -> L7: assume n <= r
              L6 -> L2: r := r + 1
              L6 -> L7: assume r == 5
              L6 -> exit: assume r != 5
              L7 -> L8: assume r < n
              L7 -> exit: assume n <= r
              L3: violation assert: the loop invariant r >= 0 is violated
              L8: violation assert: the assertion r >= n is violated
        "#]],
    );
}

#[test]
fn gotos_and_labels() {
    check(
        r##"procedure p() {
  var x: int;
  goto a, b;
  a: x := 1; goto c;
  b: x := 2;
  c: assert x > 0;
  outer: while (*) { while (*) { break outer; } goto b; }
  return;
  x := 3;
}"##,
        expect![[r#"
            entry procedure p()
              local x: int
              entry -> L2: x := 1
              entry -> L3: assume true
              L2 -> L4: assume x <= 0
              L2 -> L5: assume x >= 1
              L5 -> exit: assume true
              L5 -> L3: assume true
              L5 -> exit: assume true
              L3 -> L2: x := 2
              L4: violation assert: the assertion x > 0 is violated
        "#]],
    );
}

#[test]
fn entries_assume_their_contract() {
    check(
        r##"var g: int where g >= 0;
procedure p(x: int where x > 1) returns (r: int where r > 2);
  requires x > 3;
  free requires x > 4;
  modifies g;
  ensures r == old(g) + x;
  free ensures r > 5;
implementation p(y: int) returns (z: int) {
  var l: int where l > y;
  z := old(g) + y;
  g := z;
  havoc l, g;
}"##,
        expect![[r#"
            global g: int
            entry procedure p(x: int) returns (r: int)
              local l: int
              local old(g): int
              entry -> L2: old(g) := g
              L2 -> L3: assume g >= 0
              L3 -> L4: assume x >= 2
              L4 -> L5: assume r >= 3
              L5 -> L6: assume x < l
              L6 -> L7: assume x >= 4
              L7 -> L8: assume x >= 5
              L8 -> L9: r := x + old(g)
              L9 -> L10: g := r
              L10 -> L11: havoc l, g
              L11 -> L12: assume x < l
              L12 -> L13: assume g >= 0
              L13 -> L14: assume x + old(g) != r
              L13 -> L15: assume x + old(g) == r
              L15 -> exit: assume r >= 6
              L14: violation assert: the postcondition r == old(g) + x is violated
        "#]],
    );
}

#[test]
fn calls_of_implementations() {
    check(
        r##"var g: int;
procedure q(x: int) returns (r: int) requires x > g; free requires x != 7; modifies g; ensures r > x; free ensures g == 0; {
  g := g + x;
  r := g;
}
procedure p() modifies g; {
  var a: int;
  call a := q(a + 1);
  call g := q(*);
}"##,
        expect![[r#"
            global g: int
            procedure q(x: int) returns (r: int)
              entry -> L2: assume x != 7
              L2 -> L3: g := g + x
              L3 -> L4: r := g
              L4 -> L5: assume r <= x
              L4 -> L6: assume x < r
              L6 -> exit: assume g == 0
              L5: violation assert: the postcondition r > x is violated
            entry procedure p()
              local a: int
              local any(q.x): int
              entry -> L2: assume a < g
              entry -> L3: assume g <= a
              L3 -> L4: call a := q(a + 1)
              L4 -> L5: havoc any(q.x)
              L5 -> L6: assume any(q.x) <= g
              L5 -> L7: assume g < any(q.x)
              L7 -> exit: call g := q(any(q.x))
              L2: violation assert: the precondition x > g of q is violated
              L6: violation assert: the precondition x > g of q is violated
        "#]],
    );
}

#[test]
fn calls_of_contracts() {
    check(
        r##"var g, h, k: int where k > 0;
procedure q(x: int, y: int) returns (r: int where r > x);
  requires x > g; free requires y > 0;
  modifies g, k;
  ensures r == old(g) + x + y && g > old(h);
procedure p() modifies g, h, k; {
  var a: int where a > 9;
  call a := q(a, h);
  call g := q(*, 1);
}"##,
        expect![[r#"
            global g: int
            global h: int
            global k: int
            entry procedure p()
              local a: int
              local argument(q.x): int
              local before(g): int
              local any(q.x): int
              local result(q.r): int
              entry -> L2: assume k >= 1
              L2 -> L3: assume a >= 10
              L3 -> L4: assume a <= g
              L3 -> L5: assume g < a
              L5 -> L6: argument(q.x), before(g) := a, g
              L6 -> L7: havoc g, k, a
              L7 -> L8: assume k >= 1
              L8 -> L9: assume argument(q.x) < a
              L9 -> L10: assume h + argument(q.x) + before(g) == a && h < g
              L10 -> L11: havoc any(q.x)
              L11 -> L12: assume any(q.x) <= g
              L11 -> L13: assume g < any(q.x)
              L13 -> L14: before(g) := g
              L14 -> L15: havoc g, k, result(q.r)
              L15 -> L16: assume k >= 1
              L16 -> L17: assume any(q.x) < result(q.r)
              L17 -> L18: assume h < g && before(g) + any(q.x) == result(q.r) - 1
              L18 -> exit: g := result(q.r)
              L4: violation assert: the precondition x > g of q is violated
              L12: violation assert: the precondition x > g of q is violated
        "#]],
    );
}

#[test]
fn old_of_what_does_not_change() {
    check(
        r##"var g, h: int;
procedure p() modifies g; requires old(g) == g; ensures h == old(h) && g == old(g + h); { g := g + old(h); }"##,
        expect![[r#"
            global g: int
            global h: int
            entry procedure p()
              local old(g): int
              entry -> L2: old(g) := g
              L2 -> L3: assume g == old(g)
              L3 -> L4: g := g + h
              L4 -> L5: assume g != h + old(g)
              L4 -> exit: assume g == h + old(g)
              L5: violation assert: the postcondition h == old(h) && g == old(g + h) is violated
        "#]],
    );
}

#[test]
fn maps() {
    check(
        r##"var m: [int]int; var n: [int, bool][int]bool;
procedure p(i: int, b: bool) modifies m, n; {
  m[i], n[i, b][2] := m[0], b;
  n := n[1, true := n[2, false]];
  assert n[i, b][i] == (m[i := 3][i] == 3);
}"##,
        expect![[r#"
            global m: [int]int
            global n: [int][bool][int]bool
            entry procedure p(i: int, b: bool)
              entry -> L2: m, n := m[i := m[0]], n[i := n[i][b := n[i][b][2 := b]]]
              L2 -> L3: n := n[1 := n[1][true := n[2][false]]]
              L3 -> L4: assume !n[i][b][i]
              L3 -> exit: assume n[i][b][i]
              L4: violation assert: the assertion n[i, b][i] == (m[i := 3][i] == 3) is violated
        "#]],
    );
}

#[test]
fn functions_and_axioms() {
    check(
        r##"type T; type Pair a b;
const unique a, b: T; const unique c: int; const p: Pair int T;
function f(x: int): int;
function k(): int;
function double(x: int): int { x + x }
function quad(x: int): int { double(double(x)) }
function fac(n: int): int { if n <= 0 then 1 else n * fac(n - 1) }
function all(x: int): bool { (forall y: int :: f(y) > x) }
axiom quad(c) == k() && all(c);
axiom (forall x: int, y: T :: { f(x) } f(x) >= 0 || y == a);
axiom double(2) == 4;
procedure main() { assert quad(1) == f(1); }"##,
        expect![[r#"
            global a: T
            global b: T
            global c: int
            global p: Pair 5
            global k: int
            axiom (forall ?1: int :: (if ?1 <= 0 then 1 else ?1 * fac(?1 - 1)) == fac(?1))
            axiom 4 * c == k && (forall ?1: int :: c < f(?1))
            axiom (forall ?1: int, ?2: T :: a == ?2 || f(?1) >= 0)
            axiom a != b
            entry procedure main()
              entry -> L2: assume f(1) != 4
              entry -> exit: assume f(1) == 4
              L2: violation assert: the assertion quad(1) == f(1) is violated
        "#]],
    );
}

#[test]
fn bit_vectors() {
    check(
        r##"function {:bvbuiltin "bvadd"} add(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvugt"} gt(x: bv8, y: bv8): bool;
function {:bvbuiltin "(_ sign_extend 8)"} sext(x: bv8): bv16;
function {:bvbuiltin "zero_extend"} zext(x: bv8): bv16;
function {:bvbuiltin "extract"} {:indices 3, 0} low(x: bv8): bv4;
function { :builtin "rotate_left" :indices 3 } rotate(x: bv8): bv8;
function {:smtdefined "(bvmul x (bvadd y #x01))"} mul(x: bv8, y: bv8): bv8;
procedure p(x: bv8, y: bv8) {
  assert gt(add(x, 1bv8), y);
  assert sext(x) == zext(y);
  assert low(x) ++ x[8:4] == rotate(mul(x, y));
}"##,
        expect![[r#"
            entry procedure p(x: bv8, y: bv8)
              entry -> L2: assume bvule(bvadd(x, 1bv8), y)
              entry -> L3: assume bvult(y, bvadd(x, 1bv8))
              L3 -> L4: assume sign_extend8(x) != zero_extend8(y)
              L3 -> L5: assume sign_extend8(x) == zero_extend8(y)
              L5 -> L6: assume x[4:0] ++ x[8:4] != rotate_left3(bvmul(x, bvadd(y, 1bv8)))
              L5 -> exit: assume x[4:0] ++ x[8:4] == rotate_left3(bvmul(x, bvadd(y, 1bv8)))
              L2: violation assert: the assertion gt(add(x, 1bv8), y) is violated
              L4: violation assert: the assertion sext(x) == zext(y) is violated
              L6: violation assert: the assertion low(x) ++ x[8:4] == rotate(mul(x, y)) is violated
        "#]],
    );
}

#[test]
fn floats() {
    check(
        r##"type {:builtin "FloatingPoint"} {:indices 8, 24} Single;
type {:builtin "RoundingMode"} Mode;
const {:builtin "RNE"} rne: Mode;
function {:builtin "fp.add"} add(m: Mode, x: Single, y: Single): Single;
function {:builtin "fp.mul RTZ"} mul(x: Single, y: Single): Single;
function {:builtin "fp.gt"} gt(x: Single, y: Single): bool;
function {:builtin "NaN"} nan(): Single;
function {:builtin "to_fp"} cast(m: Mode, x: real): Single;
procedure p(x: Single, y: Single) { assert gt(add(rne, x, mul(x, y)), cast(rne, 0.5)) || gt(x, nan()); }"##,
        expect![[r#"
            entry procedure p(x: float24e8, y: float24e8)
              entry -> L2: assume !fp.lt(0.5f24e8, fp.add(RNE, x, fp.mul(RTZ, x, y)))
              entry -> exit: assume fp.lt(0.5f24e8, fp.add(RNE, x, fp.mul(RTZ, x, y)))
              L2: violation assert: the assertion gt(add(rne, x, mul(x, y)), cast(rne, 0.5)) || gt(x, nan()) is violated
        "#]],
    );
}

#[test]
fn arithmetic() {
    check(
        r##"procedure p(x: int, y: int, r: real) returns (b: bool) {
  b := x / y == x div y && x % y == x mod y && r / 2.5 > -r - 1.0;
  b := int(r) == x <==> real(y) >= r;
  b := (if x > y then x else y) != -x + 2 * y;
  b := x - y - 1 + 2 == 0;
}"##,
        expect![[r#"
            entry procedure p(x: int, y: int, r: real) returns (b: bool)
              entry -> L2: b := -5.0 / 7.0 < r
              L2 -> L3: b := (x == int(r)) <==> (r <= real(y))
              L3 -> L4: b := x + (if y < x then x else y) != 2 * y
              L4 -> exit: b := x == y - 1
        "#]],
    );
}

#[test]
fn names_that_hide_others() {
    check(
        r##"var x: int; const f: int;
function f(x: int): int;
procedure p() modifies x; { var x: bool; var y: int; x := true; y := f(f); call q(); }
procedure q() modifies x; { x := 1; }"##,
        expect![[r#"
            global x: int
            global f: int
            entry procedure p()
              local local(x): bool
              local y: int
              entry -> L2: local(x) := true
              L2 -> L3: y := f#(f)
              L3 -> exit: call q()
            procedure q()
              entry -> exit: x := 1
        "#]],
    );
}

#[test]
fn ultimate_start_wins() {
    check(
        r##"procedure other() { assert false; }
procedure ULTIMATE.start() { assert true; }"##,
        expect![[r#"
            procedure other()
              entry -> L2: assume true
              L2: violation assert: the assertion false is violated
            entry procedure ULTIMATE.start()
              entry -> exit: assume true
        "#]],
    );
}

#[test]
fn dead_code_and_nothing() {
    check(
        r##"procedure p();
procedure q() { assert true; assume true; }"##,
        expect![[r#"
            entry procedure q()
              entry -> exit: assume true
        "#]],
    );
}

#[test]
fn mutual_recursion_has_entries() {
    check(
        r##"procedure p() { call q(); }
procedure q() { call p(); }"##,
        expect![[r#"
            entry procedure p()
              entry -> exit: call q()
            entry procedure q()
              entry -> exit: call p()
        "#]],
    );
}

#[test]
fn atomic_blocks() {
    check(
        r##"var x: int;
procedure p() modifies x; { l: atomic { x := 1; break l; x := 2; } assert x == 1; }"##,
        expect![[r#"
            global x: int
            entry procedure p()
              entry -> L2: x := 1
              L2 -> L3: assume x != 1
              L2 -> exit: assume x == 1
              L3: violation assert: the assertion x == 1 is violated
        "#]],
    );
}

#[test]
fn entries_by_name() {
    let text = "procedure p() { call q(); } procedure q() { } procedure r();";
    let names = |entries: &[&str]| {
        let (lowered, messages) = common::run_entries(text, entries);
        let lowered = lowered.ok_or(messages)?;
        let names = lowered.entries.iter().map(|&entry| lowered.procedures[entry].name.to_string());
        Ok(names.collect::<Vec<String>>().join(" "))
    };
    assert_eq!(names(&[]), Ok("p".to_owned()));
    assert_eq!(names(&["q", "p", "q"]), Ok("p q".to_owned()));
    let missing = |name: &str| {
        format!(
            "error: there is no implementation of a procedure `{name}`\n\
             hint: name a procedure with a body as the entry\n"
        )
    };
    assert_eq!(names(&["r"]), Err(missing("r")));
    assert_eq!(names(&["nobody"]), Err(missing("nobody")));
}

#[test]
fn edges_say_where_they_come_from() {
    let text = "procedure p(x: int) {\n  var y: int;\n  y := x+1;\n  assert y > x;\n}";
    let (lowered, _) = common::run(text);
    let lowered = lowered.expect("the program is right");
    let edges = lowered.procedures.iter().flat_map(|procedure| procedure.edges.iter());
    let shown: Vec<String> = edges
        .map(|edge| {
            let span = edge.provenance.span.expect("the edges of statements have a place");
            format!("{} | {}", edge.provenance.text, &text[span.start as usize..span.end as usize])
        })
        .collect();
    expect![[r#"
        y := x + 1 | y := x+1;
        assume !(y > x) | assert y > x;
        assume y > x | assert y > x;"#]]
    .assert_eq(&shown.join("\n"));
}
