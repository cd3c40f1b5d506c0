// property: no-overflow
// verdict: TRUE
// The difference of two numbers that are not negative.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < 0 || y < 0) return 0;
    return x - y > 0;
}
