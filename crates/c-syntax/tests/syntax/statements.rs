//! Statements, assembly, comments and other lexical matters.
use crate::check;
use expect_test::expect;

#[test]
fn control_flow() {
    check(
        r##"void f(int x) { if (x) ; else if (x > 1) { } else x = 2; while (x) x--; do x++; while (x < 3); for (;;) break; for (int i = 0, j; i < 3; i++, j--) continue; switch (x) default: return; return; }"##,
        expect![[r#"
            void f(int x)
            {
                if (x)
                    ;
                else if (x > 1) {
                }
                else
                    x = 2;
                while (x)
                    x--;
                do
                    x++;
                while (x < 3);
                for (;;)
                    break;
                for (int i = 0, j; i < 3; i++, j--)
                    continue;
                switch (x)
                    default:
                    return;
                return;
            }
        "#]],
    );
}

#[test]
fn dangling_else() {
    check(
        r##"int f(int a, int b) { if (a) if (b) return 1; else return 2; if (a) { if (b) return 3; } else return 4; if (a) while (b) if (a) b = 1; else b = 2; else a = 3; }"##,
        expect![[r#"
            int f(int a, int b)
            {
                if (a)
                    if (b)
                        return 1;
                    else
                        return 2;
                if (a) {
                    if (b)
                        return 3;
                }
                else
                    return 4;
                if (a)
                    while (b)
                        if (a)
                            b = 1;
                        else
                            b = 2;
                else
                    a = 3;
            }
        "#]],
    );
}

#[test]
fn cases_and_ranges() {
    check(
        r##"void f(int x) { switch (x) { case 1: case 2 ... 5: x = 1; case 'a' ... 'z': break; case 6: { } default: ; case A + 1: } }"##,
        expect![[r#"
            void f(int x)
            {
                switch (x) {
                    case 1:
                    case 2 ... 5:
                    x = 1;
                    case 'a' ... 'z':
                    break;
                    case 6:
                    {
                    }
                    default:
                    ;
                    case (A + 1):
                    ;
                }
            }
        "#]],
    );
}

#[test]
fn labels() {
    check(
        r##"void f(void) { __label__ a, b; a: b: f(); c: __attribute__((unused)) int x; d: int y; { e: } g: ; goto *&&c; h: { } }"##,
        expect![[r#"
            void f(void)
            {
                __label__ a, b;
                a:
                b:
                f();
                c: __attribute__((unused))
                int x;
                d:
                int y;
                {
                    e:
                    ;
                }
                g:
                ;
                goto *&&c;
                h:
                {
                }
            }
        "#]],
    );
}

#[test]
fn labels_before_declarations() {
    check(
        r##"typedef int T; void f(int x) { a: T y; switch (x) { case 1: T z; default: typedef T U; U w; } }"##,
        expect![[r#"
            typedef int T;
            void f(int x)
            {
                a:
                T y;
                switch (x) {
                    case 1:
                    T z;
                    default:
                    typedef T U;
                    U w;
                }
            }
        "#]],
    );
}

#[test]
fn attributes_as_statements() {
    check(
        r##"void f(int x) { switch (x) { case 1: f(0); __attribute__((fallthrough)); case 2: ; } __attribute__((unused)) int y; __attribute__((assume(x > 0))); }"##,
        expect![[r#"
            void f(int x)
            {
                switch (x) {
                    case 1:
                    f(0);
                    ;
                    case 2:
                    ;
                }
                __attribute__((unused)) int y;
                ;
            }
        "#]],
    );
}

#[test]
fn inline_assembly() {
    check(
        r##"void f(int x) { asm("nop"); __asm__ __volatile__("a" "b" : "=r"(x), [y] "+m" (*&x) : "0"(x + 1), "i" (2) : "memory", "cc"); asm volatile ("" ::: "memory"); asm("x" :); asm goto ("jmp %l0" : : "r"(x) : : out, in); asm inline ("y" : : "r" (x)); asm("z" : "=r"(x) :: "cc"); out: in: ; }"##,
        expect![[r#"
            void f(int x)
            {
                __asm__ ("nop");
                __asm__ volatile ("ab" : "=r" (x), [y] "+m" (*(&x)) : "0" (x + 1), "i" (2) : "memory", "cc");
                __asm__ volatile ("" : : : "memory");
                __asm__ ("x" : : : );
                __asm__ goto ("jmp %l0" : : "r" (x) : : out, in);
                __asm__ inline ("y" : : "r" (x) : );
                __asm__ ("z" : "=r" (x) : : "cc");
                out:
                in:
                ;
            }
        "#]],
    );
}

#[test]
fn blocks_and_declarations() {
    check(
        r##"void f(void) { int a = 1, *b = &a; { static int a; extern int g(void); int h(int); } struct s { int x; } s = { 1 }; enum { E } e; ; _Static_assert(1, ""); __extension__ int z; __extension__ (a = 1); }"##,
        expect![[r#"
            void f(void)
            {
                int a = 1, *b = &a;
                {
                    static int a;
                    extern int g(void);
                    int h(int);
                }
                struct s {
                    int x;
                } s = { 1 };
                enum {
                    E,
                } e;
                ;
                _Static_assert(1, "");
                int z;
                a = 1;
            }
        "#]],
    );
}

#[test]
fn comments_and_splices() {
    check(
        r##"int a; // one \
 still one
int/* two
 lines */b; in\
t c = 1\
2; // last"##,
        expect![[r#"
            int a;
            int b;
            int c = 12;
        "#]],
    );
}

#[test]
fn dollars_digraphs_and_universal_characters() {
    check(
        r##"int $a, b$1 = 2, _ = 3;
int c<:2:> = <% 1, 2 %>; int \u00e9t\u00e9 = 1; int x = été; int f(void) <% return c<:1:>; %>"##,
        expect![[r#"
            int $a, b$1 = 2, _ = 3;
            int c[2] = { 1, 2 };
            int été = 1;
            int x = été;
            int f(void)
            {
                return c[1];
            }
        "#]],
    );
}

#[test]
fn line_markers_and_pragmas_are_skipped() {
    check(
        r##"# 1 "a.c"
# 12 "b.h" 1 3 4
int a;
#line 7
#pragma once
#ident "x"
 # pragma GCC diagnostic push
#
int b;"##,
        expect![[r#"
            int a;
            int b;
        "#]],
    );
}

#[test]
fn drivers_write_such_things() {
    check(
        r##"typedef unsigned long size_t; struct list_head { struct list_head *next, *prev; };
static __inline__ __attribute__((always_inline)) void *memcpy_(void *to, const void *from, size_t n) { return __builtin_memcpy(to, from, n); }
static struct ops o = { .open = (int (*)(struct inode *, struct file *)) & my_open, .owner = & __this_module, };
int f(struct list_head *h) { const struct list_head *__mptr = (h)->next; return ((struct item *)((char *)__mptr - (unsigned long)(&((struct item *)0)->list)))->v; }
void g(void) { while (1) { while_continue: ; if (! (tmp < 10UL)) { goto while_break; } else { } } while_break: ; }"##,
        expect![[r#"
            typedef unsigned long size_t;
            struct list_head {
                struct list_head *next, *prev;
            };
            static inline __attribute__((always_inline)) void *memcpy_(void *to, const void *from, size_t n)
            {
                return __builtin_memcpy(to, from, n);
            }
            static struct ops o = { .open = (int (*)(struct inode *, struct file *))(&my_open), .owner = &__this_module };
            int f(struct list_head *h)
            {
                const struct list_head *__mptr = h->next;
                return ((struct item *)(((char *)__mptr) - ((unsigned long)(&((struct item *)0)->list))))->v;
            }
            void g(void)
            {
                while (1) {
                    while_continue:
                    ;
                    if (!(tmp < 10UL)) {
                        goto while_break;
                    }
                    else {
                    }
                }
                while_break:
                ;
            }
        "#]],
    );
}
