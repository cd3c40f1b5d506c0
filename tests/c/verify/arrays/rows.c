// property: unreach-call
// verdict: TRUE
// Rows of variable length consist of whole numbers, and the least number is found among all of them.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = 300, m = 200;
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
        for (j = 0; j < m; j++)
            if (a[i][j] < least) least = a[i][j];
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            if (a[i][j] < least) reach_error();
    return 0;
}
