// property: no-overflow
// verdict: FALSE(no-overflow)
// inputs: 46341
// The square of a number.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 50000) return 0;
    return x * x > 7;
}
