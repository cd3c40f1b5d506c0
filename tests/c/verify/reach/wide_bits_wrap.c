// property: unreach-call
// verdict: TRUE
// gcc computes with a bit-field of 40 bits in 40 bits; a cast to its declared type ends that.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct wide { unsigned long long b : 40; } s;

int main(void) {
    s.b = 0xffffffffffULL;
    if (s.b + 1 != 0 || (unsigned long long)s.b + 1 != 0x10000000000ULL) reach_error();
    if ((s.b << 4) != 0xfffffffff0ULL || ~s.b != 0 || -s.b != 1) reach_error();
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    s.b = (unsigned)n;
    if (s.b - 1 < s.b && n == 0) reach_error();
    return 0;
}
