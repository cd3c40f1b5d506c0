// property: no-overflow
// verdict: TRUE
// Each call adds one, but none of them beyond ten.
extern int __VERIFIER_nondet_int(void);

int count(int n) {
    if (n <= 0) return 0;
    int below = count(n - 1);
    if (below >= 10) return below;
    return below + 1;
}

int main(void) {
    return count(__VERIFIER_nondet_int());
}
