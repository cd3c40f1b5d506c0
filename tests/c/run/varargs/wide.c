// Wider integers and unsigned ones.
typedef __builtin_va_list va_list;
long long wide(int unused, ...) {
    va_list ap;
    __builtin_va_start(ap, unused);
    long long a = __builtin_va_arg(ap, long long);
    unsigned b = __builtin_va_arg(ap, unsigned);
    long c = __builtin_va_arg(ap, long);
    unsigned long long d = __builtin_va_arg(ap, unsigned long long);
    __builtin_va_end(ap);
    return a + b + c + (long long)(d >> 60);
}

int main(void) {
    if (wide(0, 0x100000000ll, 4294967295u, -1l, 0xf000000000000000ull) != 8589934605ll) return 1;
    return 0;
}
