//! Messages: what is said, where the caret is, and that parsing goes on.

use crate::errors;
use base::{Diagnostics, SourceMap};
use c_syntax::{Interner, parse};
use expect_test::expect;

#[test]
fn missing_semicolons() {
    errors(
        r##"int f(void) {
  int x = 1
  x = 2
  return x
}
int g(void) { return 1 }"##,
        expect![[r#"
            t.c:2:12: error: expected `;` after the declaration, found `x`
                int x = 1
                         ^
            hint: put a `;` here
            t.c:3:8: error: expected `;` after the expression, found `return`
                x = 2
                     ^
            hint: put a `;` here
            t.c:4:11: error: expected `;` after `return`, found `}`
                return x
                        ^
            hint: put a `;` here
            t.c:6:23: error: expected `;` after `return`, found `}`
              int g(void) { return 1 }
                                    ^
            hint: put a `;` here
        "#]],
    );
}

#[test]
fn missing_semicolon_after_struct() {
    errors(
        r##"struct s { int x; }
struct t { int y; };
int z;"##,
        expect![[r#"
            t.c:2:1: error: a second type in one declaration: `struct`
              struct t { int y; };
              ^^^^^^
            hint: is a `;` missing before it?
        "#]],
    );
}

#[test]
fn unknown_types_are_reported_once() {
    errors(
        r##"foo_t x;
foo_t y;
int f(bar_t z, bar_t *w);
struct s { baz a; baz b; };
int g(void) { quux q; return sizeof(zip *); }"##,
        expect![[r#"
            t.c:1:1: error: unknown type name `foo_t`
              foo_t x;
              ^^^^^
            hint: declare it with `typedef`, or preprocess the file with the header that does
            t.c:3:7: error: unknown type name `bar_t`
              int f(bar_t z, bar_t *w);
                    ^^^^^
            hint: declare it with `typedef`, or preprocess the file with the header that does
            t.c:4:12: error: unknown type name `baz`
              struct s { baz a; baz b; };
                         ^^^
            hint: declare it with `typedef`, or preprocess the file with the header that does
            t.c:5:15: error: unknown type name `quux`
              int g(void) { quux q; return sizeof(zip *); }
                            ^^^^
            hint: declare it with `typedef`, or preprocess the file with the header that does
            t.c:5:42: error: expected an expression, found `)`
              int g(void) { quux q; return sizeof(zip *); }
                                                       ^
        "#]],
    );
}

#[test]
fn unclosed_parenthesis() {
    errors(
        r##"int f(int x) {
  if (x > (1 + 2 {
    return 1;
  }
  return 0;
}"##,
        expect![[r#"
            t.c:2:18: error: expected `)`, found `{`
                if (x > (1 + 2 {
                               ^
            note: t.c:2:11: to close this `(`
        "#]],
    );
}

#[test]
fn unclosed_block() {
    errors(
        r##"int f(void) {
  if (1) {
    return 0;
}"##,
        expect![[r#"
            t.c:4:2: error: expected `}`, found the end of the file
              }
               ^
            note: t.c:1:13: to close this `{`
        "#]],
    );
}

#[test]
fn one_brace_too_many() {
    errors(
        r##"int f(void) { return 0; } }
int x = ;"##,
        expect![[r#"
            t.c:1:27: error: `}` closes nothing
              int f(void) { return 0; } }
                                        ^
            hint: is there one `}` too many above?
            t.c:2:9: error: expected an expression, found `;`
              int x = ;
                      ^
        "#]],
    );
}

#[test]
fn expected_expressions() {
    errors(
        r##"int f(void) { int x = ; x = 1 + ; f(1, ); return x[ ]; }"##,
        expect![[r#"
            t.c:1:23: error: expected an expression, found `;`
              int f(void) { int x = ; x = 1 + ; f(1, ); return x[ ]; }
                                    ^
            t.c:1:33: error: expected an expression, found `;`
              int f(void) { int x = ; x = 1 + ; f(1, ); return x[ ]; }
                                              ^
            t.c:1:40: error: expected an expression, found `)`
              int f(void) { int x = ; x = 1 + ; f(1, ); return x[ ]; }
                                                     ^
            t.c:1:53: error: expected an expression, found `]`
              int f(void) { int x = ; x = 1 + ; f(1, ); return x[ ]; }
                                                                  ^
        "#]],
    );
}

#[test]
fn types_instead_of_expressions() {
    errors(
        r##"typedef int T;
int f(void) { return T + 1; if (1) int x; return int; }"##,
        expect![[r#"
            t.c:2:22: error: expected an expression, found the type `T`
              int f(void) { return T + 1; if (1) int x; return int; }
                                   ^
            hint: a declaration cannot stand here, and a cast needs parentheses around its type
            t.c:2:36: error: expected an expression, found the type `int`
              int f(void) { return T + 1; if (1) int x; return int; }
                                                 ^^^
            hint: a declaration cannot stand here, and a cast needs parentheses around its type
            t.c:2:50: error: expected an expression, found the type `int`
              int f(void) { return T + 1; if (1) int x; return int; }
                                                               ^^^
            hint: a declaration cannot stand here, and a cast needs parentheses around its type
        "#]],
    );
}

#[test]
fn unclosed_comment() {
    errors(
        r##"int x; /* never
closed"##,
        expect![[r#"
            t.c:1:8: error: the comment is not closed
              int x; /* never
                     ^^
            hint: close it with `*/`
        "#]],
    );
}

#[test]
fn unclosed_literals() {
    errors(
        r##"char *s = "abc
int x;
char c = 'a;
char d = '';"##,
        expect![[r#"
            t.c:1:11: error: the string literal is not closed on its line
              char *s = "abc
                        ^^^^
            hint: close it, or write \n for a line break
            t.c:1:15: error: expected `;` after the declaration, found `int`
              char *s = "abc
                            ^
            hint: put a `;` here
            t.c:3:10: error: the character literal is not closed on its line
              char c = 'a;
                       ^^^
            hint: close it, or write \n for a line break
            t.c:3:13: error: expected `;` after the declaration, found `char`
              char c = 'a;
                          ^
            hint: put a `;` here
            t.c:4:10: error: an empty character literal
              char d = '';
                       ^^
            hint: the character zero is '\0'
        "#]],
    );
}

#[test]
fn stray_characters() {
    errors(
        r##"int x = 1 @ 2;
int y = `3;
"##,
        expect![[r#"
            t.c:1:10: error: expected `;` after the declaration, found `2`
              int x = 1 @ 2;
                       ^
            hint: put a `;` here
            t.c:1:11: error: `@` cannot stand here
              int x = 1 @ 2;
                        ^
            t.c:2:9: error: ``` cannot stand here
              int y = `3;
                      ^
        "#]],
    );
}

#[test]
fn directives() {
    errors(
        r##"#include <stdio.h>
#define X 1
#pragma scalar_storage_order big-endian
int x;"##,
        expect![[r#"
            t.c:1:1: error: unexpected directive `#include`
              #include <stdio.h>
              ^^^^^^^^
            hint: preprocess the file first: cc -E FILE.c > FILE.i
            t.c:2:1: error: unexpected directive `#define`
              #define X 1
              ^^^^^^^
            hint: preprocess the file first: cc -E FILE.c > FILE.i
            t.c:3:1: error: `#pragma scalar_storage_order` is not supported
              #pragma scalar_storage_order big-endian
              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        "#]],
    );
}

#[test]
fn bad_numbers() {
    errors(
        r##"int a = 089, b = 0b12, c = 1u2, d = 0x, e = 1.5x, g = 1e+, h = 0x1.8, i = 3i, j = 2.0j, k = 0x1g;
long l = 99999999999999999999;"##,
        expect![[r#"
            t.c:1:9: error: `8` is no octal digit
              int a = 089, b = 0b12, c = 1u2, d = 0x, e = 1.5x, g = 1e+, h = 0x1.8, i = 3i, j = 2.0j, k = 0x1g;
                      ^^^
            hint: a leading 0 makes the number octal
            t.c:1:18: error: `2` is no binary digit
              int a = 089, b = 0b12, c = 1u2, d = 0x, e = 1.5x, g = 1e+, h = 0x1.8, i = 3i, j = 2.0j, k = 0x1g;
                               ^^^^
            t.c:1:28: error: `u2` is no suffix of an integer
              int a = 089, b = 0b12, c = 1u2, d = 0x, e = 1.5x, g = 1e+, h = 0x1.8, i = 3i, j = 2.0j, k = 0x1g;
                                         ^^^
            t.c:1:37: error: no digits after `0x`
              int a = 089, b = 0b12, c = 1u2, d = 0x, e = 1.5x, g = 1e+, h = 0x1.8, i = 3i, j = 2.0j, k = 0x1g;
                                                  ^^
            t.c:1:45: error: `x` is no suffix of a floating-point literal
              int a = 089, b = 0b12, c = 1u2, d = 0x, e = 1.5x, g = 1e+, h = 0x1.8, i = 3i, j = 2.0j, k = 0x1g;
                                                          ^^^^
            t.c:1:55: error: the exponent has no digits
              int a = 089, b = 0b12, c = 1u2, d = 0x, e = 1.5x, g = 1e+, h = 0x1.8, i = 3i, j = 2.0j, k = 0x1g;
                                                                    ^^^
            t.c:1:64: error: a hexadecimal floating-point literal needs an exponent
              int a = 089, b = 0b12, c = 1u2, d = 0x, e = 1.5x, g = 1e+, h = 0x1.8, i = 3i, j = 2.0j, k = 0x1g;
                                                                             ^^^^^
            hint: write `p0` behind the digits
            t.c:1:75: error: imaginary literals are not supported
              int a = 089, b = 0b12, c = 1u2, d = 0x, e = 1.5x, g = 1e+, h = 0x1.8, i = 3i, j = 2.0j, k = 0x1g;
                                                                                        ^^
            t.c:1:83: error: imaginary literals are not supported
              int a = 089, b = 0b12, c = 1u2, d = 0x, e = 1.5x, g = 1e+, h = 0x1.8, i = 3i, j = 2.0j, k = 0x1g;
                                                                                                ^^^^
            t.c:1:93: error: `g` is no suffix of an integer
              int a = 089, b = 0b12, c = 1u2, d = 0x, e = 1.5x, g = 1e+, h = 0x1.8, i = 3i, j = 2.0j, k = 0x1g;
                                                                                                          ^^^^
            t.c:2:10: warning: the integer does not fit into 64 bits and is cut
              long l = 99999999999999999999;
                       ^^^^^^^^^^^^^^^^^^^^
        "#]],
    );
}

#[test]
fn bad_escapes() {
    errors(
        r##"char *s = "\q\x\u12\777";
int *t = L"a" u"b";"##,
        expect![[r#"
            t.c:1:12: warning: unknown escape sequence `\q`
              char *s = "\q\x\u12\777";
                         ^^
            t.c:1:14: error: `\x` without hexadecimal digits
              char *s = "\q\x\u12\777";
                           ^^
            t.c:1:16: error: `\u` needs 4 hexadecimal digits of a character
              char *s = "\q\x\u12\777";
                             ^^^^
            t.c:1:20: warning: the escape sequence is out of range
              char *s = "\q\x\u12\777";
                                 ^^^^
            t.c:2:15: error: strings of different encodings cannot be concatenated
              int *t = L"a" u"b";
                            ^
        "#]],
    );
}

#[test]
fn nested_functions_and_announced_parameters() {
    errors(
        r##"int f(void) {
  int g(int x) { return x; }
  return g(1);
}
void h(int n; int a[n], int n);"##,
        expect![[r#"
            t.c:2:7: error: functions inside functions are not supported
                int g(int x) { return x; }
                    ^^^^^^^^
            hint: move the function to file scope
            t.c:5:13: error: parameters that are announced before a `;` are not supported
              void h(int n; int a[n], int n);
                          ^
            hint: put the parameter before the ones that use it
            t.c:5:25: error: expected the name that is declared, found `int`
              void h(int n; int a[n], int n);
                                      ^^^
            hint: this word is a keyword of C or of GNU C
        "#]],
    );
}

#[test]
fn two_types() {
    errors(
        r##"int char x;
long long long y;
unsigned float z;
int struct s w;"##,
        expect![[r#"
            t.c:1:5: error: a second type in one declaration: `char`
              int char x;
                  ^^^^
            hint: is a `;` missing before it?
            t.c:2:11: error: `long long long` is too long
              long long long y;
                        ^^^^
            t.c:3:1: error: these types cannot be combined
              unsigned float z;
              ^^^^^^^^^^^^^^
            hint: a declaration has one type: is a `;` or a `,` missing?
            t.c:4:5: error: a second type in one declaration: `struct`
              int struct s w;
                  ^^^^^^
            hint: is a `;` missing before it?
        "#]],
    );
}

#[test]
fn two_storage_classes() {
    errors(
        r##"static extern int x; int f(static typedef int y);"##,
        expect![[r#"
            t.c:1:8: error: a second storage class in one declaration: `extern`
              static extern int x; int f(static typedef int y);
                     ^^^^^^
            t.c:1:35: error: a second storage class in one declaration: `typedef`
              static extern int x; int f(static typedef int y);
                                                ^^^^^^^
        "#]],
    );
}

#[test]
fn else_without_if() {
    errors(
        r##"int f(int x) { if (x); ; else x = 1; return x; }"##,
        expect![[r#"
            t.c:1:26: error: `else` without `if`
              int f(int x) { if (x); ; else x = 1; return x; }
                                       ^^^^
            hint: is there a `;` or a `}` too many before it?
        "#]],
    );
}

#[test]
fn statements_at_file_scope() {
    errors(
        r##"return 1;
int x;
if (x) { }
"##,
        expect![[r#"
            t.c:1:1: error: expected a declaration or a function, found `return`
              return 1;
              ^^^^^^
            hint: statements can only stand in functions
            t.c:3:1: error: expected a declaration or a function, found `if`
              if (x) { }
              ^^
            hint: statements can only stand in functions
        "#]],
    );
}

#[test]
fn body_without_function() {
    errors(
        r##"int x { return 1; }
int y;"##,
        expect![[r#"
            t.c:1:7: error: expected `;` after the declaration, found `{`
              int x { return 1; }
                    ^
            hint: only a declarator with parameters can have a body
        "#]],
    );
}

#[test]
fn typedefs_and_parameters_have_no_initialiser() {
    errors(
        r##"typedef int T = 1; int f(int x = 2);"##,
        expect![[r#"
            t.c:1:15: error: a typedef has no initialiser
              typedef int T = 1; int f(int x = 2);
                            ^
            t.c:1:32: error: a parameter has no initialiser
              typedef int T = 1; int f(int x = 2);
                                             ^
            hint: C has no default arguments
        "#]],
    );
}

#[test]
fn keywords_as_names() {
    errors(
        r##"int while = 1; int f(int for); struct if { int x; };
int g(void) { goto int; }"##,
        expect![[r#"
            t.c:1:5: error: expected the name that is declared, found `while`
              int while = 1; int f(int for); struct if { int x; };
                  ^^^^^
            hint: this word is a keyword of C or of GNU C
            t.c:1:26: error: expected `)`, found `for`
              int while = 1; int f(int for); struct if { int x; };
                                       ^^^
            note: t.c:1:21: to close this `(`
            t.c:1:39: error: expected a tag or `{`, found `if`
              int while = 1; int f(int for); struct if { int x; };
                                                    ^^
            t.c:2:20: error: expected the name of a label after `goto`, found `int`
              int g(void) { goto int; }
                                 ^^^
            hint: this word is a keyword of C or of GNU C
        "#]],
    );
}

#[test]
fn empty_enum_and_missing_tag() {
    errors(
        r##"enum e { }; struct x y; struct; union [3];"##,
        expect![[r#"
            t.c:1:8: error: an enum needs an enumerator
              enum e { }; struct x y; struct; union [3];
                     ^^^
            t.c:1:31: error: expected a tag or `{`, found `;`
              enum e { }; struct x y; struct; union [3];
                                            ^
            t.c:1:39: error: expected a tag or `{`, found `[`
              enum e { }; struct x y; struct; union [3];
                                                    ^
        "#]],
    );
}

#[test]
fn bad_designators() {
    errors(
        r##"int a[3] = { [1 = 2 }; struct s b = { .x 1 };"##,
        expect![[r#"
            t.c:1:17: error: expected `]`, found `=`
              int a[3] = { [1 = 2 }; struct s b = { .x 1 };
                              ^
            note: t.c:1:14: to close this `[`
            t.c:1:42: error: expected `=` after the designator, found `1`
              int a[3] = { [1 = 2 }; struct s b = { .x 1 };
                                                       ^
        "#]],
    );
}

#[test]
fn loops() {
    errors(
        r##"void f(void) {
  for (i = 0; i < 3) i++;
  do x++; while x;
  while () ;
  switch x { }
}"##,
        expect![[r#"
            t.c:2:20: error: expected `;` after the condition of `for`, found `)`
                for (i = 0; i < 3) i++;
                                 ^
            t.c:3:17: error: expected `(` after `while`, found `x`
                do x++; while x;
                              ^
            t.c:4:10: error: expected an expression, found `)`
                while () ;
                       ^
            t.c:5:10: error: expected `(` after `switch`, found `x`
                switch x { }
                       ^
        "#]],
    );
}

#[test]
fn errors_know_the_original_file() {
    errors(
        r##"# 40 "drivers/net/a.c"
int x;

int y = ;"##,
        expect![[r#"
            t.c:4:9: error: expected an expression, found `;`
              int y = ;
                      ^
            note: this is drivers/net/a.c:42
        "#]],
    );
}

#[test]
fn parsing_stops_after_twenty_errors() {
    let text = "int x = ;\n".repeat(25);
    let mut sources = SourceMap::new();
    let file = sources.add_file("t.c", text);
    let mut diagnostics = Diagnostics::new();
    parse(&sources, file, &mut Interner::new(), &mut diagnostics);
    assert_eq!((diagnostics.error_count(), diagnostics.iter().count()), (20, 20));
}

#[test]
fn bad_attributes_and_assembly() {
    errors(
        r##"int x __attribute__((packed);
void f(void) { asm(nop); asm("x" : "=r" x); }"##,
        expect![[r#"
            t.c:1:29: error: expected `)`, found `;`
              int x __attribute__((packed);
                                          ^
            note: t.c:1:20: to close this `(`
            t.c:2:20: error: expected a string literal as the template of `asm`, found `nop`
              void f(void) { asm(nop); asm("x" : "=r" x); }
                                 ^^^
            t.c:2:41: error: expected `(` before the operand of `asm`, found `x`
              void f(void) { asm(nop); asm("x" : "=r" x); }
                                                      ^
        "#]],
    );
}
