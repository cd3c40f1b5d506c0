// property: unreach-call
// verdict: TRUE
// A loop that counts down fills the part behind its counter.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) return 0;
    int a[1000];
    for (int i = n - 1; i >= 0; i--) a[i] = 3;
    for (int i = 0; i < n; i++)
        if (a[i] != 3) reach_error();
    return 0;
}
