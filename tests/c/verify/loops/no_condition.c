// property: unreach-call
// verdict: TRUE
// A loop without a condition, which only a branch leaves.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int i;
    for (i = 0;;) {
        if (i >= 1000) break;
        i += 2;
        if (__VERIFIER_nondet_int()) continue;
        if (i % 2) reach_error();
    }
    if (i > 1001) reach_error();
    return 0;
}
