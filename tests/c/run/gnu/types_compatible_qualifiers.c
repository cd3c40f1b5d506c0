// Qualifiers matter to `__builtin_types_compatible_p` below a pointer, and only there.
int main(void) {
    if (__builtin_types_compatible_p(int *, const int *)) return 1;
    if (!__builtin_types_compatible_p(int *, int *const)) return 2;
    if (!__builtin_types_compatible_p(const int, int)) return 3;
    if (__builtin_types_compatible_p(int **, int *const *)) return 4;
    if (!__builtin_types_compatible_p(int[3], const int[3])) return 5;
    if (__builtin_types_compatible_p(int(*)[3], const int(*)[3])) return 6;
    if (!__builtin_types_compatible_p(volatile char *, char volatile *)) return 7;
    return 0;
}
