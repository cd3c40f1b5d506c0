//! What is rejected, and how it is said; and what gcc only warns about and is accepted.

use expect_test::expect;

use crate::{messages, typed};

#[test]
fn names_and_fields() {
    messages(
        "struct s { int a; }; struct o; int f(struct s *s, struct o *o) { s->b = 1; o->c = 2; s.a = 3; return missing + f; }\nint g(void) { return f.x; }",
        expect![[r#"
            0.c:1:69: error: `s` has no field `b`
              struct s { int a; }; struct o; int f(struct s *s, struct o *o) { s->b = 1; o->c = 2; s.a = 3; return missing + f; }
                                                                                  ^
            0.c:1:79: error: the fields of `o` are not known here
              struct s { int a; }; struct o; int f(struct s *s, struct o *o) { s->b = 1; o->c = 2; s.a = 3; return missing + f; }
                                                                                            ^
            0.c:1:88: error: `struct s *` has no fields
              struct s { int a; }; struct o; int f(struct s *s, struct o *o) { s->b = 1; o->c = 2; s.a = 3; return missing + f; }
                                                                                                     ^
            0.c:1:102: error: `missing` is not declared
              struct s { int a; }; struct o; int f(struct s *s, struct o *o) { s->b = 1; o->c = 2; s.a = 3; return missing + f; }
                                                                                                                   ^^^^^^^
            hint: declare it before it is used
            0.c:2:22: error: this has no fields
              int g(void) { return f.x; }
                                   ^
        "#]],
    );
}

#[test]
fn types_that_do_not_fit() {
    messages(
        "struct s { int x; } s; int i; float fl; int *p;\nvoid f(void) {\n s = i;\n i = s;\n p = fl;\n i();\n p * 2;\n *i;\n fl % 2;\n s + 1;\n if (s) ;\n -p;\n i.x;\n &5;\n 5 = i;\n f() + 1;\n}",
        expect![[r#"
            0.c:3:2: error: `int` cannot become `struct s`
               s = i;
               ^^^^^
            0.c:4:2: error: `struct s` cannot become `int`
               i = s;
               ^^^^^
            0.c:5:2: error: a float is no pointer
               p = fl;
               ^^^^^^
            0.c:6:2: error: `int` cannot be called
               i();
               ^^^
            hint: only functions and pointers to functions can be called
            0.c:7:2: error: `*` does not apply to `int *` and `int`
               p * 2;
               ^^^^^
            0.c:8:3: error: only pointers can be dereferenced
               *i;
                ^
            0.c:9:2: error: `%` does not apply to `float` and `int`
               fl % 2;
               ^^^^^^
            0.c:10:2: error: `+` does not apply to `struct s` and `int`
               s + 1;
               ^^^^^
            0.c:11:6: error: a number or a pointer is needed here
               if (s) ;
                   ^
            0.c:12:2: error: `-` does not apply to `int *`
               -p;
               ^^
            0.c:13:4: error: `int` has no fields
               i.x;
                 ^
            0.c:14:2: error: this is a value, which has no address
               &5;
               ^^
            0.c:15:2: error: this is a value, not something that can be assigned to
               5 = i;
               ^
            0.c:16:2: error: `+` does not apply to `void` and `int`
               f() + 1;
               ^^^^^^^
        "#]],
    );
}

#[test]
fn declarations() {
    messages(
        "int a[-1]; struct s s; void v; int f(int)[3]; struct t { struct t inner; }; struct b { int w : 40; }; int x; float x;\nint g(int a) { int a1; int a1; return 0; } int g(int b) { return 1; } struct t2 { int a; int a; }; enum e { A }; int A; int n; int vla[n]; int once = 1; int once = 2;",
        expect![[r#"
            0.c:1:7: error: the array has a negative length, -1
              int a[-1]; struct s s; void v; int f(int)[3]; struct t { struct t inner; }; struct b { int w : 40; }; int x; float x;
                    ^^
            0.c:1:21: error: the size of `s` is not known
              int a[-1]; struct s s; void v; int f(int)[3]; struct t { struct t inner; }; struct b { int w : 40; }; int x; float x;
                                  ^
            0.c:1:29: error: `v` has the type `void`
              int a[-1]; struct s s; void v; int f(int)[3]; struct t { struct t inner; }; struct b { int w : 40; }; int x; float x;
                                          ^
            0.c:1:36: error: a function that returns an array
              int a[-1]; struct s s; void v; int f(int)[3]; struct t { struct t inner; }; struct b { int w : 40; }; int x; float x;
                                                 ^^^^^^^^^
            0.c:1:67: error: the field has the type `t`, whose fields are not known
              int a[-1]; struct s s; void v; int f(int)[3]; struct t { struct t inner; }; struct b { int w : 40; }; int x; float x;
                                                                                ^^^^^
            hint: define it before, or make the field a pointer
            0.c:1:96: error: a bit-field of this type has at most 32 bits, not 40
              int a[-1]; struct s s; void v; int f(int)[3]; struct t { struct t inner; }; struct b { int w : 40; }; int x; float x;
                                                                                                             ^^
            0.c:1:116: error: `x` has the type `float` here, but `int` before
              int a[-1]; struct s s; void v; int f(int)[3]; struct t { struct t inner; }; struct b { int w : 40; }; int x; float x;
                                                                                                                                 ^
            0.c:2:28: error: `a1` is declared a second time
              int g(int a) { int a1; int a1; return 0; } int g(int b) { return 1; } struct t2 { int a; int a; }; enum e { A }; int A; ...
                                         ^^
            0.c:2:48: error: `g` is defined a second time
              ...nt a) { int a1; int a1; return 0; } int g(int b) { return 1; } struct t2 { int a; int a; }; enum e { A }; int A; int n; ...
                                                         ^
            note: 0.c:2:5: first here
            0.c:2:94: error: there are two fields named `a`
              ...b) { return 1; } struct t2 { int a; int a; }; enum e { A }; int A; int n; int vla[n]; int once = 1; int once = 2;
                                                         ^
            0.c:2:118: error: `A` was something else before
              ...t2 { int a; int a; }; enum e { A }; int A; int n; int vla[n]; int once = 1; int once = 2;
                                                         ^
            0.c:2:136: error: the length of this array is not constant
              ... }; enum e { A }; int A; int n; int vla[n]; int once = 1; int once = 2;
                                                         ^
            hint: only arrays in functions may have a variable length
            0.c:2:158: error: `once` is defined a second time
              ...A; int n; int vla[n]; int once = 1; int once = 2;
                                                         ^^^^
            note: 0.c:2:144: first here
        "#]],
    );
}

#[test]
fn declarations_that_need_a_constant() {
    messages(
        "struct b { int w : 0; int : 0; };\nint f(int n) {\n extern int a[n];\n extern int (*p)[n];\n extern int x = 3;\n return n;\n}",
        expect![[r#"
            0.c:1:20: error: a bit-field with a name has at least one bit
              struct b { int w : 0; int : 0; };
                                 ^
            hint: without a name, it ends the unit of the bit-fields before it
            0.c:3:13: error: `a` is `extern`, and so its size cannot depend on a variable
               extern int a[n];
                          ^
            0.c:4:15: error: `p` is `extern`, and so its size cannot depend on a variable
               extern int (*p)[n];
                            ^
            0.c:5:13: error: `x` is `extern` in a block, and so cannot be initialised there
               extern int x = 3;
                          ^
        "#]],
    );
}

#[test]
fn statements_and_labels() {
    messages(
        "void f(int i) {\n break;\n continue;\n goto nowhere;\n a: ;\n a: ;\n switch (i) { case 1: case 1: ; default: ; default: ; }\n case 2: ;\n switch (1.5) { }\n int x[2] = { [3] = 1 };\n}",
        expect![[r#"
            0.c:2:2: error: `break` outside of loops and `switch`
               break;
               ^^^^^^
            0.c:3:2: error: `continue` outside of loops
               continue;
               ^^^^^^^^^
            0.c:4:7: error: there is no label `nowhere`
               goto nowhere;
                    ^^^^^^^
            0.c:6:2: error: there are two labels `a`
               a: ;
               ^
            0.c:7:2: error: there are two cases for 1
               switch (i) { case 1: case 1: ; default: ; default: ; }
               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            0.c:7:44: error: there are two `default` labels
               switch (i) { case 1: case 1: ; default: ; default: ; }
                                                         ^^^^^^^^^^
            0.c:8:2: error: `case` outside of `switch`
               case 2: ;
               ^^^^^^^^^
            0.c:9:2: error: `switch` needs an integer
               switch (1.5) { }
               ^^^^^^^^^^^^^^^^
            0.c:10:21: error: the array has no element 3
               int x[2] = { [3] = 1 };
                                  ^
        "#]],
    );
}

#[test]
fn calls() {
    messages(
        "int f(int, int); int g(void);\nvoid h(void) {\n f(1);\n g(1);\n f(1, 2, 3);\n f(h(), 1);\n}",
        expect![[r#"
            0.c:3:2: error: the function takes 2 arguments, not 1
               f(1);
               ^^^^
            0.c:4:2: error: the function takes 0 arguments, not 1
               g(1);
               ^^^^
            0.c:5:2: error: the function takes 2 arguments, not 3
               f(1, 2, 3);
               ^^^^^^^^^^
            0.c:6:4: error: an expression of type `void` has no value
               f(h(), 1);
                 ^^^
        "#]],
    );
}

#[test]
fn constants() {
    messages(
        "int n; static int a = n; int b[] = { 1, n }; enum e { E = n }; struct s { int w : n; }; _Static_assert(1 == 2, \"no\"); void f(int i) { switch (i) { case i: ; } static int s = i; }",
        expect![[r#"
            0.c:1:23: error: the initialiser is not constant
              int n; static int a = n; int b[] = { 1, n }; enum e { E = n }; struct s { int w : n; }; _Static_assert(1 == 2, "no"); vo...
                                    ^
            hint: static objects are initialised before the program runs
            0.c:1:41: error: the initialiser is not constant
              int n; static int a = n; int b[] = { 1, n }; enum e { E = n }; struct s { int w : n; }; _Static_assert(1 == 2, "no"); vo...
                                                      ^
            hint: static objects are initialised before the program runs
            0.c:1:59: error: an integer constant is needed here
              ...a = n; int b[] = { 1, n }; enum e { E = n }; struct s { int w : n; }; _Static_assert(1 == 2, "no"); void f(int i) { swit...
                                                         ^
            hint: variables are not constant, even if they are `const`
            0.c:1:83: error: an integer constant is needed here
              ...}; enum e { E = n }; struct s { int w : n; }; _Static_assert(1 == 2, "no"); void f(int i) { switch (i) { case i: ; } sta...
                                                         ^
            hint: variables are not constant, even if they are `const`
            0.c:1:89: error: the static assertion fails: no
              ...m e { E = n }; struct s { int w : n; }; _Static_assert(1 == 2, "no"); void f(int i) { switch (i) { case i: ; } static in...
                                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            0.c:1:153: error: an integer constant is needed here
              ...no"); void f(int i) { switch (i) { case i: ; } static int s = i; }
                                                         ^
            hint: variables are not constant, even if they are `const`
            0.c:1:175: error: the initialiser is not constant
              ...switch (i) { case i: ; } static int s = i; }
                                                         ^
            hint: static objects are initialised before the program runs
        "#]],
    );
}

#[test]
fn what_gcc_only_warns_about_is_accepted() {
    typed(
        "int *p; char *c; f(x) { p = x; x = p; p = c; return p; } int g(void) { } void h(void) { return 1; } int a[2] = { 1, 2, 3 }; int i(void) { return; }",
        expect![[r#"
            static p: int *
            static c: char *
            static a: int [2] = {0: 1, 32: 2}
            function f: int (int) (x: int)
              block
                (p = (int *)x)
                (x = (int)p)
                (p = (int *)c)
                return (int)p
            function g: int (void) ()
              block
            function h: void (void) ()
              block
                1
                return
            function i: int (void) ()
              block
                return
        "#]],
    );
}

#[test]
fn types_without_a_name() {
    messages(
        "struct s { unsigned long long b : 40; } s;\nvoid f(void) {\n __typeof__(s.b + 0) x;\n __auto_type y = s.b + 0;\n __auto_type z = s.b + 0ull;\n}",
        expect![[r#"
            0.c:3:2: error: unsupported: an object with the type of a bit-field
               __typeof__(s.b + 0) x;
               ^^^^^^^^^^^^^^^^^^^
            0.c:4:14: error: unsupported: an object with the type of a bit-field
               __auto_type y = s.b + 0;
                           ^
        "#]],
    );
}
