// property: no-overflow
// verdict: TRUE
// The sum is evaluated only where it fits.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 2147483647 && x + 1 > 0) return 1;
    return x > -2147483647 ? x - 1 == 4 : 0;
}
