// property: unreach-call
// verdict: TRUE
// An array of variable length.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3) return 0;
    int a[n];
    for (int i = 0; i < n; i++) a[i] = 7;
    if (a[n - 1] != 7) reach_error();
    if (sizeof a != n * sizeof(int)) reach_error();
    return 0;
}
