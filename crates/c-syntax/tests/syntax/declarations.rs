//! Declarations, declarators, types and attributes.
use crate::check;
use expect_test::expect;

#[test]
fn declarators_of_all_shapes() {
    check(
        r##"int *a, **b, c[3], *d[3], (*e)[3], f(void), *g(int), (*h)(void), (*i[2][3])(char *), *(*(*j)(void))[4], (**k)(int (*)(int), ...);
int ((((l)))), (*(m)), ((n)[2]);
int (*signal(int sig, void (*func)(int)))(int);"##,
        expect![[r#"
            int *a, **b, c[3], *d[3], (*e)[3], f(void), *g(int), (*h)(void), (*i[2][3])(char *), *(*(*j)(void))[4], (**k)(int (*)(int), ...);
            int l, *m, n[2];
            int (*signal(int sig, void (*func)(int)))(int);
        "#]],
    );
}

#[test]
fn abstract_declarators() {
    check(
        r##"typedef int T;
int x = sizeof(int *) + sizeof(int (*)(void)) + sizeof(int *[3]) + sizeof(int (*)[3]) + sizeof(T (*(*)(T))[2]) + sizeof(int ()) + sizeof(int (T));
void f(int, int *, int[], int (*)(int), int (T), T (T), int (x), int (*)[*], T());"##,
        expect![[r#"
            typedef int T;
            int x = ((((((sizeof(int *)) + (sizeof(int (*)(void)))) + (sizeof(int *[3]))) + (sizeof(int (*)[3]))) + (sizeof(T (*(*)(T))[2]))) + (sizeof(int ()))) + (sizeof(int (T)));
            void f(int, int *, int [], int (*)(int), int (T), T (T), int x, int (*)[*], T ());
        "#]],
    );
}

#[test]
fn words_of_types_in_any_order() {
    check(
        r##"long unsigned int a; int long b; short int unsigned c; unsigned d; long long e; unsigned long int long g; signed char h; char signed i; char unsigned j; double long k; unsigned __int128 l; __int128_t m; __uint128_t n; _Bool o; signed p; short q; long signed r;"##,
        expect![[r#"
            unsigned long a;
            long b;
            unsigned short c;
            unsigned int d;
            long long e;
            unsigned long long g;
            signed char h;
            signed char i;
            unsigned char j;
            long double k;
            unsigned __int128 l;
            __int128 m;
            unsigned __int128 n;
            _Bool o;
            int p;
            short q;
            long r;
        "#]],
    );
}

#[test]
fn other_basic_types() {
    check(
        r##"_Float128 a; __float128 b; _Float32x c; _Float64x d; _Float16 e; __float80 g; __builtin_va_list h; _Decimal64 i;"##,
        expect![[r#"
            _Float128 a;
            _Float128 b;
            _Float32x c;
            _Float64x d;
            _Float16 e;
            __float80 g;
            __builtin_va_list h;
            _Decimal64 i;
        "#]],
    );
}

#[test]
fn headers_that_declare_float_types() {
    check(
        r##"typedef float _Float32; typedef double _Float64, _Float32x; typedef long double _Float64x; typedef __float128 _Float128 __attribute__((mode(TF)));
_Float32 f(_Float64 x);"##,
        expect![[r#"
            typedef float _Float32;
            typedef double _Float64, _Float32x;
            typedef long double _Float64x;
            typedef _Float128 _Float128 __attribute__((mode(TF)));
            _Float32 f(_Float64 x);
        "#]],
    );
}

#[test]
fn qualifiers_and_storage() {
    check(
        r##"static const volatile int a; extern int __const *__restrict b; int *const *volatile c; register int d; _Thread_local int e; static __thread int g; _Atomic int h; _Atomic(int *) i; int const j; auto int k; int f(int *restrict p, int a[static const 3], int b[restrict], int c[volatile *]);"##,
        expect![[r#"
            static const volatile int a;
            extern const int *restrict b;
            int *const *volatile c;
            register int d;
            _Thread_local int e;
            static _Thread_local int g;
            _Atomic int h;
            _Atomic(int *) i;
            const int j;
            auto int k;
            int f(int *restrict p, int a[static const 3], int b[restrict ], int c[volatile *]);
        "#]],
    );
}

#[test]
fn function_specifiers() {
    check(
        r##"static inline int a(void); extern __inline __attribute__((gnu_inline)) int b(void); _Noreturn void c(void); __inline__ static d(void); __extension__ typedef long long e; __extension__ extern int g(void);"##,
        expect![[r#"
            static inline int a(void);
            extern inline __attribute__((gnu_inline)) int b(void);
            _Noreturn void c(void);
            static inline int d(void);
            typedef long long e;
            extern int g(void);
        "#]],
    );
}

#[test]
fn implicit_int_and_old_definitions() {
    check(
        r##"main() { return 0; }
f(a, b, c) char *a; register b; { }
static x = 1; const y; *g() { }
static int (*h(a))(void) int a; { }
typedef int T;
int m(p) T p[]; { }"##,
        expect![[r#"
            int main()
            {
                return 0;
            }
            int f(a, b, c)
                char *a;
                register int b;
            {
            }
            static int x = 1;
            const int y;
            int *g()
            {
            }
            static int (*h(a))(void)
                int a;
            {
            }
            typedef int T;
            int m(p)
                T p[];
            {
            }
        "#]],
    );
}

#[test]
fn structs_and_unions() {
    check(
        r##"struct a; struct a { int x, *y; struct b { char c; } z; struct { int u; union { int v; float w; }; }; int : 0; unsigned bits : 3, : 2, more : sizeof(int); int flexible[]; } s, *t;
union u { int a; float b; }; struct empty { }; struct last { int a; int b };
struct a *f(struct a, union u *);"##,
        expect![[r#"
            struct a;
            struct a {
                int x, *y;
                struct b {
                    char c;
                } z;
                struct {
                    int u;
                    union {
                        int v;
                        float w;
                    };
                };
                int : 0;
                unsigned int bits : 3, : 2, more : (sizeof(int));
                int flexible[];
            } s, *t;
            union u {
                int a;
                float b;
            };
            struct empty {
            };
            struct last {
                int a;
                int b;
            };
            struct a *f(struct a, union u *);
        "#]],
    );
}

#[test]
fn enums() {
    check(
        r##"enum e { A, B = 3, C = A + B, }; enum e x; enum { D __attribute__((deprecated)) = 1, E } y; enum __attribute__((packed)) g { F } __attribute__((aligned(4)));"##,
        expect![[r#"
            enum e {
                A,
                B = 3,
                C = (A + B),
            };
            enum e x;
            enum {
                D __attribute__((deprecated)) = 1,
                E,
            } y;
            enum __attribute__((packed)) g {
                F,
            } __attribute__((aligned(4)));
        "#]],
    );
}

#[test]
fn typedef_names_are_scoped() {
    check(
        r##"typedef int T, *P;
T a; P b;
void f(T T) { T * a; { typedef char T; T b; } T = 1; }
void g(void) { T T = sizeof(T); T * 2; for (T = 0;;) { } }
void h(int T); T c;
void i(void) { for (int T = 0; T;) T++; T d; enum { T }; (T) + 1; }
T j(void) { unsigned T; T = 3; return (T) - 1; }"##,
        expect![[r#"
            typedef int T, *P;
            T a;
            P b;
            void f(T T)
            {
                T * a;
                {
                    typedef char T;
                    T b;
                }
                T = 1;
            }
            void g(void)
            {
                T T = sizeof T;
                T * 2;
                for (T = 0;;) {
                }
            }
            void h(int T);
            T c;
            void i(void)
            {
                for (int T = 0; T;)
                    T++;
                T d;
                enum {
                    T,
                };
                T + 1;
            }
            T j(void)
            {
                unsigned int T;
                T = 3;
                return T - 1;
            }
        "#]],
    );
}

#[test]
fn typedef_names_as_members_and_labels_and_tags() {
    check(
        r##"typedef struct T T; struct T { T *T; int P; }; enum P { Q };
void f(T *x) { T: x->T = (T *)0; goto T; struct T y; enum P z; P: ; }"##,
        expect![[r#"
            typedef struct T T;
            struct T {
                T *T;
                int P;
            };
            enum P {
                Q,
            };
            void f(T *x)
            {
                T:
                x->T = (T *)0;
                goto T;
                struct T y;
                enum P z;
                P:
                ;
            }
        "#]],
    );
}

#[test]
fn typeof_and_auto() {
    check(
        r##"int x; __typeof__(x) y; typeof(int *) z[2]; __typeof(*&x) w; __auto_type v = x; const __typeof__(x + 1) *p; __typeof_unqual__(x) u; void f(__typeof__(int (*)(void)) g);"##,
        expect![[r#"
            int x;
            __typeof__(x) y;
            __typeof__(int *) z[2];
            __typeof__(*(&x)) w;
            __auto_type v = x;
            const __typeof__(x + 1) *p;
            __typeof_unqual__(x) u;
            void f(__typeof__(int (*)(void)) g);
        "#]],
    );
}

#[test]
fn alignment() {
    check(
        r##"_Alignas(16) int a; _Alignas(double) char b; struct s { _Alignas(8) char c; int d __attribute__((aligned)); } __attribute__((aligned(sizeof(long) * 2)));"##,
        expect![[r#"
            _Alignas(16) int a;
            _Alignas(double) char b;
            struct s {
                _Alignas(8) char c;
                int d __attribute__((aligned));
            } __attribute__((aligned((sizeof(long)) * 2)));
        "#]],
    );
}

#[test]
fn attributes_everywhere() {
    check(
        r##"__attribute__((unused)) static int a __attribute__((section(".data"), aligned(8))), __attribute__((weak)) b;
int __attribute__((noinline, cold)) f(int x __attribute__((unused)), int __attribute__((nonnull)) *y) __attribute__((format(printf, 1, 2), warn_unused_result));
int *__attribute__((address_space(1))) *g; int (__attribute__((cdecl)) *h)(void);
typedef int v4 __attribute__((vector_size(16))); typedef unsigned int u64 __attribute__((__mode__(__DI__)));
struct __attribute__((packed)) s { int x __attribute__((packed)); int y : 3 __attribute__((aligned(4))); } __attribute__((transparent_union));
__attribute__(()) int i; __attribute__((,noreturn,)) void j(void); int k __attribute__((alias("x"), cleanup(f), const, __const__, warning("a" "b")));"##,
        expect![[r#"
            static __attribute__((unused)) int a __attribute__((section(".data"), aligned(8))), (__attribute__((weak)) b);
            int __attribute__((noinline, cold)) f(int x __attribute__((unused)), int __attribute__((nonnull)) *y) __attribute__((format(printf , 1 , 2 ), warn_unused_result));
            int * __attribute__((address_space(1 ))) *g;
            int (* __attribute__((cdecl)) h)(void);
            typedef int v4 __attribute__((vector_size(16)));
            typedef unsigned int u64 __attribute__((mode(DI)));
            struct __attribute__((packed)) s {
                int x __attribute__((packed));
                int y : 3 __attribute__((aligned(4)));
            } __attribute__((transparent_union));
            int i;
            __attribute__((noreturn)) void j(void);
            int k __attribute__((alias("x"), cleanup(f), const, const, warning("ab" )));
        "#]],
    );
}

#[test]
fn standard_attributes_are_skipped_unless_gnu() {
    check(
        r##"[[nodiscard]] int f([[maybe_unused]] int x); [[gnu::unused, deprecated("a(b")]] int y [[gnu::aligned(8)]]; struct [[__gnu__::__packed__]] s { int x; }; void g(void) { [[fallthrough]]; [[maybe_unused]] int z; }"##,
        expect![[r#"
            int f(int x);
            __attribute__((unused)) int y __attribute__((aligned(8)));
            struct __attribute__((packed)) s {
                int x;
            };
            void g(void)
            {
                ;
                int z;
            }
        "#]],
    );
}

#[test]
fn assembler_names() {
    check(
        r##"extern int a __asm__("b") __attribute__((weak)); int f(void) asm ("" "g"); register int sp asm("esp");"##,
        expect![[r#"
            extern int a __asm__("b") __attribute__((weak));
            int f(void) __asm__("g");
            register int sp __asm__("esp");
        "#]],
    );
}

#[test]
fn file_scope_assembly_and_assertions() {
    check(
        r##"asm(".globl x"); __asm__ volatile ("nop");
_Static_assert(sizeof(int) == 4, "int"); _Static_assert(1); struct s { _Static_assert(1, "x"); int a; }; ; ;"##,
        expect![[r#"
            __asm__ (".globl x");
            __asm__ volatile ("nop");
            _Static_assert(((sizeof(int)) == 4), "int");
            _Static_assert(1);
            struct s {
                _Static_assert(1, "x");
                int a;
            };
        "#]],
    );
}

#[test]
fn parameters_of_all_kinds() {
    check(
        r##"void a(), b(void), c(int, ...), d(register int x), e(const), g(int (x), int (*y)), h(int n, int a[n][n]), i(...); int j(int (*)(), int [static 3]);"##,
        expect![[r#"
            void a(), b(void), c(int, ...), d(register int x), e(const int), g(int x, int *y), h(int n, int a[n][n]), i(...);
            int j(int (*)(), int [static 3]);
        "#]],
    );
}

#[test]
fn definitions_with_attributes() {
    check(
        r##"static int __attribute__((noinline)) f(void) { return 1; }
int g(void) __attribute__((cold)) { return 2; }
void __attribute__((noreturn)) (*h)(void);"##,
        expect![[r#"
            static int __attribute__((noinline)) f(void)
            {
                return 1;
            }
            int g(void) __attribute__((cold))
            {
                return 2;
            }
            void __attribute__((noreturn)) (*h)(void);
        "#]],
    );
}

#[test]
fn pragma_pack() {
    check(
        r##"#pragma pack(push, 1)
struct a { char c; int i; } x;
#pragma pack(pop)
struct b { char c; int i; };
_Pragma("pack(2)") struct c { int i; };
#pragma pack()
#pragma omp parallel
int y;"##,
        expect![[r#"
            #pragma pack(push, 1)
            struct a {
                char c;
                int i;
            } x;
            #pragma pack(pop)

            struct b {
                char c;
                int i;
            };
            #pragma pack(push, 2)
            struct c {
                int i;
            };
            #pragma pack(pop)

            int y;
        "#]],
    );
}

#[test]
fn variable_length_arrays() {
    check(
        r##"void f(int n) { int a[n], b[n + 1][2 * n]; int (*p)[n] = &a; sizeof(int[n]); }"##,
        expect![[r#"
            void f(int n)
            {
                int a[n], b[n + 1][2 * n];
                int (*p)[n] = &a;
                sizeof(int [n]);
            }
        "#]],
    );
}
