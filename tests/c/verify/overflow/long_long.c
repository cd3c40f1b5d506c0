// property: no-overflow
// verdict: TRUE
// The product of two ints fits a long long.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    long long p = (long long)x * y;
    return p == 6;
}
