//! Several files: external and static names, tentative definitions, libraries.

use c_sema::types::DataModel;
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

#[test]
fn zeros_and_definitions_of_other_files_override_what_is_weak() {
    linked(
        &[
            "int x; int y __attribute__((weak)) = 1; int g(void) { return 1; } int f(void) __attribute__((weak, alias(\"g\"))); int o = 1; extern int p __attribute__((weak, alias(\"o\"))); int main(void) { return f() + p; }",
            "int x __attribute__((weak)) = 1; int y; int f(void) { return 2; } int p = 5;",
        ],
        &[],
        expect![[r#"
            static x: int
            static y: int
            static o: int = 1
            static p: int = 5
            function g: int (void) ()
              block
                return 1
            function f: int (void) ()
              block
                return 2
            function main: int (void) ()
              block
                block
                  return (f() + p)
                return 0
        "#]],
    );
}

#[test]
fn assembler_names_are_those_of_the_linker() {
    linked(
        &[
            "extern int x __asm__(\"y\"); int f(void) __asm__(\"g\"); extern int scan(void) __asm__(\"__isoc99_scan\"); int main(void) { return x + f() + scan(); }",
            "int y = 3; int g(void) { return 1; } int f(void) { return 2; }",
        ],
        &[],
        expect![[r#"
            static y: int = 3
            function g: int (void) ()
              block
                return 1
            function scan: int (void)
            function main: int (void) ()
              block
                block
                  return ((y + g()) + scan())
                return 0
            function f: int (void) ()
              block
                return 2
        "#]],
    );
}

#[test]
fn assembler_names_that_come_too_late_are_rejected() {
    linked(
        &[
            "int f(void);\nint f(void) __asm__(\"g\");\nstatic int y;\nextern int x __asm__(\"y\");\nextern int z __asm__(\"__later\");\nint __later = 1;",
        ],
        &[],
        expect![[r#"
            static y: int
            extern y#2: int
            extern z: int
            static __later: int = 1
            function f: int (void)
            0.c:2:5: error: unsupported: the `asm` label `g` for what was `f` before
              int f(void) __asm__("g");
                  ^
            0.c:4:12: error: unsupported: the `asm` label `y`, which is static here
              extern int x __asm__("y");
                         ^
            0.c:5:12: error: unsupported: the `asm` label `__later` before its definition
              extern int z __asm__("__later");
                         ^
        "#]],
    );
}

#[test]
fn constructors_are_sorted_and_undefined_ones_left_out() {
    linked(
        &[
            "void a(void) __attribute__((constructor)); __attribute__((constructor)) void b(void) {} void a(void) {} void c(void) __attribute__((constructor(101)));",
            "__attribute__((__constructor__(102))) void d(void) {}",
        ],
        &[],
        expect![[r#"
            function a: void (void) ()
              block
            function b: void (void) ()
              block
            function c: void (void)
            function d: void (void) ()
              block
            constructor d
            constructor b
            constructor a
        "#]],
    );
}
