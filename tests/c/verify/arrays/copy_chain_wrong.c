// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 2,5,6
// The last element is not copied.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) return 0;
    int a[1000], b[1000] = {0}, c[1000];
    for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n - 1; i++) b[i] = a[i];
    for (int i = 0; i < n; i++) c[i] = b[i];
    for (int i = 0; i < n; i++)
        if (a[i] != c[i]) reach_error();
    return 0;
}
