// property: no-overflow
// verdict: TRUE
// A sum whose operands are bounded.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 1000000) return 0;
    int y = x + 1;
    return y == 0;
}
