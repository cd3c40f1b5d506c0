//! Initialisers: every form, as parts with offsets in bits.

use expect_test::expect;

use crate::{body, typed};

#[test]
fn lists_fill_aggregates_in_order() {
    typed(
        "struct p { int x, y; }; struct q { struct p a, b[2]; char c; }; struct q full = { { 1, 2 }, { { 3, 4 }, { 5, 6 } }, 7 }; \
         struct q flat = { 1, 2, 3, 4, 5, 6, 7 }; struct q some = { { 1 }, { { 2 } } }; int m[2][3] = { { 1 }, 2, 3 }; struct q none = { 0 }; \
         struct q gnu = { }; int scalar = { { 5 } }; int m2[][2] = { 1, 2, 3 };",
        expect![[r#"
            struct p { x@0: int, y@32: int } size 8 align 4
            struct q { a@0: struct p, b@64: struct p [2], c@192: char } size 28 align 4
            static full: struct q = {0: 1, 32: 2, 64: 3, 96: 4, 128: 5, 160: 6, 192: (char)7}
            static flat: struct q = {0: 1, 32: 2, 64: 3, 96: 4, 128: 5, 160: 6, 192: (char)7}
            static some: struct q = {0: 1, 64: 2}
            static m: int [2][3] = {0: 1, 96: 2, 128: 3}
            static none: struct q
            static gnu: struct q
            static scalar: int = 5
            static m2: int [2][2] = {0: 1, 32: 2, 64: 3}
        "#]],
    );
}

#[test]
fn designators_move_and_later_ones_override() {
    typed(
        "struct p { int x, y, z; }; struct p a = { .y = 1, 2, .x = 3 }; struct p b = { .x = 1, .x = 2 }; int c[6] = { [3] = 1, 2, [1] = 3 }; \
         int d[] = { [4] = 1 }; int e[8] = { [1 ... 3] = 5, [2] = 6, 7, 8 }; struct p f[] = { [1].y = 1, 2, [0] = { 4 } }; \
         struct { struct p in[2]; int w; } g = { .in[1].z = 1, 2, .in[0] = { 1, 2, 3 } }; int h[2][2] = { [0 ... 1][1] = 9 }; struct p old = { y: 4 };",
        expect![[r#"
            struct p { x@0: int, y@32: int, z@64: int } size 12 align 4
            struct anonymous { in@0: struct p [2], w@192: int } size 28 align 4
            static a: struct p = {32: 1, 64: 2, 0: 3}
            static b: struct p = {0: 2}
            static c: int [6] = {96: 1, 128: 2, 32: 3}
            static d: int [5] = {128: 1}
            static e: int [8] = {32: 5, 64: 6, 96: 7, 128: 8}
            static f: struct p [2] = {128: 1, 160: 2, 0: 4}
            static g: struct anonymous = {160: 1, 192: 2, 0: 1, 32: 2, 64: 3}
            static h: int [2][2] = {32: 9, 96: 9}
            static old: struct p = {32: 4}
        "#]],
    );
}

#[test]
fn unions_and_bit_fields() {
    typed(
        "union u { int i; float f; char c[8]; }; union u a = { 1 }, b = { .f = 2 }, c = { .c = \"hi\" }, d = { .i = 1, .f = 3 }; \
         struct s { int x : 4, : 4, y : 4; union u v; unsigned z : 7; }; struct s e = { 1, 2, { 3 }, 4 }, f = { .v.c[2] = 1, .z = 200 };",
        expect![[r#"
            union u { i@0: int, f@0: float, c@0: char [8] } size 8 align 4
            struct s { x@0:4: int, y@8:4: int, v@32: union u, z@96:7: unsigned int } size 16 align 4
            static a: union u = {0: 1}
            static b: union u = {0: 2.0f}
            static c: union u = {0: (char)104, 8: (char)105}
            static d: union u = {0: 3.0f}
            static e: struct s = {0:4: 1, 8:4: 2, 32: 3, 96:7: 4u}
            static f: struct s = {48: (char)1, 96:7: 200u}
        "#]],
    );
}

#[test]
fn strings_initialise_arrays() {
    typed(
        "char a[] = \"ab\", b[2] = \"ab\", c[4] = \"x\", d[] = { \"yz\" }, e[2][3] = { \"p\", \"qr\" }, *f = \"s\", g[] = { 'a', 0 }; \
         int w[] = L\"ab\"; struct { char n[4]; int i; } h = { \"abc\", 1 }, k[] = { \"a\", 2, \"b\" }; unsigned char u[] = \"\\377\";",
        expect![[r#"
            struct anonymous { n@0: char [4], i@32: int } size 8 align 4
            static a: char [3] = {0: (char)97, 8: (char)98}
            static b: char [2] = {0: (char)97, 8: (char)98}
            static c: char [4] = {0: (char)120}
            static d: char [3] = {0: (char)121, 8: (char)122}
            static e: char [2][3] = {0: (char)112, 24: (char)113, 32: (char)114}
            static f: char * = &"s"[0]
            static g: char [2] = {0: (char)97}
            static w: int [3] = {0: 97, 32: 98}
            static h: struct anonymous = {0: (char)97, 8: (char)98, 16: (char)99, 32: 1}
            static k: struct anonymous [2] = {0: (char)97, 32: 2, 64: (char)98}
            static u: unsigned char [2] = {0: (unsigned char)255}
        "#]],
    );
}

#[test]
fn anonymous_and_flexible_members() {
    typed(
        "struct s { int a; struct { int b, c; }; union { int d; float e; }; int f; }; struct s x = { 1, { 2, 3 }, { 4 }, 5 }, y = { .c = 1, .e = 2 }, z = { 1, 2, 3, 4, 5 }; \
         struct fl { int n; short data[]; } w = { 2, { 3, 4 } };",
        expect![[r#"
            struct s { a@0: int, @32: struct anonymous, @96: union anonymous, f@128: int } size 20 align 4
            struct anonymous { b@0: int, c@32: int } size 8 align 4
            union anonymous { d@0: int, e@0: float } size 4 align 4
            struct fl { n@0: int, data@32: short [] } size 4 align 4
            static x: struct s = {0: 1, 32: 2, 64: 3, 96: 4, 128: 5}
            static y: struct s = {64: 1, 96: 2.0f}
            static z: struct s = {0: 1, 32: 2, 64: 3, 96: 4, 128: 5}
            static w: struct fl = {0: 2, 32: (short)3, 48: (short)4}
        "#]],
    );
}

#[test]
fn locals_are_zeroed_or_copied() {
    body(
        "struct p { int x, y; }; struct p get(void); int g(void);",
        "struct p a = { g() }, b = a, c = get(), d[2] = { a, { 1, g() } }, e = { a.x, 2 }; int v[3] = { g(), [2] = g() }, w[4] = { [0 ... 3] = g() }; \
         struct { struct p in; int z; } n = { a, 3 }, m = { get() }; struct p o = (struct p){ 1, 2 }; char s[] = \"hi\";",
        expect![[r#"
            block
              declare a: struct p
              init a = zero {0: g()}
              declare b: struct p
              init b = a
              declare c: struct p
              init c = get()
              declare d: struct p [2]
              init d = zero {0: a, 64: 1, 96: g()}
              declare e: struct p
              init e = zero {0: a.x, 32: 2}
              declare v: int [3]
              init v = zero {0: g(), 64: g()}
              declare w: int [4]
              init w = zero {0: (({ declare temporary: int; init temporary = g(); }) , temporary), 32: temporary, 64: temporary, 96: temporary}
              declare n: struct anonymous
              init n = zero {0: a, 64: 3}
              declare m: struct anonymous
              init m = zero {0: get()}
              declare o: struct p
              init o = zero {0: 1, 32: 2}
              declare s: char [3]
              init s = zero {0: (char)104, 8: (char)105}
              end a, b, c, d, e, v, w, temporary, n, m, o, s
        "#]],
    );
}

#[test]
fn addresses_are_constants() {
    typed(
        "int a[4]; struct s { int x, y; } s; int f(void); int *p = a, *q = &a[2], *r = &s.y, *t = a + 1; int (*fp)(void) = f, (*fp2)(void) = &f; \
         void *v = (void *)&s; long l = (long)&a[1]; char *str = \"abc\" + 1; struct s *lit = &(struct s){ 1, 2 }; int *neg = (int *)-1; \
         struct node { struct node *next; } n = { &n }; struct s copy = (struct s){ 3, 4 };",
        expect![[r#"
            struct s { x@0: int, y@32: int } size 8 align 4
            struct node { next@0: struct node * } size 8 align 8
            static a: int [4]
            static s: struct s
            static p: int * = &a[0]
            static q: int * = (&a[0] +[4] 2)
            static r: int * = &s.y
            static t: int * = (&a[0] +[4] 1)
            static fp: int (*)(void) = &f
            static fp2: int (*)(void) = &f
            static v: void * = (void *)&s
            static l: long = (long)(&a[0] +[4] 1)
            static str: char * = (&"abc"[0] +[1] 1)
            static lit: struct s * = &literal
            static literal: struct s = {0: 1, 32: 2}
            static neg: int * = (int *)18446744073709551615
            static n: struct node = {0: &n}
            static copy: struct s = {0: 3, 32: 4}
            function f: int (void)
        "#]],
    );
}
