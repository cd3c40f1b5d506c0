// property: unreach-call
// verdict: TRUE
// Two cursors: numbers that are not negative, and the others.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[1000], up[1000], down[1000];
    int n = 0, m = 0;
    for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 1000; i++) {
        if (a[i] >= 0)
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
