// property: unreach-call
// verdict: TRUE
// A copy of a copy equals the original; nobody reads the copy between them any more.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) return 0;
    int a[n], b[n], c[n];
    for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) b[i] = a[i];
    for (int i = 0; i < n; i++) c[i] = b[i];
    for (int i = 0; i < n; i++)
        if (a[i] != c[i]) reach_error();
    return 0;
}
