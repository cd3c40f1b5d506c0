//! Several files: external and static names, tentative definitions, libraries.

use c_lower::types::DataModel;
use expect_test::{Expect, expect};

use crate::check_files;

#[track_caller]
fn linked(files: &[&str], libraries: &[&str], expected: Expect) {
    let (program, messages) = check_files(files, libraries, DataModel::Lp64);
    expected.assert_eq(&format!("{program}{messages}"));
}

#[test]
fn external_names_are_unified_and_static_ones_are_not() {
    linked(
        &[
            "extern int shared; static int own = 1; int f(void); static int g(void) { return own; } int main(void) { return f() + g() + shared; }",
            "int shared = 2; static int own = 3; static int g(void) { return own; } int f(void) { return g() + shared; }",
        ],
        &[],
        expect![[r#"
            static shared: int = 2
            static own: int = 1
            static own#2: int = 3
            function f: int (void) ()
              block
                return (g() + shared)
            function g: int (void) ()
              block
                return own
            function main: int (void) ()
              block
                block
                  return ((f() + g()) + shared)
                return 0
            function g: int (void) ()
              block
                return own#2
        "#]],
    );
}

#[test]
fn tentative_definitions_and_declarations_are_merged() {
    linked(
        &[
            "int a; int a; int a = 3; extern int b[]; int b[4]; int c[]; extern int d; static int e; static int e = 5; int f(); int f(int x) { return x; }",
            "int a; extern int d; int d;",
        ],
        &[],
        expect![[r#"
            static a: int = 3
            static b: int [4]
            static c: int [1]
            static d: int
            static e: int = 5
            function f: int (int) (x: int)
              block
                return x
        "#]],
    );
}

#[test]
fn records_of_several_files_are_the_same() {
    linked(
        &[
            "struct s { int x; struct s *next; }; typedef struct { int y; } t; void take(struct s *, t); struct open; extern struct open *o; int main(void) { struct s s = { 1 }; t v = { 2 }; take(&s, v); return s.x; }",
            "struct s { int x; struct s *next; }; typedef struct { int y; } t; void take(struct s *p, t v) { p->x = v.y; } struct open { int z; }; struct open *o;",
        ],
        &[],
        expect![[r#"
            struct s { x@0: int, next@64: struct s * } size 16 align 8
            struct anonymous { y@0: int } size 4 align 4
            struct open { z@0: int } size 4 align 4
            struct anonymous { y@0: int } size 4 align 4
            static o: struct open *
            function take: void (struct s *, struct anonymous) (p: struct s *, v#2: struct anonymous)
              block
                ((*p).x = v#2.y)
            function main: int (void) ()
              block
                block
                  declare s: struct s
                  init s = zero {0: 1}
                  declare v: struct anonymous
                  init v = zero {0: 2}
                  take(&s, v)
                  return s.x
                  end s, v
                return 0
        "#]],
    );
}

#[test]
fn two_definitions_are_an_error() {
    linked(
        &["int f(void) { return 1; } int x = 1;", "int f(void) { return 2; } int x = 2;"],
        &[],
        expect![[r#"
            static x: int = 1
            function f: int (void) ()
              block
                return 1
            1.c:1:5: error: `f` is defined a second time
              int f(void) { return 2; } int x = 2;
                  ^
            note: 0.c:1:5: first here
            1.c:1:31: error: `x` is defined a second time
              int f(void) { return 2; } int x = 2;
                                            ^
            note: 0.c:1:31: first here
        "#]],
    );
}

#[test]
fn weak_and_inline_definitions_yield() {
    linked(
        &[
            "int f(void) __attribute__((weak)); __attribute__((weak)) int f(void) { return 1; } inline int g(void) { return 1; } int main(void) { return f() + g(); }",
            "int f(void) { return 2; } int g(void) { return 2; }",
        ],
        &[],
        expect![[r#"
            function f: int (void) ()
              block
                return 2
            function g: int (void) ()
              block
                return 2
            function main: int (void) ()
              block
                block
                  return (f() + g())
                return 0
        "#]],
    );
}

#[test]
fn libraries_give_what_is_called_and_not_defined() {
    linked(
        &[
            "unsigned long strlen(const char *); int abs(int); int abs(int x) { return x < 0 ? -x : x; } int main(void) { return strlen(\"ab\") + abs(-1); }",
        ],
        &[
            "static int step(void) { return 1; } static int unused(void) { return 2; } unsigned long strlen(const char *s) { unsigned long n = 0; while (s[n]) n += step(); return n; } int abs(int x) { return 99; } int puts(const char *s) { return unused(); } struct s { int lib; };",
        ],
        expect![[r#"
            struct s { lib@0: int } size 4 align 4
            function strlen: unsigned long (char *) (s: char *)
              block
                declare n: unsigned long
                init n = 0ul
                while *(s +[1] n)
                  (n +=<unsigned long> (unsigned long)step())
                return n
                end n
            function abs: int (int) (x: int)
              block
                return ((x < 0) ? -x : x)
            function main: int (void) ()
              block
                block
                  return (int)(strlen(&"ab"[0]) + (unsigned long)abs(-1))
                return 0
            function step: int (void) ()
              block
                return 1
            function unused: int (void)
            function puts: int (char *)
        "#]],
    );
}

#[test]
fn calls_are_adapted_to_the_definition() {
    linked(
        &[
            "int main(void) { char *p = grow(1, 2); void_one(); int x = void_one(); float_one(1); return few(1); }",
            "char *grow(long n) { return 0; } void void_one(void) { } void float_one(double d) { } int few(int a, int b) { return a; }",
        ],
        &[],
        expect![[r#"
            function main: int (void) ()
              block
                block
                  declare p: char *
                  init p = (char *)(int)grow(1l, 2)
                  void_one()
                  declare x: int
                  init x = (void_one() , unsupported<int>(the result of `void_one` is used, but it has another type))
                  unsupported<void>(the arguments of `float_one` do not fit its definition)
                  return unsupported<int>(the arguments of `few` do not fit its definition)
                  end p, x
                return 0
            function grow: char *(long) (n: long)
              block
                return (char *)0
            function void_one: void (void) ()
              block
            function float_one: void (double) (d: double)
              block
            function few: int (int, int) (a: int, b: int)
              block
                return a
            0.c:1:28: warning: `grow` is called without a declaration
              int main(void) { char *p = grow(1, 2); void_one(); int x = void_one(); float_one(1); return few(1); }
                                         ^^^^
            0.c:1:40: warning: `void_one` is called without a declaration
              int main(void) { char *p = grow(1, 2); void_one(); int x = void_one(); float_one(1); return few(1); }
                                                     ^^^^^^^^
            0.c:1:72: warning: `float_one` is called without a declaration
              int main(void) { char *p = grow(1, 2); void_one(); int x = void_one(); float_one(1); return few(1); }
                                                                                     ^^^^^^^^^
            0.c:1:93: warning: `few` is called without a declaration
              int main(void) { char *p = grow(1, 2); void_one(); int x = void_one(); float_one(1); return few(1); }
                                                                                                          ^^^
        "#]],
    );
}
