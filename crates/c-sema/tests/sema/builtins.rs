//! Builtins and functions that are not declared.

use expect_test::expect;

use crate::{body, typed, typed32};

#[test]
fn library_functions_have_their_own_names() {
    body(
        "char *s; int i;",
        "__builtin_memcpy(s, \"a\", 2); i = __builtin_strlen(s); s = __builtin_alloca(i); __builtin_abort(); __builtin_fabsf(1); __builtin___memcpy_chk(s, s, 3, __builtin_object_size(s, 0)); __builtin_printf(\"%d\", i); __builtin___sprintf_chk(s, 0, 9, \"%d\", i);",
        expect![[r#"
            block
              memcpy((void *)s, (void *)&"a"[0], 2ul)
              (i = (int)strlen(s))
              (s = (char *)alloca((unsigned long)i))
              abort()
              fabsf(1.0f)
              memcpy((void *)s, (void *)s, 3ul)
              printf(&"%d"[0], i)
              sprintf(s, &"%d"[0], i)
        "#]],
    );
}

#[test]
fn hints_are_folded_away() {
    body(
        "int i; char *s;",
        "if (__builtin_expect(i == 1, 0)) i = 2; __builtin_constant_p(3) + __builtin_constant_p(i) + __builtin_constant_p(\"a\"); __builtin_prefetch(s, 1); s = __builtin_assume_aligned(s, 16); if (i) __builtin_unreachable(); __builtin_classify_type(i); __builtin_object_size(s, 2);",
        expect![[r#"
            block
              if (long)(i == 1)
                (i = 2)
              2
              (void)s
              (s = (char *)(void *)s)
              if i
                __builtin_unreachable()
              1
              0ul
        "#]],
    );
}

#[test]
fn intrinsics_are_typed_or_generic() {
    body(
        "unsigned u; long l; int i; float f1; long double ld;",
        "__builtin_clz(l); __builtin_popcountll(u); __builtin_bswap16(u); __builtin_add_overflow(i, l, &u); __builtin_sadd_overflow(1, 2, &i); __builtin_isnan(f1); __builtin_isinf_sign(ld); __builtin_isgreater(f1, ld); __builtin_isunordered(f1, i); __builtin_fpclassify(0, 1, 4, 3, 2, f1); __builtin_inff(); __builtin_nan(\"\"); __builtin_huge_val(); __builtin_mul_overflow_p(i, i, (char)0);",
        expect![[r#"
            block
              __builtin_clz((unsigned int)l)
              __builtin_popcountll((unsigned long long)u)
              __builtin_bswap16((unsigned short)u)
              __builtin_add_overflow(i, l, &u)
              __builtin_sadd_overflow(1, 2, (void *)&i)
              __builtin_isnan(f1)
              __builtin_isinf_sign(ld)
              ((long double)f1 > ld)
              __builtin_isunordered(f1, (float)i)
              __builtin_fpclassify(0, 1, 4, 3, 2, f1)
              inff
              nan
              inf
              __builtin_mul_overflow_p(i, i, (char)0)
        "#]],
    );
}

#[test]
fn variable_arguments() {
    let text = "void g(int n, __builtin_va_list ap) { __builtin_va_arg(ap, int); } \
                void h(int n, ...) { __builtin_va_list a, b; __builtin_va_start(a, n); __builtin_va_copy(b, a); g(n, a); \
                __builtin_va_arg(b, double); __builtin_va_end(b); }";
    typed(
        text,
        expect![[r#"
        struct __va_list_tag { gp_offset@0: unsigned int, fp_offset@32: unsigned int, overflow_arg_area@64: void *, reg_save_area@128: void * } size 24 align 8
        function g: void (int, struct __va_list_tag *) (n: int, ap: struct __va_list_tag *)
          block
            va_arg(*ap, int)
        function h: void (int, ...) (n#2: int)
          block
            declare a: struct __va_list_tag [1]
            declare b: struct __va_list_tag [1]
            va_start(a)
            va_copy(b, a)
            g(n#2, &a[0])
            va_arg(b, double)
            va_end(b)
            end a, b
    "#]],
    );
    typed32(
        text,
        expect![[r#"
            function g: void (int, unsigned int) (n: int, ap: unsigned int)
              block
                va_arg(ap, int)
            function h: void (int, ...) (n#2: int)
              block
                declare a: unsigned int
                declare b: unsigned int
                va_start(a)
                va_copy(b, a)
                g(n#2, a)
                va_arg(b, double)
                va_end(b)
                end a, b
        "#]],
    );
}

#[test]
fn functions_without_declaration_return_int_or_what_gcc_knows() {
    body(
        "",
        "int *p = malloc(4); unknown(1, 2.5f, 'c'); int n = strlen(\"a\"); unknown(); double d = sqrt(2);",
        expect![[r#"
            block
              declare p: int *
              init p = (int *)malloc(4ul)
              unknown(1, 2.5, 99)
              declare n: int
              init n = (int)strlen(&"a"[0])
              unknown()
              declare d: double
              init d = sqrt(2.0)
              end p, n, d
        "#]],
    );
}

#[test]
fn atomic_builtins_are_plain_operations() {
    body(
        "int i; char c;",
        "__sync_fetch_and_add(&i, 1); __sync_bool_compare_and_swap(&i, 1, 2); __atomic_store_n(&c, 3, 5); __sync_synchronize();",
        expect![[r#"
            block
              (((({ declare temporary: int *; init temporary = &i; }) , ({ declare temporary#2: int; init temporary#2 = *temporary; })) , (*temporary = (int)((unsigned int)temporary#2 + 1u))) , temporary#2)
              (((((({ declare temporary#3: int *; init temporary#3 = &i; }) , ({ declare temporary#4: int; init temporary#4 = 1; })) , ({ declare temporary#5: int; init temporary#5 = 2; })) , ({ declare temporary#6: int; init temporary#6 = *temporary#3; })) , ((temporary#6 == temporary#4) ? (void)(*temporary#3 = temporary#5) : (void)0)) , (_Bool)(temporary#6 == temporary#4))
              (void)((({ declare temporary#7: char *; init temporary#7 = &c; }) , ({ declare temporary#8: char; init temporary#8 = *temporary#7; })) , (*temporary#7 = (char)3))
              (void)0
              end temporary, temporary#2, temporary#3, temporary#4, temporary#5, temporary#6, temporary#7, temporary#8
        "#]],
    );
}
