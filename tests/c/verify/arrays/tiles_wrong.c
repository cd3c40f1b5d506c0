// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 1,10
// The second element of a round may be too small.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10000) return 0;
    int least = __VERIFIER_nondet_int();
    int a[20000];
    for (int i = 1; i <= n; i++) {
        a[2 * i - 2] = 9 >= least ? 9 : 0;
        a[2 * i - 1] = 4;
    }
    for (int i = 0; i < 2 * n; i++)
        if (a[i] < least && a[i] != 0) reach_error();
    return 0;
}
