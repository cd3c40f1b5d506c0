//! Declarations: types, records, enums, scopes, functions.

use expect_test::expect;

use crate::{body, typed, typed32};

#[test]
fn declarators_read_inside_out() {
    typed(
        "int *(*f[3])(void); int (*(*g)(int, char *))[4]; char **pp, a[2][3]; void (*signal(int, void (*)(int)))(int);",
        expect![[r#"
            static f: int *(*[3])(void)
            static g: int (*(*)(int, char *))[4]
            static pp: char **
            static a: char [2][3]
            function signal: void (*(int, void (*)(int)))(int)
        "#]],
    );
}

#[test]
fn records_are_laid_out_as_gcc_does() {
    let text = "struct a { char c; int i; short s; double d; long long ll; char e; }; \
                struct b { char c; int x : 3, y : 30; unsigned : 0; short z : 9; char last; }; \
                struct __attribute__((packed)) p { char c; int i; int b : 3; long long l : 40; }; \
                union u { char c[5]; int i; long double ld; }; \
                struct al { char c; int i __attribute__((aligned(16))); char d; } __attribute__((aligned(64))); \
                struct empty { }; struct flexible { int n; char data[]; }; \
                struct outer { struct { int a; union { int b; float c; }; }; char d; struct empty e; } x; \
                struct ll { char c; long long b : 40; long long d : 40; };";
    typed(
        text,
        expect![[r#"
            struct a { c@0: char, i@32: int, s@64: short, d@128: double, ll@192: long long, e@256: char } size 40 align 8
            struct b { c@0: char, x@8:3: int, y@32:30: int, z@64:9: short, last@80: char } size 12 align 4
            struct p { c@0: char, i@8: int, b@40:3: int, l@43:40: long long } size 11 align 1
            union u { c@0: char [5], i@0: int, ld@0: long double } size 16 align 16
            struct al { c@0: char, i@128: int, d@160: char } size 64 align 64
            struct empty {  } size 0 align 1
            struct flexible { n@0: int, data@32: char [] } size 4 align 4
            struct outer { @0: struct anonymous, d@64: char, e@72: struct empty } size 12 align 4
            struct anonymous { a@0: int, @32: union anonymous } size 8 align 4
            union anonymous { b@0: int, c@0: float } size 4 align 4
            struct ll { c@0: char, b@8:40: long long, d@64:40: long long } size 16 align 8
            static x: struct outer
        "#]],
    );
    typed32(
        text,
        expect![[r#"
        struct a { c@0: char, i@32: int, s@64: short, d@96: double, ll@160: long long, e@224: char } size 32 align 4
        struct b { c@0: char, x@8:3: int, y@32:30: int, z@64:9: short, last@80: char } size 12 align 4
        struct p { c@0: char, i@8: int, b@40:3: int, l@43:40: long long } size 11 align 1
        union u { c@0: char [5], i@0: int, ld@0: long double } size 12 align 4
        struct al { c@0: char, i@128: int, d@160: char } size 64 align 64
        struct empty {  } size 0 align 1
        struct flexible { n@0: int, data@32: char [] } size 4 align 4
        struct outer { @0: struct anonymous, d@64: char, e@72: struct empty } size 12 align 4
        struct anonymous { a@0: int, @32: union anonymous } size 8 align 4
        union anonymous { b@0: int, c@0: float } size 4 align 4
        struct ll { c@0: char, b@8:40: long long, d@48:40: long long } size 12 align 4
        static x: struct outer
    "#]],
    );
}

#[test]
fn pragma_pack_caps_alignment() {
    typed(
        "#pragma pack(push, 2)\nstruct a { char c; int i; int b : 20; int d : 20; long l; };\n#pragma pack(pop)\nstruct b { char c; int i; };",
        expect![[r#"
            struct a { c@0: char, i@16: int, b@48:20: int, d@68:20: int, l@96: long } size 20 align 2
            struct b { c@0: char, i@32: int } size 8 align 4
        "#]],
    );
}

#[test]
fn enums_are_unsigned_unless_negative() {
    typed(
        "enum a { A, B = 5, C } x; enum b { N = -1, M } y; enum c { BIG = 0x80000000 } z; enum d { HUGE = 0x100000000, TINY = -1 } w; \
         enum __attribute__((packed)) e { P = 200 } v; int values[] = { C, M, sizeof(B), sizeof(BIG), sizeof(HUGE), sizeof(TINY) };",
        expect![[r#"
            static x: unsigned int
            static y: int
            static z: unsigned int
            static w: long
            static v: unsigned char
            static values: int [6] = {0: 6, 64: 4, 96: 4, 128: 8, 160: 4}
        "#]],
    );
}

#[test]
fn attributes_change_types() {
    typed(
        "typedef int word __attribute__((mode(__word__))); word w; unsigned b __attribute__((mode(QI))); \
         typedef int aligned_int __attribute__((aligned(32))); aligned_int ai; _Alignas(8) char ca; \
         struct s { char c; aligned_int a; } s; int n = __alignof__(ai) + _Alignof(double) + __alignof__(s);",
        expect![[r#"
            struct s { c@0: char, a@256: int } size 64 align 32
            static w: long
            static b: unsigned char
            static ai: int aligned 32
            static ca: char aligned 8
            static s: struct s
            static n: int = 72
        "#]],
    );
}

#[test]
fn typeof_and_auto_type() {
    body(
        "int a[3]; struct s { int x; } s; int g(void);",
        "typeof(a[0]) x = 1; __typeof__(a) y; typeof(&s) z = &s; __auto_type w = 2.5f + 1; typeof(g()) v; __auto_type q = a; typeof(int *) r, t;",
        expect![[r#"
            block
              declare x: int
              init x = 1
              declare y: int [3]
              declare z: struct s *
              init z = &s
              declare w: float
              init w = 3.5f
              declare v: int
              declare q: int *
              init q = &a[0]
              declare r: int *
              declare t: int *
              end x, y, z, w, v, q, r, t
        "#]],
    );
}

#[test]
fn scopes_hide_and_end() {
    body(
        "int x; typedef int T; struct s { int a; };",
        "x = 1; { char x = 2; x = 3; struct s { char b; } y; y.b = 1; } x = 4; T T = 5; T = 6; extern int x; { extern int x; x = 7; }",
        expect![[r#"
            block
              (x = 1)
              block
                declare x#2: char
                init x#2 = (char)2
                (x#2 = (char)3)
                declare y: struct s
                (y.b = (char)1)
                end x#2, y
              (x = 4)
              declare T: int
              init T = 5
              (T = 6)
              block
                (x = 7)
              end T
        "#]],
    );
}

#[test]
fn old_style_functions_take_promoted_parameters() {
    typed(
        "int f(a, b, c, d) char a; float b; int *c; { return a + b + *c + d; } int g() { return f(1, 2.5, 0, 3); } h() { return 1; }",
        expect![[r#"
            function f: int (int, double, int *, int) (parameter: int, parameter#2: double, c: int *, d: int)
              block
                declare a: char
                init a = (char)parameter
                declare b: float
                init b = (float)parameter#2
                block
                  return (int)((((float)(int)a + b) + (float)*c) + (float)d)
                end a, b
            function g: int () ()
              block
                return f(1, 2.5, (int *)0, 3)
            function h: int () ()
              block
                return 1
        "#]],
    );
}

#[test]
fn variable_length_arrays_have_hidden_lengths() {
    body(
        "void g(int n, int m, int a[n][m]) { a[1][2] = sizeof a[0]; } int n;",
        "int a[n]; char b[n + 1][3]; a[1] = sizeof a + sizeof(b) + sizeof(int[n][2]); typedef int T[n]; T c; int (*p)[n] = &c; p++; (*p)[1] = 2; a[0] = (char (*)[n])p - (char (*)[n])0;",
        expect![[r#"
            block
              declare length#2: unsigned long
              init length#2 = (unsigned long)n#2
              declare a#2: int [*] of length#2
              declare length#3: unsigned long
              init length#3 = (unsigned long)(n#2 + 1)
              declare b: char [*][3] of length#3
              (*(&a#2[0] +[4] 1) = (int)(((length#2 * 4ul) + (length#3 * 3ul)) + (({ declare length#4: unsigned long; init length#4 = (unsigned long)n#2; }) , (length#4 * 8ul))))
              declare length#5: unsigned long
              init length#5 = (unsigned long)n#2
              declare c: int [*] of length#5
              declare length#6: unsigned long
              init length#6 = (unsigned long)n#2
              declare p: int (*)[*]
              init p = (int (*)[*])&c
              (p +=[(length#6 * 4ul)] 1 old)
              (*((int *)p +[4] 1) = 2)
              (*&a#2[0] = (int)((({ declare length#7: unsigned long; init length#7 = (unsigned long)n#2; }) , (char (*)[*])p) -[(length#7 * 1ul)] (({ declare length#8: unsigned long; init length#8 = (unsigned long)n#2; }) , (char (*)[*])0)))
              end length#2, a#2, length#3, b, length#4, length#5, c, length#6, p, length#7, length#8
        "#]],
    );
}

#[test]
fn static_locals_and_strings_are_static_objects() {
    body(
        "",
        "static int count = 3; static char *names[] = { \"a\", \"b\", \"a\" }; count++; { static int count; count++; } names[0] = __func__; const char *w = L\"x\" ? u8\"y\" : 0;",
        expect![[r#"
            block
              count++
              block
                count#2++
              (*&names[0] = &"f"[0])
              declare w: char *
              init w = (&"x"[0] ? &"y"[0] : (char *)0)
              end w
        "#]],
    );
}

#[test]
fn functions_have_attributes() {
    typed(
        "void die(void) __attribute__((noreturn)); _Noreturn void die2(void); static inline int one(void) { return 1; } \
         __attribute__((constructor)) void start(void) { } int two(void) { return 2; } int deux(void) __attribute__((alias(\"two\"))); \
         int table[2]; extern int tafel[] __attribute__((alias(\"table\"))); \
         int main() { return deux() + one() + tafel[1]; }",
        expect![[r#"
            static table: int [2]
            extern tafel: int []
            function die: void (void) noreturn
            function die2: void (void) noreturn
            function one: int (void) ()
              block
                return 1
            function start: void (void) ()
              block
            function two: int (void) ()
              block
                return 2
            function deux: int (void)
            function main: int () ()
              block
                block
                  return ((two() + one()) + *(&*(int (*)[])&table[0] +[4] 1))
                return 0
            constructor start
        "#]],
    );
}
