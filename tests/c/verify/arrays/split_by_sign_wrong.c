// property: unreach-call
// verdict: FALSE(unreach-call)
// Zero goes with the negative numbers.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[8], up[8], down[8];
    int n = 0, m = 0;
    for (int i = 0; i < 8; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 8; i++) {
        if (a[i] > 0)
            up[n++] = a[i];
        else
            down[m++] = a[i];
    }
    for (int i = 0; i < n; i++)
        if (up[i] < 0) reach_error();
    for (int i = 0; i < m; i++)
        if (down[i] >= 0) reach_error();
    return 0;
}
