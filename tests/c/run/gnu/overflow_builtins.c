// Arithmetic that reports whether the result fits.
int main(void) {
    int r;
    if (__builtin_add_overflow(2147483647, 1, &r) != 1 || r != -2147483647 - 1) return 1;
    if (__builtin_add_overflow(5, 6, &r) || r != 11) return 2;
    if (!__builtin_mul_overflow(65536, 65536, &r) || r != 0) return 3;
    if (__builtin_sub_overflow(-5, 3, &r) || r != -8) return 4;
    unsigned u;
    if (!__builtin_sub_overflow(3u, 5u, &u) || u != 4294967294u) return 5;
    if (!__builtin_add_overflow(-1, 0, &u) || u != 4294967295u) return 6;
    signed char c;
    if (!__builtin_add_overflow(100, 100, &c) || c != -56) return 7;
    if (__builtin_add_overflow(4000000000u, -3999999999ll, &c) || c != 1) return 8;
    long long l;
    if (__builtin_smulll_overflow(3000000000ll, 3, &l) || l != 9000000000ll) return 9;
    if (!__builtin_uadd_overflow(4294967295u, 1, &u) || u) return 10;
    return 0;
}
