//! Expressions, literals and initialisers.
use crate::check;
use expect_test::expect;

#[test]
fn precedence_and_associativity() {
    check(
        r##"int x = a + b * c - d / e % f << g >> h < i == j & k ^ l | m && n || o;
int y = a - b - c, z = a ? b : c ? d : e;"##,
        expect![[r#"
            int x = ((((((((((a + (b * c)) - ((d / e) % f)) << g) >> h) < i) == j) & k) ^ l) | m) && n) || o;
            int y = (a - b) - c, z = a ? b : (c ? d : e);
        "#]],
    );
}

#[test]
fn assignments_associate_to_the_right() {
    check(
        r##"void f(void) { a = b += c -= d *= e /= g %= h <<= i >>= j &= k ^= l |= m; (a, b) = c; }"##,
        expect![[r#"
            void f(void)
            {
                a = b += c -= d *= e /= g %= h <<= i >>= j &= k ^= l |= m;
                (a, b) = c;
            }
        "#]],
    );
}

#[test]
fn prefix_operators_do_not_melt() {
    check(
        r##"int x = - -a + + +b - --c + ++d, y = !~*&e, z = a - -1, w = a & &b;"##,
        expect![[r#"
            int x = (((-(-a)) + (+(+b))) - (--c)) + (++d), y = !(~(*(&e))), z = a - (-1), w = a & (&b);
        "#]],
    );
}

#[test]
fn postfix_chains() {
    check(
        r##"int x = a.b->c[d](e, f)++--.g, y = (*p)->q, z = *p->q++;"##,
        expect![[r#"
            int x = a.b->c[d](e, f)++--.g, y = (*p)->q, z = *p->q++;
        "#]],
    );
}

#[test]
fn casts_and_parentheses() {
    check(
        r##"typedef int T; int T2;
int x = (T)a, y = (T)-a, z = (T2)-a, w = (T)(T)a.b, v = (T(*)[3])p, u = -(T)a * b;"##,
        expect![[r#"
            typedef int T;
            int T2;
            int x = (T)a, y = (T)(-a), z = T2 - a, w = (T)((T)a.b), v = (T (*)[3])p, u = (-((T)a)) * b;
        "#]],
    );
}

#[test]
fn sizeof_takes_types_and_expressions() {
    check(
        r##"typedef int T;
int a = sizeof(T), b = sizeof x, c = sizeof(x)[0], d = sizeof(T){1}, e = sizeof (T*) * 2, g = sizeof -x, h = sizeof sizeof(int), i = sizeof((T)x), j = _Alignof(long), k = __alignof__ x, l = __alignof(T);"##,
        expect![[r#"
            typedef int T;
            int a = sizeof(T), b = sizeof x, c = sizeof x[0], d = sizeof (T){ 1 }, e = (sizeof(T *)) * 2, g = sizeof (-x), h = sizeof (sizeof(int)), i = sizeof ((T)x), j = _Alignof(long), k = __alignof__ x, l = _Alignof(T);
        "#]],
    );
}

#[test]
fn conditional_without_middle() {
    check(
        r##"int x = a ?: b ?: c, y = a ? b, c : d, z = (a ? b : c) ? d : e, w = a ? b = c : d;"##,
        expect![[r#"
            int x = a ?: (b ?: c), y = a ? b, c : d, z = (a ? b : c) ? d : e, w = a ? b = c : d;
        "#]],
    );
}

#[test]
fn statement_expressions() {
    check(
        r##"int x = ({ int y = 1; y + 1; }) + __extension__ ({ ; });
int z = f(({ 1; }), 2);"##,
        expect![[r#"
            int x = ({
                int y = 1;
                y + 1;
            }) + ({
                ;
            });
            int z = f(({
                1;
            }), 2);
        "#]],
    );
}

#[test]
fn compound_literals() {
    check(
        r##"struct s; typedef int T;
int *p = (int[]){1, 2}, q = ((T){3}), r = (struct s){.a = 1}.a, t = (T){4}++, u = (const struct s *[2]){ 0 }[1]->b;"##,
        expect![[r#"
            struct s;
            typedef int T;
            int *p = (int []){ 1, 2 }, q = (T){ 3 }, r = (struct s){ .a = 1 }.a, t = (T){ 4 }++, u = (const struct s *[2]){ 0 }[1]->b;
        "#]],
    );
}

#[test]
fn designated_initialisers() {
    check(
        r##"int a[] = {[3] = 1, [1 ... 2] = 2, 5, [0] 7};
struct s x = {.a.b[2] = 1, c: 2, .d = {}, {1, {2}}, };
int e[0] = {};"##,
        expect![[r#"
            int a[] = { [3] = 1, [1 ... 2] = 2, 5, [0] = 7 };
            struct s x = { .a.b[2] = 1, .c = 2, .d = { }, { 1, { 2 } } };
            int e[0] = { };
        "#]],
    );
}

#[test]
fn labels_as_values() {
    check(
        r##"void f(void) { static void *t[] = { &&a, &&b }; goto *t[1]; a: b: ; int d = &&a - &&b; x = y && &&a; }"##,
        expect![[r#"
            void f(void)
            {
                static void *t[] = { &&a, &&b };
                goto *t[1];
                a:
                b:
                ;
                int d = (&&a) - (&&b);
                x = y && (&&a);
            }
        "#]],
    );
}

#[test]
fn generic_selection() {
    check(
        r##"int x = _Generic(a, int: 1, char *: 2, default: (3, 4))(5);"##,
        expect![[r#"
            int x = _Generic(a, int: 1, char *: 2, default: (3, 4))(5);
        "#]],
    );
}

#[test]
fn builtins_with_types() {
    check(
        r##"struct s; typedef int T;
int x = __builtin_offsetof(struct s, a.b[3].c) + __builtin_types_compatible_p(T, int *) + __builtin_choose_expr(1, a, b) + __builtin_va_arg(ap, T *) + __builtin_va_arg(ap, sizeof(int), &t) + __builtin_expect(!!(a), 0);"##,
        expect![[r#"
            struct s;
            typedef int T;
            int x = ((((__builtin_offsetof(struct s, a.b[3].c) + __builtin_types_compatible_p(T, int *)) + __builtin_choose_expr(1, a, b)) + __builtin_va_arg(ap, T *)) + __builtin_va_arg(ap, sizeof(int), &t)) + __builtin_expect(!(!a), 0);
        "#]],
    );
}

#[test]
fn complex_parts() {
    check(
        r##"double x = __real__ z + __imag y; _Complex float c; double _Complex d; __complex__ e; _Complex int i;"##,
        expect![[r#"
            double x = (__real__ z) + (__imag__ y);
            _Complex float c;
            _Complex double d;
            _Complex double e;
            _Complex int i;
        "#]],
    );
}

#[test]
fn integer_literals() {
    check(
        r##"long a[] = { 0, 00, 017, 42, 0x2A, 0b101010, 1u, 2L, 3lu, 4ULL, 5llU, 18446744073709551615u, 0xffffffffffffffff };"##,
        expect![[r#"
            long a[] = { 0, 0, 017, 42, 0x2a, 0b101010, 1U, 2L, 3UL, 4ULL, 5ULL, 18446744073709551615U, 0xffffffffffffffff };
        "#]],
    );
}

#[test]
fn float_literals() {
    check(
        r##"double a[] = { 1.0, .5, 1., 1e10, 1.5E-3, 0x1.8p3, 0x.8P-1f, 1.0f, 2.0L, 3.0q, 1.0F32, 1.f64, 1.0f128, 09.5, 1.5d };"##,
        expect![[r#"
            double a[] = { 1.0, .5, 1., 1e10, 1.5E-3, 0x1.8p3, 0x.8P-1f, 1.0f, 2.0L, 3.0q, 1.0f32, 1.f64, 1.0f128, 09.5, 1.5 };
        "#]],
    );
}

#[test]
fn character_literals() {
    check(
        r##"int a[] = { 'a', '\n', '\'', '\\', '\0', '\377', '\x41', 'ab', '\0\310', L'x', u'\x1234', U'\U0001F600', '\e', 'abcd', L'\xffffffff' };"##,
        expect![[r#"
            int a[] = { 'a', '\n', '\'', '\\', '\000', '\377', 'A', 'ab', '\000\310', L'x', u'\x1234', U'\x1f600', '\033', 'abcd', L'\xffffffff' };
        "#]],
    );
}

#[test]
fn string_literals() {
    check(
        r##"char *a = "x\ty" "z" /* c */
  "\0" "1\"'", *b = L"w" "\x1f60" "0", *c = u8"é", *d = u"\U0001F600", *e = "\3778", *g = "";"##,
        expect![[r#"
            char *a = "x\tyz\0001\"'", *b = L"w\x1f60" L"0", *c = u8"\303\251", *d = u"\xd83d" u"\xde00", *e = "\3778", *g = "";
        "#]],
    );
}

#[test]
fn function_names() {
    check(
        r##"const char *f(void) { return __func__ ? __FUNCTION__ : __PRETTY_FUNCTION__; }"##,
        expect![[r#"
            const char *f(void)
            {
                return __func__ ? __func__ : __func__;
            }
        "#]],
    );
}

#[test]
fn calls_with_commas() {
    check(
        r##"int x = f((a, b), c = d, e ? g : h)() + f();"##,
        expect![[r#"
            int x = f((a, b), c = d, e ? g : h)() + f();
        "#]],
    );
}

#[test]
fn members_named_like_types() {
    check(
        r##"typedef int T; struct s { T T; };
int f(struct s *p) { return p->T + (*p).T + __builtin_offsetof(struct s, T); }"##,
        expect![[r#"
            typedef int T;
            struct s {
                T T;
            };
            int f(struct s *p)
            {
                return (p->T + (*p).T) + __builtin_offsetof(struct s, T);
            }
        "#]],
    );
}
