// property: unreach-call
// verdict: TRUE
// Each cell holds what was written last.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[4];
    for (int i = 0; i < 4; i++) a[i] = i * 2;
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k >= 4) return 0;
    if (a[k] != 2 * k) reach_error();
    return 0;
}
