// property: unreach-call
// verdict: FALSE(unreach-call)
// The first column is left out.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = 3, m = 2;
    int a[n][m];
    int i = 0, j = 0;
    while (i < n) {
        j = 0;
        while (j < m) {
            a[i][j] = __VERIFIER_nondet_int();
            j = j + 1;
        }
        i = i + 1;
    }
    int least = a[0][0];
    for (i = 0; i < n; i++)
        for (j = 1; j < m; j++)
            if (a[i][j] < least) least = a[i][j];
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            if (a[i][j] < least) reach_error();
    return 0;
}
