// A cast to the declared type gives the value that type, which is not promoted to `int`.
struct fields {
    unsigned u : 3;
    unsigned long long w : 40;
} s;

int main(void) {
    s.u = 1;
    s.w = 2;
    if (!((unsigned)s.u - 2 > 10)) return 1;
    if (s.u - 2 > 10) return 2;
    if ((unsigned long long)(s.w - 8) + 8 == 2) return 3;
    if ((unsigned long long)s.w - 8 + 8 != 2) return 4;
    if ((s.w - 8) + 8 != 2) return 5;
    if (__builtin_expect(s.u, 1) - 2 > 10) return 6;
    return 0;
}
