//! Programs with wrong names and types and the exact messages. One mistake gives one message.

mod common;

use common::check_errors as check;
use expect_test::expect;

#[test]
fn lambdas() {
    check(
        r##"axiom (lambda x: int :: x)[0] == 0;"##,
        expect![[r#"
            a.bpl:1:7: error: lambda expressions are not supported
              axiom (lambda x: int :: x)[0] == 0;
                    ^^^^^^^^^^^^^^^^^^^^
            hint: declare a constant map and an axiom that says what its elements are
        "#]],
    );
}

#[test]
fn unknown_names() {
    check(
        r##"var counter: int;
function next(x: int): int;
procedure step(x: int);
procedure p(amount: Int) {
  assert conter == 0;
  assert nxt(1) == 2;
  call stap(1);
  goto somewhere;
  havoc amuont;
  assert undeclared;
}"##,
        expect![[r#"
            a.bpl:4:21: error: the type `Int` is not declared
              procedure p(amount: Int) {
                                  ^^^
            hint: declare the type
            a.bpl:5:10: error: the variable `conter` is not declared
                assert conter == 0;
                       ^^^^^^
            hint: did you mean `counter`?
            a.bpl:6:10: error: the function `nxt` is not declared
                assert nxt(1) == 2;
                       ^^^
            hint: did you mean `next`?
            a.bpl:7:8: error: the procedure `stap` is not declared
                call stap(1);
                     ^^^^
            hint: did you mean `step`?
            a.bpl:8:8: error: the label `somewhere` is not declared
                goto somewhere;
                     ^^^^^^^^^
            hint: declare the label
            a.bpl:9:9: error: the variable `amuont` is not declared
                havoc amuont;
                      ^^^^^^
            hint: did you mean `amount`?
            a.bpl:10:10: error: the variable `undeclared` is not declared
                assert undeclared;
                       ^^^^^^^^^^
            hint: declare the variable
        "#]],
    );
}

#[test]
fn names_of_other_things() {
    check(
        r##"function f(x: int): int;
procedure q(x: int);
procedure p() {
  assert f == 1;
  assert q(1) == 1;
  call f(1);
}"##,
        expect![[r#"
            a.bpl:4:10: error: `f` is a function, not a variable
                assert f == 1;
                       ^
            hint: apply it: `f(...)`
            a.bpl:5:10: error: `q` is a procedure, not a function
                assert q(1) == 1;
                       ^
            hint: call it in a statement of its own: `call x := q(...);`
            a.bpl:6:8: error: the procedure `f` is not declared
                call f(1);
                     ^
            hint: declare the procedure
        "#]],
    );
}

#[test]
fn declared_twice() {
    check(
        r##"var x: int;
const x: bool;
type T; type T;
function f(): int; function f(): bool;
procedure p(a: int, a: int) returns (b: int) { var b: int; l: l: }
procedure p();
implementation p() { }"##,
        expect![[r#"
            a.bpl:2:7: error: the variable `x` is declared twice
              const x: bool;
                    ^
            note: a.bpl:1:5: the first declaration is here
            hint: rename or remove one of them
            a.bpl:3:14: error: the type `T` is declared twice
              type T; type T;
                           ^
            note: a.bpl:3:6: the first declaration is here
            hint: rename or remove one of them
            a.bpl:4:29: error: the function `f` is declared twice
              function f(): int; function f(): bool;
                                          ^
            note: a.bpl:4:10: the first declaration is here
            hint: rename or remove one of them
            a.bpl:5:21: error: the variable `a` is declared twice
              procedure p(a: int, a: int) returns (b: int) { var b: int; l: l: }
                                  ^
            note: a.bpl:5:13: the first declaration is here
            hint: rename or remove one of them
            a.bpl:5:52: error: the variable `b` is declared twice
              procedure p(a: int, a: int) returns (b: int) { var b: int; l: l: }
                                                                 ^
            note: a.bpl:5:38: the first declaration is here
            hint: rename or remove one of them
            a.bpl:5:63: error: the label `l` is declared twice
              procedure p(a: int, a: int) returns (b: int) { var b: int; l: l: }
                                                                            ^
            note: a.bpl:5:60: the first declaration is here
            hint: rename or remove one of them
            a.bpl:6:11: error: the procedure `p` is declared twice
              procedure p();
                        ^
            note: a.bpl:5:11: the first declaration is here
            hint: rename or remove one of them
            a.bpl:7:16: error: the implementation of `p` is declared twice
              implementation p() { }
                             ^
            note: a.bpl:5:1: the first declaration is here
            hint: rename or remove one of them
        "#]],
    );
}

#[test]
fn wrong_types() {
    check(
        r##"var m: [int]bool;
procedure p(x: int, r: real, b: bv8) returns (t: bool) {
  assert x;
  assume x + r > 0;
  t := x == t;
  t := !x;
  t := b + b == b;
  t := m == m[0];
  t := m[true];
  t := m[1, 2];
  t := x[1];
  t := if x then t else r;
  t := r / 2 == r;
  t := x && t;
  t := b == 1;
}"##,
        expect![[r#"
            a.bpl:3:10: error: an assertion has the type int, not bool
                assert x;
                       ^
            hint: compare it, as in e != 0
            a.bpl:4:10: error: the operands of `+` have different types, int and real
                assume x + r > 0;
                       ^^^^^
            hint: convert it by int(...), which rounds down
            a.bpl:5:8: error: the operands of `==` have different types, int and bool
                t := x == t;
                     ^^^^^^
            hint: an expression of type int is needed here
            a.bpl:6:9: error: the operand of `!` has the type int, not bool
                t := !x;
                      ^
            hint: compare it, as in e != 0
            a.bpl:7:8: error: `+` is not defined on bv8
                t := b + b == b;
                     ^
            hint: declare a function with {:bvbuiltin "bvadd"}, or another operation, and apply it
            a.bpl:8:8: error: the operands of `==` have different types, [int]bool and bool
                t := m == m[0];
                     ^^^^^^^^^
            hint: an expression of type [int]bool is needed here
            a.bpl:9:10: error: the index has the type bool, not int
                t := m[true];
                       ^^^^
            hint: an expression of type int is needed here
            a.bpl:10:8: error: this map has 1 index, but gets 2
                t := m[1, 2];
                     ^
            hint: m[i, j] reads a map of two indices, m[i][j] a map of maps
            a.bpl:11:8: error: this has the type int, which is not a map
                t := x[1];
                     ^
            hint: only maps have elements; bits are extracted by e[high:low]
            a.bpl:12:11: error: the condition has the type int, not bool
                t := if x then t else r;
                        ^
            hint: compare it, as in e != 0
            a.bpl:12:25: error: the second alternative has the type real, not bool
                t := if x then t else r;
                                      ^
            hint: an expression of type bool is needed here
            a.bpl:13:8: error: the operands of `/` have different types, real and int
                t := r / 2 == r;
                     ^^^^^
            hint: convert it by real(...), or write a literal with a point, as in 1.0
            a.bpl:14:8: error: an operand of `&&` has the type int, not bool
                t := x && t;
                     ^
            hint: compare it, as in e != 0
            a.bpl:15:8: error: the operands of `==` have different types, bv8 and int
                t := b == 1;
                     ^^^^^^
            hint: a literal of this type is written as in 5bv8
        "#]],
    );
}

#[test]
fn wrong_types_of_bits() {
    check(
        r##"procedure p(b: bv8) returns (c: bv4) {
  c := b;
  c := b[9:5];
  c := b[4:4];
  c := b ++ 1;
  c := 3[2:1];
}"##,
        expect![[r#"
            a.bpl:2:8: error: the assigned value has the type bv8, not bv4
                c := b;
                     ^
            hint: an expression of type bv4 is needed here
            a.bpl:3:8: error: the bits [9:5] are not in a bv8
                c := b[9:5];
                     ^^^^^^
            hint: e[high:low] takes the bits from low up to, but not including, high
            a.bpl:4:8: error: the bits [4:4] are not in a bv8
                c := b[4:4];
                     ^^^^^^
            hint: e[high:low] takes the bits from low up to, but not including, high
            a.bpl:5:13: error: an operand of `++` has the type int, not a bit-vector
                c := b ++ 1;
                          ^
            hint: bit-vector literals are written as in 5bv8
            a.bpl:6:8: error: the operand of [high:low] has the type int, not a bit-vector
                c := 3[2:1];
                     ^
            hint: bit-vector literals are written as in 5bv8
        "#]],
    );
}

#[test]
fn wrong_applications() {
    check(
        r##"function f(x: int, b: bool): int;
procedure q(x: int) returns (y: int);
procedure p() {
  var x: int; var b: bool;
  x := f(1);
  x := f(true, 1);
  b := f(1, true);
  call q(1);
  call x := q();
  call b := q(b);
  call x, x := q(1);
}"##,
        expect![[r#"
            a.bpl:5:8: error: the function `f` takes 2 arguments, but gets 1
                x := f(1);
                     ^^^^
            hint: give one argument for each parameter
            a.bpl:6:10: error: the argument has the type bool, not int
                x := f(true, 1);
                       ^^^^
            hint: an expression of type int is needed here
            a.bpl:6:16: error: the argument has the type int, not bool
                x := f(true, 1);
                             ^
            hint: compare it, as in e != 0
            a.bpl:7:8: error: the assigned value has the type int, not bool
                b := f(1, true);
                     ^^^^^^^^^^
            hint: compare it, as in e != 0
            a.bpl:8:3: error: the procedure `q` has 1 result, but the call 0
                call q(1);
                ^^^^^^^^^^
            hint: give one argument and take one result for each that the procedure has
            a.bpl:9:3: error: the procedure `q` has 1 argument, but the call 0
                call x := q();
                ^^^^^^^^^^^^^^
            hint: give one argument and take one result for each that the procedure has
            a.bpl:10:8: error: the result has the type int, the variable bool
                call b := q(b);
                     ^
            hint: use a variable of type int
            a.bpl:10:15: error: the argument has the type bool, not int
                call b := q(b);
                            ^
            hint: an expression of type int is needed here
            a.bpl:11:3: error: the procedure `q` has 1 result, but the call 2
                call x, x := q(1);
                ^^^^^^^^^^^^^^^^^^
            hint: give one argument and take one result for each that the procedure has
            a.bpl:11:11: error: `x` takes two results
                call x, x := q(1);
                        ^
            hint: use two variables
        "#]],
    );
}

#[test]
fn assignments() {
    check(
        r##"const c: int;
var g: int; var m: [int]int;
procedure p(a: int) returns (r: int) {
  c := 1;
  a := 2;
  havoc a, c;
  r, r := 1, 2;
  m[0], m[1] := 1, 2;
  m[true] := 1;
  r[1] := 2;
  g := true;
}"##,
        expect![[r#"
            a.bpl:4:3: error: the constant `c` cannot be assigned
                c := 1;
                ^
            hint: declare it by `var` instead of `const`
            a.bpl:5:3: error: the parameter `a` cannot be assigned
                a := 2;
                ^
            hint: copy it to a local variable and assign that
            a.bpl:6:9: error: the parameter `a` cannot be assigned
                havoc a, c;
                      ^
            hint: copy it to a local variable and assign that
            a.bpl:6:12: error: the constant `c` cannot be assigned
                havoc a, c;
                         ^
            hint: declare it by `var` instead of `const`
            a.bpl:7:6: error: `r` is assigned twice at once
                r, r := 1, 2;
                   ^
            hint: assign in two statements, or store twice: m[i := a][j := b]
            a.bpl:8:3: warning: `p` modifies `m`, but its contract does not say so
                m[0], m[1] := 1, 2;
                ^
            hint: add `modifies m;` to the contract
            a.bpl:8:9: error: `m` is assigned twice at once
                m[0], m[1] := 1, 2;
                      ^^^^
            hint: assign in two statements, or store twice: m[i := a][j := b]
            a.bpl:9:5: error: the index has the type bool, not int
                m[true] := 1;
                  ^^^^
            hint: an expression of type int is needed here
            a.bpl:10:3: error: this has the type int, which is not a map
                r[1] := 2;
                ^^^^
            hint: only maps have elements; bits are extracted by e[high:low]
            a.bpl:11:3: warning: `p` modifies `g`, but its contract does not say so
                g := true;
                ^
            hint: add `modifies g;` to the contract
            a.bpl:11:8: error: the assigned value has the type bool, not int
                g := true;
                     ^^^^
            hint: an expression of type int is needed here
        "#]],
    );
}

#[test]
fn jumps() {
    check(
        r##"procedure p() {
  break;
  a: while (*) { break; break a; break b; }
  goto a, c;
}"##,
        expect![[r#"
            a.bpl:2:3: error: break stands outside of a loop
                break;
                ^^^^^^
            hint: leave the procedure by `return`
            a.bpl:3:40: error: no enclosing statement has the label `b`
                a: while (*) { break; break a; break b; }
                                                     ^
            hint: write `b:` before the loop, or jump by goto
            a.bpl:4:11: error: the label `c` is not declared
                goto a, c;
                        ^
            hint: declare the label
        "#]],
    );
}

#[test]
fn modifies() {
    check(
        r##"var g, h: int; const c: int;
procedure p() modifies x, c; { g := 1; g := 2; havoc h; }
procedure q() modifies g; { call p(); call r(); }
procedure r(); modifies g, h;"##,
        expect![[r#"
            a.bpl:2:24: error: the global variable `x` is not declared
              procedure p() modifies x, c; { g := 1; g := 2; havoc h; }
                                     ^
            hint: declare the global variable
            a.bpl:2:27: error: `c` is a constant and cannot be modified
              procedure p() modifies x, c; { g := 1; g := 2; havoc h; }
                                        ^
            hint: modifies names global variables
            a.bpl:2:32: warning: `p` modifies `g`, but its contract does not say so
              procedure p() modifies x, c; { g := 1; g := 2; havoc h; }
                                             ^
            hint: add `modifies g;` to the contract
            a.bpl:2:54: warning: `p` modifies `h`, but its contract does not say so
              procedure p() modifies x, c; { g := 1; g := 2; havoc h; }
                                                                   ^
            hint: add `modifies h;` to the contract
        "#]],
    );
}

#[test]
fn rigid_contexts() {
    check(
        r##"var g: int;
axiom g == 0;
function f(x: int): int { x + g + old(x) }
axiom old(true);
var h: int where old(g) == h;"##,
        expect![[r#"
            a.bpl:2:7: error: the global variable `g` cannot occur here
              axiom g == 0;
                    ^
            hint: axioms and bodies of functions speak about constants and parameters only
            a.bpl:3:31: error: the global variable `g` cannot occur here
              function f(x: int): int { x + g + old(x) }
                                            ^
            hint: axioms and bodies of functions speak about constants and parameters only
            a.bpl:3:35: error: old(...) has no meaning here
              function f(x: int): int { x + g + old(x) }
                                                ^^^^^^
            hint: old(...) is the value at the entry of a procedure, so it occurs only in contracts and bodies
            a.bpl:4:7: error: old(...) has no meaning here
              axiom old(true);
                    ^^^^^^^^^
            hint: old(...) is the value at the entry of a procedure, so it occurs only in contracts and bodies
            a.bpl:5:18: error: old(...) has no meaning here
              var h: int where old(g) == h;
                               ^^^^^^
            hint: old(...) is the value at the entry of a procedure, so it occurs only in contracts and bodies
        "#]],
    );
}

#[test]
fn implementations() {
    check(
        r##"procedure p(x: int) returns (y: bool);
implementation p(x: bool) returns (y: bool) { }
implementation p(x: int) returns (y: bool) { }
implementation q() { }
procedure r(x: int);
implementation r(x: int where x > 0, z: int) { }"##,
        expect![[r#"
            a.bpl:2:18: error: the type here is bool, but int in the procedure
              implementation p(x: bool) returns (y: bool) { }
                               ^
            hint: an implementation has the parameters and results of its procedure
            a.bpl:3:16: error: the implementation of `p` is declared twice
              implementation p(x: int) returns (y: bool) { }
                             ^
            note: a.bpl:2:1: the first declaration is here
            hint: rename or remove one of them
            a.bpl:4:16: error: the procedure `q` is not declared
              implementation q() { }
                             ^
            hint: declare the procedure
            a.bpl:6:16: error: the implementation has 2 parameters, its procedure 1
              implementation r(x: int where x > 0, z: int) { }
                             ^
            hint: an implementation has the parameters and results of its procedure
            a.bpl:6:31: error: a where clause cannot stand here
              implementation r(x: int where x > 0, z: int) { }
                                            ^^^^^
            hint: move it to the procedure
        "#]],
    );
}

#[test]
fn types() {
    check(
        r##"type A = B;
type B = [int]A;
type C a b;
var c: C int;
var e: Missing;
var f: C int (C bool bool);
type {:builtin "Nonsense"} N;"##,
        expect![[r#"
            a.bpl:2:15: error: this type is defined by itself
              type B = [int]A;
                            ^
            hint: a synonym stands for a type that is there without it
            a.bpl:4:8: error: the type `C` takes 2 arguments, but has 1
              var c: C int;
                     ^^^^^
            hint: give one argument for each parameter of the type; compound ones in parentheses
            a.bpl:5:8: error: the type `Missing` is not declared
              var e: Missing;
                     ^^^^^^^
            hint: declare the type
            a.bpl:7:28: error: this built-in sort is not supported
              type {:builtin "Nonsense"} N;
                                         ^
            hint: known are RoundingMode, Float16 to Float128, and FloatingPoint with two indices
        "#]],
    );
}

#[test]
fn built_ins() {
    check(
        r##"function {:bvbuiltin "bvfoo"} foo(x: bv8): bv8;
function {:bvbuiltin "bvadd"} add(x: bv8, y: bv9): bv8;
function {:bvbuiltin "bvult"} less(x: bv8, y: bv8): bv8;
function {:smtdefined "(bvadd x z)"} plus(x: bv8): bv8;
const {:builtin "RNE"} mode: int;"##,
        expect![[r#"
            a.bpl:1:31: error: this built-in operation is not supported: unknown function `bvfoo`
              function {:bvbuiltin "bvfoo"} foo(x: bv8): bv8;
                                            ^^^
            hint: operations are named as in SMT-LIB: bvadd, (_ zero_extend 8), fp.add, ...
            a.bpl:2:31: error: this built-in operation is not supported: `bvadd` takes arguments of the same sort, not ((_ BitVec 8) (_ BitVec 9))
              function {:bvbuiltin "bvadd"} add(x: bv8, y: bv9): bv8;
                                            ^^^
            hint: operations are named as in SMT-LIB: bvadd, (_ zero_extend 8), fp.add, ...
            a.bpl:3:31: error: this built-in operation is not supported: `bvult` has sort Bool, not (_ BitVec 8)
              function {:bvbuiltin "bvult"} less(x: bv8, y: bv8): bv8;
                                            ^^^^
            hint: operations are named as in SMT-LIB: bvadd, (_ zero_extend 8), fp.add, ...
            a.bpl:4:38: error: this built-in operation is not supported: 1:10: unknown function `z`
              function {:smtdefined "(bvadd x z)"} plus(x: bv8): bv8;
                                                   ^^^^
            hint: operations are named as in SMT-LIB: bvadd, (_ zero_extend 8), fp.add, ...
            a.bpl:5:24: error: the built-in constant `RNE` is not supported: `RNE` has sort RoundingMode, not Int
              const {:builtin "RNE"} mode: int;
                                     ^^^^
            hint: constants are named as in SMT-LIB: RNE, NaN, +oo, ...
        "#]],
    );
}
