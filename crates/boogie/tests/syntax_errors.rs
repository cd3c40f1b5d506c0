//! Programs with wrong syntax and the exact messages: place, line, carets, hint. The parser goes on after an error.

mod common;

use common::check_errors as check;
use expect_test::expect;

#[test]
fn missing_semicolon() {
    check(
        r##"procedure p() {
  var x: int;
  x := 1
  x := 2;
}"##,
        expect![[r#"
            a.bpl:3:9: error: expected `;`, found `x`
                x := 1
                      ^
            hint: a statement ends with `;`
        "#]],
    );
}

#[test]
fn goes_on_after_broken_statements() {
    check(
        r##"procedure p() {
  var x: int;
  x = 1;
  p(3);
  assert x >;
  x := (1 + ;
  var y: int;
  { x := 1; }
  assert y == 0;
}
procedure q() { assert z; }"##,
        expect![[r#"
            a.bpl:3:5: error: expected `:=`, found `=`
                x = 1;
                  ^
            hint: an assignment is written `x := e;`
            a.bpl:4:4: error: expected `:=`, found `(`
                p(3);
                 ^
            hint: a procedure is called by `call p(...);`
            a.bpl:5:13: error: expected an expression, found `;`
                assert x >;
                          ^
            hint: something is missing before this
            a.bpl:6:13: error: expected an expression, found `;`
                x := (1 + ;
                          ^
            hint: something is missing before this
            a.bpl:7:3: error: variables are declared before the first statement
                var y: int;
                ^^^
            hint: move the declaration to the start of the body
            a.bpl:8:3: error: a block is not a statement of its own
                { x := 1; }
                ^
            hint: remove the braces: blocks occur only with if, else and while
        "#]],
    );
}

#[test]
fn goes_on_after_broken_declarations() {
    check(
        r##"const c int;
function f(x: int);
var x: ;
foo bar;
procedure p( { }
axiom 1 +;
procedure q() { assert true }"##,
        expect![[r#"
            a.bpl:1:9: error: expected `:`, found `int`
              const c int;
                      ^^^
            hint: constants are declared by `const name: type;`
            a.bpl:2:19: error: expected `:`, found `;`
              function f(x: int);
                                ^
            hint: functions are declared by `function f(x: int) returns (int);`
            a.bpl:3:8: error: expected a type, found `;`
              var x: ;
                     ^
            hint: a type is bool, int, real, bvN, a declared type or a map [index]value
            a.bpl:5:14: error: expected an identifier, found `{`
              procedure p( { }
                           ^
            hint: a variable is written `x: type`
            a.bpl:6:10: error: expected an expression, found `;`
              axiom 1 +;
                       ^
            hint: something is missing before this
            a.bpl:7:29: error: expected `;`, found `}`
              procedure q() { assert true }
                                          ^
            hint: a statement ends with `;`
        "#]],
    );
}

#[test]
fn unclosed_brace() {
    check(
        r##"procedure p() {
  if (true) {
    assert true;
procedure q() { }"##,
        expect![[r#"
            a.bpl:3:17: error: expected `}`, found `procedure`
                  assert true;
                              ^
            hint: a brace that was opened is not closed
        "#]],
    );
}

#[test]
fn stray_brace() {
    check(
        r##"procedure p() { } }
var x: int;"##,
        expect![[r#"
            a.bpl:1:19: error: expected a declaration, found `}`
              procedure p() { } }
                                ^
            hint: this brace was not opened, or one was closed too early
        "#]],
    );
}

#[test]
fn body_after_semicolon() {
    check(
        r##"procedure p();
{ assert true; }"##,
        expect![[r#"
            a.bpl:1:15: error: expected a declaration, found `{`
              procedure p();
                            ^
            hint: a procedure whose signature ends with `;` has no body
        "#]],
    );
}

#[test]
fn keyword_as_name() {
    check(
        r##"procedure p() {
  var type: int;
}"##,
        expect![[r#"
            a.bpl:2:7: error: expected an identifier, found `type`
                var type: int;
                    ^^^^
            hint: a variable is written `x: type`; `type` is a keyword, as a name it is written `\type`
        "#]],
    );
}

#[test]
fn operators_that_do_not_mix() {
    check(
        r##"axiom true && false || true;
axiom true ==> false <== true;
axiom 1 < 2 < 3;
axiom 1 = 1;
axiom true & false;"##,
        expect![[r#"
            a.bpl:1:21: error: `&&` and `||` do not mix
              axiom true && false || true;
                                  ^^
            hint: use parentheses to say which binds tighter
            a.bpl:2:22: error: `==>` and `<==` do not mix
              axiom true ==> false <== true;
                                   ^^^
            hint: use parentheses to say which binds tighter
            a.bpl:3:13: error: comparisons do not chain
              axiom 1 < 2 < 3;
                          ^
            hint: join two comparisons with `&&`
            a.bpl:4:9: error: `=` is not an operator
              axiom 1 = 1;
                      ^
            hint: equality is written `==`
            a.bpl:5:12: error: `&` has no meaning in Boogie
              axiom true & false;
                         ^
            hint: conjunction is written `&&`
        "#]],
    );
}

#[test]
fn quantifier_without_parentheses() {
    check(
        r##"axiom forall x: int :: x == x;
axiom (forall x :: true);
axiom (exists x: int, true);"##,
        expect![[r#"
            a.bpl:1:7: error: a quantifier needs parentheses
              axiom forall x: int :: x == x;
                    ^^^^^^
            hint: write (forall ... :: ...)
            a.bpl:2:17: error: expected `:`, found `::`
              axiom (forall x :: true);
                              ^^
            hint: a bound variable needs a type: (forall x: int :: ...)
            a.bpl:3:23: error: expected an identifier, found `true`
              axiom (exists x: int, true);
                                    ^^^^
            hint: a quantifier binds variables: (forall x: int :: ...); `true` is a keyword, as a name it is written `\true`
        "#]],
    );
}

#[test]
fn numbers() {
    check(
        r##"axiom 300bv8 == 0bv8;
axiom 1bv0 == 1bv0;
var x: bv0;
axiom 0x10 == 16;"##,
        expect![[r#"
            a.bpl:1:7: error: this value does not fit into its width
              axiom 300bv8 == 0bv8;
                    ^^^^^^
            hint: a bv8 is less than 2^8; negative numbers are written modulo 2^8
            a.bpl:2:7: error: this width is out of range
              axiom 1bv0 == 1bv0;
                    ^^^^
            hint: bit-vectors have 1 to 65536 bits
            a.bpl:3:8: error: this width is out of range
              var x: bv0;
                     ^^^
            hint: bit-vectors have 1 to 65536 bits
            a.bpl:4:7: error: hexadecimal literals are not supported
              axiom 0x10 == 16;
                    ^^^^
            hint: write the number in decimal
        "#]],
    );
}

#[test]
fn unsupported_types() {
    check(
        r##"var a: <t>[t]int;
var b: { x: int };
var c: float24e8;
function f<t>(x: t): t;
procedure p<t>(x: t);"##,
        expect![[r#"
            a.bpl:1:8: error: type parameters (polymorphic functions, procedures, maps and quantifiers) are not supported
              var a: <t>[t]int;
                     ^
            hint: write one monomorphic declaration for each type that it is used with
            a.bpl:2:8: error: struct types are not supported
              var b: { x: int };
                     ^
            hint: use one variable for each field
            a.bpl:3:8: error: built-in float types are not supported
              var c: float24e8;
                     ^^^^^^^^^
            hint: declare the type with {:builtin "FloatingPoint"} {:indices 8, 24}
            a.bpl:4:11: error: type parameters (polymorphic functions, procedures, maps and quantifiers) are not supported
              function f<t>(x: t): t;
                        ^
            hint: write one monomorphic declaration for each type that it is used with
            a.bpl:5:12: error: type parameters (polymorphic functions, procedures, maps and quantifiers) are not supported
              procedure p<t>(x: t);
                         ^
            hint: write one monomorphic declaration for each type that it is used with
        "#]],
    );
}

#[test]
fn unsupported_expressions() {
    check(
        r##"function f(x: int): int;
axiom 2 ** 3 == 8;
axiom 1 <: 2;
axiom (forall<t> x: t :: x == x);
axiom "a" == "b";"##,
        expect![[r#"
            a.bpl:2:9: error: powers are not supported
              axiom 2 ** 3 == 8;
                      ^^
            hint: write the product out, or axiomatise a function
            a.bpl:3:9: error: partial orders are not supported
              axiom 1 <: 2;
                      ^^
            hint: declare a function for the order, with axioms
            a.bpl:4:14: error: type parameters (polymorphic functions, procedures, maps and quantifiers) are not supported
              axiom (forall<t> x: t :: x == x);
                           ^
            hint: write one monomorphic declaration for each type that it is used with
            a.bpl:5:7: error: a string is not an expression
              axiom "a" == "b";
                    ^^^
            hint: strings occur only in attributes
        "#]],
    );
}

#[test]
fn unsupported_declarations() {
    check(
        r##"type T;
const a: T extends b;
const unique c: T <: a;"##,
        expect![[r#"
            a.bpl:2:12: error: orders of constants are not supported
              const a: T extends b;
                         ^^^^^^^
            hint: say the same with axioms about a function
            a.bpl:3:19: error: orders of constants are not supported
              const unique c: T <: a;
                                ^^
            hint: say the same with axioms about a function
        "#]],
    );
}

#[test]
fn unsupported_statements() {
    check(
        r##"procedure p() {
  fork 1 p();
  join 1;
  call forall p();
  yield;
  assert x!f == 1;
}"##,
        expect![[r#"
            a.bpl:2:3: error: concurrent programs are not supported
                fork 1 p();
                ^^^^
            hint: only sequential programs are verified
            a.bpl:3:3: error: concurrent programs are not supported
                join 1;
                ^^^^
            hint: only sequential programs are verified
            a.bpl:4:8: error: `call forall` statements are not supported
                call forall p();
                     ^^^^^^
            hint: assume the quantified formula instead
            a.bpl:5:3: error: concurrent programs are not supported
                yield;
                ^^^^^
            hint: only sequential programs are verified
            a.bpl:6:11: error: struct fields are not supported
                assert x!f == 1;
                        ^
            hint: use one variable for each field
        "#]],
    );
}

#[test]
fn numbers_of_values() {
    check(
        r##"procedure p() returns (r: int) {
  r := 1, 2;
  r, r := 1;
}"##,
        expect![[r#"
            a.bpl:2:3: error: the number of variables is 1, that of values 2
                r := 1, 2;
                ^^^^^^^^^
            hint: give one value for each variable
            a.bpl:3:3: error: the number of variables is 2, that of values 1
                r, r := 1;
                ^^^^^^^^^
            hint: give one value for each variable
        "#]],
    );
}

#[test]
fn too_many_arguments_of_return() {
    check(
        r##"function f(x: int) returns (int, int);
function g() returns ();"##,
        expect![[r#"
            a.bpl:1:10: error: a function has exactly one result
              function f(x: int) returns (int, int);
                       ^
            hint: functions are declared by `function f(x: int) returns (int);`
            a.bpl:2:10: error: a function has exactly one result
              function g() returns ();
                       ^
            hint: functions are declared by `function f(x: int) returns (int);`
        "#]],
    );
}

#[test]
fn attributes() {
    check(
        r##"procedure {:a {:b}} p();
axiom {:c 1 2} true;
axiom {:d "unclosed} true;"##,
        expect![[r#"
            a.bpl:1:15: error: struct values are not supported
              procedure {:a {:b}} p();
                            ^
            hint: use one variable for each field
            a.bpl:2:13: error: expected `}`, found `2`
              axiom {:c 1 2} true;
                          ^
            hint: an attribute is written {:name argument, ...}
            a.bpl:3:11: error: this string does not end on its line
              axiom {:d "unclosed} true;
                        ^^^^^^^^^^^^^^^^
            hint: close the string with `"`
        "#]],
    );
}

#[test]
fn comment_that_does_not_end() {
    check(
        r##"var x: int; /* here
var y: int;"##,
        expect![[r#"
            a.bpl:1:13: error: this comment does not end
              var x: int; /* here
                          ^^
            hint: close the comment with `*/`
        "#]],
    );
}
