//! Promotions, usual arithmetic conversions, assignments, the types of literals.

use expect_test::expect;

use crate::{body, typed32};

const NUMBERS: &str = "_Bool b; char c; unsigned char uc; short s; int i; unsigned u; long l; unsigned long ul; \
                       long long ll; float f1; double d; int *p; void *vp; char *cp;";

#[test]
fn operands_are_promoted_and_brought_to_one_type() {
    body(
        NUMBERS,
        "c + uc; s + i; u + i; i + l; u + l; l + ul; l + ll; ul + ll; i + f1; f1 + d; b + b; uc << l; -c; ~uc; +s; !d;",
        expect![[r#"
            block
              ((int)c + (int)uc)
              ((int)s + i)
              (u + (unsigned int)i)
              ((long)i + l)
              ((long)u + l)
              ((unsigned long)l + ul)
              ((long long)l + ll)
              ((unsigned long long)ul + (unsigned long long)ll)
              ((float)i + f1)
              ((double)f1 + d)
              ((int)b + (int)b)
              ((int)uc << l)
              -(int)c
              ~(int)uc
              (int)s
              !d
        "#]],
    );
}

#[test]
fn in_ilp32_long_cannot_hold_unsigned() {
    typed32(
        "unsigned u; long l; long long ll; unsigned long ul; void f(void) { u + l; ll + ul; u + ll; }",
        expect![[r#"
            static u: unsigned int
            static l: long
            static ll: long long
            static ul: unsigned long
            function f: void (void) ()
              block
                ((unsigned long)u + (unsigned long)l)
                (ll + (long long)ul)
                ((long long)u + ll)
        "#]],
    );
}

#[test]
fn assignments_convert_to_the_place() {
    body(
        NUMBERS,
        "c = i; b = d; i = d; f1 = i; p = vp; p = 0; p = (void *)0; i = p; p = i; b = p; u = -1; c = 300;",
        expect![[r#"
            block
              (c = (char)i)
              (b = (_Bool)d)
              (i = (int)d)
              (f1 = (float)i)
              (p = (int *)vp)
              (p = (int *)0)
              (p = (int *)0)
              (i = (int)p)
              (p = (int *)i)
              (b = (_Bool)p)
              (u = 4294967295u)
              (c = (char)44)
        "#]],
    );
}

#[test]
fn compound_assignments_say_in_which_type_they_compute() {
    body(
        NUMBERS,
        "c += 1; uc -= i; i += d; f1 *= d; s <<= l; u /= i; p += l; p -= c; b |= 4; ++c; c--; ++p; p--; d++; b++;",
        expect![[r#"
            block
              (c +=<int> 1)
              (uc -=<int> i)
              (i +=<double> d)
              (f1 *=<double> d)
              (s <<=<int> l)
              (u /=<unsigned int> (unsigned int)i)
              (p +=[4] l)
              (p -=[4] (int)c)
              (b |=<int> 4)
              ++c
              c--
              (p +=[4] 1)
              (p -=[4] 1 old)
              d++
              b++
        "#]],
    );
}

#[test]
fn bit_fields_are_promoted_by_their_width() {
    body(
        "struct s { unsigned a : 5; int b : 5; unsigned c : 32; unsigned long d : 20, e : 40; long g : 40; _Bool h : 1; } x;",
        "x.a - x.b; x.c + 1; x.d + 1; x.e + 1; x.e < -1; x.g + x.e; x.h + x.h; (x.a = 33) + 1; x.e + 1UL; x.a++; x.e = 1; x.a <<= 2;",
        expect![[r#"
            block
              ((int)x.a - x.b)
              (x.c + 1u)
              ((int)x.d + 1)
              ((x.e + 1ul) & 1099511627775ul)
              (x.e < 1099511627775ul)
              ((((unsigned long)x.g & 1099511627775ul) + x.e) & 1099511627775ul)
              ((int)x.h + (int)x.h)
              ((int)(x.a = 33u) + 1)
              ((unsigned long)x.e + 1ul)
              x.a++
              (x.e = 1ul)
              (x.a <<=<int> 2)
        "#]],
    );
}

#[test]
fn literals_have_the_type_of_their_value_and_suffix() {
    body(
        "",
        "1; 2147483647; 2147483648; 0x7fffffff; 0x80000000; 0xffffffffffffffff; 1u; 1l; 1ul; 1ll; 4294967296u; 'a'; '\\xff'; L'a'; u'a'; 1.5; 1.5f; 1.5L; 0x1.8p1; 1e400; 9223372036854775808;",
        expect![[r#"
            block
              1
              2147483647
              2147483648l
              2147483647
              2147483648u
              18446744073709551615ul
              1u
              1l
              1ul
              1ll
              4294967296ul
              97
              -1
              97
              (unsigned short)97
              1.5
              1.5f
              1.5l
              3.0
              inf
              (__int128)9223372036854775808
        "#]],
    );
}

#[test]
fn constants_are_folded_but_not_what_is_undefined() {
    body(
        "int i;",
        "1 + 2 * 3; 2147483647 + 1; 1 / 0; -2147483647 - 1; 1 << 31; 1 << 32; -1 << 1; -1 >> 1; 4294967295u + 1u; 7 % -2; \
         -7 / 2; 1 ? 2 : i; 0 ? i : 3; 0 && i; 1 || i; 1 && i; !0; 5 == 5.0; (char)200; (int)3.9; (_Bool)0.1; 1.0 / 3.0; -0.0; \
         1.0 / 0.0; sizeof(int) * 2; (int)1e10; ~0u; -1u; 3 > 2u; -1 > 1u;",
        expect![[r#"
            block
              7
              (2147483647 + 1)
              (1 / 0)
              -2147483648
              (1 << 31)
              (1 << 32)
              (-1 << 1)
              -1
              0u
              1
              -3
              2
              3
              0
              1
              (1 && i)
              1
              1
              (char)-56
              3
              (_Bool)1
              0.3333333333333333
              -0.0
              inf
              8ul
              (int)10000000000.0
              4294967295u
              4294967295u
              1
              1
        "#]],
    );
}

#[test]
fn pointers_compare_add_and_subtract() {
    body(
        NUMBERS,
        "p == 0; p == vp; p < p + 1; 1 + p; p - 2; p - p; cp - cp; vp + 1; p[i]; i[p]; *p; &*p; &p[2]; p == 5; !p; p && i;",
        expect![[r#"
            block
              (p == (int *)0)
              (p == (int *)vp)
              (p < (p +[4] 1))
              (p +[4] 1)
              (p -[4] 2)
              (p -[4] p)
              (cp -[1] cp)
              (vp +[1] 1)
              *(p +[4] i)
              *(p +[4] i)
              *p
              p
              (p +[4] 2)
              (p == (int *)5)
              !p
              (p && i)
        "#]],
    );
}

#[test]
fn conditionals_unify_their_branches() {
    body(
        NUMBERS,
        "i ? c : s; i ? p : 0; i ? 0 : p; i ? p : vp; i ? p : cp; i ? p : (void *)0; i ? (void)1 : i; i ? 1 : 2.5; i ?: 3; p ?: cp; i ? u : -1;",
        expect![[r#"
            block
              (i ? (int)c : (int)s)
              (i ? p : (int *)0)
              (i ? (int *)0 : p)
              (i ? (void *)p : vp)
              (i ? (void *)p : (void *)cp)
              (i ? p : (int *)0)
              (i ? (void)1 : (void)i)
              (i ? 1.0 : 2.5)
              (i ?: 3)
              (p ?: (void *)cp)
              (i ? u : 4294967295u)
        "#]],
    );
}
