//! Expressions: members, calls, compound literals, statement expressions, generic selections, unsupported types.

use expect_test::expect;

use crate::{body, typed32};

const POINT: &str = "struct p { int x, y; char name[4]; struct p *next; union { int u; float v; }; }; struct p a, *q; struct p make(int);";

#[test]
fn members_of_places_and_values() {
    body(
        POINT,
        "a.x = q->y; q->next->next->u = 1; a.v = a.name[2]; make(1).y; make(2).name[1]; (*q).x++; (a = *q).x; &q->name; sizeof make(1).name; make(1).next->x = 3;",
        expect![[r#"
            block
              (a.x = (*q).y)
              ((*(*(*q).next).next).{4}.u = 1)
              (a.{4}.v = (float)*(&a.name[0] +[1] 2))
              (({ declare temporary: struct p; init temporary = make(1); }) , temporary.y)
              *((({ declare temporary#2: struct p; init temporary#2 = make(2); }) , &temporary#2.name[0]) +[1] 1)
              (*q).x++
              (({ declare temporary#3: struct p; init temporary#3 = (a = *q); }) , temporary#3.x)
              &(*q).name
              4ul
              ((*(({ declare temporary#5: struct p; init temporary#5 = make(1); }) , temporary#5.next)).x = 3)
              end temporary, temporary#2, temporary#3, temporary#4, temporary#5
        "#]],
    );
}

#[test]
fn compound_literals_are_objects() {
    body(
        POINT,
        "q = &(struct p){ 1, .y = 2 }; a = (struct p){ .u = 3 }; int *i = (int[]){ 1, 2, 3 }; (int){ 4 }++; make((struct p){ 5 }.x); sizeof (char[]){ 1, 2 };",
        expect![[r#"
            block
              (q = (({ declare literal: struct p; init literal = zero {0: 1, 32: 2}; }) , &literal))
              (a = (({ declare literal#2: struct p; init literal#2 = zero {192: 3}; }) , literal#2))
              declare i: int *
              init i = (({ declare literal#3: int [3]; init literal#3 = zero {0: 1, 32: 2, 64: 3}; }) , &literal#3[0])
              (({ declare literal#4: int; init literal#4 = zero 4; }) , literal#4++)
              make((({ declare literal#5: struct p; init literal#5 = zero {0: 5}; }) , literal#5.x))
              2ul
              end literal, literal#2, i, literal#3, literal#4, literal#5, literal#6
        "#]],
    );
}

#[test]
fn calls_convert_arguments() {
    body(
        "int v(char *, ...); int k(); double d(float, char); int (*fp)(int); int (*table[2])(long); float fl; char c; \
         union t { int *i; float *f; } __attribute__((transparent_union)); void wait(union t); int i; float ff;",
        "v(\"%d\", c, fl); k(c, fl, 1u); d(1, 300); fp(c); (*fp)(2.5); table[1](3); (**v)(0); wait(&i); wait(&ff); wait(0);",
        expect![[r#"
            block
              v(&"%d"[0], (int)c, (double)fl)
              k((int)c, (double)fl, 1u)
              d(1.0f, (char)44)
              (*fp)((int)c)
              (*fp)(2)
              (**(&table[0] +[8] 1))(3l)
              v((char *)0)
              wait((({ declare temporary: union t; init temporary = zero {0: &i}; }) , temporary))
              wait((({ declare temporary#2: union t; init temporary#2 = zero {0: &ff}; }) , temporary#2))
              wait((({ declare temporary#3: union t; init temporary#3 = zero {0: (int *)0}; }) , temporary#3))
              end temporary, temporary#2, temporary#3
        "#]],
    );
}

#[test]
fn statement_expressions_have_the_value_of_the_last_statement() {
    body(
        "int g(int);",
        "int a = ({ int t = g(1); t * 2; }); ({ g(2); }); ({ ; }); ({ int b = 3; while (b) b--; }); struct s { int x; } s; int c = ({ s; }).x; int d = ({ goto l; l: 5; });",
        expect![[r#"
            block
              declare a: int
              init a = ({ declare t: int; init t = g(1); value (t * 2); end t; })
              ({ value g(2); })
              ({ })
              ({ declare b: int; init b = 3; while b; b--; end b; })
              declare s: struct s
              declare c: int
              init c = (({ declare temporary: struct s; init temporary = ({ value s; }); }) , temporary.x)
              declare d: int
              init d = ({ goto l; l:; value 5; })
              end a, s, c, temporary, d
        "#]],
    );
}

#[test]
fn generic_selection_takes_the_type_of_the_value() {
    body(
        "char c; int *p; unsigned long ul; struct s { int x; } s;",
        "_Generic(c, char: 1, int: 2); _Generic(+c, char: 1, int: 2); _Generic(p, default: 3, int *: 4); _Generic(ul, long: 5, default: 6); _Generic(\"a\", char *: 7); _Generic(s, struct s: 8);",
        expect![[r#"
            block
              1
              2
              4
              6
              7
              8
        "#]],
    );
}

#[test]
fn sizes_and_offsets_are_constants() {
    typed32(
        "struct s { char a; double d; struct { int b[4]; } c; int f : 3; }; int x; \
         unsigned v[] = { sizeof(struct s), __builtin_offsetof(struct s, c.b[2]), sizeof x, sizeof(char[3][4]), _Alignof(double), \
         (unsigned)&((struct s *)0)->c.b[1], (char *)&((struct s *)16)->d - (char *)0, sizeof(void), sizeof \"abc\", sizeof(long double) };",
        expect![[r#"
            struct s { a@0: char, d@32: double, c@96: struct anonymous, f@224:3: int } size 32 align 4
            struct anonymous { b@0: int [4] } size 16 align 4
            static x: int
            static v: unsigned int [10] = {0: 32u, 32: 20u, 64: 4u, 96: 12u, 128: 8u, 160: 16u, 192: 20u, 224: 1u, 256: 4u, 288: 12u}
        "#]],
    );
}

#[test]
fn functions_and_labels_have_addresses() {
    body(
        "int g(void); int (*h)(void) = g;",
        "h = &g; h = *g; h = **h; (&g)(); static void *t[] = { &&a, &&b }; goto *t[1]; a: b: ; int d = h == g;",
        expect![[r#"
            block
              (h = &g)
              (h = &g)
              (h = h)
              g()
              goto **(&t[0] +[8] 1)
              a:
              b:
              declare d: int
              init d = (h == &g)
              end d
        "#]],
    );
}

#[test]
fn what_has_no_meaning_is_unsupported_where_it_is_evaluated() {
    body(
        "_Complex double z; typedef int v4 __attribute__((vector_size(16))); v4 v; _Decimal64 dd; double _Complex w;",
        "z = w; z = z + w; z = 1.0; __real__ z = 2; v = v + v; v[1]; dd = 1.5dd; if (z == w) ; __builtin_ia32_pause(); int s = sizeof z + sizeof v;",
        expect![[r#"
            block
              (z = w)
              (z = unsupported<struct complex numbers>(complex numbers))
              (z = unsupported<struct complex numbers>(complex numbers))
              (z.real = 2.0)
              (v = unsupported<struct vectors>(vectors))
              *(&v.elements[0] +[4] 1)
              (dd = unsupported<struct decimal floating-point numbers>(decimal floating-point numbers))
              if unsupported<int>(complex numbers)
                empty
              unsupported<int>(`__builtin_ia32_pause`)
              declare s: int
              init s = 32
              end s
        "#]],
    );
}

#[test]
fn commas_casts_and_choices() {
    body(
        "int i; struct s { int x; } s; union u { int a; float b; };",
        "i, (void)i, i + 1; (void)s; (struct s)s; (union u)i; (union u)2.5f; __builtin_choose_expr(1, i, s); __builtin_types_compatible_p(int[], int[3]) + __builtin_types_compatible_p(int, long); (char)i; (long)&i; (float *)i;",
        expect![[r#"
            block
              ((i , (void)i) , (i + 1))
              (void)s
              s
              (({ declare temporary: union u; init temporary = zero {0: i}; }) , temporary)
              (({ declare temporary#2: union u; init temporary#2 = zero {0: 2.5f}; }) , temporary#2)
              i
              1
              (char)i
              (long)&i
              (float *)i
              end temporary, temporary#2
        "#]],
    );
}
